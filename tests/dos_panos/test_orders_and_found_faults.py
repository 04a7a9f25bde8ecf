"""Rulings at two cloths: what an official has moved stops no table, and the order of reports changes no duty."""

from itertools import permutations
from typing import Any

import pytest

from tapete.games.baccarat.effects import AssignCard, Effect, NoteOnly, Party, SetAside
from tapete.games.banked.acts import DrawCard, PickUp, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.table import BANKER, opened

PRIMERO, _, BANCA = Hand
BOOKS = pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "catalogo-51-53", "guia"])
MOVED = (AssignCard(6, "banca-3"), AssignCard(6, "primero-3"), SetAside(6), NoteOnly("lies there"))
SCORE = a.Report(Accident.MISANNOUNCED, Party.BANKER)
SWEPT = [a.Report(what, None, position=one) for what in (Accident.BASKET, Accident.FLOOR) for one in (1, 7)]


def spoken(first: str, second: str, book: str) -> Observed:
    made = dealt(first_cards(first, second, "Ks 5s") + " 9d 8h 5h 3c", book=book).said("1", "carta").said("2", "no")
    return made.looked().given()  # type: ignore[no-any-return, attr-defined]


@BOOKS
@pytest.mark.clause("DP.C2.09")
@pytest.mark.parametrize("effect", MOVED, ids=str)
@pytest.mark.parametrize("decision", [Stand(), DrawCard()], ids=["stands", "draws"])
def test_a_card_that_waits_comes_back_from_the_basket_and_goes_where_an_official_has_it(
    book: str, effect: Effect, decision: Any
) -> None:
    start = spoken("3s 3h", "2c 5d", book).report(Accident.MISSPOKEN, Party.PLAYER, hand=PRIMERO).ruled().ruled()
    for report in (a.Report(Accident.BASKET, None, position=6), a.Report(Accident.OTHER)):
        made = start.fork().do("croupier", report)
        if report.position is not None:
            assert made.incident.proposed_effects == start.state.coup.cards.marks.aside, "it waits again"
        made.ruled("inspector", (effect,)).do(BANKER, *((decision,) if made.phase is Phase.BANKER else ())).shown()
        assert made.phase in (Phase.SHOW, Phase.SETTLE), "the table goes on"
        if book == "guia" and effect == MOVED[0]:
            assert (made.place(6), made.codes) == ("banca-3", []), "the card that he had to take is his already"


def proposed(start: Observed, *told: a.Report) -> tuple[Any, ...]:
    """Return what is proposed for reports in their order, and whether the score can be told again when it was done."""
    made = start.fork().do("croupier", *told)
    case = made.incident
    made.do("croupier", *(PickUp(one.position) for one in made.state.coup.cards.layout if one.place == "floor"))
    made.ruled("inspector", case.proposed_effects or (NoteOnly("as it lies"),))
    return set(case.proposed_effects), made.phase, made.accepts("croupier", SCORE)


@BOOKS
@pytest.mark.clause("DP.C5.10", "DP.C5.11", "DP.C2.05")
@pytest.mark.parametrize("decision", [Stand(), DrawCard()], ids=["stands", "draws"])
def test_what_lies_elsewhere_for_the_moment_changes_no_duty(book: str, decision: Any) -> None:
    for shown in (PRIMERO, Hand.SEGUNDO):
        start = spoken("As 2s", "2c 4d", book).do(BANKER, decision).do("croupier", a.ShowHand(shown))
        for swept in (*SWEPT, a.Report(Accident.THROWN, Party.CROUPIER, hand=BANCA)):
            if start.accepts("croupier", swept):
                one, other = (proposed(start, *told) for told in permutations((SCORE, swept)))
                assert one == other, (shown, swept)
    start = dealt(first_cards("As 2s", "2c 3d", "Ks 5s"), book=book)
    shown_cards = [a.Report(Accident.EXPOSED, Party.BANKER, position=one) for one in (0, 3)]
    fallen = a.Report(Accident.FLOOR, None, position=0)
    assert proposed(start, shown_cards[0], fallen, shown_cards[1]) == proposed(start, *shown_cards, fallen)


@pytest.mark.clause("DP.A.17", "DP.F.02")
def test_refusals_name_the_directors_word_and_that_every_stake_is_against_the_bank() -> None:
    shoe, book = first_cards("2s 3s", "3c 4d", "Ks 6s"), "catalogo-51-53-literal"
    made = opened(shoe, book=book, needs_director=True, minimum=5_00, bank_minimum=5_00).ready(100_00)
    refused = made.fork().bets().refused("ana", a.Stake(20_00, BANCA))
    assert (refused.code, refused.clauses) == ("no-such-cloth", ("DP.F.02",))
    made.do("croupier", a.OpenBets()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    refused = made.dealt().carried().do("ana", a.Lift(PRIMERO)).refused("ana", a.Say(Word.NO))
    assert (refused.code, refused.clauses[-1]) == ("total-to-show", "DP.A.17")
