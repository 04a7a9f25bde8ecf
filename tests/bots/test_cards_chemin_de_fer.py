"""A machine at the cards of chemin de fer: in which order it lifts, asks, says, gives, deals and shows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete import chemin_de_fer as game
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.strategy import DRAWS_UP_TO, TEMPERS, Cards
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.games.chemin_de_fer.view.parts import BankView, CardView
from tapete.kernel import FixedValue, Offer, PersonId
from tests.support.bots.habits import ANA, BEA, BOT, THINK, bot, chosen, offer, seen_by

EMPTY = game.open_table(seed=1).view(BOT)
SEATED = seen_by(EMPTY, me={"seat": 1, "chips": 1_000 * EMPTY.minimum})
PLAIN = replace(TEMPERS[0], cards=Cards(on_five=0.0, asks_table=0.0))
ASKING = replace(TEMPERS[0], cards=Cards(on_five=0.0, asks_table=1.0))
SAYS = tuple(offer("say", word=FixedValue(str(word))) for word in (Word.CARTA, Word.NO))
CHOICES = (offer("draw-card"), offer("stand"))


def of(name: str, hand: Hand, main: bool = True) -> Offer:
    return offer(name, main, hand=FixedValue(str(hand)))


def both(name: str) -> tuple[Offer, ...]:
    """Return the offers of an act for each hand, the bank's first or last as the sort of act would not help."""
    return of(name, Hand.BANCA), of(name, Hand.PUNTO)


def coup(phase: Phase, banker: str, holder: str, *cards: CardView, before: str = ANA, **totals: int) -> Any:
    bank = BankView(PersonId(banker), 1_000, (Share(PersonId(banker), 1_000),), 1_000, 0)
    seen = replace(
        SEATED.coup, holder=PersonId(holder), before=PersonId(before), cards=cards, totals=totals
    )  # fmt: skip
    return replace(SEATED, phase=phase, bank=bank, coup=seen)


def deed(view: Any, *offers: Offer, temper: Any = PLAIN, done: str = "") -> tuple[str, Any, object] | None:
    """Return the act, its hand, word or person, and what the move is about. ``done``: what was done in this window."""
    player = bot(Player, temper)
    player._done.add((str(view.step), done))
    move = chosen(player, view, *offers)
    if move is None:
        return None
    assert move.act is not None
    assert move.wait == THINK
    act: Any = move.act
    told = next((getattr(act, name) for name in ("hand", "word", "person") if hasattr(act, name)), None)
    return str(act.__struct_config__.tag), None if told is None else str(told), move.about


# --- the punto --------------------------------------------------------------------------------------------------------


def test_the_punto_lifts_his_own_hand_and_speaks_when_he_knows_its_total() -> None:
    view = coup(Phase.WORD, ANA, BOT, before=BOT)
    assert deed(view, *both("lift"), *SAYS) == ("lift", "punto", "lift punto")
    assert deed(view, of("lift", Hand.BANCA), *SAYS) is None
    elsewhere = replace(view, coup=replace(view.coup, before=ANA))
    assert deed(elsewhere, *both("lift"), *SAYS) is None
    known = replace(elsewhere, coup=replace(elsewhere.coup, totals={"punto": 4}))
    assert deed(known, *both("lift"), *SAYS) == ("say", "carta", "say")
    assert deed(replace(known, coup=replace(known.coup, totals={"banca": 4})), *SAYS) is None


@pytest.mark.parametrize("only", range(2))
@pytest.mark.parametrize("total", [2, 7])
def test_where_one_word_alone_is_lawful_it_is_said(only: int, total: int) -> None:
    word = SAYS[only].fixed_value("word")
    assert deed(coup(Phase.WORD, ANA, BOT, punto=total), SAYS[only]) == ("say", word, "say")
    assert deed(coup(Phase.WORD, ANA, BOT, punto=total)) is None


@pytest.mark.parametrize(("total", "lays"), [(7, False), (8, True), (9, True)])
def test_the_punto_lays_down_his_own_natural_before_he_speaks(total: int, lays: bool) -> None:
    view = coup(Phase.WORD, ANA, BOT, punto=total)
    lays_down = ("lay-down", "punto", "lay down punto")
    assert deed(view, *both("lay-down"), *SAYS, temper=ASKING) == (lays_down if lays else ("say", "no", "say"))
    assert deed(view, of("lay-down", Hand.BANCA), *SAYS) == ("say", "no", "say")


@pytest.mark.parametrize(
    ("total", "temper", "done", "asks"),
    [(4, ASKING, "", False), (5, ASKING, "", True), (6, ASKING, "", False), (5, PLAIN, "", False),
     (5, ASKING, "ask-advice", False)],
)  # fmt: skip
def test_advice_is_asked_once_and_on_five(total: int, temper: Any, done: str, asks: bool) -> None:
    found = deed(coup(Phase.WORD, ANA, BOT, punto=total), offer("ask-advice"), *SAYS, temper=temper, done=done)
    said = ("say", "carta" if total < 5 else "no", "say")
    assert found == (("ask-advice", None, "ask-advice") if asks else said)
    assert deed(coup(Phase.WORD, ANA, BOT, punto=total), *SAYS, temper=temper) == said, "nobody lets him ask"


# --- the banker -------------------------------------------------------------------------------------------------------


def test_a_late_stake_is_pushed_back_before_anything_else_and_by_the_banker_alone() -> None:
    late = offer("remove-late-stake", person=FixedValue(BEA))
    for phase in (Phase.DEAL, Phase.ANSWER):
        offers = (late, *both("deal-card"), *both("lift"))
        assert deed(coup(phase, BOT, ANA), *offers) == ("remove-late-stake", BEA, f"late {BEA}")
        assert deed(coup(phase, ANA, BEA), *offers) is None
        assert deed(replace(coup(phase, BOT, ANA), bank=None), *offers) is None


