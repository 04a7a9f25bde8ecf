"""Who sits, stands, waits, leaves, serves and is called at a table of chemin de fer: every answer whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import Fault, cite, trace
from tapete.games.baccarat.effects import OfferChoice
from tapete.games.baccarat.incident import Docket, incident
from tapete.games.baccarat.pack import DueCard
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, Said
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import HandFollowed, Saluted, SaluteOwed
from tapete.games.chemin_de_fer.people import relief, seating, silence, waiting
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import CHANCE, CLOCK, HOUSE, Irregular, PersonId
from tapete.table import acts as t
from tapete.table.seats import leave, queue, set_away, sit
from tapete.table.staff import CARD_TABLE_POSTS, Role
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, B, P, lying, table

CARLA, EVA, PAU, ROSA, NORA, OMAR, INSPECTOR = map(
    PersonId, ("carla", "eva", "pau", "rosa", "nora", "omar", "inspector")
)
BETWEEN = replace(table(), phase=Phase.BETWEEN)
"""Bea banks at place 1; Carla, Ana, Luis and Eva sit at 2, 5, 8 and 9; Pau stands behind 6, Rosa behind 9."""

MID_SHOE = replace(BETWEEN, shoe=replace(BETWEEN.shoe, position=4, has_begun=True))
BARE = replace(BETWEEN, bank=None)


def full(*list_: PersonId, movers: tuple[PersonId, ...] = (), state: State = BETWEEN) -> State:
    """Return a table with one vacant place, the third, these people on its list and these who would change."""
    seats = state.seats
    for place in (4, 6, 7):
        seats = sit(seats, PersonId(f"p{place}"), place)
    for one in list_:
        seats = queue(seats, one)
    return carry_over(replace(state, seats=seats), movers=movers)


def fault(code: str, *clauses: str, **facts: Any) -> Fault:
    return Fault(code, facts, tuple(cite(one) for one in clauses))


# --- a place ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "who", "seat", "found"),
    [
        (BETWEEN, NORA, 3, (t.Seated(NORA, 3),)),
        (MID_SHOE, NORA, 3, (t.Seated(NORA, 3), SaluteOwed(NORA))),
        (MID_SHOE, ANA, 3, (t.Seated(ANA, 3), SaluteOwed(ANA))),
        (BETWEEN, ANA, 3, (t.Seated(ANA, 3),)),
        (MID_SHOE, PAU, 6, (t.Seated(PAU, 6), SaluteOwed(PAU))),
        (BETWEEN, CROUPIER, 3, fault("staff-may-not-play", "HP.CF.relief")),
        (BETWEEN, INSPECTOR, 99, fault("staff-may-not-play", "HP.CF.relief")),
        (BETWEEN, CLOCK, 3, fault("only-people")),
        (BETWEEN, NORA, 0, fault("no-such-seat", seat=0)),
        (BETWEEN, NORA, 10, fault("no-such-seat", seat=10)),
        (BETWEEN, NORA, 9, fault("seat-taken", "CF.D.01", seat=9)),
        (replace(BETWEEN, seats=set_away(BETWEEN.seats, EVA, True)), NORA, 9, fault("place-kept", "CF.D.20", seat=9)),
        (replace(BETWEEN, seats=set_away(BETWEEN.seats, EVA, True)), EVA, 9, fault("already-seated", seat=9)),
        (BETWEEN, ANA, 5, fault("already-seated", seat=5)),
        (BETWEEN, BEA, 3, fault("bank-is-yours", "HP.CF.in-play")),
        (replace(BETWEEN, coup=replace(BETWEEN.coup, late=(Share(ANA, 1),))), ANA, 3,
         fault("money-on-table", "HP.CF.in-play")),
        (replace(BETWEEN, coup=replace(BETWEEN.coup, late=(Share(PAU, 1),))), PAU, 3,
         fault("money-on-table", "HP.CF.in-play")),
        (replace(BETWEEN, coup=replace(BETWEEN.coup, late=(Share(NORA, 1),))), NORA, 3, (t.Seated(NORA, 3),)),
        (full(OMAR), NORA, 3, fault("place-for-the-list", "HP.CF.list-between-shoes", first=OMAR)),
        (full(OMAR, state=MID_SHOE), NORA, 3, fault("place-for-the-list", "CF.D.13", first=OMAR)),
        (full(OMAR, state=MID_SHOE), OMAR, 3, (t.Seated(OMAR, 3), SaluteOwed(OMAR))),
        (full(OMAR, movers=(LUIS,)), OMAR, 3, fault("place-for-movers", "CF.D.14", first=LUIS)),
        (full(OMAR, movers=(LUIS,), state=MID_SHOE), LUIS, 3, fault("place-for-the-list", "CF.D.13", first=OMAR)),
        (full(OMAR, movers=(LUIS,)), LUIS, 3, (t.Seated(LUIS, 3),)),
    ],
)  # fmt: skip
def test_who_sits_down(state: State, who: PersonId, seat: int, found: Any) -> None:
    assert seating.sit(state, who, t.Sit(seat)) == found


def house_without(state: State, option: str) -> State:
    """Return a table of a house that has one rule about places the other way."""
    rules = state.book
    other = replace(getattr(rules.seats, option), value=not getattr(rules.seats, option).value)
    return replace(state, rules=replace(rules, seats=replace(rules.seats, **{option: other})))


@pytest.mark.parametrize(
    ("state", "mover", "newcomer"),
    [
        (BETWEEN, False, False),
        (MID_SHOE, True, True),
        (house_without(BETWEEN, "free_between_shoes"), True, True),
        (house_without(MID_SHOE, "free_between_shoes"), True, True),
        (house_without(MID_SHOE, "moving_owes_salute"), False, True),
        (house_without(MID_SHOE, "arriving_owes_salute"), True, False),
    ],
)
def test_who_moves_or_arrives_while_a_shoe_is_dealt_lets_the_hand_pass_once(
    state: State, mover: bool, newcomer: bool
) -> None:
    assert [seating.is_salute_owed(state, one) for one in (ANA, NORA, PAU)] == [mover, newcomer, newcomer]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(
    ("shoe", "plays"),
    [
        ({}, False),
        ({"has_begun": True}, True),
        ({"position": 1}, True),
        ({"has_begun": True, "position": 1}, True),
        ({"has_begun": True, "size": 0}, False),
        ({"position": 1, "is_order_awaited": True}, False),
    ],
)
def test_a_shoe_is_in_play_from_its_first_betting_or_card_until_it_is_over(
    phase: Phase, shoe: dict[str, Any], plays: bool
) -> None:
    state = replace(BETWEEN, phase=phase, shoe=replace(BETWEEN.shoe, **shoe))
    with trace() as found:
        is_in_play = seating.is_shoe_in_play(state)
    assert is_in_play is (plays and phase not in PREPARING)
    begins = is_in_play and shoe == {"has_begun": True}
    assert found.rests_on == ((cite("HP.CF.shoe-begins"),) if begins else ())


def test_who_owes_a_salute_makes_it_when_the_hand_passes_him_by() -> None:
    state = carry_over(BETWEEN, salute_debtors=frozenset({ANA}))
    assert (seating.salute(state, ANA), seating.salute(state, LUIS)) == ((Saluted(ANA),), ())


# --- on one's feet ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "who", "seat", "found"),
    [
        (BETWEEN, NORA, 1, (t.StoodBehind(NORA, 1),)),
        (BETWEEN, ANA, 5, (t.StoodBehind(ANA, 5),)),
        (BETWEEN, PAU, 2, (t.StoodBehind(PAU, 2),)),
        (BETWEEN, PAU, 6, fault("nothing-changes")),
        (BETWEEN, PAU, 10, fault("no-such-seat", seat=10)),
        (BETWEEN, CROUPIER, 2, fault("staff-may-not-play", "HP.CF.relief")),
        (BETWEEN, BEA, 2, fault("bank-is-yours", "HP.CF.in-play")),
        (replace(BETWEEN, coup=replace(BETWEEN.coup, late=(Share(PAU, 1),))), PAU, 2,
         fault("money-on-table", "HP.CF.in-play")),
        (replace(BETWEEN, coup=replace(BETWEEN.coup, late=(Share(NORA, 1),))), NORA, 2, (t.StoodBehind(NORA, 2),)),
        (MID_SHOE, NORA, 2, (t.StoodBehind(NORA, 2),)),
        (MID_SHOE, ANA, 2, (t.StoodBehind(ANA, 2),)),
        (MID_SHOE, PAU, 7, (t.StoodBehind(PAU, 7),)),
    ],
)  # fmt: skip
def test_who_stands_behind_a_place(state: State, who: PersonId, seat: int, found: Any) -> None:
    decided = seating.stand(state, who, t.StandBehind(seat))
    if isinstance(found, Fault) and found.clauses == ():
        found = replace(found, clauses=(cite("CF.D.03"),))
    assert decided == found


@pytest.mark.parametrize("seat", [2, 5, 7, 9, 1])
@pytest.mark.parametrize(("origin", "start"), [(None, 1), (6, 6)])
def test_in_mid_shoe_nobody_on_his_feet_follows_the_hand(seat: int, origin: int | None, start: int) -> None:
    """Pau stands behind 6; the bank is Bea's at place 1, or on its way round from the right of place 6."""
    state = MID_SHOE if origin is None else replace(MID_SHOE, bank=None, offer=replace(MID_SHOE.offer, origin=origin))
    order = [*range(start + 1, 10), *range(1, start + 1)]
    decided = seating.stand(state, PAU, t.StandBehind(seat))
    moved = t.StoodBehind(PAU, seat)
    if order.index(seat) < order.index(6):
        wrong = fault("followed-the-hand", "CF.D.17", behind=6, now=seat)
        assert decided == Irregular((moved, HandFollowed(PAU)), (wrong,))
    else:
        assert decided == (moved,)
    with trace() as found:
        wrong_ = seating.require_not_following_hand(state, PAU, seat)
    assert (cite("HP.CF.following-the-hand") in found.rests_on) is (wrong_ is not None)


