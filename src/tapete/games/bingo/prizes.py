"""Prizes: computed, announced and divided, awarded by the order of the table chief, paid."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, duties as d, events as e, terms as t
from tapete.games.bingo.books import carry, held, is_owed_of, owed, sales
from tapete.games.bingo.calls import unchecked_calls
from tapete.games.bingo.drawing import is_all_out
from tapete.games.bingo.events import Share
from tapete.games.bingo.hall import require_sound_balls, require_usable_balls
from tapete.games.bingo.inventory import card_count
from tapete.games.bingo.rules import PrizeRules
from tapete.games.bingo.state import State, call_name
from tapete.kernel import Decision, PersonId
from tapete.money import Cents, Fraction, Rounding, euros, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order


def due_accounts(state: State, game: str) -> list[str]:
    left = {name for name in state.game.left_accounts if not state.game.is_of_unsold(name)}
    return sorted((name for name in state.ledger if is_owed_of(name, game) and name not in left), key=t.natural_place)


@rule("BG.IV.08", "BG.IV.24", neutral=None)
def require_won_by_sold(state: State, account: str, card: str) -> Fault | None:
    """Return a Fault if the cartón that won was found never to have been sold: its prize is nobody's."""
    return fault("card-not-sold", card=card) if state.game.is_of_unsold(account) else None


@rule("BG.IV.28", neutral=None)
def require_game_finished(state: State, game: str) -> Fault | None:
    is_played = game == state.game.name and not state.game.is_over
    return fault("game-not-over") if is_played else None


@rule("BG.IV.35", neutral=None)
def require_allowed_moment(state: State, game: str) -> Fault | None:
    """Return a Fault if the first game of a double would be paid at another moment than between, or after both."""
    double = state.game
    if game not in double.part_names or len(double.part_names) == 1 or game == double.name != double.part_names[0]:
        return None
    is_between = double.part == 1 and double.is_over and not double.is_deferred
    is_after = double.part == 2 and double.is_over
    return None if is_between or is_after else fault("payment-waits")


@rule("BG.IV.37", neutral=None)
def require_token_unpaid(state: State, game: str, prize: t.Prize, card: str) -> Fault | None:
    """Return a Fault if the prize of a game of a double, for which a token was given, was paid: each is paid once."""
    return require_unpaid(state, game, prize, card)


def require_unpaid(state: State, game: str, prize: t.Prize, card: str) -> Fault | None:
    if balance(state.ledger, owed(game, prize, card)):
        return None
    won = state.game.won_by(game, prize, card)
    paid_already = won is not None and bool(won.amount)
    return fault("prize-paid", card=card) if paid_already else fault("no-prize", card=card)


@d.decides(a.PayPrize, "IV.28", by=d.on_duty(d.CASHIER))
def pay(state: State, who: PersonId, what: a.PayPrize) -> Decision:
    game = what.game or state.game.name
    won = state.game.won_by(game, what.prize, what.card)
    account = owed(game, what.prize, what.card)
    left = state.left_prizes.get(account)
    owner = won.person if won is not None else left.owner if left is not None else None
    if wrong := first_fault(
        d.require_no_case(state),
        require_won_by_sold(state, account, what.card),
        None if what.person is None else d.require_person(what.person),
        fault("not-your-card", card=what.card) if owner is not None and what.person not in (None, owner) else None,
        d.require_other_purse(who, owner or what.person),
        None
        if owner or not what.person or what.means is t.Means.CASH
        else d.require_no_own_account(state, what.person),
    ):
        return wrong
    payee = owner or what.person
    if what.means is t.Means.ACCOUNT and payee is None:
        return fault("person-missing")
    if _is_early(state, game, what.prize):
        return _advance(state, who, what, won, payee)
    wrong = first_fault(
        require_game_finished(state, game),
        require_allowed_moment(state, game),
        (require_token_unpaid if "/" in game else require_unpaid)(state, game, what.prize, what.card),
    )
    amount = balance(state.ledger, account)
    if wrong:
        return wrong
    if not amount:
        return fault("no-prize", card=what.card)
    return (e.PrizePaid(game, what.prize, what.card, amount, what.means, who, payee),)


