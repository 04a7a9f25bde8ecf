"""A confirmation is good for what was shown: where the table has gone on, the official is shown what holds now."""

import re
from typing import Any

from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import PersonId
from tests.support.web.pages import hidden, post


def test_a_report_is_confirmed_at_the_step_at_which_it_was_shown(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="basket")
        shown = await post(house, here, fields | {"fault_of": "player", "position": "0"}, "examinar")
        await house.act("luz-real", c.Lift(Hand.PUNTO, PersonId("bea-real")), "real")
        before = table.version
        again = await post(house, here, hidden(shown.text, "report"))
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


def test_what_can_no_longer_be_reported_says_so_and_records_nothing(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="early-draw")
        shown = await post(house, here, fields | {"fault_of": "banker", "count": "1"}, "examinar")
        assert shown.status_code == 200, shown.text
        await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")
        await house.act("luz-real", c.CloseBets(), "real")
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
