"""The other person, the other step, the other order: each of two things that only one of them may be."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind, LotOut
from tapete.games.baccarat.effects import BarPerson, BarredAction, Discard, Party
from tapete.games.baccarat.marks import hand_cards
from tapete.games.banked.acts import AskTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.granting import first_seeker
from tapete.games.dos_panos.bank.proof import require_new_proof
from tapete.games.dos_panos.errors.early import early_cards, is_drawer_let_off
from tapete.games.dos_panos.errors.outcomes import mislaid
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.evolve.table import apply_phase_opened
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Phase
from tapete.games.dos_panos.view.table import view
from tapete.kernel import CHANCE, Act, PersonId
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.observed import betting, first_cards
from tests.support.dos_panos.table import BANK, BANKER, Table, opened

ROSA, ANA = PersonId("rosa"), PersonId("ana")


def at_his_table() -> Table:
    """Both cloths have their cards, and the banker, who has looked at his, asked for his table."""
    made = opened("2s 2h Kd 2c 2d 5h 6s 8s").ready().bets().staked(ana=100_00, carla=100_00).closed().dealt().carried()
    return made.said("1", "carta").said("2", "carta").looked().given().do("rosa", AskTable())


@pytest.mark.clause("DP.A.23")
def test_the_banker_s_table_speaks_to_the_banker_and_to_nobody_else_who_knows_his_cards() -> None:
    state = at_his_table().state
    cards = state.coup.cards
    bank = {one.position for one in hand_cards(cards.layout, Hand.BANCA)}
    seen = tuple(replace(one, seen_by=one.seen_by | {ANA}) if one.position in bank else one for one in cards.layout)
    told = replace(state, coup=replace(state.coup, cards=replace(cards, layout=seen)))
    assert len(view(told, ROSA).coup.cells) == 2
    assert [view(told, who).coup.cells for who in (ANA, PersonId("luis"), None)] == [(), (), ()]


# --- lots -------------------------------------------------------------------------------------------------------------


def keyed_lots() -> Table:
    """Two bids alike at a table whose croupier keys what comes out."""
    made = opened(conduct=Conduct.OBSERVED, kind=ChanceKind.KEYED).do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(3_000_00)).do("bea", a.Bid(3_000_00))
    return made.do("inspector", a.CloseAuction())


@pytest.mark.parametrize(
    ("by", "urn", "position", "token", "code"),
    [
        ("croupier", 0, 0, "ana", ""),
        ("inspector", 0, 0, "bea", ""),
        ("croupier", 1, 0, "ana", "no-lots-wanted"),
        ("croupier", 0, 1, "ana", "no-lots-wanted"),
        ("croupier", 0, 0, "carla", "no-such-lot"),
        ("ana", 0, 0, "ana", "not-your-post"),
        (CHANCE, 0, 0, "ana", "not-your-post"),
    ],
)
def test_the_lot_that_is_keyed_is_the_first_of_its_urn_and_of_those_between_whom_it_decides(
    by: str, urn: int, position: int, token: str, code: str
) -> None:
    made = keyed_lots()
    lots = made.state.lots
    assert lots is not None
    what = LotOut(lots.urn + urn, position, token)
    if code:
        assert made.refused(by, what).code == code
    else:
        assert made.do(by, what).state.award.person == token  # type: ignore[union-attr]


def test_no_lot_comes_out_where_none_is_wanted() -> None:
    made = keyed_lots()
    lots = made.state.lots
    assert lots is not None
    assert made.do("croupier", LotOut(lots.urn, 0, "ana")).refused("croupier", LotOut(lots.urn, 0, "bea")).code == (
        "no-lots-wanted"
    )


# --- a bank that goes on ----------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E1.18")
@pytest.mark.parametrize(
    ("people", "first"),
    [
        (("dani", "carla", "bea", "ana"), "ana"),
        (("dani", "carla", "bea"), "bea"),
        (("dani", "carla"), "carla"),
        (("carla", "zoe"), "zoe"),  # the first cloth comes before the second
        (("bea", "zoe"), "bea"),
        ((), None),
    ],
)
def test_a_bank_that_was_given_up_is_offered_by_place_and_cloth_and_not_by_name(
    people: tuple[str, ...], first: str | None
) -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank())
    for who in people:
        if who == "zoe":
            made.do("zoe", a.SitBehind(1), t.BuyIn(9_000_00))
        made.do(who, a.AcceptBank())
    assert first_seeker(made.state) == first


# --- a shoe that was left ---------------------------------------------------------------------------------------------

AT_THE_SHOE = {Phase.SHOE, Phase.SHUFFLE, Phase.CUT, Phase.STOP_CARD}


@pytest.mark.parametrize("phase", list(Phase))
def test_a_shoe_that_was_left_is_taken_up_where_its_preparation_goes_on_and_nowhere_else(phase: Phase) -> None:
    state = opened().state
    left = replace(state, shoe=replace(state.shoe, left_at=Phase.CUT))
    kept = apply_phase_opened(left, PhaseOpened(phase)).shoe.left_at
    assert kept == (None if phase in AT_THE_SHOE else Phase.CUT)


# --- early cards ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.C1.04")
def test_whoever_drew_early_is_let_off_where_he_may_pass_and_his_cards_are_still_played() -> None:
    shoe = first_cards("2s 5s", "2h 5h", "2c 5c") + " 3s 4s 6s"
    made = betting(shoe).do("croupier", a.Report(Accident.EARLY_DRAW, Party.BANKER, count=2))
    state, incident = made.state, made.incident
    assert early_cards(state) == {0, 1}
    bar = BarPerson(PersonId(BANKER), BarredAction.PASS)
    assert bar in incident.proposed_effects
    found: dict[tuple[Any, ...], bool] = {
        effects: is_drawer_let_off(state, incident, effects)
        for effects in ((bar,), (), (Discard(0),), (Discard(0), Discard(1)), (bar, Discard(0)))
    }
    assert list(found.values()) == [False, True, True, False, False]


# --- what a game is asked ---------------------------------------------------------------------------------------------


def test_of_a_report_alone_one_sees_beforehand_what_it_would_do() -> None:
    game, made = DosPanos(), betting(first_cards("2s 5s", "2h 5h", "2c 5c"))
    report = a.Report(Accident.OTHER, note="a quarrel")
    croupier = PersonId("croupier")
    assert getattr(game.preview(made.state, Act(croupier, report)), "code", "") == ""
    assert getattr(game.preview(made.state, Act(croupier, a.CloseBets())), "code", "") == "no-such-report"
    assert getattr(game.preview(game.blank(), Act(croupier, report)), "code", "") == "no-such-report"


def test_a_proof_that_the_house_keeps_says_no_sum() -> None:
    proof = a.ProveDeposit(ROSA, 40_000_00)
    kept = proof.of_house()
    assert (proof.is_of_house, proof.private()) == (False, ("amount",))
    assert (kept.person, kept.is_of_house, kept.amount, kept.private()) == (ROSA, True, None, ())


# --- proofs and cards that were seen ----------------------------------------------------------------------------------


@pytest.mark.clause("DP.E2.10")
@pytest.mark.parametrize(
    ("person", "amount", "is_new"),
    [("rosa", 40_000_00, False), ("rosa", 50_000_00, True), ("ana", 30_000_00, False), ("ana", 40_000_00, True)],
)
def test_a_proof_is_new_beside_what_its_own_person_has_proven(person: str, amount: int, is_new: bool) -> None:
    """The banker has proven 40,000 euros, and Ana, who would have the next bank, 30,000."""
    made = opened(mode=BankMode.OPEN)
    made.do("director", a.ProveDeposit(ROSA, 40_000_00), a.ProveDeposit(ANA, 30_000_00))
    made.do("inspector", a.AnnounceBank(ROSA, BANK)).deposited()
    assert made.state.banker == "rosa"
    assert (require_new_proof(made.state, a.ProveDeposit(PersonId(person), amount)) is None) is is_new


@pytest.mark.parametrize(
    ("face_up", "seen_by", "evident"),
    [(False, (), True), (True, (), False), (False, ("ana",), False), (True, ("ana",), False)],
)
def test_where_a_card_belongs_is_evident_while_nobody_has_seen_it(
    face_up: bool, seen_by: tuple[str, ...], evident: bool
) -> None:
    made = betting(first_cards("2s 5s", "2h 5h", "2c 5c")).closed().dealt()
    card = next(one for one in made.state.coup.cards.layout if one.place == str(Hand.PRIMERO))
    seen = replace(card, face_up=face_up, seen_by=frozenset(map(PersonId, seen_by)))
    plain = mislaid(made.state, replace(card, face_up=False, seen_by=frozenset()))
    assert (mislaid(made.state, seen) == plain) is evident


def test_where_nobody_can_tell_whose_a_mislaid_card_is_who_decides_is_named_with_his_clauses() -> None:
    made = betting(first_cards("2s 5s", "2h 5h", "2c 5c")).closed().dealt()
    proposal = mislaid(made.state, None)
    decide = [str(one) for one in made.state.authority.decide.clauses]
    assert decide
    assert [str(one) for one in proposal.clauses] == ["DP.C2.02", *decide]
