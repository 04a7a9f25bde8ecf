"""A machine at the cards of two cloths: what it lifts, says, lays down, shows and deals, one decision at a time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots.bot import Move
from tapete.bots.dos_panos.cards import AtCards, is_hidden
from tapete.bots.dos_panos.odds import Against
from tapete.bots.dos_panos.players import Player
from tapete.bots.dos_panos.strategy import TEMPERS
from tapete.cards import Card
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.terms import WORD_OF, Hand, Phase
from tapete.games.dos_panos.view.parts import BankView, CardView
from tapete.kernel import FixedValue, Offer, PersonId
from tests.support.bots.habits import ANA, BEA, BOT, THINK, bot, chosen, offer, seat, seen_by

P, S, B = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA
EMPTY = game.open_table(seed=1).view(BOT)
SEATED = seen_by(EMPTY, me={"cloth": P, "seat": 1, "chips": 1_000 * EMPTY.minimum})
PLAIN = replace(TEMPERS[0], on_five=0.0, advice=0.0, asks_table=0.0)
ASKING = replace(PLAIN, advice=1.0, asks_table=1.0)


def of(name: str, hand: Hand, main: bool = True) -> Offer:
    return offer(name, main, hand=FixedValue(str(hand)))


def say(word: Word) -> Offer:
    return offer("say", word=FixedValue(str(word)))


SAYS = (say(Word.CARTA), say(Word.NO))
LIFTS = tuple(of("lift", hand) for hand in (S, B, P))
SHOWS = tuple(of("show-hand", hand) for hand in (S, B, P))
LAYS = tuple(of("lay-down", hand) for hand in (S, B, P))


def holding(phase: Phase, cloth: Hand = P, holder: str = BOT, cards: tuple[CardView, ...] = (), **totals: int) -> Any:
    """Return a coup in which somebody holds a cloth and another the other one; who sees which totals."""
    cloths = tuple(
        replace(one, holder=PersonId(holder) if one.hand is cloth else ANA, at_risk=100) for one in SEATED.coup.cloths
    )
    bank = BankView(BEA, 1_000, 1_000, 1_000, False, 3, 1)
    return replace(SEATED, phase=phase, bank=bank, coup=replace(SEATED.coup, cloths=cloths, totals=totals, cards=cards))


def banking(phase: Phase, cards: tuple[CardView, ...] = (), **totals: int) -> Any:
    """Return a coup against which he holds the bank; others hold both cloths."""
    view = holding(phase, P, ANA, cards, **totals)
    return replace(view, bank=replace(view.bank, banker=BOT))


def move_of(view: Any, *offers: Offer, temper: Any = PLAIN) -> Move | None:
    return chosen(bot(Player, temper), view, *offers)


def deed(view: Any, *offers: Offer, temper: Any = PLAIN) -> tuple[str, Any, object] | None:
    """Return the act, what it is about, and what the move is about."""
    move = move_of(view, *offers, temper=temper)
    if move is None:
        return None
    assert move.act is not None
    assert move.wait == THINK
    told: Any = getattr(move.act, "hand", None) or getattr(move.act, "word", None)
    return str(move.act.__struct_config__.tag), None if told is None else str(told), move.about


# --- a cloth ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cloth", [P, S])
def test_whoever_holds_a_cloth_lifts_its_cards_and_no_others(cloth: Hand) -> None:
    view = holding(WORD_OF[cloth], cloth)
    assert deed(view, *LIFTS) == ("lift", cloth, f"lift {cloth}")
    assert deed(view, of("lift", P if cloth is S else S), *SAYS) is None, "without its total he says nothing"
    assert deed(holding(WORD_OF[cloth], cloth, ANA), *LIFTS) is None


@pytest.mark.parametrize("cloth", [P, S])
@pytest.mark.parametrize(
    ("total", "on_five", "word"),
    [
        (0, 0.0, Word.CARTA), (4, 0.0, Word.CARTA), (5, 0.0, Word.NO), (5, 1.0, Word.CARTA), (6, 1.0, Word.NO),
        (7, 1.0, Word.NO),
    ],
)  # fmt: skip
def test_a_cloth_is_spoken_for_by_the_scheme_in_its_own_turn(
    cloth: Hand, total: int, on_five: float, word: Word
) -> None:
    temper = replace(PLAIN, on_five=on_five)
    view = holding(WORD_OF[cloth], cloth, **{str(cloth): total})
    assert deed(view, *SAYS, *LAYS, temper=temper) == ("say", word, f"say {cloth}")
    assert deed(view, *SAYS[::-1], temper=temper) == ("say", word, f"say {cloth}")
    for phase in Phase:
        if phase is not WORD_OF[cloth]:
            assert deed(replace(view, phase=phase), *SAYS, temper=temper) is None, phase


@pytest.mark.parametrize("only", list(Word)[:2])
@pytest.mark.parametrize("total", [3, 6])
def test_where_one_word_alone_is_lawful_it_is_said(only: Word, total: int) -> None:
    assert deed(holding(Phase.FIRST_WORD, primero=total), say(only), *LAYS) == ("say", only, "say primero")


@pytest.mark.parametrize("total", [3, 7])
def test_where_no_word_is_lawful_the_hand_is_laid_down(total: int) -> None:
    view = holding(Phase.FIRST_WORD, primero=total)
    assert deed(view, *LAYS) == ("lay-down", P, "lay down primero")
    assert deed(view, of("lay-down", S)) is None
    assert deed(view) is None


@pytest.mark.parametrize("cloth", [P, S])
@pytest.mark.parametrize(("total", "lays"), [(7, False), (8, True), (9, True)])
def test_a_natural_is_laid_down_before_anything_is_said(cloth: Hand, total: int, lays: bool) -> None:
    view = holding(WORD_OF[cloth], cloth, **{str(cloth): total})
    expected = ("lay-down", cloth, f"lay down {cloth}") if lays else ("say", Word.NO, f"say {cloth}")
    assert deed(view, *SAYS, *LAYS, temper=ASKING) == expected


@pytest.mark.parametrize(("total", "temper", "asks"), [(4, ASKING, False), (5, ASKING, True), (6, ASKING, False),
                                                       (5, PLAIN, False)])  # fmt: skip
def test_advice_is_asked_on_five_and_once(total: int, temper: Any, asks: bool) -> None:
    view = holding(Phase.FIRST_WORD, primero=total)
    found = deed(view, offer("ask-advice"), *SAYS, temper=temper)
    assert found is not None
    assert (found == ("ask-advice", None, "ask-advice")) is asks
    without = deed(view, *SAYS, temper=temper)
    assert without is not None
    assert without[0] == "say"
    again = bot(Player, temper)
    again._done.add((str(view.step), "ask-advice"))
    told = chosen(again, view, offer("ask-advice"), *SAYS)
    assert told is not None
    assert told.about == "say primero"


def test_who_holds_both_cloths_looks_at_the_first_and_then_at_the_second() -> None:
    view = holding(Phase.FIRST_WORD)
    both = tuple(replace(one, holder=BOT) for one in view.coup.cloths)
    view = replace(view, coup=replace(view.coup, cloths=both))
    assert deed(view, *LIFTS) == ("lift", P, "lift primero")
    first = replace(view, phase=Phase.SECOND_WORD, coup=replace(view.coup, totals={"primero": 3}))
    assert deed(first, *LIFTS, *SAYS) == ("lift", S, "lift segundo")


def down(place: str, up: bool = False, at: int = 1) -> CardView:
    return CardView(at, place, None, up)


@pytest.mark.parametrize(
    ("cards", "hidden"),
    [
        ((), ()),
        ((down("primero"),), (P,)),
        ((down("primero", True), down("primero")), (P,)),
        ((down("primero", True), down("primero-3")), (P,)),
        ((down("primero-3", True), down("segundo"), down("banca", True)), (S,)),
        ((down("segundo-3"), down("banca-3")), (S, B)),
        ((down("discard"),), ()),
    ],
)
def test_a_hand_is_hidden_where_one_of_its_cards_lies_face_down(cards: Any, hidden: tuple[Hand, ...]) -> None:
    view = replace(SEATED, coup=replace(SEATED.coup, cards=cards))
    assert tuple(hand for hand in (P, S, B) if is_hidden(view, hand)) == hidden


@pytest.mark.parametrize("hand", [P, S, B])
@pytest.mark.parametrize("up", [False, True])
def test_a_hidden_hand_is_shown_when_the_play_is_over_and_not_before(hand: Hand, up: bool) -> None:
    cards = (down(str(hand), up),)
    totals = {str(hand): 6}
    view = banking(Phase.SHOW, cards, **totals) if hand is B else holding(Phase.SHOW, hand, BOT, cards, **totals)
    assert deed(view, *SHOWS) == (None if up else ("show-hand", hand, f"show {hand}"))
    assert deed(view, *(one for one in SHOWS if one.fixed_value("hand") != hand)) is None
    assert deed(replace(view, phase=Phase.SETTLE), *SHOWS) is None
    unseen = holding(Phase.SHOW, P if hand is B else hand, ANA, cards)
    assert deed(unseen, *SHOWS) is None


# --- the bank ---------------------------------------------------------------------------------------------------------


def test_the_banker_deals_the_card_that_is_due() -> None:
    cards = (down("primero", at=0), down("segundo", at=1))
    view = banking(Phase.DEAL, cards)
    early, due = of("deal-card", P, main=False), of("deal-card", B)
    assert deed(view, early, due) == ("deal-card", B, "deal 2")
    assert deed(view, early) is None
    assert deed(replace(view, bank=replace(view.bank, banker=ANA)), due) is None


@pytest.mark.parametrize("phase", list(Phase))
def test_the_banker_lifts_his_cards_when_both_cloths_have_spoken(phase: Phase) -> None:
    lifts = ("lift", B, "lift banca") if phase in (Phase.ANSWER, Phase.BANKER) else None
    assert deed(banking(phase), *LIFTS) == lifts
    assert deed(banking(phase), of("lift", P), of("lift", S)) is None
    assert deed(holding(phase, S, ANA), *LIFTS) is None


@pytest.mark.parametrize(("total", "lays"), [(7, False), (8, True), (9, True)])
def test_the_banker_lays_down_a_natural_before_he_gives_a_card(total: int, lays: bool) -> None:
    found = deed(banking(Phase.ANSWER, banca=total), *LAYS, of("give-card", S), temper=ASKING)
    assert found == (("lay-down", B, "lay down banca") if lays else ("give-card", S, "give segundo"))


def test_the_banker_gives_the_card_that_is_waited_for_before_he_thinks_of_his_own() -> None:
    view = banking(Phase.BANKER, banca=3)
    early, due = of("give-card", P, main=False), of("give-card", S)
    choices = (offer("draw-card"), offer("stand"))
    assert deed(view, early, due, *choices) == ("give-card", S, "give segundo")
    found = deed(view, early, *choices)
    assert found is not None
    assert found[2] == "own card"


@pytest.mark.parametrize(
    ("total", "cards", "expected"),
    [
        (5, (), "draw-card"),
        (6, (), "stand"),
        (3, (CardView(7, "primero-3", Card("8h"), True), CardView(8, "segundo-3", Card("8s"), True)), "stand"),
        (2, (CardView(7, "primero-3", Card("8h"), True), CardView(8, "segundo-3", Card("8s"), True)), "draw-card"),
        (6, (CardView(7, "primero-3", Card("6h"), True), CardView(8, "segundo-3", Card("6s"), True)), "draw-card"),
        (6, (CardView(7, "primero-3", None, True), CardView(8, "segundo-3", None, True)), "stand"),
    ],
)
def test_the_banker_draws_or_stands_by_the_odds(total: int, cards: Any, expected: str) -> None:
    view = banking(Phase.BANKER, cards, banca=total)
    draw, stand = offer("draw-card"), offer("stand")
    assert deed(view, draw, stand) == (expected, None, "own card")
    assert deed(view, draw) == ("draw-card", None, "own card"), "where one thing alone is lawful it is done"
    assert deed(view, stand) == ("stand", None, "own card")
    assert deed(view) is None
    assert deed(holding(Phase.BANKER, P, ANA, cards, banca=total), draw, stand) is None


@pytest.mark.parametrize(("temper", "asks"), [(ASKING, True), (PLAIN, False)])
def test_the_table_is_asked_for_once_and_where_there_is_something_to_decide(temper: Any, asks: bool) -> None:
    view = banking(Phase.BANKER, banca=6)
    ask, choices = offer("ask-table"), (offer("draw-card"), offer("stand"))
    stands = ("stand", None, "own card")
    assert deed(view, ask, *choices, temper=temper) == (("ask-table", None, "ask-table") if asks else stands)
    assert deed(view, *choices, temper=temper) == stands
    assert deed(view, ask, temper=temper) is None
    again = bot(Player, temper)
    again._done.add((str(view.step), "ask-table"))
    told = chosen(again, view, ask, *choices)
    assert told is not None
    assert told.about == "own card"


def test_against_a_natural_nothing_is_reckoned_and_only_faces_that_are_seen_count() -> None:
    cards = (
        CardView(1, "primero", Card("9h"), True),
        CardView(7, "primero-3", Card("4h"), True),
        CardView(8, "segundo-3", None, True),
        CardView(9, "banca-3", Card("2h"), True),
    )
    view = banking(Phase.BANKER, cards, banca=3)
    first, second = (replace(one, at_risk=risk) for one, risk in zip(view.coup.cloths, (500, 700), strict=True))
    asked = AtCards(seat(), bot(Player, PLAIN).pace, bot(Player, PLAIN).chance, PLAIN)

    def against(*cloths: Any) -> list[Against]:
        return asked._against(replace(view, coup=replace(view.coup, cloths=cloths)))

    assert against(first, second) == [Against(500, 4), Against(700, None)]
    assert against(replace(first, is_natural=True), second) == [Against(700, None)]
    assert against(first, replace(second, is_natural=True)) == [Against(500, 4)]
