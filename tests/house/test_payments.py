"""Money of a player at the cash desk (HP.HS.payment-word) moves at the player's own word, or at that of two others."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.clauses import unchecked
from tapete.house import acts as a
from tapete.house.desk import Payment
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import Movement
from tapete.house.state import Visitor
from tapete.house.terms import MOVEMENTS_KEPT, PAYMENT_LIMIT, SlipKind
from tapete.kernel import Accepted, Act, ActBody, Amount, Choice, FixedValue, Offer, People, PersonId, Text, fold
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE, Establishment, asked, open_house
from tests.support.rows import rows

OTHER = PersonId("caja-2")
PAID: tuple[Payment, ...] = (a.BuyBackChips(ANA, 100), a.ReturnDeposit(ANA, 100), a.ChangeDeposit(ANA, 100))
OUT = PAID[:2]
kinds = pytest.mark.parametrize("what", PAID, ids=lambda one: type(one).__name__)


def with_money() -> Establishment:
    """Return a house that keeps 5,000 € of Ana's in chips, and as much in custody."""
    here = open_house()
    here.do(a.GoOnDuty(Role.CASHIER, OTHER), DIRECTOR)
    here.do(a.SellChips(ANA, 500_000), CASHIER)
    here.do(a.TakeDeposit(ANA, 500_000), CASHIER)
    return here


PLAYERS = (ANA, BEA, PersonId("ceu"), PersonId("dino"))
WORDS = {"day": "2027-01-01", "until": "2026-12-24", "begin": "20:15", "end": "21:45"}


def chosen(offer: Offer, rng: Random) -> ActBody:
    values: dict[str, Any] = {"act": offer.act}
    for name, field in offer.fields.items():
        match field:
            case FixedValue(value=value):
                values[name] = value
            case Choice(options=options) | People(options=options):
                values[name] = rng.choice(options)
            case Amount(minimum=least, maximum=most):
                top = min(most if most is not None else 100_000, (least or 0) + 100_000)
                values[name] = rng.choice((least or 0, top, rng.randint(least or 0, top)))
            case Text():
                values[name] = rng.choice(PLAYERS) if name == "person" else WORDS.get(name, "una nota")
            case _:
                raise AssertionError(field)
    return msgspec.convert(values, ESTABLISHMENT.act_types)


def owned(here: Establishment) -> int:
    return sum(held for name, held in here.state.ledger.items() if name.endswith(f":{ANA}"))


@rows("who, is_in, seed", product([CASHIER, DIRECTOR, DOOR, CHIEF, BEA], [True, False], range(2)))
def test_whatever_one_person_does_alone_a_player_loses_nothing(who: PersonId, is_in: bool, seed: int) -> None:
    """Every act that the house offers to one of them, and the payments that it does not, for as long as he likes."""
    here, rng = with_money(), Random(seed)
    if not is_in:
        here.do(a.LetOut(ANA), ANA)
    before = owned(here)
    for _ in range(60):
        offers = [one for one in ESTABLISHMENT.legal(here.state, who) if one.act not in ("close-day", "go-off-duty")]
        tried: list[ActBody] = [*PAID, *map(asked, PAID), *map(a.SignSlip, here.state.slips)]
        what = chosen(rng.choice(offers), rng) if offers and rng.random() < 0.7 else rng.choice(tried)
        outcome = ESTABLISHMENT.decide(here.state, Act(who, what))
        if isinstance(outcome, Accepted):
            here.state = fold(ESTABLISHMENT.evolve, here.state, outcome.events)
        assert owned(here) >= before, (who, what)
        before = owned(here)


@kinds
def test_the_desk_pays_what_is_asked_for_and_no_other_sum(what: Payment) -> None:
    here = with_money()
    assert here.refused(what, CASHIER).code == "payment-not-asked"
    with unchecked({"payment-not-asked"}):  # so an audit reads what an edition without slips has paid
        (paid,) = Establishment(here.state).do(what, CASHIER)
    assert (paid.person, paid.amount) == (ANA, 100)
    slip = asked(what)
    here.do(a.WriteSlip(slip.kind, 101, person=ANA), ANA)
    refused = here.refused(what, CASHIER)
    assert (refused.code, refused.facts) == ("payment-not-asked", {"person": ANA, "amount": 100})
    assert here.refused(slip, ANA).code == "request-waits"
    here.do(a.TearSlip(here.state.last_slip), ANA)
    here.do(slip, ANA)
    paid, signed = here.do(what, CASHIER)
    assert (paid.signers, signed.first, signed.second) == ((), ANA, CASHIER)


