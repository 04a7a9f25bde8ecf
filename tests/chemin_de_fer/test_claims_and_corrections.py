"""Claims, the clock, and what a correction of chemin de fer makes of a coup: every answer whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault, cite, trace
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.effects import BarPerson, BarredAction, GiveCards, NoteOnly, Party, Until
from tapete.games.baccarat.incident import Docket, incident
from tapete.games.baccarat.marks import HandMarks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.events import TimeWarned
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a, corrections, events as e
from tapete.games.chemin_de_fer.errors import claims, remedies_player, remedies_shoe
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award, SettledCoup
from tapete.games.chemin_de_fer.terms import COUP, Accident, Cover, Hand, Phase
from tapete.kernel import CLOCK, PersonId, TimeLimit
from tapete.table.acts import TimeUp
from tapete.table.staff import Role
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, B, P, drawn, lying, ruling, table

INSPECTOR, NORA, ZOE = map(PersonId, ("inspector", "nora", "zoe"))


def fault(code: str, *clauses: str, **facts: Any) -> Fault:
    return Fault(code, facts, tuple(cite(one) for one in clauses))


KEPT = SettledCoup(
    shoe=1,
    coup=replace(lying(3, 5).coup, number=2),
    winners=Map({P: Winner.BANCA}),
    award=Award(Cover.STAKES, ANA, (Share(LUIS, 100), Share(ANA, 200))),
    parts=(Share(BEA, 200), Share(NORA, 100)),
    players=(Share(ANA, -200), Share(LUIS, -100)),
    bank=(Share(BEA, 200), Share(NORA, 100)),
)


# --- claims -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("against", list(Party))
@pytest.mark.parametrize(
    ("phase", "coup", "paid"),
    [
        *((phase, 3, False) for phase in (Phase.BETS, *COUP)),
        *((phase, 3, True) for phase in Phase if phase not in (Phase.BETS, *COUP)),
        (Phase.DEAL, 2, True),
        (Phase.BETS, 1, True),
    ],
)
def test_a_claim_is_kept_and_admitted_until_its_coup_is_paid(
    phase: Phase, coup: int, paid: bool, against: Party
) -> None:
    state = lying(3, 5, phase=phase)
    assert claims.is_paid(state, coup) is paid
    with trace() as rests:
        found = claims.claim(state, CROUPIER, a.RecordClaim(ANA, coup, against, "so"))
    assert found == (e.ClaimRecorded(ANA, coup, "so", not paid, against),)
    clause = "CF.C3.16" if against is Party.BANKER else "HP.CF.claims"
    assert [one for one in rests.rests_on if one in ("CF.C3.16", "HP.CF.claims")] == [clause]


@pytest.mark.parametrize(
    ("who", "person", "coup", "found"),
    [
        (ANA, ANA, 3, fault("not-your-post", needs=["croupier", "inspector", "director"])),
        (CROUPIER, ZOE, 3, fault("unknown-person", person=ZOE)),
        (CROUPIER, ANA, 0, fault("no-such-coup", coup=0)),
        (CROUPIER, ANA, 4, fault("no-such-coup", coup=4)),
        (ANA, ZOE, 4, fault("not-your-post", needs=["croupier", "inspector", "director"])),
        (INSPECTOR, ZOE, 4, fault("unknown-person", person=ZOE)),
    ],
)
def test_staff_write_down_the_claim_of_somebody_known_about_a_coup_that_was(
    who: PersonId, person: PersonId, coup: int, found: Fault
) -> None:
    state = lying(3, 5)
    assert claims.claim(state, who, a.RecordClaim(person, coup, Party.BANKER, "so")) == found
    played = replace(state, history=(KEPT,))
    heard = claims.claim(played, INSPECTOR, a.RecordClaim(NORA, 3, Party.BANKER, "so"))
    assert heard == (e.ClaimRecorded(NORA, 3, "so", True, Party.BANKER),)


# --- the clock --------------------------------------------------------------------------------------------------------

CASE = Docket((incident(Docket(), "other", BEA, (), ()),), 1)


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("warned", [True, False])
@pytest.mark.parametrize("holder", [ANA, CROUPIER, None])
def test_the_clock_runs_once_while_a_player_holds_the_cards(
    phase: Phase, warned: bool, holder: PersonId | None
) -> None:
    state = lying(3, 5, phase=phase, side={"is_warned": warned, "holder": holder})
    runs = phase in (Phase.LIFT, Phase.WORD) and not warned and holder == ANA
    assert remedies_player.held_too_long(state) == (ANA if runs else None)
    seconds = state.book.pace.hold_cards.value
    with trace() as rests:
        assert claims.time_limit(state) == (TimeLimit(str(phase), seconds, TimeUp()) if runs else None)
    assert rests.rests_on == ()
    found = claims.time_up(state, CLOCK, TimeUp())
    assert found == ((TimeWarned(ANA, seconds),) if runs else fault("no-time-limit"))
    assert claims.time_up(state, CROUPIER, TimeUp()) == fault("not-yours")
    held_up = replace(state, docket=CASE)
    assert claims.time_limit(held_up) is None
    suspended = claims.time_up(held_up, CLOCK, TimeUp())
    assert isinstance(suspended, Fault)
    assert suspended.code == "coup-suspended"


@pytest.mark.parametrize(
    ("holder", "staffed", "plays"),
    [(ANA, True, True), (None, True, False), (ANA, False, False), (CROUPIER, True, False)],
)
def test_for_who_is_too_slow_the_croupier_plays_by_the_scheme(
    holder: PersonId | None, staffed: bool, plays: bool
) -> None:
    state = lying(3, 5, side={"holder": holder})
    state = state if staffed else replace(state, staff=state.staff.delete(Role.CROUPIER))
    found = remedies_player.plays_no_more(state)
    assert len(found) == (3 if plays else 0)
    if plays:
        assert found[0] == GiveCards(P, CROUPIER)
        assert found[2] == BarPerson(ANA, BarredAction.CARDS, Until.SHOE)


@pytest.mark.parametrize(
    ("hand", "person", "found"),
    [
        (Hand.PUNTO, CROUPIER, fault("croupier-may-advise", "CF.C4.03")),
        (Hand.BANCA, CROUPIER, fault("croupier-may-advise", "CF.C4.03")),
        (Hand.PUNTO, ANA, fault("advice-own", "CF.C4.03", person=ANA)),
        (Hand.BANCA, ANA, None),
        (Hand.PUNTO, BEA, None),
        (Hand.BANCA, BEA, fault("advice-own", "CF.C4.03", person=BEA)),
        (Hand.BANCA, LUIS, None),
    ],
)
def test_nobody_advises_himself_and_the_croupier_may(hand: Hand, person: PersonId, found: Fault | None) -> None:
    assert remedies_player.require_adviser(lying(3, 5), hand, person) == found
    advised = fault("advice", "CF.C4.03", hand=str(hand), person=person)
    assert remedies_player.require_no_advice(hand, person) == advised


def test_the_cards_of_the_bank_that_a_ruling_gave_away_are_thought_about_by_whoever_has_them() -> None:
    state = lying(3, 5, marks={"holders": Map({B: LUIS})})
    assert remedies_player.require_adviser(state, Hand.BANCA, BEA) is None
    own = fault("advice-own", "CF.C4.03", person=LUIS)
    assert remedies_player.require_adviser(state, Hand.BANCA, LUIS) == own


# --- a banker who drew early ------------------------------------------------------------------------------------------

PASS = BarPerson(BEA, BarredAction.PASS, Until.COUP)


def drew(by: Party | None, *effects: Any, accident: Accident = Accident.EARLY_DRAW) -> Any:
    one = Fault(str(accident), {} if by is None else {"by": by})
    return ruling(*effects, faults=(one,))


@pytest.mark.parametrize(
    ("rulings", "relaxed"),
    [
        ((), False),
        ((drew(Party.BANKER),), True),
        ((drew(Party.BANKER, NoteOnly("so")),), True),
        ((drew(Party.BANKER, PASS),), False),
        ((drew(Party.BANKER, replace(PASS, action=BarredAction.CARDS)),), True),
        ((drew(Party.PLAYER),), False),
        ((drew(None),), False),
        ((drew(Party.BANKER, accident=Accident.STUCK),), False),
        ((drew(Party.PLAYER), drew(Party.BANKER)), True),
        ((drew(Party.BANKER, PASS), drew(Party.BANKER)), True),
    ],
)
def test_a_banker_is_let_off_who_drew_early_and_was_not_held_to_the_coup(rulings: Any, relaxed: bool) -> None:
    assert remedies_shoe.is_relaxed_for_banker(lying(3, 5, rulings=rulings)) is relaxed


@pytest.mark.parametrize("faults", [(), ("exposed-in-shoe",), ("stuck", "exposed-in-shoe"), ("stuck",)])
def test_a_card_that_came_out_face_up_frees_no_stake(faults: tuple[str, ...]) -> None:
    state = lying(3, 5, found_faults=frozenset(faults))
    wrong = fault("stakes-stand", "CF.C1.07") if "exposed-in-shoe" in faults else None
    assert remedies_shoe.require_stakes_free(state) == wrong


# --- corrections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "second", "reason", "code"),
    [
        (INSPECTOR, CROUPIER, "misread", None),
        (CROUPIER, INSPECTOR, "misread", None),
        ("dir", INSPECTOR, "misread", None),
        (INSPECTOR, "dir", "misread", None),
        (CROUPIER, "dir", "misread", "not-your-post"),
        (INSPECTOR, INSPECTOR, "misread", "second-official-missing"),
        (INSPECTOR, ANA, "misread", "second-official-missing"),
        (ANA, INSPECTOR, "misread", "not-your-post"),
        (INSPECTOR, CROUPIER, " ", "reason-missing"),
    ],
)
def test_two_officials_answer_for_a_correction(by: PersonId, second: PersonId, reason: str, code: str | None) -> None:
    state = replace(table(), staff=table().staff.set(Role.DIRECTOR, PersonId("dir")))
    for what in (CorrectCard(3, 0, Card("2s"), second, reason), CorrectPayment(3, ANA, second, reason)):
        found = corrections.require_two_officials(state, by, what)
        assert (None if found is None else (found.code, found.clauses)) == (
            None if code is None else (code, (cite("HP.CF.corrections"),))
        )


def keyed(**changes: Any) -> e.CardCorrected:
    return e.CardCorrected(2, 0, Card("2s"), Card("5s"), BEA, ANA, "misread", **changes)


@pytest.mark.parametrize(
    ("punto", "banca", "winner", "net", "bank"),
    [
        (3, 5, Winner.BANCA, -1, (Share(BEA, 190), Share(NORA, 95))),
        (7, 5, Winner.PUNTO, 1, (Share(BEA, -200), Share(NORA, -100))),
        (5, 5, Winner.TIE, 0, (Share(BEA, 0), Share(NORA, 0))),
    ],
)
def test_a_settled_coup_is_reckoned_again_by_its_true_cards_and_its_own_bank(
    punto: int, banca: int, winner: Winner, net: int, bank: Any
) -> None:
    kept = replace(KEPT, coup=lying(punto, banca, face_up=True).coup)
    found = corrections.true_result(replace(table(), bank=None), kept, keyed())
    players = (Share(ANA, 200 * net), Share(LUIS, 100 * net))
    cut = 300 - sum(one.amount for one in bank) if winner is Winner.BANCA else 0
    assert found == keyed(winner=winner, punto=punto, banca=banca, players=players, bank=bank, cagnotte=cut)
    assert corrections.true_result(table(), replace(kept, coup=lying(punto, None).coup), keyed()) == keyed()
    lost = lying(punto, banca, hands={P: HandMarks(is_lost=True)})
    by_ruling = corrections.true_result(table(), replace(kept, coup=lost.coup), keyed())
    assert (by_ruling.winner, by_ruling.punto, by_ruling.banca) == (Winner.BANCA, None, None)


def test_the_true_result_is_said_where_both_totals_are_known() -> None:
    said = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}
    for winner, formula in said.items():
        found = corrections.result_words(table(), keyed(winner=winner, punto=3, banca=5))
        words = table().book.formulas[formula].value
        assert found == ((Said(formula, {"punto": "3", "banca": "5"}),) if words else ())
    for missing in ("winner", "punto", "banca"):
        whole = keyed(winner=Winner.PUNTO, punto=3, banca=0)
        assert corrections.result_words(table(), replace(whole, **{missing: None})) == ()
    zero = corrections.result_words(table(), keyed(winner=Winner.TIE, punto=0, banca=0))
    assert len(zero) == len(corrections.result_words(table(), keyed(winner=Winner.TIE, punto=1, banca=1)))


def test_a_coup_that_has_ended_is_reckoned_once_more_where_its_hands_are_shown() -> None:
    assert corrections.shown_again(table()) is Phase.SHOW


PARTS = (Share(BEA, 200), Share(NORA, 100))


def banked(*parts: Share, phase: Phase = Phase.BETWEEN) -> State:
    return replace(table(), phase=phase, bank=Bank(BEA, parts))


@pytest.mark.parametrize(
    ("state", "changes", "bears"),
    [
        (banked(*PARTS), (Share(BEA, -200), Share(NORA, -100)), True),
        (banked(*PARTS), (Share(BEA, -201), Share(NORA, -100)), False),
        (banked(*PARTS), (Share(BEA, -200), Share(NORA, -101)), False),
        (banked(*PARTS), (Share(BEA, 5), Share(NORA, 5)), True),
        (banked(*PARTS), (Share(NORA, 5), Share(BEA, 5)), False),
        (banked(*PARTS), (Share(BEA, 5),), False),
        (banked(*PARTS[:1]), (Share(BEA, 5), Share(NORA, 5)), False),
        (replace(table(), phase=Phase.BETWEEN, bank=None), (Share(BEA, 5),), False),
        *((banked(*PARTS, phase=phase), PARTS, phase is Phase.BETWEEN) for phase in Phase),
    ],
)
def test_the_same_bank_bears_a_correction_between_coups_as_far_as_it_reaches(
    state: State, changes: Any, bears: bool
) -> None:
    assert corrections.is_bank_unchanged(state, changes) is bears
    event = e.PaymentCorrected(2, ANA, 0, 5, 0, BEA, LUIS, "misread", bank=changes)
    assert corrections.bearing(state, event) == (replace(event, in_bank=bears), ())


@pytest.mark.parametrize("in_bank", [True, False])
def test_the_bank_that_a_payment_leaves_is_announced_where_it_bore_it(in_bank: bool) -> None:
    event = e.PaymentCorrected(2, ANA, 0, 5, 0, BEA, LUIS, "misread", in_bank=in_bank)
    found = corrections.afterwards(banked(*PARTS), event)
    assert [type(one) for one in found] == ([Said] if in_bank else [])


def test_the_practices_of_the_house_about_debts_say_what_they_are_given() -> None:
    assert corrections.advanced_by_house(PARTS) == corrections.set_off_against_debts(PARTS) == PARTS
    with trace() as rests:
        corrections.advanced_by_house(PARTS)
    assert rests.rests_on == (cite("HP.CF.debts"),)
    assert corrections.undo(()) == ()


def test_a_third_card_counts_in_a_coup_that_is_reckoned_again() -> None:
    found = corrections.true_result(
        table(), replace(KEPT, coup=lying(3, 5, drawn(P, "6d"), face_up=True).coup), keyed()
    )
    assert (found.punto, found.banca, found.winner) == (9, 5, Winner.PUNTO)
