"""The prizes: computed from the sales, announced after what was sold and before the start, and divided by shares."""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import carry
from tapete.games.bingo.choices import Leftover, ShareUnit
from tapete.games.bingo.duties import MANAGER, require_duty, require_no_case
from tapete.games.bingo.ranges import card_count
from tapete.games.bingo.sale import sold_ranges
from tapete.games.bingo.sayings import say, say_of_part
from tapete.games.bingo.sessions import require_sound_balls
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase, Prize, SeriesKind, WinningCard
from tapete.kernel import Decision, PersonId
from tapete.money import Cents, Rounding, euros, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- what was sold ----------------------------------------------------------------------------------------------------


@rule("BG.IV.09", neutral=None)
def require_chief_to_compute(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief computes and announces."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def announce_sold(state: State, who: PersonId, what: a.AnnounceSold) -> Decision:
    """Decide the announcement of what was sold, in the words of the order."""
    del what
    ranges = sold_ranges(state)
    count, least = card_count(ranges), state.book.sale.least.use()
    wrong = first_fault(
        require_chief_to_compute(state, who),
        require_phase(state, Phase.PRIZES),
        fault("too-few-sold", least=least) if count < max(1, least) else None,
        fault("nothing-changes") if state.game.is_sold_announced else None,
    )
    if wrong:
        return wrong
    head = "sold-double" if state.game.kind is SeriesKind.DOUBLE else "sold"
    said = [
        one
        for place, part in enumerate(ranges)
        for one in say(
            state,
            "sold-tail" if place else head,
            total=count,
            series=state.hall.series[part.series].spoken,
            first=part.first,
            last=part.last,
        )
    ]
    return (e.SoldAnnounced(ranges), *said)


Amounts = tuple[Cents, Cents]
"""Línea and bingo of one game."""

# --- the amounts ------------------------------------------------------------------------------------------------------


def part_sales(state: State) -> Cents:
    return card_count(sold_ranges(state)) * state.game.value


@rule("BG.IV.09", neutral=lambda state: (0, 0))
def computed_prizes(state: State) -> Amounts:
    """Return line and bingo: parts of the sales, or the fixed amounts of the house."""
    rules, sales = state.book.prizes, part_sales(state)
    fixed_line, fixed_bingo = rules.fixed_line.use(), rules.fixed_bingo.use()
    line = fixed_line or portion(sales, rules.line.use(), rules.rounding.use(), rules.unit.use())
    bingo = fixed_bingo or portion(sales, rules.bingo.use(), rules.rounding.use(), rules.unit.use())
    return line, bingo


def shortfall(state: State) -> Cents:
    """Return what the prizes of a game, or of both games of a double, come to beyond the sales: fixed ones, or parts of
    the sales that are rounded up.
    """
    rules, sales = state.book.prizes, part_sales(state)
    tax = portion(sales, rules.tax.use(), Rounding.DOWN)
    return max(0, sum(computed_prizes(state)) + tax - sales) * state.game.parts


@rule("HP.BG.fixed-prizes", neutral=None)
def require_covered(state: State) -> Fault | None:
    """Return a Fault while the sales do not pay the prizes, unless the hall manager says that the house does."""
    lacking = shortfall(state)
    return fault("shortfall-uncovered", amount=lacking) if lacking > state.game.covered_shortfall else None


def cover(state: State, who: PersonId, what: a.CoverShortfall) -> Decision:
    """Decide that the house pays what the prizes come to beyond the sales."""
    del what
    wrong = first_fault(
        require_duty(state, who, MANAGER),
        require_phase(state, Phase.PRIZES),
        require_sold_announced(state),
        require_doubles_announced(state),
        None if require_covered(state) else fault("nothing-changes"),
    )
    return wrong or (e.ShortfallCovered(state.game.number, shortfall(state), who),)


def said_of_parts(state: State, parts: tuple[Amounts, ...]) -> tuple[e.Said, ...]:
    """Return the words for the parts of a double: once for both where they are alike, else for each of them."""
    (line, bingo), *_ = parts
    if len(set(parts)) == 1:
        return say(state, "prizes-double", line=euros(line), bingo=euros(bingo))
    return tuple(
        said
        for part, (line, bingo) in enumerate(parts, start=1)
        for said in say_of_part(state, part, "prizes", line=euros(line), bingo=euros(bingo))
    )


@rule("BG.IV.14", neutral=lambda state, parts: say(state, "prizes", line=euros(parts[0][0]), bingo=euros(parts[0][1])))
def said_of_prizes(state: State, parts: tuple[Amounts, ...]) -> tuple[e.Said, ...]:
    """Return the words by which the prizes are announced: of a double those of each of its parts."""
    if state.game.kind is SeriesKind.DOUBLE:
        return said_of_parts(state, parts)
    ((line, bingo),) = parts
    return say(state, "prizes", line=euros(line), bingo=euros(bingo))


@rule("BG.IV.10", neutral=None)
def require_sold_announced(state: State) -> Fault | None:
    """Return a Fault unless the cartones sold were announced first."""
    if state.game.kind is SeriesKind.DOUBLE:
        return None
    return None if state.game.is_sold_announced else fault("sold-unannounced")


@rule("BG.IV.13", neutral=None)
def require_doubles_announced(state: State) -> Fault | None:
    """Return a Fault unless the double cartones sold were announced first."""
    if state.game.kind is SeriesKind.SINGLE:
        return None
    return None if state.game.is_sold_announced else fault("sold-unannounced")


def announce_prizes(state: State, who: PersonId, what: a.AnnouncePrizes) -> Decision:
    """Decide the announcement of the prizes, with what earlier games bring in: of a double it is the first game's, the
    next one after those that left it.
    """
    del what
    wrong = first_fault(
        require_chief_to_compute(state, who),
        require_phase(state, Phase.PRIZES),
        require_sold_announced(state),
        require_doubles_announced(state),
        fault("nothing-changes") if state.game.prizes else None,
        require_covered(state),
    )
    if wrong:
        return wrong
    line, bingo = computed_prizes(state)
    brought = {prize: amount for prize in Prize if (amount := balance(state.ledger, carry(prize)))}
    added = {prize: state.game.brought_amounts.get(prize, 0) + brought.get(prize, 0) for prize in Prize}
    first = line + added[Prize.LINE], bingo + added[Prize.BINGO]
    words = said_of_prizes(state, (first, *((line, bingo),) * (state.game.parts - 1)))
    return (e.PrizesAnnounced(state.game.part_names[0], line, bingo, brought), *words)


# --- the start --------------------------------------------------------------------------------------------------------


@rule("BG.IV.11", neutral=None)
def require_prizes_announced(state: State) -> Fault | None:
    """Return a Fault unless both prizes were announced."""
    return None if state.game.prizes else fault("prizes-unannounced")


@rule("BG.IV.12", neutral=None)
def require_chief_to_start(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief announces that the game begins."""
    if state.game.kind is SeriesKind.DOUBLE:
        return None
    return require_post(state.staff, who, Role.TABLE_CHIEF)


@rule("BG.IV.15", neutral=None)
def require_chief_to_start_double(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief announces that the first game of a double begins."""
    if state.game.kind is SeriesKind.SINGLE:
        return None
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def is_last_game(state: State) -> bool:
    is_last = state.hall.session_games + 1 == state.book.session.games_planned.use()
    return is_last and state.book.session.last_game_words.use()


def announce_start(state: State, who: PersonId, what: a.AnnounceStart) -> Decision:
    """Decide the start: from here on the announced prizes stand and calls are heard."""
    del what
    wrong = first_fault(
        require_chief_to_start(state, who),
        require_chief_to_start_double(state, who),
        require_phase(state, Phase.PRIZES),
        require_prizes_announced(state),
        require_no_case(state),
        require_sound_balls(state, state.hall.loaded_set),
    )
    if wrong:
        return wrong
    return (
        *(say(state, "last-game") if is_last_game(state) else ()),
        *say(state, "start"),
        e.GameStarted(state.game.number, state.game.part, state.hall.loaded_set),
        e.PhaseOpened(Phase.DRAW_LINE),
    )


# --- shares -----------------------------------------------------------------------------------------------------------


@rule(
    "BG.I.02",
    neutral=lambda state, cards: tuple({state.game.pause.holders.get(card) or card: card for card in cards}.values()),
)
def competing_cards(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return what competes: each right cartón on its own account, however many of them one player holds."""
    del state
    return cards


def division(state: State, prize: Prize, amount: Cents) -> tuple[WinningCard, ...]:
    """Divide a prize among its winning cartones: whole cents each, and what is left over as the house's rule says."""
    winners = competing_cards(state, state.game.right_cards(prize))
    if not state.book.prizes.shared.use():
        winners = winners[:1]
    results = state.game.pause.results
    match state.book.prizes.share_unit.use():
        case ShareUnit.COMBINATION:
            units = tuple(results[prize, card] for card in winners)
        case ShareUnit.CARD:
            units = (1,) * len(winners)
    match state.book.prizes.leftover.use():
        case Leftover.BY_NUMBER:
            amounts = share_amounts(amount, units, gives_leftover=True)
        case Leftover.HOUSE | Leftover.HELD:
            amounts = share_amounts(amount, units, gives_leftover=False)
    holders = state.game.pause.holders
    return tuple(WinningCard(card, each, holders.get(card)) for card, each in zip(winners, amounts, strict=True))


def share_amounts(amount: Cents, units: tuple[int, ...], *, gives_leftover: bool) -> tuple[Cents, ...]:
    """Return the shares of an amount for cartones in order; the first ones take the cents that are left over."""
    each, left = divmod(amount, sum(units))
    left = left if gives_leftover else 0
    shares = []
    for count in units:
        cents = min(left, count)
        shares.append(each * count + cents)
        left -= cents
    return tuple(shares)
