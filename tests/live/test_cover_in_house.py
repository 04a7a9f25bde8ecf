"""An open bank at a table of a house goes on exactly as where the table knows what is proven: the house tells it that
the bank does not cover the stakes, and that nothing is left of it. What it tells stands in both records.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.house import acts as a, proofs
from tapete.house.terms import SlipKind
from tapete.kernel import CLOCK, HOUSE, Accepted, Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.house import CASHIER
from tests.support.live.bank import (
    HAND,
    OFFICER,
    OPENING,
    PROVEN,
    ROSA,
    bring_punters,
    held_by_rosa,
    list_shoes,
    play_coup,
    prepare_shoe,
    stake,
)
from tests.support.live.evening import do, open_day, refused, slip

ANA, CARLA = PersonId("ana"), PersonId("carla")
CHIPS = {"ana": 20_000_00, "carla": 40_000_00}


def play(stage: Any, *scenes: Any) -> None:
    for scene in scenes:
        stage.play(scene, games=house_games())


async def ready(hall: Hall, proven: int = PROVEN) -> tuple[Any, Any]:
    """Return a house and its table, where Rosa's open bank has 1,000 euros in chips."""
    house = await open_day(hall, admission=False)
    await slip(house, SlipKind.SUPPLY, 200_000_00)
    table = await hall.open_table("dos-panos", OPENING)
    await held_by_rosa(house, table, 1_000_00, proven=proven)
    await prepare_shoe(table)
    await do(table, ROSA, d.DeliverBank(1_000_00))
    await bring_punters(house, table, **CHIPS)
    return house, table


def sound(url: str, keys: Keys) -> None:
    """Require the records of house and table to be sound, with their private parts and without them."""
    with open_store(url, read_only=True) as store:
        for given in (AuditInputs(KeySealer(keys.sealing)), AuditInputs()):
            report = audit(StoreSource(store), recorded_engines(), given)
            assert report.problems == ()


# --- the cover --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E2.12")
def test_that_a_bank_does_not_cover_the_table_is_told_to_everybody_and_stands_in_both_records(
    stage: Any, url: str, keys: Keys
) -> None:
    """Given 41,000.01 at risk above 1,000 in chips and 40,000 proven: the closing words are said and nothing is dealt,
    until stakes go back, more is proven, or the coup is called off.
    """

    async def scene(hall: Hall) -> None:
        house, table = await ready(hall)
        await stake(table, ana=6_000_00, carla=35_000_01)
        before = house.version
        answer = await table.act(Act(HAND, d.CloseBets(), table.step), "cierre-1")
        assert isinstance(answer.outcome, Accepted)
        assert [type(one).__name__ for one in answer.outcome.events] == ["CoverShort", "Said"]
        assert answer.outcome.rests_on[-1] == "DP.E2.12"
        assert (table.state.phase, table.state.coup.is_cover_short) == (Phase.BETS, True)
        (told,) = await table.entries(table.version - 1)
        assert (told.by, told.act["what"]) == (HOUSE, {"act": "tell-cover-short", "person": HAND})
        (twin,) = await house.entries(before)
        assert [one["event"] for one in twin.events] == ["cover-found-short@1"]
        again = await table.act(Act(HAND, d.CloseBets(), told_step(told)), "cierre-1")
        assert (again.is_repeated, again.outcome.events) == (True, answer.outcome.events)
        assert (await refused(table, HAND, d.CloseBets())).code == "deposit-not-sufficient"
        await do(table, CARLA, d.Stake(35_000_00, Hand.SEGUNDO))
        await do(table, HAND, d.CloseBets())
        assert table.state.phase is Phase.DEAL
        assert [one.act["what"]["act"] for one in await table.entries()].count("tell-cover-short") == 1

    play(stage, scene)
    sound(url, keys)


def told_step(told: Any) -> Any:
    from tapete.kernel import Step

    return msgspec.convert(told.act["at"], Step)


def test_a_coup_that_the_bank_does_not_cover_is_called_off_and_the_table_closes(
    stage: Any, url: str, keys: Any
) -> None:
    async def scene(hall: Hall) -> None:
        house, table = await ready(hall)
        await stake(table, carla=40_000_00, ana=20_000_00)
        await do(table, HAND, d.CloseBets(), d.CallOff())
        assert (table.state.phase, table.state.ledger.get("stakes", 0)) == (Phase.BETWEEN, 0)
        await do(table, HOUSE, d.CloseTable())
        assert house.state.proofs[ROSA].table == ""

    play(stage, scene)
    sound(url, keys)


@pytest.mark.parametrize("who", [HAND, OFFICER, ROSA, ANA, CLOCK])
def test_nobody_but_the_system_speaks_for_the_house(stage: Any, who: PersonId) -> None:
    async def scene(hall: Hall) -> None:
        _, table = await ready(hall)
        await stake(table, ana=6_000_00, carla=35_000_01)
        for what in (d.TellCoverShort(HAND), d.TellBankBroken()):
            assert (await refused(table, who, what)).code == "only-system"

    play(stage, scene)