def test_where_no_hand_goes_round_nobody_follows_it() -> None:
    state = replace(MID_SHOE, bank=None, offer=replace(MID_SHOE.offer, origin=None))
    assert seating.require_not_following_hand(state, PAU, 2) is None
    assert seating.require_not_following_hand(MID_SHOE, NORA, 2) is None
    standing = carry_over(replace(MID_SHOE, bank=Bank(ROSA, ())), last_seat=5)
    assert seating.require_not_following_hand(standing, ROSA, 7) == fault(
        "followed-the-hand", "CF.D.17", behind=9, now=7
    )


# --- leaving, chips ---------------------------------------------------------------------------------------------------


def test_who_leaves_takes_his_chips_and_is_there_with_nothing_at_stake() -> None:
    assert seating.leave(BETWEEN, ANA, t.Leave()) == (t.PersonLeft(ANA, BETWEEN.ledger["person:ana"]),)
    assert seating.leave(BETWEEN, NORA, t.Leave()) == Fault("not-at-table")
    assert seating.leave(BETWEEN, BEA, t.Leave()) == fault("bank-is-yours", "HP.CF.in-play")
    broke = replace(BETWEEN, ledger=BETWEEN.ledger.delete("person:ana"))
    assert seating.leave(broke, ANA, t.Leave()) == (t.PersonLeft(ANA, 0),)


