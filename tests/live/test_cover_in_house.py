"""An open bank at a table of a house: its proof lies there and its sum is sealed; what it does not cover is told."""

from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.catalogue import recorded_engines
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.house import acts as a, banks
from tapete.house.engine import ESTABLISHMENT
from tapete.house.tables import table_moves
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import CLOCK, HOUSE, Accepted, Act, PersonId, Step, fold
from tapete.live import Hall, Keys
from tapete.live.answer import Answer
from tapete.live.house_link import HouseLink
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import ExportSource, StoreSource, write_export
from tapete.record.store import open_store
from tapete.record.store.sqlite import library as sqlite3
from tests.support.dos_panos.table import opened
from tests.support.house import ANA, CASHIER, DIRECTOR, open_house
from tests.support.live import evening
from tests.support.live.toy import Stage, in_house

CARLA = PersonId("carla")
CHIPS = {"ana": 20_000_00, "carla": 40_000_00}


async def ready(hall: Hall, proven: int = evening.PROVEN) -> tuple[Any, Any]:
    """Return a house and its table, where Rosa's open bank has 1,000 euros in chips."""
    house = await evening.open_day(hall, admission=False)
    await evening.slip(house, SlipKind.SUPPLY, 200_000_00)
    table = await hall.open_table("dos-panos", evening.OPEN_BANK)
    await evening.held_by_rosa(house, table, 1_000_00, proven=proven)
    await evening.prepare_shoe(table)
    await evening.do(table, evening.ROSA, d.DeliverBank(1_000_00))
    await evening.bring_punters(house, table, **CHIPS)
    return house, table


@pytest.mark.clause("DP.E2.12")
@in_house(sound=True)
async def test_that_a_bank_does_not_cover_the_table_is_told_to_everybody_and_stands_in_both_records(hall: Hall) -> None:
    """Given 41,000.01 at risk above 1,000 in chips and 40,000 proven: nothing is dealt until stakes go back."""
    house, table = await ready(hall)
    await evening.stake(table, ana=6_000_00, carla=35_000_01)
    before = house.version
    answer = await table.act(Act(evening.HAND, d.CloseBets(), table.step), "cierre-1")
    assert isinstance(answer.outcome, Accepted)
    assert [type(one).__name__ for one in answer.outcome.events] == ["CoverShort", "Said"]
    assert answer.outcome.rests_on[-1] == "DP.E2.12"
    assert (table.state.phase, table.state.coup.is_cover_short) == (Phase.BETS, True)
    (told,) = await table.entries(table.version - 1)
    assert (told.by, told.act["what"]) == (HOUSE, {"act": "tell-cover-short", "person": evening.HAND})
    (twin,) = await house.entries(before)
    assert [one["event"] for one in twin.events] == ["cover-found-short@1"]
    again = await table.act(Act(evening.HAND, d.CloseBets(), msgspec.convert(told.act["at"], Step)), "cierre-1")
    assert (again.is_repeated, again.outcome.events) == (True, answer.outcome.events)
    assert (await evening.refused(table, evening.HAND, d.CloseBets())).code == "deposit-not-sufficient"
    await evening.do(table, CARLA, d.Stake(35_000_00, Hand.SEGUNDO))
    await evening.do(table, evening.HAND, d.CloseBets())
    assert table.state.phase is Phase.DEAL
    assert [one.act["what"]["act"] for one in await table.entries()].count("tell-cover-short") == 1


@in_house(sound=True)
async def test_a_coup_that_the_bank_does_not_cover_is_called_off_and_the_table_closes(hall: Hall) -> None:
    house, table = await ready(hall)
    await evening.stake(table, carla=40_000_00, ana=20_000_00)
    await evening.do(table, evening.HAND, d.CloseBets(), d.CallOff())
    assert (table.state.phase, table.state.ledger.get("stakes", 0)) == (Phase.BETWEEN, 0)
    await evening.do(table, HOUSE, d.CloseTable())
    assert house.state.proofs[evening.ROSA].table == ""


@in_house
async def test_nobody_but_the_system_speaks_for_the_house(hall: Hall) -> None:
    _, table = await ready(hall)
    await evening.stake(table, ana=6_000_00, carla=35_000_01)
    for who in (evening.HAND, evening.OFFICER, evening.ROSA, ANA, CLOCK):
        for what in (d.TellCoverShort(evening.HAND), d.TellBankBroken()):
            assert (await evening.refused(table, who, what)).code == "only-system"


