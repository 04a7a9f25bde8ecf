"""The pages of the two-cloth game: every phase, auction, deposits, stakes; the errors of a real table in words."""

import re
from functools import cache
from html import unescape
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import BarPerson, BarredAction, Party, Until
from tapete.games.banked.acts import AskTable, DrawCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import Act, PersonId
from tapete.record.codec import to_tree
from tapete.table.acts import BuyIn, Sit
from tapete.web.games.dos_panos.notices import RecentEvents, notices
from tapete.words import LANGS, label
from tests.dos_panos.test_sight import OWNER, WORLDS, played
from tests.support.dos_panos.observed import Observed, betting, dealt, first_cards, spoken
from tests.support.dos_panos.table import Table, opened
from tests.support.dos_panos.walks import GAME, VIEWERS, states
from tests.support.web.pages import hidden, post
from tests.support.web.still import still_part

TABLE = "panos"


async def page_of(house: Any, link: str) -> tuple[str, str]:
    here = await house.enter(link, TABLE)
    return here, str((await house.client.get(here)).text)


async def send(house: Any, link: str, act: str, **fields: str) -> Any:
    """Fill the form of an act and send it as the browser does; it must be taken."""
    here, page = await page_of(house, link)
    answer = await post(house, here, hidden(page, act) | {name.replace("_", "-"): one for name, one in fields.items()})
    assert answer.status_code == 200, answer.text
    return answer


async def seated(house: Any) -> None:
    """Two on each cloth, with chips."""
    for place in (1, 2, 6, 7):
        await house.act(f"{TABLE}-j{place}", Sit(place), TABLE)
        await house.act(f"{TABLE}-j{place}", BuyIn(10_000_00), TABLE)


async def test_the_bank_is_auctioned_and_deposited_by_forms(house: Any, /) -> None:
    await house.open_two_cloths()
    await seated(house)
    await send(house, "inspector", "open-auction")
    await send(house, "jugador-1", "bid", amount_euros="1.500")
    await send(house, "jugador-6", "bid", amount_euros="2.000")
    assert "2.000" in (await page_of(house, "jugador-2"))[1]
    await send(house, "inspector", "close-auction")
    award = house.tables[TABLE].view(None).award
    assert (award.person, award.amount) == (f"{TABLE}-j6", 2_000_00)
    await send(house, "jugador-6", "deposit-bank", amount_euros="2.000", act_form="bank-cheque")
    assert house.tables[TABLE].view(None).bank.deposit == 2_000_00


def to_decide(shoe: str, first: str, second: str) -> Table:
    made = opened(shoe).ready().bets().staked(ana=100_00, bea=30_00, carla=900_00)
    return made.closed().played(first, second).given()


def test_the_banker_sees_both_thirds_both_sums_and_on_request_both_answers() -> None:
    made = to_decide("2s 9h 2d 2c 8d 2h 9d", "carta", "no")
    assert made.phase is Phase.BANKER
    page = still_part(GAME, made.state, "rosa")
    sides = re.findall(r'<dl class="banker-side">.*?</dl>', page, re.S)
    assert [re.findall(r"<b>([\d.]+)", one) for one in sides] == [["130"], ["900"]]
    assert ["svg" in one for one in sides] == [True, False]
    assert 'class="cell"' not in page
    made.do("rosa", AskTable())
    sides = re.findall(r'<dl class="banker-side">.*?</dl>', still_part(GAME, made.state, "rosa"), re.S)
    assert [re.findall(r'class="cell">.*?<b>([^<]+)', one, re.S) for one in sides] == [["se planta"], ["carta"]]
    for viewer in (None, "ana", "carla", "croupier", "inspector"):
        assert "banker-side" not in still_part(GAME, made.state, viewer), viewer


