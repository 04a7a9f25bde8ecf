"""Two officials who speak in one moment: one of them is heard, and what he said is done once."""

import asyncio
from itertools import permutations
from typing import Any

import pytest

from tapete.games.baccarat.effects import NoteOnly, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident
from tapete.kernel import Act, PersonId, Refused
from tests.web.test_second_official import WRONG, done, kinds, played, send

VOID = GiveRuling(1, (VoidCoup(),), "nobody can tell")
STANDS = GiveRuling(1, (NoteOnly("as it lies"),), "all have seen it")


PROPOSED = GiveRuling(1)
ORDERS = list(permutations([("fermin-real", VOID), ("fermin-real", STANDS), ("luz-real", PROPOSED)]))


@pytest.mark.parametrize("is_at_step", [True, False], ids=["by-the-page", "by-a-program"])
@pytest.mark.parametrize("order", ORDERS)
def test_one_incident_is_ruled_once(run: Any, order: tuple[tuple[str, GiveRuling], ...], is_at_step: bool) -> None:
    """The inspector says two things, on two screens, and the croupier pronounces what the rules propose."""

    async def scene(house: Any) -> None:
        await house.dealt("real")
        await house.irregular(c.Report(Accident.BASKET, Party.PLAYER, 0))
        table = house.tables["real"]
        step = table.step if is_at_step else None
        answers = await asyncio.gather(*(table.act(Act(PersonId(who), what, step)) for who, what in order))
        heard = [n for n, one in enumerate(answers) if not isinstance(one.outcome, Refused)]
        refused = [one.outcome for one in answers if isinstance(one.outcome, Refused)]
        assert heard == [0]
        assert {one.code for one in refused} <= {"no-such-incident", *(["window-closed"] if is_at_step else [])}
        (entry,) = [one for one in await table.entries(limit=200) if "incident-ruled@1" in kinds([one])]
        assert (entry.by, table.view(None).incidents) == (order[0][0], ())

    run(scene)


def test_a_second_signature_given_twice_at_once_is_done_once(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        marta, julio = await house.token("marta"), await house.token("julio")
        assert (await send(house, marta, WRONG | {"second": "julio"}, "k1")).json()["code"] == "awaits-second"
        second = WRONG | {"second": "marta"}
        answers = await asyncio.gather(*(send(house, julio, second, f"s{n}") for n in range(5)))
        assert any(one.status_code == 200 for one in answers)
        assert await done(house) == 1

    run(scene)


def test_of_two_officials_who_name_each_other_at_once_one_is_the_second(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        marta, julio = await house.token("marta"), await house.token("julio")
        answers = await asyncio.gather(
            send(house, marta, WRONG | {"second": "julio"}, "m"), send(house, julio, WRONG | {"second": "marta"}, "j")
        )
        assert sorted(one.status_code for one in answers) == [200, 409]
        assert await done(house) == 1
        assert not tuple(house.table.proposals)

    run(scene)
