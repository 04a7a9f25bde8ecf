"""Names and docstrings of the package say what comes back; names of people that look alike have one skeleton."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from tapete.spelling import is_blank, skeleton

SOURCE = Path(str(files("tapete")))
Function = ast.FunctionDef | ast.AsyncFunctionDef
COMBINATOR = "clauses: first_fault"
"""Returns the first fault of several checks and makes none itself."""
ACTIONS = {
    "record: KeptWitness.try_hold": "takes a lock, and returns False where another has it",
    "live: Countdown.extend": "gives more time, and returns True if a clock was running",
    "people: Players.erase": "forgets a person, and returns True if there was one",
    "people: MemoryPlayers.erase": "forgets a person, and returns True if there was one",
    "people: StoredPlayers.erase": "forgets a person, and returns True if there was one",
    "people: Players.rename": "changes a name, and returns True if it can be shown",
    "web: Server.on_tick": "overrides a method of the server",
    "chance: TableCard.face_up": "a field of every card, as the record writes it",
    "table: Incident.open_to_judgement": "a field of every incident, as the record writes it",
}
"""Functions that return a bool under another name, each with its reason."""
VAGUE = re.compile(r"(Say|Says|Tell|Tells|Find|Finds|Whether|Return whether)\b")
PARTICIPLES = frozenset(
    {
        *("added", "accepted", "asked", "awaited", "barred", "bound", "called", "checked", "chosen", "classed"),
        *("closed", "committed", "counted", "covered", "cut_off", "decided", "declared", "deemed", "differing"),
        *("done", "drawn", "due", "exposed", "fixed", "folded", "found", "given", "joined", "kept", "keyed"),
        *("known", "left", "lifted", "listed", "mixed", "moved", "named", "nobody", "opened", "paid", "prevailing"),
        *("proposed", "ranked", "read_out", "refused", "rekeyed", "ruled", "said", "seen", "settled", "shown"),
        *("shuffled", "signed", "sold", "somebody", "spoken", "stated", "taken", "told", "typed", "voided", "what"),
        *("which", "whose", "widened", "won", "written"),
    }
)
"""Participles and pronouns that alone name nothing."""
FIELD_PARTICIPLES = PARTICIPLES | frozenset(
    {
        *("admitted", "agreed", "advised", "announced", "awarded", "back", "begun", "booked", "bought", "brought"),
        *("cited", "closing", "corrected", "decided", "declined", "demanded", "disputed", "ended", "excluded"),
        *("explained", "here", "killed", "leaving", "lost", "mine", "missing", "nothing", "offered", "others"),
        *("out", "owed", "own", "parked", "passed", "past", "played", "pledged", "proved", "reminded", "resumed"),
        *("sealed", "seated", "skipped", "staked", "tested", "tied", "torn", "turned", "unattended", "unjudged"),
        *("unopened", "unreadable", "unsaluted", "waiting", "wanted", "warned"),
    }
)
"""Participles and pronouns that name no field: that is a noun, or a question if it is a bool."""
ACT_FIELDS = {
    "games/baccarat: CorrectPayment.paid": "a field of an act, as a program writes it",
    "games/chemin_de_fer: NoteAct.what": "a field of an act, as a program writes it",
    "games/dos_panos: NoteAct.what": "a field of an act, as a program writes it",
    "games/punto_banco: CountPack.found": "a field of an act, as a program writes it",
    "games/banked: CheckCards.found": "a field of an act, as a program writes it",
    "games/banked: CardsChecked.found": "the number that the act of the same name has",
    "web: HallStatus.parked": "an answer of the API, as programs read it",
    "web: HallStatus.unattended": "an answer of the API, as programs read it",
    "web: TableView.unattended": "an answer of the API, as programs read it",
    "web: SessionOut.back": "an answer of the API, as programs read it",
    "web: PlayerOut.back": "an answer of the API, as programs read it",
    "web: PostedAct.what": "a request of the API, as programs write it",
    "rulebooks: Head.lost": "a key of a rulebook's file",
}
"""Fields that keep such a name, each with its reason."""
WIRE_QUESTIONS = {
    "web: HallStatus.ok": "an answer of the API, as programs read it",
    "web: OfferOut.main": "an answer of the API, as programs read it",
    "web: ActOutcome.repeated": "an answer of the API, as programs read it",
    "web: RulebookOut.applies": "an answer of the API, as programs read it",
    "rulebooks: Head.stand_in": "a key of a rulebook's file",
}
"""Fields of a bool that are no questions, each with its reason."""
ROOMS = ("kernel/", "table/", "games/", "clauses/", "rulebooks/", "house/", "live/", "people/", "record/", "web/")
"""Where no field is a participle or a pronoun."""
ASKING_ROOMS = tuple(room for room in ROOMS if room not in ("kernel/", "table/", "games/"))
"""Where a field of a bool reads as a question; in the others its name is that of the act or event that carries it."""


class Public(NamedTuple):
    place: str
    node: Function


@cache
def trees() -> dict[str, ast.Module]:
    """Return the source by file, parsed once and not before a test asks for it."""
    paths = sorted(SOURCE.rglob("*.py"))
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def room(name: str) -> str:
    """Return the package that a file lies in."""
    first, *parts = name.removesuffix(".py").split("/")
    return f"{first}/{parts[0]}" if first == "games" and parts else first


def functions() -> Iterator[Public]:
    for name, tree in trees().items():
        for node in tree.body:
            if isinstance(node, Function):
                yield Public(f"{room(name)}: {node.name}", node)
            elif isinstance(node, ast.ClassDef):
                own = [one for one in node.body if isinstance(one, Function)]
                yield from (Public(f"{room(name)}: {node.name}.{one.name}", one) for one in own)


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


def test_no_function_or_module_is_called_by_a_participle_alone() -> None:
    named = {one.place: one.node.name for one in public_functions() if "." not in one.place.rsplit(":", 1)[1]}
    named |= {name: Path(name).stem for name in trees()}
    assert {place for place, name in named.items() if name in PARTICIPLES} == set()


def fields(rooms: tuple[str, ...]) -> Iterator[tuple[str, ast.AnnAssign, str]]:
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if not name.startswith(rooms) or not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            for one in node.body:
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                    yield f"{room(name)}: {node.name}.{one.target.id}", one, one.target.id


def test_no_field_is_a_participle_or_a_pronoun_alone() -> None:
    found = {place: name for place, _, name in fields(ROOMS)}
    assert len(found) > 1500
    assert {place for place, name in found.items() if name in FIELD_PARTICIPLES} == set(ACT_FIELDS)


def test_a_field_of_a_bool_reads_as_a_question() -> None:
    found = {place: name for place, one, name in fields(ASKING_ROOMS) if "bool" in ast.unparse(one.annotation).split()}
    assert len(found) > 60
    others = {place for place, name in found.items() if not name.startswith(("is_", "has_", "may_", "can_"))}
    assert others == set(WIRE_QUESTIONS)


def test_names_that_look_alike_have_one_skeleton() -> None:
    for other in (
        "Аnа Luz Реñа",  # Cyrillic А, а, Р, е
        "Αna Luz Ρeña",  # Greek Alpha, Rho
        "Ａｎａ　Ｌｕｚ　Ｐｅｎａ",  # full width
        "A\u200bna\u2060 Luz\ufeff Pe\u034fña",  # nothing that is seen
        "Ana Lu\u0336z Pena",
        "\U0001d400na Luz Peña",
        "ᴀna-luz.peña",
        "Ana 1uz Peña",
        "Ⲁⲛⲁ Luz Peñⲁ",  # Coptic
    ):
        assert skeleton(other) == skeleton("Ana Luz Peña"), other


def test_names_that_nobody_confuses_have_two() -> None:
    for one, other in (("Ana", "Eva"), ("José", "Josefa"), ("山田", "山本"), ("Пётр", "Павел")):
        assert skeleton(one) != skeleton(other), one


def test_a_name_that_shows_nothing_is_blank() -> None:
    for name in ("", " ", "\u3164", "\u2800\u2800", "\uffa0", "\u115f", "\u0301", "\u0e31", "\ufe0f", "…"):
        assert is_blank(name), name