@pytest.mark.clause("DP.E2.12")
@in_house
async def test_the_house_does_not_say_of_a_bank_that_covers_the_stakes_that_it_does_not(hall: Hall) -> None:
    _, table = await ready(hall)
    await evening.stake(table, carla=1_000_00)
    assert (await evening.refused(table, HOUSE, d.TellCoverShort(evening.HAND))).code == "nothing-changes"
    await evening.do(table, CARLA, d.Stake(30_000_00, Hand.SEGUNDO))
    assert (await evening.refused(table, HOUSE, d.TellCoverShort(evening.HAND))).code == "deposit-is-sufficient"
    assert (await evening.refused(table, HOUSE, d.TellBankBroken())).code == "nothing-changes"
    assert (await evening.refused(table, HOUSE, d.TellCoverShort(evening.ROSA))).code == "not-your-post"


@pytest.mark.clause("DP.E2.12")
def test_an_audit_finds_a_hall_that_said_of_a_bank_that_covers_the_table_that_it_does_not(
    stage: Any, url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the house's own record, where its private parts can be read; without them nobody can say."""

    async def scene(hall: Hall) -> None:
        _, table = await ready(hall)
        await evening.stake(table, carla=30_000_00)
        with monkeypatch.context() as patched:
            asked = banks.is_short
            patched.setattr(banks, "is_short", lambda *given: asked(*given) or True)
            await evening.do(table, HOUSE, d.TellCoverShort(evening.HAND))

    stage.play_in_house(scene)
    with open_store(url, read_only=True) as store:
        whole = audit(StoreSource(store), recorded_engines(), AuditInputs(KeySealer(keys.sealing)))
        assert [(one.table, one.code) for one in whole.problems] == [("house", "act-refused")]
        assert "deposit-is-sufficient" in str(whole.problems[0].facts)
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def said(entry: Any) -> list[Any]:
    """Return the events of an entry, but for the order of a shoe that nobody can know."""
    return [one for one in entry.events if one["event"] != "shoe-sealed@1"]


def seen_of(stage_: Any, proven: int) -> list[bytes]:
    """Return all that the people of a table with so much proven are shown and told, one stake after the other."""
    found: list[bytes] = []

    async def scene(hall: Hall) -> None:
        house, table = await ready(hall, proven)
        await evening.do(table, evening.HAND, d.OpenBets())
        if table.state.phase is Phase.BANCO:
            await evening.do(table, evening.HAND, d.CloseCalls())
        for amount in (500_00, 10_000_00, 39_000_00):
            await evening.do(table, CARLA, d.Stake(amount, Hand.SEGUNDO))
            for who in (None, evening.HAND, evening.ROSA, ANA, CARLA, PersonId("inspector"), evening.OFFICER):
                views = (table.view(who), table.legal(who), table.explain(who), house.view(who), house.legal(who))
                found.append(msgspec.json.encode(views, order="deterministic"))
        answer = await table.act(Act(evening.HAND, d.CloseBets(), table.step), "cierre")
        found.append(msgspec.json.encode(answer.outcome))
        found.extend(msgspec.json.encode((one.act, said(one))) for one in await table.entries())

    stage_.play_in_house(scene)
    return found


@pytest.mark.clause("DP.E2.10")
@pytest.mark.parametrize("sums", [(38_000_00, 90_000_00), (37_999_99, 1_00)], ids=["both cover it", "neither does"])
def test_two_proofs_on_one_side_of_the_stakes_look_the_same_to_everybody_at_the_table(
    tmp_path: Any, keys: Keys, monkeypatch: pytest.MonkeyPatch, sums: tuple[int, int]
) -> None:
    """Given 1,000 in chips and 39,000 at risk in the end; the table's director is not the house's."""
    evening.list_shoes(monkeypatch)
    one, other = (seen_of(Stage(f"sqlite:///{tmp_path / f'{amount}.db'}", keys), amount) for amount in sums)
    assert one == other


@pytest.mark.clause("DP.E1.14", "DP.E1.15")
def test_an_open_bank_is_broken_when_its_proof_is_used_up_and_goes_on_from_a_new_deposit(
    stage: Any, url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given 1,000 in chips and 40,000 proven, both lost: broken; with 999.99 anew: refused; with 1,000: it goes on."""
    evening.list_shoes(monkeypatch)

    async def scene(hall: Hall) -> None:
        house, table = await ready(hall)
        await evening.stake(table, ana=6_000_00, carla=35_000_00)
        await evening.do(table, evening.HAND, d.CloseBets())
        await evening.play_coup(table)
        assert house.state.proofs[evening.ROSA].is_used_up
        assert table.state.phase is Phase.BROKEN
        (told,) = await table.entries(table.version - 1)
        assert (told.act["what"]["act"], told.rests_on[-1]) == ("tell-bank-broken", "DP.E1.14")
        (twin,) = await house.entries(house.version - 1)
        assert [one["event"] for one in twin.events] == ["proof-exhausted@1"]
        await evening.do(house, CASHIER, a.TakeDeposit(evening.ROSA, 2_000_00))
        assert (await evening.refused(table, evening.ROSA, d.DepositBank(999_99))).code == "deposit-too-small"
        await evening.do(table, evening.ROSA, d.DepositBank(1_000_00), d.DeliverBank(1_000_00))
        assert table.state.phase is Phase.BETWEEN
        await evening.stake(table, carla=1_000_01)
        await evening.do(table, evening.HAND, d.CloseBets())
        assert table.state.coup.is_cover_short

    stage.play_in_house(scene)
    stage.require_sound()


@in_house
async def test_a_table_takes_no_proof_that_the_house_has_not(hall: Hall) -> None:
    house = await evening.open_day(hall, admission=False)
    table = await hall.open_table("dos-panos", evening.OPEN_BANK)
    no = await evening.refused(table, evening.OFFICER, d.ProveDeposit(evening.ROSA))
    assert (no.code, "DP.E2.10" in no.clauses) == ("proof-not-lodged", True)
    assert (
        await evening.refused(table, evening.INSPECTOR, d.AnnounceBank(evening.ROSA, evening.BANK))
    ).code == "deposit-not-proven"
    await evening.do(house, DIRECTOR, a.LodgeProof(evening.ROSA, evening.PROVEN))
    await evening.do(table, evening.OFFICER, d.ProveDeposit(evening.ROSA, 1_000_00))
    assert (dict(table.state.proofs), house.state.proofs[evening.ROSA].table) == ({evening.ROSA: None}, "libre")
    assert (await evening.refused(house, DIRECTOR, a.ReleaseProof(evening.ROSA))).code == "proof-in-use"
    await evening.do(table, HOUSE, CloseTable())
    assert house.state.proofs[evening.ROSA].table == ""
    await evening.do(house, DIRECTOR, a.ReleaseProof(evening.ROSA))


def test_an_open_bank_is_not_told_that_it_is_broken_while_chips_are_left_though_its_proof_is_used_up() -> None:
    here, made = open_house(admission=False), opened(evening.LOST, mode=BankMode.OPEN, is_in_house=True)
    for what in (
        a.LodgeProof(evening.ROSA, 100),
        a.UseProof(evening.ROSA, "mesa-1"),
        a.CallProof(evening.ROSA, "mesa-1", 100),
    ):
        here.do(what, DIRECTOR if isinstance(what, a.LodgeProof) else HOUSE)
    made.do("director", d.ProveDeposit(evening.ROSA)).announced(1_000_00).deposited(1_000_00).shoe().delivered()
    twins = HouseLink({})
    twins.actor = SimpleNamespace(state=here.state)  # type: ignore[assignment]
    assert here.state.proofs[evening.ROSA].is_used_up
    assert twins.word(made.play.game, "mesa-1", made.state, "2026-11-22T17:00") is None


def test_what_the_bank_loses_above_its_chips_is_drawn_on_the_proof_and_paid_by_the_desk() -> None:
    """The entries of a table are told to a house, one after the other: a loss of 3,500 euros with 1,000 in the bank."""
    here = open_house(admission=False)
    made = (
        opened(evening.LOST, mode=BankMode.OPEN, is_in_house=True)
        .do("director", d.ProveDeposit(evening.ROSA))
        .announced(1_000_00)
    )
    made.deposited(1_000_00).shoe().delivered().bets().staked(ana=2_000_00, carla=1_500_00).closed()
    made.played("no", "no").banker(Stand()).shown().settled()
    here.slip(SlipKind.SUPPLY, 400_000_00)
    for who in made.state.seats.people():
        here.do(a.SellChips(who, 20_000_00), CASHIER)
    here.do(a.TakeDeposit(evening.ROSA, 1_000_00), CASHIER)
    here.do(a.LodgeProof(evening.ROSA, evening.PROVEN), DIRECTOR)
    game, state = made.play.game, made.play.game.blank()
    for number, turn in enumerate(made.turns, start=1):
        after = fold(game.evolve, state, turn.events)
        if moves := table_moves(game, "salon", state, after, turn.events, "2026-11-22T17:00:00+01:00"):
            here.do(a.FollowTable("salon", number, "0" * 64, moves))
        state = after
    assert here.state.proofs[evening.ROSA].called_amount == 2_500_00
    assert here.held("table:salon") == sum(held for name, held in state.ledger.items() if name != "cash-desk")
    assert ESTABLISHMENT.problems(here.state) == ()


SUM = 4_123_457
COMMAND = "prueba-1"


async def lodge(hall: Hall) -> list[Answer]:
    """Ana proves a deposit in a new house, and the director is told so twice; return both answers."""
    house = await evening.open_day(hall, admission=False)
    await evening.do(house, DIRECTOR, a.AcceptInstitution("Banco A"))
    said = Act(DIRECTOR, a.LodgeProof(ANA, SUM, "Banco A"), house.step)
    answers = [await house.act(said, COMMAND) for _ in range(2)]
    assert all(isinstance(one.outcome, Accepted) for one in answers)
    assert house.state.proofs[ANA].amount == SUM
    return answers


@pytest.fixture
def lodged(stage: Any) -> None:
    async def again(hall: Hall) -> None:
        assert hall.house is not None
        assert hall.house.state.proofs[ANA].amount == SUM
        (entry,) = [one for one in await hall.house.entries() if one.act["what"]["act"] == "lodge-proof"]
        assert (entry.act["what"]["amount"], entry.events[0]["amount"]) == (None, None)

    stage.play_in_house(lodge, again)


@in_house
async def test_neither_the_first_answer_nor_the_one_that_is_kept_tells_the_sum(hall: Hall) -> None:
    for answer, is_repeated in zip(await lodge(hall), (False, True), strict=True):
        told = [(event.person, event.amount) for event in answer.outcome.events]
        assert (answer.is_repeated, told) == (is_repeated, [(ANA, None)])


def test_the_sum_is_nowhere_in_the_store_or_in_an_export(lodged: None, url: str, tmp_path: Path) -> None:
    needle = str(SUM).encode()
    with open_store(url, read_only=True) as store:
        write_export(StoreSource(store), KEY, tmp_path / "casa")
    database = Path(url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(database)) as opened:
        names = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        dump = b"".join(repr(row).encode() for name in names for row in opened.execute(f'SELECT * FROM "{name}"'))
    export = (tmp_path / "casa").read_bytes()
    assert b"lodge-proof" in dump or b"6c6f6467652d70726f6f66" in dump.lower()
    assert b"lodge-proof" in export
    assert not any(needle in text or needle.hex().encode() in text.lower() for text in (dump, database.read_bytes()))
    assert needle not in export


def test_the_record_is_sound_with_its_key_and_without_it(lodged: None, url: str, keys: Any, tmp_path: Path) -> None:
    with open_store(url, read_only=True) as store:
        source = StoreSource(store)
        whole = audit(source, recorded_engines(), AuditInputs(KeySealer(keys.sealing)))
        assert (whole.problems, whole.skipped_count, whole.unopened_count) == ((), 0, 0)
        blind = audit(source, recorded_engines())
        assert (blind.problems, [one.code for one in blind.unjudged_entries]) == ((), ["act-sealed"])
        write_export(source, KEY, tmp_path / "casa")
    given = audit(ExportSource(tmp_path / "casa"), recorded_engines())
    assert (given.problems, [one.code for one in given.unjudged_entries]) == ((), ["act-sealed"])
