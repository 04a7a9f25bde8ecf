"""What each viewer of a hall sees: built up from an allow-list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from tapete.accounts import PERSON, balance, person
from tapete.chance import ChanceKind
from tapete.games.bingo import terms as t
from tapete.games.bingo.books import TILL, sales
from tapete.games.bingo.calls import camera_in
from tapete.games.bingo.cards import Cartones, NoCartones, rows_of
from tapete.games.bingo.counter import waiting_counts
from tapete.games.bingo.duties import CASHIER, CHIEF, MANAGER, public_cause, reminders, running
from tapete.games.bingo.hall import failed_items
from tapete.games.bingo.inventory import Medium, Refund, card_count, joined_ranges, overlap
from tapete.games.bingo.offers import PHASES
from tapete.games.bingo.rules import GAME, NumberStyle
from tapete.games.bingo.sale import blocking_gaps, unsold_differences, unsold_due
from tapete.games.bingo.state import CardWish, Case, State, call_name, split_call
from tapete.kernel import HOUSE, PersonId, Step
from tapete.money import Cents, Fraction
from tapete.table.staff import Role, is_on_duty, roles_of
from tapete.table.state import Conduct, in_order


class SeriesView(msgspec.Struct, frozen=True):
    """A series on sale: what everybody may read on its cartones."""

    name: str
    size: int
    value: Cents
    kind: t.SeriesKind
    last: int
    only: Medium | None = None


class CallView(msgspec.Struct, frozen=True):
    """``lines`` is the master once shown, ``valid`` what the check found, ``lacking`` how many numbers it lacked."""

    prize: t.Prize
    card: str
    lines: t.Rows = ()
    valid: bool | None = None
    lacking: int = 0


class AwardView(msgspec.Struct, frozen=True):
    prize: t.Prize
    amount: Cents
    cards: tuple[str, ...]
    amounts: tuple[Cents, ...]


class StaffView(msgspec.Struct, frozen=True):
    """What staff see besides the public: sales, machine, cases, pending refunds."""

    sales: tuple[t.SoldRange, ...] = ()
    takings: Cents = 0
    set_in_use: str = ""
    set_games: int = 0
    cases: tuple[Case, ...] = ()
    due_prizes: dict[str, Cents] = {}
    named_prizes: dict[str, PersonId] = {}
    """By account whose the prizes are that were left for later and are somebody's by name."""
    pending_refunds: dict[str, Cents] = {}
    refunds: dict[str, Refund] = {}
    """By game what is given back of it: the price of a cartón, and whose cartones were sold."""
    tokens: dict[str, int] = {}
    accounts: dict[str, Cents] = {}
    money_asked: dict[str, t.MoneyWish] = {}
    wishes: dict[str, CardWish] = {}
    tills: dict[str, Cents] = {}
    counts: tuple[t.TakingsCount, ...] = ()
    machine: str = ""
    ball_sets: tuple[str, ...] = ()
    unused_cards: dict[str, int] = {}
    series_values: dict[str, Cents] = {}
    doubles: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()
    unsold_counts: dict[str, int] = {}
    unsold_differences: dict[str, int] = {}
    """How many unsold cartones of each counted series are lacking; less than 0 where there are too many."""
    sale_gaps: tuple[t.Range, ...] = ()

    def has_owner(self, game: str, prize: str, card: str) -> bool:
        return self.owner_of(game, prize, card) is not None

    def owner_of(self, game: str, prize: str, card: str) -> PersonId | None:
        """Return whose a prize is that is owed; nobody's whose cartón is of paper."""
        if left := self.named_prizes.get(f"{t.OWED}{game}/{prize}/{card}"):
            return left
        named = t.split_card(card)
        return next((one.person for one in self.sales if one.person and named and one.cards.has_card(*named)), None)


class OwnCard(msgspec.Struct, frozen=True):
    """A cartón of the viewer's own account, with what is printed on it; nothing where nobody can tell its numbers."""

    card: str
    lines: t.Rows


