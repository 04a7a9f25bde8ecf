"""Section E: mini punto y banca."""

import pytest

from tapete import punto_banco as pb
from tapete.kernel import RefusedError
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    CHIPS,
    EURO,
    PLAYER_WINS,
    PUNTO,
    betting,
    burned,
    hands,
    lines,
    opened,
    ready,
    refused,
    rests,
    seated,
    settled,
    staked,
    turned,
)

MINI = pb.Variant.MINI
SEVEN = {seat: f"p{seat}" for seat in range(1, 8)}


@pytest.mark.clause("MPB.02")
def test_a_mini_table_seats_seven():
    """Seven sit; an eighth is told that the table is full."""
    table = opened(variant=MINI)
    assert [seat.seat for seat in table.view().seats] == [1, 2, 3, 4, 5, 6, 7]
    refused(table, pb.Sit(8), "p8", "no-such-seat")
    table = seated(table, SEVEN)
    assert "MPB.02" in rests(table.do(pb.Leave(), by="p1").do(pb.Sit(1), by="p8"))
    for seat in (8, 3, 0):
        refused(table, pb.Sit(seat), "p8", "table-full", "MPB.02")
    refused(table, pb.Sit(8), "p3", "no-such-seat")
    with pytest.raises(RefusedError) as found:
        opened(variant=MINI, places=8)
    assert (found.value.refused.code, found.value.refused.clauses) == ("places-above-seven", ("MPB.02",))
    assert len(opened(variant=MINI, places=5).view().seats) == 5
    assert len(opened(places=9).view().seats) == 9


@pytest.mark.clause("MPB.03")
def test_the_mini_game_has_the_same_rules():
    """Values, third cards, calls, the 5 % and the turn of the shoe are those of punto y banca."""
    table = hands("2s Kd 2h 5c 4d 9d", variant=MINI).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.09" in rests(table)
    table = ready(PLAYER_WINS, variant=MINI, people=SEVEN)
    assert "MPB.03" in rests(table)
    for who in list(SEVEN.values())[:6]:
        table = table.do(pb.PassShoe(), by=who)
    table = settled(table, {"p7": {BANCA: 1000}})
    assert table.view().seats[0].offered_shoe
    assert "MPB.03" in rests(table)
    bank = settled(ready(BANK_WINS, variant=MINI))
    assert lines(bank)["ana", BANCA].deduction == 50


def test_a_house_may_keep_the_dealing_at_mini_tables_to_the_croupier():
    table = ready(PLAYER_WINS, variant=MINI, players_deal=False)
    assert table.view().croupier_deals
    table = staked(betting(table), {"bea": {PUNTO: 1000}}).do(pb.CloseBets(), by="croupier")
    table = turned(table.do(pb.Deal(), by="croupier"))
    assert table.view().phase is pb.Phase.SETTLE


@pytest.mark.clause("MPB.04")
@pytest.mark.parametrize("missing", [pb.Role.TABLE_CHIEF, pb.Role.CROUPIER])
def test_a_mini_table_needs_a_croupier_and_a_table_chief(missing):
    """One croupier and one table chief, or the table does not open."""
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief"}
    assert "MPB.04" in rests(opened(variant=MINI, staff=staff))
    with pytest.raises(RefusedError) as found:
        opened(variant=MINI, staff={role: who for role, who in staff.items() if role is not missing})
    assert found.value.refused.code == f"missing-{missing}"
    assert "MPB.04" in found.value.refused.clauses


@pytest.mark.clause("MPB.08")
def test_standing_players_at_a_mini_table():
    """The games director may admit standing players: seven still sit."""
    full = seated(opened(variant=MINI), SEVEN)
    refused(full, pb.StandBehind(3), "eva", "standing-not-admitted", "MPB.08")
    table = burned(seated(opened(variant=MINI, standing_allowed=True), SEVEN))
    table = table.do(pb.StandBehind(3), by="eva")
    assert "MPB.08" in rests(table)
    table = betting(table.do(pb.BuyIn(CHIPS), by="eva")).do(pb.PlaceBet(BANCA, 20 * EURO), by="eva")
    assert "MPB.08" in rests(table)
    assert sum(seat.person is not None for seat in table.view().seats) == 7


@pytest.mark.clause("MPB.08")
def test_the_director_decides_it_between_coups():
    """What the director admits he may stop admitting; then who stands bets no more."""
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}
    table = ready(variant=MINI, staff=staff)
    refused(table, pb.StandBehind(3), "eva", "standing-not-admitted", "MPB.08")
    table = table.do(pb.SetOptions(standing_allowed=True), by="dir").do(pb.StandBehind(3), by="eva")
    table = betting(table.do(pb.BuyIn(CHIPS), by="eva").do(pb.SetOptions(standing_allowed=False), by="dir"))
    refused(table, pb.PlaceBet(BANCA, 2000), "eva", "standing-not-admitted", "MPB.08")
