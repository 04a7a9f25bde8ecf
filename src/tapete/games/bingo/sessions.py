"""Sessions of a hall, and who is on duty in them."""

from __future__ import annotations

from tapete.accounts import PERSON, person as purse_of
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.counter import require_counts_confirmed, require_takings_handed_over, takings_of
from tapete.games.bingo.duties import (
    ANY_POST,
    ASSISTANT,
    CALLER,
    CHIEF,
    MANAGER,
    decides,
    on_duty,
    require_apart,
    require_duty,
    require_person,
    require_posts,
)
from tapete.games.bingo.inventory import BallSet
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import NOT_BEGUN, SELLERS, CheckItem, MachineType, Phase
from tapete.games.bingo.times import say
from tapete.kernel import HOUSE, SYSTEM, Decision, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_no_purse, require_post_or_house
from tapete.table.state import in_order


@decides(a.PassCheck, "IV.01", Phase.CHECKS, by=on_duty(CHIEF, MANAGER, CALLER, ASSISTANT))
def pass_check(state: State, who: PersonId, what: a.PassCheck) -> Decision:
    return (e.CheckNoted(what.item, True, who, what.note),)


@decides(a.FailCheck, "IV.01", Phase.CHECKS, by=on_duty(CHIEF, MANAGER, CALLER, ASSISTANT))
def fail_check(state: State, who: PersonId, what: a.FailCheck) -> Decision:
    return (e.CheckNoted(what.item, False, who, what.note),)


