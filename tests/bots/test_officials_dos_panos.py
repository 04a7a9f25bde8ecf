"""The machines on the posts above a table of two cloths: each whole move of an official and of the director."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots.bot import Move
from tapete.bots.dos_panos.staff import AT_THE_CASH_DESK, PROOF, Director, Official
from tapete.bots.dos_panos.strategy import LEAST_BANK
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.shares import Share
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.games.dos_panos.view.parts import AuctionView, AwardView, BankView
from tapete.kernel import Amount, FixedValue, Offer, People, PersonId, Refused
from tapete.table.staff import Role
from tests.support.bots.habits import ANA, BEA, BETS, BETWEEN, BOT, PATIENCE, THINK, bot, chosen, offer, seen_by

EMPTY = game.open_table(seed=1).view(BOT)
MINIMUM = EMPTY.minimum
SMALL = LEAST_BANK * MINIMUM
"""A customary bank."""
ONE, TWO = PersonId("bot-1"), PersonId("bot-2")
PLACES = {1: ANA, 2: ONE, 3: BEA, 6: TWO, 7: PersonId("carla")}
CROWD = replace(
    EMPTY, phase=Phase.OPENING, staff={}, seats=tuple(replace(one, person=PLACES.get(one.seat)) for one in EMPTY.seats)
)
AT = str(CROWD.step)
BIDS = (Share(ANA, 700), Share(BEA, 900))
CASE = SimpleNamespace(serial=4, kind="stuck", proposed_effects=())
CASES: Any = (CASE, SimpleNamespace(serial=5, kind="stuck", proposed_effects=()))
ANNUL, CLOSE, SALE = offer("annul-award"), offer("close-auction"), offer("open-auction", shoes=Amount(1, 9))
LOTS = offer("draw-lots", amount=Amount(1), shoes=Amount(1, 9))
RULES = offer("give-ruling")


def announce(*people: Any, least: int = 1) -> Offer:
    """Return an offer to announce one of several people, or the one who asked for the bank at an amount."""
    fields: Any = {"person": People(people), "amount": Amount(least)}
    if len(people) == 1:
        fields = {"person": FixedValue(people[0]), "amount": FixedValue(least)}
    return offer("announce-bank", **fields, shoes=Amount(1, 9))


def official(view: Any, *offers: Offer, chance: float = 0.0, kind: Any = Official, roles: Any = ()) -> Move | None:
    """Return what an official does where the chance of the window is so great."""
    one = bot(kind)
    one._chance_of = lambda _: chance
    return chosen(one, seen_by(view, *(roles or (Role.INSPECTOR, Role.TABLE_CHIEF))), *offers)


def doing(act: Any, wait: Any, about: object = AT, clock: str = "") -> Move:
    return Move(act, wait, str(about), clock)


REOFFERED = replace(CROWD, phase=Phase.REOFFER)
SOUGHT = replace(CROWD, seekers=(Share(ANA, 500),))
ON_AUCTION = replace(CROWD, phase=Phase.AUCTION, auction=AuctionView(500, BIDS, ()))
OPEN = replace(CROWD, mode=BankMode.OPEN)
WITH_CHIEF = replace(CROWD, staff={"table-chief": PersonId("chief")})
SOLD = a.OpenAuction(shoes=1)


def announced(person: str, amount: int = SMALL) -> a.AnnounceBank:
    return a.AnnounceBank(person=PersonId(person), amount=amount, shoes=1)


@pytest.mark.parametrize(
    ("view", "offers", "chance", "expected"),
    [
        (replace(CROWD, incidents=CASES), (SALE, RULES, ANNUL), 0.0, doing(a.AnnulAward(), PATIENCE)),
        (replace(CROWD, incidents=CASES, phase=Phase.DEAL), (SALE, RULES), 0.0,
         Move(GiveRuling(4, (VoidCoup(),), "nothing says how to go on"), PATIENCE, 4)),
        (replace(CROWD, incidents=CASES), (SALE, RULES), 0.0, Move(GiveRuling(4, None, "as the rules propose"),
                                                                   PATIENCE, 4)),
        (CROWD, (SALE, RULES), 0.0, doing(SOLD, BETWEEN)),
        (ON_AUCTION, (SALE, CLOSE), 0.0, doing(a.CloseAuction(), BETS, BIDS, "auction")),
        (replace(ON_AUCTION, auction=None), (CLOSE,), 0.0, None),
        (ON_AUCTION, (), 0.0, None),
        # the award of a bank that nobody asked for
        (CROWD, (announce(ANA, ONE), LOTS, SALE), 0.29, doing(announced(ONE), BETWEEN)),
        (CROWD, (announce(ANA, ONE, least=2 * SMALL), SALE), 0.29, doing(announced(ONE, 2 * SMALL), BETWEEN)),
        (CROWD, (announce(ANA, ONE), LOTS, SALE), 0.31, doing(SOLD, BETWEEN)),
        (CROWD, (announce(ANA, BEA), LOTS, SALE), 0.29, doing(a.DrawLots(SMALL, shoes=1), BETWEEN)),
        (CROWD, (LOTS, SALE), 0.29, doing(a.DrawLots(SMALL, shoes=1), BETWEEN)),
        (CROWD, (LOTS, SALE), 0.31, doing(SOLD, BETWEEN)),
        (CROWD, (LOTS,), 0.31, None),
        (CROWD, (SALE,), 0.0, doing(SOLD, BETWEEN)),
        # where the chief could announce somebody, a sale waits for him
        (WITH_CHIEF, (SALE,), 0.29, doing(SOLD, BETS)),
        (WITH_CHIEF, (SALE,), 0.31, doing(SOLD, BETWEEN)),
        (WITH_CHIEF, (announce(ANA, BEA), SALE), 0.29, doing(SOLD, BETWEEN)),
        (replace(CROWD, staff={"director": PersonId("d")}), (SALE,), 0.29, doing(SOLD, BETWEEN)),
        # a bank that is offered again
        (REOFFERED, (announce(ANA, ONE), LOTS, SALE), 0.0, doing(SOLD, PATIENCE)),
        (REOFFERED, (announce(ANA, ONE), LOTS), 0.0, doing(announced(ONE), PATIENCE)),
        (REOFFERED, (LOTS,), 0.0, doing(a.DrawLots(SMALL, shoes=1), PATIENCE)),
        # a bank that somebody asked for
        (SOUGHT, (announce(ANA, ONE), announce(ANA, least=500), announce(BEA, least=9), SALE), 0.0,
         doing(announced(ANA, 500), BETS, clock="seekers")),
        (SOUGHT, (announce(ANA, ONE), SALE), 0.0, doing(SOLD, BETWEEN)),
        (SOUGHT, (offer("announce-bank", amount=Amount(1)), SALE), 0.0, doing(SOLD, BETWEEN)),
        (CROWD, (announce(ANA, least=500), SALE), 0.0, doing(SOLD, BETWEEN)),
        # an open bank waits for its proofs
        (OPEN, (SALE,), 0.0, None),
        (replace(OPEN, proven=(ANA,)), (SALE,), 0.0, doing(SOLD, BETWEEN)),
        (replace(OPEN, staff={"director": BOT}, proven=(ANA,)), (SALE,), 0.0, None),
        (replace(OPEN, staff={"director": BOT}, proven=(*PLACES.values(), ANA)), (SALE,), 0.0, doing(SOLD, BETWEEN)),
        (replace(OPEN, staff={"director": BOT}, proven=(*tuple(PLACES.values())[1:], BOT)), (SALE,), 0.0, None),
        (replace(OPEN, staff={"director": PersonId("d")}, proven=(ANA,)), (SALE,), 0.0, doing(SOLD, BETWEEN)),
        # there are too few to play
        (replace(CROWD, seats=CROWD.seats[:6]), (announce(ANA, ONE), SALE), 0.0, None),
        (replace(CROWD, away=(ANA,)), (announce(ANA, ONE), SALE), 0.0, None),
    ],
)  # fmt: skip
def test_an_official_does_one_whole_thing_at_its_moment(
    view: Any, offers: Any, chance: float, expected: Move | None
) -> None:
    assert official(view, *offers, chance=chance) == expected
    assert chosen(bot(Official), seen_by(view), *offers) is None
    assert chosen(bot(Official), replace(view, me=None), *offers) is None


@pytest.mark.parametrize(("roles", "rules"), [
    ((Role.INSPECTOR,), True), ((Role.TABLE_CHIEF,), False), ((Role.TABLE_CHIEF, Role.INSPECTOR), True),
])  # fmt: skip
def test_the_inspector_alone_rules(roles: Any, rules: bool) -> None:
    view = replace(CROWD, incidents=CASES, phase=Phase.SETTLE)
    assert (official(view, RULES, roles=roles) is not None) is rules


# --- the director -----------------------------------------------------------------------------------------------------

USUAL = PROOF * SMALL
PROOFS = offer("prove-deposit", person=People((ANA, ONE, BEA)), amount=Amount(1), place=FixedValue("somewhere"))
HELD = offer("prove-deposit", person=FixedValue(ANA), amount=Amount(1), place=FixedValue("somewhere"))


def proof(person: str, amount: int = USUAL) -> a.ProveDeposit:
    return a.ProveDeposit(person=PersonId(person), amount=amount, place=AT_THE_CASH_DESK)


def bank(deposit: int | None, in_play: int = SMALL) -> BankView:
    return BankView(ANA, SMALL, in_play, 0, False, 3, 1, deposit)


def with_risk(*at_risk: int, **shown: Any) -> Any:
    cloths = tuple(replace(one, at_risk=many) for one, many in zip(OPEN.coup.cloths, at_risk, strict=True))
    return replace(OPEN, coup=replace(OPEN.coup, cloths=cloths), **{"phase": Phase.BETS, **shown})


@pytest.mark.parametrize(
    ("view", "offers", "expected"),
    [
        (OPEN, (PROOFS,), doing(proof(ANA), THINK, ("proof", ANA))),
        (replace(OPEN, proven=(ANA, BEA)), (PROOFS,), doing(proof(ONE), THINK, ("proof", ONE))),
        (replace(OPEN, proven=(ANA, ONE, BEA)), (PROOFS,), None),
        (replace(OPEN, phase=Phase.REOFFER), (PROOFS,), doing(proof(ANA), THINK, ("proof", ANA))),
        (replace(OPEN, phase=Phase.AUCTION), (PROOFS,), doing(proof(ANA), THINK, ("proof", ANA))),
        (OPEN, (), None),
        # the deposit of a bank that is awarded, or held
        (replace(OPEN, phase=Phase.DEPOSIT), (HELD,), doing(proof(ANA), THINK, ("proof", USUAL))),
        (replace(OPEN, phase=Phase.DEPOSIT, award=AwardView(SMALL, ANA)), (HELD,),
         doing(proof(ANA), THINK, ("proof", USUAL))),
        (replace(OPEN, phase=Phase.DEPOSIT, award=AwardView(SMALL, ANA), proven=(ANA,)), (HELD,), None),
        (replace(OPEN, phase=Phase.DEPOSIT, award=AwardView(SMALL, ANA), proven=(BEA,)), (HELD,),
         doing(proof(ANA), THINK, ("proof", USUAL))),
        (with_risk(0, 0, bank=bank(None)), (HELD,), doing(proof(ANA), THINK, ("proof", USUAL))),
        (with_risk(0, 0, bank=bank(USUAL // 2)), (HELD,), None),
        (with_risk(0, 0, bank=bank(USUAL // 2 - 1)), (HELD,), doing(proof(ANA), THINK, ("proof", USUAL))),
        (with_risk(0, 0, bank=bank(0, 0), phase=Phase.BETWEEN), (HELD,), doing(proof(ANA), THINK, ("proof", USUAL))),
        # and what lies at risk, while stakes are made
        (with_risk(USUAL, SMALL, bank=bank(USUAL)), (HELD,), None),
        (with_risk(USUAL, SMALL + 1, bank=bank(USUAL)), (HELD,),
         doing(proof(ANA, 2 * (USUAL + SMALL + 1)), THINK, ("proof", 2 * (USUAL + SMALL + 1)))),
        (with_risk(USUAL, SMALL + 1, bank=bank(USUAL), phase=Phase.DEAL), (HELD,), None),
        (with_risk(USUAL // 2, 1, bank=bank(0)), (HELD,), doing(proof(ANA, USUAL + 2), THINK, ("proof", USUAL + 2))),
        (with_risk(1, 1, bank=bank(0), phase=Phase.DEAL), (HELD,), doing(proof(ANA), THINK, ("proof", USUAL))),
    ],
)  # fmt: skip
def test_the_director_takes_a_deposit_as_sufficient_as_often_as_it_is_needed(
    view: Any, offers: Any, expected: Move | None
) -> None:
    assert official(view, *offers, kind=Director, roles=(Role.DIRECTOR,)) == expected


def test_a_deposit_is_proven_once_in_a_window_unless_that_was_refused() -> None:
    for refusal, again in ((None, False), (Refused("no"), True)):
        one = bot(Director)

        async def act(*_: Any, refusal: Refused | None = refusal) -> Any:
            return SimpleNamespace(refusal=refusal, version=8)

        one.seat.act = act
        view = replace(seen_by(OPEN, Role.DIRECTOR), phase=Phase.DEPOSIT, step=one.seat.step)
        move = chosen(one, view, HELD)
        assert move == doing(proof(ANA), THINK, ("proof", USUAL))
        assert asyncio.run(one._do(move)) == refusal
        assert chosen(one, view, HELD) == (move if again else None)
        later = replace(view, step=replace(view.step, serial=view.step.serial + 1))
        assert chosen(one, later, HELD) == move


def test_the_chance_of_a_window_is_the_same_for_everybody_who_looks_and_another_in_the_next() -> None:
    one, other = bot(Official, seed=1), bot(Official, seed=2)
    windows = [replace(CROWD, step=replace(CROWD.step, serial=serial)) for serial in range(50)]
    drawn = [one._chance_of(view) for view in windows]
    assert [other._chance_of(view) for view in windows] == drawn
    assert len(set(drawn)) == 50
    assert one._chance_of(replace(CROWD, name="elsewhere")) != one._chance_of(CROWD)
