"""Whatever machine and signs in a name: no traceback, the file that was named, and a status that is no «no»."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tapete.cli import app, output
from tapete.cli.root import HALL_VERBS
from tapete.record.store import StoreError, open_store
from tapete.record.store.sqlite import library as sqlite3, uri as sqlite_uri
from tapete.words import topics
from tests.cli.test_language import every_verb, groups
from tests.support import ROOT, TAPETE
from tests.support.command_line import told
from tests.support.rows import rows

pytestmark = pytest.mark.slow

EACH: str = """
import contextlib, gc, io, json, os, sys
import typer.rich_utils
from tapete.catalogue import entries
from tapete.cli import app
from tapete.words import topics
command = typer.main.get_command(app)
topics(), [one.form() for one in entries().values()]
for words in ["--help"], ["odds", "punto-banco", "--decks", "1"]:  # what they make at first use is made for all
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        command(words, prog_name="tapete")
gc.freeze()
for words in json.loads(sys.argv[1]):
    pid = os.fork()
    if not pid:
        command(words, prog_name="tapete")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(int(sys.argv[2]), f"{status}\\n".encode())
"""
"""A program that does each of several command lines in a process of its own, and writes their statuses elsewhere."""
FEW = [["--help"], ["--version"], ["odds", "punto-banco", "--decks", "1"], ["rules", "CF.C3.05", "--json"], ["nosuch"]]
TO_PIPE = [["bingo", "cards", "--strips", "1", "--out", "/dev/stdout"]]


def every_line() -> list[list[str]]:
    named = (words for words in (*groups(), *every_verb()) if words[:1] != ("open",) or words[1:] in ((), ("mini",)))
    return [*([*words, "--help"] for words in named), ["nosuch"], ["audit", "--nosuch"]]


def tried(shell: str, lines: list[list[str]] = FEW, before: str = "", **env: str) -> tuple[set[int], bytes]:
    """Return the statuses of command lines, and what they wrote, under a redirection of a shell."""
    usual = {name: one for name, one in os.environ.items() if not name.startswith(("LC_", "LANG", "TAPETE_", "PYTHON"))}
    told, statuses = os.pipe()
    words = ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-c", before + EACH, json.dumps(lines), str(statuses)]
    done = subprocess.run(words, env=usual | env, capture_output=True, pass_fds=[statuses], check=False)
    os.close(statuses)
    with os.fdopen(told) as found:
        return {int(one) for one in found}, done.stdout + done.stderr


@rows(
    "encoding, lines, env",
    [
        ("ascii", every_line, {"PYTHONIOENCODING": "ascii", "TAPETE_LANG": "fr"}),  # of all it has the fewest signs
        ("cp437", list, {"PYTHONIOENCODING": "cp437"}),
        ("latin-1", list, {"PYTHONIOENCODING": "latin-1"}),
        ("ascii", list, {"PYTHONIOENCODING": "idna"}),
        ("ascii", list, {"PYTHONIOENCODING": "punycode"}),
        ("ascii", list, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    ],
)
def test_every_verb_speaks_in_every_encoding(encoding: Any, lines: Any, env: Any) -> None:
    """Each verb in the strictest; how a sign is put that an encoding lacks hangs on no verb."""
    statuses, said = tried("", [*lines(), *FEW], **env)
    assert statuses == {0, output.BAD_INPUT}
    assert b"Traceback" not in said
    said.decode(encoding)


@rows(
    "shell, encoding, status",
    [
        (">/dev/full", "utf-8", output.OUTPUT_LOST),
        (">&-", "ascii", output.OUTPUT_LOST),
        ("| true", "utf-8", output.PIPE_CLOSED),
    ],
)
def test_an_answer_that_cannot_be_written_has_a_status_of_its_own(shell: Any, encoding: Any, status: Any) -> None:
    """What is wrong with a line is said on standard error, so its status stays."""
    statuses, said = tried(shell, PYTHONIOENCODING=encoding)
    assert statuses == {status, output.BAD_INPUT}
    assert b"Traceback" not in said
    assert b"Exception ignored" not in said
    if status == output.PIPE_CLOSED:
        assert tried(shell, TO_PIPE)[0] == {status}, "a file that is a pipe ends as one"


@rows("shell", ["2>/dev/full", "2>&-"])
def test_a_complaint_that_cannot_be_written_leaves_the_status(shell: Any) -> None:
    assert tried(shell)[0] == {0, output.BAD_INPUT}


def test_what_nobody_foresaw_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.Path.is_file", lambda _: 1 / 0)  # the disk
    monkeypatch.setattr("pathlib.Path.exists", lambda _: 1 / 0)
    found = CliRunner().invoke(app, ["audit", "x", "--lang", "en"])
    assert found.exit_code == output.CRASHED
    assert "an unforeseen failure (ZeroDivisionError)" in found.stderr


def test_a_system_without_locks_is_told_what_works_there(here: Path) -> None:
    """Windows has neither ``fcntl`` nor ``resource``; whatever reads needs none, and nothing is made before."""
    lines = [[verb, "--lang", "en"] for verb in HALL_VERBS]
    statuses, said = tried("", lines, "import sys; sys.modules.update(fcntl=None, resource=None)")
    assert statuses == {output.BAD_INPUT}
    assert said.count(b"needs Linux, macOS or another POSIX system") == len(lines), said.decode()
    assert [*here.iterdir()] == []


@rows(
    "env, lang",
    [
        ({"LC_MESSAGES": "en_GB", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "fr", "LANG": "fr"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_CA@euro"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8", "TAPETE_LANG": "FR_FR.UTF-8"}, "fr"),
        ({}, "es"),
    ],
)
def test_the_language_is_that_of_the_locale(monkeypatch: pytest.MonkeyPatch, env: Any, lang: Any) -> None:
    for name in (*output.LOCALE_VARIABLES, output.LANG_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert topics()["help"]["frame.usage"][lang] in CliRunner().invoke(app, ["audit", "--help"]).output


@rows("when", ["tapete.cli", "typer", "tapete.cli.root"])
def test_whoever_interrupts_a_verb_while_it_begins_reads_nothing(when: Any) -> None:
    """Ctrl-C in the first half second, while the program is read, ends it as any other Ctrl-C does."""
    struck = (
        "import signal, sys, importlib.abc\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it\n"
        "class Struck(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {when!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Struck())\n"
        "from tapete.__main__ import run\n"
        "run()"
    )
    done = subprocess.run([sys.executable, "-c", struck, "rules"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (output.INTERRUPTED, b"", b"")


def test_the_program_that_is_installed_is_the_one_that_can_be_interrupted() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert told == {"tapete": "tapete.__main__:run"}


NAMES = (
    *("sala.db#copia", "sala.db?copia", "sala%41.db", "mis datos.db", "file:sala.db", ":memory:", "señal&=+;.db"),
    os.fsdecode(b"sala\xff.db"),
)
TWINS = ("sala.db", "salaA.db", "mis datos.db")
"""What such names would be if they were read as parts of an address; none of these is a store."""
OPEN = ("open", "mini", "--name", "una", "--minimum", "5", "--maximum", "100")
READING = (
    *("audit {}", "replay {}", "export {} una {out}", "accounts {} una", "minutes {}", "backup {} {out} --no-witness"),
    *("adopt {} una --key {key} --no-witness", "people list --store {} --key {key}"),
    "restore {} {out} --key {key} --older --no-witness",
)
runner = CliRunner()


def english(*words: str) -> Result:
    return runner.invoke(app, [*words, "--lang", "en"])


def spellings(file: Path) -> Iterator[str]:
    """Ways to name a file in the folder where one stands, and from anywhere."""
    yield from (str(file), f"/{file}", file.name, f"sqlite:///{file}", f"sqlite:////{file}")
    if file.name != ":memory:":  # behind slashes that is the name of no file, as everywhere
        yield f"sqlite:///{file.name}"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sound") / "one.db"
    assert english(*OPEN, "--store", str(file)).exit_code == 0
    return file


def fresh(here: Path) -> Path:
    folder = here.parent / f"row-{len(list(here.parent.glob('row-*')))}" / "here"
    folder.mkdir(parents=True)
    os.chdir(folder)
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@rows("name", NAMES)
def test_what_is_judged_is_what_was_named(sound: Path, here: Path, name: Any) -> None:
    """A tampered copy is not sound because its twin is; and the twin is neither read, made nor changed."""
    here = fresh(here)
    file = here / name
    for twin in {*TWINS} - {name}:
        shutil.copy(sound, here / twin)
    shutil.copy(sound, file)
    with closing(sqlite3.connect(sqlite_uri(file, "rw"), uri=True)) as store:
        for (guard,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            store.execute(f"DROP TRIGGER {guard}")
        store.execute("DELETE FROM entries")
        store.commit()
    before = sorted(os.listdir(here))
    for spelled in spellings(file):
        assert english("audit", spelled).exit_code == 1, spelled
    assert sorted(os.listdir(here)) == before


@rows("name", NAMES)
def test_each_verb_reads_what_was_named_and_makes_nothing_else(sound: Path, here: Path, name: Any) -> None:
    here = fresh(here)
    file, key = here / name, sound.with_name("one.db.key")
    shutil.copy(sound, file)
    for at, verb in enumerate(map(str.split, READING)):
        for number, spelled in enumerate([*spellings(file)][at % 3 :: 3]):
            if verb[0] == "restore" and spelled.startswith("sqlite:"):
                continue  # a copy is a file, not an address
            out = here.parent / f"{verb[0]}-{number}"
            found = english(*(word.format(spelled, out=out, key=key) for word in verb))
            said = (
                "house with days" if verb[0] == "minutes" else "no house with accounts" if verb[0] == "people" else None
            )
            assert (said in found.stderr) if said else found.exit_code == 0, (verb, spelled, found.output)
            assert {*os.listdir(here)} <= {name, f"{name}.lock"}, verb


@rows("name", NAMES[:-1])
def test_a_store_its_key_and_its_witness_lie_together(here: Path, name: Any) -> None:
    here = fresh(here)
    for number, spelled in enumerate(spellings(here / name)):
        found = english(*OPEN, "--store", spelled)
        assert found.exit_code == (2 if number else 0), found.output
        assert number == 0 or "there is a table" in found.stderr
    assert {*os.listdir(here)} == {name, *(f"{name}{end}" for end in (".key", ".witness", ".lock"))}
    with open_store(str(here / name), read_only=True) as store:
        assert store.tables() == ("una",)


SAME = ("link.db", "folder/sala.db", "real/../real/sala.db", "link-to-link.db", "hard.db", "real/sala.db")


@rows("other", SAME)
def test_two_halls_never_play_one_file_under_two_names(tmp_path: Path, other: Any) -> None:
    """A journal lies beside one name alone: a file that has two of its own is taken by nobody."""
    file, is_twofold = tmp_path / "real" / "sala.db", other in ("hard.db", "real/sala.db")
    file.parent.mkdir()
    for name, to in (("link.db", str(file)), ("link-to-link.db", "link.db"), ("folder", "real")):
        (tmp_path / name).symlink_to(to)
    with open_store(str(file)):
        if is_twofold:
            os.link(file, tmp_path / "hard.db")
        with pytest.raises(StoreError) as refused:
            open_store(str(tmp_path / other))
    assert refused.value.code == ("store-linked" if is_twofold else "store-locked")


@rows(
    "address, verb",
    [
        (address, verb)
        for address in ["", "postgres://a:geheim@h/b", "mysql://x", "sqlite://", "postgresql://h:99999/x"]
        for verb in ["serve --store", "people list --store", "backup", "audit"]
    ],
)
def test_what_names_no_store_is_said_to_name_none_before_a_key_is_asked_for(address: Any, verb: Any) -> None:
    said = told(*verb.split(), address, *(["copy"] if verb == "backup" else []))
    assert (any(one in said for one in ("names no store", "is empty: write")), "geheim" in said) == (True, False)


WORDS = """backup sala.db none/: no folder none/; backup sala.db/ copy.db: no folder sala.db/; keys @: is empty
backup sala.db .: name of a file in it; restore sala.db /: name of a file in it; audit sala.db --witness @: is empty
export sala.db una -: «-» names nothing; restore pipe copy.db: a pipe or a device; adopt . una: is a folder
serve --store . --create --port 0: is a folder; open mini --minimum 5 --maximum 100 --store .: is a folder"""


@rows("words, told", [one.split(": ") for one in re.split("; |\n", WORDS)])
def test_what_is_no_file_is_none(here: Path, words: str, told: str) -> None:
    os.mkfifo(fresh(here) / "pipe")
    Path("sala.db").touch()
    found = english(*(one.strip("@") for one in words.split()))
    assert (found.exit_code, told in found.stderr, sorted(os.listdir())) == (2, True, ["pipe", "sala.db"]), found.stderr


@rows("words", ["keys {}", "audit x --key {}", "backup {} copy --no-witness", "restore {} copy --no-witness"])
def test_what_nobody_may_read_is_said_to_be_that(tmp_path: Path, words: str) -> None:
    """Nor is it told as a value that does not fit, or as no store at all; root is made one who may not."""
    (file := tmp_path / "sala.db").touch(0)
    bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*bound, *TAPETE, "--lang", "en", *words.format(file).split()]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (2, f"tapete: {file}: permission is denied\n")


@pytest.mark.parametrize("words", ["audit", "serve --create --store", "open mini --minimum 10 --maximum 500 --store"])
def test_a_folder_that_is_gone_below_a_verb_is_said_in_one_line(here: Path, words: str) -> None:
    """As of a service whose folder was moved away: status 2, and no report of a failure that nobody foresaw."""
    here.rmdir()
    found = english(*words.split(), "x.db")
    assert (found.exit_code, found.stderr) == (2, "tapete: .: it does not exist\n")


def test_nothing_is_written_over_what_a_hall_lives_on(here: Path) -> None:
    """A mistyped name of the file to write costs nobody the store, the key, the witness or the secret of a series."""
    store, kept = here / "sala.db", here / "serie.json"
    assert english(*OPEN, "--store", str(store)).exit_code == 0
    assert english("bingo", "cards", "--strips", "1", "--keep", str(kept)).exit_code == 0
    for file in (store, kept, *(store.with_name(f"sala.db{end}") for end in (".key", ".witness", ".lock"))):
        before = file.read_bytes()
        for verb in (
            ("export", str(store), "una", str(file)),
            ("accounts", str(store), "una", str(file)),
            ("bingo", "cards", "--strips", "1", "--out", str(file)),
        ):
            refused = english(*verb)
            assert file.read_bytes() == before, (file.name, verb[0])
            assert (refused.exit_code, file.name in refused.stderr) == (2, True), refused.output
    for verb in (*OPEN, "--store"), ("serve", "--store"), ("people", "list", "--store"):
        assert "can hold a store" in english(*verb, os.devnull).stderr, verb
    (here / "loop").symlink_to("loop")
    of_a_table = (f"{verb} {store} una loop" for verb in ("accounts", "notation"))
    for words in (*of_a_table, f"results {store} --out loop", "bingo cards --strips 1 --out loop"):
        found = english(*words.split())
        assert (found.exit_code, "loop" in found.stderr, os.readlink("loop")) == (2, True, "loop"), found.output
