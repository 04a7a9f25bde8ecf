"""Cards drawn too early or out of order, section DP.C1: they are played, or the director sets them aside."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.reports import reportable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.reports import ACCIDENTS
from tapete.games.dos_panos.terms import Accident, Hand
from tapete.kernel import PersonId
from tapete.play import Play
from tapete.table.staff import Role
from tests.support.dos_panos.observed import Observed, betting, first_cards, table
from tests.support.dos_panos.options import BOOKS
from tests.support.dos_panos.table import BANKER

SHOE = f"{first_cards('2s 5s', '2h 5h', '2c 5c')} 3s 4s 6s 7s"
BAR = e.BarPerson(PersonId(BANKER), e.BarredAction.PASS)
OWN = frozenset({Accident.STUCK, Accident.EXPOSED_IN_SHOE})
"""Accidents by whose own remedy a card that was drawn too early is out of play."""


def early(made: Observed) -> Observed:
    return made.report(Accident.EARLY_DRAW, Party.BANKER, count=2)


def unruled(book: str) -> Observed:
    return early(betting(SHOE, book=book))


def bets(book: str) -> Observed:
    return unruled(book).ruled("croupier")


def between(book: str) -> Observed:
    return early(table(SHOE, book=book)).ruled("croupier")


def next_coup(book: str) -> Observed:
    """The betting of a coup that opened after the cards were drawn."""
    return between(book).bets().staked(ana=100_00, carla=100_00)


def one_dealt(book: str) -> Observed:
    return bets(book).closed().dealt("1")


def one_in_the_wrong_hand(book: str) -> Observed:
    return bets(book).closed().do(BANKER, a.DealCard(Hand.BANCA))


SCENES: tuple[Callable[[str], Observed], ...] = (between, bets, next_coup, unruled, one_dealt, one_in_the_wrong_hand)


@cache
def scene(of: Callable[[str], Observed], book: str) -> Observed:
    return of(book)


def reports(made: Observed) -> Iterator[a.Report]:
    """Return what can be reported, of each early card where a card is named."""
    for one in reportable(ACCIDENTS, made.state, PersonId("croupier")):
        for position in (None, *one.positions) if one.accident is not Accident.EARLY_DRAW else ():
            what = replace(one.example, position=position)
            if made.accepts("croupier", what):
                yield what


def remedies(waiting: tuple[int, ...]) -> Iterator[tuple[e.Effect, ...]]:
    """Return what may be made of it: every card is out of play, put somewhere, left where it is, or waits."""
    kept, out = tuple(map(e.SetAside, waiting)), tuple(map(e.Discard, waiting))
    yield from (
        (e.NoteOnly("let it be"),),
        (e.VoidCoup(),),
        kept,
        (*kept, BAR),
        (*kept, e.VoidCoup()),
        (e.VoidCoup(), *out),
    )
    yield out
    for one in waiting:
        rest = tuple(e.SetAside(other) for other in waiting if other != one)
        yield (e.Discard(one),)
        yield (*rest, BAR, e.Discard(one))
        yield from ((*rest, BAR, e.AssignCard(one, place)) for place in ("primero", "banca-3", "aside", "floor"))


def waits(made: Observed, position: int) -> bool:
    """Return True if a card is the next one to be dealt, or one of the next."""
    marked = {one.position for one in made.state.coup.cards.marks.aside}
    return position in marked and made.place(position) == "aside"


@pytest.mark.clause("DP.C1.04")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("of", SCENES)
def test_no_ruling_takes_an_early_card_out_but_the_directors_and_its_own_accidents(of: Any, book: str) -> None:
    start, positions = scene(of, book), (1,) if of is one_dealt else (0, 1)
    director = start.state.book.early_card.waived_by.value == "director"
    in_coup = of in (one_dealt, one_in_the_wrong_hand)
    refused = 0
    for what in (None, *reports(start)):
        told = start.fork() if what is None else start.fork().do("croupier", what)
        if not told.state.docket.open:
            continue
        for card in told.state.coup.cards.layout:
            if card.place == "floor":
                told.do("croupier", a.PickUp(card.position))
        own = {one.position for one in told.incident.proposed_effects if isinstance(one, e.Discard)}
        assert not own or {one.code for one in told.incident.faults} & OWN
        for effects in remedies(positions):
            out = {one.position for one in effects if isinstance(one, e.Discard)}
            for who in ("croupier", "inspector", "director"):
                act = GiveRuling(told.incident.serial, effects, "seen by all")
                if not told.accepts(who, act):
                    refused += 1
                    continue
                after = told.fork().do(who, act)
                gone = {one for one in positions if not waits(after, one)}
                if in_coup and e.VoidCoup() in effects:
                    gone &= out  # the coup that is played with them is annulled
                if of is one_in_the_wrong_hand and after.place(0) in map(str, Hand):
                    gone -= {0}
                assert gone <= own & out or (who == "director" and director and gone <= out), (what, effects, who)
    assert refused


@pytest.mark.clause("DP.C1.04")
def test_the_director_has_them_discarded_later_too() -> None:
    made = scene(bets, "asturias-2011").fork().report(Accident.OTHER, note="the cards were marked")
    assert [(one.effects, one.by) for one in made.incident.alternatives] == [((e.Discard(0), e.Discard(1)), "director")]
    made.ruled("director", (e.Discard(0), e.Discard(1)), "").closed().dealt("1")
    assert [made.place(one) for one in (0, 1, 2)] == ["discard", "discard", "primero"]
    assert scene(bets, "guia").fork().report(Accident.OTHER, note="marked").incident.alternatives == ()
    assert betting(SHOE).report(Accident.OTHER, note="a glass fell over").incident.alternatives == ()


@pytest.mark.clause("DP.C1.03")
@pytest.mark.parametrize(("book", "code"), [("asturias-2011", "not-your-post"), ("guia", "early-card-is-played")])
def test_nobody_else_lets_the_drawer_off_the_coup_that_is_played_with_them(book: str, code: str) -> None:
    made = unruled(book)
    assert made.refused("inspector", GiveRuling(1, (e.SetAside(0), e.SetAside(1)), "he begs")).code == code
    made.ruled("inspector", (BAR, e.SetAside(0), e.SetAside(1)))


@pytest.mark.clause("DP.C1.04")
def test_a_director_who_is_the_inspector_too_leaves_no_card_that_is_neither_played_nor_discarded() -> None:
    made = bets("asturias-2011").report(Accident.OTHER, note="the cards were marked")
    state = replace(made.state, staff=made.state.staff.set(Role.INSPECTOR, PersonId("director")))
    made.play = Play(made.play.game, state, made.play.source)
    refused = made.refused("director", GiveRuling(2, (e.Discard(0), e.AssignCard(1, "aside")), "marked"))
    assert refused.code == "early-card-is-played"
    made.ruled("director", (e.Discard(0),), "the first alone")
    assert [one.position for one in made.state.coup.cards.marks.aside] == [1]


def face_up(letters: str) -> Observed:
    """A card came out of the shoe face up while the cards were dealt; it lies aside."""
    return betting(SHOE).closed().dealt(letters).report(Accident.EXPOSED_IN_SHOE)


@pytest.mark.clause("DP.C1.02")
def test_no_ruling_leaves_a_card_neither_played_nor_discarded() -> None:
    refused = face_up("12").refused("inspector", GiveRuling(1, (e.NoteOnly("as it lies"),), "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 2}, ("DP.C1.02",))
    made = face_up("12b12b")
    assert made.refused("inspector", GiveRuling(1, (e.VoidCoup("primero"),), "a reason")).code == "card-left-over"
    made.ruled("inspector", effects=(e.VoidCoup("primero"), e.Discard(6)))


@pytest.mark.clause("DP.C1.02")
@pytest.mark.clause("DP.C1.10")
def test_a_card_that_was_picked_up_from_the_floor_is_left_nowhere() -> None:
    made = face_up("12b12b").ruled().report(Accident.FLOOR, position=0).do("croupier", a.PickUp(0))
    refused = made.refused("inspector", GiveRuling(2, (e.NoteOnly("seen"),), "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 0}, ("DP.C1.02",))
    made.fork().ruled("inspector", effects=(e.AssignCard(0, "primero"),))
    assert made.ruled("inspector").place(0) == "primero"
