"""Whatever people did in an evening, the house is counted and closed, and the next day begins with what is there."""

from random import Random
from typing import Any

import msgspec
import pytest

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT, HANDLERS
from tapete.house.sessions import session_at
from tapete.house.terms import Means, SlipKind
from tapete.kernel import HOUSE, Accepted, Act, ActBody, Amount, Choice, FixedValue, Offer, People, PersonId, Text, fold
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE, Establishment, open_house

KINDS = {str(kind.__struct_config__.tag): kind for kind in HANDLERS}
PLAYERS = (ANA, BEA, PersonId("ceu"), PersonId("dino"))
WORDS = {"day": "2027-01-01", "until": "2026-12-24", "begin": "20:15", "end": "21:45"}


def chosen(offer: Offer, rng: Random) -> ActBody:
    """Return an act that an offer describes, with its fields at random."""
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


def system_act(rng: Random) -> ActBody:
    """Return something that happens at a table."""
    who, amount = rng.choice(PLAYERS), rng.choice((100, 5_000, 20_000))
    table = rng.choice((TABLE, TABLE, "mesa-2"))
    return rng.choice(
        (
            a.BringChips(who, table, amount),
            a.BringChips(who, table, amount),
            a.TakeChips(who, table, amount),
            a.NoteSeat(who, rng.choice((table, ""))),
            a.NoteTableOpen("mesa-2", "chemin-de-fer"),
            a.NoteTableClosed("mesa-2"),
            a.EndPlay(rng.choice(PLAYERS)),
            *([a.NoteCode(who, CASHIER)] if rng.random() < 0.1 else []),
            a.BringDeposit(who, table, 100, rng.choice(tuple(Means))),
            *(a.BringDeposit(one, TABLE, 1, means) for one in PLAYERS[:2] for means in Means),
            a.CallProof(who, table, amount),
            rng.choice((a.BringCash, a.PayCash))(table, amount),
            *(a.UseProof(one, TABLE) for one in PLAYERS),
            a.KeepAward(TABLE, "salon", who, amount, rng.choice((1, 2)), True),
            *(a.CarryAward(TABLE, one, amount, 2, True) for one in PLAYERS),
            a.CoverStakes(who, table, amount),
            a.FindShort(who, table, amount),
            a.ClaimBank(who, table),
            a.DropBank(who, table),
            a.ExhaustProof(who, table),
            *(a.ReturnProof(one, TABLE) for one in PLAYERS),
            a.BeginSession(TABLE, 1, 2, rng.choice(("2026-11-22T17:00", "2026-11-22T21:15")), SessionClauses()),
            a.NoteSession(TABLE, rng.choice((2, 1, 0)), rng.choice((*PLAYERS, None))),
            a.EndSession(TABLE, "2026-11-22T20:00"),
            a.NoteTablePost(table, rng.choice((Role.CROUPIER, Role.INSPECTOR)), rng.choice((*PLAYERS, None))),
        )
    )


RARE = {
    "close-day",
    "bar",
    "exclude-oneself",
    "go-off-duty",
    "go-on-duty",
    "limit-loss",
    "limit-time",
    "let-out",
    "complain",
}
"""What would empty the house too soon, or fill the evening, if it came as often as the rest."""


def evening(seed: int, steps: int) -> tuple[Establishment, int]:
    """Return a house after an evening at random, and how many of its acts were accepted."""
    rng, here, accepted = Random(seed), open_house(), 0
    people = (CASHIER, CASHIER, DIRECTOR, DOOR, CHIEF, *PLAYERS)
    for _ in range(steps):
        who: PersonId = rng.choice((HOUSE, HOUSE, HOUSE, *people))
        offers = () if who == HOUSE else ESTABLISHMENT.legal(here.state, who)
        offers = tuple(one for one in offers if one.act not in RARE or rng.random() < 0.05)
        if who != HOUSE and not offers:
            continue
        what = system_act(rng) if who == HOUSE else chosen(rng.choice(offers), rng)
        before = here.state
        outcome = ESTABLISHMENT.decide(before, Act(who, what, before.step))
        if isinstance(outcome, Accepted):
            accepted += 1
            here.state = fold(ESTABLISHMENT.evolve, before, outcome.events)
            here.events += outcome.events
            assert ESTABLISHMENT.problems(here.state) == (), what
        for event in getattr(outcome, "events", ()):
            assert sum(leg.amount for leg in ESTABLISHMENT.postings(event)) == 0
            assert msgspec.json.decode(msgspec.json.encode(event), type=ESTABLISHMENT.event_types) == event
    return here, accepted


@pytest.mark.parametrize("seed", range(3))
def test_evening_can_always_be_counted_and_closed(seed: int) -> None:
    here, _ = evening(seed + 100, 60)
    director = next(one.person for one in here.state.duties if not one.table and one.role is Role.DIRECTOR)
    if not any(one.role is Role.CASHIER and not one.table for one in here.state.duties):
        here.do(a.GoOnDuty(Role.CASHIER, PersonId("suplente")), director)
    desk = next(one.person for one in here.state.duties if not one.table and one.role is Role.CASHIER)
    for serial in sorted(here.state.slips):
        here.do(a.TearSlip(serial), director)
    for table, one in sorted(here.state.tables.items()):
        if session_at(here.state, table) is not None:
            here.do(a.EndSession(table, "2026-11-22T20:00"))
        if one.is_open:
            here.do(a.NoteTableClosed(table))
        here.do(a.WriteSlip(SlipKind.CLOSING, here.held(f"table:{table}"), table), desk)
        here.do(a.SignSlip(here.state.last_slip), director)
    here.do(a.WriteSlip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash")), desk)
    here.do(a.SignSlip(here.state.last_slip), director)
    here.do(a.CloseDay(), director)
    owed = sum(held for name, held in here.state.ledger.items() if name.startswith(("person:", "tips")))
    assert here.held("safe-chips") + here.held("difference-chips") == -owed
    carried, opened = here.do(a.OpenDay("9000-01-01", has_balances=True), director)
    assert fold(ESTABLISHMENT.evolve, ESTABLISHMENT.blank(), (carried, opened)) == here.state
