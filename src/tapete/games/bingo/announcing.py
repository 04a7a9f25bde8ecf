"""The announcement of a sale, with which a game begins: which series, how many cartones, at what value."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import OWED
from tapete.games.bingo.duties import decides, on_duty_by
from tapete.games.bingo.inventory import Series
from tapete.games.bingo.sessions import require_usable_balls
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase, SeriesKind, natural_place
from tapete.games.bingo.times import require_rest, say
from tapete.kernel import Decision, PersonId
from tapete.money import euros


@rule("BG.IV.05", neutral="")
def announced_size(series: Series) -> str:
    """Return how many cartones the series has, as it is announced."""
    return str(series.size)


@rule("BG.IV.06", neutral="")
def announced_value(series: Series) -> str:
    """Return the face value of a cartón, as it is announced."""
    return euros(series.value)


@rule("BG.I.07", neutral=SeriesKind.SINGLE)
def kind_of(series: Series) -> SeriesKind:
    """Return the kind of cartón that is played: a double has two equal parts."""
    return series.kind


def require_one_kind(series: tuple[Series, ...]) -> Fault | None:
    kinds, values = {one.kind for one in series}, {one.value for one in series}
    return fault("series-mixed") if len(kinds) > 1 or len(values) > 1 else None


def require_unsold(series: Series) -> Fault | None:
    return None if series.unsold else fault("series-sold-out", name=series.name)


def require_game_planned(state: State) -> Fault | None:
    planned = state.book.session.games_planned.use()
    return fault("session-played") if planned and state.hall.session_games >= planned else None


def require_fresh_series(state: State, names: tuple[str, ...]) -> Fault | None:
    """Return a Fault if a series was on sale in an earlier game, where the house has a new one for each."""
    used = [name for name in names if name in state.hall.series and state.hall.series[name].uses]
    again = state.book.sale.series_again.use()
    return fault("series-used", name=used[0]) if used and not again else None


@rule("BG.IV.28", neutral=None)
def require_none_unpaid(state: State) -> Fault | None:
    """Return a Fault while a prize is neither paid nor left, where the next sale waits for the payment."""
    if not state.book.payment.next_game_waits.use():
        return None
    owing = (one for one in state.ledger if one.startswith(OWED) and one not in state.left_prizes)
    unpaid = sorted(owing, key=natural_place)
    return fault("next-game-waits", accounts=unpaid) if unpaid else None


@decides(a.AnnounceSale, "IV.04", Phase.READY, by=on_duty_by("sale.announced_by"))
def announce(state: State, who: PersonId, what: a.AnnounceSale) -> Decision:
    foreign = next((name for name in what.series if name not in state.hall.series), None)
    wrong = first_fault(
        None if foreign is None else fault("no-such-series", name=foreign),
        None if what.series else fault("no-such-series", name=""),
        fault("series-twice") if len(set(what.series)) < len(what.series) else None,
        fault("too-many-series") if len(set(what.series)) > state.book.sale.series_a_game.value else None,
        require_usable_balls(state, state.hall.loaded_set),
        require_none_unpaid(state),
        require_rest(state),
        require_game_planned(state),
        require_fresh_series(state, what.series),
    )
    if wrong:
        return wrong
    series = tuple(state.hall.series[name] for name in dict.fromkeys(what.series))
    wrong = require_one_kind(series) or first_fault(*map(require_unsold, series))
    if wrong:
        return wrong
    kind = kind_of(series[0])
    is_double = kind is SeriesKind.DOUBLE
    is_late = state.book.payment.first_of_double.use() == "after-both" if what.deferred is None else what.deferred
    number = state.game.number + 1
    names = tuple(one.name for one in series)
    formula = "sale-double" if is_double else "sale"
    sayings = [
        said
        for one in series
        for said in say(state, formula, series=spoken_series(one), size=announced_size(one), value=announced_value(one))
    ]
    sayings += said_of_unawarded_line(state)
    opened = e.SaleAnnounced(number, names, kind, series[0].value, is_double and is_late)
    return (opened, *sayings, e.PhaseOpened(Phase.SALE))


def said_of_unawarded_line(state: State) -> tuple[e.Said, ...]:
    """Return what is said before a sale of a línea that nobody wins, where it makes the bingo greater."""
    return say(state, "line-to-bingo") if state.book.prizes.unawarded_line.use() == "bingo" else ()


@rule("BG.IV.04", neutral="")
def spoken_series(series: Series) -> str:
    """Return the series as the announcement names it."""
    return series.spoken
