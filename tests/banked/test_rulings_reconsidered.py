"""Which rulings of a coup its true cards undo, and what of them: a game of two faults, each shown by one open card."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault, rule
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import Cell, LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.banked.corrections import CorrectedGame, rulings_to_undo, without_rulings
from tapete.games.banked.coup import DENY, GIVE, Coup, RulingGiven, Side, Word
from tapete.games.banked.reconsideration import has_changed_play, rekey_card, restoring_effects
from tapete.kernel import PersonId
from tests.support.rows import rows

ANA = PersonId("ana")
ONE, TWO, BANK = "primero", "segundo", "banca"
LOW, HIGH, REPORTED = Fault("low"), Fault("high"), Fault("slow")
REMEDIES: dict[str, tuple[e.Effect, ...]] = {
    "low": (e.LoseNatural(ONE), e.NoteOnly("both")),
    "high": (e.BindToScheme(TWO), e.NoteOnly("both")),
    "slow": (e.NoteOnly("slow"),),
}


class Table(msgspec.Struct, frozen=True):
    """A coup in its phase."""

    coup: Coup
    phase: str = "show"


def found(table: Table) -> Iterable[Fault]:
    """A low card of the first hand is a fault, and so is a high one of the second, each taken up once."""
    shown = {card.position: card.face for card in table.coup.cards.layout}
    if shown[0] in ("2s", "3s") and "low" not in table.coup.found_faults:
        yield LOW
    if shown[1] in ("8h", "9h") and "high" not in table.coup.found_faults:
        yield HIGH


def proposal(table: Table, fault: Fault) -> Proposal | None:
    """The remedy of a fault; a three asks for something else than a two, and of an eight the rules say nothing."""
    shown = {card.position: card.face for card in table.coup.cards.layout}
    if fault.code == "low" and shown[0] == "3s":
        return Proposal((e.DeemTotal(ONE, 3),))
    if fault.code == "high" and shown[1] == "8h":
        return None
    return Proposal(REMEDIES[fault.code])


class Game(CorrectedGame[Any]):
    hands = (ONE, TWO, BANK)
    shown_codes = frozenset({"low", "high"})
    phase = str
    undo = rule("CF.A.01", neutral=())(lambda undone: undone)
    names = staticmethod(lambda one: (one.code,))
    faults_shown = staticmethod(found)
    proposal = staticmethod(proposal)


GAME: Any = Game()


def keyed(first: str, second: str, **more: Any) -> Coup:
    layout = (LaidCard(0, ONE, Card(first), True), LaidCard(1, TWO, Card(second), True))
    sides = Map({ONE: Side(word=Word.NO), TWO: Side(word=Word.NO)})
    return replace(Coup(4, Cards(layout), sides=sides), **more)


def ruled(coup: Coup, serial: int, faults: tuple[Fault, ...], effects: tuple[e.Effect, ...], **more: Any) -> Coup:
    """Return the coup after a ruling on faults that open cards showed or somebody reported."""
    taken = replace(coup, found_faults=coup.found_faults | {one.code for one in faults})
    given = RulingGiven(effects, (), faults, serial, "found", "show", taken, **more)
    return replace(taken, rulings=(*taken.rulings, given))


def undone(wrong: Coup, position: int, face: str) -> tuple[RulingUndone, ...]:
    right = rekey_card(wrong, position, Card(face))
    return rulings_to_undo(GAME, Table(right), wrong, right)


def event(serial: int, codes: tuple[str, ...], effects: tuple[e.Effect, ...], resumed: bool = False) -> RulingUndone:
    return RulingUndone(4, serial, "found", codes, effects, resumed)


BOTH = keyed("2s", "9h")
OF_LOW, OF_HIGH = REMEDIES["low"], REMEDIES["high"]
ALL = (e.LoseNatural(ONE), e.BindToScheme(TWO), e.NoteOnly("both"))


@pytest.mark.parametrize(
    ("position", "face", "expected"),
    [(0, "2s", ()), (0, "7s", (event(1, ("low",), OF_LOW),)), (0, "3s", (event(1, ("low",), OF_LOW),)), (1, "2h", ())],
)
def test_a_ruling_stands_where_the_true_card_shows_the_same_fault_and_asks_for_the_same(
    position: int, face: str, expected: tuple[RulingUndone, ...]
) -> None:
    wrong = ruled(BOTH, 1, (LOW,), OF_LOW)
    assert undone(wrong, position, face) == expected


def test_what_an_official_ruled_of_his_own_stands_as_long_as_there_was_a_fault() -> None:
    wrong = ruled(BOTH, 1, (LOW,), (e.NoteOnly("own"),), is_as_proposed=False)
    assert undone(wrong, 0, "3s") == ()
    assert undone(wrong, 0, "7s") == (event(1, ("low",), (e.NoteOnly("own"),)),)


def test_where_the_rules_said_nothing_and_say_nothing_still_a_ruling_stands() -> None:
    wrong = ruled(keyed("2s", "8h"), 1, (HIGH,), (e.NoteOnly("own"),))
    assert undone(wrong, 0, "7s") == ()
    assert undone(wrong, 1, "2h") == (event(1, ("high",), (e.NoteOnly("own"),)),)
    assert undone(wrong, 1, "9h") == (event(1, ("high",), (e.NoteOnly("own"),)),)


def test_what_somebody_reported_and_what_was_ruled_on_no_coup_stand_whatever_the_card_is() -> None:
    assert undone(ruled(BOTH, 1, (REPORTED,), REMEDIES["slow"]), 0, "7s") == ()
    none = ruled(BOTH, 1, (LOW,), OF_LOW)
    none = replace(none, rulings=(replace(none.rulings[0], coup=None),))
    assert undone(none, 0, "7s") == ()


@pytest.mark.parametrize(
    ("position", "face", "expected"),
    [
        (0, "7s", (event(1, ("low",), (e.LoseNatural(ONE),)),)),
        (1, "2h", (event(1, ("high",), (e.BindToScheme(TWO),)),)),
        (0, "3s", (event(1, ("low",), (e.LoseNatural(ONE),)),)),
    ],
)
def test_of_a_ruling_on_two_faults_is_taken_back_what_was_for_the_one_that_was_none(
    position: int, face: str, expected: tuple[RulingUndone, ...]
) -> None:
    """What both asked for stands."""
    assert undone(ruled(BOTH, 1, (LOW, HIGH), ALL), position, face) == expected


def test_of_a_fault_that_was_none_beside_a_report_what_the_report_asks_for_stands() -> None:
    effects = (*OF_LOW, *REMEDIES["slow"])
    assert undone(ruled(keyed("2s", "2h"), 1, (LOW, REPORTED), effects), 0, "7s") == (event(1, ("low",), OF_LOW),)


def test_where_two_faults_were_none_all_is_taken_back() -> None:
    wrong = ruled(BOTH, 1, (LOW, HIGH), ALL)
    right = rekey_card(rekey_card(wrong, 0, Card("7s")), 1, Card("2h"))
    assert rulings_to_undo(GAME, Table(right), wrong, right) == (event(1, ("low", "high"), ALL),)


def test_rulings_are_undone_from_the_last_to_the_first_each_on_its_own_coup() -> None:
    first = ruled(BOTH, 1, (LOW,), OF_LOW)
    second = ruled(first, 2, (HIGH,), OF_HIGH)
    right = rekey_card(rekey_card(second, 0, Card("7s")), 1, Card("2h"))
    events = rulings_to_undo(GAME, Table(right), second, right)
    assert events == (event(2, ("high",), OF_HIGH), event(1, ("low",), OF_LOW))
    left = without_rulings(GAME, right, events)
    assert (left.rulings, left.found_faults) == ((), frozenset())
    assert undone(second, 0, "7s") == (event(1, ("low",), OF_LOW),)


def test_where_play_went_by_one_of_them_the_later_ones_go_with_it() -> None:
    annulling = ruled(BOTH, 1, (LOW,), (e.LoseCoup(ONE),))
    second = ruled(annulling, 2, (HIGH,), OF_HIGH)
    third = ruled(second, 3, (REPORTED,), REMEDIES["slow"])
    assert undone(third, 0, "7s") == (event(2, ("high",), OF_HIGH), event(1, ("low",), (e.LoseCoup(ONE),), True))
    assert undone(third, 1, "2h") == (event(2, ("high",), OF_HIGH),)


@pytest.mark.parametrize("goes_back", [False, True])
def test_a_ruling_that_sent_play_back_goes_as_a_whole(goes_back: bool) -> None:
    effects = (*ALL, *((e.GoBack("word"),) if goes_back else ()))
    (gone,) = undone(ruled(BOTH, 1, (LOW, HIGH), effects), 0, "7s")
    assert gone.codes == (("low", "high") if goes_back else ("low",))
    assert gone.effects == (effects if goes_back else (e.LoseNatural(ONE),))
    assert gone.is_resumed is goes_back
    assert undone(ruled(BOTH, 1, (LOW, HIGH), effects), 0, "2s") == ()


BEFORE = keyed("2s", "9h", sides=Map({ONE: Side(), TWO: Side()}))
SPOKEN = keyed("2s", "9h", sides=Map({ONE: Side(word=Word.NO), TWO: Side()}))
CHOICE = e.OfferChoice(ANA, "give-or-deny", (GIVE, DENY))


def chose(word: Word | None, option: str) -> Coup:
    return keyed("2s", "9h", sides=Map({ONE: Side(), TWO: Side(word=word, chosen_option=option)}))


@rows("effect, idle, played", [
        *((one, True, True) for one in (e.VoidCoup(), e.VoidCoup(ONE), e.LoseCoup(ONE), e.GoBack("word"))),
        *((one, False, True) for one in (
            e.Oblige(ONE, Cell.DRAW), e.BindToScheme(ONE), e.BindToTable(BANK), e.Unbind(ONE), e.DeemTotal(ONE, 5),
            e.DeemNatural(ONE, 8), e.KeepOne(ONE, True), e.GiveCards(ONE, ANA),
        )),
        *((one, False, False) for one in (
            e.LoseNatural(ONE), e.LoseNatural(BANK), e.Oblige(BANK, Cell.DRAW), e.NoteOnly(), e.SettleLast(ANA),
            e.AssignCard(1, TWO), e.Expose(ONE), CHOICE,
        )),
    ])  # fmt: skip
def test_play_went_by_an_effect_that_ends_it_or_that_somebody_has_spoken_after(
    effect: e.Effect, idle: bool, played: bool
) -> None:
    assert has_changed_play(effect, BEFORE, BEFORE) is idle
    assert has_changed_play(effect, BEFORE, SPOKEN) is played


@rows(
    "word, option, went_by_it",
    [
        (Word.CARTA, GIVE, False),
        (Word.CARTA, DENY, True),
        (Word.NO, GIVE, True),
        (Word.NO, DENY, False),
        (Word.CARTA, "", False),
        (Word.NO, "", False),
        (None, "", False),
    ],
)
def test_play_went_by_a_choice_that_the_word_alone_would_not_have_made(
    word: Word | None, option: str, went_by_it: bool
) -> None:
    assert has_changed_play(CHOICE, BEFORE, chose(word, option)) is went_by_it


def lying(*places: str, **more: Any) -> Coup:
    return Coup(4, Cards(tuple(LaidCard(n, place, None) for n, place in enumerate(places))), **more)


OTHER = (RulingGiven((e.Discard(0),), (), (), 2, "found", "show", None),)
AGAIN = (e.GoBack("word"),)


@rows(
    "effects, now, resumed, back",
    {
        "a card that it moved goes back": ((e.AssignCard(0, TWO),), lying(TWO), False, (e.AssignCard(0, ONE),)),
        "what it put out of play is lost": ((e.Discard(0),), lying("discard"), False, None),
        "what another put out of play stays there": (AGAIN, lying("discard", rulings=OTHER), True, ()),
        "out of play by no ruling that is known": (AGAIN, lying("discard"), True, None),
        "of those that came since the first is next": (
            AGAIN,
            lying(ONE, TWO, ONE),
            True,
            (e.SetAside(1), e.Discard(2)),
        ),
        "where play does not go back they stay": ((e.NoteOnly(),), lying(ONE, TWO), False, ()),
    },
)
def test_cards_come_back_to_where_they_lay_before_a_ruling(effects: Any, now: Coup, resumed: bool, back: Any) -> None:
    assert restoring_effects(effects, lying(ONE), now, (ONE, TWO), resumed) == back
