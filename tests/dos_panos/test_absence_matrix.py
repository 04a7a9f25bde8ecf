"""Every role in every phase, and he leaves, falls silent or goes away: as the documentation has it."""

from tapete.games.banked.acts import DrawCard, Say, Stand, StandIn
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CLOCK, Refused
from tapete.table import acts as t
from tapete.table.acts import Away, Leave
from tapete.table.staff import Role
from tests.support.absence import STANDS, AbsenceTable, Deed, until
from tests.support.dos_panos.scenes import ROLES, deed, one_step, scene, scenes
from tests.support.dos_panos.table import Table, opened

FREE = "HP.DP.in-play"
"""Who may go and who may not; and what lies there stays in play where the table does not wait for him."""
CELLS = sorted(scenes())
TABLE = AbsenceTable("dos-panos", CELLS)
FOR_HIM = ("HP.DP.absent-holder", "HP.DP.absent-player", "HP.DP.silent-player", "HP.DP.no-deposit")
"""The practice by which something is done without him."""


def on_to_the_next_coup(table: Table, missing: str) -> list[Deed]:
    start = table.state.coup.number
    return until(
        lambda: table.phase in (Phase.BETS, Phase.BANCO) and table.state.coup.number > start,
        lambda: one_step(table, missing),
    )


def leaves(role: str, table: Table, who: str) -> tuple[str, str]:
    outcome = table.play.attempt(Leave(), who).outcome
    assert isinstance(outcome, Refused) is (role != "bystander")
    if isinstance(outcome, Refused):
        assert FREE in outcome.clauses
        return f"refused: {outcome.code}", FREE
    chips = table.chips(who)
    table.do(who, Leave())
    assert FREE in table.turns[-1].rests_on
    assert (chips > 0, table.chips(who)) == (True, 0)
    return "goes with his chips", FREE


def comes_of(role: str, phase: Phase, how: str) -> tuple[str, str]:
    table, who = scene(role, phase)
    if how == "leaves":
        return leaves(role, table, who)
    deeds = [] if how == "silent" else [deed(table, str(CLOCK), Away(who))]
    assert all(FREE in one.rests for one in deeds)
    deeds += on_to_the_next_coup(table, who)
    assert sum(table.state.ledger.values()) == 0
    assert not any(one.by == who for one in deeds)
    done = dict.fromkeys(f"{one.by} {one.act}" for one in deeds if set(FOR_HIM) & set(one.rests))
    named = next((label for label in FOR_HIM for one in deeds if label in one.rests), FREE)
    return "; ".join(done) or STANDS, named


def test_whoever_leaves_falls_silent_or_goes_away_the_table_goes_on() -> None:
    elsewhere = {Phase.CLOSED, Phase.LOTS}
    assert {phase for role, phase in CELLS if role == "bystander"} == set(Phase) - elsewhere
    assert {role for role, _ in CELLS} == set(ROLES)
    TABLE.judge(comes_of)


def test_nobody_plays_for_a_player_who_is_there_and_was_not_called() -> None:
    table, _ = scene("hand-1", Phase.FIRST_WORD)
    refused = table.refused("croupier", StandIn())
    assert (refused.code, refused.facts["holder"]) == ("holder-is-there", "ana")
    banker, _ = scene("banker", Phase.DEAL)
    assert banker.refused("croupier", a.DealCard(Hand.PRIMERO)).code == "not-the-banker"
    deposit, _ = scene("depositor", Phase.DEPOSIT)
    assert deposit.refused("inspector", a.AnnulAward()).code == "award-stands"
    assert deposit.refused("ana", a.AnnulAward()).code == "not-your-post"


def test_the_croupier_plays_an_absent_player_s_five_as_one_that_stands_and_his_banco_by_the_scheme() -> None:
    table = opened("2s 2h Kd 3c 2d 3h").ready().bets().staked(ana=50_00, carla=50_00).closed().dealt().carried()
    table.do(str(CLOCK), Away("ana")).do("croupier", StandIn(), a.Lift(Hand.PRIMERO))
    assert table.refused("croupier", Say(Word.CARTA)).code == "advised-to-stand"
    table.do("croupier", Say(Word.NO))
    assert table.refused("ana", Say(Word.CARTA)).code == "not-your-cards"
    banco = opened("9s 2h Kd 8c 2d 3h").ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    banco.do("croupier", a.CloseCalls()).dealt().carried().do(str(CLOCK), Away("bea"))
    banco.do("croupier", StandIn(), a.Lift(Hand.PRIMERO))
    assert banco.refused("croupier", Say(Word.CARTA)).code == "must-stand"