def test_chips_are_changed_by_people_at_the_table_and_back_as_far_as_they_have_them() -> None:
    held = BETWEEN.ledger["person:ana"]
    assert seating.buy_in(BETWEEN, ANA, t.BuyIn(7)) == (t.BoughtIn(ANA, 7),)
    assert seating.buy_in(BETWEEN, NORA, t.BuyIn(7)) == Fault("not-at-table")
    assert seating.cash_out(BETWEEN, ANA, t.CashOut(held)) == (t.CashedOut(ANA, held),)
    short = Fault("not-enough-chips", {"chips": held, "needs": held + 1})
    assert seating.cash_out(BETWEEN, ANA, t.CashOut(held + 1)) == short
    assert (seating.require_chips(BETWEEN, ANA, held), seating.require_chips(BETWEEN, ANA, held + 1)) == (None, short)


def test_nobody_sits_at_two_tables() -> None:
    tables = {"one": (ANA, LUIS), "two": (BEA,)}
    assert seating.require_one_seat(tables, ANA, "one") is None
    assert seating.require_one_seat(tables, NORA, "two") is None
    found = seating.require_one_seat(tables, ANA, "two")
    assert found is not None
    assert found.clauses == (cite("CF.D.12"),)


# --- priority ---------------------------------------------------------------------------------------------------------


