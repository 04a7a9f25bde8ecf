"""Slowness, advice, late claims, and what nobody foresaw: section C.5."""

import pytest

from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    NoteOnly,
    Party,
    ReturnStake,
    Until,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import BOTH, betting, dealt, first_cards, spoken
from tests.support.dos_panos.table import opened

PRIMERO, SEGUNDO, BANCA = Hand
PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")


@BOTH
@pytest.mark.clause("DP.C5.03")
def test_who_announces_too_late_holds_no_cards_from_the_next_coup(real: bool) -> None:
    made = dealt(PLAIN + " " + PLAIN, real=real).report(Accident.TOO_SLOW, Party.PLAYER)
    assert made.incident.proposed_effects == (BarPerson("ana", BarredAction.CARDS, Until.SHOE),)
    made.ruled("croupier").said("1", "no").said("2", "no").looked().banker(Stand()).shown().settled()
    made.bets().staked(ana=100_00, bea=100_00, carla=100_00).closed()
    assert made.state.holder(PRIMERO) == "bea"


@BOTH
@pytest.mark.clause("DP.C5.04")
def test_nobody_but_the_croupier_advises(real: bool) -> None:
    made = dealt(first_cards("2s 3s", "2h 5h", "2c 5c"), real=real)
    own = made.refused("croupier", a.Report(Accident.ADVICE, Party.PLAYER, hand=PRIMERO, person="ana"))
    assert (own.code, "DP.C5.04" in own.clauses) == ("advice-own", True)
    made.report(Accident.ADVICE, Party.PLAYER, hand=PRIMERO, person="bea")
    assert "DP.C5.04" in made.incident.clauses


@BOTH
@pytest.mark.clause("DP.C5.05")
def test_an_advised_player_plays_by_the_scheme_and_stands_on_five(real: bool) -> None:
    made = dealt(f"{first_cards('2s 3s', '2h 5h', '2c 5c')} 9s", real=real)
    made.report(Accident.ADVICE, Party.PLAYER, hand=PRIMERO, person="bea")
    assert made.incident.proposed_effects == (BindToScheme("primero", Cell.STAND),)
    made.ruled("croupier")
    drew = made.fork().said("1", "carta").said("2", "no").looked().given().banker(Stand()).shown()
    assert drew.codes == ["wrong-word"]
    made.said("1", "no").said("2", "no").looked().banker(Stand()).shown()
    assert made.phase is Phase.SETTLE


@BOTH
@pytest.mark.clause("DP.C5.05")
def test_an_advised_banker_plays_by_his_table(real: bool) -> None:
    made = spoken(f"{first_cards('2s 4s', '2h 4h', '2c 4c')} 9s", "no", "no", real=real)
    made.report(Accident.ADVICE, Party.BYSTANDER, hand=BANCA, person="bea")
    assert made.incident.proposed_effects == (BindToTable("banca", fault_of=Party.BANKER),)
    made.ruled("croupier")
    assert made.fork().banker(DrawCard()).shown().codes == ["against-table"]
    assert made.banker(Stand()).shown().phase is Phase.SETTLE


def test_at_a_strict_table_an_advised_player_is_held_to_it_before_he_speaks() -> None:
    made = opened(f"{first_cards('2s 3s', '2h 5h', '2c 5c')} 9s").ready().bets().staked(ana=100_00, carla=100_00)
    made.closed().dealt().carried().do("ana", a.Lift(PRIMERO))
    made.do("croupier", a.Report(Accident.ADVICE, Party.PLAYER, hand=PRIMERO, person="bea"))
    made.do("inspector", GiveRuling(1))
    assert made.refused("ana", a.Say(Word.CARTA)).code == "bound-to-scheme"
    made.do("ana", a.Say(Word.NO))


@BOTH
@pytest.mark.clause("DP.C5.12")
def test_no_claim_is_heard_once_the_coup_is_settled(real: bool) -> None:
    made = spoken(PLAIN, "no", "no", real=real).banker(Stand()).shown()
    made.do("inspector", a.RecordClaim("carla", 1, "said eight"))
    made.settled().do("inspector", a.RecordClaim("carla", 1, "said eight"))
    kept = [one.is_admitted for turn in made.turns for one in turn.events if isinstance(one, ClaimRecorded)]
    assert kept == [True, False]
    assert made.refused("inspector", a.RecordClaim("carla", 7, "x")).code == "no-such-coup"
    assert made.refused("ana", a.RecordClaim("ana", 1, "x")).code == "not-your-post"


@BOTH
def test_the_inspector_may_give_a_stake_back(real: bool) -> None:
    """Ana plays on both cloths, the first of them first; Dani has nothing there, and nobody gets more than he has."""
    made = betting(PLAIN, real=real)
    made.do("ana", a.Stake(40_00, SEGUNDO)).closed().report(Accident.OTHER, note="a wrong chip")
    for wrong in (ReturnStake("dani"), ReturnStake("ana", 140_01)):
        assert made.refused("inspector", GiveRuling(1, (wrong,), "x")).code == "effect-without-object"
    part, whole = made.fork(), made.fork()
    part.ruled("inspector", (ReturnStake("ana", 120_00),))
    assert part.chips("ana") - made.chips("ana") == 120_00
    assert [(one.person, one.cloth, one.amount) for one in part.state.coup.stakes] == [
        ("ana", "segundo", 20_00),
        ("carla", "segundo", 100_00),
    ]
    whole.ruled("inspector", (ReturnStake("ana"),))
    assert [one.person for one in whole.state.coup.stakes] == ["carla"]
    whole.dealt().carried().said("1", "no").said("2", "no").looked().banker(Stand()).shown().settled()
    assert whole.account("stakes") == 0


@BOTH
@pytest.mark.clause("DP.C5.13")
def test_what_nobody_foresaw_is_the_inspectors(real: bool) -> None:
    made = betting(PLAIN, real=real).report(Accident.OTHER, note="a glass fell over")
    assert (made.incident.open_to_judgement, made.incident.proposed_effects) == (True, ())
    refused = made.refused("croupier", GiveRuling(1, (NoteOnly("glass"),), "wiped"))
    assert (refused.code, "DP.C5.13" in refused.clauses) == ("not-your-post", True)
    assert made.refused("inspector", GiveRuling(1, (NoteOnly("glass"),))).code == "reason-missing"
    made.ruled("inspector", (NoteOnly("glass"),))
    assert made.phase is Phase.BETS
