"""What opens a card, a lot or a ball, held against what everybody saw of it and what was committed to before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tapete.chance import ChanceKind, DealsCards
from tapete.kernel import Game
from tapete.record.card_proofs import ShoeWatch, ShownCard, TokenKind, is_proved, told_token
from tapete.record.differences import Finding
from tapete.record.entry import Entry


class OpeningProofs:
    """Follows the sealed orders of a table. ``proved`` are the tokens that were opened and fit their commitment, by
    what they are; ``unproved`` counts those of an order that nobody sealed.
    """

    def __init__(self, game: Game[Any], table: str) -> None:
        self._game, self._table = game, table
        self.watch = ShoeWatch()
        self.proved: Counter[TokenKind] = Counter()
        self.unproved = 0

    def follow(self, state: Any, event: Any) -> tuple[ShownCard, ...]:
        """Take note of an event with the state after it; return what it shows for the first time."""
        return self.watch.apply_event(self._game, state, event)

    def findings(self, entry: Entry, shown: Sequence[ShownCard], *, is_blind: bool) -> Iterator[Finding]:
        """Judge what an entry opens and shows. ``is_blind``: cards of the coup are not seen here, so that one that it
        opens may be shown without its face.
        """
        opened = {(one.shoe, card.position): card for one in entry.openings for card in one.cards}
        kinds = {(seen.shoe, seen.committed_index): seen.kind for seen in shown}
        for (shoe, position), card in opened.items():
            sealed = self.watch.sealed.get(shoe)
            if sealed is None or not is_proved(self._table, sealed, card):
                yield Finding("opening-false", {**told_token(shoe, position), "face": card.face})
            else:
                self.proved[kinds.get((shoe, position), TokenKind.CARD)] += 1
        if not is_blind:
            for shoe, position in opened.keys() - {(seen.shoe, seen.committed_index) for seen in shown}:
                yield self._unasked(shoe, position)
        for seen in shown:
            sealed = self.watch.sealed.get(seen.shoe)
            if sealed is None or sealed.kind is not ChanceKind.SEALED:
                self.unproved += 1
                continue
            proof = None if seen.committed_index is None else opened.get((seen.shoe, seen.committed_index))
            if proof is None:
                yield Finding("opening-missing", told_token(seen.shoe, seen.position))
            elif proof.face != seen.face:
                told = told_token(seen.shoe, seen.position)
                yield Finding("opening-differs", {**told, "face": seen.face, "sealed": proof.face})
        for code, fault in self.watch.faults:
            yield Finding(code, fault)
        self.watch.faults.clear()

    def _unasked(self, order: int, position: int) -> Finding:
        """Return what an opening is that its entry does not show; of a ball that has not come out yet it tells what no
        one may know before the game is over. The urns of a game with cards hold lots.
        """
        is_ball = order < 0 and not isinstance(self._game, DealsCards)
        if is_ball and position not in self.watch.turned.get(order, {}):
            return Finding("ball-opened-early", {"urn": -order, "ball": position + 1})
        return Finding("opening-unasked", told_token(order, position))
