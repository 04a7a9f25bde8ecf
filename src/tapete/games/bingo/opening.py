"""The hall: it is opened, its staff changes, its material is entered, people bring money to their accounts."""

from __future__ import annotations

from collections import Counter

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.cards import Cartones, require_pinned_cartones, squares_of
from tapete.games.bingo.continuing import require_sound_inventory
from tapete.games.bingo.duties import (
    CHIEF,
    MANAGER,
    require_apart,
    require_duty,
    require_person,
    require_posts,
)
from tapete.games.bingo.inventory import Machine, Series
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.state import State
from tapete.games.bingo.takings import require_counts_confirmed
from tapete.games.bingo.terms import NOT_DRAWN, MachineType, Phase, SeriesKind
from tapete.kernel import HOUSE, SYSTEM, Decision, PersonId
from tapete.rulebooks import Library, UnknownRulebookError
from tapete.table.order import in_order
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty

# --- the hall ---------------------------------------------------------------------------------------------------------


def open_hall(state: State, who: PersonId, what: a.OpenHall, library: Library, cartones: Cartones) -> Decision:
    """Decide that the establishment opens a hall, with what the last one of its name left."""
    wrong = first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        require_phase(state, Phase.CLOSED),
        require_posts(what.staff),
        fault("system-on-duty") if set(what.staff.values()) & set(SYSTEM) else None,
    )
    if wrong:
        return wrong
    try:
        book = library.by_id(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook, known=[one.id for one in library.of(GAME)])
    wrong = require_apart(read(book), what.staff)
    if wrong:
        return wrong
    opened = e.HallOpened(what.name, book.id, book.sha256, what.balls, what.elements, what.staff, what.is_in_house)
    if what.inventory is None:
        return (opened, e.PhaseOpened(Phase.CHECKS))
    return require_sound_inventory(what, cartones) or (
        opened,
        e.HallContinued(what.inventory, what.secrets),
        e.PhaseOpened(Phase.CHECKS),
    )


def close_hall(state: State, who: PersonId, what: a.CloseHall) -> Decision:
    """Decide that the establishment closes the hall, between two sessions."""
    del what
    wrong = first_fault(
        None if who == HOUSE else require_duty(state, who, MANAGER),
        require_phase(state, Phase.CHECKS),
        require_counts_confirmed(state),
    )
    return wrong or (e.HallClosed(),)


# --- material ---------------------------------------------------------------------------------------------------------


@rule("BG.II.08", neutral=None)
def require_machine_approved(what: a.RegisterMachine) -> Fault | None:
    """Return a Fault if the model of a machine has no approval."""
    return None if what.approval.strip() else fault("machine-not-approved", model=what.model)


@rule("BG.II.07", neutral=None)
def require_machine_type(what: a.RegisterMachine) -> Fault | None:
    """Return a Fault unless the machine is a drum or a pneumatic one."""
    return None if what.kind in set(MachineType) else fault("no-such-machine", kind=what.kind)


def register_machine(state: State, who: PersonId, what: a.RegisterMachine) -> Decision:
    """Decide that a machine is entered; its type is one of the two of the order."""
    wrong = first_fault(
        require_duty(state, who, MANAGER, CHIEF), require_phase(state, Phase.CHECKS), require_machine_type(what)
    )
    wrong = wrong or require_machine_approved(what)
    kind = MachineType(what.kind) if what.kind in set(MachineType) else MachineType.PNEUMATIC
    if state.hall.machine == Machine(what.model, kind):
        wrong = wrong or fault("nothing-changes")
    return wrong or (e.MachineRegistered(what.model, kind, what.approval),)


@rule("BG.II.17", neutral=None)
def require_balls_approved(what: a.RegisterBalls) -> Fault | None:
    """Return a Fault if a set of balls has no approval."""
    return None if what.approval.strip() else fault("balls-not-approved", balls=what.balls)


@rule("BG.II.14", neutral=None)
def require_all_balls(state: State, what: a.RegisterBalls) -> Fault | None:
    """Return a Fault if a set lacks a number."""
    lacking = sorted(set(range(1, state.book.balls.count.value + 1)) - set(what.numbers))
    return fault("incomplete-set", lacking=lacking) if lacking else None


