"""Opening and closing a table, its rulebook, its staff, and the director's options."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat.procedure import CloseTable, TableClosed
from tapete.games.punto_banco.acts import OpenTable, SetOptions
from tapete.games.punto_banco.events import HandAwarded, OptionsSet, PhaseOpened, ShoeOpened, TableOpened
from tapete.games.punto_banco.rules import GAME, Rules, read
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import MAIN_BETS, Phase, Variant
from tapete.kernel import HOUSE, SYSTEM, Decision, PersonId
from tapete.rulebooks import Library
from tapete.table.acts import Relieve, StaffAssigned
from tapete.table.people import require_may_relieve, require_one_post_each
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_post_or_house, require_posts_of_game
from tapete.table.state import AdoptRulebook, Conduct, RulebookAdopted, adoptable, in_order, named_rulebook


@rule("PB.D.05", neutral=None)
def require_authorised_minimum(minimum: int, authorised: int) -> Fault | None:
    """No table minimum lies below the one that the authority allows."""
    if minimum < authorised:
        return fault("below-authorised-minimum", minimum=minimum, authorised=authorised)
    return None


def require_allowed_maximum(rules: Rules, minimum: int, maximum: int) -> Fault | None:
    named = rules.bets.maximum_multiples
    multiples = named.use()
    if not multiples or maximum in [minimum * times for times in multiples]:
        return None
    return against(
        named, "max-not-20-50-100", minimum=minimum, maximum=maximum, allowed=[minimum * times for times in multiples]
    )


@rule("MPB.04", neutral=None)
def require_mini_staff(staff: Mapping[Role, PersonId]) -> Fault | None:
    """A mini table needs one croupier and one table chief."""
    return require_croupier_and_chief(staff)


def require_house_staff(staff: Mapping[Role, PersonId]) -> Fault | None:
    rest_on(cite("HP.PB.staff"))
    few = require_croupier_and_chief(staff)
    return None if few is None else with_clauses(few, "HP.PB.staff")


def require_croupier_and_chief(staff: Mapping[Role, PersonId]) -> Fault | None:
    """Return a Fault unless one person deals and another is in charge (house practice at the large table)."""
    if Role.CROUPIER not in staff:
        return fault("missing-croupier")
    if Role.TABLE_CHIEF not in staff:
        return fault("missing-table-chief")
    return require_one_post_each({role: staff[role] for role in (Role.CROUPIER, Role.TABLE_CHIEF)})


def require_own_posts(variant: Variant, staff: Mapping[Role, PersonId]) -> Fault | None:
    needed = require_mini_staff(staff) if variant is Variant.MINI else require_house_staff(staff)
    return needed or require_one_post_each(staff, "HP.PB.relief")


@rule("MPB.02", neutral=9)
def mini_places() -> int:
    """A mini table holds at most seven players."""
    return 7


@rule("MPB.02", neutral=None)
def require_mini_places(wanted: int) -> Fault | None:
    """A mini table has no more places than players."""
    return fault("places-above-seven", places=wanted) if wanted > mini_places() else None


def places(what: OpenTable, rules: Rules) -> tuple[int, ...]:
    match what.variant:
        case Variant.MINI:
            most = mini_places()
            return tuple(range(1, min(what.places or most, most) + 1))
        case Variant.PUNTO_BANCO:
            return tuple(range(1, (what.places or rules.seats.places.use()) + 1))


def open_table(state: State, who: PersonId, what: OpenTable, library: Library) -> Decision:
    if state.rules is not None:
        return fault("table-is-open", name=state.settings.name)
    if who != HOUSE and what.staff.get(Role.DIRECTOR) != who:
        return fault("not-your-post", needs=[str(Role.DIRECTOR)])
    book = named_rulebook(library, GAME, what.rulebook)
    if isinstance(book, Fault):
        return book
    rules = read(book)
    decks = what.decks or rules.pack.decks.use()
    if wrong := first_fault(
        require_authorised_minimum(what.minimum, what.authorised_minimum),
        require_allowed_maximum(rules, what.minimum, what.maximum),
        require_posts_of_game(what.staff, CARD_TABLE_POSTS),
        require_own_posts(what.variant, what.staff),
        None if decks in rules.pack.decks_allowed.use() else fault("decks-not-allowed", decks=decks),
        fault("observed-not-offered") if what.conduct is Conduct.OBSERVED else None,
        fault("system-on-duty") if SYSTEM & set(what.staff.values()) else None,
        require_mini_places(what.places) if what.variant is Variant.MINI else None,
    ):
        return wrong
    opened = TableOpened(
        what.name,
        book.id,
        book.sha256,
        what.variant,
        what.minimum,
        what.maximum,
        what.authorised_minimum,
        decks,
        places(what, rules),
        what.shoe,
        what.conduct,
        what.standing_allowed,
        what.multiples_only,
        what.players_deal,
        tuple(bet for bet in what.side_bets if bet not in MAIN_BETS),
    )
    assigned = tuple(StaffAssigned(role, person) for role, person in in_order(what.staff))
    return (opened, *assigned, ShoeOpened(1, decks * 52), PhaseOpened(Phase.COUNT))


def close_table(state: State, who: PersonId, what: CloseTable) -> Decision:
    return first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR, Role.TABLE_CHIEF),
        None if state.is_between_coups else fault("coup-in-progress"),
        fault("bets-on-table") if state.bets else None,
    ) or (TableClosed(), PhaseOpened(Phase.CLOSED))


def adopt(state: State, who: PersonId, what: AdoptRulebook, library: Library) -> Decision:
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.phase in (Phase.COUNT, Phase.END_OF_SHOE) else fault("shoe-in-use", shoe=state.shoe.number),
        fault("nothing-changes") if what.sha256 == state.sha256 else None,
    ):
        return wrong
    book = adoptable(library, GAME, what.sha256)
    if isinstance(book, Fault):
        return book
    rules = read(book)
    decks = state.settings.decks
    return first_fault(
        require_allowed_maximum(rules, state.settings.minimum, state.settings.maximum),
        None if decks in rules.pack.decks_allowed.use() else fault("decks-not-allowed", decks=decks),
    ) or (RulebookAdopted(book.id, book.sha256),)


def set_options(state: State, who: PersonId, what: SetOptions) -> Decision:
    now = state.settings
    standing = now.standing_allowed if what.standing_allowed is None else what.standing_allowed
    multiples = now.multiples_only if what.multiples_only is None else what.multiples_only
    wrong = first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.is_between_coups else fault("coup-in-progress"),
        fault("nothing-changes") if (standing, multiples) == (now.standing_allowed, now.multiples_only) else None,
    )
    return wrong or (OptionsSet(standing, multiples),)


def relieve(state: State, who: PersonId, what: Relieve) -> Decision:
    senders = (Role.TABLE_CHIEF, Role.DIRECTOR)
    variant = state.settings.variant
    with trace():  # a relief that is lawful rests on none of the clauses that could have refused it
        wrong = require_may_relieve(
            state.seats,
            state.staff,
            who,
            what,
            posts=CARD_TABLE_POSTS,
            senders=senders,
            accounts=state.ledger,
            require_own_posts=lambda staff: require_own_posts(variant, staff),
        )
    rest_on(cite("HP.PB.relief"))
    before = state.croupier() if what.role is Role.CROUPIER else None
    holds = before is not None and before == state.hand_holder and not state.seats.is_at_table(before)
    taken = (HandAwarded(what.person),) if holds else ()
    return wrong or (StaffAssigned(what.role, what.person), *taken)
