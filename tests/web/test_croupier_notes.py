"""A real table: its croupier notes what people do; the others' stakes are keyed as one total."""

import re
from typing import Any, get_args, get_type_hints

import pytest

from tapete.catalogue import entries, entry
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.acts import TakeBank
from tapete.kernel import Act, PersonId, Refused
from tapete.table.acts import CashOut, Sit
from tapete.web.games import has_screen, screen_of

FORM = {"origin": "http://testserver.local", "hx-request": "true"}


async def note(house: Any, here: str, **what: str) -> Any:
    page = (await house.client.get(here)).text
    form = re.search(r'<form class="do with-fields noting" id="do-note-act".*?</form>', page, re.S)
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.group()))
    return await house.client.post(f"{here}/hacer", data=fields | what, headers=FORM)


def test_the_croupier_notes_people_notable_stakes_and_a_total(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("real")
        table = house.tables["real"]
        here = await house.enter("crupier", "real")
        arrival: tuple[dict[str, str], ...] = (
            {"new-person": "resto", "noted": "stand-behind", "seat": "9"},
            {"person": "resto", "noted": "buy-in", "amount-euros": "5000"},
        )
        for what in arrival:
            answer = await note(house, here, **what)
            assert answer.status_code == 200, answer.text
        await house.act("luz-real", TakeBank(20_000), "real")
        await house.act("luz-real", c.OpenBets(), "real")
        for who, euros in (("bea-real", "50"), ("resto", "120")):
            answer = await note(house, here, person=who, noted="stake", **{"amount-euros": euros})
            assert answer.status_code == 200, answer.text
        assert {one.person: one.amount for one in table.view(None).calls} == {"bea-real": 5_000, "resto": 12_000}
        entry = (await table.entries(table.version - 1))[0]
        assert entry.by == "luz-real"
        assert (entry.act["what"]["act"], entry.act["what"]["person"]) == ("note-act", "resto")
        answer = await note(house, here, person="carla-real", noted="stake", **{"amount-euros": "5"})
        assert answer.status_code == 409
        assert 'data-code="below-minimum"' in answer.text

    run(scene)


def test_a_total_for_the_rest_needs_nothing_noted_before(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        here = await house.enter("crupier", "real")
        answer = await note(house, here, person="resto", noted="stake", **{"amount-euros": "120"})
        assert answer.status_code == 200, answer.text
        view = table.view(PersonId("resto"))
        assert [(str(one.person), one.behind) for one in view.standing] == [("resto", 9)]
        assert {one.person: one.amount for one in view.calls} == {"resto": 12_000}
        assert view.me.chips == 0
        version = table.version
        answer = await note(house, here, person="resto", noted="stake", **{"amount-euros": "30"})
        told = [entry.act["what"]["what"]["act"] for entry in await table.entries(version)]
        assert answer.status_code == 200, answer.text
        assert told == ["buy-in", "stake"]  # he stands already
        answer = await note(house, here, **{"new-person": "nuevo", "noted": "stake", "amount-euros": "30"})
        assert answer.status_code == 409  # anybody else takes his place and buys for himself

    run(scene)


def test_only_the_croupier_of_a_real_table_notes(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        noted = c.NoteAct(PersonId("bea-cf"), CashOut(100))
        for who, table, code in (("luz-cf", "cf", "not-a-real-table"), ("ana-cf", "real", "not-your-post")):
            answer = await house.tables[table].act(Act(PersonId(who), noted, None))
            assert isinstance(answer.outcome, Refused)
            assert answer.outcome.code == code
        for person in ("system:chance", "fermin-real"):
            sit = c.NoteAct(PersonId(person), Sit(9))
            answer = await house.tables["real"].act(Act(PersonId("luz-real"), sit, None))
            assert answer.outcome.code == "only-people"
        # One seat a person in the whole hall, also when somebody else writes it down.
        sit = c.NoteAct(PersonId("bea-cf"), Sit(9))
        assert isinstance((await house.tables["real"].act(Act(PersonId("luz-real"), sit, None))).outcome, Refused)
        page = (await house.client.get(await house.enter("crupier", "cf"))).text
        assert "do-note-act" not in page

    run(scene)


async def form_of(house: Any, here: str, name: str) -> dict[str, str]:
    """Return the hidden fields of a form of a page."""
    page = (await house.client.get(here)).text
    form = re.search(rf'<form[^>]*id="{name}".*?</form>', page, re.S)
    assert form, name
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.group()))


async def claimed(house: Any, here: str, name: str, **what: str) -> Any:
    return await house.client.post(f"{here}/hacer", data=await form_of(house, here, name) | what, headers=FORM)


def test_a_claim_is_written_down_and_not_admitted_when_the_coup_is_paid(run: Any) -> None:
    """Both officials have the form; what was claimed stands in the record either way (CF.C3.16)."""

    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        what = {"person": "bea-real", "coup": "1", "against": "banker", "note": "no siguió el cuadro"}
        for link in ("inspector", "crupier"):
            here = await house.enter(link, "real")
            answer = await claimed(house, here, "do-record-claim", **what)
            assert answer.status_code == 200, answer.text
            heard = (await table.entries(table.version - 1))[0].events[0]
            assert (heard["event"], heard["admitted"]) == ("claim-recorded@1", True)
        await house.act("luz-real", c.CallOff(), "real")
        answer = await claimed(house, here, "do-record-claim", **what)
        assert "CF.C3.16" in answer.text
        assert "No se admite la reclamación" in (await house.client.get(here)).text
        page = (await house.client.get(await house.enter("jugador-5", "real"))).text
        assert "do-record-claim" not in page

    run(scene)


def test_a_claim_about_a_stake_says_what_its_owner_neglected(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        here = await house.enter("inspector", "real")
        told = {"person": "bea-real", "amount-euros": "50", "note": "debajo de otras fichas"}
        answer = await claimed(house, here, "do-record-stake-claim", **told, uncovered="false", watched="true")
        assert answer.status_code == 200, answer.text
        assert "CF.C4.18" in answer.text
        assert house.tables["real"].view(PersonId("luz-real")).incidents == ()
        answer = await claimed(house, here, "do-record-stake-claim", **told, uncovered="true", watched="true")
        (found,) = house.tables["real"].view(PersonId("luz-real")).incidents
        assert found.kind == "claim-about-stake"

    run(scene)


def test_the_croupier_notes_a_stake_laid_after_the_closing_words(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        here = await house.enter("crupier", "real")
        await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(5_000)), "real")
        assert "do-note-late-stake" not in (await house.client.get(here)).text
        await house.act("luz-real", c.CloseBets(), "real")
        answer = await claimed(house, here, "do-note-late-stake", person="carla-real", **{"amount-euros": "30"})
        assert answer.status_code == 200, answer.text
        page = (await house.client.get(here)).text
        assert "do-remove-late-stake-carla-real" in page
        assert re.search(r"Que se retire la apuesta tardía de carla: 30.€", page)
        felt = (await house.client.get("/mesa/real/publico")).text
        place = re.search(r'<li [^>]*data-seat="3".*?</li>', felt, re.S)
        assert place
        assert "tardía" in place.group()
        assert re.search(r"30.€", place.group())

    run(scene)


def test_another_part_of_a_stake_on_the_line_is_changed_at_once(run: Any) -> None:
    """«Thirty play»: thirty are a stake, twenty go back (CF.C4.20); without a word half of it plays (CF.C4.19)."""

    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        here = await house.enter("crupier", "real")
        said = {"amount-euros": "50", "playing-euros": "30"}
        for who, what in (("bea-real", said), ("carla-real", {"amount-euros": "40"})):
            answer = await note(house, here, person=who, noted="stake-on-line", **what)
            assert answer.status_code == 200, answer.text
        assert {str(one.person): (str(one.kind), one.amount) for one in table.view(None).calls} == {
            "bea-real": ("postura", 3_000),
            "carla-real": ("raya", 4_000),
        }

    run(scene)


def test_the_croupier_notes_an_associate_who_would_leave_and_who_asks_for_a_check(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("real")
        await house.act("luz-real", TakeBank(20_000), "real")
        here = await house.enter("crupier", "real")
        for what in ({"noted": "offer-share", "amount-euros": "50"}, {"noted": "withdraw-share"}):
            answer = await note(house, here, person="bea-real", **what)
            assert answer.status_code == 200, answer.text
        assert house.tables["real"].view(None).bank.join_offers == ()
        for what in ({"noted": "ask-card-check"}, {"noted": "ask-seat-change"}):
            answer = await note(house, here, person="bea-real", **what)
            assert answer.status_code == 200, answer.text

    run(scene)


def test_who_waits_for_a_place_can_be_noted_when_one_is_free(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("real")
        here = await house.enter("crupier", "real")
        answer = await note(house, here, **{"new-person": "eva", "noted": "join-list"})
        assert answer.status_code == 200, answer.text
        page = (await house.client.get(here)).text
        people = re.search(r'<select name="person" id="note-person">.*?</select>', page, re.S)
        assert people is not None
        assert 'value="eva"' in people.group(0)

    run(scene)


# --- what can be noted ------------------------------------------------------------------------------------------------

ALWAYS_REFUSED = frozenset({"associate"})
"""Acts that a game takes only to refuse them: no page asks for them."""


def noted_acts(game: str) -> dict[str, type]:
    """Return the acts that the croupier of a real table may note for somebody, by their names."""
    kinds = {str(one.__struct_config__.tag): one for one in get_args(entry(game).engine(None).act_types)}
    note_act = kinds.get("note-act")
    noted = () if note_act is None else get_args(get_type_hints(note_act)["what"])
    return {str(one.__struct_config__.tag): one for one in noted}


@pytest.mark.parametrize("game", [one for one in entries() if has_screen(one)])
def test_the_pages_offer_to_note_all_that_the_game_takes_and_nothing_else(game: str) -> None:
    pages, takes = screen_of(game).notable_acts, noted_acts(game)
    assert set(takes) - ALWAYS_REFUSED == set(pages)
    for act, fields in pages.items():
        assert set(fields) <= set(takes[act].__struct_fields__), act


def test_both_games_with_real_tables_note_acts() -> None:
    assert {one for one in entries() if noted_acts(one)} == {"chemin-de-fer", "dos-panos"}
