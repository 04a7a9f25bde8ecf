"""Alterations of a table of the two-cloth game: each changes one thing that it holds, and leaves all the rest.

A person goes away, a bank is emptied, a card is another one, a ruling has bound a hand, a rulebook says the opposite.
Some of the tables that come of it can be reached, others never.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import BANK, balance, person, post
from tapete.accounts import move as moved
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.clauses import Fault, Sourced, fault
from tapete.games.baccarat import effects as ef
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.incident import Incident, add_incident
from tapete.games.baccarat.layout import ASIDE, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Binding, BindingTarget, Cards, DeemedTotal, Duty, third
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import auction as sale
from tapete.games.banked.auction import LotsAwaited
from tapete.games.banked.coup import RulingGiven, with_side
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.acts.bank import StandingAward
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.stakes.cover import cloth_stakes
from tapete.games.dos_panos.state import Award, Banco, Bank, Coup, LaidStake, Lots, Span, State, Testimony
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankMode, Cover, Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.table.conduct import Conduct
from tapete.table.seats import Position, Row, leave, put, set_away
from tapete.table.staff import Role

PEOPLE: Final = tuple(
    map(
        PersonId, ("rosa", "ana", "bea", "carla", "dani", "croupier", "inspector", "director", "changer", "eva", "luis")
    )
)
PLAYERS: Final = PEOPLE[:5]
FACES: Final = tuple(map(Card, ("As", "2h", "3c", "4d", "5s", "6h", "7c", "8d", "9s", "Kh")))
SUMS: Final = (0, 1, 5_00, 10_00, 500_00, 999_99, 1_000_00, 1_000_01, 5_000_00, 10_000_00, 40_000_00)


def any_of(chance: Random, *values: Any) -> Any:
    return chance.choice(values)


Alteration = Callable[[State, Random], State]


def amounts(state: State, who: PersonId) -> tuple[int, ...]:
    """Return sums that matter at a table, each with a cent less and a cent more."""
    settings, bank, chips = state.settings, state.bank, balance(state.ledger, person(who))
    mine = (chips, state.bank_chips, chips - state.bank_chips, settings.minimum, settings.maximum)
    owned = () if bank is None else (bank.initial, bank.deposit, bank.put_in, bank.proven_deposit or 0)
    award = () if state.award is None else (state.award.amount,)
    limits = (
        *(one.amount for one in state.seekers),
        settings.bank_minimum,
        settings.bank_maximum,
        state.offered_amount,
        state.at_risk,
    )
    return tuple(one + cent for one in (*mine, *owned, *award, *limits) for cent in (-1, 0, 1))


def _of_coup(state: State, **parts: Any) -> State:
    return replace(state, coup=replace(state.coup, **parts))


def _of_bank(state: State, **parts: Any) -> State:
    return state if state.bank is None else replace(state, bank=replace(state.bank, **parts))


def _of_marks(state: State, **parts: Any) -> State:
    return _of_coup(state, cards=replace(state.coup.cards, marks=replace(state.coup.cards.marks, **parts)))


def _with_hand(state: State, hand: Hand, **parts: Any) -> State:
    marks = state.coup.cards.marks
    return _of_marks(state, hands=marks.hands.set(str(hand), replace(marks.of(hand), **parts)))


def call_somebody(state: State, chance: Random) -> State:
    return replace(state, called_person=any_of(chance, None, state.banker, state.holder(Hand.PRIMERO), *PLAYERS))


def send_away(state: State, chance: Random) -> State:
    people = state.seats.people()
    if not people:
        return state
    who = chance.choice(people)
    return replace(state, seats=set_away(state.seats, who, who not in state.seats.away))


def send_home(state: State, chance: Random) -> State:
    people = state.seats.people()
    return replace(state, seats=leave(state.seats, chance.choice(people))) if people else state


def move_somebody(state: State, chance: Random) -> State:
    free = [one for one in state.seats.labels if one not in state.seats.occupants]
    if not free:
        return state
    place, row = chance.choice(free), chance.choice(list(Row))
    return replace(state, seats=put(state.seats, PersonId("eva"), Position(place, row)))


def let_wait(state: State, chance: Random) -> State:
    order = tuple(chance.sample(("luz", "eva", "rosa", "ana"), chance.randrange(3)))
    return replace(state, seats=replace(state.seats, waiting_list=tuple(map(PersonId, order))))


def change_post(state: State, chance: Random) -> State:
    role = chance.choice(list(Role))
    if role in state.staff and chance.random() < 0.5:
        return replace(state, staff=state.staff.delete(role))
    return replace(state, staff=state.staff.set(role, chance.choice(PEOPLE)))


def change_phase(state: State, chance: Random) -> State:
    return replace(state, phase=chance.choice(list(Phase)))


def change_settings(state: State, chance: Random) -> State:
    name, values = chance.choice(
        (
            ("conduct", tuple(Conduct)),
            ("shoe", tuple(ChanceKind)),
            ("mode", tuple(BankMode)),
            ("minimum", (10_00, 5_00, 100_00)),
            ("maximum", (0, 100_00, 500_00)),
            ("bank_minimum", (1_000_00, 1)),
            ("bank_maximum", (0, 5_000_00, 5_100_00, 10_000_00)),
            ("needs_director", (False, True)),
            ("banco_freedom", (False, True)),
            ("session", (1, 2)),
            ("session_shoes", (0, 1, 2)),
            ("institutions", ((), ("Banco A",))),
            ("is_in_house", (False, True)),
            ("is_dinner_begun", (False, True)),
        )
    )
    return replace(state, settings=replace(state.settings, **{name: chance.choice(values)}))


def change_rule(state: State, chance: Random) -> State:
    """Let the rulebook say something else on one point."""
    if state.rules is None:
        return state
    groups = [name for name in state.rules.__struct_fields__ if isinstance(getattr(state.rules, name), msgspec.Struct)]
    name = chance.choice(groups)
    group = getattr(state.rules, name)
    fields = [one for one in group.__struct_fields__ if isinstance(getattr(group, one), Sourced)]
    if not fields:
        return state
    field = chance.choice(fields)
    sourced = getattr(group, field)
    value = sourced.value
    if isinstance(value, bool):
        other: Any = not value
    elif isinstance(value, StrEnum):
        other = chance.choice(list(type(value)))
    elif isinstance(value, int):
        other = max(value + any_of(chance, -1, 1), 0)
    elif isinstance(value, tuple) and value and isinstance(value[0], int | StrEnum):
        other = value[1:]
    else:
        return state
    made = replace(group, **{field: replace(sourced, value=other)})
    return replace(state, rules=replace(state.rules, **{name: made}))


def begin_bank(state: State, chance: Random) -> State:
    """Let there be a bank, or none."""
    if state.bank is not None:
        return replace(state, bank=None)
    given = Award(chance.choice(PLAYERS), 1_000_00, chance.choice(list(AwardWay)))
    return replace(state, bank=Bank(given.person, given, 1_000_00, 1_000_00, is_in_custody=True))


def change_bank(state: State, chance: Random) -> State:
    sums = amounts(state, chance.choice(PLAYERS))
    name, values = chance.choice(
        (
            ("banker", PLAYERS),
            ("initial", sums),
            ("put_in", sums),
            ("deposit", (0, 1, 1_000_00)),
            ("is_proven", (False, True)),
            ("proven_deposit", (None, 0, 1, 200_00, 40_000_00)),
            ("called_deposit", (0, 1, 200_00)),
            ("is_in_custody", (False, True)),
            ("coups", (0, 1, 2)),
            ("shoes_begun", (0, 1, 2)),
            ("may_change_shoe", (False, True)),
            ("wants_new_shoe", (False, True)),
            ("came_from", (None, Position(1), Position(3, Row.STANDING))),
        )
    )
    return _of_bank(state, **{name: chance.choice(values)})


def prove_bank(state: State, chance: Random) -> State:
    """Let the bank be an open one, with or without a sum that the table knows."""
    open_one = replace(state, settings=replace(state.settings, mode=BankMode.OPEN, is_in_house=chance.random() < 0.5))
    return _of_bank(open_one, is_proven=True, proven_deposit=any_of(chance, None, 0, 200_00, 40_000_00), coups=1)


def change_award_of_bank(state: State, chance: Random) -> State:
    if state.bank is None:
        return state
    name, values = chance.choice(
        (
            ("shoes", (0, 1, 2)),
            ("days", (0, 1, 2)),
            ("is_begun", (False, True)),
            ("coups", (0, 1)),
            ("way", tuple(AwardWay)),
            ("amount", SUMS),
        )
    )
    return _of_bank(state, award=replace(state.bank.award, **{name: chance.choice(values)}))


def give_award(state: State, chance: Random) -> State:
    if state.award is not None and chance.random() < 0.3:
        return replace(state, award=None)
    who, amount = any_of(chance, *PLAYERS, PersonId("luz")), any_of(chance, 1_000_00, 3_000_00)
    days = chance.randrange(3)
    given = Award(who, amount, chance.choice(list(AwardWay)), 0 if days else chance.randrange(1, 3), days)
    return replace(state, award=replace(given, is_begun=chance.random() < 0.3, coups=chance.randrange(2)))


def let_award_stand(state: State, chance: Random) -> State:
    who, kept = chance.choice(PLAYERS), chance.random() < 0.5
    award = StandingAward(who, 2_000_00, chance.randrange(3), 1, is_begun=chance.random() < 0.5, is_kept=kept)
    return replace(state, standing_award=any_of(chance, None, award))


def change_chips(state: State, chance: Random) -> State:
    """Leave the bank, or somebody, so many chips."""
    name = any_of(chance, BANK, BANK, *(person(one) for one in PLAYERS))
    least = state.settings.minimum
    wanted = any_of(chance, 0, 1, least - 1, least, least + 1, 100_00, 1_000_00, 5_000_00, 10_000_00)
    return with_chips(state, name, wanted)


def with_chips(state: State, name: str, wanted: int) -> State:
    """Return a table at which an account holds so many cents; somebody else has the rest."""
    other = person(PersonId("luis"))
    legs = moved(state.ledger.get(name, 0) - wanted, name, other) if wanted < state.ledger.get(name, 0) else ()
    if wanted > state.ledger.get(name, 0):
        legs = moved(wanted - state.ledger.get(name, 0), other, name)
    return replace(state, ledger=post(state.ledger, legs))


def hold_auction(state: State, chance: Random) -> State:
    made = sale.start(state.serial, 1_000_00, frozenset(chance.sample(PLAYERS, chance.randrange(2))))
    for who in chance.sample(PLAYERS, chance.randrange(3)):
        made = sale.bid(made, who, any_of(chance, 1_000_00, 2_000_00))
    return replace(state, auction=any_of(chance, None, made), span=Span(chance.randrange(2), chance.randrange(2)))


def want_lots(state: State, chance: Random) -> State:
    about, people = any_of(chance, "cloths", "equal-bids", "bank"), tuple(sorted(chance.sample(PLAYERS, 2)))
    lots = Lots(about, LotsAwaited(people), state.urns + 1, any_of(chance, 0, 2_000_00), chance.random() < 0.7)
    return replace(state, lots=any_of(chance, None, lots, lots))


def change_wishes(state: State, chance: Random) -> State:
    who = chance.choice(PLAYERS)
    return any_of(
        chance,
        replace(state, seekers=(Share(who, 1_000_00), Share(PersonId("eva"), 2_000_00))),
        replace(state, seekers=()),
        replace(state, gave_up=any_of(chance, None, who)),
        replace(state, annulled=frozenset({who})),
        replace(state, offered_amount=any_of(chance, 0, 1_000_00, 2_000_00)),
        replace(state, proofs=Map({who: any_of(chance, None, 40_000_00)})),
        replace(state, proofs=Map()),
        replace(state, barred_winners=frozenset({who})),
        replace(state, is_shoe_owed=not state.is_shoe_owed),
        replace(state, debts=(Share(who, 10_00),)),
    )


def move_turn(state: State, chance: Random) -> State:
    cloth = chance.choice(CLOTHS)
    return (
        replace(state, turns=state.turns.set(cloth, chance.choice(state.seats.labels))) if state.seats.labels else state
    )


def change_shoe(state: State, chance: Random) -> State:
    name, values = chance.choice(
        (
            ("has_ended", (False, True)),
            ("is_stop_seen", (False, True)),
            ("is_order_awaited", (False, True)),
            ("position", (0, state.shoe.stop - 1, state.shoe.stop, state.shoe.size, max(state.shoe.size - 1, 0))),
            ("coups", (0, 1, 3)),
            ("is_shown", (False, True)),
            ("is_counted", (False, True)),
            ("number", (0, 1, 2)),
            ("check", (frozenset(), frozenset({PersonId("ana")}))),
            ("left_at", (None, Phase.SHOE, Phase.CUT)),
            ("cut_depth", (0, 100)),
        )
    )
    return replace(state, shoe=replace(state.shoe, **{name: chance.choice(values)}))


def change_coup(state: State, chance: Random) -> State:
    name, values = chance.choice(
        (
            ("cover", tuple(Cover)),
            ("banco", (None, *(Banco(who, n) for who in PLAYERS[1:3] for n in (0, 1, 2)))),
            ("banco_calls", ((), PLAYERS[1:2], PLAYERS[2:4])),
            ("is_cover_short", (False, True)),
            ("has_asked_table", (False, True)),
            ("is_settled", (False, True)),
            ("is_let_be", (False, True)),
            ("is_handed_over", (False, True)),
            ("in_play", SUMS),
            ("decision", (None, Cell.DRAW, Cell.STAND)),
            ("naturals", ((), *((str(hand),) for hand in HANDS), tuple(map(str, CLOTHS)), tuple(map(str, HANDS)))),
            ("number", (0, 1, 2)),
            ("found_faults", (frozenset(), frozenset({"wrong-word", "wrong-word:primero", "against-table:banca"}))),
            ("early_cards", (frozenset(), frozenset({0, 1}))),
            ("testimonies", ((), (Testimony(PLAYERS[1], Hand.PRIMERO, 5),))),
            ("respondents", (frozenset(), frozenset({PLAYERS[1]}))),
        )
    )
    return _of_coup(state, **{name: chance.choice(values)})


def change_side(state: State, chance: Random) -> State:
    cloth = chance.choice(CLOTHS)
    name, values = chance.choice(
        (
            ("holder", (None, state.croupier(), *PLAYERS)),
            ("before", (None, *PLAYERS)),
            ("is_lifted", (False, True)),
            ("word", (None, *Word)),
            ("word", (None, *Word)),
            ("has_spoken_again", (False, True)),
            ("advice", (None, "", "no", "carta")),
            ("is_warned", (False, True)),
            ("is_word_late", (False, True)),
            ("is_third_known", (False, True)),
            ("winner", (None, *Winner)),
            ("winner", (None, *Winner)),
        )
    )
    return replace(state, coup=with_side(state.coup, cloth, **{name: chance.choice(values)}))


def change_stakes(state: State, chance: Random) -> State:
    laid = tuple(
        LaidStake(who, amount, cloth, spot)
        for who, amount, cloth, spot in (
            (
                chance.choice(PLAYERS),
                any_of(chance, 10_00, 15_00, 300_00),
                chance.choice(CLOTHS),
                chance.choice(list(Spot)),
            )
            for _ in range(chance.randrange(4))
        )
    )
    plays = {
        (chance.choice(PLAYERS), chance.choice(CLOTHS)): chance.choice(SUMS[1:]) for _ in range(chance.randrange(4))
    }
    return _of_coup(
        state, **any_of(chance, {"laid": laid}, {"laid": ()}, {"stakes": cloth_stakes(plays)}, {"stakes": ()})
    )


def await_card(state: State, chance: Random) -> State:
    there = [one.position for one in state.coup.cards.layout]
    position = any_of(chance, state.shoe.position, *there)
    due = DueCard(position, str(chance.choice(HANDS)), chance.random() < 0.5, position in there)
    return _of_coup(state, due_cards=any_of(chance, (), (due,)))


def bind_hand(state: State, chance: Random) -> State:
    """Let a ruling have made something of a hand."""
    hand = chance.choice(HANDS)
    binding = Binding(chance.choice(list(BindingTarget)), chance.choice(list(Cell)), any_of(chance, None, *ef.Party))
    return any_of(
        chance,
        lambda: _with_hand(state, hand, void=True),
        lambda: _with_hand(state, hand, is_lost=True),
        lambda: _with_hand(state, hand, is_natural_lost=True),
        lambda: _with_hand(state, Hand.BANCA, binding=binding),
        lambda: _with_hand(state, hand, binding=binding),
        lambda: _with_hand(
            state, hand, duties=(Duty(chance.choice((Cell.DRAW, Cell.STAND)), any_of(chance, (), (5,))),)
        ),
        lambda: _with_hand(
            state, hand, deemed_total=DeemedTotal(chance.randrange(10), chance.random() < 0.5, chance.random() < 0.3)
        ),
        lambda: _with_hand(state, hand, keeps_higher=chance.random() < 0.5),
        lambda: _with_hand(state, hand, open_cards=frozenset({1, 2})),
    )()


def change_marks(state: State, chance: Random) -> State:
    who, waiting = chance.choice(PLAYERS), _positions(state, chance)
    bars = tuple(ef.BarPerson(who, chance.choice(list(ef.BarredAction)), until) for until in ef.Until)
    return any_of(
        chance,
        lambda: _of_marks(state, void=True),
        lambda: _of_marks(state, aside=tuple(ef.SetAside(one, any_of(chance, "", *HANDS)) for one in waiting)),
        lambda: _of_marks(state, bars=bars),
        lambda: replace(state, bars=replace(state.bars, bars=bars)),
        lambda: _of_marks(state, next_holders=Map({str(chance.choice(CLOTHS)): who})),
        lambda: _of_marks(state, holders=Map({str(chance.choice(CLOTHS)): any_of(chance, who, PEOPLE[5])})),
        lambda: _of_marks(state, settle_last=frozenset({who})),
    )()


def _positions(state: State, chance: Random) -> list[int]:
    there = [one.position for one in state.coup.cards.layout] or [0, 1]
    return sorted(chance.sample(there, chance.randrange(min(len(there), 3))))


def change_card(state: State, chance: Random) -> State:
    """Let a card that lies there be another one, or lie elsewhere, or be known to somebody, or to nobody."""
    layout = list(state.coup.cards.layout)
    if not layout:
        return state
    number = chance.randrange(len(layout))
    name, values = chance.choice(
        (
            ("face", FACES),
            ("face", FACES),
            ("face", (None,)),
            ("face_up", (False, True)),
            ("seen_by", (frozenset(), frozenset(PLAYERS), frozenset(PEOPLE))),
            ("place", (*HANDS, *(third(hand) for hand in HANDS), ASIDE, DISCARD, FLOOR)),
        )
    )
    value = chance.choice(values)
    layout[number] = replace(layout[number], **{name: str(value) if name == "place" else value})
    return _of_coup(state, cards=replace(state.coup.cards, layout=tuple(layout)))


def deal_hands(state: State, chance: Random) -> State:
    """Let whole hands lie there, open or not."""
    found, up = [], chance.random() < 0.5
    for hand in HANDS:
        cards = chance.randrange(2, 4) if chance.random() < 0.8 else chance.randrange(2)
        for number in range(cards):
            place = str(hand) if number < 2 else third(hand)
            seen = frozenset(PEOPLE if chance.random() < 0.5 else ())
            found.append(LaidCard(len(found), place, chance.choice(FACES), up or number == 2, seen))
    moved_on = replace(state.shoe, position=max(state.shoe.position, len(found)))
    return replace(_of_coup(state, cards=Cards(tuple(found), state.coup.cards.marks)), shoe=moved_on)


def any_effect(state: State, chance: Random) -> ef.Effect:
    hand, who, position = (
        str(chance.choice(HANDS)),
        chance.choice(PEOPLE),
        any_of(chance, *_positions(state, chance), 1),
    )
    cell = any_of(chance, Cell.DRAW, Cell.STAND)
    return any_of(
        chance,
        ef.VoidCoup(any_of(chance, "", *map(str, CLOTHS))),
        ef.LoseCoup(hand),
        ef.ReturnStake(who, any_of(chance, None, 1, 10_00)),
        ef.SettleLast(who),
        ef.Discard(position),
        ef.AssignCard(position, any_of(chance, hand, third(hand))),
        ef.SetAside(position, any_of(chance, "", hand, "banca")),
        ef.KeepOne(hand, chance.random() < 0.5),
        ef.Expose(hand),
        ef.DeemTotal(hand, chance.randrange(10), chance.random() < 0.5),
        ef.DeemNatural(hand, chance.randrange(8, 10)),
        ef.LoseNatural(hand),
        ef.BindToScheme(hand),
        ef.BindToTable(any_of(chance, hand, "banca"), fault_of=any_of(chance, None, *ef.Party)),
        ef.Unbind(hand),
        ef.Oblige(hand, cell, any_of(chance, (), (5,))),
        ef.GiveCards(hand, who, chance.choice(list(ef.EffectCoup))),
        ef.BarPerson(who, chance.choice(list(ef.BarredAction)), chance.choice(list(ef.Until))),
        ef.GoBack(str(chance.choice((Phase.DEAL, Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER)))),
        ef.GoBack(str(chance.choice((Phase.BANKER, Phase.SHOW, Phase.SETTLE)))),
        ef.NoteOnly("x"),
    )


def any_fault(state: State, chance: Random) -> Fault:
    code = any_of(
        chance, "wrong-word", "against-table", "misdeal", "exposed", "natural-forgotten", "early-draw", "card-withheld"
    )
    open_ones = [one for case in state.docket.open for one in case.faults]
    if open_ones and chance.random() < 0.7:
        return chance.choice(open_ones)
    facts = any_of(chance, {}, {"hand": str(chance.choice(HANDS))}, {"position": 1}, {"hand": "primero", "position": 0})
    return fault(code, **facts)


def any_incident(state: State, chance: Random) -> Incident:
    found, given = any_fault(state, chance), (any_effect(state, chance),)
    return Incident(state.docket.count + 1, found.code, PersonId("croupier"), (found,), given)


def open_case(state: State, chance: Random) -> State:
    if state.docket.open:
        return replace(state, docket=replace(state.docket, open=()))
    return replace(state, docket=add_incident(state.docket, any_incident(state, chance)))


def rule_before(state: State, chance: Random) -> State:
    """Let a ruling have been given in the coup."""
    effects = tuple(any_effect(state, chance) for _ in range(chance.randrange(1, 3)))
    given = RulingGiven(effects, (), (any_fault(state, chance),), 1, "x", str(state.phase), state.coup)
    return _of_coup(state, rulings=(*state.coup.rulings, replace(given, is_as_proposed=chance.random() < 0.5)))


def swap_result(state: State, chance: Random) -> State:
    """Let each cloth have a result."""
    coup: Coup = state.coup
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=any_of(chance, *Winner, None))
    return replace(state, coup=coup)


def lose_proven_bank(state: State, chance: Random) -> State:
    """Let a coup have left an open bank, that a house answers for, without chips; or with its last cent."""
    state = prove_bank(begin_bank(state, chance) if state.bank is None else state, chance)
    state = _of_bank(state, deposit=any_of(chance, 0, 0, 0, 1), coups=any_of(chance, 1, 1, 1, 0))
    in_house, phase = chance.random() < 0.8, any_of(chance, Phase.BETWEEN, Phase.SHOE, Phase.BROKEN, state.phase)
    state = replace(state, phase=phase, settings=replace(state.settings, is_in_house=in_house))
    return with_chips(state, BANK, any_of(chance, 0, 0, 1))


def leave_card_to_bank(state: State, chance: Random) -> State:
    """Let a ruling have left the banker a card: it waits for him, or he has it, or somebody else does."""
    position = any_of(chance, *[one.position for one in state.coup.cards.layout], 6)
    left = ef.SetAside(position, any_of(chance, "banca", "banca", "primero"))
    given = RulingGiven((left,), (), (), 1, "x", str(state.phase), state.coup)
    made = _of_coup(state, rulings=(*state.coup.rulings, given))
    if chance.random() < 0.5:
        return _of_marks(made, aside=(replace(left, falls_to=any_of(chance, left.falls_to, "segundo", "")),))
    card = LaidCard(position, third(any_of(chance, Hand.BANCA, Hand.PRIMERO)), Card("5s"), True)
    others = tuple(one for one in made.coup.cards.layout if one.position != position)
    return _of_coup(made, cards=replace(made.coup.cards, layout=(*others, card)))


def play_for_somebody(state: State, chance: Random) -> State:
    """Let the croupier, or another player, have the cards of a cloth, and whose they are be away or silent."""
    cloth = chance.choice(CLOTHS)
    who = any_of(chance, state.croupier(), state.croupier(), *PLAYERS)
    if who is None:
        return state
    made = _of_marks(state, holders=Map({str(cloth): who}))
    effect = ef.BindToScheme(str(any_of(chance, cloth, cloth, Hand.BANCA)))
    if chance.random() < 0.5:
        return made
    return _of_coup(made, rulings=(RulingGiven((effect,), ("DP.C1.11",), (), 1, "x", str(state.phase), state.coup),))


def leave_to_banco(state: State, chance: Random) -> State:
    """Let a banco be played, or called, by a player of the house's rules."""
    who = any_of(chance, *PLAYERS[1:4])
    made = _of_coup(state, cover=any_of(chance, Cover.BANCO, Cover.BANCO, Cover.STAKES), banco=Banco(who))
    for cloth in CLOTHS:
        made = replace(made, coup=with_side(made.coup, cloth, holder=who))
    options = {"needs_director": chance.random() < 0.5, "banco_freedom": chance.random() < 0.5}
    return replace(made, settings=replace(made.settings, **options))


