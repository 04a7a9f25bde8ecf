"""Rulings at two cloths: what an official has moved stops no table, and the order of reports changes no duty."""

from itertools import product
from typing import Any

import pytest

from tapete.games.baccarat.effects import AssignCard, NoteOnly, Party, SetAside
from tapete.games.banked.acts import DrawCard, PickUp, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.table import BANKER, opened

PRIMERO, SEGUNDO, BANCA = Hand
BOOKS = pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "catalogo-51-53", "guia"])
MOVED = (AssignCard(6, "banca-3"), AssignCard(6, "primero-3"), SetAside(6), NoteOnly("lies there"))
SCORE = a.Report(Accident.MISANNOUNCED, Party.BANKER)
SWEPT = [a.Report(what, None, position=one) for what in (Accident.BASKET, Accident.FLOOR) for one in (1, 7)]
SWEPT += [a.Report(Accident.THROWN, Party.CROUPIER, hand=BANCA)]


def spoken(first: str, second: str, book: str) -> Observed:
    made = dealt(first_cards(first, second, "Ks 5s") + " 9d 8h 5h 3c", book=book).said("1", "carta").said("2", "no")
    return made.looked().given()  # type: ignore[no-any-return, attr-defined]


@BOOKS
@pytest.mark.clause("DP.C2.09")
def test_a_card_that_waits_comes_back_from_the_basket_and_lies_where_an_official_has_it(book: str) -> None:
    start = spoken("3s 3h", "2c 5d", book).report(Accident.MISSPOKEN, Party.PLAYER, hand=PRIMERO).ruled().ruled()
    reports = a.Report(Accident.BASKET, None, position=6), a.Report(Accident.OTHER)
    for report, effect, decision in product(reports, MOVED, (Stand(), DrawCard())):
        made = start.fork().do("croupier", report)
        if report.accident is Accident.BASKET:
            assert made.incident.proposed_effects == start.state.coup.cards.marks.aside, "it waits again"
        made.ruled("inspector", (effect,)).do(BANKER, *((decision,) if made.phase is Phase.BANKER else ())).shown()
        assert made.phase in (Phase.SHOW, Phase.SETTLE), "the table goes on"
        if book == "guia" and effect == MOVED[0]:
            assert (made.place(6), made.codes) == ("banca-3", []), "the card that he had to take is his already"


def proposed(start: Observed, *told: a.Report) -> tuple[Any, ...]:
    made = start.fork().do("croupier", *told)
    case = made.incident
    made.do("croupier", *(PickUp(one.position) for one in made.state.coup.cards.layout if one.place == "floor"))
    made.ruled("inspector", case.proposed_effects or (NoteOnly("as it lies"),))
    return set(case.proposed_effects), made.phase, made.accepts("croupier", SCORE)


@BOOKS
@pytest.mark.clause("DP.C5.10", "DP.C5.11", "DP.C2.05")
def test_what_lies_elsewhere_for_the_moment_changes_no_duty(book: str) -> None:
    for shown, decision in product((PRIMERO, SEGUNDO), (Stand(), DrawCard())):
        start = spoken("As 2s", "2c 4d", book).do(BANKER, decision).do("croupier", a.ShowHand(shown))
        for swept in (one for one in SWEPT if start.accepts("croupier", one)):
            assert proposed(start, SCORE, swept) == proposed(start, swept, SCORE), (shown, decision, swept)
    start = dealt(first_cards("As 2s", "2c 3d", "Ks 5s"), book=book)
    one, other = (a.Report(Accident.EXPOSED, Party.BANKER, position=card) for card in (0, 3))
    fallen = a.Report(Accident.FLOOR, None, position=0)
    assert proposed(start, one, fallen, other) == proposed(start, one, other, fallen)


@pytest.mark.clause("DP.A.17", "DP.F.02")
def test_refusals_name_the_directors_word_and_that_every_stake_is_against_the_bank() -> None:
    shoe, book = first_cards("2s 3s", "3c 4d", "Ks 6s"), "catalogo-51-53-literal"
    made = opened(shoe, book=book, needs_director=True, minimum=5_00, bank_minimum=5_00).ready(100_00)
    refused = made.fork().bets().refused("ana", a.Stake(20_00, BANCA))
    assert (refused.code, refused.clauses) == ("no-such-cloth", ("DP.F.02",))
    made.do("croupier", a.OpenBets()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    refused = made.dealt().carried().do("ana", a.Lift(PRIMERO)).refused("ana", a.Say(Word.NO))
    assert (refused.code, refused.clauses[-1]) == ("total-to-show", "DP.A.17")
