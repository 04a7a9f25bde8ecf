"""A banker who drew early and is let off leaves the bank passable: over the pages, once or twice in a coup, and in the
record.
"""

import re
from typing import Any

import pytest

from tapete.catalogue import recorded_engines
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Phase
from tapete.kernel import PersonId
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tests.support.web.pages import hidden, post

EARLY = c.Report(Accident.EARLY_DRAW, Party.BANKER, count=1)


async def let_off(house: Any) -> None:
    """The inspector takes the other remedy that stands on his page: it is the only one."""
    here = await house.enter("inspector", "real")
    page = (await house.client.get(here)).text
    found = re.findall(r'<form[^>]*id="(alternative-\d+-\d+)".*?</form>', page, re.S)
    assert len(found) == 1, found
    form = re.search(rf'<form[^>]*id="{found[0]}".*?</form>', page, re.S)
    assert form is not None
    fields = hidden(form[0], "give-ruling") | {"reason": "su primera banca"}
    answer = await post(house, here, fields)
    assert answer.status_code == 200, answer.text


async def drawn_once(house: Any) -> None:
    await house.irregular(EARLY)
    await let_off(house)


async def drawn_again(house: Any) -> None:
    await drawn_once(house)
    await drawn_once(house)


async def drawn_again_before_anybody_ruled(house: Any) -> None:
    await house.irregular(EARLY)
    await house.irregular(EARLY)
    await let_off(house)


@pytest.mark.parametrize("draw", [drawn_once, drawn_again, drawn_again_before_anybody_ruled])
@pytest.mark.parametrize("staked", [False, True])
def test_whoever_is_let_off_passes_the_bank(run: Any, staked: bool, draw: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("real")
        await house.act("luz-real", c.TakeBank(20_000), "real")
        table = house.tables["real"]
        chips = dict(table.state.ledger)
        if staked:
            await house.act("luz-real", c.OpenBets(), "real")
            await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")
        await draw(house)
        assert {card.place for card in table.state.coup.cards.layout} == {"discard"}
        assert "pass-hand" in {one.act for one in table.legal(PersonId("ana-real"))}
        here = await house.enter("crupier", "real")
        sent = hidden((await house.client.get(here)).text, "pass-hand")
        answer = await post(house, here, sent)
        assert answer.status_code == 200, answer.text
        again = await post(house, here, sent)
        assert again.status_code == 200, "the same press is answered alike"
        assert (table.state.phase, table.state.bank, table.state.calls.claims) == (Phase.BANK, None, ())
        back = {name: amount for name, amount in table.state.ledger.items() if amount and name.startswith("person")}
        before = {name: amount for name, amount in chips.items() if name.startswith("person")}
        assert back == before | {"person:ana-real": before["person:ana-real"] + 20_000}
        entries = await table.entries(table.version - 1)
        assert "CF.C1.04" in entries[0].rests_on
        assert audit(StoreSource(house.hall._store), recorded_engines()).problems == ()

    run(scene)


def test_the_page_stands_where_only_the_other_remedy_can_be_given(run: Any) -> None:
    """A card drawn early is seen by somebody, and nobody has keyed its face: the proposed remedy has to wait."""

    async def scene(house: Any) -> None:
        await house.circle("real")
        await house.act("luz-real", c.TakeBank(20_000), "real")
        await house.irregular(EARLY)
        await house.irregular(c.Report(Accident.EXPOSED, Party.PLAYER, position=0))
        await let_off(house)
        assert not house.tables["real"].state.docket.open

    run(scene)
