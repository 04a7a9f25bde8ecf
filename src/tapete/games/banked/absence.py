"""Whom a table waits for where a player holds the bank, and what the croupier takes over at the cards.

The croupier takes over from a holder who is away, and from the croupier before. The game says whom each of its phases
waits for, and who holds each hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tapete.games.baccarat.effects import at
from tapete.games.baccarat.incident import Docket
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.kernel import Event, PersonId


def awaited_player(
    docket: Docket, coup: Coup, withdrawals: Sequence[PersonId], in_phase: PersonId | None
) -> PersonId | None:
    """Return who moves the game on: nobody while a ruling or card is due, first who has a choice, then ``in_phase``."""
    if docket.open or coup.due_cards or withdrawals:
        return None
    choices = coup.cards.marks.choices
    return choices[0].person if choices else in_phase


def side_name(coup: Coup, hand: str) -> str:
    """Return how an event names a side: not at all at a table with one side."""
    return str(hand) if len(coup.sides) > 1 else ""


def cards_handed_over(
    coup: Coup, holders: Mapping[str, PersonId | None], outgoing: PersonId, incoming: PersonId, hands: Iterable[str]
) -> tuple[Event, ...]:
    """Return the events by which the hands that the outgoing croupier plays for players go on with the incoming one,
    who sees what the other had seen.

    ``holders`` says who plays the cards of each side, ``hands`` are those of the whole table.
    """
    plays: list[Event] = [
        CroupierStoodIn(outgoing, incoming, side_name(coup, hand))
        for hand, holder in holders.items()
        if holder == outgoing
    ]
    before = [CardsCarried(incoming, side_name(coup, hand)) for hand in holders if coup.side(hand).before == outgoing]
    held = {hand: at(coup.cards.layout, hand) for hand in hands}
    seen = [hand for hand, cards in held.items() if cards and all(outgoing in card.seen_by for card in cards)]
    return (*plays, *before, *(CardsLifted(incoming, hand) for hand in seen))
