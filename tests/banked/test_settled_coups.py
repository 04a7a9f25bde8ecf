"""The books of settled coups: what is kept of them, what a card or a payment that is put right makes of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import CAGNOTTE, HOUSE, STAKES, Posting, person
from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import BarPerson, BarredAction, LoseNatural, Party, Until
from tapete.games.baccarat.incident import Docket, Incident, IncidentWithdrawn
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards, Marks, apply_effects
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import correcting, named_people, settled_coups
from tapete.games.banked.coup import Coup, RulingGiven, SettledCoup, Side
from tapete.games.banked.settled_coups import KEPT, PaymentCorrected
from tapete.games.banked.shares import Share, Shares
from tapete.games.banked.shoe import Shoe
from tapete.kernel import PersonId
from tapete.table.seats import Seats
from tests.support.banked.two_cloths import ONE, TWO

ANA, BEA, CARLA, CHIEF = map(PersonId, ("ana", "bea", "carla", "chief"))
BAR = BarPerson(ANA, BarredAction.CARDS, Until.SHOE)


def shares(**amounts: int) -> Shares:
    return tuple(Share(PersonId(who), amount) for who, amount in amounts.items())


def coup(number: int, *faces: str, **more: Any) -> Coup:
    layout = tuple(LaidCard(at, ONE, Card(face), True) for at, face in enumerate(faces or ("2s", "3s")))
    sides = Map({ONE: Side(ANA, winner=Winner.PUNTO), TWO: Side(BEA, winner=Winner.TIE)})
    return replace(Coup(number, Cards(layout), sides=sides), **more)


def settled(number: int, shoe: int = 1, **more: Any) -> SettledCoup:
    kept = SettledCoup(
        shoe=shoe,
        coup=coup(number),
        winners=Map({ONE: Winner.PUNTO, TWO: Winner.TIE}),
        players=shares(ana=100, bea=0),
        bank=shares(carla=-95),
        cagnotte=-5,
        due_players=shares(ana=100, bea=0),
        due_bank=shares(carla=-95),
        due_cagnotte=-5,
    )
    return replace(kept, **more)


class Table(msgspec.Struct, frozen=True):
    """The state of a table, as far as its settled coups need it."""

    coup: Coup = coup(9)
    history: tuple[SettledCoup, ...] = (settled(7), settled(8))
    shoe: Shoe = Shoe(1, 312, played_cards=Map({Card("2s"): 2}))
    docket: Docket = Docket()
    bars: Marks = Marks(bars=(BAR,))
    debts: Shares = shares(ana=50, bea=20)
    phase: str = "bets"
    banker: PersonId = CARLA
    seats: Seats = Seats((1, 2, 3), Map({1: ANA, 2: BEA}))

    def croupier(self) -> PersonId | None:
        """The croupier on duty."""
        return PersonId("croupier")


TABLE = Table()
BOTH_AGAIN = Map({ONE: Side(ANA), TWO: Side(BEA)})


# --- what is kept -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [KEPT - 1, KEPT])
def test_the_last_coups_are_kept_and_the_oldest_goes(count: int) -> None:
    history = tuple(settled(number) for number in range(count))
    found = settled_coups.with_settled(history, settled(count))
    assert [one.number for one in found] == list(range(count + 1))[-KEPT:]
    assert settled_coups.with_settled(history) == history


def test_faces_that_are_known_are_counted_when_their_cards_leave_the_table() -> None:
    counts = Map({Card("2s"): 2, Card("3s"): 1})
    found = settled_coups.count_played(counts, (Card("2s"), None, Card("9h"), Card("9h")))
    assert found == Map({Card("2s"): 3, Card("3s"): 1, Card("9h"): 2})
    assert settled_coups.count_played(counts, ()) == counts


# --- a card that is put right -----------------------------------------------------------------------------------------


def corrected(number: int, winners: dict[str, Winner] | None = None) -> Any:
    return SimpleNamespace(
        coup=number, position=1, was=Card("3s"), face=Card("9h"), true_winners=winners or {},
        players=shares(ana=-100, bea=0), bank=shares(carla=100), cagnotte=0,
    )  # fmt: skip


RIGHT = ("2s", "9h")
TURNED = {ONE: Winner.BANCA}


def test_in_the_coup_that_is_on_the_card_is_right_and_nobody_has_won_yet() -> None:
    found = settled_coups.apply_card_corrected(TABLE, corrected(9))
    assert found == replace(TABLE, coup=coup(9, *RIGHT, sides=BOTH_AGAIN))


@pytest.mark.parametrize("winners", [{}, TURNED])
def test_in_a_coup_of_this_shoe_the_cards_that_left_it_are_counted_right(winners: dict[str, Winner]) -> None:
    counted = Map({Card("2s"): 2, Card("3s"): -1, Card("9h"): 1})
    found = settled_coups.apply_card_corrected(TABLE, corrected(7, winners))
    due = {} if not winners else {
        "winners": Map({ONE: Winner.BANCA, TWO: Winner.TIE}), "due_players": shares(ana=-100, bea=0),
        "due_bank": shares(carla=100), "due_cagnotte": 0,
    }  # fmt: skip
    right = settled(7, coup=coup(7, *RIGHT), **due)
    shoe = replace(TABLE.shoe, played_cards=counted)
    assert found == replace(TABLE, history=(right, TABLE.history[1]), shoe=shoe)


def test_in_a_coup_of_another_shoe_no_card_of_this_one_is_counted() -> None:
    old = replace(TABLE, history=(settled(7, shoe=0), TABLE.history[1]))
    found = settled_coups.apply_card_corrected(old, corrected(7))
    assert found == replace(old, history=(settled(7, shoe=0, coup=coup(7, *RIGHT)), TABLE.history[1]))


@pytest.mark.parametrize("winners", [{}, TURNED])
def test_on_the_table_the_last_coup_has_its_true_result_too(winners: dict[str, Winner]) -> None:
    last = replace(TABLE, coup=coup(8))
    found = settled_coups.apply_card_corrected(last, corrected(8, winners))
    sides = last.coup.sides
    sides = sides.set(ONE, Side(ANA, winner=Winner.BANCA)) if winners else sides
    assert found.coup == coup(8, *RIGHT, sides=sides)
    assert found.shoe == TABLE.shoe
    assert found.history[0] == TABLE.history[0]
    assert found.history[1].coup == coup(8, *RIGHT)
    earlier = settled_coups.apply_card_corrected(replace(TABLE, coup=coup(7)), corrected(7, TURNED))
    assert earlier.coup == coup(7, *RIGHT), "another coup has been settled since"


# --- a payment that is put right --------------------------------------------------------------------------------------


def payment(number: int = 7, **more: Any) -> PaymentCorrected:
    return replace(PaymentCorrected(number, ANA, 0, 0, 0, CHIEF, CARLA, "x"), **more)


WRONG = settled(7, due_players=shares(ana=-100, bea=0), due_bank=shares(carla=100), due_cagnotte=0)


@pytest.mark.parametrize("in_bank", [False, True])
def test_the_books_follow_what_was_due_and_the_bank_that_stands_bears_its_part(in_bank: bool) -> None:
    table = replace(TABLE, history=(WRONG, TABLE.history[1]))
    found = settled_coups.apply_payment_corrected(
        table, payment(in_bank=in_bank), lambda state, _: replace(state, phase="bank")
    )
    booked = replace(WRONG, players=WRONG.due_players, bank=WRONG.due_bank, cagnotte=0)
    expected = replace(table, history=(booked, TABLE.history[1]))
    assert found == (replace(expected, phase="bank") if in_bank else expected)
    unknown = settled_coups.apply_payment_corrected(table, payment(99, in_bank=True), lambda state, _: TABLE)
    assert unknown == table


@pytest.mark.parametrize(
    ("debts", "set_off", "left"),
    [
        ((), (), shares(ana=50, bea=20)),
        (shares(ana=5), (), shares(ana=55, bea=20)),
        (shares(carla=5), (), shares(ana=50, bea=20, carla=5)),
        ((), shares(ana=49), shares(ana=1, bea=20)),
        ((), shares(ana=50), shares(bea=20)),
        (shares(bea=1), shares(ana=50), shares(bea=21)),
    ],
)
def test_what_is_lent_for_a_correction_is_owed_and_what_is_given_back_is_not(
    debts: Shares, set_off: Shares, left: Shares
) -> None:
    event = payment(99, debts=debts, set_off=set_off)
    assert settled_coups.debts_left(TABLE.debts, event) == left
    assert settled_coups.apply_payment_corrected(TABLE, event, lambda state, _: state) == replace(TABLE, debts=left)


@pytest.mark.parametrize("in_bank", [False, True])
def test_every_change_goes_through_the_stakes_which_come_out_even(in_bank: bool) -> None:
    event = payment(
        players=shares(ana=-200, bea=30), bank=shares(carla=150, ana=15), cagnotte=5, debts=shares(ana=60),
        set_off=shares(bea=20), in_bank=in_bank,
    )  # fmt: skip
    legs = settled_coups.legs_of_correction(event, lambda at, who: f"bank-{at}-{who}")
    owners = [f"bank-0-{CARLA}", f"bank-1-{ANA}"] if in_bank else [person(CARLA), person(ANA)]
    expected = [
        *((HOUSE, -60), (person(ANA), 60), (person(ANA), -200), (STAKES, 200), (STAKES, -30), (person(BEA), 30)),
        *((STAKES, -150), (owners[0], 150), (STAKES, -15), (owners[1], 15), (STAKES, -5), (CAGNOTTE, 5)),
        *((person(BEA), -20), (HOUSE, 20)),
    ]
    assert legs == tuple(Posting(account, amount) for account, amount in expected)
    assert sum(one.amount for one in legs if one.account == STAKES) == 0


LEDGER = Map({person(ANA): 40, person(BEA): 10})


@pytest.mark.parametrize(
    ("players", "bank", "in_bank", "short", "covered"),
    [
        (shares(ana=-40), (), False, (), ()),
        (shares(ana=-41), (), False, shares(ana=1), ()),
        (shares(ana=-41, bea=-30), (), False, shares(ana=1, bea=20), ()),
        ((), shares(carla=-1), False, shares(carla=1), ()),
        ((), shares(carla=-1), True, (), ()),
        (shares(ana=40), (), False, (), shares(ana=40)),
        (shares(ana=60), (), False, (), shares(ana=50)),
        (shares(ana=1, bea=30), (), False, (), shares(ana=1, bea=20)),
        (shares(carla=10), (), False, (), ()),
        (shares(ana=10), shares(ana=5), False, (), shares(ana=15)),
        (shares(ana=10), shares(ana=5), True, (), shares(ana=10)),
        (shares(ana=10), shares(ana=-10), False, (), ()),
    ],
)
def test_who_has_too_little_and_what_a_debtor_gives_back_are_reckoned_to_the_cent(
    players: Shares, bank: Shares, in_bank: bool, short: Shares, covered: Shares
) -> None:
    event = payment(players=players, bank=bank, in_bank=in_bank)
    assert correcting.shortfalls(LEDGER, event) == short
    assert correcting.debts_covered(TABLE.debts, event) == covered


def test_what_a_coup_brought_somebody_is_told_as_booked_and_as_due() -> None:
    one = replace(WRONG, bank=shares(carla=-95, ana=7), due_bank=shares(carla=100, ana=9))
    assert [correcting.net_of(one, who, due=False) for who in (ANA, BEA, CARLA, CHIEF)] == [107, 0, -95, 0]
    assert [correcting.net_of(one, who, due=True) for who in (ANA, BEA, CARLA, CHIEF)] == [-91, 0, 100, 0]
    assert correcting.net_changes(one.players, one.due_players) == shares(ana=-200, bea=0)
    assert correcting.net_changes(one.bank, one.due_bank) == shares(carla=195, ana=2)


@pytest.mark.parametrize(
    ("number", "phase", "which", "is_open"),
    [
        (8, "settle", 1, True), (8, "bets", 1, True), (9, "bets", 1, True), (9, "deal", 1, False),
        (9, "bets", 0, False), (7, "bets", 0, False),
    ],
)  # fmt: skip
def test_a_coup_is_open_to_settlement_until_the_next_betting_closes(
    number: int, phase: str, which: int, is_open: bool
) -> None:
    game: Any = SimpleNamespace(betting="bets")
    table = replace(TABLE, coup=coup(number), phase=phase)
    assert correcting.is_open_to_settlement(game, table, table.history[which]) is is_open
    assert not correcting.is_open_to_settlement(game, replace(table, history=()), table.history[which])


# --- rulings and incidents that go ------------------------------------------------------------------------------------

LOST = (LoseNatural(ONE),)


def ruled(one: Coup) -> Coup:
    given = RulingGiven(LOST, (), (Fault("low"),), 1, coup=one)
    return replace(
        one, cards=apply_effects(LOST, one.cards), rulings=(given,), found_faults=frozenset({"low", "other"})
    )


@pytest.mark.parametrize("number", [8, 9])
def test_a_ruling_is_taken_back_in_the_coup_that_it_was_given_in_on_the_table_and_in_the_books(number: int) -> None:
    table = replace(TABLE, coup=ruled(coup(9)), history=(settled(7), settled(8, coup=ruled(coup(8)))))
    event = RulingUndone(number, 1, "x", ("low",), (*LOST, BAR))
    found = settled_coups.apply_ruling_undone(table, event, lambda one: (one.code,))
    assert found.bars == Marks()
    kept = table.history[1].coup if number == 9 else found.history[1].coup
    mine = found.coup if number == 9 else kept
    assert (mine.rulings, mine.found_faults, mine.cards.marks.of(ONE).is_natural_lost) == ((), {"other"}, False)
    if number == 9:
        assert found.history == table.history
    else:
        assert (found.coup, found.history[0]) == (table.coup, table.history[0])


def names(one: Fault) -> tuple[str, ...]:
    return one.code, f"{one.code}+"


def test_faults_of_a_case_that_was_none_can_be_found_again() -> None:
    case = Incident(4, "x", CHIEF, (Fault("low"), Fault("slow")))
    other = Incident(5, "y", CHIEF, (Fault("low"),))
    table = replace(
        TABLE, docket=Docket((case, other), 5), coup=coup(9, found_faults=frozenset({"low", "low+", "slow", "high"}))
    )
    found = settled_coups.apply_incident_withdrawn(table, IncidentWithdrawn(4, "x", ("low",)), names)
    expected = coup(9, found_faults=frozenset({"slow", "high"}))
    assert found == replace(table, docket=Docket((other,), 5), coup=expected)
    gone = settled_coups.apply_incident_withdrawn(table, IncidentWithdrawn(9, "x", ("low",)), names)
    assert gone == table


# --- whom a report names ----------------------------------------------------------------------------------------------

CROUPIER, NOBODY = PersonId("croupier"), PersonId("nobody")


@pytest.mark.parametrize(
    ("party", "fit"),
    [
        (Party.BANKER, {CARLA}),
        (Party.CROUPIER, {CROUPIER}),
        (Party.PLAYER, {ANA, BEA}),
        (Party.BYSTANDER, {BEA, NOBODY}),
    ],
)
def test_a_person_is_what_a_report_calls_him(party: Party, fit: set[PersonId]) -> None:
    for who in (ANA, BEA, CARLA, CROUPIER, NOBODY):
        is_fit = named_people.is_fit(TABLE, party, who, (ANA, None))  # type: ignore[arg-type]
        assert is_fit is (who in fit), who
        found = named_people.require_fit(TABLE, party, who, (ANA, None), lambda one: one)  # type: ignore[arg-type]
        absent = party is Party.PLAYER and who not in (ANA, BEA)
        wrong = (
            Fault("not-at-table", {"person": who})
            if absent
            else Fault("person-unfit", {"person": who, "party": str(party)})
        )
        assert found == (None if is_fit else wrong)


@pytest.mark.parametrize(
    ("who", "known"), [(CARLA, True), (ANA, True), (PersonId("p"), True), (PersonId("o"), True), (NOBODY, False)]
)
def test_nobody_is_named_who_is_not_there_and_has_not_played_there(who: PersonId, known: bool) -> None:
    history = (settled(1), settled(2, players=shares(ana=1, p=2), bank=shares(x=1, o=2)))
    found = named_people.require_known(TABLE, history, who)  # type: ignore[arg-type]
    assert found == (None if known else Fault("unknown-person", {"person": who}))
    beside = replace(TABLE, banker=PersonId("other"), seats=Seats((1,)))
    away = named_people.require_known(beside, history[:1], CARLA)  # type: ignore[arg-type]
    assert away is None, "he held the bank"