def order(ranks: dict[PersonId, Any]) -> list[str]:
    return sorted(ranks, key=lambda one: tuple(ranks[one]))


def test_the_order_of_priority_counts_from_the_banker_and_puts_who_owes_a_salute_last() -> None:
    state = carry_over(replace(BETWEEN, bank=Bank(ANA, ())), salute_debtors=frozenset({LUIS}))
    state = replace(state, offer=replace(state.offer, origin=8))
    assert order(seating.priority(state)) == ["luis", "eva", "bea", "carla", "ana", "pau", "rosa"]
    assert order(seating.banco_priority(state)) == ["eva", "bea", "carla", "ana", "pau", "rosa", "luis"]
    assert order(seating.bank_priority(state)) == ["eva", "bea", "carla", "ana", "rosa", "pau", "luis"]
    for option, ranks in (
        ("unsaluted_last_for_banco", seating.banco_priority), ("unsaluted_last_for_bank", seating.bank_priority),
    ):  # fmt: skip
        lenient = order(ranks(house_without(state, option)))
        assert lenient == (
            ["luis", "eva", "bea", "carla", "ana", "pau", "rosa"]
            if ranks is seating.banco_priority
            else ["eva", "bea", "carla", "ana", "luis", "rosa", "pau"]
        )


def test_the_clause_of_the_salute_decides_where_it_tells_two_people_apart() -> None:
    state = carry_over(BETWEEN, salute_debtors=frozenset({CARLA}))
    for ranks, clause in ((seating.banco_priority, "CF.D.09"), (seating.bank_priority, "CF.D.08")):
        with trace() as found:
            made = ranks(state)
            assert not made[CARLA] < made[LUIS]
        assert found.rests_on == (cite(clause),)


# --- the list ---------------------------------------------------------------------------------------------------------


def test_who_is_on_duty_does_not_play_by_the_practice_of_the_house() -> None:
    off_duty = waiting.require_off_duty
    assert [off_duty(BETWEEN, one) for one in (ANA, NORA)] == [None, None]
    assert [off_duty(BETWEEN, one) for one in (CROUPIER, INSPECTOR)] == [
        fault("staff-may-not-play", "HP.CF.relief")
    ] * 2
    assert [off_duty(BETWEEN, one) for one in (CLOCK, HOUSE, CHANCE)] == [Fault("only-people")] * 3


def test_who_is_away_or_has_a_part_in_the_bank_takes_no_other_place_now() -> None:
    bank = Bank(BEA, (Share(BEA, 5), Share(LUIS, 5)))
    state = replace(BETWEEN, bank=bank, seats=set_away(BETWEEN.seats, ANA, True))
    people = (BEA, LUIS, ANA, CARLA)
    assert [waiting.is_held_up(state, one) for one in people] == [True, True, True, False]
    assert [waiting.is_held_up(replace(state, bank=None), one) for one in people] == [False, False, True, False]
    assert waiting.who_can_come(state, (ANA, CARLA, LUIS, EVA)) == (CARLA, EVA)


@pytest.mark.parametrize("who", [NORA, OMAR, LUIS, CARLA, EVA])
def test_a_vacant_place_goes_to_the_first_who_can_come(who: PersonId) -> None:
    """Place 3 is vacant. Luis and Carla asked to change, and Luis has a part in the bank; Omar is on the list.

    Nobody comes before Luis in his order: it is his part in the bank that keeps him where he sits.
    """
    state = full(OMAR, movers=(LUIS, CARLA))
    state = replace(state, bank=Bank(BEA, (Share(BEA, 5), Share(LUIS, 5))))
    movers = fault("place-for-movers", "CF.D.14", first=CARLA)
    assert waiting.require_movers_first(state, who) == (None if who in (CARLA, LUIS) else movers)
    expected = None if who == OMAR else fault("place-for-the-list", "CF.D.13", first=OMAR)
    assert waiting.require_list_first(state, who) == expected
    after = fault("place-for-the-list", "HP.CF.list-between-shoes", first=CARLA)
    assert waiting.require_list_after_movers(state, who) == (None if who in (CARLA, LUIS) else after)
    assert waiting.require_turn_for_place(state, who, False) == (None if who in (CARLA, LUIS) else movers)
    assert waiting.require_turn_for_place(state, who, True) == expected
    nobody = carry_over(replace(state, seats=leave(replace(state.seats, waiting_list=()), NORA)), movers=())
    assert waiting.require_turn_for_place(nobody, who, False) is None
    assert waiting.require_turn_for_place(nobody, who, True) is None


