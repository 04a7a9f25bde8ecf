"""People at a table where a player holds the bank, on a table of two cloths: the list, posts, silence and absence."""

import pytest
from immutables import Map

from tapete.clauses import Fault
from tapete.games.baccarat.incident import Docket
from tapete.games.banked import absence
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.kernel import HOUSE, PersonId
from tapete.table import waiting
from tapete.table.acts import Relieve
from tapete.table.relief import require_may_relieve
from tapete.table.seats import Seats, Standing
from tapete.table.staff import CARD_TABLE_POSTS, Role, Staff
from tests.support.banked import two_cloths as cloths
from tests.support.banked.two_cloths import BANKER, HOLDERS, ONE, TWO

ANA, BEA, TEO, EVA = (PersonId(one) for one in ("ana", "bea", "teo", "eva"))
OUT, IN = PersonId("croupier"), PersonId("second-croupier")
SEATS = Seats((1, 2, 3), Map({1: ANA, 2: BEA}), standing=(Standing(TEO, 1),), waiting=(TEO, EVA))
STAFF: Staff = Map({Role.CROUPIER: OUT, Role.INSPECTOR: PersonId("inspector")})
SENDERS = (Role.INSPECTOR,)


def code(fault: Fault | None) -> str | None:
    return None if fault is None else fault.code


@pytest.mark.parametrize(
    ("who", "order", "first"),
    [
        (TEO, (TEO, EVA), None),
        (EVA, (TEO, EVA), TEO),
        (ANA, (TEO, EVA), TEO),
        (ANA, (), None),
        (ANA, (ANA, TEO), None),
    ],
)
def test_the_one_place_is_for_the_first_in_the_order(
    who: PersonId, order: tuple[PersonId, ...], first: PersonId | None
) -> None:
    assert waiting.first_before(SEATS, who, order) == first


def test_those_who_asked_to_move_come_before_the_list_and_nobody_twice() -> None:
    assert waiting.movers_then_list(SEATS, (BEA, TEO)) == (BEA, TEO, EVA)


@pytest.mark.parametrize(
    ("who", "person", "found"),
    [
        (ANA, ANA, "already-seated"),
        (TEO, TEO, "on-the-list"),
        (BEA, PersonId("nora"), "not-your-post"),
        (PersonId("inspector"), PersonId("nora"), None),
        (OUT, OUT, "staff-may-not-play"),
        (HOUSE, HOUSE, "only-people"),
    ],
)
def test_who_may_enter_whom_on_the_list(who: PersonId, person: PersonId, found: str | None) -> None:
    assert code(waiting.require_may_join(SEATS, STAFF, who, person, Role.INSPECTOR)) == found


@pytest.mark.parametrize(
    ("who", "role", "person", "found"),
    [
        (OUT, Role.CROUPIER, IN, None),
        (PersonId("inspector"), Role.CROUPIER, IN, None),
        (IN, Role.CROUPIER, IN, "not-your-post"),
        (OUT, Role.CROUPIER, ANA, "player-may-not-serve"),
        (OUT, Role.CROUPIER, EVA, "player-may-not-serve"),
        (HOUSE, Role.CROUPIER, HOUSE, "system-on-duty"),
        (HOUSE, Role.CALLER, IN, "no-such-post"),
    ],
)
def test_who_may_take_over_a_post(who: PersonId, role: Role, person: PersonId, found: str | None) -> None:
    wrong = require_may_relieve(SEATS, STAFF, who, Relieve(role, person), posts=CARD_TABLE_POSTS, senders=SENDERS)
    assert code(wrong) == found


def test_the_incoming_croupier_takes_over_the_side_that_the_outgoing_one_played_and_no_other() -> None:
    table = cloths.dealt(cloths.opened(), "5h", "6h", "Kd", "2c", "3d", "Qs")
    table = cloths.folded(table, CroupierStoodIn(HOLDERS[TWO], OUT, TWO), CardsLifted(OUT, TWO))
    holders = {hand: table.coup.holder(hand) for hand in (ONE, TWO)}
    assert absence.cards_handed_over(table.coup, holders, OUT, IN, cloths.ORDER) == (
        CroupierStoodIn(OUT, IN, TWO),
        CardsCarried(IN, TWO),
        CardsLifted(IN, TWO),
    )
    assert absence.cards_handed_over(table.coup, holders, BANKER, IN, cloths.ORDER) == ()


def test_nobody_is_waited_for_while_a_card_or_answers_are_and_else_whom_the_phase_names() -> None:
    free = cloths.dealt(cloths.opened(), "5h", "6h", "Kd", "2c", "3d", "Qs").coup
    asked = cloths.folded(cloths.opened(), cloths.DrawAwaited((cloths.DueCard(0, ONE, False),))).coup
    assert absence.awaited_player(Docket(), free, (), BANKER) == BANKER
    assert absence.awaited_player(Docket(), free, (ANA,), BANKER) is None
    assert absence.awaited_player(Docket(), asked, (), BANKER) is None