@pytest.mark.parametrize(
    ("viewer", "told"),
    [("ana", "gana 100"), ("carla", "pierde 300"), ("rosa", "La banca gana 196")],
)
def test_what_a_coup_brought_each_is_told_from_the_record(viewer: str, told: str) -> None:
    made = opened("9s 2h Kd 8c 2d 6h 8h").ready().bets().staked(ana=100_00, carla=300_00).closed()
    made.played("no", "carta").given().do("rosa", a.Stand()).shown().settled()
    history = RecentEvents()
    for turn in made.turns:
        for event in turn.events:
            history.read(to_tree(event), ())
    (found,) = notices(history.news, PersonId(viewer), "es")
    assert told in found.text
    page = still_part(GAME, made.state, viewer, history=history)
    assert found.text in page
    assert page.count('class="past-coup"') == 1


@pytest.mark.parametrize("lang", LANGS)
def test_no_word_of_a_page_is_missing(lang: str) -> None:
    step = 1 if lang == LANGS[0] else 3  # the words of a page are asked for in one place for every language
    for state in tuple(states("asturias-2011"))[::step]:
        for viewer in VIEWERS:
            page = still_part(GAME, state, viewer, lang)
            text = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
            assert "…" not in text, (state.phase, viewer)
            assert not re.search(r"\b(cloths|bank|deposit)-[a-z]+-?[a-z]*\b", text), (state.phase, viewer)


@pytest.mark.parametrize("hand", list(Hand))
def test_two_worlds_that_differ_in_a_hidden_hand_have_the_same_pages_but_for_its_player(hand: Hand) -> None:
    one, other = (played(shoe) for shoe in WORLDS[hand])
    for here, there in zip(one, other, strict=True):
        for viewer in VIEWERS:
            if viewer != OWNER[hand]:
                assert still_part(GAME, here.state, viewer) == still_part(GAME, there.state, viewer), viewer
    mine = [still_part(GAME, world[-1].state, OWNER[hand]) for world in (one, other)]
    assert mine[0] != mine[1]


SHOE = f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s"
"""The first cloth has 3, the second 3, the bank 5."""

SEEN_BY = (None, "croupier", "inspector", "director", "rosa", "ana", "carla", "nobody")


def early() -> Observed:
    return betting(SHOE).report(Accident.EARLY_DRAW, Party.BANKER, count=1)


def lost_card() -> Observed:
    return dealt(SHOE).report(Accident.BASKET, position=0)


def wrong_word() -> Observed:
    return spoken(SHOE, "no", "carta").do("rosa", DrawCard()).shown()


def unwanted_card() -> Observed:
    made = dealt(SHOE).said("1", "no").said("2", "carta").looked()
    return made.do("rosa", a.GiveCard(Hand.PRIMERO))


def card_withheld() -> Observed:
    return dealt(SHOE).said("1", "carta").said("2", "carta").looked().do("rosa", DrawCard())


def thrown(by: Party) -> Observed:
    return dealt(SHOE).report(Accident.THROWN, by, hand=Hand.PRIMERO)


def two_words() -> Observed:
    return dealt(SHOE).said("1", "no").report(Accident.TWO_WORDS, Party.PLAYER, hand=Hand.PRIMERO)


def advised() -> Observed:
    made = dealt(SHOE)
    return made.report(Accident.ADVICE, Party.PLAYER, hand=Hand.PRIMERO, person=PersonId("bea"))


def fallen() -> Observed:
    return dealt(SHOE).report(Accident.FLOOR, position=1)


SCENES = {
    one.__name__: one
    for one in (early, lost_card, wrong_word, unwanted_card, card_withheld, two_words, advised, fallen)
} | {f"thrown_by_{by}": (lambda by=by: thrown(by)) for by in (Party.PLAYER, Party.CROUPIER)}  # type: ignore[misc]


@cache
def scene(name: str) -> Observed:
    return SCENES[name]()


def words(page: str) -> str:
    """Return the text of a page."""
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", page, flags=re.S)))


