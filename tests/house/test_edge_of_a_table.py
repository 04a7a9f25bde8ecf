"""What crosses the edge of a table, to the cent: chips, deposits, what a bank draws on its proof, cash of the rest."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.accounts import BANK, CASH_DESK, Posting, deposit, person
from tapete.house import acts as a
from tapete.house.following import cash_paid, is_in_play, table_moves
from tapete.house.terms import Means
from tapete.kernel import PersonId
from tapete.table.phases import CLOSED
from tapete.table.proofs import ProofNeeded
from tapete.table.seats import Seats
from tests.support.house import ANA, BEA, TABLE

TIME = "2026-11-22T21:30:59.5+01:00"


class Drawn:
    """A game whose events carry the legs that they move."""

    key = "chemin-de-fer"

    def step(self, state: Any) -> Any:
        return state

    def postings(self, event: Any) -> Any:
        return event.legs


GAME: Any = Drawn()
OPEN = SimpleNamespace(phase="bets")


def legs(account: str, amount: int) -> tuple[Posting, Posting]:
    return Posting(CASH_DESK, -amount), Posting(account, amount)


def plain(*made: Posting) -> Any:
    return SimpleNamespace(legs=made)


def of_bank(*made: Posting) -> Any:
    return SimpleNamespace(legs=made, person=BEA)


def in_form(form: str, *made: Posting) -> Any:
    return SimpleNamespace(legs=made, person=BEA, form=form)


def told(*events: Any) -> list[Any]:
    return list(table_moves(GAME, TABLE, OPEN, OPEN, events, TIME))


@pytest.mark.parametrize("amount", [1, 2, 700])
@pytest.mark.parametrize("turned", [False, True])
def test_each_cent_that_crosses_is_told_as_whose_it_is(amount: int, turned: bool) -> None:
    def crossing(event: Any, account: str, cents: int) -> list[Any]:
        made = legs(account, cents)
        return told(event(*(made[::-1] if turned else made)))

    assert crossing(plain, person(ANA), amount) == [a.BringChips(ANA, TABLE, amount)]
    assert crossing(plain, person(ANA), -amount) == [a.TakeChips(ANA, TABLE, amount)]
    assert crossing(plain, "stakes", amount) == [a.BringCash(TABLE, amount)]
    assert crossing(plain, "stakes", -amount) == [a.PayCash(TABLE, amount)]
    assert crossing(plain, BANK, amount) == [a.BringCash(TABLE, amount)]
    assert crossing(plain, BANK, -amount) == [a.PayCash(TABLE, amount)]
    assert crossing(of_bank, BANK, amount) == [a.CallProof(BEA, TABLE, amount)]
    assert crossing(of_bank, BANK, -amount) == [a.PayCash(TABLE, amount)]
    assert crossing(of_bank, "stakes", amount) == [a.BringCash(TABLE, amount)]
    assert crossing(of_bank, person(ANA), amount) == [a.BringChips(ANA, TABLE, amount)]
    assert crossing(plain, deposit(ANA), amount) == [a.BringChips(ANA, TABLE, amount)]
    assert crossing(plain, deposit(ANA), -amount) == [a.TakeChips(ANA, TABLE, amount)]


@pytest.mark.parametrize(("form", "means"), [*((str(one), one) for one in Means), ("no-such-form", Means.CASH)])
def test_a_deposit_is_told_with_the_means_in_which_it_was_made(form: str, means: Means) -> None:
    assert told(in_form(form, *legs(deposit(ANA), 1))) == [a.BringDeposit(ANA, TABLE, 1, means)]
    assert told(in_form(form, *legs(deposit(ANA), -1))) == [a.TakeChips(ANA, TABLE, 1)]
    assert told(in_form(form, *legs(person(ANA), 1))) == [a.BringChips(ANA, TABLE, 1)]


def test_what_stays_within_a_table_is_nothing_to_the_house() -> None:
    inside = (Posting(person(ANA), -5), Posting("stakes", 5))
    assert told(plain(*inside)) == []
    assert told(plain(*inside, *legs(person(ANA), 3), *inside), plain(), plain(*legs("stakes", -4))) == [
        a.BringChips(ANA, TABLE, 3),
        a.PayCash(TABLE, 4),
    ]


def test_the_cash_that_a_table_pays_is_what_goes_to_people_whom_nobody_names() -> None:
    events = [
        plain(*legs("stakes", -4), *legs("stakes", 9)),
        plain(*legs(person(ANA), -50)),
        of_bank(*legs(BANK, -1)),
        of_bank(*legs(BANK, 30)),
        plain(*legs("commission", -2)),
    ]
    assert cash_paid(GAME, TABLE, events) == 7
    assert cash_paid(GAME, TABLE, []) == 0


@pytest.mark.parametrize(("held", "is_told"), [(-1, False), (0, False), (1, True), (2, True)])
def test_what_lies_before_people_when_their_table_closes_is_theirs_to_the_cent(held: int, is_told: bool) -> None:
    ledger = {person(BEA): held, person(ANA): 7, "stakes": 5, BANK: 9, deposit(ANA): 4}
    before = SimpleNamespace(phase="bets", ledger=ledger)
    after = SimpleNamespace(phase=CLOSED, ledger=ledger)
    moves = [
        a.TakeChips(ANA, TABLE, 7),
        *([a.TakeChips(BEA, TABLE, held)] if is_told else []),
        a.NoteTableClosed(TABLE),
    ]
    assert list(table_moves(GAME, TABLE, before, after, (), TIME)) == moves
    crossing = plain(*legs(person(ANA), -2))
    assert list(table_moves(GAME, TABLE, before, after, (crossing,), TIME)) == [a.TakeChips(ANA, TABLE, 2), *moves]
    assert list(table_moves(GAME, TABLE, after, after, (crossing,), TIME)) == []


def test_a_table_is_in_play_in_every_phase_but_closed() -> None:
    assert [is_in_play(GAME, SimpleNamespace(phase=one)) for one in (CLOSED, "bets", "")] == [False, True, True]


def test_a_banker_s_name_is_read_from_the_account_and_not_from_the_event() -> None:
    event = in_form("cash", *legs(deposit(PersonId("carla")), 5))
    assert [one.person for one in told(event)] == ["carla"]


# --- banks that outlast a table ---------------------------------------------------------------------------------------

AWARD = SimpleNamespace(person=ANA, amount=500, days=2, is_begun=True, is_kept=False, coups=3)
OF_TABLE = {
    "settings": SimpleNamespace(name="salon"),
    "seats": Seats((1, 2)),
    "staff": {},
    "ledger": {},
    **dict.fromkeys(("docket", "rules", "serial", "step")),
}


def moves(before: Any, after: Any, *events: Any) -> list[Any] | str:
    try:
        return list(table_moves(GAME, TABLE, before, after, events, TIME))
    except AttributeError as error:
        return str(error)


@pytest.mark.parametrize(
    ("of", "is_kept"),
    [
        ({**OF_TABLE, "standing_award": AWARD, "award_terms": "t"}, True),
        ({**OF_TABLE, "standing_award": None, "award_terms": "t"}, False),
        ({"standing_award": AWARD, "award_terms": "t"}, False),
        ({**OF_TABLE, "award_terms": "t"}, False),
        (OF_TABLE, False),
        ({}, False),
    ],
)
def test_a_bank_of_several_days_is_kept_when_its_table_closes(of: dict[str, Any], is_kept: bool) -> None:
    after = SimpleNamespace(phase=CLOSED, **of)
    kept = a.KeepAward(TABLE, "salon", ANA, 500, 2, True, "t", 3)
    assert moves(OPEN, after) == [*([kept] if is_kept else []), a.NoteTableClosed(TABLE)]
    assert moves(after, after) == []


@pytest.mark.parametrize(
    ("of", "name", "is_carried"),
    [
        ({"award": AWARD, "award_terms": "t"}, "salon", True),
        ({"award": AWARD, "award_terms": "t"}, "", True),
        ({"award": SimpleNamespace(**{**vars(AWARD), "days": 1}), "award_terms": "t"}, "salon", True),
        ({"award": SimpleNamespace(**{**vars(AWARD), "days": 0}), "award_terms": "t"}, "salon", False),
        ({"award": None, "award_terms": "t"}, "salon", False),
        ({"award": AWARD}, "salon", False),
        ({"award_terms": "t"}, "salon", False),
        ({}, "salon", False),
    ],
)
def test_a_table_opens_with_whoever_has_its_bank_for_days(of: dict[str, Any], name: str, is_carried: bool) -> None:
    shut = SimpleNamespace(phase=CLOSED)
    after = SimpleNamespace(phase="bets", **({**OF_TABLE, "settings": SimpleNamespace(name=name)} if name else {}))
    event = SimpleNamespace(legs=(), **of)
    days = of["award"].days if is_carried else 0
    carried = a.CarryAward(TABLE, ANA, 500, days, True, "t", False, name, 3) if is_carried else None
    assert moves(shut, after, event) == [a.NoteTableOpen(TABLE, GAME.key), *([carried] if carried else [])]
    assert moves(after, after, event) == []


def test_stakes_of_a_cent_are_covered_again_after_they_were_too_many() -> None:
    def needing(amount: int, *, is_short: bool) -> Any:
        return SimpleNamespace(
            phase="bets", proof_needed=ProofNeeded(frozenset({ANA}), ANA, amount, (), ("DP.E2.14",), is_short)
        )

    covered = [a.CoverStakes(ANA, TABLE, 1, ("DP.E2.14",))]
    assert moves(needing(9, is_short=True), needing(1, is_short=False)) == covered
    assert moves(needing(9, is_short=True), needing(0, is_short=False)) == []
    assert moves(needing(0, is_short=False), needing(1, is_short=False)) == covered