def lay_naturals(state: State, chance: Random) -> State:
    """Let hands have eight or nine of two cards, and have turned them up or not."""
    layout, faces = [], ("8d", "9s")
    for hand in HANDS:
        high = chance.random() < 0.7
        shown = chance.random() < 0.5
        pair = (Card("Kh"), Card(chance.choice(faces)) if high else chance.choice(FACES))
        layout += [LaidCard(len(layout) + n, str(hand), face, shown, frozenset(PEOPLE)) for n, face in enumerate(pair)]
    turned = tuple(str(hand) for hand in HANDS if chance.random() < 0.4)
    cards = Cards(tuple(layout), state.coup.cards.marks)
    return _of_coup(state, cards=cards, naturals=turned, due_cards=())


def begin_hand(state: State, chance: Random) -> State:
    """Let two cards lie before each hand, seen by whoever plays it, and the phase be one of the play."""
    made = deal_hands(state, chance)
    layout = tuple(
        replace(one, place=one.place.removesuffix("-3"), face_up=False, seen_by=frozenset(PEOPLE))
        for one in made.coup.cards.layout
        if not one.place.endswith("-3") or chance.random() < 0.1
    )
    made = _of_coup(made, cards=replace(made.coup.cards, layout=layout), due_cards=(), decision=None, naturals=())
    phase = any_of(chance, Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)
    strict = any_of(chance, *Conduct)
    return replace(made, phase=phase, settings=replace(made.settings, conduct=strict))


