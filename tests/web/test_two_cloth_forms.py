"""The forms of the two-cloth game as a browser sends them: auction, purchase, deposit, stakes, a croupier's notes."""

import re
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.banked.acts import AskTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import HOUSE, PersonId
from tapete.record.codec import to_tree
from tapete.table.acts import BuyIn, Sit
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tapete.web.games.dos_panos.notices import RecentEvents, notices
from tests.support.dos_panos.table import Table, opened
from tests.support.dos_panos.walks import GAME, VIEWERS, states
from tests.support.web.pages import form, hidden, post
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


def test_the_bank_is_auctioned_and_deposited_by_forms(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_the_director_awards_the_bank_for_days_on_his_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths(further_posts=(Role.DIRECTOR,))
        await seated(house)
        await send(house, "director", "announce-bank", person=f"{TABLE}-j1", amount_euros="1.000", days="3")
        award = house.tables[TABLE].view(None).award
        assert (award.person, award.shoes, award.days) == (f"{TABLE}-j1", 0, 3)
        assert "3 días" in (await page_of(house, "jugador-2"))[1]

    run(scene)


def test_of_an_open_bank_the_director_takes_a_deposit_as_sufficient_before_anybody_bids(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths(mode=BankMode.OPEN, bank_maximum=0, further_posts=(Role.DIRECTOR,))
        await seated(house)
        await send(house, "inspector", "open-auction", shoes="2")
        page = (await page_of(house, "jugador-1"))[1]
        assert 'value="bid"' not in page
        assert "acreditar antes un depósito" in page
        sent = {"person": f"{TABLE}-j1", "amount_euros": "41.234", "place": "cash-desk"}
        await send(house, "director", "prove-deposit", **sent)
        await send(house, "jugador-1", "bid", amount_euros="1.500")
        for link in ("jugador-1", "jugador-2", "crupier", "inspector"):
            assert "41.234" not in (await page_of(house, link))[1]
        await send(house, "inspector", "close-auction")
        page = (await page_of(house, "jugador-2"))[1]
        assert "2 sabots" in page
        assert "Sesión 1 de banca abierta" in page

    run(scene)


def test_the_bank_is_bought_under_the_guide(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths(rulebook="guia", bank_maximum=5_000_00)
        await seated(house)
        for act, fields in (
            ("lay-out-packs", {}),
            ("count-pack", {"count": "312"}),
            ("shuffle-pack", {}),
            ("cut-pack", {"depth": "100"}),
            ("insert-stop-card", {"below": "10"}),
        ):
            await send(house, "crupier", act, **fields)
        page = (await page_of(house, "jugador-1"))[1]
        assert "puede comprarla" in page
        await send(house, "jugador-1", "buy-bank", amount_euros="1.000")
        await send(house, "jugador-2", "buy-bank", amount_euros="2.000")
        assert house.tables[TABLE].view(None).award is None
        page = (await page_of(house, "inspector"))[1]
        assert "2.000" in page
        await send(house, "inspector", "announce-bank", shoes="2")
        award = house.tables[TABLE].view(None).award
        assert (award.person, award.amount, award.shoes) == (f"{TABLE}-j1", 1_000_00, 2)

    run(scene)


def test_one_form_of_a_stake_has_a_button_for_each_cloth(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths()
        await seated(house)
        await house.act(f"inspector-{TABLE}", a.AnnounceBank(PersonId(f"{TABLE}-j2"), 1_000_00), TABLE)
        await house.act(f"{TABLE}-j2", a.DepositBank(1_000_00), TABLE)
        croupier = f"croupier-{TABLE}"
        for what in (a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard()):
            await house.act(croupier, what, TABLE)
        await house.act(f"{TABLE}-j2", a.DeliverBank(1_000_00), TABLE)
        for place in (2, 3):
            await house.act(f"{TABLE}-extra{place}", Sit(place), TABLE)
        await house.act(croupier, a.OpenBets(), TABLE)
        await house.act(croupier, a.CloseCalls(), TABLE)
        here, page = await page_of(house, "jugador-1")
        sent = hidden(page, "stake", spot="cloth")
        assert re.findall(r'<button type="submit" name="cloth" value="(\w+)"', form_text(page)) == [
            "primero",
            "segundo",
        ]
        for cloth in ("segundo", "primero"):
            answer = await post(house, here, sent | {"cloth": cloth, "amount-euros": "50"})
            sent = hidden((await house.client.get(here)).text, "stake", spot="cloth")
            assert answer.status_code == 200, answer.text
        assert [(one.cloth, one.amount) for one in house.tables[TABLE].view(None).coup.laid] == [
            (Hand.PRIMERO, 50_00),
            (Hand.SEGUNDO, 50_00),
        ]
        assert "Retirar" in (await house.client.get(here)).text

    run(scene)


def form_text(page: str) -> str:
    """Return the form of an ordinary stake."""
    found = re.search(r'<form[^>]*id="do-stake-cloth".*?</form>', page, re.S)
    assert found
    return found[0]


def test_the_croupier_of_a_real_table_notes_where_a_stake_lies(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths(conduct=Conduct.OBSERVED, shoe=ChanceKind.KEYED)

        async def note(**what: str) -> Any:
            here, page = await page_of(house, "crupier")
            sent = form(page, "do-note-act")
            noted = {name.replace("_", "-"): one for name, one in what.items()}
            kept = {name: sent[name] for name in ("act", "at", "command")}
            answer = await post(house, here, kept | noted)
            assert answer.status_code == 200, answer.text

        for place, name in ((1, "ana"), (2, "bea"), (6, "carla"), (7, "dani")):
            await note(new_person=name, noted="sit", seat=str(place))
            await note(person=name, noted="buy-in", amount_euros="3.000")
        await note(new_person="Doña Rosa", noted="stand-behind", seat="5")
        await send(house, "inspector", "announce-bank", person="dona-rosa", amount_euros="1.000", shoes="1")
        await send(house, "crupier", "deposit-bank", amount_euros="1.000")
        for act, fields in (
            ("count-pack", {"count": "312"}),
            ("shuffle-pack", {}),
            ("cut-pack", {"depth": "100"}),
            ("insert-stop-card", {"below": "10"}),
            ("deliver-bank", {}),
            ("open-bets", {}),
            ("close-calls", {}),
        ):
            await send(house, "crupier", act, **fields)
        await note(person="ana", noted="stake", amount_euros="40", cloth="primero", spot="line")
        await note(person="carla", noted="stake", amount_euros="100", cloth="segundo", spot="cloth")
        (first, second) = house.tables[TABLE].view(None).coup.laid
        assert (first.person, first.amount, first.spot) == ("ana", 40_00, Spot.LINE)
        assert (second.cloth, second.amount) == (Hand.SEGUNDO, 100_00)
        await note(person="ana", noted="take-stake", cloth="primero", spot="line")
        assert len(house.tables[TABLE].view(None).coup.laid) == 1
        page = (await page_of(house, "crupier"))[1]
        assert "dona-rosa" in page

    run(scene)


# --- who sees what ----------------------------------------------------------------------------------------------------


def test_what_an_open_bank_has_proven_stands_on_the_director_s_page_and_on_its_banker_s_alone() -> None:
    made = opened(mode=BankMode.OPEN).announced().do("director", a.ProveDeposit(PersonId("rosa"), 43_210_00))
    made.deposited()
    for viewer in VIEWERS:
        assert ("43.210" in still_part(GAME, made.state, viewer)) is (viewer in ("director", "rosa")), viewer
    assert "Sesión de banca abierta" in still_part(GAME, made.state, "director")


@pytest.mark.parametrize("is_in_house", [False, True])
def test_the_form_of_a_proof_asks_sum_and_place_at_a_table_alone_and_not_where_a_house_keeps_it(
    is_in_house: bool,
) -> None:
    """Before the award, and where the bank does not cover the stakes."""
    before = opened(mode=BankMode.OPEN, chips=60_000_00, is_in_house=is_in_house)
    short = before.fork().do("director", a.ProveDeposit(PersonId("rosa"), 40_000_00)).announced(1_000_00)
    short.deposited(1_000_00).shoe().delivered().bets().staked(ana=50_000_00)
    short.do(HOUSE, a.TellCoverShort(PersonId("croupier"))) if is_in_house else short.closed()
    assert short.state.coup.is_cover_short
    for made in (before, short):
        page = still_part(GAME, made.state, "director")
        found = re.findall(r'<form class="do[^>]*id="do-prove-deposit.*?</form>', page, re.S)
        assert found
        for one in found:
            asked = {name.split("-")[0] for name in re.findall(r'name="([^"]+)"', one)}
            assert ({"amount", "place"} <= asked) is not is_in_house, asked
            assert ({"amount", "place", "institution"} & asked == set()) is is_in_house, asked


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


def test_what_a_croupier_records_is_named_by_cloth_and_banker() -> None:
    told: dict[str, str] = {}
    for state in states("guia"):
        if state.is_observed and state.phase in (Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.BANKER):
            told[str(state.phase)] = still_part(GAME, state, "croupier")
    assert all(one in told["first-word"] for one in ("Primer paño: «No»", "Primer paño: Cruzar las cartas"))
    assert "Segundo paño: «Carta»" in told["second-word"]
    assert "rosa: Plantarse" in told["banker"]
    own = next(state for state in states("guia") if state.phase is Phase.FIRST_WORD and not state.is_observed)
    assert "Primer paño: «" not in still_part(GAME, own, "ana")


def test_buttons_name_act_and_sum() -> None:
    made = opened("9s 9h Kd 8c 8d 6h").announced(2_000_00).deposited(2_000_00).shoe()
    assert "Entregar la banca · 2.000" in still_part(GAME, made.state, "rosa").replace("\xa0", " ")
    made.delivered().do("croupier", a.OpenBets())
    assert "«Banco» · 2.000" in still_part(GAME, made.state, "bea").replace("\xa0", " ")
    assert Role.DIRECTOR in made.state.staff
