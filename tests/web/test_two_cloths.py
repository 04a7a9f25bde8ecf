"""The pages of the two-cloth game: every phase, auction, deposits, stakes; the errors of a real table in words."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import BarPerson, BarredAction, Party, Until
from tapete.games.banked.acts import AskTable, DrawCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import Accident, BankMode, Hand
from tapete.kernel import Act, PersonId
from tapete.record.codec import to_tree
from tapete.table.state import Conduct
from tapete.web.games.dos_panos.notices import RecentEvents
from tapete.words import LANGS, label
from tests.support.dos_panos.observed import Observed, betting, dealt, first_cards, spoken
from tests.support.dos_panos.scenes import SCENES as WALKS
from tests.support.dos_panos.table import opened
from tests.support.web.still import still_stage

GAME = DosPanos()
VIEWERS = (
    None,
    *("croupier", "inspector", "changer", "assistant", "chief", "director"),
    *("rosa", "ana", "bea", "carla", "dani", "eva", "pau", "nobody"),
)
"""Everybody who can look: the public, every post, the banker, hand players, punters seated, behind and standing."""


def model_of(state: Any, viewer: str | None, lang: str = "es", history: Any = None) -> Any:
    return still_stage(GAME, state, viewer, lang, history)


def words(model: Any) -> str:
    """Return every sentence of a model, without its codes."""
    return "\n".join(sentences(msgspec.json.decode(msgspec.json.encode(model))))


CODES = {"id", "tag", "command", "key", "fixed_fields", "face", "step", "look", "tone", "result_kind", "mark", "kind"}


def sentences(tree: Any) -> Iterator[str]:
    match tree:
        case dict():
            for name, value in tree.items():
                yield from (
                    () if name in CODES else sentences([one[1:] for one in value] if name == "options" else value)
                )
        case list():
            for one in tree:
                yield from sentences(one)
        case str():
            yield tree


def test_the_banker_sees_both_thirds_both_sums_and_on_request_both_answers() -> None:
    made = opened("2s 9h 2d 2c 8d 2h 9d").ready().bets().staked(ana=100_00, bea=30_00, carla=900_00)
    made.closed().played("carta", "no").given()
    cloths = model_of(made.state, "rosa").felt.cloths
    assert [one.at_risk.amount for one in cloths] == [130_00, 900_00]
    assert [[card.face for card in one.hand.cards if card.is_third] for one in cloths] == [["9d"], []]
    assert [one.word for one in cloths] == ["carta", "no"]
    made.do("rosa", AskTable())
    answers = {who: [one.answer for one in model_of(made.state, who).felt.cloths] for who in (None, "rosa", "ana")}
    assert answers == {
        None: ["", ""],
        "rosa": ["Según el cuadro: se planta", "Según el cuadro: carta"],
        "ana": ["", ""],
    }


def test_a_sum_that_the_bank_no_longer_holds_is_not_said_to_be_in_it() -> None:
    """Promise: what stands large on the felt is so; beside «Hay 5.000 euros en la banca» another sum was read."""
    made = opened("9s 2h Kd 8c 2d 6h 8h").ready().bets()
    assert "Hay 5.000 euros en la banca" in words(model_of(made.state, None).felt)
    made.staked(ana=100_00, carla=300_00).closed().played("no", "carta").given().do("rosa", a.Stand()).shown().settled()
    felt = model_of(made.bets().state, None).felt
    assert felt.bank.in_play.amount != 5_000_00
    assert "Hay 5.000 euros" not in words(felt)


def test_a_keyed_card_is_put_right_where_cards_are_keyed_and_nowhere_else() -> None:
    """Promise: no button is always refused; at a sealed shoe nobody keys anything."""
    for kind in ChanceKind:
        told = words(model_of(opened("9s 2h Kd 8c 2d 6h", kind=kind).state, "inspector"))
        assert "Corregir un pago" in told
        assert ("Corregir una carta tecleada" in told) is (kind is ChanceKind.KEYED), kind


def test_what_a_coup_brought_each_is_told_with_stake_outcome_and_net() -> None:
    made = opened("9s 2h Kd 8c 2d 6h 8h").ready().bets().staked(ana=100_00, carla=300_00).closed()
    made.played("no", "carta").given().do("rosa", a.Stand()).shown().settled()
    history = RecentEvents()
    for event in (one for turn in made.turns for one in turn.events):
        history.read(to_tree(event), ())
    told = {who: model_of(made.state, who, history=history).ask.result for who in ("ana", "bea", "carla", "rosa")}
    assert told["bea"] is None
    assert [(who, one.net, one.lines[0]) for who, one in told.items() if one] == [
        ("ana", 100_00, "Primer paño, 100\u00a0€: gana"),
        ("carla", -300_00, "Segundo paño, 300\u00a0€: pierde"),
        ("rosa", 196_00, "La banca gana"),
    ]
    assert len(model_of(made.state, None, history=history).roads.lines) == 1
    slip = msgspec.json.decode(model_of(made.state, "changer", history=history).desk)["slip"]
    assert [(one["name"], one["tone"], one.get("pays", one.get("deduction", 0))) for one in slip] == [
        *(("ana", "up", 100_00), ("carla", "down", 0), ("rosa", "even", 4_00))  # of 300 € less 100 €, as in the record
    ]


def test_chips_are_laid_on_each_spot() -> None:
    model = model_of(opened().ready().bets().state, "bea")
    assert {one.value: "ahora, 5.000" in one.about for one in model.rail.tags}["«Banco» 5.000\u00a0€"]
    spots = model.ask.spots
    taken = {(one.least, one.unit) for one in spots if one.id.endswith("across")}
    assert taken == {(20_00, 10_00)}, "a stake on both cloths is parted: a page says how little it may be"
    assert [one.id for one in spots if one.lay] == [
        *("primero-cloth", "primero-line", "primero-other-cloth", "primero-across", "segundo-line", "segundo-cloth")
    ]


def states() -> list[Any]:
    """Every step of the scenes; beside them a lot and a face that are to be keyed, and an open bank with its proof."""
    real: Any = {"kind": ChanceKind.KEYED, "conduct": Conduct.OBSERVED}
    lots = opened(**real).do("inspector", a.OpenAuction()).do("ana", a.Bid(2_000_00)).do("carla", a.Bid(2_000_00))
    shown = spoken(SHOE, "no", "carta", real=True).banker(a.Stand())
    bank = opened(mode=BankMode.OPEN).announced()
    proven = bank.fork().do("director", a.ProveDeposit(PersonId("rosa"), 60_000_00)).deposited().shoe()
    made = [*(one for walk in WALKS for one in walk()), lots.do("inspector", a.CloseAuction()), shown, bank, proven]
    return [shown.play.do(a.ShowHand(Hand.PRIMERO), "croupier").state, *(one.state for one in made)]


def test_no_word_of_a_page_is_missing() -> None:
    wrong = set()
    for lang, step in zip(LANGS, (1, 3, 3), strict=True):  # the words of a page are asked for in one place for all
        for state, viewer in product(states()[::step], VIEWERS):
            told = words(model_of(state, viewer, lang))
            if "…" in told or re.search(r"\b(cloths|bank|deposit)-[a-z]+-?[a-z]*\b", told):
                wrong.add((lang, state.phase, viewer))
    assert wrong == set()


SHOE = f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s"
"""The first cloth has 3, the second 3, the bank 5."""
SEEN_BY = (None, "croupier", "inspector", "director", "rosa", "ana", "carla", "nobody")


def both_words(first: str, second: str) -> Observed:
    return dealt(SHOE).said("1", first).said("2", second)


PLAYER, CROUPIER, FIRST = Party.PLAYER, Party.CROUPIER, Hand.PRIMERO
SCENES = {
    "a card drawn early": lambda: betting(SHOE).report(Accident.EARLY_DRAW, Party.BANKER, count=1),
    "a card in the basket": lambda: dealt(SHOE).report(Accident.BASKET, position=0),
    "a wrong word": lambda: spoken(SHOE, "no", "carta").do("rosa", DrawCard()).shown(),
    "an unwanted card": lambda: both_words("no", "carta").looked().do("rosa", a.GiveCard(FIRST)),
    "a card withheld": lambda: both_words("carta", "carta").looked().do("rosa", DrawCard()),
    "two words": lambda: dealt(SHOE).said("1", "no").report(Accident.TWO_WORDS, PLAYER, hand=FIRST),
    "advice": lambda: dealt(SHOE).report(Accident.ADVICE, PLAYER, hand=FIRST, person=PersonId("bea")),
    "a card on the floor": lambda: dealt(SHOE).report(Accident.FLOOR, position=1),
    "thrown by a player": lambda: dealt(SHOE).report(Accident.THROWN, PLAYER, hand=FIRST),
    "thrown by the croupier": lambda: dealt(SHOE).report(Accident.THROWN, CROUPIER, hand=FIRST),
}


def test_an_incident_is_said_in_words_on_every_page() -> None:
    wrong = []
    for (name, scene), lang in product(SCENES.items(), LANGS):
        made = scene()
        kind = made.incident.kind
        codes = {one.code for one in made.incident.faults} | {kind}
        for viewer in SEEN_BY:
            model = model_of(made.state, viewer, lang)
            desk = msgspec.json.decode(model.desk) or {}
            told = "\n".join(sentences(desk.get("incidents", []))) if desk else words(model)
            has_desk = viewer in ("croupier", "inspector", "director")
            faults = {
                "does not name what happened": label("irregularity", kind, lang) not in words(model),
                "lacks a word": "…" in told,
                "shows a code": any("-" in one and re.search(rf"(?<![\w-]){one}(?![\w-])", told) for one in codes),
                "shows the desk of incidents to whoever has none, or hides it": bool(desk.get("incidents")) != has_desk,
            }
            wrong += [(name, lang, viewer, fault) for fault, is_so in faults.items() if is_so]
    assert wrong == []


def test_whoever_a_ruling_bars_reads_it_on_his_own_page_alone() -> None:
    made = dealt(SHOE).report(Accident.TOO_SLOW, Party.PLAYER).ruled("inspector")
    (bar,) = GAME.view(made.state, PersonId("ana")).me.bars  # type: ignore[union-attr]
    assert bar == BarPerson(PersonId("ana"), BarredAction.CARDS, Until.SHOE)
    told = "no puede llevar las cartas de una mano hasta que acabe el sabot"
    assert told in words(model_of(made.state, "ana"))
    assert told not in words(model_of(made.state, "carla"))


SHOES = {
    Hand.PRIMERO: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 7c 3d 6h"),
    Hand.SEGUNDO: ("9s 9h Kd 8c 7d 6h", "9s 9h Kd 8c 8d 6h"),
    Hand.BANCA: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 8c 3d 5h"),
}
"""Two shoes for each hand that differ in one card of it."""


@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize("spoken_first", [False, True])
def test_what_can_be_reported_and_what_it_comes_to_tells_nothing_of_a_hidden_hand(
    hand: Hand, spoken_first: bool
) -> None:
    found = []
    for shoe in SHOES[hand]:
        made = dealt(shoe).looked()
        if spoken_first:
            made = made.said("1", "no")
        state, who = made.state, PersonId("croupier")
        previews = []
        for one in GAME.reportable(state, who):
            report, together = one.offers[0][0], one.combinations[0]
            if "person" in one.facts:
                report = replace(report, person=together.people[-1])
            previews.append((report, GAME.preview(state, Act(who, report, state.step))))
        found.append(previews)
    assert len(found[0]) > 5
    assert found[0] == found[1]