def test_the_clause_of_an_order_is_weighed_where_nobody_stands_in_it() -> None:
    for in_mid_shoe, clause in ((True, "CF.D.13"), (False, "CF.D.14")):
        for state, decides in ((full(), False), (full(OMAR, movers=(LUIS,)), True)):
            with trace() as found:
                waiting.require_turn_for_place(state, NORA, in_mid_shoe)
            assert cite(clause) in found.weighed
            assert (cite(clause) in found.rests_on) is decides


JOINED, LEFT = waiting.ListJoined, waiting.ListLeft
QUEUE = full(OMAR)


@pytest.mark.parametrize(
    ("who", "person", "found"),
    [
        (NORA, None, (JOINED(NORA, INSPECTOR),)),
        (NORA, NORA, (JOINED(NORA, INSPECTOR),)),
        (PAU, None, (JOINED(PAU, INSPECTOR),)),
        (INSPECTOR, NORA, (JOINED(NORA, INSPECTOR),)),
        (INSPECTOR, None, fault("staff-may-not-play", "HP.CF.relief")),
        (CROUPIER, CROUPIER, fault("staff-may-not-play", "HP.CF.relief")),
        (INSPECTOR, CROUPIER, fault("staff-may-not-play")),
        (INSPECTOR, CLOCK, fault("only-people")),
        (CROUPIER, NORA, fault("not-your-post", needs=["inspector"])),
        (ANA, None, fault("already-seated", seat=5)),
        (OMAR, None, fault("on-the-list")),
    ],
)
def test_who_enters_the_list(who: PersonId, person: PersonId | None, found: Any) -> None:
    assert waiting.join_list(QUEUE, who, a.JoinList(person)) == found


@pytest.mark.parametrize(
    ("who", "person", "found"),
    [
        (OMAR, None, (LEFT(OMAR, INSPECTOR),)),
        (INSPECTOR, OMAR, (LEFT(OMAR, INSPECTOR),)),
        (HOUSE, OMAR, (LEFT(OMAR, INSPECTOR),)),
        (NORA, OMAR, fault("not-your-post", needs=["inspector"])),
        (NORA, None, fault("not-on-the-list")),
        (INSPECTOR, NORA, fault("not-on-the-list")),
    ],
)
def test_who_goes_off_the_list(who: PersonId, person: PersonId | None, found: Any) -> None:
    with trace() as left:
        assert waiting.leave_list(QUEUE, who, a.LeaveList(person)) == found
    assert (cite("HP.CF.seated-elsewhere") in left.rests_on) is (who == HOUSE)
    unwatched = replace(QUEUE, staff=QUEUE.staff.delete(Role.INSPECTOR))
    assert waiting.keeper(unwatched) == HOUSE


def test_a_seated_player_asks_once_for_another_place() -> None:
    state = full(movers=(LUIS,))
    assert waiting.ask_change(state, ANA, a.AskSeatChange()) == (waiting.ChangeAsked(ANA),)
    assert waiting.ask_change(state, LUIS, a.AskSeatChange()) == Fault("change-asked-already")
    assert waiting.ask_change(state, PAU, a.AskSeatChange()) == Fault("not-seated")


# --- a post -----------------------------------------------------------------------------------------------------------


def relieved(state: State, who: PersonId, role: Role, person: PersonId) -> Any:
    with trace() as found:
        decided = relief.relieve(state, who, t.Relieve(role, person))
    assert found.rests_on == (cite("HP.CF.relief"),)
    return decided


DIRECTED = replace(BETWEEN, staff=BETWEEN.staff.set(Role.DIRECTOR, PersonId("dir")), seats=queue(BETWEEN.seats, OMAR))


@pytest.mark.parametrize("role", [Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR, Role.TABLE_CHIEF])
@pytest.mark.parametrize(
    ("who", "allowed"), [("dir", True), (INSPECTOR, True), (HOUSE, True), (CROUPIER, None), (ANA, False)]
)
def test_a_post_is_given_by_whoever_holds_it_the_inspector_the_director_or_the_house(
    who: PersonId, allowed: bool | None, role: Role
) -> None:
    found = relieved(DIRECTED, who, role, NORA)
    may = role is Role.CROUPIER if allowed is None else allowed
    wrong = Fault("not-your-post", {"needs": [str(role), "inspector", "director"]})
    assert found == ((t.StaffAssigned(role, NORA),) if may else wrong)


