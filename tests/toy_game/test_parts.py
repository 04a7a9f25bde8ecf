"""Each part of a game that is left out is missed by its check, and by that check first of all."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import StrEnum
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tapete.catalogue import GameEntry, additional_game
from tapete.kernel import ActBody, union_of
from tapete.live import Hall
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.game_screen import GameScreen
from tapete.web.games import has_screen
from tapete.web.staff_access import StaffAccess
from tapete.words import topics
from tests.support import ROOT
from tests.support.playable import PARTS, Case, Evidence
from tests.support.rows import rows
from tests.toy_game.entry import CARTA_ALTA
from tests.toy_game.test_toy_game import HERE as ADDRESS, in_a_hall, opened

HERE = ROOT / "tests" / "toy_game"
FILES = Evidence(HERE / "golden", (HERE / "tables" / "two-coups.toml",), HERE / "absence.csv")


class Mishap(StrEnum):
    TORN_CARD = "torn-card"


class ReportMishap(ActBody, frozen=True, tag="report-mishap"):
    kind: Mishap


class Folder:
    """A copy of the game's data that a test may spoil."""

    def __init__(self, at: Path) -> None:
        self.at = at
        shutil.copytree(HERE / "data", at)

    def without(self, file: str, line: str) -> Traversable:
        """Leave out the lines that begin so; the file must have one."""
        path = self.at / file
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = [one for one in lines if not one.startswith(line)]
        assert len(kept) < len(lines)
        path.write_text("".join(kept), "utf-8")
        return self.at

    def without_folder(self, name: str) -> Traversable:
        shutil.rmtree(self.at / name)
        return self.at


def with_engine(entry: GameEntry, **members: Any) -> GameEntry:
    """Give the engine other members than its class has."""

    def engine(library: Any) -> Any:
        found = entry.engine(library)
        for name, value in members.items():
            setattr(found, name, value)
        return found

    return replace(entry, engine=engine)


def missing(entry: GameEntry, evidence: Evidence = FILES) -> dict[str, list[str]]:
    """Return what every check misses, by part."""
    with additional_game(entry):
        found = {part: list(check(Case(entry, evidence))) for part, check in PARTS.items()}
    return {part: wrong for part, wrong in found.items() if wrong}


def test_the_whole_game_lacks_nothing() -> None:
    assert missing(CARTA_ALTA) == {}


def words(line: str) -> Callable[[Folder], GameEntry]:
    return lambda data: replace(CARTA_ALTA, data=data.without("words/words.toml", line))


LEFT_OUT: dict[str, tuple[str, Callable[[Folder], GameEntry]]] = {
    "words of its acts": ("act.ante-up: es, en, fr", words("ante-up")),
    "words of its events": ("event.high-card-given: es, en, fr", words("high-card-given")),
    "words of its refusals": ("refusal.antes-missing: es, en, fr", words("antes-missing")),
    "words of its phases": ("window.dealing: es, en, fr", words("dealing")),
    "its name": ("game.carta-alta: es, en, fr", words("carta-alta")),
    "words of its roles": (
        "role.guest: es, en, fr",
        lambda _: replace(CARTA_ALTA, posts={**CARTA_ALTA.posts, "guest": CARTA_ALTA.posts[Role.CROUPIER]}),  # type: ignore[dict-item]
    ),
    "letters of its clauses": ("HP.CA.tie", lambda _: replace(CARTA_ALTA, prefixes=("XX",))),
    "Spanish wordings": (
        "HP.CA.tie",
        lambda data: replace(CARTA_ALTA, data=data.without("clauses/es/practice.csv", "HP.CA.tie")),
    ),
    "shape of a table": ("the engine calls itself alta-carta", lambda _: with_engine(CARTA_ALTA, key="alta-carta")),
    "rulebooks": ("no rulebook of carta-alta", lambda data: replace(CARTA_ALTA, data=data.without_folder("rulebooks"))),
    "tables of the demo": ("no table in the demo", lambda _: replace(CARTA_ALTA, demo=())),
    "posts": ("nobody is on duty", lambda _: replace(CARTA_ALTA, posts={})),
    "notation": ("verbs", lambda _: with_engine(CARTA_ALTA, notation={"opening": "open-table"})),
    "bots": ("tests.toy_game.no_bots", lambda _: replace(CARTA_ALTA, bots="tests.toy_game.no_bots")),
    "screen": ("tests.toy_game.no_pages", lambda _: replace(CARTA_ALTA, screen="tests.toy_game.no_pages")),
}
"""What is left out of the game, by the part that misses it, and what it says."""