@rule("BG.II.15", neutral=None)
def require_each_number_once(state: State, what: a.RegisterBalls) -> Fault | None:
    """Return a Fault if a number stands on two balls, or on none, or a ball bears a foreign one."""
    known = range(1, state.book.balls.count.value + 1)
    twice = sorted(number for number, times in Counter(what.numbers).items() if times > 1 or number not in known)
    lacking = sorted(set(known) - set(what.numbers))
    return fault("balls-repeated", balls=twice, lacking=lacking) if twice else None


def register_balls(state: State, who: PersonId, what: a.RegisterBalls) -> Decision:
    wrong = first_fault(
        require_duty(state, who, MANAGER, CHIEF),
        require_phase(state, *NOT_DRAWN),
        fault("already-registered", name=what.balls) if what.balls in state.hall.ball_sets else None,
        require_each_number_once(state, what),
        require_all_balls(state, what),
        require_balls_approved(what),
    )
    return wrong or (e.BallsRegistered(what.balls, what.approval, what.games),)


@rule("BG.II.04", neutral=None)
def require_numbered(what: a.RegisterSeries) -> Fault | None:
    """Return a Fault if the cartones bear no series or no number within it."""
    return None if what.letter and what.identification else fault("unnumbered-card")


@rule("BG.II.05", neutral=None)
def require_face_value(what: a.RegisterSeries) -> Fault | None:
    """Return a Fault if single cartones bear no face value."""
    return fault("missing-face-value") if what.kind is SeriesKind.SINGLE and not what.value else None


@rule("BG.II.06", neutral=None)
def require_series_size(what: a.RegisterSeries) -> Fault | None:
    """Return a Fault if single cartones do not say how many their series has."""
    return fault("missing-series-size") if what.kind is SeriesKind.SINGLE and not what.size else None


@rule("BG.II.21", neutral=None)
def require_double_particulars(what: a.RegisterSeries) -> Fault | None:
    """Return a Fault if double cartones lack a particular that single ones bear."""
    if what.kind is not SeriesKind.DOUBLE:
        return None
    return first_fault(
        None if what.value else fault("missing-face-value"), None if what.size else fault("missing-series-size")
    )


@rule("BG.I.08", neutral=None)
def require_equal_values(what: a.RegisterSeries) -> Fault | None:
    """Return a Fault if the parts of a double bear two values."""
    same = what.second_value in (None, what.value)
    return None if same else fault("face-values-differ", first=what.value, second=what.second_value)


@rule("HP.BG.printed-series", neutral=None)
def require_other_cards(state: State, secret: str) -> Fault | None:
    """Return a Fault if cards of a series are those of another one here: both would be sold, and complete together."""
    given = {*squares_of(secret)}
    twin = next((name for name, one in in_order(state.hall.series) if given & {*squares_of(one.secret or "")}), None)
    return None if twin is None else fault("cards-registered", series=twin)


def register_series(state: State, who: PersonId, what: a.RegisterSeries, cartones: Cartones) -> Decision:
    """Decide that a series of cartones is entered, whose numbers can be told from now on."""
    name = f"{what.letter}-{what.identification}"
    wrong = first_fault(
        None if who == HOUSE else require_duty(state, who, MANAGER, CHIEF),
        require_phase(state, Phase.CHECKS, Phase.READY),
        require_numbered(what),
        fault("already-registered", name=name) if name in state.hall.series else None,
        require_face_value(what),
        require_series_size(what),
        require_double_particulars(what),
        require_equal_values(what),
        require_other_cards(state, what.secret or ""),
    )
    if wrong:
        return wrong
    described = (name, what.letter, what.identification, what.size, what.value, what.kind, what.digest)
    pinned = Series(*described, law=what.law, secret=what.secret, numbers=what.numbers)
    wrong = require_pinned_cartones(pinned, cartones)
    return wrong or (e.SeriesRegistered(*described, what.law, what.secret, what.numbers),)


@rule("HP.BG.complaints", neutral=None)
def require_few_complaints(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a player has made all the complaints that he may make from one sale to the next."""
    most = state.book.hall.most_complaints.use()
    return fault("complaints-made", most=most) if state.game.complaints.get(who, 0) >= most else None


def write_entry(state: State, who: PersonId, what: a.WriteEntry) -> Decision:
    """Decide an entry of one's own: of the manager or the table chief, or the complaint of a player."""
    is_visitor = not is_on_duty(state.staff, who)
    wrong = require_person(who) or (
        require_few_complaints(state, who) if is_visitor else require_duty(state, who, MANAGER, CHIEF)
    )
    return wrong or (e.EntryWritten(what.text, who, is_complaint=is_visitor),)
