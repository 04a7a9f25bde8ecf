"""A hall is opened, and goes on from the last one of its name."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import PERSON
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.acts import OpenHall
from tapete.games.bingo.books import OUTSTANDING, TILL
from tapete.games.bingo.cards import Cartones, Sources, require_pinned_cartones, squares_of
from tapete.games.bingo.counter import require_counts_confirmed
from tapete.games.bingo.duties import (
    CHIEF,
    MANAGER,
    decides,
    on_duty,
    require_apart,
    require_duty,
    require_person,
    require_posts,
)
from tapete.games.bingo.inventory import (
    Inventory,
    Machine,
    Refund,
    Secrets,
    Series,
    card_count,
    joined_ranges,
    taken_up,
    without_all,
)
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import NOT_DRAWN, MachineType, Phase, SeriesKind
from tapete.kernel import HOUSE, SYSTEM, Act, ActBody, Decision, PersonId, Step
from tapete.rulebooks import UnknownRulebookError
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty
from tapete.table.state import in_order

# A set of balls has the games that it was used in whoever closes the hall in between (BG.II.18), a number of a series
# is sold once (BG.II.03), and what is owed for a game that is over stays owed.


def _handed_on(series: Series) -> Series:
    """Return a series without its secret; of one that is sold out no more than that it is so."""
    by_game = {game: joined_ranges(cards for cards, used in series.uses if used == game) for _, game in series.uses}
    uses = tuple((cards, game) for game, all_cards in in_order(by_game) for cards in all_cards)
    if not series.unsold:
        uses = tuple((cards, max(by_game)) for cards in series.ranges)
    return replace(series, secret=None, uses=uses)


def _kept_accounts(*, has_people: bool) -> tuple[str, ...]:
    """Return how the accounts begin that are handed on; a till of a closed hall is empty, or its seller is owed."""
    return (*OUTSTANDING, TILL, *((PERSON,) if has_people else ()))


def _is_pending(refund: Refund) -> bool:
    return card_count(refund.refunded) < card_count(refund.cards)


def inventory_of(state: State, *, has_accounts: bool = True) -> Inventory:
    """Return what a hall hands on: accounts of people only where no house has put them back into purses."""
    kept = _kept_accounts(has_people=has_accounts)
    hall, balances = state.hall, {one: held for one, held in state.ledger.items() if held and one.startswith(kept)}
    return Inventory(
        hall.session,
        state.game.number,
        state.tokens_given,
        hall.machine,
        dict(in_order(hall.ball_sets)),
        tuple(_handed_on(hall.series[name]) for name in sorted(hall.series)),
        dict(in_order(balances)),
        {name: one for name, one in in_order(state.refunds) if _is_pending(one)},
        {account: left for account, left in in_order(state.left_prizes) if account in balances},
        state.is_counter_open,
        hall.last_set,
        tuple(sorted(state.given_links)),
    )


def secrets_of(state: State) -> Secrets:
    """Return the secrets of the series of which a hall can still sell cartones."""
    series = state.hall.series.values()
    return {one.name: one.secret for one in sorted(series, key=lambda one: one.name) if one.secret and one.unsold}


@rule("HP.BG.inventory", neutral=None)
def require_sound_inventory(what: OpenHall, register: Cartones) -> Fault | None:
    """Return a Fault unless everything that is handed on can be used as it was before: sets of balls with their games,
    series with the numbers that were sold, and of every series that is still sold the cartones, unless the secrets are
    not to be read here.
    """
    inventory, secrets = what.inventory or Inventory(), what.secrets
    kept = _kept_accounts(has_people=not what.is_in_house)
    is_unsound = {
        "balls": any(not 0 <= one.void_games <= one.games for one in inventory.ball_sets.values()),
        "series": not _are_own_numbers(inventory.series),
        "balances": any(held <= 0 or not name.startswith(kept) for name, held in inventory.balances.items()),
        "secrets": not set(secrets or ()) <= {one.name for one in inventory.series},
    }
    for part, wrong in is_unsound.items():
        if wrong:
            return fault("inventory-unsound", part=part)
    if secrets is None:
        return None
    sold_on = (one for one in taken_up(inventory, secrets) if one.unsold)
    return first_fault(*(require_pinned_cartones(replace(one, uses=()), register) for one in sold_on))


def _are_own_numbers(series: tuple[Series, ...]) -> bool:
    """Return True if each series stands there once, and each of its numbers was sold once at most."""
    if len({one.name for one in series}) < len(series):
        return False
    for one in series:
        cards = [used for used, _ in one.uses]
        inside = all(used.first <= used.last and not without_all(used, one.ranges) for used in cards)
        if not inside or card_count(joined_ranges(cards)) != card_count(cards) or one.secret is not None:
            return False
    return True


@decides(a.OpenHall, "II.24", looks_up=True)
def open_hall(state: State, who: PersonId, what: a.OpenHall, sources: Sources) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        require_phase(state, Phase.CLOSED),
        require_posts(what.staff),
        fault("system-on-duty") if set(what.staff.values()) & set(SYSTEM) else None,
    )
    if wrong:
        return wrong
    try:
        book = sources.library.by_id(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook, known=[one.id for one in sources.library.of(GAME)])
    wrong = require_apart(read(book), what.staff)
    if wrong:
        return wrong
    opened = e.HallOpened(what.name, book.id, book.sha256, what.balls, what.elements, what.staff, what.is_in_house)
    if what.inventory is None:
        return (opened, e.PhaseOpened(Phase.CHECKS))
    return require_sound_inventory(what, sources.cartones) or (
        opened,
        e.HallContinued(what.inventory, what.secrets),
        e.PhaseOpened(Phase.CHECKS),
    )


@decides(a.CloseHall, "HP.BG.inventory", Phase.CHECKS, asks_phase=False)
def close_hall(state: State, who: PersonId, what: a.CloseHall) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else require_duty(state, who, MANAGER),
        require_phase(state, Phase.CHECKS),
        require_counts_confirmed(state),
    )
    return wrong or (e.HallClosed(),)


@rule("BG.II.08", neutral=None)
def require_machine_approved(what: a.RegisterMachine) -> Fault | None:
    """Return a Fault if the model of a machine has no approval."""
    return None if what.approval.strip() else fault("machine-not-approved", model=what.model)


@rule("BG.II.07", neutral=None)
def require_machine_type(what: a.RegisterMachine) -> Fault | None:
    """Return a Fault unless the machine is a drum or a pneumatic one."""
    return None if what.kind in set(MachineType) else fault("no-such-machine", kind=what.kind)


@decides(a.RegisterMachine, "II.08", Phase.CHECKS, by=on_duty(MANAGER, CHIEF))
def register_machine(state: State, who: PersonId, what: a.RegisterMachine) -> Decision:
    wrong = require_machine_type(what)
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


@decides(a.RegisterBalls, "II.17", *NOT_DRAWN, by=on_duty(MANAGER, CHIEF))
def register_balls(state: State, who: PersonId, what: a.RegisterBalls) -> Decision:
    wrong = first_fault(
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


@decides(a.RegisterSeries, "II.04", looks_up=True)
def register_series(state: State, who: PersonId, what: a.RegisterSeries, sources: Sources) -> Decision:
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
    wrong = require_pinned_cartones(pinned, sources.cartones)
    return wrong or (e.SeriesRegistered(*described, what.law, what.secret, what.numbers),)


@rule("HP.BG.complaints", neutral=None)
def require_few_complaints(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a player has made all the complaints that he may make from one sale to the next."""
    most = state.book.hall.most_complaints.use()
    return fault("complaints-made", most=most) if state.game.complaints.get(who, 0) >= most else None


@decides(a.WriteEntry, "HP.BG.complaints")
def write_entry(state: State, who: PersonId, what: a.WriteEntry) -> Decision:
    is_visitor = not is_on_duty(state.staff, who)
    wrong = require_person(who) or (
        require_few_complaints(state, who) if is_visitor else require_duty(state, who, MANAGER, CHIEF)
    )
    return wrong or (e.EntryWritten(what.text, who, is_complaint=is_visitor),)


# --- meant game -------------------------------------------------------------------------------------------------------

OF_ONE_GAME: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.WantCards, a.CallPrize, a.CallForPlayer),
        *(a.ReportCallerError, a.ReportCause, a.VoidGame),
    }
)
"""Acts that may come in another window than the one in which they were meant, but not in another game."""


def require_meant_game(state: State, act: Act[Any]) -> Fault | None:
    if type(act.body) not in OF_ONE_GAME or act.at is None or is_of_present_game(state, act.at):
        return None
    return fault("window-closed", meant=str(act.at), now=str(state.step))


def is_of_present_game(state: State, step: Step) -> bool:
    """Return True if a step belongs to the present game, of a double to that of its two games that is played."""
    present = state.step
    return (step.series, step.cycle) == (present.series, present.cycle) and step.serial >= state.game.first_serial