def _is_early(state: State, game: str, prize: t.Prize) -> bool:
    is_bingo_stage = state.phase in (t.Phase.DRAW_BINGO, t.Phase.CHECK, *t.ASKING)
    is_line = prize is t.Prize.LINE and game == state.game.name and not state.game.part
    return is_line and is_bingo_stage and state.book.payment.line_early.use()


def _advance(
    state: State, who: PersonId, what: a.PayPrize, won: t.WinningCard | None, payee: PersonId | None
) -> Decision:
    """Pay a línea while the bingo is played, where the house does so: it advances the money."""
    account = owed(state.game.name, what.prize, what.card)
    if won is None:
        return fault("no-prize", card=what.card)
    if account in state.game.payments:
        return fault("prize-paid", card=what.card)
    return (e.PrizePaid(state.game.name, what.prize, what.card, won.amount, what.means, who, payee, early=True),)


@rule("BG.IV.28", neutral=None)
def require_bearer_lacking(state: State, card: str, owner: PersonId | None) -> Fault | None:
    """An account takes a prize without its owner, but for the cashier's, whom nobody on duty can pay."""
    if owner in (None, state.staff.get(d.CASHIER)) or not state.book.payment.next_game_waits.use():
        return None
    return fault("prize-to-account", card=card, person=owner)


@d.decides(a.LeaveUncollected, "IV.28", t.Phase.PAYMENT, t.Phase.VOID, t.Phase.READY, by=d.on_duty(d.CHIEF))
def leave(state: State, who: PersonId, what: a.LeaveUncollected) -> Decision:
    """The prize stays owed: of a double with a void second game one of the first, before a sale an earlier hall's."""
    game = what.game or state.game.name
    account = owed(game, what.prize, what.card)
    won = state.game.won_by(game, what.prize, what.card)
    wrong = first_fault(
        require_won_by_sold(state, account, what.card),
        None if account in state.ledger else fault("no-prize", card=what.card),
        fault("prize-left", card=what.card) if account in state.left_prizes else None,
        require_bearer_lacking(state, what.card, None if won is None else won.person),
        None if what.reason.strip() else fault("reason-missing"),
    )
    return wrong or (e.PrizeLeft(game, what.prize, what.card, what.reason),)


@rule("BG.IV.38", neutral=None)
def require_reasoned_decision(state: State, what: a.DecideUnawarded) -> Fault | None:
    """Return a Fault unless the decision about a prize nobody won gives its reason: it is owed to no player."""
    return None if what.reason.strip() else fault("reason-missing")


@rule("BG.IV.38", neutral=None)
def require_held(amount: Cents) -> Fault | None:
    """Return a Fault unless the prize is held: one that somebody won is owed to them, and no other is decided about."""
    return None if amount else fault("nothing-held")


@d.decides(a.DecideUnawarded, "IV.38", by=d.on_duty(d.CHIEF, d.MANAGER))
def decide_unawarded(state: State, who: PersonId, what: a.DecideUnawarded) -> Decision:
    game = what.game or state.game.name
    amount: Cents = balance(state.ledger, held(game, what.prize))
    wrong = first_fault(
        require_held(amount),
        fault("game-not-over") if state.phase in t.DRAWING else None,
        require_reasoned_decision(state, what),
    )
    return wrong or (e.UnawardedDecided(game, what.prize, amount, what.fate, what.reason, who),)


@rule("BG.IV.35", neutral=None)
def require_first_paid(state: State) -> Fault | None:
    due = [] if state.game.is_deferred else due_accounts(state, state.game.part_names[0])
    return fault("first-game-unpaid", accounts=due) if due else None


@rule("BG.IV.33", neutral=lambda state: fault("wrong-window", window=str(state.phase)))
def require_second_due(state: State) -> Fault | None:
    """Return a Fault unless the first game of a double is over: the second has the other part of each cartón."""
    return None if state.game.is_second_due else fault("wrong-window", window=str(state.phase))


