"""What a hall that closes hands on to the next one of its name, and what that one takes up.

A set of balls has the games that it was used in whoever closes the hall in between (BG.II.18), a number of a series is
sold once (BG.II.03), and what is owed for a game that is over stays owed.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.accounts import PERSON
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo.acts import OpenHall
from tapete.games.bingo.books import OUTSTANDING, TILL
from tapete.games.bingo.cards import Cartones, require_pinned_cartones
from tapete.games.bingo.inventory import Inventory, Refund, Secrets, Series, taken_up
from tapete.games.bingo.ranges import card_count, joined_ranges, without_all
from tapete.games.bingo.sale import cards_left
from tapete.games.bingo.state import State
from tapete.table.order import in_order


def _handed_on(series: Series) -> Series:
    """Return a series without its secret; of one that is sold out no more than that it is so."""
    by_game = {game: joined_ranges(cards for cards, used in series.uses if used == game) for _, game in series.uses}
    uses = tuple((cards, game) for game, all_cards in in_order(by_game) for cards in all_cards)
    if not cards_left(series):
        uses = tuple((cards, max(by_game)) for cards in series.ranges)
    return replace(series, secret=None, uses=uses)


def _kept_accounts(*, has_people: bool) -> tuple[str, ...]:
    """Return how the accounts begin that are handed on; a till of a closed hall is empty, or its seller is owed."""
    return (*OUTSTANDING, TILL, *((PERSON,) if has_people else ()))


def _is_pending(refund: Refund) -> bool:
    return card_count(refund.refunded) < card_count(refund.cards)


def inventory_of(state: State, *, has_accounts: bool = True) -> Inventory:
    """Return what a hall hands on: nothing of one that was never opened. What lies in the accounts of people is handed
    on only where no house has put it back into their purses.
    """
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
    return {one.name: one.secret for one in sorted(series, key=lambda one: one.name) if one.secret and cards_left(one)}


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
    sold_on = (one for one in taken_up(inventory, secrets) if cards_left(one))
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
