"""The pages of any table without a browser: who reads and presses what, what officials may do beside the record."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import wording
from tapete.games.baccarat.corrections import CorrectPayment
from tapete.games.bingo import acts as b
from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.acts import ShowHand
from tapete.games.punto_banco.terms import Hand
from tapete.house import acts as a
from tapete.kernel import HOUSE, Accepted, Act, PersonId
from tapete.live.table import CorrectionProposal
from tapete.live.timers import put_on_duty
from tapete.rulebooks import house_library
from tapete.table.acts import BuyIn, Relieve
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tapete.web.games.chemin_de_fer.stage import PLACES as OF_CIRCLE, SHOWN
from tapete.web.games.dos_panos.stage import INFORMED as OF_CLOTHS, about
from tapete.web.games.punto_banco.stage import MINI_CLAUSES as OF_PUNTO
from tapete.web.staff_access import StaffAccess
from tests.support.dos_panos.table import opened as two_cloths
from tests.support.house import ANA, CASHIER, DIRECTOR, TABLE, open_house
from tests.support.rows import rows
from tests.support.web.house import OPEN, SHUT, House, opened
from tests.support.web.pages import DATA, hidden, model, part_of
from tests.support.web.still import still_sight
from tests.table.test_who_may import CARLA
from tests.web.test_links import come, give, official


@pytest.mark.clause("MPB.01", "MPB.05", "MPB.06", "MPB.07")
async def test_the_mini_table_is_drawn_as_the_text_describes_it(house: Any, /) -> None:
    felt = await felt_of(house, "mini")
    assert (felt["look"], len(felt["seats"]), felt["spots"]) == ("half-moon", 7, ["empate", "punto", "banca"])
    spots = {"spot-banca": "MPB.06", "spot-punto": "MPB.07", "spot-empate": "MPB.07"}
    assert {"felt": "MPB.01", "rim": "MPB.05", **spots}.items() <= felt["shows"].items()
    assert "MPB." not in str(await felt_of(house))


async def public(house: Any, table: str = "mesa") -> str:
    return str((await house.client.get(f"/mesa/{table}/publico")).text)


async def felt_of(house: Any, table: str = "mesa") -> Any:
    return model(await public(house, table))["regions"]["felt"]


async def page_of(house: Any, link: str) -> str:
    return str((await house.client.get(await house.enter(link))).text)


async def test_every_clause_that_only_informs_stands_on_a_page_of_its_game(house: Any, /) -> None:
    """A clause counts as shown because a module of its game says so: here each is found on a page that is drawn."""
    await house.betting("real")
    books = [two_cloths(book=one.id) for one in house_library().of("dos-panos")]
    marked = {one.id for made in books for one in about(still_sight(made.play.game, made.state, None))}
    for table in ("mini", "real"):
        marked |= {*(await felt_of(house, table))["shows"].values()}
        marked |= {one["id"] for one in part_of(await public(house, table), "about")["clauses"]}
    declared = {str(cite) for places in (OF_PUNTO, OF_CIRCLE, SHOWN, OF_CLOTHS) for cite in places.values()}
    assert declared - marked == set()


@pytest.mark.clause("PB.B.17", "PB.B.20")
async def test_hands_lie_right_and_left_of_the_croupier(house: Any, /) -> None:
    """From the players' side his right is on the left; the browser turns his own console round."""
    felt = await felt_of(house)
    assert felt["shows"] == {"hand-punto": "PB.B.17", "hand-banca": "PB.B.20"}
    assert [one["id"] for one in felt["hands"]] == ["punto", "banca"]


async def test_whoever_is_offered_the_shoe_reads_what_taking_it_means(house: Any, /) -> None:
    await house.prepare()
    await house.act("ana", p.PassShoe())
    page = await house.client.get("/mesa/mesa/como/bea", headers={"cookie": house.cookie("bea", "mesa")})
    asked = model(page.text)["regions"]["ask"]
    assert asked["said"].startswith("Le llega el sabot: si lo toma")


