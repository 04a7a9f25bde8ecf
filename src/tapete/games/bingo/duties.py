"""Who does what in a hall, what decides each act, what is said, and how long the hall waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from tapete.clauses import Cite, Fault, cite, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.events import Said
from tapete.games.bingo.rules import Rules
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, CALLED_OFF, POSTS, SELLERS, Phase
from tapete.kernel import CLOCK, SYSTEM, ActBody, ByKind, Decision, PersonId, TimeLimit
from tapete.table import staff
from tapete.table.people import require_one_post_each
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post, require_posts_of_game

CHIEF, CALLER, CASHIER = Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER
MANAGER, ASSISTANT = Role.HALL_MANAGER, Role.ASSISTANT
ANY_POST = tuple(sorted(POSTS))
AT_PLAY = tuple(sorted(POSTS - {Role.ADMISSION}))
"""The posts of those who follow the play; whoever stands at the door does not."""


@rule("BG.III.01", neutral=None, names_a_pass=False)
def require_posts(named: Iterable[Role]) -> Fault | None:
    return require_posts_of_game(named, POSTS)


@rule("BG.III.02", neutral=None, names_a_pass=False)
def require_duty(state: State, who: PersonId, *roles: Role) -> Fault | None:
    return require_post(state.staff, who, *roles)


def require_person(who: PersonId) -> Fault | None:
    return fault("only-people") if who in SYSTEM else None


@rule("HP.BG.own-purse", neutral=None)
def require_other_purse(who: PersonId, payee: PersonId | None) -> Fault | None:
    """Return a Fault if somebody on duty would move money from or to their own account: another post does that."""
    return staff.require_other_purse(who, payee)


@rule("HP.BG.own-purse", neutral=None)
def require_no_own_account(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if somebody who is on duty would bring money to their own account, or take it."""
    return staff.require_no_own_purse(state.staff, who)