def end_shoe(state: State, chance: Random) -> State:
    """Let the stop card be out between two coups, with cards aside or none."""
    phase = any_of(chance, Phase.BETWEEN, Phase.CUSTODY, Phase.BETS, Phase.BANCO)
    waiting = any_of(chance, (), (ef.SetAside(0),))
    made = _of_marks(replace(state, phase=phase), aside=waiting)
    return replace(made, shoe=replace(made.shoe, is_stop_seen=chance.random() < 0.8, has_ended=chance.random() < 0.2))


def look_ahead(state: State, chance: Random) -> State:
    """Let a bank wait for its next coup with its banker away or not, at a table that is recorded or not."""
    made = begin_bank(state, chance) if state.bank is None else state
    banker = made.banker
    if banker is not None and made.seats.is_at_table(banker):
        made = replace(made, seats=set_away(made.seats, banker, chance.random() < 0.7))
    made = _of_bank(made, coups=chance.randrange(2))
    phase, conduct = (
        any_of(chance, Phase.BETWEEN, Phase.BETWEEN, Phase.REPEAT),
        any_of(chance, *Conduct, Conduct.STRICT),
    )
    return replace(made, phase=phase, settings=replace(made.settings, conduct=conduct))


def call_banco(state: State, chance: Random) -> State:
    """Let people have called banco while calls are taken, or just after."""
    who = tuple(chance.sample(PLAYERS[1:], chance.randrange(3)))
    phase = any_of(chance, Phase.BANCO, Phase.BANCO, Phase.LOTS, Phase.BETS)
    return replace(_of_coup(state, banco_calls=who, banco=None), phase=phase)


