"""What can go wrong at a two-cloth table, each with the objects that it is about: a card, a hand, a word, a cloth.

A trouble is tried at a table about one object; it is a report of the croupier, or an act that nobody could prevent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.banked.accidents import About
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.cells import require_lawful_decision
from tapete.games.dos_panos.errors.reports import KINDS, reportable
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, Accident, Hand, Phase
from tapete.kernel import PersonId, Refused
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.table import BANKER

CARD, HAND, WORD, CLOTH = OBJECTS = ("card", "hand", "word", "cloth")
Object = int | Hand
"""A card by its position, or the hand whose cards, word, or cloth is meant."""
Try = Callable[[Observed, Object | None], Iterator[tuple[str, tuple[Any, ...]]]]
"""Who does what, about an object, or about any that fits."""


class Trouble(NamedTuple):
    """Something that goes wrong: the kinds of objects that it is about, and how it is tried."""

    name: str
    objects: tuple[str, ...]
    tries: Try


def of_report(accident: Accident) -> Try:
    """Return how an accident is reported: about each card and hand, by everybody who can have done it."""

    def tries(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
        found = (one for one in reportable(made.state, PersonId("croupier")) if one.accident == accident)
        for one in found:
            for combined in one.combinations:
                for party in combined.parties:
                    for hand in combined.hands or (None,):
                        people = [who for who in combined.people if who not in ("ana", "carla", BANKER)]
                        person = people[0] if people else None
                        what = replace(one.example, fault_of=party, hand=hand, person=person)
                        yield from (("croupier", (filled,)) for filled in with_card(made, what, one, about))

    return tries


def with_card(made: Observed, what: Any, one: Any, about: Object | None) -> Iterator[a.Report]:
    """Return a report about a card where it can be about one: the named one, or each."""
    if isinstance(about, int):
        if one.accident != Accident.EARLY_DRAW:
            yield replace(what, position=about)
        return
    own = [card.position for card in made.state.coup.cards.layout if about in (None, card.place)]
    in_play = KINDS[one.accident].about is About.IN_PLAY
    cards = [position for position in one.positions or (own if in_play else ()) if position in own]
    if cards:
        yield from (replace(what, position=position) for position in cards)
    if not KINDS[one.accident].is_card_required:
        yield replace(what, position=None, count=1 if one.uncounted else 0)


def dealt_astray(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    del about
    yield from ((BANKER, (a.DealCard(hand),)) for hand in Hand)


def given_unasked(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The banker gives a third card to a cloth that asked for none."""
    for cloth in CLOTHS:
        if about in (None, cloth) or isinstance(about, int):
            yield BANKER, (a.GiveCard(cloth),)