def with_sellers(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Return posts, with all the seller-callers where one of them is the caller."""
    named = tuple(roles)
    return (*named, *SELLERS[1:]) if CALLER in named else named


def seller_on_duty(state: State) -> PersonId | None:
    """Return the seller-caller in whose name a sale stands that nobody has made by hand: the one who calls first."""
    return next((state.staff[role] for role in SELLERS if role in state.staff), None)


def require_apart(rules: Rules, named: Mapping[Role, PersonId]) -> Fault | None:
    for posts in (rules.hall.apart.use(), SELLERS):
        if found := require_one_post_each({role: named[role] for role in posts if role in named}, "BG.III.02"):
            return found
    return None


def require_no_case(state: State) -> Fault | None:
    return fault("case-open", cause=state.game.cases[0].cause) if state.game.cases else None


def require_reason(reason: str) -> Fault | None:
    return None if reason.strip() else fault("reason-missing")


Check = Callable[[State, PersonId], Fault | None]


def cited(clauses: str) -> tuple[Cite, ...]:
    return tuple(cite(one if one.startswith("HP.") else f"BG.{one}") for one in clauses.split())


OF_CODE: Final[Mapping[str, tuple[Cite, ...]]] = {
    code: cited(clauses)
    for clauses, codes in {
        "I.01": "number-out-of-range",
        "II.03": "series-sold-out series-used",
        "II.14": "no-ball-left",
        "II.17": "no-such-balls",
        "II.19": "balls-changed-later",
        "III.01": "system-on-duty",
        "III.01 III.02": "posts-empty",
        "III.02": "relief-in-game",
        "IV.02": "no-balls-loaded",
        "IV.06 I.07": "series-mixed",
        "IV.07": "sale-too-short",
        "IV.07 IV.10": "not-the-next-card",
        "IV.09": "too-few-sold",
        "IV.10": "cards-with-gaps too-many-series",
        "IV.11": "prizes-stand",
        "IV.20": "not-called",
        "IV.21": "card-unclear",
        "IV.23": "card-unregistered",
        "IV.24": "call-stands card-checked check-another-first",
        "IV.27": "claim-precluded",
        "IV.30": "window-open",
        "IV.33": "second-game-due",
        "V.01": "correction-late",
        "V.01 V.04": "case-open",
        "V.02": "cash-undecided no-cash-paid recovery-undecided",
        "V.03": "card-refunded",
        "V.04": "must-be-void",
        "HP.BG.posts": "staff-may-not-play",
    }.items()
    for code in codes.split()
}
"""By code the clause of a refusal that says the same in every act."""


class Decider(NamedTuple):
    """What decides an act: a function, the clauses that the act is about, who may do it, and in which windows."""

    function: Callable[..., Decision]
    clauses: tuple[Cite, ...]
    phases: frozenset[Phase]
    by: Check | None
    asks_phase: bool
    looks_up: bool

    def require_fit(self, state: State, who: PersonId) -> Fault | None:
        wrong = self.by(state, who) if self.by else None
        return wrong or (require_phase(state, *self.phases) if self.asks_phase else None)


DECIDERS: Final = ByKind[Decider]()

F = TypeVar("F", bound=Callable[..., Decision])


def on_duty(*roles: Role) -> Check:
    return lambda state, who: require_duty(state, who, *roles)


def held_by(role: Role) -> Check:
    return lambda state, who: require_post(state.staff, who, role)


def on_duty_by(option: str) -> Check:
    posts = attrgetter(option)
    return lambda state, who: require_duty(state, who, *posts(state.book).use())


def decides(
    kind: type[ActBody],
    clauses: str,
    *phases: Phase,
    by: Check | None = None,
    asks_phase: bool = True,
    looks_up: bool = False,
) -> Callable[[F], F]:
    """Enter a function as the one that decides an act, from the state, who does it, and the act.

    ``by`` and the window are asked before; with ``asks_phase=False`` the function asks for the window after other
    checks. One that ``looks_up`` rulebooks or cartones gets them as well.
    """

    def enter(function: F) -> F:
        DECIDERS[kind] = Decider(
            function, cited(clauses), frozenset(phases or Phase), by, asks_phase and bool(phases), looks_up
        )
        return function

    return enter


def with_clause_of_act(found: Fault, what: ActBody) -> Fault:
    """Return the fault of an act with the clauses that say so: its own, where its check is a rule."""
    return found if found.clauses else replace(found, clauses=OF_CODE.get(found.code, DECIDERS[type(what)].clauses))


QUESTION: Final = "question"
SALE_LEAST, SALE_MOST = "sale-least", "sale-most"
BETWEEN_GAMES: Final = "between-games"
SAYING: Final = "saying"
PACE: Final = "pace"
CHECK_WARNING: Final = "check-warning"

REMINDERS: Final = frozenset({SALE_MOST, CHECK_WARNING})
"""Times after which nothing is allowed or forbidden that was not before."""


class Limit(NamedTuple):
    """A time of a window: its name and its seconds."""

    name: str
    seconds: int


def limits(state: State) -> tuple[Limit, ...]:
    """Return the times that run in this window beside those of a question, one after another; none of 0 seconds."""
    times, found = state.book.times, tuple[Limit, ...]()
    match state.phase:
        case Phase.SALE:
            least, most = times.sale_least.use(), times.sale_most.use()
            found = (Limit(SALE_LEAST, least), Limit(SALE_MOST, max(1, most - least) if most else 0))
        case Phase.READY if state.hall.session_games:
            found = (Limit(BETWEEN_GAMES, times.between_games.use()),)
        case Phase.DRAW_LINE | Phase.DRAW_BINGO if state.game.balls:
            pace, is_shown = state.book.draw.pace.use(), state.game.balls[-1].is_shown
            is_said = state.game.is_ball_called and bool(pace or not is_shown)  # without a pace the next has its own
            pause = state.hall.pause if is_said else 0
            found = (Limit(SAYING, pause), Limit(PACE, max(1, pace - pause) if pace else 0))
        case Phase.CHECK:
            found = (Limit(CHECK_WARNING, times.check_warning.use()),)
        case _:
            pass
    return tuple(one for one in found if one.seconds)


def running(state: State) -> Limit | None:
    if state.phase in ASKING:
        return None if state.game.pause.is_interval_over else Limit(QUESTION, _interval(state))
    left = limits(state)[state.limits_passed :]
    return left[0] if left else None


def _interval(state: State) -> int:
    claims = state.book.claims
    after = {Phase.ASK_LINE: claims.interval_line, Phase.ASK_BINGO: claims.interval_bingo}
    return after.get(state.phase, claims.all_out_seconds).use()


def time_limit(state: State) -> TimeLimit | None:
    limit = running(state)
    if limit is None:
        return None
    return TimeLimit(str(state.phase), limit.seconds, a.TimeUp(), "" if limit.name == QUESTION else limit.name)


def reminders(state: State) -> tuple[str, ...]:
    return tuple(one.name for one in limits(state)[: state.limits_passed] if one.name in REMINDERS)


def is_running(state: State, name: str) -> bool:
    return any(one.name == name for one in limits(state)[state.limits_passed :])


@decides(a.TimeUp, "IV.30")
def time_up(state: State, who: PersonId, what: a.TimeUp) -> Decision:
    is_watched = state.phase in ASKING or bool(limits(state))
    limit, last = running(state), state.game.balls[-1:]
    wrong = first_fault(
        None if who == CLOCK else fault("only-clock"),
        None if is_watched else require_phase(state, *ASKING),
        None if limit else fault("nothing-changes"),
    )
    if limit and limit.name == SAYING and not last[0].is_shown:
        return wrong or (e.IntervalPassed(), *put_on_panel(last[0].said_number or last[0].number))
    return wrong or (e.IntervalPassed(),)


@rule("BG.II.12", neutral=())
def put_on_panel(number: int) -> tuple[e.BallShown, ...]:
    """Return the event by which the panel takes up a number: it collects them as they were drawn and called."""
    return (e.BallShown(number),)


OTHER_CAUSE = "other"
"""What everybody is told of a cause for which the house has no words."""


def public_cause(state: State, cause: str) -> str:
    """Return a cause of a void game as everybody may know it: one that the house has words for, never a free text."""
    is_told = cause == CALLED_OFF or f"cause-{cause}" in state.book.formulas
    return cause if is_told else OTHER_CAUSE


def spoken_cause(state: State, cause: str) -> str:
    name = f"cause-{public_cause(state, cause)}"
    return state.book.formulas[name].use() if name in state.book.formulas else ""


def say(state: State, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula; nothing where the rulebook has no words for it."""
    words = state.book.formulas[formula].use() if formula in state.book.formulas else ""
    return (Said(formula, words.format(**facts)),) if words else ()


PART_WORDS: Final = ("Primera partida", "Segunda partida")
"""How the games of a double are told apart aloud. They are no formula: a released rulebook keeps its formulas."""


def say_of_part(state: State, part: int, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula for one game of a double: «Primera partida: línea, …»."""
    return tuple(
        Said(one.formula, f"{PART_WORDS[part - 1]}: {one.text[0].lower()}{one.text[1:]}")
        for one in say(state, formula, **facts)
    )
