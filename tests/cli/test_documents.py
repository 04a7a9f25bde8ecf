"""Promise: what the documents say can be typed, a house is run as its page says, the page on JSON names every field."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.testing import CliRunner

from tapete.cli import app, stores
from tapete.live import Keys
from tapete.people.staff import HousePeople
from tapete.record.audit import summary
from tapete.record.entry import Problem
from tapete.record.report import AuditReport, ExplainedDifference, SigningKey, UnjudgedEntry
from tapete.record.store import open_store
from tests.support import ROOT
from tests.support.live.evening import house_with_minutes
from tests.support.rows import rows

pytestmark = pytest.mark.slow

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINE = re.compile(r"^(?:\$ )?(tapete .*?)\\?$")
INLINE = re.compile(r"`(tapete [^`]+)`")


def shell_lines() -> list[tuple[str, str]]:
    found = []
    for document in DOCUMENTS:
        if "_build" in document.parts:
            continue
        block: str | None = None
        for line in document.read_text("utf-8").splitlines():
            if line.startswith("```"):
                block = None if block is not None else line.strip("`").strip()
            elif block in ("sh", "console", "bash", ""):
                found += [(document.name, one[1]) for one in (LINE.match(line.strip()),) if one]
            elif block is None:
                # A verb alone in a sentence is its name, not a call.
                found += [(document.name, one if " " in one[7:] else f"{one} --help") for one in INLINE.findall(line)]
    return found


ROOT_COMMAND: Any = typer.main.get_command(app)


def parse(text: str) -> None:
    """Parse a call without running it; brackets mark what may be left out."""
    words = shlex.split(text.replace("[", "").replace("]", ""), comments=True)[1:]
    command = ROOT_COMMAND
    if words[0].startswith("-"):
        if words[0] not in {name for one in ROOT_COMMAND.params for name in one.opts}:
            raise TyperException(f"no option «{words[0]}»")
        return
    while isinstance(command, TyperGroup):
        if words == ["--help"]:
            return
        verb = words.pop(0) if words else ""
        found = verb_of(command, verb)
        if found is None:
            raise TyperException(f"no verb «{verb}»")
        command = found
    if "--help" not in words:
        command.make_context("tapete", words)


def verb_of(command: Any, verb: str) -> Any:
    """Return a verb, or the game of a verb that has one command for each; ``GAME`` and ``KEY`` stand for any game."""
    context = command.make_context("tapete", [], resilient_parsing=True)
    known = command.list_commands(context)
    named = known[0] if verb in ("GAME", "KEY") and command is not ROOT_COMMAND else verb
    return command.get_command(context, named) if named in known else None


@rows("document, text", shell_lines())
def test_what_the_documents_say_can_be_typed(document: Any, text: Any) -> None:
    try:
        parse(text)
    except TyperException as error:
        pytest.fail(f"{document}: «{text}»: {error}")


def test_every_verb_is_in_the_quick_start() -> None:
    text = (ROOT / "docs" / "quick-start.md").read_text("utf-8")
    command: Any = typer.main.get_command(app)
    assert [verb for verb in command.commands if f"`tapete {verb}" not in text] == []


def test_the_map_leaves_out_no_room_of_chemin_de_fer() -> None:
    text = (ROOT / "docs" / "map.md").read_text("utf-8").partition("## Chemin de fer from inside")[2]
    folder = ROOT / "src" / "tapete" / "games" / "chemin_de_fer"
    assert [one.parent.name for one in folder.glob("*/__init__.py") if f"`{one.parent.name}`" not in text] == []


HOUSE_PAGE = (ROOT / "docs" / "how-to" / "run-a-house.md").read_text("utf-8")
FOLDERS = {"/mnt/copies": "copias", "/var/lib/tapete-witness": "testigo", "/var/lib/tapete": "datos"}
FOLDERS |= {"/etc/tapete": "llaves"}
"""The folders of the page, and where a test has them."""
ELSEWHERE = ("tapete serve", "createuser", "tapete store")
spanish = CliRunner(env={"TAPETE_LANG": "es"})


def lines_of(title: str) -> Iterator[list[str]]:
    """Yield the words of each line that is typed in a section of the page; what has a test of its own is left out."""
    section = HOUSE_PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert section, title
    for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL):
        for line in block.splitlines():
            if not line.startswith(ELSEWHERE) and "postgresql:" not in line:
                for there, here in FOLDERS.items():
                    line = line.replace(there, here)
                yield shlex.split(line.replace("KEY_FILE", "casa.db.key"), comments=True)


def typed(words: list[str]) -> str:
    if words[0] == "mkdir":
        Path(words[1]).mkdir()
        return ""
    if words[0] == "cp":
        shutil.copy(*words[1:])
        return ""
    assert words[0] == "tapete", words
    found = spanish.invoke(app, words[1:])
    assert found.exit_code == 0, (words, found.output, found.exception)
    return found.stdout


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for folder in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(folder, str(tmp_path / folder))
    for one in FOLDERS.values():
        (tmp_path / one).mkdir()
    return tmp_path


def test_a_house_is_made_as_the_page_says(here: Path) -> None:
    (words,) = lines_of("Make it")
    assert "/personal/alta" in typed(words)
    (elsewhere,) = (words for words in lines_of("Check it") if words[1] == "init")
    typed(elsewhere)
    made = {str(one.relative_to(here)) for one in here.rglob("casa.*")}
    assert made >= {"casa.db", "datos/casa.db", "llaves/casa.key"}


def test_a_house_is_checked_as_the_page_says(here: Path) -> None:
    house_with_minutes(here, "casa.db")
    done = [words for words in lines_of("Check it") if words[1] != "init"]
    told = {tuple(words[1:3]): typed(words) for words in done}
    assert [words[1] for words in done] == ["audit", "accounts", "minutes", "export", "audit", "audit"]
    assert "corte de luz" in told["minutes", "casa.db"]
    assert "open " in (here / "casa.beancount").read_text("utf-8")
    assert list((here / "dia").glob("house*"))


def test_a_house_is_copied_put_back_and_practised_with_as_the_page_says(here: Path) -> None:
    db = house_with_minutes(here, "casa.db")
    verbs = []
    for words in lines_of("Copy it, and put it back"):
        if words[1:] and words[1] == "restore" and not Path(words[3]).parent.name:
            db.rename(here / "perdido.db")  # what is left of the old one is moved away first
        typed(words)
        verbs.append(words[1])
    assert verbs == ["backup", "audit", "restore", "ensayo", "backup", "casa.db.witness", "restore", "audit"]
    assert (here / "ensayo" / "casa.witness").stat().st_size


JSON_PAGE = Path(__file__).resolve().parents[2] / "docs" / "json.md"
runner = CliRunner()
NEW_HOUSE = "--name 'Casa de prueba' --director dora --origin https://casa.example"
CARD = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
TURNED = " / ".join(reversed(CARD.split(" / ")))
CALLS = {
    "One clause": ["rules PB.A2.05", "rules HP.PB.led-out"],
    "The register": ["rules --game bingo", "rules"],
    "A day": ["rules --day 2011-06-22"],
    "Coverage": ["rules --coverage"],
    "Rulebooks beside each other": [
        f"rules --compare --game {game}" for game in ("dos-panos", "chemin-de-fer", "punto-y-banca", "bingo")
    ],
    "A house's own layer": ["rules --check look.toml", "rules --check draws.toml"],
    "A document of one's own": ["rules --check mine.toml"],
    "Odds": ["odds punto-banco --removal", "odds punto-banco --bets known"],
    "Many shoes": ["simulate punto-banco --shoes 10 --workers 1"],
    "Whole banks": [f"simulate {what} 10 --workers 1" for what in ("chemin-de-fer --shoes", "dos-panos --banks")],
    "Evenings": ["simulate bingo --evenings 2 --games 3 --cards 20 --workers 1 --within 50 --extra 100"],
    "Odds in equilibrium": ["odds chemin-de-fer"],
    "Odds of bingo": ["odds bingo"],
    "Two cloths": ["odds dos-panos --model A1", "solve dos-panos --model A1 --concept nash --verify"],
    "Equilibria": [
        "solve chemin-de-fer --model A3 --verify",
        "solve chemin-de-fer --model B1 --shoe '3 0 0 0 0 0 2 0 0 1' --commission 5%",
    ],
    "Cards of bingo": ["bingo cards --strips 1"],
    "A card of bingo": [f"bingo check '{one}'" for one in (CARD, TURNED, f"{CARD}' --second '{CARD[:-2]}89")],
    "Ranks of cards": [f"bingo rank '{CARD}'", "bingo unrank 0"],
    "A new table": ["open mini --minimum 5 --maximum 100 --store sala.db"],
    "A new house": [f"init --store sala.db {NEW_HOUSE}"],
    "People": [f"people {what} --store casa.db" for what in ("list", "reset dora", "erase Ana", "seal")],
    "Audit": ["audit hall.db", "audit hall.db --key hall.key"],
    "Replay": ["replay hall.db"],
    "Vouching": ["adopt hall.db punto --key hall.key --witness witness"],
    "Putting back": ["restore hall.db again.db --older --key hall.key --witness witness"],
    "Minutes": ["minutes minutes.db"],
    "Files": [
        *("export hall.db punto punto.jsonl", "export hall.db every", "keys hall.key"),
        "accounts hall.db punto punto.beancount",
    ],
}
"""What is typed in the folder that ``furnish`` makes."""


def furnish(folder: Path, section: str, kept: Path) -> None:
    for name in ("hall.db", "hall.key", "witness"):
        shutil.copy(kept / name, folder)
    head = 'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    for file, option, value in (("look.toml", "conduct.look_s", "20"), ("draws.toml", "banker.draws_on", "[]")):
        (folder / file).write_text(f'{head}{option} = {{ value = {value}, reason = "así aquí" }}\n', "utf-8")
    head = 'id = "mine"\ngame = "bingo"\ndocument = "MINE"\ntitle = "Mine"\nfalls_back = ["orden-1979"]\n'
    (folder / "mine.toml").write_text(head, "utf-8")
    if section == "Minutes":
        house_with_minutes(folder)
    if section == "People":
        assert runner.invoke(app, shlex.split(f"init --store casa.db {NEW_HOUSE}")).exit_code == 0
        with open_store("casa.db") as opened:
            people = HousePeople.of_store(opened, Keys.load(stores.key_file("casa.db", None)).sealing, lambda: 0)
            assert people is not None
            assert people.players.register("Ana") is not None


RARE = re.compile(r"(problems|explained|unjudged|entries|lost)\[\]\.|literal\.|warnings\[\]\.facts\.")
"""What a sound record does not have; the shapes of these are asked for below."""


def documented() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in JSON_PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = found.setdefault(line[3:].partition(":")[0], {})
        elif line.startswith("- `"):
            beside = ""
            for names, told in (one.split(": ", 1) for one in line[2:].split(" · ")):
                for path in names.strip("`").split("`, `"):
                    whole = beside + path if path.startswith(".") else path
                    beside = beside or whole.rpartition(".")[0]
                    assert whole not in section, whole
                    section[whole] = told
    return found


def matches(path: str) -> re.Pattern[str]:
    """Return what fits a path of the page; a key of its own may hold dots and anything else but brackets."""
    return re.compile(re.sub(r"\\\{[^.]+?\\\}", r"[^\\[\\]]+?", re.escape(path)))


def paths(tree: Any, at: str = "") -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            here = f"{at}.{key}" if at else str(key)
            yield here
            yield from paths(value, here)
    elif isinstance(tree, list):
        for value in tree:
            yield from paths(value, f"{at}[]")


PAGES = documented()


@rows("section", list(CALLS))
def test_every_field_stands_on_the_page_and_every_field_there_is_written(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, section: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    furnish(tmp_path, section, kept)
    known = {path: matches(path) for path in PAGES[section]}
    met: set[str] = set()
    for call in CALLS[section]:
        found = runner.invoke(app, [*shlex.split(call), "--json"])
        told = json.loads(found.stdout)
        assert found.exit_code == (0 if told.get("ok", True) else 1), found.output
        for path in set(paths(told)):
            fitting = {name for name, pattern in known.items() if pattern.fullmatch(path)}
            assert fitting, path
            met |= fitting
    assert {path for path in known if path not in met and not RARE.search(path)} == set()


def test_the_fields_of_what_a_sound_record_lacks_are_those_of_their_types() -> None:
    lists = {"problems": Problem, "explained": ExplainedDifference, "unjudged": UnjudgedEntry, "keys": SigningKey}
    for name, kind in lists.items():
        told = {path.partition("[].")[2] for path in PAGES["Audit"] if path.startswith(f"{name}[].")}
        assert told == set(kind.__struct_encode_fields__), name
    assert {path for path in PAGES["Audit"] if "[" not in path} == set(summary(AuditReport(True, 0, ())))


def test_every_verb_with_json_has_its_section() -> None:
    command: Any = typer.main.get_command(app)
    context = command.make_context("tapete", [], resilient_parsing=True)
    headings = " ".join(line for line in JSON_PAGE.read_text("utf-8").splitlines() if line.startswith("## "))
    for verb in command.list_commands(context):
        found = command.get_command(context, verb)
        inner = getattr(found, "commands", {verb: found}).values()
        if any("--json" in one.opts for deeper in inner for one in deeper.params):
            assert f"`tapete {verb}" in headings, verb
    assert set(CALLS) == set(PAGES)
