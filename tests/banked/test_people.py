"""People at a table where a player holds the bank, on a table of two cloths: the list, posts, silence and absence."""

from immutables import Map

from tapete.games.baccarat.incident import Docket
from tapete.games.banked import absence
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.kernel import PersonId
from tapete.table.seats import Seats, Standing
from tapete.table.staff import Role, Staff
from tests.support.banked import two_cloths as cloths
from tests.support.banked.two_cloths import BANKER, HOLDERS, ONE, TWO

ANA, BEA, TEO, EVA = (PersonId(one) for one in ("ana", "bea", "teo", "eva"))
OUT, IN = PersonId("croupier"), PersonId("second-croupier")
SEATS = Seats((1, 2, 3), Map({1: ANA, 2: BEA}), standing=(Standing(TEO, 1),), waiting_list=(TEO, EVA))
STAFF: Staff = Map({Role.CROUPIER: OUT, Role.INSPECTOR: PersonId("inspector")})
SENDERS = (Role.INSPECTOR,)


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
