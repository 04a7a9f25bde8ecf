"""Reports that do not depend on each other bind the banker alike in each order (GUIDE 16 paragraph 2; C.3 to C.5).

Generated: two and three reports before the banker decides, in each order, ruled one by one or together.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest

from tapete.games.baccarat.effects import NoteOnly, Party
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.pairs import go_on, is_over
from tests.support.dos_panos.table import BANKER

PRIMERO, SEGUNDO, BANCA = Hand
CASES = 40
BY_CLOTH = (Accident.MISSPOKEN, Accident.TWO_WORDS, Accident.THROWN)
TOLD = [a.Report(accident, Party.PLAYER, hand=cloth) for accident in BY_CLOTH for cloth in (PRIMERO, SEGUNDO)]
TOLD += [
    a.Report(Accident.ADVICE, Party.BYSTANDER, hand=BANCA),
    a.Report(Accident.THROWN, Party.CROUPIER, hand=PRIMERO),
]
TOLD += [a.Report(Accident.EXPOSED, party, position=1) for party in (Party.BANKER, Party.CROUPIER)]
SCORES = ("As 2s", "2s 3s", "2s 4s", "3s 4s", "3s 5s")


def spoken(book: str, first: str, second: str, words: tuple[str, str], *, third_cards: bool) -> Observed:
    shoe = first_cards(first, second.replace("s", "h"), "2c 3c") + " 6d 8d 4d 9d 2d 3d"
    made = dealt(shoe, book=book).said("1", words[0]).said("2", words[1])
    return made.looked().given() if third_cards and made.phase in (Phase.ANSWER, Phase.BANKER) else made  # type: ignore[attr-defined]


def closed(made: Observed) -> None:
    while made.state.docket.open:
        made.ruled("inspector", made.incident.proposed_effects or (NoteOnly("as it lies"),))


def reported(made: Observed, told: tuple[a.Report, ...], *, together: bool) -> Observed | None:
    """Report one after the other; ``None`` where the ruling of one leaves the next nothing to be about."""
    for what in told:
        if not made.accepts("croupier", what):
            return None
        made.do("croupier", what)
        if not together:
            closed(made)
    closed(made)
    return made


def bound(made: Observed, decision: DrawCard | Stand) -> object:
    """Return what is found of the banker who decides so, and how the coup then ends."""
    made, codes = made.fork(), set()
    for _ in range(60):
        codes |= {one.code for case in made.state.docket.open for one in case.faults if one.facts.get("hand") == BANCA}
        if codes or is_over(made) or made.phase is Phase.SETTLE or made.state.coup.cards.marks.void:
            return sorted(codes) or sorted(made.result().items())
        if made.phase is Phase.BANKER and not made.state.docket.open and made.accepts(BANKER, decision):
            made.do(BANKER, decision)
        elif made.state.docket.open:
            closed(made)
        else:
            go_on(made)
    raise AssertionError(f"the coup comes to no end: {made.state.step}")


def cases(count: int) -> Iterator[tuple[Observed, tuple[a.Report, ...]]]:
    words = tuple(product(("carta", "no"), repeat=2))
    coups = tuple(product(("asturias-2011", "guia"), SCORES, SCORES, words, (True, False), combinations(TOLD, count)))
    for book, first, second, said, third_cards, told in Random(count).sample(coups, CASES):
        yield spoken(book, first, second, said, third_cards=third_cards), told


@pytest.mark.parametrize("count", [2, 3])
def test_the_order_of_reports_changes_no_duty_of_the_banker(count: int) -> None:
    for start, told in cases(count):
        found: dict[str, object] = {}
        for order, together in product(permutations(told), (True, False)):
            made = reported(start.fork(), order, together=together)
            if made is not None and made.phase in COUP:
                found[repr((order, together))] = [bound(made, DrawCard()), bound(made, Stand())]
        assert len(set(map(repr, found.values()))) <= 1, (start.state.book.id, found)


@pytest.mark.parametrize("order", list(permutations((PRIMERO, SEGUNDO))))
def test_under_the_guide_the_first_cloths_card_is_the_bankers_to_take_whoever_misspoke_first(
    order: tuple[Hand, ...],
) -> None:
    """Both asked with seven: the first cloth's card goes to the banker, who has to take it (GUIDE 16 paragraph 2)."""
    made = spoken("guia", "3s 4s", "3s 4s", ("carta", "carta"), third_cards=True)
    for cloth in order:
        made.report(Accident.MISSPOKEN, Party.PLAYER, hand=cloth)
        closed(made)
    assert bound(made, Stand()) == ["card-not-taken"]
    assert made.fork().banker(DrawCard()).place(6) == "banca-3"  # type: ignore[attr-defined]
