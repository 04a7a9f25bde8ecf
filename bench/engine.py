"""Acts through ``decide`` and ``evolve`` with their citations, beside the operations of PokerKit."""

from __future__ import annotations

from bench.coups import GAME, played
from bench.measure import Pair, Work, paired

COUPS = 60


def replayed(state: object, acts: list[object]) -> Work:
    """Return the work of deciding and folding recorded acts from a state."""

    def work() -> int:
        now = state
        decide, evolve = GAME.decide, GAME.evolve
        for act in acts:
            for event in decide(now, act).events:  # type: ignore[arg-type,union-attr]
                now = evolve(now, event)  # type: ignore[arg-type]
        return len(acts)

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

    operations = holdem()

    def hands() -> int:
        operations()
        return 1

    return [
        paired("acts", ("acts decided and folded", "acts/s", ours), ("PokerKit hold'em", "operations/s", operations)),
        paired("whole games", ("coups", "coups/s", coups), ("PokerKit hold'em hands", "hands/s", hands), note=shape),
        paired("acts, small game", ("acts", "acts/s", ours), ("PokerKit Kuhn poker", "operations/s", kuhn())),
    ]
