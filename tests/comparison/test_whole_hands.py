"""A shown hand as its file tells it and as it is decided: every line with what came of it, under several rulebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.comparison import (
    ComparedOption,
    End,
    HandFile,
    HandRun,
    NoEnd,
    Shown,
    ShownHand,
    beside,
    compared_options,
    end_of,
    hand_file,
    run_hand,
    under,
)
from tapete.comparison.hands import FOLDERS, Line
from tapete.comparison.options import _shown, ends_under
from tapete.comparison.parting import HandsBeside, StepPair, _before
from tapete.comparison.run import OPEN, Step
from tapete.kernel import HOUSE, Accepted, Act, Refused, Ruled
from tapete.record.notation.text import Action
from tapete.rulebooks import Rulebook, compare, house_library
from tests.support.record.toy import Toy

GAME = "dos-panos"
ENGINE = house_games()[GAME]


def book(name: str) -> Rulebook:
    return house_library().by_id(GAME, name)


def hand(name: str) -> ShownHand:
    found = hand_file(GAME).named(name)
    assert found is not None
    return found


# --- the file ---------------------------------------------------------------------------------------------------------

LAMPS = """
decks = 3
[people]
i = "inspector"
[open]
name = "salon"
minimum = 10
[open.staff]
croupier = "c1"
inspector = "i1"
[before]
first = ["ana sit 1", "ana buy 5"]
second = ["or bea sit 2"]
[hands.long]
shows = ["lamp.colour", "lamp.size"]
before = ["second", "first"]
shoe = "7s  Kh"
open = { minimum = 20, places = 3 }
without = ["inspector"]
actions = ["ana stake 10 punto", "or ana stake 20 punto", "try bea lift"]
[hands.short]
shows = ["lamp.size"]
[no_end]
"lamp.words" = "other-words"
"""


@pytest.fixture
def lamps(tmp_path: Path) -> Any:
    """Lay the hands of another game beside those of the house."""
    (tmp_path / "lamps.toml").write_text(LAMPS, encoding="utf-8")
    with FOLDERS.beside(tmp_path):
        yield


@pytest.mark.usefixtures("lamps")
def test_a_file_is_read_whole() -> None:
    long = ShownHand(
        name="long",
        shows=("lamp.colour", "lamp.size"),
        opening_fields={"name": "salon", "minimum": 20, "staff": {"croupier": "c1"}, "places": 3},
        people={"i": "inspector"},
        decks=3,
        shoe=("7s", "Kh"),
        lines=(
            Line("bea sit 2", Action("bea", "sit", ("2",)), is_or_else=True, is_tried=True, is_before=True),
            Line("ana sit 1", Action("ana", "sit", ("1",)), is_or_else=False, is_tried=True, is_before=True),
            Line("ana buy 5", Action("ana", "buy", ("5",)), is_or_else=False, is_tried=True, is_before=True),
            Line("ana stake 10 punto", Action("ana", "stake", ("10", "punto"))),
            Line("ana stake 20 punto", Action("ana", "stake", ("20", "punto")), is_or_else=True),
            Line("bea lift", Action("bea", "lift"), is_tried=True),
        ),
    )
    staff = {"croupier": "c1", "inspector": "i1"}
    short = ShownHand(
        name="short",
        shows=("lamp.size",),
        opening_fields={"name": "salon", "minimum": 10, "staff": staff},
        people={"i": "inspector"},
        decks=3,
        shoe=(),
        lines=(),
    )
    found = hand_file("lamps")
    assert found == HandFile((long, short), {"lamp.words": NoEnd.OTHER_WORDS})
    assert (found.named("long"), found.named("short"), found.named("lamp.size")) == (long, short, None)
    assert [found.showing(one) for one in ("lamp.size", "lamp.colour", "lamp.words")] == [long, long, None]


@pytest.mark.usefixtures("lamps")
def test_the_hands_of_the_house_stay_where_others_lie_beside_them() -> None:
    assert hand("no-table-chief").name == "no-table-chief"
    assert hand_file("naipes") == HandFile((), {})


@pytest.mark.parametrize("game", ["punto-y-banca", "chemin-de-fer", "dos-panos"])
def test_whatever_brings_a_table_to_a_hand_is_tried_and_comes_first(game: str) -> None:
    for one in hand_file(game).hands:
        before = [line.is_before for line in one.lines]
        assert before == sorted(before, reverse=True), one.name
        assert all(line.is_tried for line in one.lines if line.is_before), one.name


# --- a hand under a rulebook ------------------------------------------------------------------------------------------

Told = tuple[int, str, str, tuple[str, ...]]
"""A line: its number, its text, the code that refused it, what came of it."""


def told(run: HandRun[Any]) -> list[Told]:
    return [(one.at, one.line, getattr(one.outcome, "code", ""), one.results) for one in run.own_steps]


def done(at: int, line: str, *results: str) -> Told:
    return (at, line, "", results)


UNTIL = [
    done(35, "ana lift primero"),
    done(36, "ana say no"),
    done(37, "carla lift segundo"),
    done(38, "carla say no"),
    done(39, "rosa lift banca"),
]
SHOWN = [
    done(42, "c show primero", "turned Jd", "turned 6c"),
    done(43, "c show segundo", "turned 9h", "turned 8d"),
]
REPORT = "c report early-draw banker count=1"
RULE = 'd rule 1 effects=[{"effect":"discard","position":0}]'

RUNS: list[tuple[str, str, list[Told]]] = [
    (
        "banker-has-baccarat",
        "asturias-2011",
        [
            *UNTIL,
            (40, "rosa stand", "banker-must-draw", ()),
            done(41, "rosa draw", "banca-3 9c"),
            *SHOWN,
            done(44, "c show banca", "turned Kd", "turned Qh", "primero 6 banca, segundo 7 banca, banca 9"),
        ],
    ),
    (
        "banker-has-baccarat",
        "guia",
        [
            *UNTIL,
            done(40, "rosa stand"),
            *SHOWN,
            done(44, "c show banca", "turned Kd", "turned Qh", "primero 6 punto, segundo 7 punto, banca 0"),
        ],
    ),
    (
        "early-card",
        "asturias-2011",
        [
            done(27, REPORT, "ruled early-draw", "incident early-draw"),
            done(28, RULE, "ruling discard 0"),
        ],
    ),
    (
        "early-card",
        "guia",
        [
            done(27, REPORT, "ruled early-draw", "incident early-draw"),
            (28, RULE, "early-card-is-played", ()),
            done(29, "i rule 1", "ruling set-aside 0, bar-person rosa pass coup"),
        ],
    ),
    ("no-table-chief", "asturias-2011", [done(-1, OPEN)]),
    ("no-table-chief", "catalogo-51-53", [(-1, OPEN, "missing-staff", ())]),
]


@pytest.mark.parametrize(("name", "rulebook", "lines"), RUNS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_hand_goes_line_by_line_as_its_rulebook_has_it(name: str, rulebook: str, lines: list[Told]) -> None:
    run = run_hand(ENGINE, hand(name), book(rulebook))
    assert told(run) == lines
    assert (run.book, [one.is_refused for one in run.own_steps]) == (book(rulebook), [bool(one[2]) for one in lines])


@pytest.mark.parametrize(
    ("name", "rulebook", "refused", "last", "short"),
    [
        (
            "banker-has-baccarat",
            "asturias-2011",
            (("rosa stand", "banker-must-draw"),),
            ("turned 9h; turned 8d", "turned Kd; turned Qh; primero 6 banca, segundo 7 banca, banca 9"),
            "rosa stand: refused banker-must-draw; turned Kd; turned Qh; primero 6 banca, segundo 7 banca, banca 9",
        ),
        (
            "banker-has-baccarat",
            "guia",
            (),
            ("turned 9h; turned 8d", "turned Kd; turned Qh; primero 6 punto, segundo 7 punto, banca 0"),
            "turned Kd; turned Qh; primero 6 punto, segundo 7 punto, banca 0",
        ),
        ("no-table-chief", "asturias-2011", (), ("open: done",), "open: done"),
        ("no-table-chief", "catalogo-51-53", (("open", "missing-staff"),), (), "open: refused missing-staff"),
        ("early-card", "asturias-2011", (), ("ruled early-draw; incident early-draw", "ruling discard 0"), ""),
    ],
)
def test_a_hand_ends_with_what_was_refused_and_what_came_of_the_rest(
    name: str, rulebook: str, refused: Any, last: tuple[str, ...], short: str
) -> None:
    end = end_of(run_hand(ENGINE, hand(name), book(rulebook)))
    assert (end.refused, end.results[-2:]) == (refused, last)
    assert end.short == (short or last[-1])


def test_a_line_without_a_result_is_said_to_be_done() -> None:
    end = end_of(run_hand(ENGINE, hand("banker-has-baccarat"), book("guia")))
    assert end.results[:6] == tuple(f"{one[1]}: done" for one in [*UNTIL, done(40, "rosa stand")])
    assert len(end.results) == 9
    assert End((), ()).short == ""
    assert End((("a", "x"), ("b", "y")), ("c", "d")).short == "a: refused x; b: refused y; d"


def test_of_what_brings_the_table_to_a_hand_only_what_was_done_is_told() -> None:
    run = run_hand(ENGINE, hand("banker-has-baccarat"), book("guia"))
    before = [one for one in run.steps if one.is_before]
    assert [one.at for one in before] == [-1, *range(15), 16, *range(22, 35)]
    assert (before[0].line, before[0].act.by, before[0].act.body.rulebook) == (OPEN, HOUSE, "guia")
    assert [one for one in before if one.is_refused] == []
    assert (before[-1].line, before[-1].results) == ("c carry", ())
    assert [one.results for one in before if one.line == "rosa deposit 500000"] == [
        ("rosa deposits 500000 cash", "rosa is banker")
    ]
    assert [one for one in run.own_steps if one.is_before] == []
    assert run.steps == (*before, *run.own_steps)


def test_a_step_has_its_clauses_and_a_refused_one_those_that_refuse() -> None:
    run = run_hand(ENGINE, hand("banker-has-baccarat"), book("asturias-2011"))
    by_line = {one.line: one for one in run.own_steps}
    assert by_line["rosa stand"].clauses == ("DP.A.20",)
    assert by_line["ana lift primero"].clauses == ("DP.B.19",)
    assert by_line["rosa draw"].clauses == ("DP.A.01", "DP.A.21")
    assert by_line["rosa stand"].state == by_line["rosa lift banca"].state
    assert by_line["rosa stand"].events == ()
    assert isinstance(by_line["rosa draw"].outcome, Accepted)
    ruled = run_hand(ENGINE, hand("early-card"), book("guia")).own_steps[0]
    assert isinstance(ruled.outcome, Ruled)


def test_people_of_the_hand_act_under_their_pseudonyms() -> None:
    run = run_hand(ENGINE, hand("early-card"), book("guia"))
    assert [one.act.by for one in run.own_steps] == ["croupier", "director", "inspector"]
    assert [one.act.at is not None for one in run.own_steps] == [True, True, True]


def test_the_cards_that_are_not_listed_follow_from_the_packs() -> None:
    listed = hand("banker-has-baccarat")
    short = msgspec.structs.replace(listed, shoe=("Jd", "9h", "Kd", "6c", "8d"))
    assert told(run_hand(ENGINE, short, book("guia")))[-1] == (
        44,
        "c show banca",
        "",
        ("turned Kd", "turned As", "primero 6 punto, segundo 7 punto, banca 1"),
    )


def test_a_hand_without_lines_is_the_opening_alone_and_it_is_its_own() -> None:
    run = run_hand(ENGINE, msgspec.structs.replace(hand("early-card"), lines=()), book("guia"))
    assert (told(run), [one.is_before for one in run.steps]) == ([done(-1, OPEN)], [False])


def test_a_game_without_rulebooks_is_compared_under_none() -> None:
    toy: Any = Toy()
    with pytest.raises(TypeError, match=r"^toy has no rulebooks$"):
        under(toy, book("guia"))
    made: Any = under(ENGINE, msgspec.structs.replace(book("guia"), id="casa"))
    assert (type(made), made.library.by_id(GAME, "casa").id) == (type(ENGINE), "casa")


# --- beside each other ------------------------------------------------------------------------------------------------


def test_two_rulebooks_beside_each_other_have_a_line_for_each_that_was_done_under_one_of_them() -> None:
    books = book("asturias-2011"), book("guia")
    found = beside(ENGINE, hand("banker-has-baccarat"), books)
    assert found.runs == tuple(run_hand(ENGINE, hand("banker-has-baccarat"), one) for one in books)
    assert [(one.at, one.line) for one in found.pairs] == [(one.at, one.line) for one in found.runs[0].own_steps]
    by_line = [{one.at: one for one in run.own_steps} for run in found.runs]
    assert [one.steps for one in found.pairs] == [tuple(of.get(one.at) for of in by_line) for one in found.pairs]
    assert [one.at for one in found.pairs if one.steps[1] is None] == [41]
    assert [one.at for one in found.pairs if one.is_parting] == [40, 41, 44]
    assert found.parting == 5


@pytest.mark.parametrize("turned", [False, True])
def test_each_line_says_where_the_hand_stands_under_each_rulebook(turned: bool) -> None:
    books = (book("guia"), book("asturias-2011")) if turned else (book("asturias-2011"), book("guia"))
    found = beside(ENGINE, hand("banker-has-baccarat"), books)
    for side, run in enumerate(found.runs):
        last, own = next(one.state for one in reversed(run.steps) if one.is_before), iter(run.own_steps)
        expected = []
        for pair in found.pairs:
            last = next(own).state if pair.steps[side] is not None else last
            expected.append(last)
        assert [pair.states[side] for pair in found.pairs] == expected
        assert next(own, None) is None
    assert found.pairs[0].states[0] != found.pairs[0].states[1]


def test_where_the_table_does_not_open_the_opening_is_the_only_line() -> None:
    found = beside(ENGINE, hand("no-table-chief"), (book("catalogo-51-53"), book("asturias-2011")))
    assert [(one.at, one.line, one.is_parting) for one in found.pairs] == [(-1, OPEN, True)]
    assert found.pairs[0].states == (ENGINE.blank(), found.runs[1].steps[0].state)
    assert found.parting == 0


def step(outcome: Any, *results: str, state: int = 0) -> Step[int]:
    return Step(0, "ana sit 1", Act(HOUSE, None), outcome, results, (), (), state)


YES, NO, OTHER = Accepted(()), Refused("full"), Refused("taken")


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        (step(YES), step(YES), False),
        (step(YES, state=1), step(YES, state=2), False),
        (step(YES, "a"), step(YES, "a"), False),
        (step(YES, "a"), step(YES, "b"), True),
        (step(YES, "a"), step(YES, "a", "b"), True),
        (step(YES), step(NO), True),
        (step(YES, "full"), step(NO), True),
        (step(NO), step(NO), False),
        (step(NO, "a"), step(NO, "b"), False),
        (step(NO), step(OTHER), True),
        (step(YES), None, True),
        (step(NO), None, True),
        (None, step(YES), True),
    ],
)
def test_a_line_parts_where_it_is_answered_otherwise(one: Any, other: Any, parts: bool) -> None:
    assert StepPair(0, "ana sit 1", (one, other), (0, 0)).is_parting is parts


def test_hands_part_at_their_first_line_that_is_answered_otherwise_or_never() -> None:
    def pair(at: int, parts: bool) -> StepPair[int]:
        return StepPair(at, "x", (step(YES), step(NO if parts else YES)), (0, 0))

    runs: Any = (None, None)
    assert HandsBeside(runs, tuple(pair(at, at in (2, 4)) for at in range(5))).parting == 2
    assert HandsBeside(runs, (pair(7, True),)).parting == 0
    assert HandsBeside(runs, (pair(7, False), pair(8, False))).parting is None
    assert HandsBeside(runs, ()).parting is None


# --- options ----------------------------------------------------------------------------------------------------------

SAME = End((("a", "x"),), ("done",))


@pytest.mark.parametrize(
    ("ends", "is_shown"),
    [
        ({}, False),
        ({"one": SAME}, False),
        ({"one": SAME, "two": End((("a", "x"),), ("done",))}, False),
        ({"one": SAME, "two": End((("a", "y"),), ("done",))}, True),
        ({"one": SAME, "two": End((), ("done",))}, True),
        ({"one": SAME, "two": End((("a", "x"),), ("gone",))}, True),
        ({"one": SAME, "two": SAME, "three": End((("a", "x"),), ("gone", "done"))}, True),
    ],
)
def test_a_hand_shows_an_option_where_two_of_its_ends_differ(ends: dict[str, End], is_shown: bool) -> None:
    shown = Shown("early-card", {name: end.short for name, end in ends.items()})
    assert _shown(hand("early-card"), ends) == (shown if is_shown else None)


def test_the_ends_of_a_hand_are_told_by_rulebook() -> None:
    books = (book("guia"), book("asturias-2011"))
    assert ends_under(ENGINE, hand("early-card"), books) == {
        one.id: end_of(run_hand(ENGINE, hand("early-card"), one)) for one in books
    }


def test_options_stand_beside_each_other_with_their_hand_or_why_there_is_none() -> None:
    books = (book("asturias-2011"), book("guia"))
    found = compared_options(GAME, ENGINE, iter(books))
    assert (found.game, found.rulebooks) == (GAME, ("asturias-2011", "guia"))
    rows = {one.option: one for one in found.options}
    assert list(rows) == list(compare(books))
    values = compare(books)
    shown = Shown(
        "banker-has-baccarat",
        {name: end.short for name, end in ends_under(ENGINE, hand("banker-has-baccarat"), books).items()},
    )
    assert rows["banker.draws_on"] == ComparedOption(
        "banker.draws_on", dict(values["banker.draws_on"]), differs=True, shown_by=shown
    )
    assert rows["staff.least"] == ComparedOption("staff.least", dict(values["staff.least"]), differs=False)
    assert rows["award.bidders"].reason in (None, NoEnd.OTHER_WORDS)
    for one in found.options:
        assert (one.reason is None) is (not one.differs or one.shown_by is not None), one.option


def test_without_a_game_no_hand_is_shown_and_a_difference_without_a_reason_is_not_recorded() -> None:
    books = (book("asturias-2011"), book("guia"))
    known = compared_options(GAME, ENGINE, books)
    found = {one.option: one for one in compared_options(GAME, None, books).options}
    assert {one.shown_by for one in found.values()} == {None}
    for one in known.options:
        bare = found[one.option]
        assert (bare.values, bare.differs) == (one.values, one.differs)
        told_why = hand_file(GAME).no_end.get(one.option, NoEnd.NOT_RECORDED)
        assert bare.reason == (told_why if one.differs else None)
    assert NoEnd.NOT_RECORDED in {one.reason for one in found.values()}


def test_a_table_that_does_not_open_is_dealt_no_hand() -> None:
    lines = hand("auction-before-the-shoe").lines
    shut = msgspec.structs.replace(hand("no-table-chief"), lines=lines)
    run = run_hand(ENGINE, shut, book("catalogo-51-53"))
    assert (told(run), [one.is_before for one in run.steps]) == ([(-1, OPEN, "missing-staff", ())], [False])
    assert len(run_hand(ENGINE, shut, book("asturias-2011")).steps) > 1


def test_a_hand_begins_where_what_brings_the_table_to_it_ends() -> None:
    before = [msgspec.structs.replace(step(YES, state=at), is_before=True) for at in (1, 2)]
    own = [step(YES, state=at) for at in (3, 4)]
    for steps, state in (((*before, *own), 2), ((*own, before[0]), 1), (tuple(before), 2), (tuple(own), 3)):
        assert _before(HandRun(book("guia"), steps)) == state