require_chief_to_start_second: Final = rule("BG.IV.34", neutral=None)(d.held_by(d.CHIEF))


BEFORE_SECOND: Final = (t.Phase.PAYMENT, t.Phase.BETWEEN, t.Phase.VOID)


@d.decides(a.AnnounceSecond, "IV.34", *BEFORE_SECOND, by=require_chief_to_start_second, asks_phase=False)
def announce_second(state: State, who: PersonId, what: a.AnnounceSecond) -> Decision:
    if wrong := first_fault(
        require_second_due(state),
        d.require_no_case(state),
        require_phase(state, *BEFORE_SECOND),
        require_first_paid(state),
        require_usable_balls(state, state.hall.loaded_set),
    ):
        return wrong
    return (
        *d.say(state, "second"),
        e.GameStarted(state.game.number, 2, state.hall.loaded_set),
        e.PhaseOpened(t.Phase.DRAW_LINE),
    )


@rule("BG.IV.28", neutral=None)
def require_prizes_paid(due: list[str]) -> Fault | None:
    return fault("prizes-due", accounts=due) if due else None


@d.decides(a.EndGame, "IV.28", t.Phase.PAYMENT, t.Phase.VOID, by=d.on_duty(d.CHIEF))
def end_game(state: State, who: PersonId, what: a.EndGame) -> Decision:
    game = state.game
    is_first = game.part == 1 and not game.ends_card
    due = [one for name in game.part_names for one in due_accounts(state, name)]
    wrong = first_fault(
        d.require_no_case(state), fault("second-game-due") if is_first else None, require_prizes_paid(due)
    )
    return wrong or (e.GameEnded(game.number), e.PhaseOpened(t.Phase.READY))


require_chief_to_compute: Final = rule("BG.IV.09", neutral=None)(d.held_by(d.CHIEF))


