"""The award of chemin de fer beside its model: whatever was called, by whomever, wherever he is."""

from random import Random
from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.clauses import Sourced
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.marks import NO_MARKS, Cards, apply_effects
from tapete.games.baccarat.points import Winner
from tapete.games.banked.coup import Share
from tapete.games.chemin_de_fer.events import CoverAwarded
from tapete.games.chemin_de_fer.flow import lines
from tapete.games.chemin_de_fer.stakes import award_events, awarded
from tapete.games.chemin_de_fer.state import Bank, BankOffer, State
from tapete.games.chemin_de_fer.terms import Call as Kind
from tapete.money import Rounding
from tapete.table.seats import Seats, Standing
from tapete.table.windows import Claim, Window
from tests.models import cover as model
from tests.support.chemin_de_fer.table import opened

PEOPLE = ("ana", "bea", "carla", "dora", "eva", "luis", "pau", "rosa")
PLACES = tuple(range(1, 10))
MINIMUM = 10_00
KINDS = {
    model.SEGUIDO: Kind.SEGUIDO,
    model.BANCO: Kind.BANCO,
    model.HALF: Kind.PARTIAL,
    model.LAST: Kind.LAST,
    model.STAKE: Kind.STAKE,
    model.LINE: Kind.LINE,
}
HALVES = {Rounding.DOWN: lambda cents: cents // 2, Rounding.UP: lambda cents: (cents + 1) // 2}


@pytest.fixture(scope="module")
def table() -> State:
    return opened().bank(300_00).bets().state


def some(chance: Random, people: Any, likely: float) -> frozenset[str]:
    return frozenset(one for one in people if chance.random() < likely)


def called(chance: Random, bank: int, people: list[str], small: bool) -> list[model.Call]:
    least, half = 1 if small else MINIMUM, (bank + 1) // 2
    leaders, found = chance.sample(people, min(2, len(people))), []
    whole = chance.random() < 0.3
    for who in people:
        amount = chance.choice([least, half, bank // 3, chance.randint(least, bank - 1), bank - least])
        amount = min(max(amount, least), bank - 1)
        kind = chance.choice(["", "stake", "stake", "line", "half", "last", "joint", "joint"])
        if whole and chance.random() < 0.3:
            kind = chance.choice([model.BANCO, model.SEGUIDO])
        match kind:
            case "":
                continue
            case "joint":
                found.append(model.Call(who, kind, amount, chance.choice(leaders)))
            case "half":
                found.append(model.Call(who, kind, half))
                if chance.random() < 0.2:
                    found.append(model.Call(who, "last", bank - half))
            case "last":
                found.append(model.Call(who, kind, chance.choice([max(least, (bank - half) // 4), bank - half])))
            case "line":
                found.append(model.Call(who, kind, 2 * amount - chance.choice([0, 1]) * (amount > least)))
            case "banco" | "seguido":
                found.append(model.Call(who, kind, bank))
            case _:
                found.append(model.Call(who, kind, amount))
    return found


def with_betting(state: State, **values: Any) -> State:
    sourced = {name: Sourced(value, practice="this house") for name, value in values.items()}
    betting = msgspec.structs.replace(state.book.betting, **sourced)
    return msgspec.structs.replace(state, rules=msgspec.structs.replace(state.book, betting=betting))


def drawn(chance: Random, table: State) -> tuple[State, model.Betting, frozenset[str]]:
    bank = chance.choice([20_00, 25_01, 60_00, 100_00, 300_00, 999_99])
    rounding, small = chance.choice(list(HALVES)), chance.random() < 0.2
    remainder, seguido_first = chance.random() < 0.9, chance.random() < 0.7
    people = chance.sample(PEOPLE, chance.randint(3, len(PEOPLE)))
    sitting = chance.randint(0, len(people))
    seated = dict(zip(chance.sample(PLACES, sitting), people[:sitting], strict=True))
    standing = tuple((who, chance.choice(PLACES)) for who in people[sitting:])
    banker, others = people[chance.randrange(len(people))], list(people)
    others.remove(banker)
    his_place = next((place for place, who in seated.items() if who == banker), None)
    last_seat = chance.choice([None, *PLACES])
    unsaluted, no_cards = some(chance, seated.values(), 0.2), some(chance, others, 0.1)
    followers = some(chance, (who for who, _ in standing), 0.3)
    before, passed, first = chance.choice([None, *people]), chance.random() < 0.7, chance.random() < 0.7
    decided, tied = (0, 0) if first else chance.choice([(1, 0), (0, 1), (2, 1)])
    amount = chance.choice([bank - 1, bank, bank + 1])
    right = before if before and passed and first and bank > amount else ""
    calls = called(chance, bank, chance.sample(others, len(others)), small)
    calls = [model.Call(one.who, one.kind, HALVES[rounding](bank)) if one.kind == "half" else one for one in calls]
    betting = model.Betting(
        places=PLACES,
        seated=seated,
        standing=standing,
        banker_at=last_seat if his_place is None else his_place,
        bank=bank,
        minimum=MINIMUM,
        calls=tuple(calls),
        unsaluted=unsaluted,
        no_cards=no_cards,
        passer=right,
        half=HALVES[rounding],
        small=small,
        remainder=remainder,
        seguido_first=seguido_first,
    )
    bars = apply_effects(
        tuple(BarPerson(one, BarredAction.CARDS, Until.SHOE) for one in sorted(no_cards)), Cards((), NO_MARKS)
    )
    claims = tuple(Claim(one.who, KINDS.get(one.kind, f"{Kind.JOINT}:{one.leader}"), one.amount) for one in calls)
    house = with_betting(
        table, half_rounding=rounding, small_completion=small, remainder_accepted=remainder, seguido_first=seguido_first
    )
    state = msgspec.structs.replace(
        house,
        seats=Seats(PLACES, Map(seated), tuple(Standing(who, place) for who, place in standing)),
        bank=Bank(banker, (Share(banker, bank),), decided_coups=decided, tied_coups=tied),
        offer=BankOffer(former_banker=before, is_passed=passed, amount=amount),
        coup=msgspec.structs.replace(table.coup, in_play=bank),
        calls=Window("bets", table.serial, claims),
        bars=bars.marks,
        carried_over=msgspec.structs.replace(
            table.carried_over, salute_debtors=unsaluted, last_seat=last_seat, followers=followers
        ),
    )
    return state, betting, followers


@pytest.mark.parametrize("seed", range(6))
def test_who_covers_the_bank_and_who_holds_the_cards(table: State, seed: int) -> None:
    chance = Random(seed)
    kinds = set()
    for _ in range(250):
        state, betting, followers = drawn(chance, table)
        made, expected = awarded(state), model.cover(betting)
        if made is None or expected is None:
            assert made is expected, (betting, made)
            continue
        plays = {one.person: one.amount for one in made.stakes}
        assert (plays, made.holder) == (expected.plays, expected.holder), (betting, made)
        kinds.add((str(made.kind), expected.how))
        told = next(one for one in award_events(state, made) if isinstance(one, CoverAwarded))
        back = {one.person: one.amount for one in told.returned_stakes}
        laid = {who: sum(one.amount for one in betting.calls if one.who == who) for who in {*plays, *back}}
        assert {who: cents - plays.get(who, 0) for who, cents in laid.items() if cents > plays.get(who, 0)} == back
        in_turn = [one for one in model.order(betting) if one in plays]
        apart = [one for one in in_turn if one in followers]
        others = [one for one in in_turn if one not in followers]
        assert [one.person for one in lines(state, made, Winner.BANCA)] == [*apart, *others], betting
        assert [one.person for one in lines(state, made, Winner.PUNTO)] == [*others, *apart], betting
    assert len({how for _, how in kinds}) == len(kinds) == 5, kinds


@pytest.mark.parametrize("small", [False, True])
def test_which_partners_of_a_joint_banco_play_and_with_how_much(table: State, small: bool) -> None:
    chance, outcomes = Random(f"partners {small}"), set()
    for _ in range(400):
        bank = chance.choice([20_00, 25_00, 31_50, 45_00])
        people = chance.sample(PEOPLE[1:], chance.randint(2, 5))
        parts = {who: chance.choice([10_00, 11_00, 12_50, 15_00, bank - 5_00]) for who in people}
        calls = tuple(model.Call(who, "joint", cents, people[0]) for who, cents in parts.items())
        betting = model.Betting(
            places=PLACES,
            seated=dict(zip(PLACES, people, strict=False)),
            standing=(),
            banker_at=table.carried_over.last_seat,
            bank=bank,
            minimum=MINIMUM,
            calls=calls,
            small=small,
        )
        claims = tuple(Claim(one.who, f"{Kind.JOINT}:{one.leader}", one.amount) for one in calls)
        state = msgspec.structs.replace(
            with_betting(table, small_completion=small),
            seats=Seats(PLACES, Map(betting.seated)),
            bank=Bank("ana", (Share("ana", bank),)),
            coup=msgspec.structs.replace(table.coup, in_play=bank),
            calls=Window("bets", table.serial, claims),
        )
        made, expected = awarded(state), model.cover(betting)
        plays = {} if made is None else {one.person: one.amount for one in made.stakes}
        assert plays == ({} if expected is None else expected.plays), betting
        outcomes.add((len(parts) - len(plays), bool(plays)))
    assert {(0, True), (1, True)} < outcomes