def test_for_an_absent_banker_the_croupier_plays_by_the_table() -> None:
    table = opened("9s 9h Kd 8c 8d 6h").ready().bets().staked(ana=50_00, carla=50_00).closed().played("no", "no")
    table.do(str(CLOCK), Away("rosa")).do("croupier", a.Lift(Hand.BANCA))
    assert table.refused("croupier", DrawCard()).code == "against-table"
    table.do("croupier", Stand())


def test_a_turn_is_its_player_s_though_the_croupier_played_his_cards() -> None:
    table = opened("9s 9h Kd 8c 8d 6h").ready().bets().staked(ana=50_00, carla=50_00).closed().dealt().carried()
    table.do(str(CLOCK), Away("ana")).do("croupier", StandIn(), a.Lift(Hand.PRIMERO), Say(Word.NO)).said("2", "no")
    table.looked().do("rosa", Stand()).shown().settled()
    assert (table.state.turns[Hand.PRIMERO], table.chips("ana")) == (1, 20_050_00)


def test_a_person_on_his_feet_who_is_long_away_is_led_out_unless_something_of_his_is_in_play() -> None:
    made = opened().do("pau", t.StandBehind(1), t.BuyIn(500_00))
    assert made.refused("inspector", t.LeadOut("pau")).code == "not-your-post"
    assert made.refused(str(CLOCK), t.LeadOut("pau")).code == "still-there"
    made.do(str(CLOCK), Away("pau"), Away("ana"))
    assert made.refused(str(CLOCK), t.LeadOut("ana")).code == "keeps-his-place"
    staked = opened().do("pau", t.StandBehind(1), t.BuyIn(500_00)).ready().bets()
    staked.do("pau", a.Stake(50_00, Hand.PRIMERO)).do(str(CLOCK), Away("pau"))
    assert staked.refused(str(CLOCK), t.LeadOut("pau")).code == "money-on-table"
    made.do(str(CLOCK), t.LeadOut("pau"))
    assert "HP.DP.led-out" in made.turns[-1].rests_on
    assert not made.state.seats.is_at_table("pau")


def test_a_new_croupier_goes_on_with_the_hand_that_the_old_one_played_for_somebody() -> None:
    table = opened("9s 9h Kd 8c 8d 6h").ready().bets().staked(ana=50_00, carla=50_00).closed().dealt().carried()
    table.do(str(CLOCK), Away("ana")).do("croupier", StandIn(), a.Lift(Hand.PRIMERO))
    table.do("croupier", t.Relieve(Role.CROUPIER, "nora"))
    assert table.refused("croupier", Say(Word.NO)).code == "not-your-cards"
    table.do("nora", Say(Word.NO))


def test_a_banker_who_was_called_to_deal_is_called_anew_to_decide() -> None:
    table = opened("9s 9h Kd 8c 8d 6h").ready().bets().staked(ana=50_00, carla=50_00).closed()
    table.do("croupier", a.CallPerson(), *(a.DealCard(hand) for hand in tuple(Hand) * 2)).carried()
    table.said("1", "no").said("2", "no")
    assert not table.accepts("croupier", a.Lift(Hand.BANCA)), "a call lasts as long as its step"
    assert table.do("croupier", a.CallPerson()).accepts("croupier", a.Lift(Hand.BANCA))


def test_whoever_was_called_and_looks_at_his_cards_plays_them_himself() -> None:
    table, who = scene("hand-1", Phase.FIRST_WORD)
    table.do("croupier", a.CallPerson())
    assert table.accepts("croupier", StandIn())
    table.do(who, a.Lift(Hand.PRIMERO))
    assert table.refused("croupier", StandIn()).code == "holder-is-there"
    table.do("croupier", a.CallPerson(), StandIn())