async def test_a_player_sits_and_buys_with_forms(house: Any, /) -> None:
    here = await house.enter("jugador-3")
    fields = hidden((await house.client.get(here)).text, "sit") | {"seat": "3"}
    answer = await house.client.post(f"{here}/hacer", data=fields, headers=DATA)
    assert (answer.status_code, answer.json()["heading"]) == (200, "Hecho: Sentarse.")
    fields = hidden((await house.client.get(here)).text, "buy-in") | {"amount-euros": "120,50"}
    assert (await house.client.post(f"{here}/hacer", data=fields, headers=DATA)).status_code == 200
    assert house.table.view("mesa-j3").me.chips == 12_050


async def test_a_refusal_is_told_with_its_clause_beside_the_button(house: Any, /) -> None:
    await house.prepare()
    here = await house.enter("jugador-1")
    fields = hidden((await house.client.get(here)).text, "place-bet") | {"bet": "punto", "amount": "100"}
    for lang, said in (("es", "El mínimo de la mesa es 5"), ("en", "The table minimum is €5")):
        answer = await house.client.post(f"{here}/hacer?lang={lang}", data=fields, headers=DATA)
        told = answer.json()
        assert (answer.status_code, told["code"], said in told["sentence"]) == (409, "below-minimum", True)
        (clause,) = told["clauses"]
        assert (clause["id"], clause["rule"]) == ("PB.D.04", wording("PB.D.04", lang).rule)
        assert "AST2011-PB" in clause["source"]


async def test_pages_carry_no_inline_code_and_strict_headers(house: Any, /) -> None:
    await house.deal()
    for link in ("crupier", "jefe", "jugador-1"):
        answer = await house.client.get(await house.enter(link))
        scripts = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", answer.text)
        assert [one for one in scripts if 'type="application/json"' not in one] == []
        assert not re.search(r'\sstyle="', answer.text)
        assert not re.search(r"\son[a-z]+=", answer.text)
        assert "//" not in re.sub(
            r"https?://[^\s\"<]+", "", "".join(re.findall(r'(?:src|href)="([^"]+)"', answer.text))
        )
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


async def test_the_slip_of_the_croupier_says_what_is_booked(house: Any, /) -> None:
    def chips() -> dict[str, int]:
        return {who: house.table.view(PersonId(who)).me.chips for who in ("ana", "bea")}

    await house.deal()
    await house.finish(at="settle")
    slip, before = model(await page_of(house, "crupier"))["regions"]["desk"]["slip"], chips()
    await house.finish()
    brought = {row["name"]: row["stake"] + row["pays"] if row["tone"] == "up" else 0 for row in slip}
    assert {who: after - before[who] for who, after in chips().items()} == brought
    assert any(brought.values())


@pytest.mark.clause("PB.B.09", "PB.B.19", "PB.B.21")
async def test_everything_said_in_one_act_is_on_the_page(house: Any, /) -> None:
    """Both calls of the close stand in the place that a screen reader announces, and who is waited for has a line."""
    await house.deal()
    felt = await felt_of(house)
    assert (felt["said"], "waits" in felt) == (["No va más", "Cartas"], False)
    await house.act("marta", ShowHand(Hand.PUNTO))
    assert re.fullmatch(r"Se espera a \w+ \([Pp]uesto 1\)\.?", (await felt_of(house))["waits"])
    mine = await page_of(house, "crupier")
    assert "Se espera a" in model(mine)["regions"]["felt"]["waits"]
    assert hidden(mine, "call-person")["act"] == "call-person"


