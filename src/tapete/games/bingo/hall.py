"""The hall is opened, and goes on from the last one; its material, its sessions, and who is on duty in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import PERSON, person as purse_of
from tapete.clauses import Fault, fault, first_fault, rule, with_clauses
from tapete.games.bingo import acts as a, duties as d, events as e
from tapete.games.bingo.acts import OpenHall
from tapete.games.bingo.books import OUTSTANDING, TILL
from tapete.games.bingo.cards import Cartones, Sources, has_card_of, require_pinned_cartones
from tapete.games.bingo.counter import require_counts_confirmed, require_takings_handed_over, takings_of
from tapete.games.bingo.inventory import (
    BallSet,
    Inventory,
    Machine,
    Secrets,
    Series,
    card_count,
    joined_ranges,
    taken_up,
    without_all,
)
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.state import State, people_owed
from tapete.games.bingo.terms import (
    NOT_BEGUN,
    NOT_DRAWN,
    OWED,
    PLAYED,
    SELLERS,
    CheckItem,
    MachineType,
    Phase,
    SeriesKind,
)
from tapete.kernel import HOUSE, SYSTEM, Act, Decision, PersonId
from tapete.rulebooks import UnknownRulebookError
from tapete.table.phases import require_phase
from tapete.table.staff import Role, is_on_duty, require_no_purse, require_post_or_house
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
        {name: one for name, one in in_order(state.refunds) if card_count(one.refunded) < card_count(one.cards)},
        {account: left for account, left in in_order(state.left_prizes) if account in balances},
        state.is_counter_open,
        hall.last_set,
        tuple(sorted(state.given_links)),
    )


def secrets_of(state: State) -> Secrets:
    series = state.hall.series.values()
    return {one.name: one.secret for one in sorted(series, key=lambda one: one.name) if one.secret and one.unsold}


@rule("HP.BG.inventory", neutral=None)
def require_sound_inventory(what: OpenHall, register: Cartones) -> Fault | None:
    """All that is handed on can be used as before; cartones are told unless their secrets are not to be read."""
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
    if len({one.name for one in series}) < len(series):
        return False
    for one in series:
        cards = [used for used, _ in one.uses]
        inside = all(used.first <= used.last and not without_all(used, one.ranges) for used in cards)
        if not inside or card_count(joined_ranges(cards)) != card_count(cards) or one.secret is not None:
            return False
    return True


@d.decides(a.OpenHall, "II.24", looks_up=True)
def open_hall(state: State, who: PersonId, what: a.OpenHall, sources: Sources) -> Decision:
    if wrong := first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        require_phase(state, Phase.CLOSED),
        d.require_posts(what.staff),
        fault("system-on-duty") if set(what.staff.values()) & set(SYSTEM) else None,
    ):
        return wrong
    try:
        book = sources.library.by_id(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook, known=[one.id for one in sources.library.of(GAME)])
    if wrong := d.require_apart(read(book), what.staff):
        return wrong
    opened = e.HallOpened(
        what.name, book.id, book.sha256, what.balls, what.elements, what.staff, what.is_in_house, what.pause
    )
    if what.inventory is None:
        return (opened, e.PhaseOpened(Phase.CHECKS))
    wrong = None if read(book).sale.staff_may_play.value else require_nothing_owed_to_staff(what, what.inventory)
    return (
        wrong
        or require_sound_inventory(what, sources.cartones)
        or (opened, e.HallContinued(what.inventory, what.secrets), e.PhaseOpened(Phase.CHECKS))
    )


@d.decides(a.CloseHall, "HP.BG.inventory", Phase.CHECKS, asks_phase=False)
def close_hall(state: State, who: PersonId, what: a.CloseHall) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else d.require_duty(state, who, d.MANAGER),
        require_phase(state, Phase.CHECKS),
        require_counts_confirmed(state),
    )
    return wrong or (e.HallClosed(),)


@rule("BG.II.08", neutral=None)
def require_machine_approved(what: a.RegisterMachine) -> Fault | None:
    return None if what.approval.strip() else fault("machine-not-approved", model=what.model)


@rule("BG.II.07", neutral=None)
def require_machine_type(what: a.RegisterMachine) -> Fault | None:
    return None if what.kind in set(MachineType) else fault("no-such-machine", kind=what.kind)


@d.decides(a.RegisterMachine, "II.08", Phase.CHECKS, by=d.on_duty(d.MANAGER, d.CHIEF))
def register_machine(state: State, who: PersonId, what: a.RegisterMachine) -> Decision:
    wrong = require_machine_type(what)
    wrong = wrong or require_machine_approved(what)
    kind = MachineType(what.kind) if what.kind in set(MachineType) else MachineType.PNEUMATIC
    if state.hall.machine == Machine(what.model, kind):
        wrong = wrong or fault("nothing-changes")
    return wrong or (e.MachineRegistered(what.model, kind, what.approval),)


@rule("BG.II.17", neutral=None)
def require_balls_approved(what: a.RegisterBalls) -> Fault | None:
    return None if what.approval.strip() else fault("balls-not-approved", balls=what.balls)


@rule("BG.II.14", neutral=None)
def require_all_balls(state: State, what: a.RegisterBalls) -> Fault | None:
    lacking = sorted(set(range(1, state.book.balls.count.value + 1)) - set(what.numbers))
    return fault("incomplete-set", lacking=lacking) if lacking else None


@rule("BG.II.15", neutral=None)
def require_each_number_once(state: State, what: a.RegisterBalls) -> Fault | None:
    """Return a Fault if a number stands on two balls, or on none, or a ball bears a foreign one."""
    known = range(1, state.book.balls.count.value + 1)
    twice = sorted(number for number, times in Counter(what.numbers).items() if times > 1 or number not in known)
    lacking = sorted(set(known) - set(what.numbers))
    return fault("balls-repeated", balls=twice, lacking=lacking) if twice else None


@d.decides(a.RegisterBalls, "II.17", *NOT_DRAWN, by=d.on_duty(d.MANAGER, d.CHIEF))
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
    return None if what.letter and what.identification else fault("unnumbered-card")


@rule("BG.II.05", neutral=None)
def require_face_value(what: a.RegisterSeries) -> Fault | None:
    return fault("missing-face-value") if what.kind is SeriesKind.SINGLE and not what.value else None


@rule("BG.II.06", neutral=None)
def require_series_size(what: a.RegisterSeries) -> Fault | None:
    return fault("missing-series-size") if what.kind is SeriesKind.SINGLE and not what.size else None


@rule("BG.II.21", neutral=None)
def require_double_particulars(what: a.RegisterSeries) -> Fault | None:
    if what.kind is not SeriesKind.DOUBLE:
        return None
    return first_fault(
        None if what.value else fault("missing-face-value"), None if what.size else fault("missing-series-size")
    )


@rule("BG.I.08", neutral=None)
def require_equal_values(what: a.RegisterSeries) -> Fault | None:
    same = what.second_value in (None, what.value)
    return None if same else fault("face-values-differ", first=what.value, second=what.second_value)


@rule("HP.BG.printed-series", neutral=None)
def require_other_cards(state: State, series: Series) -> Fault | None:
    """Return a Fault if cards of a series are those of another one here: both would be sold, and complete together."""
    twin = next((name for name, one in in_order(state.hall.series) if has_card_of(series, one)), None)
    return None if twin is None else fault("cards-registered", series=twin)


@d.decides(a.RegisterSeries, "II.04", looks_up=True)
def register_series(state: State, who: PersonId, what: a.RegisterSeries, sources: Sources) -> Decision:
    name = f"{what.letter}-{what.identification}"
    if wrong := first_fault(
        None if who == HOUSE else d.require_duty(state, who, d.MANAGER, d.CHIEF),
        require_phase(state, Phase.CHECKS, Phase.READY),
        require_numbered(what),
        fault("already-registered", name=name) if name in state.hall.series else None,
        require_face_value(what),
        require_series_size(what),
        require_double_particulars(what),
        require_equal_values(what),
    ):
        return wrong
    described = (name, what.letter, what.identification, what.size, what.value, what.kind, what.digest)
    pinned = Series(*described, law=what.law, secret=what.secret, numbers=what.numbers)
    wrong = require_other_cards(state, pinned) or require_pinned_cartones(pinned, sources.cartones)
    return wrong or (e.SeriesRegistered(*described, what.law, what.secret, what.numbers, what.only),)


@rule("HP.BG.complaints", neutral=None)
def require_few_complaints(state: State, who: PersonId) -> Fault | None:
    most = state.book.hall.most_complaints.use()
    return fault("complaints-made", most=most) if state.game.complaints.get(who, 0) >= most else None


@d.decides(a.WriteEntry, "HP.BG.complaints")
def write_entry(state: State, who: PersonId, what: a.WriteEntry) -> Decision:
    is_visitor = not is_on_duty(state.staff, who)
    wrong = d.require_person(who) or (
        require_few_complaints(state, who) if is_visitor else d.require_duty(state, who, d.MANAGER, d.CHIEF)
    )
    return wrong or (e.EntryWritten(what.text, who, is_complaint=is_visitor),)


OF_ONE_GAME: Final = (a.WantCards, a.CallPrize, a.CallForPlayer, a.ReportCallerError, a.ReportCause, a.VoidGame)
"""Acts that may come in another window than the one in which they were meant, but not in another game."""


def require_meant_game(state: State, act: Act[Any]) -> Fault | None:
    meant, now = act.at, state.step
    if meant is None or type(act.body) not in OF_ONE_GAME:
        return None
    is_same = (meant.series, meant.cycle) == (now.series, now.cycle) and meant.serial >= state.game.first_serial
    return None if is_same else fault("window-closed", meant=str(meant), now=str(now))


@d.decides(a.PassCheck, "IV.01", Phase.CHECKS, by=d.on_duty(d.CHIEF, d.MANAGER, d.CALLER, d.ASSISTANT))
@d.decides(a.FailCheck, "IV.01", Phase.CHECKS, by=d.on_duty(d.CHIEF, d.MANAGER, d.CALLER, d.ASSISTANT))
def note_check(state: State, who: PersonId, what: a.PassCheck | a.FailCheck) -> Decision:
    return (e.CheckNoted(what.item, isinstance(what, a.PassCheck), who, what.note),)


@rule("BG.IV.03", neutral=lambda state, who: fault("not-your-post", needs=list(d.ANY_POST)))
def require_may_witness(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person may watch the check and the loading: any player may, and is not refused."""
    return d.require_person(who)