@rows("part", [*LEFT_OUT])
def test_a_part_that_is_left_out_is_missed(part: str, tmp_path: Path) -> None:
    says, left_out = LEFT_OUT[part]
    entry = left_out(Folder(tmp_path / "data"))
    with additional_game(entry):
        assert says in list(PARTS[part](Case(entry, FILES)))


@rows(
    "part, says",
    {
        "words of its irregularities": "irregularity.torn-card: es, en, fr",
        "opening form": "open-table is no act of the game",
    }.items(),
)
def test_an_act_more_or_less_is_missed(part: str, says: str) -> None:
    with additional_game(CARTA_ALTA):  # its practice is there before its rules are read
        from tests.toy_game.game import HANDLERS, CartaAlta

    others = CartaAlta.act_types | ReportMishap if "irregularities" in part else union_of(HANDLERS)
    entry = with_engine(CARTA_ALTA, act_types=others)
    with additional_game(entry):
        assert list(PARTS[part](Case(entry, FILES))) == [says]


def test_evidence_that_is_short_is_missed(tmp_path: Path) -> None:
    golden, table, absence = tmp_path / "golden", tmp_path / "two-coups.toml", tmp_path / "absence.csv"
    shutil.copytree(HERE / "golden", golden)
    (golden / "acts" / "ante-up.json").unlink()
    table.write_text(re.sub(r"paid (bea|p2)", "paid ana", FILES.tables[0].read_text("utf-8")), "utf-8")
    lines = FILES.absence.read_text("utf-8").splitlines(keepends=True)
    absence.write_text("".join(one for one in lines if ",silent," not in one), "utf-8")
    assert missing(CARTA_ALTA, FILES._replace(golden=golden)) == {"golden files": ["acts/ante-up.json"]}
    (wrong,) = missing(CARTA_ALTA, FILES._replace(tables=(table,)))["recorded tables"]
    assert "two-coups.toml" in wrong
    assert missing(CARTA_ALTA, FILES._replace(tables=())) == {"recorded tables": ["no table of carta-alta"]}
    assert missing(CARTA_ALTA, FILES._replace(absence=absence)) == {"absence matrix": ["leaves, silent, away"]}


@pytest.mark.parametrize(("letters", "says"), [({}, "no letters"), ({"ante-off": "a"}, "ante-off: a")])
def test_letters_of_no_act_are_missed(letters: dict[str, str], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_game import pages

    whole: GameScreen = pages.SCREEN
    monkeypatch.setattr(pages, "SCREEN", replace(whole, letters=letters))
    assert missing(CARTA_ALTA) == {"letter keys": [says]}


def test_every_part_has_a_case_here() -> None:
    beside = {"words of its irregularities", "opening form"}
    beside |= {"golden files", "recorded tables", "absence matrix", "letter keys"}
    assert set(LEFT_OUT) | beside == set(PARTS)


@pytest.fixture(autouse=True)
def words_are_the_houses_again() -> Iterator[None]:
    yield
    assert "ante-up" not in topics()["act"]


def without_pages(screen: str) -> AbstractContextManager[GameEntry]:
    """Put the game into the catalogue with its pages in a module that is not there."""
    return additional_game(msgspec.structs.replace(CARTA_ALTA, screen=screen))


@rows("screen", ["tests.toy_game.no_pages", "tests.no_game.pages", "no_package.pages"])
def test_the_hall_names_its_table_and_links_to_nothing_of_it(screen: str, tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        await opened(hall)
        app: Any = create_app(hall, staff_access=StaffAccess(is_open=True))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ADDRESS) as client:
            found = await client.get("/")
            assert found.status_code == 200
            assert "La mesa «alta» (carta alta) no tiene páginas" in found.text
            assert "/mesa/alta" not in found.text
            for part in ("", "/publico", "/crupier", "/jugador-1"):
                assert (await client.get(f"/mesa/alta{part}")).status_code == 404, part

    with without_pages(screen):
        in_a_hall(tmp_path, scene)


def test_a_fault_in_its_pages_is_not_taken_for_a_game_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with without_pages("broken_game.pages"), pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        has_screen(CARTA_ALTA.key)
