"""Promise (docs/how-to/add-a-game.md): a game is named in its own rooms alone, and a letter means one act."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tapete.catalogue import entries, house_games
from tapete.clauses import GAMES
from tapete.games.bingo.duties import DECIDERS as BINGO
from tapete.kernel import ActBody, declared_types
from tapete.record.codec import members, tag_of
from tapete.web.action_buttons import shortcut
from tapete.web.games import has_screen, screen_of
from tapete.web.games.punto_banco.stage import BOXES, REPEAT
from tapete.web.render import static_folder
from tapete.web.static_files import static_files
from tests.support import ROOT as TREE
from tests.toy_game import game as toy_game

ROOT = TREE / "src" / "tapete"
KINDS = "(baccarat|punto_banco|chemin_de_fer|bingo|dos_panos)"
ROOMS = re.compile(rf"(web/(games|templates)|bots|web/static/stage/games)/{KINDS}(/|\.py|(_desk)?\.(js|css))")
SHELL = ("cli", "web", "live", "bots", "record", "words")
CLAUSE = re.compile(r"(HP\.)?(CF|DP|PB|MPB|BI|BG)(\.[A-Z0-9]+)+(\.[a-z-]+)?")
QUOTED = re.compile(r"""(?<![\w-])(?:["'`](?:do-)?([a-z]+(?:-[a-z]+)*)["'`]|#do-([a-z]+(?:-[a-z]+)*))""")
STYLED = re.compile(r"\.([a-z]+(?:-[a-z]+)*)(?![\w-])")
"""Classes of a style sheet."""
LEFT = {
    "cli/__init__.py": {"bingo", "chemin-de-fer", "dos-panos"},  # verbs that print cards, and that solve a game
    "cli/odds.py": {"bingo"},  # no game at a table: the full card whose odds are told
    "web/api/act_routes.py": {"back"},  # no act: a field of the API, the word by which somebody comes back
    "web/api/schemas.py": {"back"},
    "web/stage/model.py": {"back"},  # no act: what takes chips back from a spot
    "web/render.py": {"say"},  # no act: the function of every template that fills a sentence
}
"""Strings that are written as an act is and mean something else, by file."""


@cache
def act_tags() -> frozenset[str]:
    listed = {kind for game in house_games().values() for kind in members(game.act_types)}
    return frozenset(tag_of(kind) for kind in listed | set(BINGO) | declared_types(toy_game, ActBody))


@cache
def game_names() -> frozenset[str]:
    return frozenset(GAMES) | {name for entry in entries().values() for name in entry.names}


def literals(path: Path) -> Iterator[str]:
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


BY_GAME = {key: screen_of(key).letters for key in entries() if has_screen(key)}


def test_in_one_game_a_letter_means_one_act_and_what_takes_chips_or_a_person_away_has_none() -> None:
    away = ("leave", "withdraw-call", "withdraw-stake", "withdraw-bet", "cash-out", "pass-hand")
    for game, letters in BY_GAME.items():
        owners: dict[str, set[str]] = {}
        for name, key in letters.items():
            # One draws a third card by the same word, whichever hand it goes to.
            owners.setdefault(key, set()).add(name.partition(".")[0] if name.startswith("draw-card") else name)
        assert [(key, names) for key, names in owners.items() if len(names) > 1] == [], game
        assert [act for act in away if shortcut(letters, act, act)] == [], game
        if game == "punto-y-banca":
            assert owners.keys().isdisjoint({*BOXES.values(), REPEAT})


async def test_every_static_file_is_served_with_its_type_and_may_be_kept(house: Any, /) -> None:
    types = {}
    for name in static_files():
        answer = await house.client.get(f"/static/{name}?1234")
        assert answer.content == (static_folder() / name).read_bytes()
        assert answer.headers["cache-control"] == "max-age=86400, public"
        types[name.rpartition(".")[2]] = answer.headers["content-type"].partition(";")[0]
    assert types["css"] == "text/css"
    assert types["js"] in ("text/javascript", "application/javascript")
    assert types["svg"] == "image/svg+xml"
    for name in ("nada.js", "../guard.py", "%2e%2e/guard.py", "vendor"):
        assert (await house.client.get(f"/static/{name}")).status_code == 404, name
