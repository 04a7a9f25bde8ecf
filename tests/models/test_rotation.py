"""The bank of chemin de fer on its way round beside its model: whom it comes to, and what letting it go by costs."""

from random import Random
from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.marks import NO_MARKS, Cards, apply_effects
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.rotation import offer_next
from tapete.games.chemin_de_fer.state import BankOffer
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import CLOCK, Refused, fold
from tapete.play import Play
from tapete.table.acts import Away, Leave
from tapete.table.seats import Seats, Standing
from tests.models.rotation import Round
from tests.support.chemin_de_fer.table import Table, opened

PEOPLE = ("bea", "carla", "ana", "luis", "eva", "pau", "rosa")
PLACES = tuple(range(1, 10))


@pytest.fixture(scope="module")
def table() -> Table:
    return opened()


def some(chance: Random, people: Any, likely: float) -> set[str]:
    return {one for one in people if chance.random() < likely}


def begun(chance: Random, table: Table) -> tuple[Table, Round]:
    sitting = chance.randint(0, len(PEOPLE))
    people = chance.sample(PEOPLE, len(PEOPLE))
    seated = dict(zip(chance.sample(PLACES, sitting), people[:sitting], strict=True))
    standing = [(who, chance.choice(PLACES)) for who in people[sitting:]]
    on_feet = [who for who, _ in standing]
    origin = chance.choice([None, *PLACES])
    former = "" if origin is None else chance.choice(people)
    round_ = Round(
        places=PLACES,
        seated=seated,
        standing=standing,
        waiting=chance.sample(on_feet, chance.randint(0, min(2, len(on_feet)))),
        away=some(chance, people, 0.15),
        unsaluted=some(chance, seated.values(), 0.2),
        barred=some(chance, people, 0.08),
        origin=origin,
        former=former,
        passed=bool(former) and chance.random() < 0.6,
        amount=chance.choice([5_00, 10_00, 395_00]) if former else 0,
        least=10_00,
        refused=some(chance, seated.values(), 0.3),
    )
    bars = tuple(BarPerson(one, BarredAction.BANK, Until.SHOE) for one in sorted(round_.barred))
    state = msgspec.structs.replace(
        table.state,
        seats=Seats(
            PLACES,
            Map(seated),
            tuple(Standing(who, place) for who, place in standing),
            tuple(round_.waiting),
            frozenset(round_.away),
        ),
        bars=apply_effects(bars, Cards((), NO_MARKS)).marks,
        offer=BankOffer(origin, amount=round_.amount, former_banker=former or None, is_passed=round_.passed),
        phase=Phase.BETWEEN,
        carried_over=msgspec.structs.replace(
            table.state.carried_over, salute_debtors=frozenset(round_.unsaluted), refusers=frozenset(round_.refused)
        ),
    )
    state = fold(evolve, state, offer_next(state))
    return Table(Play(table.play.game, state, table.play.source)), round_


def check(table: Table, round_: Round, asked: tuple[str, str, int] | None) -> None:
    state, offer = table.state, table.state.offer
    told = (offer.candidate, str(offer.stage), offer.floor) if state.phase is Phase.BANK else None
    assert told == asked, round_
    assert dict(state.seats.occupants) == round_.seated
    assert [(one.person, one.behind) for one in state.seats.standing] == round_.standing
    assert list(state.seats.waiting_list) == round_.waiting
    assert (state.carried_over.salute_debtors, state.carried_over.refusers) == (round_.unsaluted, round_.refused), (
        round_
    )


def pledged(chance: Random, table: Table, round_: Round) -> None:
    who, leader = chance.sample(PEOPLE, 2)
    made = table.play.attempt(a.PledgeShare(leader, 20_00), who)
    if not isinstance(made.outcome, Refused):
        table.do(who, a.PledgeShare(leader, 20_00))
        round_.pledges[who] = leader


def left(chance: Random, table: Table, round_: Round) -> None:
    who = chance.choice([one for one in PEOPLE if one != table.state.offer.candidate])
    if not isinstance(table.play.attempt(Leave(), who).outcome, Refused):
        table.do(who, Leave())
        round_.leaves(who)


@pytest.mark.parametrize("seed", range(5))
def test_to_whom_a_bank_comes_that_everybody_lets_go(table: Table, seed: int) -> None:
    chance, stages = Random(seed), set()
    for _ in range(50):
        found, round_ = begun(chance, table)
        asked = round_.next_asked()
        check(found, round_, asked)
        while found.state.phase is not Phase.VACANT:
            if found.state.phase is Phase.AUCTION:
                assert found.state.auction is not None
                assert found.state.auction.floor == round_.auction_floor()
                found.do("croupier", a.CloseAuction())
                round_.nobody_bids()
            else:
                assert asked is not None
                stages.add(asked[1])
                if chance.random() < 0.4:
                    pledged(chance, found, round_)
                if chance.random() < 0.08:
                    left(chance, found, round_)
                if chance.random() < 0.1:
                    found.do(str(CLOCK), Away(asked[0]))
                    round_.away.add(asked[0])
                else:
                    found.do(asked[0], a.DeclineBank())
                round_.lets_go(asked[0])
            asked = round_.next_asked()
            check(found, round_, asked)
    assert stages == {"seated", "standing", "joint", "recovery", "forced"}