def lie_short(state: State, chance: Random) -> State:
    """Let stakes lie against an open bank that may not cover them."""
    made = replace(prove_bank(state, chance), phase=any_of(chance, Phase.BETS, Phase.BETS, Phase.BANCO))
    laid = tuple(LaidStake(who, any_of(chance, 100_00, 30_000_00), chance.choice(CLOTHS)) for who in PLAYERS[1:4])
    return with_chips(
        _of_coup(made, laid=laid, is_cover_short=chance.random() < 0.5), BANK, any_of(chance, 100_00, 300_00)
    )


def lose_on_both(state: State, chance: Random) -> State:
    """Let stakes play on both cloths, and rulings have decided them or not."""
    made = change_stakes(swap_result(state, chance), chance)
    for cloth in HANDS:
        if chance.random() < 0.5:
            made = _with_hand(made, cloth, **any_of(chance, {"void": True}, {"is_lost": True}, {"keeps_higher": True}))
    return made


def be_over(state: State, chance: Random) -> State:
    """Let a coup be settled, and the bank at the end of its shoe, its term, its chips or its session."""
    made = swap_result(_of_coup(state, is_settled=chance.random() < 0.7), chance)
    made = replace(made, shoe=replace(made.shoe, is_stop_seen=chance.random() < 0.5))
    for change in (change_award_of_bank, change_bank, change_chips):
        made = change(made, chance) if chance.random() < 0.5 else made
    return replace(made, phase=any_of(chance, Phase.SETTLE, Phase.BETWEEN, Phase.CUSTODY, Phase.REPEAT, Phase.BROKEN))


