"""A confirmation is good for what was shown: where the table has gone on, the official is shown what holds now."""

import re
from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.clauses import Fault, cite
from tapete.games.baccarat.effects import Party, VoidCoup
from tapete.games.baccarat.incident import Incident, Remedy
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.games.dos_panos import acts as d
from tapete.kernel import PersonId, Step
from tapete.record.canonical import canonical, sha256
from tapete.record.codec import members
from tapete.table.incidents import IncidentReport
from tapete.web.shown_remedies import remedy_mark
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


STEP = Step(1, 4, "lift", 17)
SHOWN = Incident(3, "basket", PersonId("eva"), proposed_effects=(VoidCoup(),))
OTHER: dict[str, Any] = {
    "kind": "other",
    "reported_by": PersonId("luz"),
    "faults": (Fault("basket"),),
    "proposed_effects": (),
    "conflicts": ("punto",),
    "open_to_judgement": True,
    "note": "a glass fell over",
    "alternatives": (Remedy(()),),
    "clauses": (cite("CF.C4.15"),),
}
"""Another value of each field of an incident but its number, under which it is opened and not what it is."""

REPORTED = c.Report(Accident.STUCK)
TOLD: dict[str, Any] = {
    "accident": Accident.OTHER,
    "fault_of": Party.BANKER,
    "position": 0,
    "hand": Hand.BANCA,
    "count": 1,
    "person": PersonId("ana"),
    "note": "a glass fell over",
}
"""Another value of each field of a report."""


def test_the_mark_is_of_the_coup_and_not_of_the_step_or_the_number() -> None:
    mark = remedy_mark(STEP, SHOWN)
    assert mark == remedy_mark(Step(1, 4, "word", 21), msgspec.structs.replace(SHOWN, serial=4))
    assert mark != remedy_mark(Step(1, 5, "lift", 17), SHOWN)
    assert mark != remedy_mark(Step(2, 4, "lift", 17), SHOWN)


@pytest.mark.parametrize("name", [one for one in Incident.__struct_fields__ if one != "serial"])
def test_the_mark_is_of_every_field_of_what_is_shown(name: str) -> None:
    other = msgspec.structs.replace(SHOWN, **{name: OTHER[name]})
    assert remedy_mark(STEP, other) != remedy_mark(STEP, SHOWN)


@pytest.mark.parametrize("name", c.Report.__struct_fields__)
def test_the_mark_is_of_every_field_of_what_is_reported(name: str) -> None:
    other = msgspec.structs.replace(REPORTED, **{name: TOLD[name]})
    assert remedy_mark(STEP, SHOWN, other) != remedy_mark(STEP, SHOWN, REPORTED)


def test_every_report_that_is_previewed_is_tried_here() -> None:
    found = {one for game in house_games().values() for one in members(game.act_types)}
    assert {one for one in found if issubclass(one, IncidentReport)} == {c.Report, d.Report}
    assert c.Report.__struct_fields__ == d.Report.__struct_fields__


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