@rule("BG.IV.03", neutral=lambda state, who: fault("not-your-post", needs=list(ANY_POST)))
def require_may_witness(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person may watch the check and the loading: any player may, and is not refused."""
    return require_person(who)


@decides(a.Witness, "IV.03", Phase.CHECKS, by=require_may_witness)
def witness(state: State, who: PersonId, what: a.Witness) -> Decision:
    return fault("nothing-changes") if who in state.hall.witnesses else (e.ChecksWitnessed(who),)


def unchecked_items(state: State) -> list[str]:
    return [str(item) for item in state.book.hall.items.use() if not state.hall.check_results.get(item)]


def failed_items(state: State) -> dict[str, str]:
    notes = state.hall.check_notes
    return {str(item): notes.get(item, "") for item, good in in_order(state.hall.check_results) if not good}


@rule("BG.IV.01", neutral=None)
def require_checks(state: State) -> Fault | None:
    """Return a Fault while material or installations are unchecked before a session."""
    waiting = unchecked_items(state)
    return fault("checks-incomplete", items=waiting) if waiting else None


def _require_item(state: State, item: CheckItem) -> Fault | None:
    return None if state.hall.check_results.get(item) else fault("checks-incomplete", items=[str(item)])


@rule("BG.II.09", neutral=None)
def require_television(state: State) -> Fault | None:
    """Return a Fault unless the closed circuit works by which players know which balls come out."""
    return _require_item(state, CheckItem.TELEVISION)


@rule("BG.II.10", neutral=None)
def require_camera(state: State) -> Fault | None:
    """Return a Fault unless the camera points at the exit of the balls."""
    return _require_item(state, CheckItem.CAMERA)


@rule("BG.II.11", neutral=None)
def require_monitors(state: State) -> Fault | None:
    """Return a Fault unless every player sees the picture on some monitor."""
    return _require_item(state, CheckItem.MONITORS)


@rule("BG.II.13", neutral=None)
def require_sound(state: State) -> Fault | None:
    """Return a Fault unless every player hears the sound."""
    return _require_item(state, CheckItem.SOUND)


@rule("BG.II.16", neutral=None)
def require_legible_numbers(state: State) -> Fault | None:
    """Return a Fault unless the numbers of the balls can be read on the monitors."""
    return _require_item(state, CheckItem.LEGIBILITY)


def require_installations(state: State) -> Fault | None:
    """Return a Fault if an installation of the order was not found in order, whatever list the house checks."""
    return first_fault(
        require_television(state),
        require_camera(state),
        require_monitors(state),
        require_sound(state),
        require_legible_numbers(state),
    )


@rule("BG.IV.02", neutral=None)
def require_checks_before_loading(state: State) -> Fault | None:
    """Return a Fault if the balls would go into the machine before the checks are done."""
    waiting = unchecked_items(state)
    return fault("checks-incomplete", items=waiting) if waiting else None


@rule("BG.II.18", neutral=None)
def require_within_limit(state: State, balls: str, games: int = 1) -> Fault | None:
    """Return a Fault if a set would be used in more games than it may be: in a drum as the house sets a bound."""
    known, machine = state.hall.ball_sets.get(balls, BallSet()), state.hall.machine
    if machine is None:
        return None
    is_drum = machine.kind is MachineType.DRUM
    limit, used = (state.book.balls.limit_drum if is_drum else state.book.balls.limit).use(), known.games
    if is_drum and not limit:
        return None
    if not state.book.balls.void_counts.use():
        used -= known.void_games
    return fault("ball-change-due", balls=balls, games=used) if used + games > limit else None


@rule("BG.II.19", neutral=None)
def require_sound_balls(state: State, balls: str) -> Fault | None:
    """Return a Fault if a ball of the set was found damaged: the whole set is changed before the next game."""
    known, machine = state.hall.ball_sets.get(balls, BallSet()), state.hall.machine
    if not known.is_damaged:
        return None
    is_drum = machine is not None and machine.kind is MachineType.DRUM
    is_only_pneumatic = state.book.balls.defect.use() == "pneumatic"
    return None if is_drum and is_only_pneumatic else fault("balls-damaged", balls=balls)


def require_usable_balls(state: State, balls: str) -> Fault | None:
    return first_fault(
        None if balls in state.hall.ball_sets else fault("no-such-balls", balls=balls),
        require_sound_balls(state, balls),
        require_within_limit(state, balls),
    )


@decides(a.LoadBalls, "IV.02", Phase.CHECKS, asks_phase=False)
def load(state: State, who: PersonId, what: a.LoadBalls) -> Decision:
    former = state.hall.last_set
    is_change = former not in ("", what.balls)
    changers = (CHIEF, *state.book.balls.changed_by.use()) if is_change else (CHIEF, CALLER)
    wrong = first_fault(
        require_duty(state, who, *changers),
        require_phase(state, Phase.CHECKS),
        require_checks_before_loading(state),
        fault("nothing-changes") if what.balls == state.hall.loaded_set else None,
        require_usable_balls(state, what.balls),
        require_entry(what) if is_change else None,
    )
    if wrong:
        return wrong
    games = state.hall.ball_sets.get(former, BallSet()).games
    change = (e.BallsChanged(what.balls, former, games, what.reason, who),) if is_change else ()
    return (e.BallsLoaded(what.balls), *change)


@rule("BG.II.20", neutral=None)
def require_entry(what: a.ChangeBalls | a.LoadBalls) -> Fault | None:
    """Return a Fault if a set would be changed without the line in the book that says why."""
    return None if what.reason.strip() else fault("entry-missing")


@decides(a.ChangeBalls, "II.20", Phase.READY, *NOT_BEGUN, Phase.PAYMENT, Phase.BETWEEN, Phase.VOID, asks_phase=False)
def change(state: State, who: PersonId, what: a.ChangeBalls) -> Decision:
    between = state.game.part == 1 and state.game.is_over
    phases = (Phase.READY, *NOT_BEGUN, *((Phase.PAYMENT, Phase.BETWEEN, Phase.VOID) if between else ()))
    wrong = first_fault(
        require_duty(state, who, *state.book.balls.changed_by.use()),
        require_phase(state, *phases),
        require_entry(what),
        fault("nothing-changes") if what.balls == state.hall.loaded_set else None,
        require_usable_balls(state, what.balls),
    )
    if wrong:
        return wrong
    former = state.hall.loaded_set
    games = state.hall.ball_sets.get(former, BallSet()).games
    return (e.BallsChanged(what.balls, former, games, what.reason, who), *say(state, "ball-change"))


@rule("BG.II.24", neutral=None)
def require_elements(state: State) -> Fault | None:
    """Return a Fault if an element that the game cannot be played without is not there."""
    hall = state.hall
    there = {str(one) for one in hall.elements}
    there |= {"machine"} if hall.machine else set()
    there |= {"balls"} if hall.ball_sets else set()
    there |= {"cards"} if hall.series else set()
    lacking = [one for one in state.book.hall.elements.use() if one not in there]
    return fault("missing-element", elements=lacking) if lacking else None


@decides(a.OpenSession, "IV.01", Phase.CHECKS, by=on_duty(CHIEF, MANAGER))
def open_session(state: State, who: PersonId, what: a.OpenSession) -> Decision:
    empty = [str(role) for role in state.book.hall.least_posts.use() if role not in state.staff]
    wrong = first_fault(
        require_elements(state),
        require_installations(state),
        require_checks(state),
        None if state.hall.loaded_set else fault("no-balls-loaded"),
        fault("posts-empty", needs=empty) if empty else None,
    )
    if wrong:
        return wrong
    return (
        e.SessionOpened(state.hall.session + 1),
        *say(state, "session-open"),
        e.PhaseOpened(Phase.READY),
    )


@decides(a.CloseSession, "IV.01", Phase.READY, by=on_duty(CHIEF, MANAGER))
def close_session(state: State, who: PersonId, what: a.CloseSession) -> Decision:
    wrong = first_fault(
        require_counts_confirmed(state),
        require_takings_handed_over(state),
    )
    return wrong or (*say(state, "session-close"), e.SessionClosed(), e.PhaseOpened(Phase.CHECKS))


# --- posts ------------------------------------------------------------------------------------------------------------

OF_CHIEF = frozenset({ASSISTANT, *SELLERS})
"""The posts that the table chief gives."""


@decides(a.Relieve, "HP.BG.posts")
def relieve(state: State, who: PersonId, what: a.Relieve) -> Decision:
    accounts = (*(one for one in state.ledger if one.startswith(PERSON)), *map(purse_of, state.money_asked))
    wrong = first_fault(
        require_posts((what.role,)),
        require_may_send(state, who, what.role),
        fault("system-on-duty") if what.person in SYSTEM else None,
        fault("nothing-changes") if state.staff.get(what.role) == what.person else None,
        require_apart(state.book, state.staff.set(what.role, what.person)),
        require_no_player(state, what.person),
        require_no_purse(state.staff.values(), what.person, accounts),
        require_of_staff(state, who, what.person),
        require_relief_allowed(state, who),
    )
    return wrong or (e.StaffAssigned(what.role, what.person),)


@decides(a.VacatePost, "HP.BG.posts")
def vacate(state: State, who: PersonId, what: a.VacatePost) -> Decision:
    holder = state.staff.get(what.role)
    wrong = first_fault(
        require_posts((what.role,)),
        require_may_send(state, who, what.role),
        require_may_be_empty(what.role),
        require_relief_allowed(state, who),
    )
    if wrong:
        return wrong
    if holder is None:
        return fault("nothing-changes")
    return require_till_empty(state, holder) or (e.PostVacated(what.role, holder),)


@rule("HP.BG.posts", neutral=None)
def require_may_be_empty(role: Role) -> Fault | None:
    """Return a Fault unless a hall does without a post: one of the sellers beside the caller."""
    return None if role in SELLERS[1:] else fault("post-stays-filled", role=role)


@rule("HP.BG.takings", neutral=None)
def require_till_empty(state: State, seller: PersonId) -> Fault | None:
    """Return a Fault while a seller has what he took: he hands it over before he comes off duty."""
    taken = takings_of(state, seller)
    return fault("post-has-takings", person=seller, amount=taken) if taken > 0 else None


@rule("HP.BG.posts", neutral=None)
def require_may_send(state: State, who: PersonId, role: Role) -> Fault | None:
    """Return a Fault unless somebody hands on his own post, or the hall manager or the house fills it; those of sellers
    and assistant the table chief too.
    """
    return require_post_or_house(state.staff, who, role, MANAGER, *((CHIEF,) if role in OF_CHIEF else ()))


@rule("HP.BG.posts", neutral=None)
def require_of_staff(state: State, who: PersonId, person: PersonId) -> Fault | None:
    """Return a Fault if anybody but the hall manager or the house gives a post to somebody who was never on duty in
    this hall. In a house its accounts say who is of the staff.
    """
    may_bring_in = require_post_or_house(state.staff, who, MANAGER) is None
    is_stranger = not state.is_in_house and person not in state.served
    return fault("not-of-staff", person=person) if is_stranger and not may_bring_in else None


@rule("HP.BG.posts", neutral=None)
def require_no_player(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody would come on duty who holds cartones that are good, those of a double between its
    games too, or asks for some, where the house forbids it.
    """
    are_good = not state.game.is_over or state.game.is_second_due
    has_cards = are_good and any(one.person == person for one in state.game.sales)
    plays = has_cards or person in state.game.wishes
    return fault("player-may-not-serve") if plays and not state.book.sale.staff_may_play.use() else None


def require_relief_allowed(state: State, who: PersonId) -> Fault | None:
    is_played = bool(state.game.ball_set) and not state.game.is_over
    return fault("relief-in-game") if who != HOUSE and is_played and not state.book.hall.relief_in_game.use() else None