class Me(msgspec.Struct, frozen=True):
    person: PersonId
    roles: tuple[Role, ...] = ()
    chips: Cents = 0
    cards: tuple[t.Range, ...] = ()
    marks: dict[str, tuple[int, ...]] = {}
    due_prizes: dict[str, Cents] = {}
    cartones: tuple[OwnCard, ...] = ()
    money_asked: t.MoneyWish | None = None
    wish_count: int = 0
    wish_series: str = ""
    first_prizes: dict[str, Cents] = {}
    tokens: dict[str, int] = {}
    """By part, prize and cartón the tokens that they were given."""
    returned: tuple[t.Range, ...] = ()
    movements: tuple[tuple[str, Cents], ...] = ()
    seat: ClassVar[None] = None


def card_place(prize: t.Prize, card: str) -> tuple[t.Prize, t.NaturalPlace]:
    return prize, t.natural_place(card)


def tokens_in_order(state: State) -> list[tuple[tuple[int, t.Prize, str], int]]:
    return sorted(state.game.tokens.items(), key=lambda one: (one[0][0], card_place(*one[0][1:])))


def marks_of(state: State, viewer: PersonId) -> dict[str, tuple[int, ...]]:
    marked = sorted((card for who, card in state.marks if who == viewer), key=t.natural_place)
    return {card: tuple(sorted(state.marks[viewer, card])) for card in marked}


def won_by(awards: Mapping[t.Prize, tuple[t.WinningCard, ...]], viewer: PersonId) -> dict[str, Cents]:
    won = ((prize, one) for prize, all_won in in_order(awards) for one in all_won if one.person == viewer)
    listed = sorted(won, key=lambda one: card_place(one[0], one[1].card))
    return {call_name(prize, one.card): one.amount for prize, one in listed}


# Everybody sees the panel, what was announced and said, the prizes, the calls and the masters of called cartones. A
# person sees their own cartones and marks; staff see which ranges were sold; nobody sees which cartones are complete.


class View(msgspec.Struct, frozen=True):
    """A hall as one viewer sees it. Amounts in cents."""

    conduct: ClassVar[Conduct] = Conduct.STRICT
    seats: ClassVar[tuple[()]] = ()
    standing: ClassVar[tuple[()]] = ()
    waiting_list: ClassVar[tuple[()]] = ()
    is_private: ClassVar[bool] = False
    name: str
    rulebook: str
    title: str
    step: Step
    phase: t.Phase = msgspec.field(name="window")
    session: int
    game: str
    kind: t.SeriesKind
    balls_kind: ChanceKind
    is_open_to_witnesses: bool
    witnesses: int
    unchecked_items: tuple[str, ...]
    series: tuple[SeriesView, ...]
    shares: tuple[Fraction | None, Fraction | None]
    """Of the sales, for the línea and for the bingo; ``None`` for a prize that is a fixed sum."""
    cards_sold: int
    prizes: dict[str, Cents]
    panel: tuple[int, ...]
    ball_count: int
    calls: tuple[CallView, ...]
    awards: tuple[AwardView, ...]
    camera: t.Camera
    is_interval_over: bool
    is_void: bool
    announcements: tuple[tuple[str, str], ...] = msgspec.field(name="said")
    staff: dict[str, PersonId]
    duty: StaffView | None
    me: Me | None
    announced_numbers: tuple[int, ...] = ()
    """The numbers that were said, in order: the last one may not stand on the panel yet."""
    waits_for: PersonId | None = None
    variant: str = GAME
    void_cause: str = ""
    """Why the game is void, where it is: never what anybody wrote about it."""
    price: Cents = 0
    limit: str = ""
    number_style: NumberStyle = NumberStyle.DIGITS
    has_automatic_marks: bool = True
    is_report_open: bool = False
    """Something was reported, on which the table chief decides before anything goes on; what it is staff alone see."""
    is_self_service: bool = False
    failed_items: dict[str, str] = {}
    """What was found not in order before the session, each with what was written of it."""
    previous_shown: int = 5
    verdicts: tuple[CallView, ...] = ()
    """What the checks of the last pause found, until the next ball is out."""
    awaited_post: Role | None = None

    @property
    def minimum(self) -> Cents:
        return self.price

    @property
    def shoe(self) -> int:
        return self.session