@d.decides(a.AnnounceSold, "IV.10", t.Phase.PRIZES, by=require_chief_to_compute)
def announce_sold(state: State, who: PersonId, what: a.AnnounceSold) -> Decision:
    ranges = state.game.sold_ranges
    count, least = card_count(ranges), state.book.sale.least.use()
    if wrong := first_fault(
        fault("too-few-sold", least=least) if count < max(1, least) else None,
        fault("nothing-changes") if state.game.is_sold_announced else None,
    ):
        return wrong
    head = "sold-double" if state.game.kind is t.SeriesKind.DOUBLE else "sold"
    said = [
        one
        for place, part in enumerate(ranges)
        for one in d.say(
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


@rule("BG.IV.09", neutral=lambda state: (0, 0))
def computed_prizes(state: State) -> Amounts:
    rules, sales = state.book.prizes, state.game.part_sales
    fixed_line, fixed_bingo = rules.fixed_line.use(), rules.fixed_bingo.use()
    line = fixed_line or portion(sales, rules.line.use(), rules.rounding.use(), rules.unit.use())
    bingo = fixed_bingo or portion(sales, rules.bingo.use(), rules.rounding.use(), rules.unit.use())
    return line, bingo


@d.decides(a.SetShares, "IV.09", t.Phase.CHECKS, t.Phase.READY, by=d.on_duty(d.MANAGER))
def set_shares(state: State, who: PersonId, what: a.SetShares) -> Decision:
    """Of a rulebook that states the shares, or of prizes that are fixed, none is set."""
    rules = state.book.prizes
    is_open = not (rules.line.clauses or rules.bingo.clauses or rules.fixed_line.value or rules.fixed_bingo.value)
    most = bingo_most(rules)
    is_within = what.line <= LINE_MOST and what.bingo <= most
    wrong = first_fault(
        None if is_open else fault("shares-stated"),
        None if what.line and what.bingo else fault("share-of-nothing"),
        None if is_within else fault("shares-beyond-sales", line=LINE_MOST, bingo=most),
    )
    return wrong or (e.SharesSet(what.line, what.bingo, who),)


LINE_MOST: Final = 20
"""Per cent of the sales that a hall may set for the línea."""


def bingo_most(rules: PrizeRules) -> int:
    """Return how much of the sales, in per cent, the bingo may be: línea and tax go with it."""
    tax: Fraction = rules.tax.value
    return max(0, 100 - LINE_MOST - -(-100 * tax.num // tax.den))


def shortfall(state: State) -> Cents:
    """Return what the prizes come to beyond the sales: fixed ones, or parts that are rounded up; of a double twice."""
    rules, sales = state.book.prizes, state.game.part_sales
    tax = portion(sales, rules.tax.use(), Rounding.DOWN)
    return max(0, sum(computed_prizes(state)) + tax - sales) * state.game.parts


@rule("HP.BG.fixed-prizes", neutral=None)
def require_covered(state: State) -> Fault | None:
    """Return a Fault while the sales do not pay the prizes, unless the hall manager says that the house does."""
    lacking = shortfall(state)
    return fault("shortfall-uncovered", amount=lacking) if lacking > state.game.covered_shortfall else None


@d.decides(a.CoverShortfall, "HP.BG.fixed-prizes", t.Phase.PRIZES, by=d.on_duty(d.MANAGER))
def cover(state: State, who: PersonId, what: a.CoverShortfall) -> Decision:
    wrong = first_fault(
        require_sold_announced(state),
        require_doubles_announced(state),
        None if require_covered(state) else fault("nothing-changes"),
    )
    return wrong or (e.ShortfallCovered(state.game.number, shortfall(state), who),)


def said_of_parts(state: State, parts: tuple[Amounts, ...]) -> tuple[e.Said, ...]:
    (line, bingo), *_ = parts
    if len(set(parts)) == 1:
        return d.say(state, "prizes-double", line=euros(line), bingo=euros(bingo))
    return tuple(
        said
        for part, (line, bingo) in enumerate(parts, start=1)
        for said in d.say_of_part(state, part, "prizes", line=euros(line), bingo=euros(bingo))
    )


@rule(
    "BG.IV.14", neutral=lambda state, parts: d.say(state, "prizes", line=euros(parts[0][0]), bingo=euros(parts[0][1]))
)
def said_of_prizes(state: State, parts: tuple[Amounts, ...]) -> tuple[e.Said, ...]:
    """Return the words by which the prizes are announced: of a double those of each of its parts."""
    if state.game.kind is t.SeriesKind.DOUBLE:
        return said_of_parts(state, parts)
    ((line, bingo),) = parts
    return d.say(state, "prizes", line=euros(line), bingo=euros(bingo))


@rule("BG.IV.10", neutral=None)
def require_sold_announced(state: State) -> Fault | None:
    if state.game.kind is t.SeriesKind.DOUBLE:
        return None
    return None if state.game.is_sold_announced else fault("sold-unannounced")


@rule("BG.IV.13", neutral=None)
def require_doubles_announced(state: State) -> Fault | None:
    if state.game.kind is t.SeriesKind.SINGLE:
        return None
    return None if state.game.is_sold_announced else fault("sold-unannounced")


@d.decides(a.AnnouncePrizes, "IV.11", t.Phase.PRIZES, by=require_chief_to_compute)
def announce_prizes(state: State, who: PersonId, what: a.AnnouncePrizes) -> Decision:
    """What earlier games bring in is the first game's, of a double too."""
    if wrong := first_fault(
        require_sold_announced(state),
        require_doubles_announced(state),
        fault("nothing-changes") if state.game.prizes else None,
        require_covered(state),
    ):
        return wrong
    line, bingo = computed_prizes(state)
    brought = {prize: amount for prize in t.Prize if (amount := balance(state.ledger, carry(prize)))}
    added = {prize: state.game.brought_amounts.get(prize, 0) + brought.get(prize, 0) for prize in t.Prize}
    first = line + added[t.Prize.LINE], bingo + added[t.Prize.BINGO]
    words = said_of_prizes(state, (first, *((line, bingo),) * (state.game.parts - 1)))
    return (e.PrizesAnnounced(state.game.part_names[0], line, bingo, brought), *words)


@rule("BG.IV.11", neutral=None)
def require_prizes_announced(state: State) -> Fault | None:
    return None if state.game.prizes else fault("prizes-unannounced")


@rule("BG.IV.12", neutral=None)
def require_chief_to_start(state: State, who: PersonId) -> Fault | None:
    return None if state.game.kind is t.SeriesKind.DOUBLE else require_post(state.staff, who, Role.TABLE_CHIEF)


@rule("BG.IV.15", neutral=None)
def require_chief_to_start_double(state: State, who: PersonId) -> Fault | None:
    return None if state.game.kind is t.SeriesKind.SINGLE else require_post(state.staff, who, Role.TABLE_CHIEF)


@d.decides(a.AnnounceStart, "IV.12", t.Phase.PRIZES, asks_phase=False)
def announce_start(state: State, who: PersonId, what: a.AnnounceStart) -> Decision:
    if wrong := first_fault(
        require_chief_to_start(state, who),
        require_chief_to_start_double(state, who),
        require_phase(state, t.Phase.PRIZES),
        require_prizes_announced(state),
        d.require_no_case(state),
        require_sound_balls(state, state.hall.loaded_set),
    ):
        return wrong
    is_last = state.hall.session_games + 1 == state.book.session.games_planned.use()
    return (
        *(d.say(state, "last-game") if is_last and state.book.session.last_game_words.use() else ()),
        *d.say(state, "start"),
        e.GameStarted(state.game.number, state.game.part, state.hall.loaded_set),
        e.PhaseOpened(t.Phase.DRAW_LINE),
    )


@rule(
    "BG.I.02",
    neutral=lambda state, cards: tuple({state.game.pause.holders.get(card) or card: card for card in cards}.values()),
)
def competing_cards(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return what competes: each right cartón on its own account, however many of them one player holds."""
    return cards


def division(state: State, prize: t.Prize, amount: Cents) -> tuple[t.WinningCard, ...]:
    winners = competing_cards(state, state.game.right_cards(prize))
    if not state.book.prizes.shared.use():
        winners = winners[:1]
    results = state.game.pause.results
    by_combination = state.book.prizes.share_unit.use() == "combination"
    units = tuple(results[prize, card] if by_combination else 1 for card in winners)
    amounts = divided_amount(state, amount, units)
    holders = state.game.pause.holders
    return tuple(t.WinningCard(card, each, holders.get(card)) for card, each in zip(winners, amounts, strict=True))


def divided_amount(state: State, amount: Cents, units: tuple[int, ...]) -> tuple[Cents, ...]:
    return share_amounts(amount, units, gives_leftover=state.book.prizes.leftover.use() == "by-number")


def units_of_shares(amounts: tuple[Cents, ...]) -> tuple[int, ...]:
    """Return how many parts each share was: the least whole numbers that come to it, but for cents left over."""
    for count in range(len(amounts), min(sum(amounts), 3 * len(amounts)) + 1):
        units = tuple(one // (sum(amounts) // count) for one in amounts)
        if sum(units) == count:
            return units
    return (1,) * len(amounts)


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


Awards = dict[t.Prize, tuple[t.WinningCard, ...]]


@d.decides(a.AskOthers, "IV.29", *t.DRAWING, t.Phase.ASK_OUT, by=d.on_duty(d.CHIEF))
def ask_others(state: State, who: PersonId, what: a.AskOthers) -> Decision:
    is_over = state.phase is not t.Phase.ASK_OUT or state.game.pause.is_interval_over
    wrong = first_fault(None if is_all_out(state) else fault("balls-left"), None if is_over else fault("window-open"))
    return wrong or (e.OthersAsked((t.Prize.BINGO,)), *d.say(state, "all-out"), e.PhaseOpened(t.Phase.ASK_OUT))


@rule("BG.IV.30", neutral=None)
def require_interval_over(state: State) -> Fault | None:
    return fault("window-open") if state.phase in t.ASKING and not state.game.pause.is_interval_over else None


def is_token_due(state: State) -> bool:
    game = state.game
    return game.is_deferred and (game.part == 1 or state.book.payment.token_games.value)


@rule("BG.IV.36", neutral=None)
def require_tokens(state: State) -> Fault | None:
    game = state.game
    due = [(prize, card) for prize in t.Prize for card in game.right_cards(prize)] if is_token_due(state) else []
    lacking = [call_name(prize, card) for prize, card in due if (game.part, prize, card) not in game.tokens]
    return fault("token-missing", calls=lacking) if lacking else None


@rule("BG.IV.37", neutral=0)
def part_on_token(state: State) -> int:
    return state.game.part


@d.decides(a.GiveToken, "IV.36", t.Phase.CHECK, *t.ASKING, by=d.on_duty_by("payment.token_by"))
def give_token(state: State, who: PersonId, what: a.GiveToken) -> Decision:
    game = state.game
    if wrong := first_fault(
        None if is_token_due(state) else fault("no-token-due"),
        None if what.card in game.right_cards(what.prize) else fault("not-called", card=what.card),
        fault("nothing-changes") if (game.part, what.prize, what.card) in game.tokens else None,
    ):
        return wrong
    part = part_on_token(state)
    given = e.TokenGiven(state.tokens_given + 1, game.name, part, what.prize, what.card)
    return (given, *d.say(state, "token", part=part))


require_chief_to_order: Final = rule("BG.IV.31", neutral=None)(d.held_by(d.CHIEF))


@rule("BG.IV.24", neutral=None)
def require_every_card_checked(state: State) -> Fault | None:
    waiting = unchecked_calls(state) if state.phase in (t.Phase.CHECK, *t.ASKING) else []
    return fault("card-unchecked", calls=waiting) if waiting else None


def awards_of_pause(state: State) -> Awards:
    game = state.game
    is_line_open = t.Prize.LINE not in game.awards and not game.right_cards(t.Prize.LINE)
    return {
        prize: division(state, prize, _amount(state, prize, is_line_open=is_line_open))
        for prize in t.Prize
        if game.right_cards(prize) and prize not in game.awards
    }


@rule("BG.IV.08", "BG.IV.24", neutral={})
def awards_divided_anew(state: State) -> Awards:
    """Return the prizes that were shared with a cartón which was then found never sold: the others share them whole."""
    game, found = state.game, {}
    for prize, won in in_order(game.awards):
        sold = tuple(one for one in won if one.card not in game.unsold_cards)
        if 0 < len(sold) < len(won):
            units = dict(zip(won, units_of_shares(tuple(one.amount for one in won)), strict=True))
            amounts = divided_amount(state, game.prize(prize), tuple(units[one] for one in sold))
            found[prize] = tuple(replace(one, amount=each) for one, each in zip(sold, amounts, strict=True))
    return found


def prizes_awarded(found: Awards) -> tuple[e.PrizeAwarded, ...]:
    return tuple(e.PrizeAwarded(prize, found[prize]) for prize in t.Prize if prize in found)


def _amount(state: State, prize: t.Prize, *, is_line_open: bool) -> Cents:
    """The amount of a prize: the announced one, with the línea that nobody won where the house adds it to the bingo."""
    amount = state.game.prize(prize)
    is_added = prize is t.Prize.BINGO and is_line_open and state.book.prizes.unawarded_line.use() == "bingo"
    return amount + state.game.prize(t.Prize.LINE) if is_added else amount


def _require_may_order(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        require_chief_to_order(state, who),
        require_every_card_checked(state),
        d.require_no_case(state),
        require_interval_over(state),
        require_tokens(state),
    )


@rule("BG.IV.26", neutral=t.Phase.DRAW_LINE)
def phase_after_line(state: State) -> t.Phase:
    """Return where the game goes on after a right línea: it is drawn until a bingo is called, and no línea is open."""
    is_won = t.Prize.LINE in state.game.awards or state.game.right_cards(t.Prize.LINE)
    return t.Phase.DRAW_BINGO if is_won else t.Phase.DRAW_LINE


@d.decides(a.OrderResume, "IV.31", t.Phase.ASK_LINE, asks_phase=False)
def resume(state: State, who: PersonId, what: a.OrderResume) -> Decision:
    if wrong := _require_may_order(state, who) or require_phase(state, t.Phase.ASK_LINE):
        return wrong
    made = prizes_awarded(awards_of_pause(state))
    return (*made, *d.say(state, "order-on"), e.PhaseOpened(phase_after_line(state)))


@rule("BG.IV.27", neutral=lambda state, what: fault("wrong-window", window=str(state.phase)))
def require_end_due(state: State, what: a.OrderEnd) -> Fault | None:
    """Return a Fault unless a bingo was found right, or all the balls are out and nobody has called it when asked."""
    if state.phase is not t.Phase.ASK_OUT:
        return require_phase(state, t.Phase.ASK_BINGO)
    return first_fault(
        fault("question-due") if state.game.times_asked < state.book.claims.all_out_times.use() else None,
        None if what.reason.strip() else fault("reason-missing"),
    )


def shown_in_pause(state: State) -> tuple[e.BallShown, ...]:
    """Return the ball with which the game was won in the pause before it came onto the panel (BG.IV.18)."""
    last = state.game.balls[-1]
    is_left = state.hall.pause and last.said_number is not None and not last.is_shown
    return d.put_on_panel(last.said_number or last.number) if is_left else ()


@d.decides(a.OrderEnd, "IV.31", t.Phase.ASK_BINGO, t.Phase.ASK_OUT, asks_phase=False)
def end(state: State, who: PersonId, what: a.OrderEnd) -> Decision:
    if wrong := _require_may_order(state, who) or require_end_due(state, what):
        return wrong
    found = {**awards_divided_anew(state), **awards_of_pause(state)}
    divided = takings_divided(state, {**dict(state.game.awards.items()), **found})
    after = t.Phase.BETWEEN if state.game.part == 1 and state.game.is_deferred else t.Phase.PAYMENT
    return (*shown_in_pause(state), *prizes_awarded(found), divided, *d.say(state, "order-end"), e.PhaseOpened(after))


def takings_divided(state: State, awards: Awards) -> e.TakingsDivided:
    game, rules = state.game, state.book.prizes
    early = {account: paid.amount for account, paid in game.payments.items()}
    shares = tuple(
        Share(prize, one.card, due)
        for prize, won in in_order(awards)
        for one in won
        if (due := one.amount - early.get(owed(game.name, prize, one.card), 0)) > 0
    )
    held: dict[t.Prize, Cents] = {}
    carried: dict[t.Prize, Cents] = {}
    for prize in t.Prize:
        amount = game.prize(prize)
        if prize in awards:
            divided = _amount(state, prize, is_line_open=t.Prize.LINE not in awards)
            left = max(0, divided - sum(one.amount for one in awards[prize]))
            held[prize] = left if rules.leftover.use() == "held" else 0
            continue
        match rules.unawarded_line.use() if prize is t.Prize.LINE else rules.unawarded_bingo.use():
            case "next-game":
                carried[prize] = amount
            case "held":
                held[prize] = amount
            case "bingo" if t.Prize.BINGO not in awards:
                held[prize] = amount
            case _:
                pass
    tax = portion(state.game.part_sales, rules.tax.use(), Rounding.DOWN)
    taken = balance(state.ledger, sales(game.name))
    given = sum(one.amount for one in shares) + sum(held.values()) + sum(carried.values()) + tax
    held = {prize: amount for prize, amount in held.items() if amount}
    carried = {prize: amount for prize, amount in carried.items() if amount}
    return e.TakingsDivided(game.name, shares, held, carried, taken - given, tax)
