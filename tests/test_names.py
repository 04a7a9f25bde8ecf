"""Names and docstrings of the package: what a public function is called says what comes back from it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(str(files("tapete")))

Function = ast.FunctionDef | ast.AsyncFunctionDef

COMBINATOR = "clauses/cite.py:first_fault"
"""Returns the first fault of several checks and makes none itself."""

ACTIONS = {
    "live/countdown.py:Countdown.extend": "gives more time, and returns True if a clock was running",
    "people/players.py:Players.erase": "forgets a person, and returns True if there was one",
    "people/player_store.py:PlayerStore.erase": "forgets a person, and returns True if there was one",
    "people/player_store.py:MemoryPlayers.erase": "forgets a person, and returns True if there was one",
    "people/stored_players.py:StoredPlayers.erase": "forgets a person, and returns True if there was one",
    "people/players.py:Players.rename": "changes a name, and returns True if it can be shown",
    "web/server.py:Server.on_tick": "overrides a method of the server",
    "chance/protocols.py:TableCard.face_up": "a field of every card, as the record writes it",
    "table/incidents.py:Incident.open_to_judgement": "a field of every incident, as the record writes it",
}
"""Functions that return a bool under another name, each with its reason."""

VAGUE = re.compile(r"(Say|Says|Tell|Tells|Find|Finds|Whether|Return whether)\b")
PARTICIPLES = frozenset(
    [
        "added",
        "accepted",
        "asked",
        "awaited",
        "barred",
        "bound",
        "called",
        "checked",
        "chosen",
        "classed",
        "closed",
        "committed",
        "counted",
        "covered",
        "cut_off",
        "decided",
        "declared",
        "deemed",
        "differing",
        "done",
        "drawn",
        "due",
        "exposed",
        "fixed",
        "folded",
        "found",
        "given",
        "joined",
        "kept",
        "keyed",
        "known",
        "left",
        "lifted",
        "listed",
        "mixed",
        "moved",
        "named",
        "nobody",
        "opened",
        "paid",
        "prevailing",
        "proposed",
        "ranked",
        "read_out",
        "refused",
        "rekeyed",
        "ruled",
        "said",
        "seen",
        "settled",
        "shown",
        "shuffled",
        "signed",
        "sold",
        "somebody",
        "spoken",
        "stated",
        "taken",
        "told",
        "typed",
        "voided",
        "what",
        "which",
        "whose",
        "widened",
        "won",
        "written",
    ]
)
"""Participles and pronouns that alone name nothing."""

FIELD_PARTICIPLES = PARTICIPLES | frozenset(
    [
        "admitted",
        "advised",
        "announced",
        "awarded",
        "booked",
        "corrected",
        "decided",
        "declined",
        "demanded",
        "disputed",
        "ended",
        "excluded",
        "leaving",
        "lost",
        "missing",
        "offered",
        "out",
        "owed",
        "passed",
        "played",
        "pledged",
        "reminded",
        "resumed",
        "seated",
        "staked",
        "tied",
        "turned",
        "unsaluted",
        "waiting",
        "wanted",
        "warned",
    ]
)
"""Participles that name no field of a state, an event or a view: that is a noun, or a question if it is a bool."""

ACT_FIELDS = {
    "games/baccarat/corrections.py:CorrectPayment.paid": "a field of an act, as a program writes it",
    "games/chemin_de_fer/acts/table.py:NoteAct.what": "a field of an act, as a program writes it",
    "games/punto_banco/acts.py:CountPack.found": "a field of an act, as a program writes it",
    "games/banked/shoe.py:CheckCards.found": "a field of an act, as a program writes it",
    "games/banked/shoe.py:CardsChecked.found": "the number that the act of the same name has",
}


class Public(NamedTuple):
    """A public function of the package and where it stands."""

    place: str
    node: Function


@cache
def trees() -> dict[str, ast.Module]:
    """Return the source by file, parsed once and not before a test asks for it."""
    return {
        path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))
    }


def functions() -> Iterator[Public]:
    for name, tree in trees().items():
        for node in tree.body:
            if isinstance(node, Function):
                yield Public(f"{name}:{node.name}", node)
            elif isinstance(node, ast.ClassDef):
                yield from (
                    Public(f"{name}:{node.name}.{one.name}", one) for one in node.body if isinstance(one, Function)
                )


def public_functions() -> list[Public]:
    return [one for one in functions() if not one.node.name.startswith("_")]


def answers(kind: str) -> list[Public]:
    return [one for one in public_functions() if one.node.returns is not None and ast.unparse(one.node.returns) == kind]


def test_a_check_is_named_for_what_it_requires() -> None:
    checks = answers("Fault | None")
    assert len(checks) > 100
    others = [one.place for one in checks if not one.node.name.startswith("require_")]
    assert others == [COMBINATOR]


def test_a_question_is_named_so_that_it_reads_as_one() -> None:
    questions = answers("bool")
    assert len(questions) > 100
    others = {one.place for one in questions if not one.node.name.startswith(("is_", "has_", "may_", "can_"))}
    assert others == set(ACTIONS)


def test_a_docstring_says_what_comes_back_in_plain_words() -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        f"{name}: {text}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, documented) and (text := ast.get_docstring(node)) and VAGUE.match(text)
    ]
    assert found == []


@pytest.mark.parametrize("vague", ["Say why", "Whether it is open", "Return whether it is open", "Tell him"])
def test_what_is_vague_is_found(vague: str) -> None:
    assert VAGUE.match(vague)


def test_no_function_or_module_is_called_by_a_participle_alone() -> None:
    named = {one.place: one.node.name for one in public_functions() if "." not in one.place.rsplit(":", 1)[1]}
    named |= {name: Path(name).stem for name in trees()}
    assert {place for place, name in named.items() if name in PARTICIPLES} == set()


def test_no_field_of_a_state_an_event_or_a_view_is_a_participle_alone() -> None:
    fields = {
        f"{name}:{node.name}.{one.target.id}": one.target.id
        for name, tree in trees().items()
        if name.startswith(("kernel/", "table/", "games/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    assert len(fields) > 700
    assert {place for place, name in fields.items() if name in FIELD_PARTICIPLES} == set(ACT_FIELDS)
