"""Every act of the game by every role in every phase of recorded tables: a refusal says why and changes nothing, what
is offered is taken, and what is taken keeps the rules that no order of acts may get round.

Each table is tried as it stands, and as it stands when somebody has gone away, was called, or has left.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.clauses.practice import practices
from tapete.clauses.register import register
from tapete.games.baccarat.procedure import CallPerson
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.acts import BuyBank
from tapete.games.dos_panos.decisions import ACTS
from tapete.games.dos_panos.people.cloths import cloth_of
from tapete.games.dos_panos.people.relief import POSTS
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, BankEnd, BankMode, Phase
from tapete.kernel import (
    CHANCE,
    CLOCK,
    HOUSE,
    Accepted,
    Act,
    Amount,
    Choice,
    Count,
    Field,
    FixedValue,
    Offer,
    People,
    PersonId,
    Refused,
    fold,
    is_allowed,
)
from tapete.live.vault import SeededOrders
from tapete.play import transition
from tapete.record.notation import play, read_notation
from tapete.table import acts as t
from tapete.words import LANGS, refusal
from tapete.words.book import text
from tests.dos_panos.test_enemies import tries
from tests.support.dos_panos.walks import BOOKS, GAME, states

RECORDED = Path(__file__).parents[1] / "tables" / "dos-panos"
KINDS = {str(one.__struct_config__.tag): one for one in ACTS}
NO_CLAUSE = frozenset(
    {
        # who somebody is, what he has, and when the table awaits the act
        *(
            "not-your-post",
            "nobody-has-cards",
            "not-the-banker",
            "no-banker",
            "not-your-bank",
            "not-your-banco",
            "staff-may-not-play",
        ),
        *("only-system", "only-people", "only-chance", "system-on-duty", "player-may-not-serve", "one-post-each"),
        *(
            "unknown-person",
            "not-at-table",
            "not-on-the-list",
            "on-the-list",
            "seat-taken",
            "already-seated",
            "unknown-seat",
        ),
        *("not-enough-chips", "no-stake-there", "no-such-cloth", "no-such-spot", "wrong-window", "table-is-open"),
        *("table-closed", "coup-in-progress", "nothing-changes", "not-an-open-bank", "shoe-in-use", "no-house"),
        *("no-shoe", "no-shoe-wanted", "no-lots-wanted", "no-card-awaited", "card-awaited", "no-auction", "no-award"),
        *("no-such-rulebook", "no-such-lot", "shoe-wanted", "nobody-at-table", "institution-missing", "term-missing"),
        # what has been done already, or is there to be done first
        *("nobody-to-call", "called-already", "looked-already", "look-first", "holder-is-there", "award-stands"),
        *("check-too-late", "check-asked-already", "no-check-asked", "check-asked", "no-banco", "banco-called-already"),
        *("still-there", "keeps-his-place", "already-away", "not-away", "nothing-staked", "something-staked"),
        *(
            "no-such-incident",
            "no-such-card",
            "no-such-coup",
            "report-not-now",
            "score-taken-up",
            "no-coup",
            "fact-missing",
            "party-unfit",
        ),
        *(
            "no-testimony-asked",
            "cards-not-seen",
            "not-of-this-card",
            "hand-is-open",
            "not-of-the-bank",
            "no-word-said",
        ),
        *("too-few-cards", "cannot-happen-here", "not-yours", "no-time-limit", "no-bank", "coup-suspended"),
        *("bid-below-floor", "bid-not-raised", "card-shown", "not-dealt-yet", "cut-too-deep", "cut-too-shallow"),
        # values of house practice
        *("cards-say-nothing", "no-banco-in-open-bank"),
    }
)
"""Refusals that apply no rule of the documents: they say who acts, what is there and what the table awaits."""

# --- tables -----------------------------------------------------------------------------------------------------------


@cache
def tables() -> tuple[State, ...]:
    """Return a state of each rulebook, mode and phase that recorded tables and walks reach, with what lies there: one
    at which faults are refused, where there is one.
    """
    found: dict[tuple[Any, ...], State] = {}
    played = (play(GAME, read_notation(file)) for file in sorted(RECORDED.glob("*.toml")))
    reached = (turn.state for run in played for turn in run.turns)
    walked = (state for book in BOOKS for state in states(book))
    for state in sorted((*reached, *walked), key=lambda one: one.is_observed):
        begun = state.bank is not None and state.bank.coups > 0
        lies = (begun, bool(state.coup.laid), bool(state.seekers))
        key = (state.book.id, state.settings.mode, state.phase, *lies)
        found.setdefault(key, state)
    return tuple(found.values())


def of_phase(phase: Phase) -> Iterator[State]:
    """Yield the tables of a phase: those of one rulebook in every situation, the others as they stand.

    Situations of a second rulebook took as long again and found nothing that these had not found.
    """
    for state in tables():
        if state.phase is phase:
            yield from situations(state) if state.book.id == "asturias-2011" else (state,)


def done(state: State, by: PersonId, what: Any) -> State | None:
    """Return the table after an act, ``None`` where it is refused."""
    outcome = GAME.decide(state, Act(by, what, state.step))
    return None if isinstance(outcome, Refused) else fold(GAME.evolve, state, outcome.events)


def situations(state: State) -> Iterator[State]:
    """Yield a table as it stands; with its banker away, whom it waits for called, one less on a cloth, a buyer."""
    yield state
    people = state.seats.people()
    leavers = (next((who for who in people if cloth_of(state.seats, who) is cloth), None) for cloth in CLOTHS)
    further = (
        *((CLOCK, t.Away(who)) for who in (state.depositor,) if who is not None),
        *((who, CallPerson()) for who in (state.croupier(),) if who is not None),
        *((CLOCK, t.Away(who)) for who in leavers if who is not None),
        *((who, t.Leave()) for who in people[:6]),
        *((who, BuyBank(state.settings.bank_minimum)) for who in people[:1]),
    )
    for by, what in further:
        after = done(state, by, what)
        if after is not None:
            yield after


def roles(state: State) -> dict[str, PersonId]:
    """Return who has each role at a table: every post, whoever has or would have the bank, the cards, a stake, a call,
    a bid, a place of each kind; and those outside of it.
    """
    seats, coup = state.seats, state.coup
    seated = {f"seated-{cloth}": [one for one in seats.people() if cloth_of(seats, one) is cloth] for cloth in CLOTHS}
    found: dict[str, PersonId | None] = {
        **{str(role): who for role, who in state.staff.items()},
        **{name: next(iter(people), None) for name, people in seated.items()},
        "banker": state.banker,
        "depositor": state.depositor,
        "seeker": next((one.person for one in state.seekers), None),
        "bidder": next((one.person for one in state.auction.window.claims), None) if state.auction else None,
        "caller": next(iter(coup.banco_calls), None),
        "banco": None if coup.banco is None else coup.banco.person,
        **{f"holder-{cloth}": state.holder(cloth) for cloth in CLOTHS},
        "staker": next((one.person for one in coup.laid), None),
        "second-row": next(iter(seats.second_row.values()), None),
        "standing": next((one.person for one in seats.standing), None),
        "waiting": next(iter(seats.waiting_list), None),
        "away": next(iter(sorted(seats.away)), None),
        "house": HOUSE,
        "clock": CLOCK,
        "chance": CHANCE,
        "stranger": PersonId("stranger"),
    }
    return {role: who for role, who in found.items() if who is not None}


# --- what is held -----------------------------------------------------------------------------------------------------


def require_told(refused: Refused) -> None:
    """A refusal has a sentence without gaps in every language, and the clause of the rule that it applies."""
    for lang in LANGS:
        assert text("refusal", refused.code, lang) is not None, refused.code
        sentence = refusal(refused.code, refused.facts, lang)
        assert "…" not in sentence, (refused.code, refused.facts)
        assert "{" not in sentence, (refused.code, sentence)
    assert refused.clauses or refused.code in NO_CLAUSE, refused.code
    assert all(str(one) in register() or str(one) in practices() for one in refused.clauses), refused


def require_lawful(state: State, who: PersonId, outcome: Any) -> None:
    """What is taken gets round no rule, by whatever order of acts, absences and calls the table came there."""
    after = fold(GAME.evolve, state, outcome.events)
    assert not GAME.problems(after), outcome
    for event in outcome.events:
        match event:
            case e.BankReturned(end=BankEnd.LEFT):
                require_bank_may_be_left(state, who)
            case e.CoverAwarded() | e.BancoRepeated():
                require_two_on_each_cloth(state)
            case e.BetsOpened():
                assert state.banker not in state.seats.away or state.is_observed or is_first_coup(state)
            case _:
                pass


def is_first_coup(state: State) -> bool:
    return state.bank is not None and state.bank.coups == 0


def require_bank_may_be_left(state: State, who: PersonId) -> None:
    """E1.11, E1.16: after the first coup, or broken; by its banker, or for one who is away or deposits nothing."""
    assert state.bank is not None
    is_broken = state.phase is Phase.BROKEN
    assert is_broken or state.bank.coups > 0
    is_gone = state.banker in state.seats.away or (is_broken and state.called_person == state.banker)
    by_croupier = who == state.croupier() and (is_gone or state.is_observed)
    assert who == state.banker or by_croupier


def require_two_on_each_cloth(state: State) -> None:
    """B.01, B.02: counted here by the places, and apart from the engine."""
    half = len(state.seats.labels) // 2
    plays = {*(one.person for one in state.coup.laid), *state.coup.banco_calls}
    there = [who for who in state.seats.people() if who not in state.seats.away or who in plays]
    places = [state.seats.place_of(who) for who in there]
    first = sum(1 for place in places if place is not None and place in state.seats.labels[:half])
    second = sum(1 for place in places if place is not None and place in state.seats.labels[half:])
    assert min(first, second) >= 2 or state.phase is Phase.LOTS


# --- every act by everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Phase)
def test_every_act_by_every_role_is_taken_lawfully_or_refused_with_its_reason(phase: Phase) -> None:
    told: dict[tuple[str, ...], Refused] = {}
    taken = 0
    for state in of_phase(phase):
        for who in set(roles(state).values()):
            for what in tries():
                outcome = GAME.decide(state, Act(who, what, state.step))
                if isinstance(outcome, Refused):
                    told[outcome.code, *sorted(name for name, one in outcome.facts.items() if one is None)] = outcome
                    assert outcome.clauses or outcome.code in NO_CLAUSE, (outcome.code, what)
                    continue
                taken += 1
                assert isinstance(outcome, Accepted), what
                require_lawful(state, who, outcome)
    for refused in told.values():
        require_told(refused)
    assert taken or phase is Phase.LOTS
    assert told


@pytest.mark.parametrize("phase", Phase)
def test_a_refusal_leaves_the_table_as_it_was(phase: Phase) -> None:
    """Neither the state nor what anybody is offered or shown is another one."""
    orders = SeededOrders("refusals")
    for state in tables():
        if state.phase is not phase or state.book.id != "asturias-2011" or state.is_open_bank:
            continue
        before = msgspec.json.encode(GAME.view(state, None), order="deterministic")
        offers = {who: GAME.legal(state, who) for who in roles(state).values()}
        for who in offers:
            for what in tries():
                act = Act(who, what, state.step)
                if isinstance(GAME.decide(state, act), Refused):
                    made = transition(GAME, state, act, orders)
                    assert made.state is state
                    assert not made.events
        assert msgspec.json.encode(GAME.view(state, None), order="deterministic") == before
        assert {who: GAME.legal(state, who) for who in offers} == offers


# --- every offer ------------------------------------------------------------------------------------------------------


def values(field: Field) -> tuple[Any, ...]:
    """Return the values at the edges of a field, and every one that it lists."""
    match field:
        case FixedValue(value=value):
            return (value,)
        case Choice(options=options) | People(options=options):
            return tuple(options)
        case Amount():
            least, most = field.first(), field.maximum
            edges = (least, most, None if least is None or most is None else (least + most) // 2)
            return tuple(one for one in edges if one is not None and is_allowed(field, one))
        case Count(minimum=low, maximum=high):
            return tuple({low, high if high is not None else low})
        case _:
            return ("?",)


def acts_of(offer: Offer) -> Iterator[Any]:
    """Yield the acts at the edges of an offer, one field at a time."""
    kind = KINDS[offer.act]
    fields = {name: values(one) for name, one in offer.fields.items() if name in kind.__struct_fields__}
    if all(fields.values()):
        base = {name: found[0] for name, found in fields.items()}
        yield msgspec.convert({**base, "act": offer.act}, kind)
        for name, found in fields.items():
            yield from (msgspec.convert({**base, name: one, "act": offer.act}, kind) for one in found[1:])


ASKED_WHEN_DONE = frozenset(
    {"card-out", "check-cards", "count-pack", "insert-stop-card", "set-options", "prove-deposit"}
)
"""Offers of which some value is refused with a reason: cards that are not there, a number that is not the right one, a
name that is none, a proof in an institution that nobody accepted.
"""


@pytest.mark.parametrize("phase", Phase)
def test_each_offer_is_taken_at_all_its_edges(phase: Phase) -> None:
    met = set()
    for state in of_phase(phase):
        for who in set(roles(state).values()):
            for offer in GAME.legal(state, who):
                met.add(offer.act)
                answers = [GAME.decide(state, Act(who, one, state.step)) for one in acts_of(offer)]
                taken = [not isinstance(one, Refused) for one in answers]
                held = any(taken) if offer.act in ASKED_WHEN_DONE else all(taken)
                assert held or not taken, (who, offer, answers)
    assert met


def test_between_them_the_tables_stand_in_every_phase_under_every_rulebook_and_with_everybody() -> None:
    assert {state.phase for state in tables()} == set(Phase)
    assert {state.book.id for state in tables()} == set(BOOKS)
    assert {state.settings.mode for state in tables()} == set(BankMode)
    met = {role for state in tables() for one in situations(state) for role in roles(one)}
    holders = {f"holder-{cloth}" for cloth in CLOTHS}
    assert met >= {*map(str, POSTS), *holders, "banker", "depositor", "bidder", "caller", "banco", "seeker"}
    assert met >= {"staker", "second-row", "standing", "waiting", "away", "stranger"}
    assert {type(one) for one in tries()} == set(ACTS)
