"""Acts through ``decide`` and ``evolve`` with their citations, beside the operations of PokerKit."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bench import chemin, two_cloths
from bench.coups import GAME, played
from bench.measure import Pair, Work, paired

COUPS = 60


def replayed(state: object, acts: list[object], game: Any = GAME) -> Work:
    """Return the work of deciding and folding recorded acts from a state."""

    def work() -> int:
        now = state
        decide, evolve = game.decide, game.evolve
        for act in acts:
            for event in decide(now, act).events:
                now = evolve(now, event)
        return len(acts)

    return work


def folded(state: object, events: list[object], game: Any = GAME) -> Work:
    """Return the work of folding recorded events into a state."""

    def work() -> int:
        now, evolve = state, game.evolve
        for event in events:
            now = evolve(now, event)
        return len(events)

    return work


def changed(state: Any, count: int) -> Work:
    """Return the work of the least that a fold can do: one field of the state changed for each event."""

    def work() -> int:
        now = state
        for serial in range(count):
            now = replace(now, serial=serial)
        return count

    return work


def holdem() -> Work:
    """Return the work of a two-handed no-limit hold'em hand, checked and called to the showdown, in operations."""
    from pokerkit import Automation, NoLimitTexasHoldem

    game = NoLimitTexasHoldem(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,
        0,
        (1, 2),
        2,
    )
    board = ("7d7c2h", "Ts", "9h")

    def work() -> int:
        state = game((200, 200), 2)
        state.deal_hole("AcAs")
        state.deal_hole("KhQd")
        state.check_or_call()
        state.check_or_call()
        for cards in board:
            state.burn_card("??")
            state.deal_board(cards)
            state.check_or_call()
            state.check_or_call()
        if state.status:
            raise RuntimeError("the hand did not end")
        return len(state.operations)

    return work


def kuhn() -> Work:
    """Return the work of a hand of Kuhn poker, the smallest game of PokerKit, in operations."""
    from pokerkit import Automation, KuhnPoker

    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)

    def work() -> int:
        state = KuhnPoker.create_state(automations)
        state.deal_hole("Ks")
        state.deal_hole("Qs")
        state.check_or_call()
        state.check_or_call()
        if state.status:
            raise RuntimeError("the hand did not end")
        return len(state.operations)

    return work


def pairs() -> list[Pair]:
    """Measure the engine."""
    table = played(COUPS)
    acts: list[object] = [act for made in table.turns for act in made.acts]
    ours = replayed(table.start, acts)
    each = len(acts) / COUPS
    events = sum(len(made.events) for made in table.turns) / COUPS
    shape = f"a coup is {each:.1f} acts (cards out of the shoe included) and {events:.1f} events, three bets settled"

    def coups() -> int:
        ours()
        return COUPS

    ferro = chemin.played(COUPS // 2)
    ferro_acts: list[object] = [act for made in ferro.turns for act in made.acts]
    whole = replayed(ferro.start, ferro_acts, chemin.GAME)
    each, events = len(ferro_acts) / (COUPS // 2), sum(len(made.events) for made in ferro.turns) / (COUPS // 2)
    ferro_shape = f"a coup is {each:.1f} acts and {events:.1f} events, four stakes settled, the bank going round"

    def ferro_coups() -> int:
        whole()
        return COUPS // 2

    cloths = two_cloths.played(COUPS // 2)
    cloth_acts: list[object] = [act for made in cloths.turns for act in made.acts]
    of_cloths = replayed(cloths.start, cloth_acts, two_cloths.GAME)
    each, events = len(cloth_acts) / (COUPS // 2), sum(len(made.events) for made in cloths.turns) / (COUPS // 2)
    cloth_shape = f"a coup is {each:.1f} acts and {events:.1f} events, two stakes settled on each cloth"

    def cloth_coups() -> int:
        of_cloths()
        return COUPS // 2

    ferro_events: list[object] = [event for made in ferro.turns for event in made.events]
    folds = folded(ferro.start, ferro_events, chemin.GAME)
    operations = holdem()

    def hands() -> int:
        operations()
        return 1

    return [
        paired("acts", ("acts decided and folded", "acts/s", ours), ("PokerKit hold'em", "operations/s", operations)),
        paired("whole games", ("coups", "coups/s", coups), ("PokerKit hold'em hands", "hands/s", hands), note=shape),
        paired(
            "chemin de fer",
            ("coups of chemin de fer", "coups/s", ferro_coups),
            ("coups of punto y banca", "coups/s", coups),
            note=ferro_shape,
        ),
        paired(
            "two cloths",
            ("coups on two cloths", "coups/s", cloth_coups),
            ("coups of chemin de fer", "coups/s", ferro_coups),
            note=cloth_shape,
        ),
        paired(
            "fold, chemin de fer",
            ("events folded", "events/s", folds),
            ("one field of the state changed", "changes/s", changed(ferro.start, len(ferro_events))),
        ),
        paired("acts, small game", ("acts", "acts/s", ours), ("PokerKit Kuhn poker", "operations/s", kuhn())),
    ]