def queue_up(state: State, chance: Random) -> State:
    """Let people wait for a place, some of whom cannot come: he is away, or was awarded the bank."""
    order = tuple(map(PersonId, chance.sample(("luz", "eva", "luis", "rosa"), 3)))
    seats = replace(state.seats, waiting_list=order)
    for who in order:
        if not seats.is_at_table(who) and chance.random() < 0.5:
            seats = put(seats, who, Position(seats.labels[0], Row.STANDING)) if seats.labels else seats
        if seats.is_at_table(who) and chance.random() < 0.4:
            seats = set_away(seats, who, True)
    award = Award(chance.choice(order), 1_000_00, AwardWay.BOUGHT) if chance.random() < 0.4 else state.award
    return replace(state, seats=seats, award=award)


def forget_award(state: State, chance: Random) -> State:
    """Let a bank be asked for: nobody holds it, and people have asked, given it up, or are barred."""
    made = replace(state, bank=None, award=None, coup=Coup())
    for change in (change_wishes, change_wishes, let_award_stand, hold_auction):
        made = change(made, chance) if chance.random() < 0.6 else made
    return replace(made, phase=any_of(chance, Phase.OPENING, Phase.REOFFER, Phase.AUCTION, Phase.SHOE, Phase.LOTS))


def leave_with_cards(state: State, chance: Random) -> State:
    """Let each cloth have lost or won, and whoever had its cards be gone or there."""
    made = _of_coup(state, cover=any_of(chance, Cover.STAKES, Cover.STAKES, Cover.BANCO))
    for cloth in CLOTHS:
        holder = any_of(chance, PersonId("luz"), None, *state.seats.people())
        made = replace(made, coup=with_side(made.coup, cloth, holder=holder, winner=any_of(chance, *Winner)))
    return made


