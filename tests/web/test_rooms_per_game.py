"""Outside a game's own rooms and the catalogue nothing above the games names a game, its acts or its clauses.

Act tags are looked for wherever a string is exactly one of them: in modules as a literal that is no docstring, in
templates and scripts between quotes, or behind ``do-`` as in the id of a form. A comment, and a class of the style
sheet that happens to be the same English word (``away``, ``back``), name no act: nothing is decided by them.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tapete
from tapete.catalogue import entries, house_games
from tapete.clauses import GAMES
from tapete.games.bingo.game import HANDLERS as BINGO
from tapete.kernel import ActBody, declared_types
from tapete.record.codec import members, tag_of
from tests.toy_game import acts as toy_acts

ROOT = Path(tapete.__file__).parent
ROOMS = re.compile(r"(web/(games|templates)|bots)/(baccarat|punto_banco|chemin_de_fer|bingo|dos_panos)/")
SHELL = ("cli", "web", "live", "bots", "record", "words")
CLAUSE = re.compile(r"(HP\.)?(CF|DP|PB|MPB|BI|BG)(\.[A-Z0-9]+)+(\.[a-z-]+)?")
QUOTED = re.compile(r"""(?<![\w-])(?:["'`](?:do-)?([a-z]+(?:-[a-z]+)*)["'`]|#do-([a-z]+(?:-[a-z]+)*))""")
STYLED = re.compile(r"\.([a-z]+(?:-[a-z]+)*)(?![\w-])")
"""Classes of a style sheet."""

LEFT = {
    # No game at a table: the verb that makes and prints its cards.
    "cli/__init__.py": {"bingo"},
    # No act: a field of the API, the word by which somebody comes back.
    "web/api/act_routes.py": {"back"},
    "web/api/schemas.py": {"back"},
    # No act: the function of every template that fills a sentence.
    "web/render.py": {"say"},
}
"""Strings that are written as an act is and mean something else, by file."""


@cache
def act_tags() -> frozenset[str]:
    """Return the tags of all acts of all games."""
    listed = {kind for game in house_games().values() for kind in members(game.act_types)}
    return frozenset(tag_of(kind) for kind in listed | set(BINGO) | declared_types(toy_acts, ActBody))


@cache
def game_names() -> frozenset[str]:
    """Return the names under which games and their variants are opened."""
    return frozenset(GAMES) | {name for entry in entries().values() for name in entry.names}


def literals(path: Path) -> Iterator[str]:
    """Yield the strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    texts = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value


def named_in(path: Path) -> Iterator[str]:
    """Yield the keys, tags and ids of games that stand in a file of the shell."""
    if path.suffix == ".py":
        strings = list(literals(path))
    else:
        strings = [one or other for one, other in QUOTED.findall(path.read_text("utf-8"))]
    if path.suffix == ".css":
        yield from game_names() & set(STYLED.findall(path.read_text("utf-8")))
    yield from (one for one in strings if one in GAMES or one in act_tags() or CLAUSE.fullmatch(one))


def shared_files() -> Iterator[Path]:
    """Yield the modules, templates, scripts and styles of the shell that belong to no game."""
    for room in SHELL:
        for path in sorted((ROOT / room).rglob("*")):
            own = ROOMS.match(path.relative_to(ROOT).as_posix())
            if path.suffix in (".py", ".html", ".js", ".css") and "vendor" not in path.parts and not own:
                yield path


def test_a_game_is_named_in_its_own_rooms_alone() -> None:
    found = {path.relative_to(ROOT).as_posix(): names for path in shared_files() if (names := set(named_in(path)))}
    assert found == LEFT


def test_no_shared_page_names_an_event_of_a_game() -> None:
    """What a table has without any game (people, chips, posts) may be named; what a game makes of it may not."""
    of_games = {
        tag_of(kind).partition("@")[0]
        for game in house_games().values()
        for kind in members(game.event_types)
        if kind.__module__.startswith("tapete.games.")
    }
    assert {"window-opened", "card-dealt", "garage-formed"} <= of_games
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in shared_files()
        if path.suffix == ".py" and path.is_relative_to(ROOT / "web") and (names := of_games & set(literals(path)))
    }
    assert found == {}


def test_no_shared_page_imports_the_pages_of_a_game() -> None:
    rooms = {path.name for path in (ROOT / "web/games").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {"baccarat", "punto_banco", "chemin_de_fer"} <= rooms
    found = {
        path.relative_to(ROOT).as_posix()
        for path in shared_files()
        if path.suffix == ".py"
        and re.search(rf"tapete\.web\.games(\.| import .*)({'|'.join(rooms)})\b", path.read_text("utf-8"))
    }
    assert found == set()


def test_the_reader_finds_what_a_room_of_a_game_names() -> None:
    named = set(named_in(ROOT / "web/games/chemin_de_fer/shortcuts.py"))
    assert {"call-banco", "carry-cards"} <= named
    assert "CF.B.30" in set(named_in(ROOT / "web/games/chemin_de_fer/notices.py"))


@pytest.mark.parametrize(
    "text",
    [
        '{% if action.tag == "leave" %}',
        "action.tag == 'pick-up'",
        "#do-note-act .for-amount { }",
        'open("do-call-banco")',
    ],
)
def test_the_reader_finds_acts_in_templates_scripts_and_styles(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(text)
    assert len(list(named_in(page))) == 1


def test_the_reader_finds_games_in_styles(tmp_path: Path) -> None:
    sheet = tmp_path / "page.css"
    sheet.write_text(".felt.mini .spot { } .minimum, .away, .chemin-de-fer-2 { } .public.chemin-de-fer { }")
    assert set(named_in(sheet)) == {"mini", "chemin-de-fer"}


def test_the_tags_are_those_of_every_game() -> None:
    named = {"place-bet", "call-banco", "announce-ball", "ante-up", "time-up", "adopt-rulebook", "correct-card"}
    assert named <= act_tags()
