"""One seat in the whole hall, also where a place comes to somebody of itself: from the waiting list."""

import asyncio
from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.chemin_de_fer import acts as c
from tapete.games.dos_panos import acts as d
from tapete.games.punto_banco import acts as p
from tapete.kernel import CLOCK, HOUSE, Act, PersonId, Refused
from tapete.live import Hall
from tapete.live.seat_registry import SeatRegistry, seated_people
from tapete.table.acts import Away, Seated, Sit
from tapete.table.staff import Role

ANA, BEA, CARLA, EVA, LUIS, PAU, LUZ = map(PersonId, ("ana", "bea", "carla", "eva", "luis", "pau", "luz"))
SEATS = {1: BEA, 2: CARLA, 3: LUIS, 4: PAU}


async def done(table: Any, by: str, *acts: Any) -> None:
    for act in acts:
        outcome = (await table.act(Act(PersonId(by), act, table.step))).outcome
        assert not isinstance(outcome, Refused), outcome


async def tables(hall: Hall) -> tuple[Any, Any]:
    """Two chemin de fer tables; at the first a shoe is dealt, Bea is asked to take the bank and Carla is away."""
    one, two = [
        await hall.open_table(
            "chemin-de-fer",
            c.OpenTable(name, "asturias-2011", 1_000, staff={Role.CROUPIER: LUZ, Role.INSPECTOR: PersonId("fermin")}),
        )
        for name in ("uno", "dos")
    ]
    for seat, who in SEATS.items():
        await done(one, who, Sit(seat))
    await done(one, LUZ, ShufflePack(), c.OfferCards(), ShufflePack())
    await done(one, one.state.shoe.cut_to, CutPack(100))
    await done(one, LUZ, c.InsertStopCard())
    assert one.state.offer.candidate == BEA
    await done(one, CLOCK, Away(CARLA))
    return one, two


@pytest.mark.clause("CF.D.19")
def test_who_sits_at_another_table_inherits_no_place_from_the_list(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        one, two = await tables(hall)
        for who in (ANA, EVA):
            await done(one, who, c.JoinList())
        await done(two, ANA, Sit(5))
        before = one.version
        await done(one, BEA, c.DeclineBank())
        assert (one.state.seats.occupants[2], one.state.seats.waiting_list) == (EVA, ())
        assert (two.state.seats.occupants[5], one.state.seats.seat_of(ANA)) == (ANA, None)
        struck, declined = await one.entries(before)
        assert (struck.act["by"], struck.act["what"]) == ("system:house", {"act": "leave-list", "person": "ana"})
        assert "HP.CF.seated-elsewhere" in struck.rests_on
        assert "CF.D.19" in declined.rests_on

    stage.play(scene, games=house_games())


def test_with_nobody_else_on_the_list_the_place_is_empty(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        one, two = await tables(hall)
        await done(one, ANA, c.JoinList())
        await done(two, ANA, Sit(5))
        await done(one, BEA, c.DeclineBank())
        assert (2 in one.state.seats.occupants, one.state.offer.candidate) == (False, LUIS)

    stage.play(scene, games=house_games())


def test_a_place_inherited_at_one_table_and_asked_for_at_another_in_one_moment_is_one_seat(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        one, two = await tables(hall)
        await done(one, ANA, c.JoinList())
        await asyncio.gather(one.act(Act(BEA, c.DeclineBank(), one.step)), two.act(Act(ANA, Sit(5))))
        assert (one.state.seats.seat_of(ANA), two.state.seats.seat_of(ANA)) in ((2, None), (None, 5))

    stage.play(scene, games=house_games())


def test_whoever_is_on_his_way_to_a_seat_gets_none_elsewhere_and_nobody_waits_for_him_longer() -> None:
    """A seat that is asked for counts before it is recorded, until it is recorded or comes to nothing."""
    desk = SeatRegistry(dict)
    hers, his = Seated(ANA, 2), Seated(BEA, 2)
    asked = (Act(ANA, Sit(1)), Act(LUZ, c.NoteAct(ANA, Sit(1))))

    def admitted(table: str, act: Act[Any]) -> bool:
        with desk.admit(table, "chemin-de-fer", act) as refused:
            return refused is None

    def is_free() -> list[bool]:
        """Whether another table seats her unasked, by her own wish, and by the croupier's note; and this table."""
        others = (desk.seated_elsewhere("dos", (his, hers)) == (), *(admitted("dos", act) for act in asked))
        return [*others, desk.seated_elsewhere("uno", (hers,)) == ()]

    for act in asked:
        with desk.admit("uno", "chemin-de-fer", act) as refused:
            assert refused is None
            assert desk.seated_elsewhere("dos", (his, hers)) == (ANA,)
            assert is_free() == [False, False, False, True]
            with desk.reserve("uno", (hers,)):
                assert is_free() == [False, False, False, True]
            assert is_free() == [False, False, False, True]  # the end of the commit is not the end of the act
        assert is_free() == [True] * 4
    with desk.reserve("uno", (hers,)):
        assert is_free() == [False, False, False, True]
        assert admitted("dos", Act(BEA, Sit(1)))
    assert is_free() == [True] * 4
    with pytest.raises(RuntimeError), desk.admit("uno", "chemin-de-fer", asked[0]), desk.reserve("uno", (his,)):
        raise RuntimeError("the act came to nothing")
    assert (is_free(), desk.seated_elsewhere("dos", (his,))) == ([True] * 4, ())


def test_a_seat_elsewhere_is_a_seat_at_another_table() -> None:
    seated = {"uno": frozenset({ANA}), "dos": frozenset({BEA})}
    desk = SeatRegistry(lambda: seated)
    found = {table: desk.seated_elsewhere(table, (Seated(ANA, 2), Seated(BEA, 3), Seated(EVA, 4))) for table in seated}
    assert found == {"uno": (BEA,), "dos": (ANA,)}


def staff(*roles: Role) -> dict[Role, PersonId]:
    return {Role.CROUPIER: LUZ, **{role: PersonId(f"el-{role.value}") for role in roles}}


OF_PUNTO = staff(Role.TABLE_CHIEF)
OF_TWO_CLOTHS = staff(Role.INSPECTOR, Role.CHANGER, Role.ASSISTANT, Role.TABLE_CHIEF, Role.DIRECTOR)
OPENINGS = {
    "punto-y-banca": p.OpenTable("uno", "asturias-2011", 500, 50_000, staff=OF_PUNTO),
    "chemin-de-fer": c.OpenTable("uno", "asturias-2011", 1_000, staff=staff(Role.INSPECTOR)),
    "dos-panos": d.OpenTable("uno", "asturias-2011", 1_000, bank_maximum=1_000_000, staff=OF_TWO_CLOTHS),
}


@pytest.mark.parametrize("game", OPENINGS)
def test_a_seat_ends_with_its_table(stage: Any, game: str) -> None:
    """Whoever sits when a table is closed sits there no more: he has another seat for the asking."""

    async def scene(hall: Hall) -> None:
        one = await hall.open_table(game, OPENINGS[game])
        two = await hall.open_table("punto-y-banca", p.OpenTable("dos", "asturias-2011", 500, 50_000, staff=OF_PUNTO))
        await done(one, ANA, Sit(1))
        refused = (await two.act(Act(ANA, Sit(3)))).outcome
        assert isinstance(refused, Refused)
        assert refused.code == "seated-elsewhere"
        await done(one, HOUSE, CloseTable())
        await done(two, ANA, Sit(3))
        assert (seated_people(one.game, one.state), seated_people(two.game, two.state)) == (frozenset(), {ANA})

    stage.play(scene, games=house_games())