def hear_witnesses(state: State, chance: Random) -> State:
    """Let a hand count what a witness said of it, or another total, with its cards open or not."""
    made, hand, total = deal_hands(state, chance), chance.choice(HANDS), chance.randrange(10)
    deemed = DeemedTotal(total, False, chance.random() < 0.3)
    said = (Testimony(chance.choice(PLAYERS), any_of(chance, hand, hand, Hand.BANCA), any_of(chance, total, total, 5)),)
    return _of_coup(_with_hand(made, hand, deemed_total=any_of(chance, deemed, deemed, None)), testimonies=said)


def break_books(state: State, chance: Random) -> State:
    """Let the books be wrong: a card lies twice, more is drawn on than was proven, a sum is booked nowhere."""
    layout = state.coup.cards.layout
    twice = replace(layout[-1], place=DISCARD) if layout else None
    return any_of(
        chance,
        lambda: _of_coup(state, cards=replace(state.coup.cards, layout=(*layout, *((twice,) if twice else ())))),
        lambda: _of_bank(state, proven_deposit=100, called_deposit=any_of(chance, 99, 100, 101)),
        lambda: with_chips(
            state, any_of(chance, BANK, "stakes", "cagnotte", person(PLAYERS[1])), any_of(chance, -1, 0, 1)
        ),
        lambda: with_chips(state, f"deposit:{chance.choice(PLAYERS)}", any_of(chance, 0, 1)),
    )()