@kinds
def test_a_slip_of_the_desk_is_signed_by_the_player_or_by_the_director(what: Payment) -> None:
    for second, signers in ((ANA, ()), (DIRECTOR, (CASHIER, DIRECTOR))):
        here = with_money()
        here.do(asked(what), CASHIER)
        for who in (CASHIER, OTHER, DOOR, CHIEF, BEA):
            here.refused(a.SignSlip(here.state.last_slip), who)
        assert here.do(a.SignSlip(here.state.last_slip), second)[0].signers == signers


UNTRUSTED: dict[str, tuple[str, Callable[[Establishment], object]]] = {
    "absent": ("payment-to-absent", lambda here: here.do(a.LetOut(ANA), ANA)),
    "barred": ("payment-to-excluded", lambda here: here.do(a.Bar(ANA, "pelea"), DIRECTOR)),
    "excluded": ("payment-to-excluded", lambda here: here.do(a.ExcludeOneself("2026-12-24"), ANA)),
    "code": ("payment-after-code", lambda here: here.do(a.NoteCode(ANA, CASHIER))),
    "limit": ("payment-above-limit", lambda here: here.pay(a.BuyBackChips(ANA, PAYMENT_LIMIT - 99))),
    "two limits": ("payment-above-limit", lambda here: [here.pay(one) for one in spent()]),
}