@pytest.mark.parametrize(
    ("punto", "banca", "due"), [(0, 0, "punto"), (1, 0, "banca"), (1, 1, "punto"), (2, 1, "banca"), (2, 2, "punto")]
)
def test_the_card_that_is_due_is_dealt_and_no_other_one_where_two_are_offered(punto: int, banca: int, due: str) -> None:
    places = ["punto"] * punto + ["banca"] * banca
    view = coup(Phase.DEAL, BOT, ANA, *(CardView(at, place, None, False) for at, place in enumerate(places)))
    about = f"deal {punto + banca}"
    assert deed(view, *both("deal-card")) == ("deal-card", due, about)
    for hand in Hand:
        assert deed(view, of("deal-card", hand)) == ("deal-card", str(hand), about), "one alone is lawful"
    wrong = of("deal-card", Hand.BANCA if due == "punto" else Hand.PUNTO)
    assert deed(view, wrong, wrong) is None
    assert deed(view, *both("lift")) is None


def test_the_banker_lifts_his_own_hand_and_does_nothing_at_the_cards_before() -> None:
    view = coup(Phase.ANSWER, BOT, ANA)
    assert deed(view, *both("lift")[::-1], offer("give-card")) == ("lift", "banca", "lift banca")
    assert deed(view, of("lift", Hand.PUNTO), offer("give-card"), *CHOICES) is None
    known = replace(view, coup=replace(view.coup, totals={"banca": 3}))
    assert deed(known, *both("lift"), *CHOICES) == ("draw-card", None, "own card")
    assert deed(replace(view, coup=replace(view.coup, totals={"punto": 3})), *CHOICES) is None


@pytest.mark.parametrize(("total", "lays"), [(7, False), (8, True), (9, True)])
def test_the_banker_lays_down_his_own_natural_first(total: int, lays: bool) -> None:
    view = coup(Phase.ANSWER, BOT, ANA, banca=total)
    gives = ("give-card", None, "give-card")
    offers = (offer("give-card"), *CHOICES)
    assert deed(view, *both("lay-down")[::-1], *offers) == (("lay-down", "banca", "lay down banca") if lays else gives)
    assert deed(view, of("lay-down", Hand.PUNTO), *offers) == gives


@pytest.mark.parametrize(
    ("temper", "done", "asks"), [(ASKING, "", True), (PLAIN, "", False), (ASKING, "ask-table", False)]
)
def test_the_table_is_asked_for_once_before_a_card_is_given_or_taken(temper: Any, done: str, asks: bool) -> None:
    view = coup(Phase.BANKER, BOT, ANA, banca=6)
    asked = ("ask-table", None, "ask-table")
    for more, else_ in (
        ((offer("give-card"), *CHOICES), ("give-card", None, "give-card")),
        (CHOICES, ("stand", None, "own card")),
        ((), None),
    ):
        assert deed(view, offer("ask-table"), *more, temper=temper, done=done) == (asked if asks else else_)
        assert deed(view, *more, temper=temper) == else_, "nobody lets him ask"


THIRDS = {**dict(zip(range(10), ("Kh", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"), strict=True)), None: None}
TABLE = {None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The greatest total on which a banker draws, by the third card of the punto."""


@pytest.mark.parametrize("third", TABLE)
@pytest.mark.parametrize("total", range(8))
def test_the_banker_draws_as_far_as_his_custom_goes_against_the_third_card(total: int, third: int | None) -> None:
    other = (CardView(4, "banca", "2s", True), CardView(5, "punto", "3s", True))  # type: ignore[arg-type]
    face: Any = THIRDS[third]
    cards = (*other, *(() if face is None else (CardView(6, "punto-3", face, True),)))
    view = coup(Phase.BANKER, BOT, ANA, *cards, banca=total)
    expected = "draw-card" if total <= TABLE[third] else "stand"
    assert deed(view, *CHOICES) == (expected, None, "own card")
    assert deed(view, CHOICES[0]) == ("draw-card", None, "own card")
    assert deed(view, CHOICES[1]) == ("stand", None, "own card")
    assert deed(view) is None


def test_the_custom_is_that_table_and_a_hidden_card_counts_as_none() -> None:
    assert DRAWS_UP_TO == TABLE
    view = coup(Phase.BANKER, BOT, ANA, CardView(6, "punto-3", None, True), banca=5)
    assert deed(view, *CHOICES) == ("draw-card", None, "own card")
    assert not Cards().is_banker_to_draw(6, 10)
    assert Cards().is_banker_to_draw(5, 10)


@pytest.mark.parametrize(("hand", "banker", "holder"), [("punto", ANA, BOT), ("banca", BOT, ANA)])
@pytest.mark.parametrize(
    ("places", "shows"),
    [
        ({"{}": False}, True),
        ({"{}": True}, False),
        ({"{}-3": False}, True),
        ({"{}": True, "other": False}, False),
        ({}, False),
    ],
)
def test_a_hand_with_a_card_face_down_is_shown_by_who_has_it(
    hand: str, banker: str, holder: str, places: dict[str, bool], shows: bool
) -> None:
    other = "banca" if hand == "punto" else "punto"
    cards = [CardView(at, one.format(hand).replace("other", other), None, up) for at, (one, up) in enumerate(
        places.items()
    )]  # fmt: skip
    view = coup(Phase.SHOW, banker, holder, *cards)
    assert deed(view, *both("show-hand")) == (("show-hand", hand, f"show {hand}") if shows else None)
    assert deed(replace(view, phase=Phase.SETTLE), *both("show-hand")) is None
    assert deed(view, of("show-hand", Hand(other))) is None