@d.decides(a.Witness, "IV.03", Phase.CHECKS, by=require_may_witness)
def witness(state: State, who: PersonId, what: a.Witness) -> Decision:
    return fault("nothing-changes") if who in state.hall.witnesses else (e.ChecksWitnessed(who),)


def unchecked_items(state: State) -> list[str]:
    return [str(item) for item in state.book.hall.items.use() if not state.hall.check_results.get(item)]


def failed_items(state: State) -> dict[str, str]:
    notes = state.hall.check_notes
    return {str(item): notes.get(item, "") for item, good in in_order(state.hall.check_results) if not good}


@rule("BG.IV.01", neutral=None)
def require_checks(state: State) -> Fault | None:
    waiting = unchecked_items(state)
    return fault("checks-incomplete", items=waiting) if waiting else None


def _in_order(item: CheckItem) -> Callable[[State], Fault | None]:
    return lambda state: None if state.hall.check_results.get(item) else fault("checks-incomplete", items=[str(item)])


INSTALLATIONS: Final = (
    rule("BG.II.09", neutral=None)(_in_order(CheckItem.TELEVISION)),  # players know which balls come out
    rule("BG.II.10", neutral=None)(_in_order(CheckItem.CAMERA)),  # it points at the exit of the balls
    rule("BG.II.11", neutral=None)(_in_order(CheckItem.MONITORS)),  # every player sees the picture on one of them
    rule("BG.II.13", neutral=None)(_in_order(CheckItem.SOUND)),  # every player hears it
    rule("BG.II.16", neutral=None)(_in_order(CheckItem.LEGIBILITY)),  # the numbers can be read on the monitors
)
"""Installations of the order are found in order, whatever list the house checks."""


