"""What each viewer sees and is offered: nothing of a hidden hand, nothing of a proven deposit."""

from typing import Any

import msgspec
import pytest

from tapete.games.banked.acts import AskTable, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import LOST, coup
from tests.support.dos_panos.table import Table, opened

EVERYBODY = ("ana", "bea", "carla", "dani", "rosa", "croupier", "inspector", "chief", "director", None)
OWNER = {Hand.PRIMERO: "ana", Hand.SEGUNDO: "carla", Hand.BANCA: "rosa"}


def seen(made: Table, viewer: str | None) -> bytes:
    """Everything that a viewer gets: what he sees, what he is offered, what is explained to him."""
    play = made.play
    return msgspec.json.encode((play.view(viewer), play.legal(viewer), play.explain(viewer)))


def told(made: Table) -> bytes:
    """The public part of everything that happened."""
    public = [
        {**msgspec.to_builtins(event), **dict.fromkeys(getattr(event, "private", tuple)(), None)}
        for turn in made.turns
        for event in turn.events
    ]
    return msgspec.json.encode(public)


def played(shoe: str) -> list[Table]:
    """The table at each step of a coup in which both cloths stand and everybody has looked at his cards."""
    made = opened(shoe).ready().bets().staked(ana=100_00, carla=100_00).closed()
    steps = [made.dealt().fork(), made.carried().fork()]
    made.said("1", "no")
    steps.append(made.fork())
    made.said("2", "no")
    steps += [made.fork(), made.looked().fork()]
    return steps


WORLDS = {
    Hand.PRIMERO: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 7c 3d 6h"),
    Hand.SEGUNDO: ("9s 9h Kd 8c 7d 6h", "9s 9h Kd 8c 8d 6h"),
    Hand.BANCA: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 8c 3d 5h"),
}
"""Two shoes for each hand that differ in one card of it."""


@pytest.mark.parametrize("hand", list(Hand))
def test_two_worlds_that_differ_in_a_hidden_hand_are_the_same_to_everybody_else(hand: Hand) -> None:
    one, other = (played(shoe) for shoe in WORLDS[hand])
    for here, there in zip(one, other, strict=True):
        for viewer in EVERYBODY:
            if viewer != OWNER[hand]:
                assert seen(here, viewer) == seen(there, viewer), (here.phase, viewer)
        assert told(here) == told(there)
    assert seen(one[-1], OWNER[hand]) != seen(other[-1], OWNER[hand])


def test_whoever_looked_sees_his_cards_and_his_total() -> None:
    made = played("9s 2h Kd 8c 3d 6h")[-1]
    for hand, total in ((Hand.PRIMERO, 7), (Hand.SEGUNDO, 5), (Hand.BANCA, 6)):
        assert made.play.view(OWNER[hand]).coup.totals == {str(hand): total}
    assert made.play.view(None).coup.totals == {}


def test_the_banker_who_asked_for_his_table_sees_both_answers_and_nobody_else_does() -> None:
    made = played("9s 2h Kd 8c 3d 6h")[-1].do("rosa", AskTable())
    assert made.play.view("rosa").coup.cells == ("P", "P")
    assert made.play.view("ana").coup.cells == ()
    assert made.play.view(None).coup.has_asked_table


def test_what_an_open_bank_has_proven_is_its_banker_s_and_the_director_s_alone() -> None:
    one, other = (
        opened(mode=BankMode.OPEN).announced().do("director", a.ProveDeposit(PersonId("rosa"), proof)).deposited()
        for proof in (40_000_00, 50_000_00)
    )
    for viewer in EVERYBODY:
        assert (seen(one, viewer) == seen(other, viewer)) is (viewer not in ("director", "rosa")), viewer
    assert told(one) == told(other)
    for viewer in ("director", "rosa"):
        assert one.play.view(viewer).bank.proven_deposit == 40_000_00