@pytest.mark.parametrize("staff_access", [OPEN, SHUT], ids=["demo", "hall"])
def test_demonstration_says_that_it_is_one(run: Any, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        house.client.headers["cookie"] = house.cookie("ana")
        for path in ("/", "/mesa/mesa/publico", "/mesa/mesa/como/ana", "/mesa/mesa/crupier", "/clausula/PB.D.04"):
            page = (await house.client.get(path)).text
            for mark in ("Demostración: sin contraseñas", "<title>DEMO · "):
                assert (mark in page) is staff_access.is_open, path

    run(scene, staff_access=staff_access)


async def sent(house: House, who: str, to: str, fields: dict[str, str], table: str = "mesa") -> tuple[int, str]:
    staff = who in house.tables[table].view(None).staff.values()
    headers = DATA | {"cookie": house.cookie(who, table, staff=staff)}
    house.client.cookies.clear()
    here = f"/mesa/{table}/como/{who}"
    answer = await house.client.post(f"{here}/{to}", data=fields | {"press": "p-1"}, headers=headers)
    if to in ("desestimar", "mas-tiempo", "devolver", "puesto"):
        told = await house.client.get(f"{here}/pulsacion?press=p-1", headers=headers)
        assert (told.headers["tapete-fate"], told.text) == ("known", answer.text), "a page that lost it asks"
    return answer.status_code, answer.text


def proposed(house: House, first: str, second: str) -> None:
    what = CorrectPayment(coup=1, person=PersonId("ana"), paid=-100, second=PersonId(second), reason="x")
    house.table.proposals.put(CorrectionProposal(Act(PersonId(first), what), f"{first}-{second}"))


async def test_a_correction_is_dropped_by_one_of_its_two_officials(house: House, /) -> None:
    await house.act("system:house", Relieve(Role.DIRECTOR, PersonId("eva")))
    for who in ("eva", "ana", "nadie", "marta", "julio"):
        for first in ("", "nadie", "julio", "marta"):
            proposed(house, "marta", "julio")
            status, _ = await sent(house, who, "desestimar", {"first": first})
            is_dropped = who in ("marta", "julio") and first == "marta"
            assert status == (200 if is_dropped else 409), (who, first)
            assert [one.command for one in house.table.proposals] == ([] if is_dropped else ["marta-julio"])


async def test_time_is_given_by_an_official_while_a_clock_runs(house: House, /) -> None:
    gives = {"marta": True, "julio": True, "ana": False, "nadie": False}
    for who in gives:
        assert (await sent(house, who, "mas-tiempo", {}))[0] == 409  # no clock, and no betting to close
    await house.prepare()
    before = house.table.version
    for who, may in gives.items():
        house.table.countdown.show("bets", 100.0)
        status, _ = await sent(house, who, "mas-tiempo", {})
        assert (status, house.table.countdown.left() > 100.0) == (200 if may else 409, may), who
    assert house.table.version == before


async def test_a_post_is_given_back_to_its_machine_by_its_holder_alone(house: House, /) -> None:
    bots = {role: PersonId(f"bot-{role}-bots") for role in (Role.CROUPIER, Role.TABLE_CHIEF)}
    opening = p.OpenTable("bots", "asturias-2011", 500, 50_000, staff=bots)
    house.tables["bots"] = table = await house.hall.open_table("punto-y-banca", opening)
    table.machines.update(bots)
    held = {"eva": Role.CROUPIER, "pau": Role.TABLE_CHIEF}
    for who, role in held.items():
        await house.act("system:house", Relieve(role, PersonId(who)), "bots")
    for who in ("eva", "pau", "ana"):
        for role in (*bots, Role.DIRECTOR, ""):
            if held.get(who) != role:
                assert (await sent(house, who, "devolver", {"role": str(role)}, "bots"))[0] == 409, (who, role)
    assert dict(table.view(None).staff) == {role: who for who, role in held.items()}
    assert (await sent(house, "eva", "devolver", {"role": "croupier"}, "bots"))[0] == 200
    assert dict(table.view(None).staff) == {Role.CROUPIER: bots[Role.CROUPIER], Role.TABLE_CHIEF: "pau"}


async def test_the_link_of_a_noted_player_is_for_the_officials_of_a_real_table(house: House, /) -> None:
    posts = {Role.CROUPIER: PersonId("luz-sealed"), Role.INSPECTOR: PersonId("fermin-sealed")}
    dealt = c.OpenTable("sealed", "asturias-2011", 1_000, staff=posts, conduct=Conduct.OBSERVED)
    house.tables["sealed"] = await house.hall.open_table("chemin-de-fer", dealt)
    for table in ("real", "cf", "sealed"):
        await house.circle(table)
    for who, player, status in (
        ("luz-real", "bea-real", 200),
        ("fermin-real", "bea-real", 200),
        ("luz-real", "fermin-real", 409),
        ("luz-real", "nadie", 409),
        ("bea-real", "bea-real", 403),
        ("nadie", "bea-real", 403),
        ("luz-cf", "bea-cf", 403),
        ("luz-sealed", "bea-sealed", 403),
    ):
        table = who.rpartition("-")[2].replace("nadie", "real")
        told = await sent(house, who, "enlace", {"player": player}, table)
        assert (told[0], f"/mesa/{table}/como/{player}" in told[1]) == (status, status == 200), (who, player)
    for table in ("real", "cf", "sealed"):
        house.client.cookies.clear()
        seen = {"cookie": house.cookie(f"luz-{table}", table, staff=True)}
        page = await house.client.get(f"/mesa/{table}/como/luz-{table}?lang=es", headers=seen)
        desk = model(page.text)["regions"]["desk"]
        assert ("link_for" in desk, "noting" in desk) == (table == "real", table == "real"), table


TABLES = [("mesa", "marta", "julio"), ("mini", "pilar", "ramon"), ("cf", "luz-cf", "fermin-cf")]
"""Of each game and form: a table, its croupier, and the official who may send another."""


async def text(house: Any, address: str, lang: str = "es") -> str:
    return str((await house.client.get(f"{address}?lang={lang}")).text)


async def unattended(house: Any, table: str) -> tuple[list[Any], list[str]]:
    """Return the posts without their holder, as a program reads of the hall and of a table."""
    hall, here = [(await house.client.get(f"/api/v1/{one}")).json() for one in ("status", f"tables/{table}")]
    return hall["unattended"], here["unattended"]


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
@opened(staff_access=SHUT)
async def test_everybody_reads_for_what_a_table_waits_and_whoever_lost_his_post_takes_it_again(
    house: Any, /, table: str, holder: str, sender: str
) -> None:
    here, public, machine = house.tables[table], f"/mesa/{table}/publico", PersonId("bot-croupier")
    own = await official(house, table, "crupier", holder)
    assert "lost-post" not in await text(house, own)
    assert "sin atender" not in await text(house, public)
    assert await unattended(house, table) == ([], [])
    here.absent_staff.add(PersonId(holder))  # as when his last page has been closed for a while
    here.redraw()
    gone = {"table": table, "post": "croupier", "person": holder}
    assert await unattended(house, table) == ([gone], ["croupier"]), "programs are told too"
    boss = await official(house, table, "jefe" if table != "cf" else "inspector", sender)
    for page in (public, boss):
        assert "Se espera a que vuelva o a que alguien del personal tome el puesto." in await text(house, page)
    assert re.search(r"crupier.*sin atender", (await text(house, "/")), re.I)
    here.machines[Role.CROUPIER] = machine
    here.redraw()
    assert "en unos segundos lo toma la máquina" in await text(house, public)
    await put_on_duty(here, Role.CROUPIER, machine)
    told = r"A las \d\d:\d\d:\d\d su puesto de crupier pasó a la máquina, porque usted había cerrado su página\. "
    assert re.search(told + r"Puede volver a él con el botón de abajo\.", await text(house, own))
    answer = await house.client.post(f"{own}/puesto", data={"role": "croupier"}, headers=DATA)
    assert (answer.status_code, here.view(None).staff["croupier"]) == (200, holder), answer.text
    assert "lost-post" not in await text(house, own)


async def test_at_no_table_is_somebody_sent_to_a_post_who_has_money_on_it_without_a_place(house: Any, /) -> None:
    await house.open_two_cloths()
    for table in ("mesa", "cf", "panos"):
        actor, act = house.tables[table], Act(HOUSE, Relieve(Role.CROUPIER, CARLA))
        kept = replace(actor.state, ledger=actor.state.ledger.set("deposit:carla", 50_00))
        assert getattr(actor.game.decide(kept, act), "code", "accepted") == "has-money-here", table
        assert isinstance(actor.game.decide(actor.state, act), Accepted), table


@rows(
    "post, given",
    [
        (post, given)
        for post in (a.GoOnDuty(Role.ADMISSION, ANA), a.NoteTablePost(TABLE, Role.CROUPIER, ANA))
        for given in (a.SellChips(ANA, 100), a.TakeDeposit(ANA, 100))
    ],
)
def test_no_house_puts_somebody_on_duty_whose_money_it_has(post: Any, given: Any) -> None:
    here, by = open_house(), DIRECTOR if isinstance(post, a.GoOnDuty) else HOUSE
    here.do(given, CASHIER)
    refused = here.refused(post, by)
    assert (refused.code, refused.clauses) == ("has-money-here", ("HP.HS.staff-plays-not",))
    here.pay(a.BuyBackChips(ANA, 100) if isinstance(given, a.SellChips) else a.ReturnDeposit(ANA, 100))
    here.do(post, by)


@opened(staff_access=SHUT)
async def test_who_gave_a_players_link_is_in_the_record_of_a_hall_and_pays_nothing_asked_by_it(house: Any, /) -> None:
    """Threat over HTTP: the manager is cashier too, gives the link, enters by it, asks, and would pay himself."""
    manager = "hall-manager-sala"
    await house.open_bingo()
    await house.act("marta", b.BuyIn(12_00), "sala")
    await house.act(manager, b.SetCounter(is_on=True), "sala")
    await house.act(manager, Relieve(Role.CASHIER, PersonId(manager)), "sala")
    link = await give(house, await official(house, "sala", "jefe-de-sala", manager))
    assert (await come(house, link)).status_code == 303
    assert "Movimientos de su cuenta" in await text(house, "/mesa/sala/como/marta")
    await house.act("marta", b.CashOut(12_00), "sala")
    with pytest.raises(AssertionError, match="link-was-yours"):
        await house.act(manager, b.SettleMoney(PersonId("marta"), 12_00, is_paid_in=False), "sala")
    assert house.tables["sala"].state.ledger["person:marta"] == 12_00


async def test_what_the_table_noted_in_a_players_name_is_marked_on_his_page_alone(house: House, /) -> None:
    """At a real table the croupier notes what players do; who reads it on his own page sees by whom it was told."""
    await house.betting("real")
    await house.act("bea-real", c.Stake(5_000), "real")
    await house.act("luz-real", c.NoteAct(PersonId("dani-real"), c.Stake(7_000)), "real")
    await house.act("luz-real", c.NoteAct(PersonId("dani-real"), BuyIn(9_100)), "real")
    for who in ("bea", "dani", "carla"):
        house.client.cookies.clear()
        seen = {"cookie": house.cookie(f"{who}-real", "real")}
        page = (await house.client.get(f"/mesa/real/como/{who}-real", headers=seen)).text
        noted = str(model(page)["regions"]["ask"].get("notes", ""))
        assert ("70" in noted, "91" in noted) == (who == "dani",) * 2, (who, noted)


FIGURES = {
    "mesa": ("392220492728832/878869206895680", "1.237415%"),
    "cf": ("-974653793197999/75340147272374985", "44.726583%"),
    "panos": ("-1810508325560060085712047978913/206553186446481650755956737248488", "44.881693%"),
    "sala": ("11375/176", "85.3125000"),
}
"""By table two figures of the odds of its game: docs/odds.md."""


async def test_the_page_of_a_table_leads_to_the_exact_odds_of_its_game_and_to_nothing_of_the_hand(
    house: Any, /
) -> None:
    await house.open_two_cloths()
    await house.open_bingo()
    for table, figures in FIGURES.items():
        link = part_of(await public(house, table), "about")["odds"]
        shown = await house.client.get(link)
        missing = [one for one in figures if one not in shown.text]
        assert (link, shown.status_code, missing) == (f"/mesa/{table}/probabilidades", 200, [])
    before = (await house.client.get("/mesa/cf/probabilidades")).text
    await house.dealt("cf")
    assert (await house.client.get("/mesa/cf/probabilidades")).text == before, (
        "what happens at the table changes nothing"
    )