def _calls(state: State) -> tuple[CallView, ...]:
    if state.phase not in (t.Phase.CHECK, *t.ASKING):
        return ()
    pause = state.game.pause
    found = []
    for kind in sorted({claim.kind for claim in pause.calls.claims}, key=t.natural_place):
        prize, card = split_call(kind)
        result = pause.results.get((prize, card))
        valid, lacking = None if result is None else bool(result), pause.lacking.get((prize, card), 0)
        found.append(CallView(prize, card, pause.masters.get(card, ()), valid, lacking))
    return tuple(found)


def _verdicts(state: State) -> tuple[CallView, ...]:
    if state.phase not in t.DRAWING:
        return ()
    return tuple(
        CallView(prize, card, valid=not lacking, lacking=lacking)
        for (prize, card), lacking in sorted(state.game.pause.lacking.items(), key=lambda one: card_place(*one[0]))
    )


def _awards(state: State) -> tuple[AwardView, ...]:
    return tuple(
        AwardView(
            prize, sum(one.amount for one in won), tuple(one.card for one in won), tuple(one.amount for one in won)
        )
        for prize, won in sorted(state.game.awards.items())
    )


def _of(state: State, prefix: str) -> dict[str, Cents]:
    names = sorted((name for name in state.ledger if name.startswith(prefix)), key=t.natural_place)
    return {name: state.ledger[name] for name in names}


def _tills(state: State, viewer: PersonId) -> dict[str, Cents]:
    """Return what each seller has taken, for whom the money of the session concerns; a caller reads their own alone."""
    tills = {name.removeprefix(TILL): -held for name, held in _of(state, TILL).items() if held}
    return tills if _sees_takings(state, viewer) else {who: held for who, held in tills.items() if who == viewer}


def _sees_takings(state: State, viewer: PersonId) -> bool:
    return viewer == HOUSE or not roles_of(state.staff, viewer).isdisjoint((MANAGER, CHIEF, CASHIER))


def _duty(state: State, viewer: PersonId) -> StaffView:
    known = state.hall.ball_sets.get(state.hall.loaded_set)
    in_series = [state.hall.series[name] for name in sorted(state.hall.series, key=t.natural_place)]
    return StaffView(
        sales=state.game.sales,
        takings=sum(balance(state.ledger, sales(name)) for name in state.game.part_names)
        if _sees_takings(state, viewer)
        else 0,
        set_in_use=state.hall.loaded_set,
        set_games=known.games if known else 0,
        cases=state.game.cases,
        due_prizes=_of(state, t.OWED),
        named_prizes={name: left.owner for name, left in sorted(state.left_prizes.items()) if left.owner is not None},
        pending_refunds={name: balance(state.ledger, t.refunds(name)) for name in sorted(state.refunds)},
        refunds=dict(sorted(state.refunds.items())),
        tokens={f"{part}:{prize}:{card}": serial for (part, prize, card), serial in tokens_in_order(state)},
        accounts={name.removeprefix(PERSON): held for name, held in _of(state, PERSON).items()},
        money_asked={str(who): wish for who, wish in sorted(state.money_asked.items())},
        wishes={str(who): one for who, one in sorted(state.game.wishes.items())},
        tills=_tills(state, viewer),
        counts=waiting_counts(state) if _sees_takings(state, viewer) else (),
        machine=state.hall.machine.model if state.hall.machine else "",
        ball_sets=tuple(sorted(state.hall.ball_sets)),
        unused_cards={one.name: unsold_due(state, one.name) for one in in_series},
        series_values={one.name: one.value for one in in_series if unsold_due(state, one.name)},
        doubles=tuple(one.name for one in in_series if one.kind is t.SeriesKind.DOUBLE),
        reminders=reminders(state),
        unsold_counts=dict(sorted(state.game.unsold_counts.items())) if state.phase is t.Phase.COUNT else {},
        unsold_differences=unsold_differences(state),
        sale_gaps=blocking_gaps(state),
    )