def test_an_open_banker_sees_what_is_left_of_his_proof_when_the_bank_has_drawn_on_it() -> None:
    made = opened(LOST, mode=BankMode.OPEN).announced(1_000_00)
    made.do("director", a.ProveDeposit(PersonId("rosa"), 9_000_00)).deposited(1_000_00).shoe().delivered()
    coup(made, ana=2_000_00, carla=500_00)
    assert made.account("bank") == 0
    seen_by = {who: made.play.view(who).bank.proven_deposit for who in (*EVERYBODY, None)}
    assert {who for who, found in seen_by.items() if found is not None} == {"rosa", "director"}
    assert seen_by["rosa"] == seen_by["director"] == 7_500_00


def main_acts(made: Table, viewer: str) -> set[str]:
    return {one.act for one in made.play.legal(viewer) if one.main}


def test_what_is_offered_leads_a_table_from_its_opening_to_the_settlement() -> None:
    made = opened("2s 2h Kd 2c 2d 5h 6s 8s")
    assert "announce-bank" in main_acts(made, "inspector")
    made.announced()
    assert (main_acts(made, "rosa"), made.play.view(None).waits_for) == ({"deposit-bank"}, "rosa")
    made.deposited()
    assert main_acts(made, "croupier") == {"count-pack"}
    made.shoe()
    assert main_acts(made, "rosa") == {"deliver-bank"}
    made.delivered()
    assert main_acts(made, "croupier") == {"open-bets"}
    made.do("croupier", a.OpenBets())
    assert (main_acts(made, "croupier"), "call-banco" in offered(made, "bea")) == ({"close-calls"}, True)
    made.do("croupier", a.CloseCalls()).staked(ana=100_00, carla=100_00)
    assert {"stake", "take-stake"} <= offered(made, "ana")
    made.closed().dealt().carried()
    assert main_acts(made, "ana") == {"lift"}
    made.do("ana", a.Lift(Hand.PRIMERO))
    assert [one.fields for one in made.play.legal("ana") if one.act == "say"] != []
    made.said("1", "carta").said("2", "carta").looked()
    assert main_acts(made, "rosa") == {"give-card"}
    made.given()
    assert main_acts(made, "rosa") == {"draw-card", "stand"}
    made.do("rosa", Stand())
    assert main_acts(made, "croupier") == {"show-hand"}
    made.shown()
    assert (made.phase, main_acts(made, "croupier")) == (Phase.SETTLE, {"settle"})


def offered(made: Table, viewer: str) -> set[str]:
    return {one.act for one in made.play.legal(viewer)}


def test_a_view_says_the_cloths_their_stakes_and_their_players() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=200_00)
    cloths: Any = made.play.view(None).coup.cloths
    assert [(one.hand, one.at_risk) for one in cloths] == [(Hand.PRIMERO, 100_00), (Hand.SEGUNDO, 200_00)]
    made.closed()
    assert [one.holder for one in made.play.view("dani").coup.cloths] == ["ana", "carla"]
    bank = made.play.view(None).bank
    assert (bank.banker, bank.in_play, bank.proven_deposit) == ("rosa", 5_000_00, None)


@pytest.mark.clause("DP.A.36")
def test_anybody_may_ask_for_the_rules() -> None:
    made = opened()
    found = made.play.game.ask_rule(made.state, PersonId("ana"), "DP.A.38")  # type: ignore[attr-defined]
    assert [one.id for one in found] == ["DP.A.38"]
    assert {one.id for one in made.play.game.ask_rule(made.state, None)} >= {"DP.E1.01", "DP.E1.03"}  # type: ignore[attr-defined]


@pytest.mark.clause("DP.E2.15")
def test_everybody_sees_which_session_of_an_open_bank_it_is_and_how_many_shoes_it_has_left() -> None:
    made = opened(mode=BankMode.OPEN, session=2).announced().deposited()
    game = made.play.game
    seen = {
        (one.session, one.session_shoes) for one in (game.view(made.state, who) for who in (None, "director", "ana"))
    }
    assert seen == {(2, 2)}
    made.shoe()
    assert game.view(made.state, None).session_shoes == 1
    assert game.view(opened().state, None).session_shoes is None