@pytest.mark.clause("DP.E2.12")
def test_the_house_does_not_say_of_a_bank_that_covers_the_stakes_that_it_does_not(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        _, table = await ready(hall)
        await stake(table, carla=1_000_00)
        assert (await refused(table, HOUSE, d.TellCoverShort(HAND))).code == "nothing-changes"
        await do(table, CARLA, d.Stake(30_000_00, Hand.SEGUNDO))
        assert (await refused(table, HOUSE, d.TellCoverShort(HAND))).code == "deposit-is-sufficient"
        assert (await refused(table, HOUSE, d.TellBankBroken())).code == "nothing-changes"
        assert (await refused(table, HOUSE, d.TellCoverShort(ROSA))).code == "not-your-post"

    play(stage, scene)


@pytest.mark.clause("DP.E2.12")
def test_an_audit_finds_a_hall_that_said_of_a_bank_that_covers_the_table_that_it_does_not(
    stage: Any, url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the house's own record, where its private parts can be read; without them nobody can say."""

    async def scene(hall: Hall) -> None:
        _, table = await ready(hall)
        await stake(table, carla=30_000_00)
        with monkeypatch.context() as patched:
            asked = proofs.is_short
            patched.setattr(proofs, "is_short", lambda *given: asked(*given) or True)
            await do(table, HOUSE, d.TellCoverShort(HAND))

    play(stage, scene)
    with open_store(url, read_only=True) as store:
        whole = audit(StoreSource(store), recorded_engines(), AuditInputs(KeySealer(keys.sealing)))
        assert [(one.table, one.code) for one in whole.problems] == [("house", "act-refused")]
        assert "deposit-is-sufficient" in str(whole.problems[0].facts)
        assert audit(StoreSource(store), recorded_engines()).problems == ()


# --- the secret -------------------------------------------------------------------------------------------------------


def said(entry: Any) -> list[Any]:
    """Return the events of an entry, but for the order of a shoe that nobody can know."""
    return [one for one in entry.events if one["event"] != "shoe-sealed@1"]


def seen_of(stage_: Any, proven: int) -> list[bytes]:
    """Return all that the people of a table with so much proven are shown and told, one stake after the other."""
    found: list[bytes] = []

    async def scene(hall: Hall) -> None:
        house, table = await ready(hall, proven)
        await do(table, HAND, d.OpenBets())
        if table.state.phase is Phase.BANCO:
            await do(table, HAND, d.CloseCalls())
        for amount in (500_00, 10_000_00, 39_000_00):
            await do(table, CARLA, d.Stake(amount, Hand.SEGUNDO))
            for who in (None, HAND, ROSA, ANA, CARLA, PersonId("inspector"), OFFICER):
                views = (table.view(who), table.legal(who), table.explain(who), house.view(who), house.legal(who))
                found.append(msgspec.json.encode(views, order="deterministic"))
        answer = await table.act(Act(HAND, d.CloseBets(), table.step), "cierre")
        found.append(msgspec.json.encode(answer.outcome))
        found.extend(msgspec.json.encode((one.act, said(one))) for one in await table.entries())

    play(stage_, scene)
    return found


@pytest.mark.clause("DP.E2.10")
@pytest.mark.parametrize(
    "sums", [(38_000_00, 90_000_00), (37_999_99, 1_00)], ids=["both cover the stakes", "neither does"]
)
def test_two_proofs_on_one_side_of_the_stakes_look_the_same_to_everybody_at_the_table(
    tmp_path: Any, keys: Keys, monkeypatch: pytest.MonkeyPatch, sums: tuple[int, int]
) -> None:
    """Given 1,000 in chips and 39,000 at risk in the end; the table's director is not the house's."""
    from tests.support.live.stage import Stage

    list_shoes(monkeypatch)
    one, other = (seen_of(Stage(f"sqlite:///{tmp_path / f'{amount}.db'}", keys), amount) for amount in sums)
    assert one == other


# --- a bank that is used up -------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E1.14", "DP.E1.15")
def test_an_open_bank_is_broken_when_its_proof_is_used_up_and_goes_on_from_a_new_deposit(
    stage: Any, url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given 1,000 in chips and 40,000 proven, both lost: broken; with 999.99 anew: refused; with 1,000: it goes on."""
    list_shoes(monkeypatch)

    async def scene(hall: Hall) -> None:
        house, table = await ready(hall)
        await stake(table, ana=6_000_00, carla=35_000_00)
        await do(table, HAND, d.CloseBets())
        await play_coup(table)
        assert house.state.proofs[ROSA].is_used_up
        assert table.state.phase is Phase.BROKEN
        (told,) = await table.entries(table.version - 1)
        assert (told.act["what"]["act"], told.rests_on[-1]) == ("tell-bank-broken", "DP.E1.14")
        (twin,) = await house.entries(house.version - 1)
        assert [one["event"] for one in twin.events] == ["proof-exhausted@1"]
        await do(house, CASHIER, a.TakeDeposit(ROSA, 2_000_00))
        assert (await refused(table, ROSA, d.DepositBank(999_99))).code == "deposit-too-small"
        await do(table, ROSA, d.DepositBank(1_000_00), d.DeliverBank(1_000_00))
        assert table.state.phase is Phase.BETWEEN
        await stake(table, carla=1_000_01)
        await do(table, HAND, d.CloseBets())
        assert table.state.coup.is_cover_short

    play(stage, scene)
    sound(url, keys)