def spent() -> tuple[Payment, ...]:
    return a.BuyBackChips(ANA, PAYMENT_LIMIT // 2), a.ReturnDeposit(ANA, PAYMENT_LIMIT // 2 - 50)


@rows("why, what, asked_first", [one for one in product(UNTRUSTED, OUT, [0, 1]) if not ("limit" in one[0] and one[2])])
def test_where_the_players_word_is_not_enough_the_director_signs(why: str, what: Payment, asked_first: int) -> None:
    """Absence, exclusion, a new way back to his page, and more than a day's limit, in one sum or in several. What he
    asked for before waits; afterwards it is said at once, but to somebody who is out of the house and may come.
    """
    code, happen = UNTRUSTED[why]
    here = with_money()
    first, second = (ANA, CASHIER) if asked_first else (CASHIER, ANA)
    if asked_first:
        here.do(asked(what), ANA)
    happen(here)
    if not asked_first:
        assert why == "absent" or here.refused(asked(what), ANA).code == code, "a slip that nobody may sign"
        here.do(asked(what), CASHIER)
    refused = here.refused(a.SignSlip(here.state.last_slip), second)
    assert (refused.code, refused.clauses) == (code, ("HP.HS.payment-word",))
    assert here.refused(what, CASHIER).code == code
    here.do(a.TearSlip(here.state.last_slip), first)
    here.pay(what, second=DIRECTOR)
    assert ESTABLISHMENT.view(here.state, ANA).movements[0].signers == (CASHIER, DIRECTOR)


@pytest.mark.parametrize("why", ["barred", "excluded"])
def test_whoever_may_not_come_asks_for_no_chips_of_their_deposit(why: str) -> None:
    here = with_money()
    UNTRUSTED[why][1](here)
    assert here.refused(asked(a.ChangeDeposit(ANA, 1)), ANA).code in ("house-barred", "self-excluded")


def test_what_two_others_signed_leaves_the_limit_of_the_players_own_word_as_it_was() -> None:
    here = with_money()
    here.pay(a.BuyBackChips(ANA, PAYMENT_LIMIT), second=DIRECTOR)
    here.pay(a.ReturnDeposit(ANA, PAYMENT_LIMIT - 5))
    refused = here.refused(asked(a.ReturnDeposit(ANA, 6)), ANA)  # else it is a slip that nobody may pay
    capped = [one.fields["chips"].maximum for one in ESTABLISHMENT.legal(here.state, ANA) if one.act == "write-slip"]
    assert (refused.code, refused.facts["left"], min(capped)) == ("payment-above-limit", 5, 5)
    here.do(asked(a.ReturnDeposit(ANA, 6)), CASHIER)
    assert here.refused(a.SignSlip(here.state.last_slip), ANA).code == "payment-above-limit"


@rows("given", ["by day", "between days", "twice"])
def test_who_gave_a_code_does_not_use_it_alone_on_the_next_day_either(given: str) -> None:
    """It opens a page for weeks: the director signs until the day after has closed, also from its record."""
    here = with_money()
    here.close_table()
    for day in ("2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"):
        if (day == "2026-11-23" and given != "between days") or (day == "2026-11-24" and given == "twice"):
            here.do(a.NoteCode(ANA, CASHIER))
        here.close_day()
        if day == "2026-11-23" and given == "between days":
            here.do(a.NoteCode(ANA, CASHIER))
        here.state = fold(ESTABLISHMENT.evolve, None, here.do(a.OpenDay(day, has_balances=True), DIRECTOR))
        here.slip(SlipKind.SUPPLY, 0, cash=1_000)
        here.do(a.Admit(ANA), DOOR)
        last = {"by day": "2026-11-23"}.get(given, "2026-11-24")
        if day <= last:
            assert here.refused(asked(PAID[0]), ANA).code == "payment-after-code", day
        else:
            here.do(asked(PAID[0]), ANA)
            here.do(a.SignSlip(here.state.last_slip), CASHIER)


def test_a_slip_names_a_player_where_it_pays_one_and_nowhere_else() -> None:
    here = with_money()
    for slip in (a.WriteSlip(SlipKind.BUY_BACK, 1), a.WriteSlip(SlipKind.FILL, 1, TABLE, person=ANA)):
        assert here.refused(slip, CASHIER).code == "slip-names-player"
    assert here.refused(a.WriteSlip(SlipKind.FILL, 9_999_999, TABLE, person=BEA), BEA).code == "not-your-post"


def test_whoever_asks_learns_nothing_of_what_the_desk_has() -> None:
    here = with_money()
    here.do(a.BringChips(ANA, TABLE, 1))
    here.do(a.TakeChips(ANA, TABLE, 900_000))
    here.slip(SlipKind.RETURN, 1_000_000, cash=here.held("cash") - 1)
    offers: list[Any] = [one for one in ESTABLISHMENT.legal(here.state, ANA) if one.act == "write-slip"]
    (asking,) = (one for one in offers if one.fields["kind"].value == "buy-back")
    assert asking.fields["chips"].maximum == min(PAYMENT_LIMIT, here.held(f"person:{ANA}"))
    here.do(a.WriteSlip(SlipKind.BUY_BACK, 100_000, person=ANA), ANA)
    assert here.refused(a.SignSlip(here.state.last_slip), CASHIER).code == "desk-lacks-cash"


def test_a_player_reads_all_that_happened_to_his_money_and_for_days_what_others_signed() -> None:
    """Also whoever comes again after days; a secret sum is not shown, and nobody else reads any of it."""
    here = with_money()
    here.do(a.BringChips(ANA, TABLE, 300))
    here.do(a.LodgeProof(ANA, 700), DIRECTOR)
    here.pay(a.BuyBackChips(ANA, 200), second=DIRECTOR)
    read = [(one.event, one.amount) for one in ESTABLISHMENT.view(here.state, ANA).movements]
    assert read[:3] == [("chips-bought-back", 200), ("proof-lodged", None), ("chips-brought", 300)]
    assert [name for name, _ in read[3:]] == ["deposit-taken", "chips-sold"]
    for other in (BEA, None):
        assert ESTABLISHMENT.view(here.state, other).movements == ()
    for what in (a.BringChips(ANA, TABLE, 1), a.TakeChips(ANA, TABLE, 1)) * 40:
        here.do(what)
    assert any(one.signers for one in ESTABLISHMENT.view(here.state, ANA).movements), "small ones hide it"
    here.do(a.TakeChips(ANA, TABLE, 300))
    here.close_table()
    for day in ("2026-11-23", "2026-11-25"):
        here.close_day()
        here.do(a.NoteCode(ANA, CASHIER))
        here.do(a.OpenDay(day, has_balances=True), DIRECTOR)
        (kept,) = ESTABLISHMENT.view(here.state, ANA).movements
        assert (kept.day, kept.amount, kept.signers) == ("2026-11-22", 200, (CASHIER, DIRECTOR))
        assert ESTABLISHMENT.view(here.state, DIRECTOR).codes == ((ANA, CASHIER),), "a code of the night counts"


@rows("small", [1, MOVEMENTS_KEPT, 3 * MOVEMENTS_KEPT])
def test_small_payments_hide_no_large_one_from_whoever_comes_again(small: int) -> None:
    """Threat: two officials pay out much in the name of somebody who is away, and then many cents on other days."""
    paid: tuple[Movement, ...] = ()
    for day, most in (("2026-11-22", 1), ("2026-11-23", small), ("2026-11-24", small)):
        more = (Movement(day, "chips-bought-back", 900 // most, signers=(CASHIER, DIRECTOR)) for _ in range(most))
        paid = Visitor(movements=(*paid, *more)).at_others_word()
    assert paid[0].amount == 900
    assert small < len(paid) <= MOVEMENTS_KEPT + small