def incident_of(page: str) -> str:
    return page.partition('class="incident"')[2].partition("</article>")[0]


@pytest.mark.parametrize("lang", LANGS)
def test_an_incident_is_said_in_words_on_every_page(lang: str) -> None:
    wrong = []
    for name, viewer in product(SCENES, SEEN_BY):
        made = scene(name)
        kind, page = made.incident.kind, still_part(GAME, made.state, viewer, lang)
        told = words(incident_of(page) if viewer in ("croupier", "inspector") else page)
        codes = {one.code for one in made.incident.faults} | {kind}
        faults = {
            "does not name what happened": label("irregularity", kind, lang) not in words(page),
            "lacks a word": "…" in told,
            "shows a code": any("-" in one and re.search(rf"(?<![\w-]){one}(?![\w-])", told) for one in codes),
            "shows the desk of incidents to whoever has none, or hides it": ('class="incident"' in page)
            is not (viewer in ("croupier", "inspector", "director")),
        }
        wrong += [(name, viewer, fault) for fault, is_so in faults.items() if is_so]
    assert wrong == []


def test_a_cloth_that_was_called_off_says_so_to_everybody() -> None:
    made = lost_card().ruled("inspector")
    assert [one.is_void for one in GAME.view(made.state, None).coup.cloths] == [True, False]
    for viewer in SEEN_BY:
        page = still_part(GAME, made.state, viewer)
        first, second = (
            page.partition(f'id="cloth-{key}"')[2].partition("</section>")[0] for key in Hand if key != "banca"
        )
        assert "Anulado" in first
        assert "Anulado" not in second


def test_whoever_a_ruling_bars_reads_it_on_his_own_page_alone() -> None:
    made = dealt(SHOE).report(Accident.TOO_SLOW, Party.PLAYER).ruled("inspector")
    (bar,) = GAME.view(made.state, PersonId("ana")).me.bars  # type: ignore[union-attr]
    assert bar == BarPerson(PersonId("ana"), BarredAction.CARDS, Until.SHOE)
    told = "no puede llevar las cartas de una mano hasta que acabe el sabot"
    assert told in words(still_part(GAME, made.state, "ana"))
    assert told not in words(still_part(GAME, made.state, "carla"))


def test_only_the_director_takes_what_the_rulebook_leaves_to_him() -> None:
    made = early()
    for viewer, may in (("croupier", False), ("inspector", False), ("director", True)):
        page = still_part(GAME, made.state, viewer)
        assert ('id="alternative-1-1"' in page) is may, viewer
        assert "solo: " in words(incident_of(page))


HOLDERS = {Hand.PRIMERO: "ana", Hand.SEGUNDO: "carla", Hand.BANCA: "rosa"}
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
    worlds = [dealt(shoe).looked() for shoe in SHOES[hand]]
    if spoken_first:
        worlds = [made.said("1", "no") for made in worlds]
    who, step = PersonId("croupier"), worlds[0].state.step
    one, other = (
        [GAME.preview(made.state, Act(who, example(made, n), step)) for n in range(count(made))] for made in worlds
    )
    assert len(one) > 5
    assert one == other
    for n in range(count(worlds[0])):
        told = [made.fork().do("croupier", example(made, n)) for made in worlds]
        for viewer in SEEN_BY:
            if viewer != HOLDERS[hand]:
                here, there = (still_part(GAME, made.state, viewer) for made in told)
                assert here == there, (viewer, example(worlds[0], n))


def count(made: Observed) -> int:
    return len(GAME.reportable(made.state, PersonId("croupier")))


def example(made: Observed, number: int) -> a.Report:
    """Return one of the reports that can be made, with the party, hand and person that go together in it."""
    one = GAME.reportable(made.state, PersonId("croupier"))[number]
    report, together = one.offers[0][0], one.combinations[0]
    assert isinstance(report, a.Report)
    return replace(report, person=together.people[-1]) if "person" in one.facts else report