def _own_cards(state: State, owned: tuple[t.Range, ...], register: Cartones) -> tuple[OwnCard, ...]:
    names = (f"{one.series}/{number}" for one in owned for number in range(one.first, one.last + 1))
    return tuple(OwnCard(name, rows_of(state, register, name)) for name in names)


def _me(state: State, viewer: PersonId, register: Cartones) -> Me:
    cards = joined_ranges(one.cards for one in state.game.sales if one.person == viewer)
    tokens = {
        f"{part}:{prize}:{card}": serial
        for (part, prize, card), serial in tokens_in_order(state)
        if (named := t.split_card(card)) and any(one.has_card(*named) for one in cards)
    }
    back = tuple(one for name in state.game.part_names if (of := state.refunds.get(name)) for one in of.returned)
    return Me(
        viewer,
        tuple(sorted(roles_of(state.staff, viewer))),
        balance(state.ledger, person(viewer)),
        cards,
        marks_of(state, viewer),
        won_by(state.game.awards, viewer),
        _own_cards(state, cards, register),
        state.money_asked.get(viewer),
        asked.count if (asked := state.game.wishes.get(viewer)) else 0,
        asked.series if asked else "",
        won_by(state.game.first_awards, viewer),
        tokens,
        joined_ranges(both for mine in cards for one in back if (both := overlap(mine, one)) is not None),
        state.movements.get(viewer, ()),
    )


def view(state: State, viewer: PersonId | None, register: Cartones | None = None) -> View:
    game, hall, prizes = state.game, state.hall, state.book.prizes
    rules = state.rules
    items = () if rules is None else rules.hall.items.value
    known = {str(item) for item, good in hall.check_results.items() if good}
    return View(
        name=state.name,
        rulebook=rules.id if rules else "",
        title=rules.title if rules else "",
        step=state.step,
        phase=state.phase,
        session=hall.session,
        game=game.name if game.number else "",
        kind=game.kind,
        balls_kind=state.balls,
        is_open_to_witnesses=state.phase is t.Phase.CHECKS,
        witnesses=len(hall.witnesses),
        unchecked_items=tuple(str(item) for item in items if str(item) not in known),
        series=tuple(
            SeriesView(one.name, one.size, one.value, one.kind, one.ranges[-1].last, one.only)
            for one in map(hall.series.__getitem__, game.series)
        ),
        shares=(
            None if prizes.fixed_line.value else prizes.line.value,
            None if prizes.fixed_bingo.value else prizes.bingo.value,
        ),
        cards_sold=card_count(one.cards for one in game.sales),
        prizes={str(prize): game.prize(prize) for prize in t.Prize if prize in game.prizes},
        panel=game.panel,
        ball_count=game.said_count,
        calls=_calls(state),
        awards=_awards(state),
        camera=camera_in(state.phase, is_master_out=bool(game.pause.masters)),
        is_interval_over=game.pause.is_interval_over,
        is_void=game.is_void,
        void_cause=public_cause(state, game.void_cause) if game.is_void else "",
        announcements=state.announcements,
        staff={str(role): who for role, who in sorted(state.staff.items())},
        duty=_duty(state, viewer) if viewer is not None and is_on_duty(state.staff, viewer) else None,
        me=None if viewer is None else _me(state, viewer, register or NoCartones()),
        announced_numbers=game.said_numbers,
        waits_for=PHASES[state.phase].waits_for(state),
        price=game.price,
        limit=limit.name if rules is not None and (limit := running(state)) else "",
        number_style=rules.draw.style.use() if rules else NumberStyle.DIGITS,
        has_automatic_marks=rules is None or rules.marks.automatic.use(),
        is_report_open=bool(game.cases),
        is_self_service=rules is not None and rules.sale.self_service.use(),
        failed_items=failed_items(state),
        previous_shown=rules.draw.previous_shown.use() if rules else 0,
        verdicts=_verdicts(state),
        awaited_post=PHASES[state.phase].awaited_post(state),
    )
