"""Reports that do not depend on each other bind the banker alike in each order (GUIDE 16 paragraph 2; C.3 to C.5).

Generated: two and three reports before the banker decides, in each order, ruled one by one or together.
"""

from itertools import combinations, permutations, product
from random import Random

import pytest

from tapete.games.baccarat.effects import NoteOnly, Party
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.pairs import go_on
from tests.support.dos_panos.table import BANKER

PRIMERO, SEGUNDO, BANCA = Hand
OF_CLOTHS = product((Accident.MISSPOKEN, Accident.TWO_WORDS, Accident.THROWN), (PRIMERO, SEGUNDO))
TOLD = [a.Report(accident, Party.PLAYER, hand=cloth) for accident, cloth in OF_CLOTHS]
TOLD += [
    a.Report(Accident.ADVICE, Party.BYSTANDER, hand=BANCA),
    a.Report(Accident.THROWN, Party.CROUPIER, hand=PRIMERO),
]
TOLD += [a.Report(Accident.EXPOSED, party, position=1) for party in (Party.BANKER, Party.CROUPIER)]
SCORES, WORDS = ("As 2s", "2s 3s", "2s 4s", "3s 4s", "3s 5s"), tuple(product(("carta", "no"), repeat=2))


def spoken(book: str, first: str, second: str, words: tuple[str, str], is_given: bool) -> Observed:
    made = dealt(first_cards(first, second.replace("s", "h"), "2c 3c") + " 6d 8d 4d 9d 2d 3d", book=book)
    made.said("1", words[0]).said("2", words[1])
    return made.looked().given() if is_given and made.phase in (Phase.ANSWER, Phase.BANKER) else made  # type: ignore[attr-defined]


def closed(made: Observed) -> None:
    while made.state.docket.open:
        made.ruled("inspector", made.incident.proposed_effects or (NoteOnly("as it lies"),))


def bound(made: Observed, decision: DrawCard | Stand) -> object:
    """Return what is found of a banker who decides so, else how the coup ends."""
    while made.phase in COUP and made.phase is not Phase.SETTLE:
        shown = [one.code for case in made.state.docket.open for one in case.faults if one.facts.get("hand") == BANCA]
        if shown:
            return shown
        if made.state.docket.open:
            closed(made)
        elif made.phase is Phase.BANKER and made.accepts(BANKER, decision):
            made.do(BANKER, decision)
        else:
            go_on(made)
    return sorted(made.result().items())


@pytest.mark.parametrize("count", [2, 3])
def test_the_order_of_reports_changes_no_duty_of_the_banker(count: int) -> None:
    """Where the ruling of one leaves the next nothing to be about, that order is none."""
    coups = product(("asturias-2011", "guia"), SCORES, SCORES, WORDS, (True, False), combinations(TOLD, count))
    for *coup, told in Random(count).sample(tuple(coups), 40):
        found, start = {}, spoken(*coup)
        for order, together in product(permutations(told), (True, False)):
            made, left = start.fork(), list(order)
            while left and made.accepts("croupier", left[0]):
                made.do("croupier", left.pop(0))
                if not (together and left):
                    closed(made)
            if not left:
                found[together, order] = [bound(made.fork(), one) for one in (DrawCard(), Stand())]
        assert len(set(map(repr, found.values()))) <= 1, (coup, told, found)


@pytest.mark.parametrize("order", list(permutations((PRIMERO, SEGUNDO))))
def test_under_the_guide_the_first_cloths_card_is_the_bankers_whoever_misspoke_first(order: tuple[Hand, ...]) -> None:
    """Both asked with seven: the first cloth's card goes to the banker, who has to take it (GUIDE 16 paragraph 2)."""
    made = spoken("guia", "3s 4s", "3s 4s", ("carta", "carta"), True)
    for cloth in order:
        closed(made.report(Accident.MISSPOKEN, Party.PLAYER, hand=cloth))
    assert bound(made.fork(), Stand()) == ["card-not-taken"]
    assert made.banker(DrawCard()).place(6) == "banca-3"  # type: ignore[attr-defined]


def test_a_hand_that_was_thrown_in_has_shown_nothing() -> None:
    """It counts nought unseen (C.5 paragraph 4): a banker who names a wrong score is free as before (paragraph 5)."""
    made = spoken("asturias-2011", "2s 3s", "3s 4s", ("no", "no"), True)
    closed(made.report(Accident.THROWN, Party.PLAYER, hand=PRIMERO))
    made.report(Accident.MISANNOUNCED, Party.BANKER)
    assert (made.incident.proposed_effects, made.incident.clauses) == ((NoteOnly("may-still-draw"),), ("DP.C5.10",))
