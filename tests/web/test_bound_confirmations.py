"""A confirmation is good for what was shown: where the table has gone on, the official is shown what holds now."""

import re
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.layout import LaidCard, lay
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import PersonId
from tapete.record.canonical import canonical, sha256
from tests.support.web.pages import hidden, post


def test_a_report_of_another_remedy_than_was_shown_is_shown_again(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="basket")
        shown = await post(house, here, fields | {"fault_of": "player", "position": "0"}, "examinar")
        await house.act("luz-real", c.Lift(Hand.PUNTO, PersonId("bea-real")), "real")
        before = table.version
        again = await post(house, here, hidden(shown.text, "report") | {"shown": "of another remedy"})
        assert again.status_code == 409, again.text
        assert table.version == before
        assert table.view(None).incidents == ()
        assert "ha cambiado" in again.text
        assert 'id="confirm-report"' in again.text
        assert "La mano del punto pierde la jugada" in again.text
        confirmed = await post(house, here, hidden(again.text, "report"))
        assert confirmed.status_code == 200, confirmed.text
        assert [one.kind for one in table.view(None).incidents] == ["basket"]

    run(scene)


def test_a_report_of_the_same_remedy_is_confirmed_after_any_card_of_the_coup(run: Any) -> None:
    """A card that was carried meanwhile changes no remedy: the confirmation counts, at the step at which it came."""

    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="other")
        shown = await post(house, here, fields | {"note": "a glass fell over"}, "examinar")
        assert shown.status_code == 200, shown.text
        sent = hidden(shown.text, "report")
        await house.act("luz-real", c.Lift(Hand.PUNTO, PersonId("bea-real")), "real")
        await house.act("luz-real", c.Lift(Hand.BANCA, PersonId("ana-real")), "real")
        step = table.step
        assert sent["at"] != str(step)
        confirmed = await post(house, here, sent)
        assert confirmed.status_code == 200, confirmed.text
        assert [one.kind for one in table.view(None).incidents] == ["other"]
        (entry,) = await table.entries(table.version - 1)
        assert entry.act["at"] == msgspec.to_builtins(step), "the step at which it was confirmed"
        kept = house.hall._store.commands("real")[entry.command]
        assert kept.body_digest == sha256(canonical(entry.act)), "an audit holds the request against its entry"
        again = await post(house, here, sent)
        assert again.status_code == 200, "the same press is answered alike"
        assert len(table.view(None).incidents) == 1
        other = await post(house, here, sent | {"note": "a chair fell over"})
        assert other.status_code == 409, "another act under the same id"

    run(scene)


@pytest.mark.parametrize("hand", [Hand.PUNTO, Hand.BANCA])
def test_a_remedy_about_a_hand_that_has_another_card_by_now_is_shown_again(run: Any, hand: Hand) -> None:
    """The effects are the same ones, and the hand that they are about is not: what was confirmed is not recorded."""

    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        await house.act("luz-real", c.Lift(Hand.PUNTO, PersonId("bea-real")), "real")
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="basket")
        own = next(one.position for one in table.view(None).coup.cards if one.place == Hand.PUNTO)
        shown = await post(house, here, fields | {"fault_of": "player", "position": str(own)}, "examinar")
        assert "La mano del punto pierde la jugada" in shown.text
        before, coup, state = table.version, table.state.coup, table.state
        drawn = lay(coup.cards.layout, LaidCard(40, f"{hand}-3", None))
        cards = msgspec.structs.replace(coup.cards, layout=drawn)
        table.state = msgspec.structs.replace(state, coup=msgspec.structs.replace(coup, cards=cards))
        table.forget()
        again = await post(house, here, hidden(shown.text, "report"))
        if hand is Hand.BANCA:
            assert again.status_code == 200, "the remedy is about the punto alone"
            return
        assert again.status_code == 409, again.text
        assert 'id="confirm-report"' in again.text
        assert "La mano del punto pierde la jugada" in again.text
        assert table.version == before
        assert table.view(None).incidents == ()
        confirmed = await post(house, here, hidden(again.text, "report"))
        assert confirmed.status_code == 200, confirmed.text
        assert [one.kind for one in table.view(None).incidents] == ["basket"]

    run(scene)


FACTS = {"count": "1", "note": "the one below it"}
"""Facts of stuck cards that change nothing of what is proposed, and yet are what is confirmed."""


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_that_was_not_shown_is_not_recorded(run: Any, name: str) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="stuck")
        shown = await post(house, here, fields | {"count": "0"}, "examinar")
        assert shown.status_code == 200, shown.text
        before, sent = table.version, hidden(shown.text, "report")
        again = await post(house, here, sent | {name: FACTS[name]})
        assert again.status_code == 409, again.text
        assert 'id="confirm-report"' in again.text
        assert table.version == before
        confirmed = await post(house, here, hidden(again.text, "report"))
        assert confirmed.status_code == 200, confirmed.text
        (entry,) = await table.entries(table.version - 1)
        assert str(entry.act["what"][name]) == FACTS[name], entry.act

    run(scene)


def test_what_was_shown_in_one_coup_is_not_recorded_in_the_next(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="early-draw")
        shown = await post(house, here, fields | {"fault_of": "banker", "count": "1"}, "examinar")
        assert shown.status_code == 200, shown.text
        table.state = msgspec.structs.replace(table.state, coup=msgspec.structs.replace(table.state.coup, number=2))
        table.forget()
        before = table.version
        again = await post(house, here, hidden(shown.text, "report"))
        assert again.status_code == 409
        assert table.version == before

    run(scene)


def test_nothing_is_reported_that_was_not_shown(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="basket")
        before = table.version
        answer = await post(house, here, fields | {"fault_of": "player", "position": "0"})
        assert answer.status_code == 409
        assert 'id="confirm-report"' in answer.text
        assert table.version == before

    run(scene)


def test_a_ruling_is_pronounced_on_the_incident_that_was_shown(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")
        await house.irregular(c.Report(Accident.EARLY_DRAW, Party.BANKER, count=1))
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        form = re.search(r'<form[^>]*id="pronounce-1".*?</form>', (await house.client.get(here)).text, re.S)
        assert form
        await house.irregular(c.Report(Accident.OTHER, note="a second matter"))
        before = table.version
        fields = hidden(form.group(), "give-ruling")
        answer = await post(house, here, fields)
        assert answer.status_code == 409, answer.text
        assert 'data-code="remedy-changed"' in answer.text
        assert table.version == before
        assert (await post(house, here, {key: one for key, one in fields.items() if key != "shown"})).status_code == 409
        now = re.search(r'<form[^>]*id="pronounce-1".*?</form>', (await house.client.get(here)).text, re.S)
        if now:
            assert hidden(now.group(), "give-ruling")["shown"] != fields["shown"]

    run(scene)
