"""Documents of files outside of the package: the commands of the page for every game, and what can be wrong."""

import asyncio
import re
from pathlib import Path

import pytest

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.catalogue import entries
from tapete.catalogue.games import house_book
from tapete.clauses import Origin
from tapete.live import Hall, Keys
from tapete.rulebooks import options_of_book
from tests.support import ROOT
from tests.support.command_line import app, runner, told
from tests.support.rows import rows

PAGE = (ROOT / "docs" / "how-to" / "add-a-rulebook.md").read_text("utf-8")
FIRST, COMMANDS = re.findall(r"```(?:toml|sh)\n(.*?)```", PAGE, re.DOTALL)[:2]
GAMES = [re.findall(r"`(.*?)` \|", line) for line in PAGE.splitlines() if re.match(r"\| `[a-z-]+` \| `\[", line)]


def written(game: str, chain: str, value: str) -> str:
    head = FIRST.partition("\n[")[0].replace("chemin-de-fer", game).replace('["asturias-2011"]', chain)
    return f"{head}\n{value}\n"


async def play(book_file: Path, store: Path, game: str, variant: int) -> None:
    book, entry = house_book(book_file.read_text("utf-8"), book_file.name), entries()[game]
    hall = await Hall.start(f"sqlite:///{store}", Keys.load(Path(f"{store}.key")), rulebooks=(book,))
    fields = {**entry.demo[variant], "name": "bots", "rulebook": book.id}
    staff = staff_for("bots", game, entry.opening_posts({**fields, "rulebook": book}))
    table = await hall.open_table(game, entry.form().make({**fields, "staff": staff}))
    troupe = Troupe(hall, AT_ONCE, seed=4)
    troupe.join("bots", player_count(game, 6))
    while table.head.version < 60 and not troupe.errors:
        await asyncio.sleep(0.02)
    await troupe.stop()
    await hall.stop()
    assert troupe.errors == []


@pytest.mark.slow
@rows("game, chain, value, opened", GAMES)
def test_the_page_is_followed_from_an_empty_folder(
    game: str, chain: str, value: str, opened: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mia.toml").write_text(written(game, chain, value), "utf-8")
    check, compare, open_table, audit, _ = COMMANDS.replace("chemin-de-fer --minimum 10", opened).splitlines()
    for command in (check, compare.replace("chemin-de-fer", game), open_table, audit):
        found = runner.invoke(app, command.split()[1:], env={"TAPETE_LANG": "en"})
        assert found.exit_code == 0, found.output
        assert command != check or re.search(r"stated by MIA-2027: 1 option\n.*\nsilent, taken from", found.output)
    asyncio.run(play(Path("mia.toml"), Path("sala.db"), game, int(opened.startswith("mini"))))
    assert [runner.invoke(app, [verb, "sala.db"]).exit_code for verb in ("audit", "replay")] == [0, 0]
    options = options_of_book(house_book(Path("mia.toml").read_text("utf-8"), "mia.toml")).values()
    assert all(one.at and one.document for one in options if one.origin is not Origin.PRACTICE)


CHAIN, AT, RATE = 'falls_back = ["asturias-2011"]', 'at = "art. 5", ', "{ num = 3, den = 100 }"
WRONG = [
    ("unknown-head-key", "title =", "titel =", "titel"),
    ("unknown-value-key", "at =", "place =", "bank.cagnotte"),
    *(("option-malformed", RATE, one, "bank.cagnotte.value") for one in ('"mucho"', "{ num = 101, den = 100 }")),
    ("number-unfit", "num = 3", "num = -3", "bank.cagnotte"),
    ("option-malformed", "[bank]", 'pack.decks = { value = 99, practice = "x" }\n[bank]', "pack.decks.value"),
    ("not-plain", RATE, "1979-05-27", "bank.cagnotte"),
    ("wrong-head", CHAIN, 'falls_back = "asturias-2011"', "falls_back"),
    *(("document-taken", "MIA-2027", one, "document") for one in ("MIA 2027", "ast2011-CF", "АST2011-CF", "a" * 41)),
    ("text-unfit", CHAIN, f'{CHAIN}\nin_force = "\\u202e"', "in_force"),
    ("head-lacks", "id =", "# id =", "id"),
    ("wrong-name", '"mia"', '"../mia"', "../mia"),
    ("book-exists", '"mia"', '"asturias-2011"', "asturias-2011"),
    ("unknown-game", '"chemin-de-fer"', '"ferrocarriles"', "ferrocarriles"),
    ("no-place", AT, "", "bank.cagnotte"),
    ("no-origin", ', clauses = ["CF.E2.09"]', "", "bank.cagnotte"),
    ("other-clauses", "CF.E2.09", "CF.B.25", "bank.cagnotte"),
    ("option-unknown", "cagnotte", "cagnote", "bank.cagnote"),
    ("option-unknown", "[bank]", "[banks]", "banks.cagnotte"),
    ("option-unknown", "[bank]", '[lends]\nx = { value = 1, practice = "x" }\n[bank]', "lends.x"),
    ("not-in-chain", CHAIN, "", "asturias-2011"),
    ("no-such-book", CHAIN, 'falls_back = ["nada"]', "nada"),
    ("same-document", CHAIN, 'falls_back = ["mia"]', "mia"),
    ("extends-outside", CHAIN, 'extends = "guia"', "mia"),
    ("post-unknown", "[bank]", 'authority.decide = { value = ["caller"], practice = "x" }\n[bank]', "caller"),
    ("bare-value", "{ value", "5 # {", "bank.cagnotte"),
    ("too-deep", "[bank]", "[bank" + ".x" * 3000 + "]", "mia.toml"),
    ("not-toml", RATE, "3" * 5000, "mia.toml"),
]


@rows("code, old, new, named", WRONG)
def test_what_is_wrong_is_one_sentence_with_file_and_key(
    code: str, old: str, new: str, named: str, tmp_path: Path
) -> None:
    (tmp_path / "mia.toml").write_text(FIRST.replace(old, new), "utf-8")
    said = told("rules", "--compare", "--game", "chemin-de-fer", "--rulebook", tmp_path / "mia.toml")
    assert said.startswith("tapete: mia.toml: ")
    assert named in said
    assert f'"code": "{code}"' in runner.invoke(app, ["rules", "--json", "--check", str(tmp_path / "mia.toml")]).stdout


def test_any_way_to_save_a_text_as_utf_8_is_read_and_nothing_else(tmp_path: Path) -> None:
    file, text = tmp_path / "mia.toml", FIRST.replace("prueba", "año")
    for data in (text.encode(), text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode()):
        file.write_bytes(data)
        assert runner.invoke(app, ["rules", "--check", str(file)]).exit_code == 0
    for data, said in ((text.encode("latin-1"), "not-utf-8"), (b"\xff\xfe", "not-utf-8"), (b"", "head-lacks")):
        file.write_bytes(data)
        assert runner.invoke(app, ["rules", "--check", str(file)]).stdout.startswith(said)
    assert "it is a folder" in told("rules", "--check", tmp_path)
