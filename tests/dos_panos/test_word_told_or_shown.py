"""A mistaken word of a cloth has one outcome: told by the croupier at any step, or seen when the hands are shown."""

from typing import Any

import pytest

from tapete.games.baccarat.effects import Party
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import BOTH, Observed, first_cards, spoken

TOTALS = {0: "Ks Qs", 1: "As Ks", 2: "2s Ks", 3: "3s Ks", 4: "4s Ks", 5: "5s Ks", 6: "6s Ks", 7: "7s Ks"}
NATURALS = {8: "8s Ks", 9: "9s Ks"}
SECOND = {"no": "3h 4h", "carta": "2h 2d"}
"""The second cloth has seven and stands, or four and draws."""
STEPS = ("before the banker has decided", "after it", "beside an open hand")


def played(total: int, word: str, second: str, *, real: bool) -> Observed:
    """The bank has three; both cloths have spoken and have the third cards that they asked for."""
    cards = f"{first_cards({**TOTALS, **NATURALS}[total], SECOND[second], '3c Kc')} 2d 5d 4c 6d Ad"
    made = spoken(cards, word, second, real=real)
    assert (made.phase, made.state.docket.open) == (Phase.BANKER, ())
    return made


def to_the_end(made: Observed) -> tuple[dict[str, str], dict[str, list[str | None]], dict[str, bool]]:
    """Every incident is ruled as proposed, the banker draws wherever he decides, all hands are shown."""
    for _ in range(12):
        if made.state.docket.open:
            made.ruled()
        elif made.phase is Phase.ANSWER:
            made.given()
        elif made.phase is Phase.BANKER:
            made.banker(DrawCard())
        elif made.phase is Phase.SHOW:
            made.shown()
    assert made.phase is Phase.SETTLE, made.phase
    marks = made.state.coup.cards.marks
    lost = {hand: marks.of(hand).is_natural_lost for hand in (Hand.PRIMERO, Hand.SEGUNDO)}
    places = (*Hand, *(f"{hand}-3" for hand in Hand))
    return made.result(), {str(place): made.faces(str(place)) for place in places}, lost


@pytest.mark.clause("DP.C4.01")
@pytest.mark.clause("DP.C4.04")
@pytest.mark.clause("DP.C4.10")
@BOTH
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("second", SECOND)
@pytest.mark.parametrize("word", ["carta", "no"])
@pytest.mark.parametrize("total", [*TOTALS, *NATURALS])
def test_told_or_shown_a_mistaken_word_has_one_outcome(
    total: int, word: str, second: str, step: str, real: bool
) -> None:
    made: Any = played(total, word, second, real=real)
    if step != STEPS[0]:
        made.banker(DrawCard())
    if step == STEPS[2]:
        made.do("croupier", a.ShowHand(Hand.SEGUNDO))
    told = made.fork().report(Accident.MISSPOKEN, Party.PLAYER, hand=Hand.PRIMERO).ruled()
    assert to_the_end(told) == to_the_end(made)


def test_a_wrong_word_is_found_at_every_step() -> None:
    """What the outcomes above have in common is not that nothing was found."""
    for total, word in ((3, "no"), (6, "carta"), (8, "no")):
        made = played(total, word, "carta", real=False).banker(Stand())
        told = made.report(Accident.MISSPOKEN, Party.PLAYER, hand=Hand.PRIMERO).ruled().shown()
        assert told.codes in (["wrong-word"], ["natural-forgotten"])
