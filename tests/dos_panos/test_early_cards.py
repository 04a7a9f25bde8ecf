"""Cards drawn too early or out of order, section DP.C1: they are played, or the director sets them aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToTable,
    Discard,
    Effect,
    NoteOnly,
    Party,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE
from tapete.games.banked.rulings import card_places
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.reports import reportable
from tapete.games.dos_panos.terms import Accident, Hand
from tapete.kernel import PersonId, Refused
from tapete.play import Play
from tapete.table.staff import Role
from tests.support.dos_panos.observed import Observed, betting, first_cards, table
from tests.support.dos_panos.table import BANKER

SHOE = first_cards("2s 5s", "2h 5h", "2c 5c") + " 3s 4s 6s"

BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "guia")

POSTS = ("croupier", "inspector", "director")

HANDS = tuple(map(str, Hand))

OWN = frozenset({Accident.STUCK, Accident.EXPOSED_IN_SHOE})
"""Accidents by whose own remedy a card that was drawn too early is out of play."""


def early(made: Observed, count: int = 2) -> Observed:
    return made.report(Accident.EARLY_DRAW, Party.BANKER, count=count)


def between(book: str) -> Observed:
    return early(table(SHOE, book=book)).ruled("croupier")


def bets(book: str) -> Observed:
    return early(betting(SHOE, book=book)).ruled("croupier")


def next_coup(book: str) -> Observed:
    """The betting of a coup that opened after the cards were drawn."""
    made = between(book).bets()
    made.staked(ana=100_00, carla=100_00)
    return made


def unruled(book: str) -> Observed:
    return early(betting(SHOE, book=book))


def undealt(book: str) -> Observed:
    made = bets(book)
    made.closed()
    return made


def one_dealt(book: str) -> Observed:
    made = undealt(book)
    made.dealt("1")
    return made


def one_in_the_wrong_hand(book: str) -> Observed:
    made = undealt(book)
    made.do(BANKER, a.DealCard(Hand.BANCA))
    return made


SCENES: dict[str, Callable[[str], Observed]] = {
    scene.__name__: scene for scene in (between, bets, next_coup, unruled, undealt, one_dealt, one_in_the_wrong_hand)
}


@cache
def scene(name: str, book: str) -> Observed:
    return SCENES[name](book)


def drawn(name: str) -> tuple[int, ...]:
    """Return the early cards that are still to be played."""
    return (1,) if name == "one_dealt" else (0, 1)


def reports(made: Observed) -> Iterator[a.Report]:
    """Return what can be reported, of each early card where a card is named."""
    for one in reportable(made.state, PersonId("croupier")):
        if one.example.accident is Accident.EARLY_DRAW:
            continue
        for position in (None, *one.positions):
            what = a.Report(
                one.example.accident,
                one.example.fault_of,
                position,
                one.example.hand,
                one.example.count,
                one.example.person,
            )
            if not isinstance(made.play.attempt(what, "croupier").outcome, Refused):
                yield what


def remedies(waiting: tuple[int, ...]) -> Iterator[tuple[Effect, ...]]:
    """Return what may be made of it: every card is out of play, put somewhere, left where it is, or waits."""
    kept = tuple(SetAside(one) for one in waiting)
    bar = BarPerson(PersonId(BANKER), BarredAction.PASS)
    yield (NoteOnly("let it be"),)
    yield (VoidCoup(),)
    yield kept
    yield (*kept, bar)
    yield (*kept, VoidCoup())
    yield (*kept, bar, VoidCoup())
    yield (VoidCoup(), *(Discard(one) for one in waiting))
    yield tuple(Discard(one) for one in waiting)
    for one in waiting:
        rest = tuple(SetAside(other) for other in waiting if other != one)
        yield (Discard(one),)
        yield (*rest, bar, Discard(one))
        for place in sorted(card_places(HANDS)):
            yield (*rest, bar, AssignCard(one, place))


ROWS = [(name, book) for name in SCENES for book in BOOKS]


def waits(made: Observed, position: int) -> bool:
    """Return True if a card is the next one to be dealt, or one of the next."""
    marked = {one.position for one in made.state.coup.cards.marks.aside}
    return position in marked and made.place(position) == "aside"


@pytest.mark.clause("DP.C1.04")
@pytest.mark.parametrize(("name", "book"), ROWS)
def test_no_ruling_takes_an_early_card_out_but_the_directors_and_its_own_accidents(name: str, book: str) -> None:
    start, positions = scene(name, book), drawn(name)
    director = start.state.book.early_card.waived_by.value == "director"
    refused = taken = 0
    for what in (None, *reports(start)):
        told = start.fork()
        if what is not None:
            told.do("croupier", what)
        if not told.state.docket.open:
            continue
        for card in told.state.coup.cards.layout:
            if card.place == "floor":
                told.do("croupier", a.PickUp(card.position))
        own = {one.position for one in told.incident.proposed_effects if isinstance(one, Discard)}
        assert not own or {one.code for one in told.incident.faults} & OWN
        wrong_hand = {0} if name == "one_in_the_wrong_hand" else set()
        for effects in remedies(positions):
            out = {one.position for one in effects if isinstance(one, Discard)}
            for who in POSTS:
                act = GiveRuling(told.incident.serial, effects, "seen by all")
                if isinstance(told.play.attempt(act, who).outcome, Refused):
                    refused += 1
                    continue
                after = told.fork().do(who, act)
                gone = {one for one in positions if not waits(after, one)}
                if name in ("one_dealt", "one_in_the_wrong_hand") and VoidCoup() in effects:
                    gone = {one for one in gone if one in out}  # the coup that is played with them is annulled
                gone -= {one for one in wrong_hand if after.place(one) in HANDS}
                by_director = who == "director" and director and gone <= out
                assert gone <= own & out or by_director, (what, effects, who)
                taken += bool(gone)
    assert refused
    assert taken or name == "unruled" or not director


@pytest.mark.clause("DP.C1.04")
def test_the_director_has_them_discarded_later_too() -> None:
    made = scene("bets", "asturias-2011").fork().report(Accident.OTHER, note="the cards were marked")
    assert [(one.effects, one.by) for one in made.incident.alternatives] == [((Discard(0), Discard(1)), "director")]
    made.ruled("director", (Discard(0), Discard(1)), "").closed().dealt("1")
    assert [made.place(one) for one in (0, 1, 2)] == ["discard", "discard", "primero"]
    assert scene("bets", "guia").fork().report(Accident.OTHER, note="marked").incident.alternatives == ()
    plain = betting(SHOE).report(Accident.OTHER, note="a glass fell over")
    assert plain.incident.alternatives == ()


@pytest.mark.clause("DP.C1.03")
@pytest.mark.parametrize(("book", "code"), [("asturias-2011", "not-your-post"), ("guia", "early-card-is-played")])
def test_nobody_else_lets_the_drawer_off_the_coup_that_is_played_with_them(book: str, code: str) -> None:
    made = unruled(book)
    assert made.refused("inspector", GiveRuling(1, (SetAside(0), SetAside(1)), "he begs")).code == code
    made.ruled("inspector", (BarPerson(PersonId(BANKER), BarredAction.PASS), SetAside(0), SetAside(1)))


@pytest.mark.clause("DP.C1.04")
def test_a_director_who_is_the_inspector_too_leaves_no_card_that_is_neither_played_nor_discarded() -> None:
    made = unruled("asturias-2011")
    made.ruled("croupier").report(Accident.OTHER, note="the cards were marked")
    state = replace(made.state, staff=made.state.staff.set(Role.INSPECTOR, PersonId("director")))
    made.play = Play(made.play.game, state, made.play.source)
    refused = made.refused("director", GiveRuling(2, (Discard(0), AssignCard(1, "aside")), "marked"))
    assert refused.code == "early-card-is-played"
    made.ruled("director", (Discard(0),), "the first alone")
    assert [one.position for one in made.state.coup.cards.marks.aside] == [1]


def face_up(letters: str = "12") -> Observed:
    """A card came out of the shoe face up while the cards were dealt; it lies aside."""
    made = betting(f"{first_cards('2s 5s', '2h 5h', '2c 5c')} 3s 4s 6s 7s")
    made.closed().dealt(letters)
    return made.report(Accident.EXPOSED_IN_SHOE)


@pytest.mark.clause("DP.C1.02")
@pytest.mark.parametrize("effects", [(NoteOnly("as it lies"),), (AssignCard(2, ASIDE),), (BindToTable("banca"),)])
def test_no_ruling_leaves_a_card_neither_played_nor_discarded(effects: tuple[Effect, ...]) -> None:
    made = face_up()
    refused = made.refused("inspector", GiveRuling(1, effects, "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 2}, ("DP.C1.02",))


@pytest.mark.clause("DP.C1.02")
def test_a_cloth_that_is_annulled_takes_no_card_with_it_that_lies_aside() -> None:
    made = face_up("12b12b")
    refused = made.refused("inspector", GiveRuling(1, (VoidCoup("primero"),), "a reason"))
    assert refused.code == "card-left-over"
    made.ruled("inspector", effects=(VoidCoup("primero"), Discard(6)))


@pytest.mark.clause("DP.C1.02")
@pytest.mark.clause("DP.C1.10")
def test_a_card_that_was_picked_up_from_the_floor_is_left_nowhere() -> None:
    made = face_up("12b12b").ruled().report(Accident.FLOOR, position=0).do("croupier", a.PickUp(0))
    refused = made.refused("inspector", GiveRuling(2, (NoteOnly("seen"),), "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 0}, ("DP.C1.02",))
    made.fork().ruled("inspector", effects=(AssignCard(0, "primero"),))
    made.ruled("inspector")
    assert made.place(0) == "primero"
