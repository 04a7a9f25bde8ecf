"""Each part of a game that is left out is missed by its check; a hall does without the pages of a game."""

import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import GameEntry, additional_game
from tapete.kernel import ActBody, union_of
from tapete.live import Hall
from tapete.table.staff import Role
from tapete.web.games import has_screen
from tapete.words import topics
from tests.support import ROOT
from tests.support.playable import PARTS, Case, Evidence
from tests.support.rows import rows
from tests.toy_game.game import CARTA_ALTA
from tests.toy_game.test_toy_game import client, in_a_hall, opened

HERE = ROOT / "tests" / "toy_game"
FILES = Evidence(HERE / "golden.jsonl", (HERE / "tables" / "two-coups.toml",), HERE / "absence.csv")
NOTHING = Evidence(HERE / "none", (), HERE / "none.csv")
Change = Callable[[Path], GameEntry | Evidence]


class Mishap(StrEnum):
    TORN_CARD = "torn-card"


class ReportMishap(ActBody, frozen=True, tag="report-mishap"):
    kind: Mishap


def without(line: str, file: str = "words/words.toml") -> Change:
    """Leave out of a file of the game's data the lines that begin so."""

    def left_out(at: Path) -> GameEntry:
        text = (shutil.copytree(HERE / "data", at / "data") / file).read_text("utf-8")
        kept = [one for one in text.splitlines(keepends=True) if not one.startswith(line)]
        (at / "data" / file).write_text("".join(kept), "utf-8")
        return replace(CARTA_ALTA, data=at / "data")

    return left_out


def with_practice(at: Path) -> GameEntry:
    """Give the game a point of practice, in English alone, and no letters for it."""
    shutil.copytree(HERE / "data", at / "data")
    (at / "data" / "clauses").mkdir()
    lines = "id,game,rule,reason\nHP.CA.tie,carta-alta,Equal cards give each the stake back.,Nobody is higher.\n"
    (at / "data" / "clauses" / "practice.csv").write_text(lines, "utf-8")
    return replace(CARTA_ALTA, data=at / "data")


def fields(**changed: Any) -> Change:
    return lambda _: replace(CARTA_ALTA, **changed)


def engine(**members: Callable[[Any], Any]) -> Change:
    """Give the engine other members than its class has."""

    def made(library: Any) -> Any:
        found = CARTA_ALTA.engine(library)
        found.__dict__.update({name: of(found) for name, of in members.items()})
        return found

    return fields(engine=made)


LEFT_OUT: dict[str, tuple[str, Change]] = {
    "words of its acts": ("act.ante-up: es, en, fr", without("ante-up")),
    "words of its events": ("event.high-card-given: es, en, fr", without("high-card-given")),
    "words of its refusals": ("refusal.antes-missing: es, en, fr", without("antes-missing")),
    "words of its phases": ("window.antes: es, en, fr", without("antes =")),
    "its name": ("game.carta-alta: es, en, fr", without("carta-alta")),
    "words of its roles": ("role.guest: es", fields(posts={"guest": CARTA_ALTA.posts[Role.CROUPIER]})),
    "words of its irregularities": (
        "irregularity.torn-card: es, en, fr",
        engine(act_types=lambda game: game.act_types | ReportMishap),
    ),
    "letters of its clauses": ("HP.CA.tie", with_practice),
    "Spanish wordings": ("HP.CA.tie", with_practice),
    "rulebooks": ("no rulebook of carta-alta", engine(library=lambda game: replace(game.library, books=()))),
    "shape of a table": ("the engine calls itself alta-carta", engine(key=lambda _: "alta-carta")),
    "opening form": ("open-table is no act", engine(act_types=lambda game: union_of(game.act_types.__args__[1:]))),
    "tables of the demo": ("no table in the demo", fields(demo=())),
    "posts": ("nobody is on duty", fields(posts={})),
    "notation": ("verbs", engine(notation=lambda _: {"opening": "open-table"})),
    "golden files": ("acts/ante-up.json", lambda _: NOTHING),
    "recorded tables": ("no table of carta-alta", lambda _: NOTHING),
    "absence matrix": ("no none.csv", lambda _: NOTHING),
    "bots": ("tests.toy_game.no_bots", fields(bots="tests.toy_game.no_bots")),
    "screen": ("tests.toy_game.no_pages", fields(screen="tests.toy_game.no_pages")),
    "letter keys": ("no letters", fields(screen="tests.toy_game.no_pages")),
}
"""What is left out of the game, by the part that misses it, and how what it says begins."""


@rows("part", list(PARTS))
def test_a_part_that_is_left_out_is_missed_and_the_whole_game_lacks_nothing(part: str, tmp_path: Path) -> None:
    says, left_out = LEFT_OUT[part]
    for changed, expected in ((CARTA_ALTA, ""), (left_out(tmp_path), says)):
        case = Case(CARTA_ALTA, changed) if isinstance(changed, Evidence) else Case(changed, FILES)
        with additional_game(case.entry):
            missing = list(PARTS[part](case))
        assert any(one.startswith(expected) for one in missing) if expected else missing == []
    assert "ante-up" not in topics()["act"], "its words are gone with it"


def test_a_hall_names_its_table_without_pages_and_a_fault_in_them_is_none_of_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hall: Hall) -> None:
        await opened(hall)
        async with client(hall) as http:
            page = (await http.get("/")).text
            assert ("La mesa «alta» (carta alta) no tiene páginas" in page, "/mesa/alta" in page) == (True, False)
            for part in ("", "/publico", "/crupier", "/jugador-1"):
                assert (await http.get(f"/mesa/alta{part}")).status_code == 404, part

    with additional_game(replace(CARTA_ALTA, screen="no_package.pages")):
        in_a_hall(tmp_path, scene)
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    broken = additional_game(replace(CARTA_ALTA, screen="broken_game.pages"))
    with broken, pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        has_screen(CARTA_ALTA.key)