@rule("BG.IV.02", neutral=None)
def require_checks_before_loading(state: State) -> Fault | None:
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


@d.decides(a.LoadBalls, "IV.02", Phase.CHECKS, asks_phase=False)
def load(state: State, who: PersonId, what: a.LoadBalls) -> Decision:
    former = state.hall.last_set
    is_change = former not in ("", what.balls)
    changers = (d.CHIEF, *state.book.balls.changed_by.use()) if is_change else (d.CHIEF, d.CALLER)
    if wrong := first_fault(
        d.require_duty(state, who, *changers),
        require_phase(state, Phase.CHECKS),
        require_checks_before_loading(state),
        fault("nothing-changes") if what.balls == state.hall.loaded_set else None,
        require_usable_balls(state, what.balls),
        require_entry(what) if is_change else None,
    ):
        return wrong
    games = state.hall.ball_sets.get(former, BallSet()).games
    change = (e.BallsChanged(what.balls, former, games, what.reason, who),) if is_change else ()
    return (e.BallsLoaded(what.balls), *change)


@rule("BG.II.20", neutral=None)
def require_entry(what: a.ChangeBalls | a.LoadBalls) -> Fault | None:
    """Return a Fault if a set would be changed without the line in the book that says why."""
    return None if what.reason.strip() else fault("entry-missing")


