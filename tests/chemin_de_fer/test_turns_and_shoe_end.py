"""Whose turn it is at the cards, which faces a shoe can hold, and how a shoe ends: every answer whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import DECK, Card
from tapete.chance import ChanceKind
from tapete.clauses import Fault, cite, trace
from tapete.games.baccarat.effects import BarPerson, BarredAction, OfferChoice, Until
from tapete.games.baccarat.incident import Incident, IncidentOpened, judgement_clauses
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.pack import DueCard, StopCardSeen
from tapete.games.banked.shoe import AskCardCheck, CardsChecked, CheckAsked, CheckCards
from tapete.games.chemin_de_fer.cards import faces, hands, shoe_end
from tapete.games.chemin_de_fer.events import PhaseOpened, ShoeEnded
from tapete.games.chemin_de_fer.state import Shoe, State
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import Irregular, PersonId
from tapete.table.conduct import Conduct
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, P, drawn, lying, table

INSPECTOR, NOBODY = PersonId("inspector"), PersonId("nobody")
CLAUSE = cite("CF.B.49")


def observed(state: State) -> State:
    return replace(state, settings=replace(state.settings, conduct=Conduct.OBSERVED))


@pytest.mark.parametrize(
    ("who", "banker", "holder"), [(BEA, True, False), (ANA, False, True), (LUIS, False, False), (CROUPIER, None, None)]
)
def test_a_hand_is_played_by_whom_it_is_and_keyed_by_the_croupier_of_a_real_table(
    who: PersonId, banker: bool | None, holder: bool | None
) -> None:
    for state in (lying(), observed(lying())):
        keys = state.is_observed
        assert hands.require_banker(state, who) == (
            None if (keys if banker is None else banker) else Fault("not-banker")
        )
        assert hands.require_holder(state, who) == (
            None if (keys if holder is None else holder) else Fault("not-holding-cards")
        )


MUST = Fault("must-go-through", {}, (cite("CF.C1.03"),))
BAR = BarPerson(ANA, BarredAction.PASS, Until.COUP)


@pytest.mark.parametrize(
    ("bars", "marks", "covered", "who", "wrong"),
    [
        ((BAR,), (), False, ANA, True),
        ((BAR,), (), True, ANA, False),
        ((), (BAR,), True, ANA, True),
        ((), (BAR,), False, ANA, False),
        ((BAR,), (BAR,), True, BEA, False),
        ((replace(BAR, action=BarredAction.CARDS),), (), False, ANA, False),
    ],
)
def test_who_drew_too_early_goes_through_with_the_coup_that_is_dealt_next(
    bars: Any, marks: Any, covered: bool, who: PersonId, wrong: bool
) -> None:
    state = lying(marks={"bars": marks}) if covered else lying(marks={"bars": marks}, cover=None)
    assert hands.require_no_pass_bar(replace(state, bars=Marks(bars=bars)), who) == (MUST if wrong else None)


CHOICES = (OfferChoice(BEA, "third-card", ("give", "deny")), OfferChoice(BEA, "another", ("a",)))


def test_a_card_is_waited_for_first_then_answers_about_stakes_then_a_choice() -> None:
    due = (DueCard(4, f"{P}-3", True),)
    all_three = lying(marks={"choices": CHOICES, "withdrawal": True}, due_cards=due)
    card = hands.require_nothing_pending(all_three)
    assert card is not None
    answers = hands.require_nothing_pending(replace(all_three, coup=replace(all_three.coup, due_cards=())))
    assert answers is not None
    answered = frozenset({ANA, LUIS})
    choice = hands.require_nothing_pending(
        replace(all_three, coup=replace(all_three.coup, due_cards=(), respondents=answered))
    )
    assert choice == Fault("choice-pending", {"choice": "third-card"}, (cite("CF.C4.07"),))
    assert len({card.code, answers.code, choice.code}) == 3
    assert hands.require_nothing_pending(lying()) is None
    assert hands.require_choices_made(lying(marks={"choices": CHOICES[1:]})) == replace(
        choice, facts={"choice": "another"}
    )
    assert hands.require_choices_made(lying()) is None


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, ()),
        ({"marks": {"withdrawal": True}}, (ANA, LUIS)),
        ({"marks": {"withdrawal": True}, "respondents": frozenset({ANA})}, (LUIS,)),
        ({"marks": {"withdrawal": True}, "cover": None}, ()),
    ],
)
def test_who_may_take_his_stake_back_has_one_and_has_not_answered(changes: Any, found: Any) -> None:
    assert hands.pending_withdrawals(lying(**changes)) == found


# --- faces ------------------------------------------------------------------------------------------------------------


def keyed(state: State, decks: int = 6) -> State:
    return replace(state, settings=replace(state.settings, shoe=ChanceKind.KEYED, decks=decks))


@pytest.mark.parametrize(("decks", "played", "is_left"), [(2, 0, True), (2, 1, False), (1, 0, False), (3, 1, True)])
def test_a_shoe_holds_a_face_as_often_as_it_has_packs(decks: int, played: int, is_left: bool) -> None:
    state = keyed(lying(2, 3), decks)
    face = state.coup.cards.layout[2].face
    assert face is not None
    state = replace(state, shoe=replace(state.shoe, played_cards=Map({face: played})))
    found = faces.require_face_in_shoe(state, face)
    assert (found is None) is is_left
    assert faces.require_face(state, DueCard(4, P, True), face) == found
    strict = replace(state, settings=replace(state.settings, shoe=ChanceKind.SEEDED))
    assert faces.require_face(strict, DueCard(4, P, True), face) is None


def test_a_face_comes_with_a_card_that_is_shown_and_with_no_other() -> None:
    state = keyed(lying(2, 3))
    shown, hidden = DueCard(4, P, True), DueCard(4, P, False)
    assert faces.require_face(state, shown, None) == Fault("face-missing", {"position": 4})
    assert faces.require_face(state, hidden, None) is None
    assert faces.require_face(state, hidden, "2s") == Fault("face-not-shown", {"position": 4})
    assert faces.require_face(state, shown, "2s") is None
    assert faces.require_face(state, shown, "2x" * 9) == Fault("unknown-card", {"card": "2x2x2x2x"})


def test_the_face_that_is_offered_to_be_keyed_is_the_first_that_is_left() -> None:
    state = keyed(lying(2, 3), 1)
    assert faces.keyable_face(state) == DECK[0]
    gone = replace(state, shoe=replace(state.shoe, played_cards=Map({DECK[0]: 1, DECK[1]: 1})))
    left = next(one for one in DECK[2:] if one not in {card.face for card in state.coup.cards.layout})
    assert faces.keyable_face(gone) == left


# --- the end of a shoe ------------------------------------------------------------------------------------------------


def shoe(**changes: Any) -> Shoe:
    return replace(Shoe(2, 312, 100, stop=305), **changes)


def standing(phase: Phase = Phase.SETTLE, **changes: Any) -> State:
    return replace(table(), phase=phase, shoe=shoe(**changes))


ENDED = (ShoeEnded(2, 100), PhaseOpened(Phase.SHOE))


@pytest.mark.parametrize(
    ("position", "count", "seen"), [(304, 1, ()), (305, 1, (305,)), (304, 2, (305,)), (304, 0, ())]
)
def test_the_stop_card_appears_before_the_card_that_it_lies_before(position: int, count: int, seen: Any) -> None:
    state = standing(position=position)
    assert shoe_end.stop_card(state, count) == tuple(StopCardSeen(one) for one in seen)
    assert shoe_end.stop_card(standing(position=position, is_stop_seen=True), count) == ()
    if count == 1:
        assert shoe_end.stop_card(state) == shoe_end.stop_card(state, 1)


@pytest.mark.parametrize("is_stop_seen", [True, False])
def test_the_coup_in_which_the_stop_card_appears_is_the_last_of_its_shoe(is_stop_seen: bool) -> None:
    state = standing(is_stop_seen=is_stop_seen)
    with trace() as found:
        assert shoe_end.is_shoe_over(state) is is_stop_seen
    assert found.rests_on == ((cite("CF.B.10"),) if is_stop_seen else ())
    assert shoe_end.to_the_table(state) == (ENDED if is_stop_seen else (PhaseOpened(Phase.BETWEEN),))
    assert shoe_end.over(state) == ENDED


@pytest.mark.parametrize("has_ended", [True, False])
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("phase", list(Phase))
def test_no_coup_is_opened_while_a_shoe_is_prepared_again(phase: Phase, number: int, has_ended: bool) -> None:
    found = shoe_end.require_shoe_prepared(standing(phase, number=number, has_ended=has_ended))
    ended = (cite("CF.B.10"),) if has_ended else ()
    wrong = Fault("shoe-not-prepared", {"step": str(phase)}, (cite("CF.B.47"), *ended))
    assert found == (wrong if phase in PREPARING and number > 0 else None)


# --- the check of the cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("has_ended", [True, False])
def test_a_check_is_asked_for_until_the_cards_are_being_shuffled_again(phase: Phase, has_ended: bool) -> None:
    state = standing(phase, has_ended=has_ended)
    late = Fault("check-too-late", {}, (CLAUSE,)) if has_ended and phase is not Phase.SHOE else None
    assert shoe_end.require_check_in_time(state) == late
    with trace() as found:
        assert shoe_end.ask_check(state, ANA, AskCardCheck()) == (late or (CheckAsked(ANA),))
    assert found.rests_on == (CLAUSE,)


@pytest.mark.parametrize(
    ("who", "changes", "code"),
    [
        (PersonId("pau"), {}, None),
        (NOBODY, {}, "not-at-table"),
        (ANA, {"size": 0}, "no-shoe"),
        (ANA, {"check": frozenset({ANA})}, "check-asked-already"),
        (ANA, {"check": frozenset({BEA})}, None),
        (NOBODY, {"size": 0, "check": frozenset({ANA})}, "not-at-table"),
    ],
)
def test_a_check_is_asked_for_once_by_somebody_at_the_table(who: PersonId, changes: Any, code: str | None) -> None:
    found = shoe_end.ask_check(standing(**changes), who, AskCardCheck())
    assert found == ((CheckAsked(who),) if code is None else Fault(code))


@pytest.mark.parametrize(("ended", "asked"), [(True, True), (True, False), (False, True)])
def test_a_check_that_was_asked_for_comes_before_anybody_touches_the_cards(ended: bool, asked: bool) -> None:
    state = standing(Phase.SHOE, has_ended=ended, check=frozenset({LUIS, ANA} if asked else ()))
    wrong = Fault("check-asked", {"by": [ANA, LUIS]}, (CLAUSE,))
    assert shoe_end.require_card_check_done(state) == (wrong if ended and asked else None)


ASKED: dict[str, Any] = {"has_ended": True, "check": frozenset({ANA})}


@pytest.mark.parametrize("who", [CROUPIER, INSPECTOR])
@pytest.mark.parametrize(("found", "complete"), [(312, True), (312, False), (311, True), (313, True), (0, False)])
def test_the_count_of_the_cards_is_kept_and_a_pack_that_is_not_whole_goes_to_the_inspector(
    who: PersonId, found: int, complete: bool
) -> None:
    state = standing(Phase.SHOE, **ASKED)
    counted = CardsChecked(2, 312, found, complete and found == 312, who)
    decided = shoe_end.check(state, who, CheckCards(found, complete))
    if counted.complete:
        assert decided == (counted,)
        return
    short = Fault("pack-not-whole", {"found": found, "size": 312})
    clauses = judgement_clauses(state.book.authority)
    case = Incident(1, "pack-not-whole", who, (short,), (), (), True, clauses=clauses)
    assert decided == Irregular((counted, IncidentOpened(case)), (short,))


@pytest.mark.parametrize(
    ("who", "phase", "changes", "code"),
    [
        (ANA, Phase.SHOE, ASKED, "not-your-post"),
        (CROUPIER, Phase.SHOE, {**ASKED, "has_ended": False}, "wrong-window"),
        (CROUPIER, Phase.SHUFFLED, ASKED, "wrong-window"),
        (CROUPIER, Phase.SHOE, {"has_ended": True}, "no-check-asked"),
        (CROUPIER, Phase.BETWEEN, {}, "wrong-window"),
    ],
)
@pytest.mark.parametrize("cards", [312, 311])
def test_the_cards_are_counted_at_the_end_of_the_shoe_by_the_staff_where_somebody_asked(
    who: PersonId, phase: Phase, changes: Any, code: str, cards: int
) -> None:
    found = shoe_end.check(standing(phase, **changes), who, CheckCards(cards))
    assert isinstance(found, Fault)
    assert found.code == code
    if code == "wrong-window":
        assert found.facts == {"window": str(phase)}


def test_a_card_of_the_coup_is_counted_with_those_that_left_the_shoe() -> None:
    state = keyed(lying(2, 3, drawn(P, "9d")), 1)
    assert faces.require_face_in_shoe(state, Card("9d")) is not None
    assert faces.require_face_in_shoe(state, Card("9h")) is None