@pytest.mark.parametrize(
    ("role", "person", "found"),
    [
        (Role.CASHIER, NORA, fault("no-such-post", post="cashier")),
        (Role.CROUPIER, ANA, fault("player-may-not-serve")),
        (Role.CROUPIER, PAU, fault("player-may-not-serve")),
        (Role.CROUPIER, OMAR, fault("player-may-not-serve")),
        (Role.CROUPIER, CLOCK, fault("system-on-duty")),
        (Role.CROUPIER, INSPECTOR, fault("staff-twice", "HP.CF.relief", post="croupier", other="inspector")),
        (Role.CROUPIER, CROUPIER, fault("nothing-changes")),
    ],
)
def test_a_post_is_held_by_somebody_who_does_not_play_and_has_no_other(
    role: Role, person: PersonId, found: Any
) -> None:
    assert relieved(DIRECTED, INSPECTOR, role, person) == found
    assert {Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR, Role.DIRECTOR} == CARD_TABLE_POSTS


def seen_by(state: State, who: PersonId, *hands: str) -> State:
    layout = tuple(
        replace(one, seen_by=frozenset({who})) if one.place in hands else one for one in state.coup.cards.layout
    )
    return replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))


def test_the_relief_has_what_the_outgoing_croupier_had_in_his_hands_and_no_other_post_hands_over_anything() -> None:
    plays = seen_by(lying(2, 3, side={"holder": CROUPIER, "before": CROUPIER}), CROUPIER, P, B)
    assigned = t.StaffAssigned(Role.CROUPIER, NORA)
    lifted = (CardsLifted(NORA, P), CardsLifted(NORA, B))
    assert relieved(plays, INSPECTOR, Role.CROUPIER, NORA) == (
        assigned, CroupierStoodIn(CROUPIER, NORA), CardsCarried(NORA), *lifted,
    )  # fmt: skip
    for role in (Role.INSPECTOR, Role.DIRECTOR):
        assert relieved(plays, INSPECTOR, role, NORA) == (t.StaffAssigned(role, NORA),)
    for seen, left in (((P,), lifted[:1]), ((B,), lifted[1:]), ((), ())):
        assert relieved(seen_by(lying(2, 3), CROUPIER, *seen), INSPECTOR, Role.CROUPIER, NORA) == (assigned, *left)
    own = seen_by(lying(2, 3, side={"holder": INSPECTOR, "before": INSPECTOR}), INSPECTOR, P, B)
    assert relieved(own, INSPECTOR, Role.CROUPIER, NORA) == (assigned,)
    vacant = replace(plays, staff=plays.staff.delete(Role.CROUPIER))
    assert relieved(vacant, INSPECTOR, Role.CROUPIER, NORA) == (assigned,)


# --- silence ----------------------------------------------------------------------------------------------------------

CHOICE = OfferChoice(LUIS, "third-card", ("give", "deny"))


@pytest.mark.parametrize(
    ("state", "awaited"),
    [
        (lying(phase=Phase.DEAL), BEA),
        (lying(phase=Phase.BANKER), BEA),
        (lying(phase=Phase.WORD), None),
        (lying(phase=Phase.BANKER, marks={"choices": (CHOICE,)}), LUIS),
        (lying(phase=Phase.WORD, marks={"choices": (CHOICE,)}), LUIS),
        (lying(phase=Phase.BANKER, marks={"withdrawal": True}), None),
        (lying(phase=Phase.BANKER, due_cards=(DueCard(4, P, True),)), None),
        (replace(lying(phase=Phase.BANKER), docket=Docket((incident(Docket(), "other", BEA, (), ()),), 1)), None),
        (replace(BETWEEN, phase=Phase.CUT, shoe=replace(BETWEEN.shoe, cut_to=EVA)), EVA),
        (replace(BARE, phase=Phase.BANK, offer=replace(BETWEEN.offer, candidate=EVA)), EVA),
        (BETWEEN, None),
        (replace(BETWEEN, bank=Bank(BEA, (), debt=1)), BEA),
    ],
)
def test_the_table_waits_for_this_player(state: State, awaited: PersonId | None) -> None:
    assert silence.awaited_player(state) == awaited


