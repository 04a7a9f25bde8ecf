"""What each viewer sees: built up from an allow-list, never stripped from the state.

Everybody sees the panel, what was announced and said, the prizes, the calls and the masters of called cartones. A
person sees his own cartones and marks; staff see which ranges were sold; nobody sees which cartones are complete.
"""

from __future__ import annotations

import msgspec

from tapete.accounts import balance, person
from tapete.chance import ChanceKind
from tapete.games.bingo.books import refunds, sales
from tapete.games.bingo.checking import camera_in
from tapete.games.bingo.ranges import card_count, joined_ranges
from tapete.games.bingo.state import Case, Series, State
from tapete.games.bingo.terms import ASKING, Camera, Phase, Prize, Range, Rows, SeriesKind, SoldRange
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.staff import is_on_duty, roles_of


class SeriesView(msgspec.Struct, frozen=True):
    """A series on sale: what everybody may read on its cartones."""

    name: str
    size: int
    value: Cents
    kind: SeriesKind


class CallView(msgspec.Struct, frozen=True):
    """A call of the pause; ``lines`` is the master once it is shown, ``valid`` what the check found."""

    prize: Prize
    card: str
    lines: Rows = ()
    valid: bool | None = None


class AwardView(msgspec.Struct, frozen=True):
    """A prize that was won: by which cartones."""

    prize: Prize
    amount: Cents
    cards: tuple[str, ...]


class StaffView(msgspec.Struct, frozen=True):
    """What staff see beside the public: sales, machine, cases, pending refunds."""

    sales: tuple[SoldRange, ...] = ()
    takings: Cents = 0
    set_in_use: str = ""
    set_games: int = 0
    cases: tuple[Case, ...] = ()
    due_prizes: dict[str, Cents] = {}
    pending_refunds: dict[str, Cents] = {}
    tokens: dict[str, int] = {}


class Me(msgspec.Struct, frozen=True):
    """The viewer himself: posts, money in his account, his cartones and marks, and what he is owed."""

    person: PersonId
    roles: tuple[str, ...] = ()
    chips: Cents = 0
    cards: tuple[Range, ...] = ()
    marks: dict[str, tuple[int, ...]] = {}
    due_prizes: dict[str, Cents] = {}


class View(msgspec.Struct, frozen=True):
    """A hall as one viewer sees it. Amounts in cents."""

    name: str
    rulebook: str
    title: str
    step: Step
    phase: Phase = msgspec.field(name="window")
    session: int
    game: str
    kind: SeriesKind
    balls_kind: ChanceKind
    is_open_to_witnesses: bool
    witnesses: int
    unchecked_items: tuple[str, ...]
    series: tuple[SeriesView, ...]
    cards_sold: int
    prizes: dict[str, Cents]
    panel: tuple[int, ...]
    ball_count: int
    calls: tuple[CallView, ...]
    awards: tuple[AwardView, ...]
    camera: Camera
    is_interval_over: bool
    is_void: bool
    announcements: tuple[tuple[str, str], ...] = msgspec.field(name="said")
    staff: dict[str, PersonId]
    duty: StaffView | None
    me: Me | None


def _series(one: Series) -> SeriesView:
    return SeriesView(one.name, one.size, one.value, one.kind)


def _calls(state: State) -> tuple[CallView, ...]:
    if state.phase not in (Phase.CHECK, *ASKING):
        return ()
    pause = state.game.pause
    found = []
    for kind in sorted({claim.kind for claim in pause.calls.claims}):
        name, _, card = kind.partition(":")
        prize = Prize(name)
        result = pause.results.get((prize, card))
        found.append(CallView(prize, card, pause.masters.get(card, ()), None if result is None else bool(result)))
    return tuple(found)


def _awards(state: State) -> tuple[AwardView, ...]:
    return tuple(
        AwardView(prize, sum(one.amount for one in won), tuple(one.card for one in won))
        for prize, won in sorted(state.game.awards.items())
    )


def _of(state: State, prefix: str) -> dict[str, Cents]:
    return {name: held for name, held in sorted(state.ledger.items()) if name.startswith(prefix)}


def _duty(state: State) -> StaffView:
    known = state.hall.ball_sets.get(state.hall.loaded_set)
    return StaffView(
        sales=state.game.sales,
        takings=sum(balance(state.ledger, sales(name)) for name in state.game.part_names),
        set_in_use=state.hall.loaded_set,
        set_games=known.games if known else 0,
        cases=state.game.cases,
        due_prizes=_of(state, "owed:"),
        pending_refunds={name: balance(state.ledger, refunds(name)) for name in sorted(state.refunds)},
        tokens={f"{part}:{prize}:{card}": serial for (part, prize, card), serial in sorted(state.game.tokens.items())},
    )


def _me(state: State, viewer: PersonId) -> Me:
    cards = joined_ranges(one.cards for one in state.game.sales if one.person == viewer)
    won = [(prize, one) for prize, all_won in state.game.awards.items() for one in all_won if one.person == viewer]
    return Me(
        viewer,
        tuple(str(role) for role in sorted(roles_of(state.staff, viewer))),
        balance(state.ledger, person(viewer)),
        cards,
        {card: tuple(sorted(numbers)) for (who, card), numbers in sorted(state.marks.items()) if who == viewer},
        {f"{prize}:{one.card}": one.amount for prize, one in sorted(won, key=lambda pair: (pair[0], pair[1].card))},
    )


def view(state: State, viewer: PersonId | None) -> View:
    """Return the hall as ``viewer`` sees it; nobody is the public screen."""
    game, hall = state.game, state.hall
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
        is_open_to_witnesses=state.phase is Phase.CHECKS,
        witnesses=len(hall.witnesses),
        unchecked_items=tuple(item for item in items if item not in known),
        series=tuple(_series(hall.series[name]) for name in game.series),
        cards_sold=card_count(one.cards for one in game.sales),
        prizes={str(prize): game.prize(prize) for prize in Prize if prize in game.prizes},
        panel=game.panel,
        ball_count=len(game.announced_balls),
        calls=_calls(state),
        awards=_awards(state),
        camera=camera_in(state.phase, is_master_out=bool(game.pause.masters)),
        is_interval_over=game.pause.is_interval_over,
        is_void=game.is_void,
        announcements=state.announcements,
        staff={str(role): who for role, who in sorted(state.staff.items())},
        duty=_duty(state) if viewer is not None and is_on_duty(state.staff, viewer) else None,
        me=None if viewer is None else _me(state, viewer),
    )
