"""What a table asks of the house above it and tells it, one question at a time.

The table and its game are bare, the house is one on an open day: what depends on the rest of it stands in for that.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.accounts import CASH_DESK, Posting, person
from tapete.clauses import fault
from tapete.house.acts import CoverStakes, LimitLoss, NoteSeat, NoteTableOpen, SellChips
from tapete.house.state import DinnerHour, KeptAward, Proof, Session, State
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Accepted, Act, ActBody, PersonId, Refused, Ruled
from tapete.live import twins
from tapete.live.errors import TableLostError
from tapete.live.twins import HouseTwins, staked, table_debt
from tapete.play import ActResult
from tapete.table.acts import Sit
from tapete.table.proofs import ProofNeeded
from tests.support.house import ANA, BEA, CASHIER, TABLE, open_house

TIME = "2026-11-22T21:30:15.123+00:00"
CARLA = PersonId("carla")


class Plain:
    """A game that knows of no house; its events are postings."""

    key = "toy"

    def postings(self, event: Any) -> Any:
        return event


class Paying(Plain):
    """A game that pays what is won."""

    def dearest_result(self, state: Any) -> int:
        return int(state.dearest)


class Telling(Plain):
    """A game whose tables hear what the house alone knows."""

    def cover_short(self, closing: Any) -> Any:
        return "cover short"

    def bank_broken(self) -> Any:
        return "bank broken"

    def dinner_begun(self, begin: str, end: str) -> Any:
        return f"dinner from {begin} to {end}"


class Opening(ActBody, frozen=True, tag="opening-of-a-twin"):
    """An opening that notes what was made of it."""

    name: str = "mesa"
    is_session: bool = False
    marks: tuple[Any, ...] = ()

    def marked(self, *marks: Any) -> Opening:
        return msgspec.structs.replace(self, marks=(*self.marks, *marks))


class Bets(ActBody, frozen=True, tag="bets-of-a-twin"):
    """An act that opens or closes the bets, or does neither."""

    opens_cycle: bool = False  # type: ignore[misc]
    closes_stakes: bool = False  # type: ignore[misc]


class Noted(ActBody, frozen=True, tag="noted-of-a-twin"):
    """An act that staff note for somebody."""

    person: PersonId
    what: Any = None


def of_house(state: State | None = None, **more: Any) -> HouseTwins:
    """Return what tables know of a house in a state, which is that of an open day."""
    found = HouseTwins(more.pop("tables", {}))
    found.actor = SimpleNamespace(state=open_house().state if state is None else state, **more)  # type: ignore[assignment]
    return found


def with_proofs(**proofs: Proof) -> State:
    return msgspec.structs.replace(open_house().state, proofs=Map({PersonId(who): one for who, one in proofs.items()}))


# --- openings --------------------------------------------------------------------------------------------------------


class InHouse(Plain):
    def in_house(self, opening: Opening, *, is_in_house: bool) -> Opening:
        return opening.marked(is_in_house)


class InSession(Plain):
    def is_session(self, opening: Opening) -> bool:
        return opening.is_session

    def in_session(self, opening: Opening, number: int) -> Opening:
        return opening.marked(number)


class WithAward(Plain):
    def award_terms(self, opening: Opening) -> str:
        return "terms"

    def with_award(self, opening: Opening, award: Any) -> Opening:
        return opening.marked(award)


class Whole(InHouse, InSession, WithAward):
    pass


AWARD = KeptAward("toy", "mesa", ANA, 10_000, 2, True, "terms")
SESSION = Session("otra", 1, 2, 2, "2026-11-22T18:00", "2026-11-22T20:00")


@pytest.mark.parametrize(
    ("game", "opening", "with_house", "without"),
    [
        (Plain(), Opening(), (), ()),
        (InHouse(), Opening(), (True,), (False,)),
        (InSession(), Opening(), (), ()),
        (InSession(), Opening(is_session=True), (2,), ()),
        (WithAward(), Opening(), (AWARD,), ()),
        (WithAward(), Opening("sala"), (), ()),
        (Whole(), Opening(is_session=True), (True, 2, AWARD), (False,)),
        (Whole(), Opening("sala"), (True,), (False,)),
    ],
)
def test_an_opening_is_told_of_its_house_its_session_and_its_bank(
    game: Any, opening: Opening, with_house: tuple[Any, ...], without: tuple[Any, ...]
) -> None:
    state = msgspec.structs.replace(open_house().state, sessions=(SESSION,), awards=(AWARD,))
    assert of_house(state).prepared(game, opening) == opening.marked(*with_house)
    assert HouseTwins({}).prepared(game, opening) == opening.marked(*without)


@pytest.mark.parametrize("key", ["toy", KEY])
def test_what_happens_at_a_table_is_told_and_what_happens_in_the_house_is_not(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(twins, "table_moves", lambda *given: (asked.append(given), ("move",))[1])
    game: Any = SimpleNamespace(key=key)
    made = ActResult(Accepted(()), "after", events=("event",))  # type: ignore[arg-type]
    found = of_house().moves(game, "uno", "before", made, TIME)
    assert found == (("move",) if key == "toy" else ())
    assert asked == ([(game, "uno", "before", "after", made.events, TIME)] if key == "toy" else [])


class Secret(ActBody, frozen=True, tag="secret-of-a-twin"):
    amount: int

    def of_house(self) -> Any:
        return Secret(0)


@pytest.mark.parametrize(("key", "amount"), [("toy", 0), (KEY, 500)])
def test_a_table_does_not_learn_what_its_house_keeps(key: str, amount: int) -> None:
    game: Any = SimpleNamespace(key=key)
    act: Act[Any] = Act(ANA, Secret(500))
    assert of_house().of_house(game, act) == Act(ANA, Secret(amount))
    plain: Act[Any] = Act(ANA, Sit(1))
    assert of_house().of_house(game, plain) is plain


# --- purses and proofs -----------------------------------------------------------------------------------------------


def test_the_chips_of_a_visitor_are_known_at_a_table_of_the_house_and_nobody_s_are_nobody_s() -> None:
    here = open_house()
    here.do(SellChips(ANA, 500), CASHIER)
    here.do(LimitLoss(300), ANA)
    house, game, own = of_house(here.state), Plain(), SimpleNamespace(key=KEY)
    assert [house.purse(one, who) for one in (game, own) for who in (ANA, BEA, None)] == [
        500,
        0,
        None,
        None,
        None,
        None,
    ]  # type: ignore[arg-type]
    assert [house.most_to_bring(one, who) for one in (game, own) for who in (ANA, None)] == [300, None, None, None]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "is_short"),
    [
        ((), False),
        (((ANA, 1_000),), False),
        (((ANA, 1_001),), True),
        (((BEA, 1),), True),
        (((ANA, 500), (BEA, 1)), True),
        (((BEA, 1), (ANA, 500)), True),
        (((ANA, 500), (ANA, 1_000)), False),
    ],
)
def test_a_proof_is_short_where_one_of_the_stakes_of_an_entry_goes_beyond_it(
    asked: tuple[tuple[PersonId, int], ...], is_short: bool
) -> None:
    house = of_house(with_proofs(ana=Proof(1_000)))
    moves = (NoteTableOpen(TABLE, "toy"), *(CoverStakes(who, TABLE, amount) for who, amount in asked))
    assert house.is_cover_short(moves) is is_short


BROKEN, DINNER = "bank broken", "dinner from 21:00 to 22:30"


@pytest.mark.parametrize(
    ("needed", "session", "time", "word"),
    [
        ({}, {}, TIME, DINNER),
        ({"is_all": True, "banker": BEA}, {}, TIME, BROKEN),
        ({"is_all": True, "banker": ANA}, {}, TIME, DINNER),
        ({"is_all": True, "banker": None}, {}, TIME, DINNER),
        ({"is_all": False, "banker": BEA}, {}, TIME, DINNER),
        ({}, {"table": "otra"}, TIME, None),
        ({}, {"end": "2026-11-22T20:30"}, TIME, None),
        ({}, {"is_dinner_begun": True}, TIME, None),
        ({}, {"is_begun": False}, TIME, None),
        ({}, {}, TIME.replace("21:30:15", "21:00:00"), DINNER),
        ({}, {}, TIME.replace("21:30:15", "20:59:59"), None),
    ],
)
def test_a_table_is_told_that_its_bank_is_broken_or_that_the_dinner_hour_has_begun(
    needed: dict[str, Any], session: dict[str, Any], time: str, word: str | None
) -> None:
    played = Session(TABLE, 1, 2, 1, "2026-11-22T18:00", is_begun=True)
    state = msgspec.structs.replace(
        with_proofs(ana=Proof(1_000), bea=Proof(1_000, called_amount=1_000)),
        sessions=(msgspec.structs.replace(played, **session),),
        dinner=DinnerHour(),
    )
    asks = {"people": frozenset({ANA, BEA}), "banker": ANA, "amount": 0, "asking": (), "enough": (), **needed}
    table = SimpleNamespace(proof_needed=ProofNeeded(**asks))
    assert of_house(state).word(Telling(), TABLE, table, time) == word  # type: ignore[arg-type]
    assert of_house(state).word(Plain(), TABLE, table, time) is None  # type: ignore[arg-type]
    assert HouseTwins({}).word(Telling(), TABLE, table, time) is None  # type: ignore[arg-type]


# --- limits ----------------------------------------------------------------------------------------------------------

FLOAT = 1_000_000
"""The chips that the house has on the table, in cents."""


def after(dearest: int = 0, **ledger: int) -> Any:
    names = {"desk": CASH_DESK, "ana": person(ANA), "carla": person(CARLA)}
    return SimpleNamespace(ledger={names[one]: held for one, held in ledger.items()}, dearest=dearest)


def bets(what: str, state: Any) -> Any:
    act = Act(HOUSE, Bets(opens_cycle=what == "opens", closes_stakes=what == "closes"))
    made = ActResult(Accepted(()), state)
    found = of_house().within_limits(Paying(), TABLE, act, made)  # type: ignore[arg-type]
    assert found.state is state
    assert found is made or isinstance(found.outcome, Refused)
    return None if found is made else (found.outcome.code, found.outcome.facts["missing"])  # type: ignore[union-attr]


@pytest.mark.parametrize("what", ["opens", "closes", "neither"])
@pytest.mark.parametrize(
    ("dearest", "own", "missing"),
    [(0, 0, 0), (FLOAT, 0, 0), (FLOAT + 1, 0, 1), (0, FLOAT, 0), (0, FLOAT + 3, 3), (FLOAT, 5, 5), (FLOAT - 5, 5, 0)],
)
def test_bets_are_opened_and_closed_where_the_chips_on_the_table_cover_what_may_be_won(
    what: str, dearest: int, own: int, missing: int
) -> None:
    due = ("table-bank-short", missing) if missing and what != "neither" else None
    assert bets(what, after(dearest, ana=own)) == due


@pytest.mark.parametrize(
    ("paid", "own", "missing"),
    [(0, FLOAT + 5, 0), (100, FLOAT - 100, 0), (100, FLOAT - 99, 1), (FLOAT, 0, 0), (FLOAT, 7, 7)],
)
def test_nobody_is_paid_in_cash_out_of_the_chips_of_people_with_an_account(
    monkeypatch: pytest.MonkeyPatch, paid: int, own: int, missing: int
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(twins, "cash_paid", lambda *given: (asked.append(given), paid)[1])
    game, state = Plain(), after(ana=own - own // 3, carla=own // 3)
    made: Any = ActResult(Accepted(()), state, events=((),))  # type: ignore[arg-type]
    found = of_house().within_limits(game, TABLE, Act(HOUSE, Sit(1)), made)  # type: ignore[arg-type]
    assert asked == [(game, TABLE, made.events)]
    assert found.state is state
    if not missing:
        assert found is made
    else:
        assert isinstance(found.outcome, Refused)
        assert (found.outcome.code, found.outcome.facts) == (
            "hall-lacks-own-chips",
            {"table": TABLE, "missing": missing},
        )


def stake(who: PersonId, amount: int) -> tuple[Posting, ...]:
    return Posting(person(who), -amount), Posting("stake:1", amount)


def out_of_time(*people: PersonId) -> State:
    state = open_house().state
    for one in people:
        state = state.with_visitor(one, is_out_of_time=True)
    return state


@pytest.mark.parametrize(
    ("act", "events", "is_refused"),
    [
        (Act(ANA, Sit(1)), (), False),
        (Act(ANA, Sit(1)), (stake(ANA, 1),), True),
        (Act(ANA, Sit(1)), (stake(BEA, 1),), False),
        (Act(ANA, Sit(1)), (stake(ANA, -1),), False),
        (Act(ANA, Sit(1)), (stake(ANA, 5), stake(ANA, -5)), False),
        (Act(ANA, Sit(1)), (stake(ANA, 6), stake(ANA, -5)), True),
        (Act(BEA, Sit(1)), (stake(BEA, 1),), False),
        (Act(BEA, Noted(ANA)), (stake(ANA, 1),), True),
        (Act(ANA, Noted(BEA)), (stake(BEA, 1),), False),
        (Act(ANA, Noted(BEA)), (stake(ANA, 1),), False),
    ],
)
def test_whoever_may_stake_nothing_more_today_stakes_nothing_himself_and_by_nobody_else(
    act: Any, events: tuple[Any, ...], is_refused: bool
) -> None:
    made: Any = ActResult(Ruled((), ()), after(), events=events)
    found = of_house(out_of_time(ANA)).within_limits(Plain(), TABLE, act, made)  # type: ignore[arg-type]
    assert found.state is made.state
    if is_refused:
        assert isinstance(found.outcome, Refused)
        assert found.outcome.code == "time-limit"
    else:
        assert found is made


def test_what_the_rules_refuse_is_refused_as_they_have_it_and_the_house_has_no_limits_for_itself() -> None:
    state = after(FLOAT + 1)
    refused = ActResult(Refused("wrong-window"), state)
    act: Any = Act(HOUSE, Bets(opens_cycle=True))
    assert of_house().within_limits(Paying(), TABLE, act, refused) is refused  # type: ignore[arg-type]
    own: Any = SimpleNamespace(key=KEY, postings=lambda _: (), dearest_result=lambda _: FLOAT + 1)
    made = ActResult(Accepted(()), state)
    assert of_house().within_limits(own, TABLE, act, made) is made


def test_what_somebody_puts_down_is_without_what_he_changes_at_the_cash_desk_and_without_that_of_others() -> None:
    bought = Posting(CASH_DESK, -700), Posting(person(ANA), 700)
    cashed = Posting(person(ANA), -300), Posting(CASH_DESK, 300)
    events = (stake(ANA, 50), bought, stake(BEA, 90), cashed, stake(ANA, -20))
    assert (staked(Plain(), ANA, events), staked(Plain(), BEA, events), staked(Plain(), CARLA, events)) == (30, 90, 0)  # type: ignore[arg-type]


# --- debts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "debt"), [("bets", 700), ("closed", None)])
def test_a_table_in_play_owes_what_is_its_players_and_what_they_may_win(phase: str, debt: int | None) -> None:
    game: Any = Paying()
    game.step = lambda _: SimpleNamespace(phase=phase)
    state = after(200, ana=400, carla=100)
    house = of_house(tables={"uno": SimpleNamespace(game=game, state=state)})
    assert (house.debt_at("uno"), house.debt_at("dos")) == (debt, None)
    assert (table_debt(game, state), table_debt(Plain(), state)) == (700, 500)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seeker", "moves", "found"),
    [
        (None, (), []),
        (None, (NoteSeat(ANA, TABLE),), []),
        (None, (NoteSeat(BEA, TABLE),), [BEA]),
        (None, (NoteSeat(BEA, ""),), []),
        (BEA, (NoteSeat(BEA, TABLE),), []),
        (ANA, (NoteSeat(BEA, TABLE),), [BEA]),
        (BEA, (NoteSeat(BEA, TABLE), NoteSeat(CARLA, TABLE)), [CARLA]),
        (None, (NoteTableOpen("dos", "toy"), NoteSeat(ANA, TABLE), NoteSeat(CARLA, TABLE), NoteSeat(BEA, TABLE)),
         [CARLA, BEA]),
        (None, (NoteSeat(ANA, "dos"),), [ANA]),
    ],
)  # fmt: skip
def test_nobody_comes_to_a_seat_unasked_whom_the_house_would_let_have_none(
    seeker: PersonId | None, moves: tuple[Any, ...], found: list[PersonId]
) -> None:
    """Ana is in the house; Bea and Carla are not. Whoever asks for a seat is answered by himself."""
    act: Any = Act(HOUSE, Bets()) if seeker is None else Act(seeker, Sit(1))
    assert list(of_house().not_to_be_seated(act, moves)) == found


# --- two entries in one transaction ----------------------------------------------------------------------------------


class House:
    """A house that notes what it is asked, and answers with a twin, a refusal or an error."""

    def __init__(self, answer: Any = ("append", "after", "made")) -> None:
        self.turn, self.step, self.answer = asyncio.Lock(), open_house().state.step, answer
        self.noted: list[Any] = []

    def twin(self, act: Any) -> Any:
        self.noted.append((act.by, act.at, *msgspec.structs.astuple(act.body)))
        assert self.turn.locked()
        return self.answer

    def move_on(self, *given: Any) -> None:
        self.noted.append(given)

    def end_if_replaced(self, error: TableLostError) -> None:
        self.noted.append(error)


ENTRY: Any = SimpleNamespace(entry=SimpleNamespace(version=7), hash="ab" * 32)
MOVES = (NoteSeat(ANA, TABLE),)


def follow(house: House | None, moves: Any = MOVES, error: Exception | None = None) -> tuple[Any, Any]:
    """Return what is given to whoever stores an entry, and the error that comes out of the block."""

    async def scene() -> tuple[Any, Any]:
        here = HouseTwins({})
        here.actor = house  # type: ignore[assignment]
        given: Any = "nothing"
        try:
            async with here.following(TABLE, ENTRY, moves) as given:
                if error is not None:
                    raise error
        except Exception as found:
            return given, found
        finally:
            assert house is None or not house.turn.locked()
        return given, None

    return asyncio.run(scene())


def test_an_entry_that_means_something_for_the_house_is_stored_with_its_twin() -> None:
    house = House()
    assert follow(house) == ("append", None)
    asked = (HOUSE, house.step, TABLE, 7, "ab" * 32, MOVES)
    assert house.noted == [asked, ("after", "made", HOUSE)]


@pytest.mark.parametrize(("has_house", "moves"), [(False, MOVES), (True, ()), (False, ())])
def test_an_entry_that_means_nothing_for_a_house_is_stored_alone(has_house: bool, moves: Any) -> None:
    house = House() if has_house else None
    assert follow(house, moves) == (None, None)
    assert house is None or house.noted == []


def test_where_the_house_refuses_it_does_not_go_on() -> None:
    house = House(Refused("not-admitted"))
    assert follow(house) == (Refused("not-admitted"), None)
    assert len(house.noted) == 1


@pytest.mark.parametrize("error", [TableLostError("writer-replaced", table=TABLE, epoch=2), ZeroDivisionError()])
def test_where_the_entry_is_not_stored_the_house_stays_where_it_is_and_looks_whether_it_is_another_s(
    error: Exception,
) -> None:
    house = House()
    assert follow(house, error=error) == ("append", error)
    assert house.noted[1:] == ([error] if isinstance(error, TableLostError) else [])


def test_the_fault_of_a_seat_is_one_of_the_house_and_not_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(twins, "note_seat", lambda *given: (asked.append(given), fault("nothing-changes"))[1])
    house, move = of_house(), NoteSeat(ANA, TABLE)
    act: Any = Act(BEA, Bets())
    assert list(house.not_to_be_seated(act, (move,))) == [ANA]
    assert asked == [(house.actor.state, HOUSE, move)]  # type: ignore[union-attr]
