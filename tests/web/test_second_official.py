"""A correction is proposed by one official and done by the word of the other, never by one alone."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cards import DECK, Card
from tapete.chance import ChanceKind
from tapete.games.baccarat.corrections import CardCorrected, CorrectCard
from tapete.kernel import Act, PersonId
from tapete.live.proposals import CorrectionProposal
from tapete.web.forms import read_card
from tapete.web.games.baccarat.coup_cards import CoupCards
from tapete.web.second_official import _value, proposal_models
from tapete.words import LANGS, money

HTMX = {"origin": "http://testserver.local", "hx-request": "true"}
WRONG = {"act": "correct-payment", "coup": 1, "person": "ana", "paid": -100, "reason": "se pagó mal"}


async def played(house: Any) -> None:
    """Play a coup to its end."""
    await house.deal()
    await house.finish()


async def send(house: Any, token: dict[str, str], what: dict[str, Any], key: str) -> Any:
    return await house.client.post(
        "/api/v1/tables/mesa/acts", json={"what": what}, headers=token | {"idempotency-key": key}
    )


def hidden(page: str) -> dict[str, str]:
    """Return what the confirming form of a page sends."""
    form = page.partition('id="confirm-marta"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))


def kinds(entries: Any) -> list[str]:
    return [event["event"] for entry in entries for event in entry.events]


async def done(house: Any) -> int:
    return sum(kind.startswith("payment-corrected") for kind in kinds(await house.table.entries(limit=200)))


def test_one_official_alone_corrects_nothing(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        marta, julio = await house.token("marta"), await house.token("julio")
        first, second = WRONG | {"second": "julio"}, WRONG | {"second": "marta"}
        for key in ("k1", "k2"):  # however often the first says it
            answer = await send(house, marta, first, key)
            assert (answer.status_code, answer.json()["code"]) == (409, "awaits-second")
        assert await done(house) == 0
        other = await send(house, julio, second | {"paid": -200}, "k3")  # something else is no agreement
        assert other.json()["code"] == "awaits-second"
        assert await done(house) == 0
        answer = await send(house, julio, second | {"reason": "lo vi"}, "k4")
        assert (answer.status_code, answer.json()["outcome"]) == (200, "accepted"), answer.text
        assert await done(house) == 1
        entry = (await house.table.entries(limit=200))[-1]
        assert (entry.by, entry.act["what"]["second"], entry.act["what"]["reason"]) == ("marta", "julio", "se pagó mal")

    run(scene)


def test_the_second_officials_desk_confirms_or_drops(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        pages = {who: await house.enter(link) for who, link in (("marta", "crupier"), ("julio", "jefe"))}
        form = {name: str(value) for name, value in WRONG.items()} | {"second": "julio", "at": "", "command": "c1"}
        del form["paid"]
        form["paid-euros"] = "-1"
        blank = (await house.client.get(pages["marta"])).text
        assert '<select name="second" id="do-correct-payment-second" required><option value="">' in blank
        form["at"] = str(house.table.view(PersonId("marta")).step)
        for word in ("/desestimar", "/hacer"):
            answer = await house.client.post(pages["marta"] + "/hacer", data=form, headers=HTMX)
            assert answer.status_code == 200
            assert "cuando julio la confirme" in answer.text
            assert "Espera la conformidad de julio" in (await house.client.get(pages["marta"])).text
            desk = (await house.client.get(pages["julio"])).text
            assert "La propone marta" in desk
            assert 'id="confirm-marta"' not in (await house.client.get(pages["marta"])).text
            told = {"first": "marta"} if word == "/desestimar" else hidden(desk)
            answer = await house.client.post(pages["julio"] + word, data=told, headers=HTMX)
            assert answer.status_code == 200, answer.text
            assert await done(house) == (word == "/hacer")
            assert "La propone marta" not in (await house.client.get(pages["julio"])).text

    run(scene)


def test_whoever_proposes_is_told_what_became_of_it_until_he_has_read_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        pages = {who: await house.enter(link) for who, link in (("marta", "crupier"), ("julio", "jefe"))}

        async def page(who: str) -> str:
            return str((await house.client.get(pages[who])).text)

        async def dropped(who: str) -> int:
            sent = house.client.post(pages[who] + "/desestimar", data={"first": "marta"}, headers=HTMX)
            return int((await sent).status_code)

        marta = await house.token("marta")
        await send(house, marta, WRONG | {"second": "julio"}, "k1")
        assert await dropped("julio") == 200
        assert "julio no está conforme: no se ha corregido nada." in await page("marta")
        assert "no está conforme" not in await page("julio")
        assert await dropped("julio") == 409, "what the first is told is his own"
        assert await dropped("marta") == 200
        assert "no está conforme" not in await page("marta")
        await send(house, marta, WRONG | {"second": "julio"}, "k2")
        assert await dropped("julio") == 200
        await send(house, marta, WRONG | {"second": "julio"}, "k3")
        assert "no está conforme" not in await page("marta"), "another proposal waits"
        await send(house, await house.token("julio"), WRONG | {"second": "marta"}, "k4")
        told = await page("marta")
        assert "julio la ha confirmado" in told
        assert 'class="incident proposal is-own"' not in told
        assert await done(house) == 1

    run(scene)


def test_a_payment_that_waits_says_whose_and_from_what_to_what(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        pages = {who: await house.enter(link) for who, link in (("marta", "crupier"), ("julio", "jefe"))}
        await send(house, await house.token("marta"), WRONG | {"second": "julio"}, "k1")
        (due,) = [one.due_amount for one in house.table.events_of(next(iter(house.table.proposals)).act)]
        told = f"ana, jugada 1, neto: consta {money(due, 'es')}, se le dio {money(-100, 'es')}, le corresponde"
        for who in pages:
            assert told in (await house.client.get(pages[who])).text

    run(scene)


def test_a_card_that_waits_says_which_what_it_was_and_what_it_becomes() -> None:
    """The names are those by which the table calls its people."""
    first, second = PersonId("inspector-t"), PersonId("director-t")
    what = CorrectCard(coup=2, position=8, face=Card("3d"), second=second, reason="lo ve la cámara")
    event = CardCorrected(2, 8, Card("8s"), Card("3d"), first, second, what.reason)
    waiting = CorrectionProposal(Act(first, what, None), "k")
    table: Any = SimpleNamespace(id="t", version=1, proposals=(waiting,), events_of=lambda act: (event,))
    cards = CoupCards()
    cards.read("bets-opened", {"coup": 2})
    cards.read("card-dealt", {"position": 8, "place": "segundo", "face": "8s"})
    (found,) = proposal_models(table, second, "es", cards)
    assert found.text == (
        "Corregir una carta tecleada. Jugada 2, n.º 9, segundo paño: de 8 de picas a 3 de diamantes"
        " · Motivo: lo ve la cámara"
    )
    assert found.names == ("inspector", "director")
    (unread,) = proposal_models(table, second, "es")
    assert "Jugada 2, n.º 9: de 8 de picas" in unread.text


def test_what_the_rules_refuse_waits_for_nobody(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        marta = await house.token("marta")
        for wrong in ({"second": "marta"}, {"second": "ana"}, {"second": "julio", "coup": 7}):
            answer = await send(house, marta, WRONG | wrong, "k")
            assert answer.status_code == 409
            assert answer.json()["code"] != "awaits-second"
        assert not tuple(house.table.proposals)

    run(scene, shoe=ChanceKind.SEALED)


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_is_confirmed_as_it_was_keyed_whatever_its_letters(lang: str) -> None:
    for face in DECK:
        what = CorrectCard(coup=1, position=2, face=face, second=PersonId("julio"), reason="se leyó mal")
        table = SimpleNamespace(
            id="t",
            version=1,
            proposals=(CorrectionProposal(Act(PersonId("marta"), what, None), "k"),),
            events_of=lambda act: (),
        )
        (found,) = proposal_models(table, PersonId("julio"), lang)
        assert found.confirm is not None
        assert read_card(found.confirm.fixed_fields["face"], lang) == face


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        *((name, "bot-luz-mesa-1", "luz") for name in ("person", "leader", "second", "joined_to")),
        ("reason", "bot-luz-mesa-1", "bot-luz-mesa-1"),
        ("coup", 3, "3"),
        ("position", 0, "1"),
        ("position", 4, "5"),
    ],
)
def test_people_are_called_by_their_names_and_cards_counted_from_one(name: str, value: Any, told: str) -> None:
    table: Any = SimpleNamespace(id="mesa-1")
    assert _value(name, value, table, "es") == told