@d.decides(a.ChangeBalls, "II.20", Phase.READY, *NOT_BEGUN, Phase.PAYMENT, Phase.BETWEEN, Phase.VOID, asks_phase=False)
def change(state: State, who: PersonId, what: a.ChangeBalls) -> Decision:
    between = state.game.part == 1 and state.game.is_over
    phases = (Phase.READY, *NOT_BEGUN, *((Phase.PAYMENT, Phase.BETWEEN, Phase.VOID) if between else ()))
    if wrong := first_fault(
        d.require_duty(state, who, *state.book.balls.changed_by.use()),
        require_phase(state, *phases),
        require_entry(what),
        fault("nothing-changes") if what.balls == state.hall.loaded_set else None,
        require_usable_balls(state, what.balls),
    ):
        return wrong
    former = state.hall.loaded_set
    games = state.hall.ball_sets.get(former, BallSet()).games
    return (e.BallsChanged(what.balls, former, games, what.reason, who), *d.say(state, "ball-change"))


@rule("BG.II.24", neutral=None)
def require_elements(state: State) -> Fault | None:
    hall = state.hall
    there = {str(one) for one in hall.elements}
    there |= {"machine"} if hall.machine else set()
    there |= {"balls"} if hall.ball_sets else set()
    there |= {"cards"} if hall.series else set()
    lacking = [one for one in state.book.hall.elements.use() if one not in there]
    return fault("missing-element", elements=lacking) if lacking else None


@d.decides(a.OpenSession, "IV.01", Phase.CHECKS, by=d.on_duty(d.CHIEF, d.MANAGER))
def open_session(state: State, who: PersonId, what: a.OpenSession) -> Decision:
    empty = [str(role) for role in state.book.hall.least_posts.use() if role not in state.staff]
    if wrong := first_fault(
        require_elements(state),
        *(require_in_order(state) for require_in_order in INSTALLATIONS),
        require_checks(state),
        None if state.hall.loaded_set else fault("no-balls-loaded"),
        fault("posts-empty", needs=empty) if empty else None,
    ):
        return wrong
    return (e.SessionOpened(state.hall.session + 1), *d.say(state, "session-open"), e.PhaseOpened(Phase.READY))


@d.decides(a.CloseSession, "IV.01", Phase.READY, by=d.on_duty(d.CHIEF, d.MANAGER))
def close_session(state: State, who: PersonId, what: a.CloseSession) -> Decision:
    wrong = require_counts_confirmed(state) or require_takings_handed_over(state)
    return wrong or (*d.say(state, "session-close"), e.SessionClosed(), e.PhaseOpened(Phase.CHECKS))


OF_CHIEF = frozenset({d.ASSISTANT, *SELLERS})


@d.decides(a.Relieve, "HP.BG.posts")
def relieve(state: State, who: PersonId, what: a.Relieve) -> Decision:
    accounts = (*(one for one in state.ledger if one.startswith(PERSON)), *map(purse_of, state.money_asked))
    wrong = first_fault(
        d.require_posts((what.role,)),
        require_may_send(state, who, what.role),
        fault("system-on-duty") if what.person in SYSTEM else None,
        fault("nothing-changes") if state.staff.get(what.role) == what.person else None,
        d.require_apart(state.book, state.staff.set(what.role, what.person)),
        require_no_own_calls(state, what),
        require_no_player(state, what.person),
        require_no_purse(state.staff.values(), what.person, accounts),
        require_nothing_owed(state, what.person),
        require_of_staff(state, who, what.person),
        require_relief_allowed(state, who),
    )
    return wrong or (e.StaffAssigned(what.role, what.person),)