DEALING = lying(phase=Phase.DEAL)


@pytest.mark.parametrize(
    ("state", "who", "found"),
    [
        (DEALING, CROUPIER, (PersonCalled(BEA), Said("person-called", {"seat": "1"}))),
        (DEALING, ANA, fault("not-your-post", needs=["croupier"])),
        (DEALING, INSPECTOR, fault("not-your-post", needs=["croupier"])),
        (replace(DEALING, called_person=BEA), CROUPIER, fault("called-already", person=BEA)),
        (replace(DEALING, called_person=ANA), CROUPIER, (PersonCalled(BEA), Said("person-called", {"seat": "1"}))),
        (replace(DEALING, seats=set_away(DEALING.seats, BEA, True)), CROUPIER, fault("nobody-to-call")),
        (replace(DEALING, bank=Bank(NORA, ())), CROUPIER, fault("nobody-to-call")),
        (replace(DEALING, bank=Bank(PAU, ())), CROUPIER, (PersonCalled(PAU), Said("person-called", {"seat": "6"}))),
        (lying(phase=Phase.WORD), CROUPIER, fault("nobody-to-call")),
    ],
)
def test_the_croupier_calls_once_whom_the_table_waits_for(state: State, who: PersonId, found: Any) -> None:
    with trace() as rests:
        decided = silence.call(state, who, CallPerson())
    words = state.book.formulas["person-called"].value
    assert decided == (found if words or isinstance(found, Fault) else found[:1])
    assert (cite("HP.CF.silent-player") in rests.rests_on) is not isinstance(found, Fault)


AWAY = replace(DEALING, seats=set_away(DEALING.seats, BEA, True))


@pytest.mark.parametrize(
    ("state", "who", "person", "clause"),
    [
        (DEALING, CROUPIER, BEA, None),
        (AWAY, CROUPIER, BEA, "HP.CF.absent-player"),
        (AWAY, ANA, BEA, None),
        (AWAY, CROUPIER, ANA, None),
        (AWAY, CROUPIER, None, None),
        (replace(DEALING, called_person=BEA), CROUPIER, BEA, "HP.CF.silent-player"),
        (replace(DEALING, called_person=BEA), INSPECTOR, BEA, None),
        (replace(DEALING, called_person=BEA), CROUPIER, ANA, None),
        (replace(DEALING, called_person=ANA), CROUPIER, BEA, None),
        (replace(DEALING, called_person=ANA), CROUPIER, ANA, None),
        (replace(AWAY, called_person=BEA), CROUPIER, BEA, "HP.CF.absent-player"),
    ],
)
def test_the_croupier_acts_for_who_is_away_or_was_called_and_is_still_waited_for(
    state: State, who: PersonId, person: PersonId | None, clause: str | None
) -> None:
    with trace() as rests:
        assert silence.may_stand_for(state, who, person) is (clause is not None)
    assert rests.rests_on == (() if clause is None else (cite(clause),))


def test_the_cards_of_the_bank_are_the_bankers_or_the_croupiers_who_acts_for_him() -> None:
    wrong = Fault("not-banker")
    assert silence.require_bank_player(DEALING, BEA) is None
    assert [silence.require_bank_player(DEALING, one) for one in (CROUPIER, ANA)] == [wrong, wrong]
    assert [silence.require_bank_player(AWAY, one) for one in (CROUPIER, ANA)] == [None, wrong]
    called = replace(DEALING, called_person=BEA)
    assert [silence.require_bank_player(called, one) for one in (CROUPIER, ANA)] == [None, wrong]


def test_no_coup_is_opened_on_the_money_of_a_banker_who_is_away() -> None:
    clause = cite("HP.CF.absent-player")
    away = replace(BETWEEN, seats=set_away(BETWEEN.seats, BEA, True))
    with trace() as rests:
        assert silence.require_banker_there(away) == Fault("banker-away", {"person": BEA}, (clause,))
    assert rests.rests_on == (clause,)
    with trace() as rests:
        assert silence.require_banker_there(BETWEEN) is None
    assert rests.rests_on == ()