ALTERATIONS: Final[tuple[Alteration, ...]] = (
    lose_proven_bank,
    lose_proven_bank,
    leave_card_to_bank,
    play_for_somebody,
    leave_to_banco,
    leave_to_banco,
    lay_naturals,
    begin_hand,
    begin_hand,
    end_shoe,
    be_over,
    be_over,
    look_ahead,
    look_ahead,
    call_banco,
    lie_short,
    lose_on_both,
    hear_witnesses,
    break_books,
    leave_with_cards,
    queue_up,
    forget_award,
    forget_award,
    call_somebody,
    send_away,
    send_away,
    send_home,
    move_somebody,
    let_wait,
    change_post,
    change_phase,
    change_settings,
    change_settings,
    change_settings,
    change_rule,
    change_rule,
    change_rule,
    change_rule,
    begin_bank,
    change_bank,
    change_bank,
    change_bank,
    prove_bank,
    change_award_of_bank,
    give_award,
    let_award_stand,
    change_chips,
    change_chips,
    hold_auction,
    want_lots,
    change_wishes,
    change_wishes,
    move_turn,
    change_shoe,
    change_shoe,
    change_coup,
    change_coup,
    change_coup,
    change_side,
    change_side,
    change_stakes,
    change_stakes,
    await_card,
    bind_hand,
    bind_hand,
    change_marks,
    change_marks,
    change_card,
    change_card,
    deal_hands,
    deal_hands,
    open_case,
    rule_before,
    rule_before,
    swap_result,
)
"""What may be altered; what holds much of a table is drawn more often."""


def altered(state: State, chance: Random, most: int = 3) -> State:
    """Return a table with none, one or more things altered."""
    for _ in range(chance.randrange(most + 1)):
        state = chance.choice(ALTERATIONS)(state, chance)
    return state