@d.decides(a.VacatePost, "HP.BG.posts")
def vacate(state: State, who: PersonId, what: a.VacatePost) -> Decision:
    holder = state.staff.get(what.role)
    if wrong := first_fault(
        d.require_posts((what.role,)),
        require_may_send(state, who, what.role),
        require_may_be_empty(what.role),
        require_relief_allowed(state, who),
    ):
        return wrong
    if holder is None:
        return fault("nothing-changes")
    return require_till_empty(state, holder) or (e.PostVacated(what.role, holder),)


@rule("HP.BG.posts", neutral=None)
def require_may_be_empty(role: Role) -> Fault | None:
    """Return a Fault unless a hall does without a post: one of the sellers besides the caller."""
    return None if role in SELLERS[1:] else fault("post-stays-filled", role=role)


@rule("HP.BG.takings", neutral=None)
def require_till_empty(state: State, seller: PersonId) -> Fault | None:
    """Return a Fault while a seller has what they took: they hand it over before they come off duty."""
    taken = takings_of(state, seller)
    return fault("post-has-takings", person=seller, amount=taken) if taken > 0 else None


@rule("HP.BG.posts", neutral=None)
def require_may_send(state: State, who: PersonId, role: Role) -> Fault | None:
    """One hands on one's own post; the house and the hall manager fill any, the chief sellers and assistant."""
    return require_post_or_house(state.staff, who, role, d.MANAGER, *((d.CHIEF,) if role in OF_CHIEF else ()))


@rule("HP.BG.posts", neutral=None)
def require_of_staff(state: State, who: PersonId, person: PersonId) -> Fault | None:
    """The house and the hall manager alone bring in new staff; in a house its accounts say who is of the staff."""
    may_bring_in = require_post_or_house(state.staff, who, d.MANAGER) is None
    is_stranger = not state.is_in_house and person not in state.served
    return fault("not-of-staff", person=person) if is_stranger and not may_bring_in else None


@rule("BG.III.02", neutral=None, names_a_pass=False)
def require_no_own_calls(state: State, what: a.Relieve) -> Fault | None:
    """Whoever called balls of a game does not come to judge its errors, where the house keeps the two posts apart."""
    is_own = what.role is Role.TABLE_CHIEF and state.phase in PLAYED and what.person in state.game.callers
    is_apart = {Role.CALLER, Role.TABLE_CHIEF} <= set(state.book.hall.apart.use()) if is_own else False
    return fault("judges-own-calls", post=str(what.role)) if is_apart else None


@rule("HP.BG.posts", neutral=None)
def require_no_player(state: State, person: PersonId) -> Fault | None:
    """Nobody comes on duty with cartones that are good, or asked for, where the house forbids it."""
    has_cards = state.game.has_good_cards and state.game.has_cards_of(person)
    plays = has_cards or person in state.game.wishes
    return fault("player-may-not-serve") if plays and not state.book.sale.staff_may_play.use() else None


def require_nothing_owed(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody would come on duty who has won in this game, or to whom something of one is due."""
    accounts = (one.rsplit("/", 2)[1:] for one, due in in_order(state.ledger) if due and one.startswith(OWED))
    won = (state.game.sale_of("/".join(card)) for card in accounts)
    is_winner = any(one is not None and one.person == person for one in won)
    is_owed = is_winner or person in people_owed(state.ledger, state.left_prizes, state.refunds)
    return fault("has-money-here", person=person) if is_owed and person not in state.staff.values() else None


def require_nothing_owed_to_staff(what: OpenHall, kept: Inventory) -> Fault | None:
    own = (one.removeprefix(PERSON) for one, amount in in_order(kept.balances) if amount and one.startswith(PERSON))
    due = {*own, *people_owed(kept.balances, kept.left_prizes, kept.refunds)}
    busy = next((one for _, one in in_order(what.staff) if one in due), None)
    return None if busy is None else with_clauses(fault("has-money-here", person=busy), "HP.BG.posts")


def require_relief_allowed(state: State, who: PersonId) -> Fault | None:
    is_played = bool(state.game.ball_set) and not state.game.is_over
    return fault("relief-in-game") if who != HOUSE and is_played and not state.book.hall.relief_in_game.use() else None