def wrong_word(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The first cloth says «no» with what it has: three, or a natural."""
    if about in (None, Hand.PRIMERO) and made.phase is WORD_OF[Hand.PRIMERO]:
        yield "ana", (Say(Word.NO),)


def no_natural(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The first cloth turns up what is no natural."""
    if about in (None, Hand.PRIMERO) and made.phase is WORD_OF[Hand.PRIMERO]:
        yield "ana", (a.LayDown(Hand.PRIMERO),)


def against_table(made: Observed, about: Object | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The banker asks for his table and does otherwise."""
    if about in (None, Hand.BANCA) and made.phase is Phase.BANKER and not made.state.docket.open:
        asks = () if made.state.coup.has_asked_table else (AskTable(),)
        state = made.fork().do(BANKER, *asks).state
        yield BANKER, (*asks, DrawCard() if require_lawful_decision(state, Cell.DRAW) else Stand())


OF_CARDS: Final = (CARD,)
TROUBLES: Final[dict[str, Trouble]] = {
    one.name: one
    for one in (
        Trouble("early-draw", OF_CARDS, of_report(Accident.EARLY_DRAW)),
        Trouble("exposed-in-shoe", OF_CARDS, of_report(Accident.EXPOSED_IN_SHOE)),
        Trouble("stuck", OF_CARDS, of_report(Accident.STUCK)),
        Trouble("floor", (CARD, HAND), of_report(Accident.FLOOR)),
        Trouble("exposed", (CARD, HAND), of_report(Accident.EXPOSED)),
        Trouble("misplaced", (CARD, HAND), of_report(Accident.MISPLACED)),
        Trouble("basket", (CARD, HAND, CLOTH), of_report(Accident.BASKET)),
        Trouble("dealt-astray", OF_CARDS, dealt_astray),
        Trouble("given-unasked", (CARD, HAND), given_unasked),
        Trouble("thrown", (HAND, CLOTH), of_report(Accident.THROWN)),
        Trouble("wrong-holder", (HAND, WORD, CLOTH), of_report(Accident.WRONG_HOLDER)),
        Trouble("two-words", (HAND, WORD), of_report(Accident.TWO_WORDS)),
        Trouble("misspoken", (HAND, WORD), of_report(Accident.MISSPOKEN)),
        Trouble("wrong-word", (HAND, WORD), wrong_word),
        Trouble("no-natural", (HAND, WORD), no_natural),
        Trouble("too-slow", (WORD, CLOTH), of_report(Accident.TOO_SLOW)),
        Trouble("advice", (HAND, WORD), of_report(Accident.ADVICE)),
        Trouble("misannounced", (HAND,), of_report(Accident.MISANNOUNCED)),
        Trouble("against-table", (HAND,), against_table),
    )
}
OF_THE_BANK: Final = frozenset({"misannounced", "against-table"})
OF_A_CLOTH: Final = frozenset({"wrong-holder", "two-words", "misspoken", "wrong-word", "no-natural", "given-unasked"})


def happened(made: Observed, name: str, kind: str, about: Object | None) -> tuple[Observed, Object] | None:
    """Let a trouble happen about an object, or about any of its kind; return the table after it, and the object.
    ``None`` where it cannot have happened now.
    """
    for who, doings in TROUBLES[name].tries(made, about):
        twin, seen = made.fork(), made.state
        for what in doings:
            if isinstance(twin.play.attempt(what, who).outcome, Refused):
                break
            twin.do(who, what)
        else:
            found = object_of(seen, twin, name, kind, doings[-1])
            silent = name in ("wrong-word", "against-table")
            is_new = silent or twin.state.docket != seen.docket
            if is_new and found is not None and about in (None, found):
                return twin, found
    return None


def object_of(before: Any, made: Observed, name: str, kind: str, what: Any) -> Object | None:
    """Return the object of its kind that a trouble was about."""
    if kind == CARD:
        named = getattr(what, "position", None)
        fallen = [card.position for card in made.state.coup.cards.layout if card.position >= before.shoe.position]
        due = [one.position for one in made.state.coup.due_cards if one.position >= before.shoe.position]
        return named if named is not None else next(iter((*fallen, *due)), moved(before, made))
    if name in OF_THE_BANK:
        return Hand.BANCA
    if isinstance(what, a.Report) and what.position is not None:
        place = next((card.place for card in before.coup.cards.layout if card.position == what.position), "")
        return next((hand for hand in Hand if place.removesuffix("-3") == hand), None)
    named_hand = getattr(what, "hand", None)
    speaking = next((cloth for cloth, phase in WORD_OF.items() if phase is before.phase), None)
    return speaking if named_hand is None else Hand(named_hand)


def moved(before: Any, made: Observed) -> int | None:
    """Return a card that lies elsewhere than before."""
    was = {card.position: card.place for card in before.coup.cards.layout}
    cards = (card for card in made.state.coup.cards.layout if was.get(card.position) != card.place)
    return next((card.position for card in cards), None)


def picked_up(made: Observed) -> Observed:
    """Pick up what lies on the floor."""
    for card in at(made.state.coup.cards.layout, FLOOR):
        made.do("croupier", a.PickUp(card.position))
    return made


__all__ = ["CARD", "CLOTH", "HAND", "OBJECTS", "TROUBLES", "WORD", "Object", "Party", "happened", "picked_up"]
