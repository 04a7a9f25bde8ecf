"""Calls: who may call what for which cartón, and until when. A call stops the drawing."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rest_on, rule, trace, weigh
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import (
    ASSISTANT,
    CHIEF,
    decides,
    on_duty,
    require_no_case,
    require_person,
    with_clause_of_act,
)
from tapete.games.bingo.pause import call_name, split_call
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, SELLERS, Phase, Prize, SeriesKind, split_card
from tapete.games.bingo.times import say
from tapete.kernel import Decision, Irregular, PersonId
from tapete.table.phases import require_phase

HEARD = (*DRAWING, Phase.CHECK, *ASKING)
"""Where a call is heard."""


@rule("BG.I.10", neutral=None)
def require_known_prize(prize: str) -> Fault | None:
    """Return a Fault if what is called is neither línea nor bingo."""
    return None if prize in set(Prize) else fault("unknown-combination", prize=prize[:20])


@rule("BG.IV.32", neutral=None)
def require_right_to_call(state: State, prize: Prize) -> Fault | None:
    """Return a Fault once the table chief has given the order for that stage, until another number counts."""
    is_closed = state.game.closed_at.get(prize) == len(state.game.announced_balls)
    return fault("claim-precluded") if is_closed and state.game.balls and not state.game.is_over else None


@rule("BG.IV.38", neutral=None)
def require_game_not_over(state: State) -> Fault | None:
    """Return a Fault after the order that ends the game: no call is heard, for a línea nobody called either."""
    return fault("claim-precluded") if state.game.is_over and state.game.number else None


@rule("BG.I.12", neutral=None)
def require_line_open(state: State, prize: Prize) -> Fault | None:
    """Return a Fault if a línea was called rightly while earlier balls were drawn."""
    count = len(state.game.announced_balls)
    is_later = Prize.LINE in state.game.awards and count > state.game.closed_at.get(Prize.LINE, 0)
    return fault("line-already-won") if prize is Prize.LINE and is_later else None


def require_line_not_lapsed(state: State, prize: Prize, *, is_keyed: bool) -> Fault | None:
    """A right bingo may end a línea that nobody had called; one called in the same pause is still asked for."""
    if prize is not Prize.LINE or not state.game.right_cards(Prize.BINGO) or is_line_called(state):
        return None
    if is_keyed and is_line_keyed_wrongly(state):
        return None
    return fault("claim-precluded") if state.book.claims.bingo_first.use() == "lapsed" else None


def is_line_called(state: State) -> bool:
    """Return True if a línea was called in this pause that was not found wrong."""
    results = state.game.pause.results
    called = (split_call(one.kind) for one in state.game.pause.calls.claims)
    unsold = state.game.unsold_cards
    return any(prize is Prize.LINE and card not in unsold and results.get((prize, card), 1) for prize, card in called)


@rule("HP.BG.keyed-call", neutral=False)
def is_line_keyed_wrongly(state: State) -> bool:
    """Return True if a línea of this pause was keyed for a cartón nobody called, and taken back: whoever called it did
    so before, and his cartón is keyed in its place.
    """
    return state.game.pause.has_line_slip


def game_of_card(state: State, card: str) -> int | None:
    """Return the last game in which a cartón was used; ``None`` for one that was never sold."""
    named = split_card(card)
    series = state.hall.series.get(named[0]) if named else None
    if named is None or series is None:
        return None
    return max((game for cards, game in series.uses if cards.has_card(*named)), default=None)


@rule("BG.II.03", neutral=None)
def require_single_of_this_game(state: State, card: str) -> Fault | None:
    """Return a Fault if a single cartón was sold for an earlier game."""
    return _require_this_game(state, card, SeriesKind.SINGLE)


@rule("BG.II.22", neutral=None)
def require_double_of_this_game(state: State, card: str) -> Fault | None:
    """Return a Fault if a double was sold for two earlier games: it is good for two consecutive ones."""
    return _require_this_game(state, card, SeriesKind.DOUBLE)


def _require_this_game(state: State, card: str, kind: SeriesKind) -> Fault | None:
    used, named = game_of_card(state, card), split_card(card)
    if used is None or named is None or state.hall.series[named[0]].kind is not kind:
        return None
    return fault("card-expired", card=card, game=used) if used != state.game.number else None


@rule("BG.IV.08", "BG.IV.24", neutral=None)
def require_sold(state: State, card: str) -> Fault | None:
    """Return a Fault if the cartón was not sold for this game, inside the announced numbers or outside of them."""
    is_unsold = state.game.sale_of(card) is None or card in state.game.unsold_cards
    return fault("card-not-sold", card=card) if is_unsold else None


@rule("BG.V.03", neutral=None)
def require_not_returned(state: State, card: str) -> Fault | None:
    """Return a Fault if the cartón was handed back for a void game: it is no longer good for anything."""
    is_returned = any(
        refund.ends_card and name in state.game.part_names and any(one.has_card(*named) for one in refund.returned)
        for name, refund in state.refunds.items()
        if (named := split_card(card)) is not None
    )
    return fault("card-returned", card=card) if is_returned else None


@rule("BG.II.23", neutral=None)
def require_free_part(state: State, card: str, part: int) -> Fault | None:
    """Return a Fault unless a part of a double is free: it was not used in the first game, nor is the other one used in
    this game. Which of them is used is the player's choice. A single cartón has none.
    """
    game = state.game
    used, before = (game.parts_shown.get((at, card)) for at in (game.part, 1))
    is_again = game.part == 2 and before == part and not state.book.double.part_again.value
    return first_fault(
        fault("no-parts", card=card) if part and game.parts == 1 else None,
        fault("part-used", part=part) if part and is_again else None,
        fault("other-part-used", part=used) if part and used and part != used else None,
    )


def part_in_use(state: State, card: str) -> int:
    """Return the part used in this game if nobody says it: the one that was, or the one left; 0 if neither is known."""
    used, before = (state.game.parts_shown.get((part, card)) for part in (state.game.part, 1))
    known = 0 if is_part_keyed_alone(state, card) else used
    return known or (3 - before if before and state.game.part == 2 else 0)


def is_part_keyed_alone(state: State, card: str) -> bool:
    """Return True if the part stands for keyed calls alone that wait for their check: they may be taken back."""
    pause = state.game.pause
    named = [prize for prize in Prize if call_name(prize, card) in pause.parts_named]
    waiting = [one for one in named if call_name(one, card) in pause.keyers and (one, card) not in pause.results]
    return card in pause.first_parts and named == waiting


def require_new_call(state: State, prize: Prize, card: str) -> Fault | None:
    """A cartón is called once in a pause unless found wrong; the house may bar one checked for the línea from bingo."""
    pause = state.game.pause
    kinds = {one.kind for one in pause.calls.claims} if state.phase in (Phase.CHECK, *ASKING) else set()
    is_called = call_name(prize, card) in kinds and pause.results.get((prize, card), 1) > 0
    is_barred = prize is Prize.BINGO and has_fresh_check(state, Prize.LINE, card)
    return first_fault(
        fault("already-called") if is_called else None,
        fault("card-checked", card=card) if is_barred and state.book.claims.failed_checked_bars.use() else None,
    )


def has_fresh_check(state: State, prize: Prize, card: str) -> bool:
    """Return True if a cartón was checked for a prize since the last number that counts."""
    game, count = state.game, len(state.game.announced_balls)
    has_won = any(one.card == card for one in game.awards.get(prize, ())) and game.closed_at.get(prize) == count
    return (prize, card) in game.pause.results or game.failed_calls.get((prize, card)) == count or has_won


@rule("HP.BG.false-call", neutral=None)
def require_new_number(state: State, prize: Prize, card: str) -> Fault | None:
    """Return a Fault if a cartón that was found wrong is called again for the prize before another number counts."""
    is_same = state.game.failed_calls.get((prize, card)) == len(state.game.announced_balls)
    return fault("call-unchanged", card=card) if is_same else None


def is_callable(state: State, prize: Prize, card: str) -> bool:
    return require_new_call(state, prize, card) is None and require_new_number(state, prize, card) is None


KEPT = frozenset({"claim-precluded", "line-already-won", "card-expired", "card-not-sold", "card-returned"})
"""Why a call that was heard in the hall is refused and noted."""


def _called(state: State, what: a.Call, by: PersonId, person: PersonId | None) -> Decision:
    prize, card = Prize(what.prize) if what.prize in set(Prize) else Prize.LINE, what.card
    with trace() as trail:
        wrong = first_fault(
            require_known_prize(what.prize),
            require_game_not_over(state),
            require_right_to_call(state, prize),
            require_line_open(state, prize),
            None if isinstance(what, a.CallForPlayer) else require_phase(state, *HEARD),
            require_no_case(state),
            require_line_not_lapsed(state, prize, is_keyed=by != person),
            fault("card-unclear", card=card[:20]) if split_card(card) is None else None,
            require_single_of_this_game(state, card),
            require_double_of_this_game(state, card),
            require_not_returned(state, card),
            require_sold(state, card),
            require_phase(state, *HEARD),
            require_free_part(state, card, what.part),
            require_new_call(state, prize, card),
            require_new_number(state, prize, card),
        )
    weigh(*trail.weighed)
    if wrong:
        return _refused(state, prize, what, by, wrong)
    rest_on(*trail.rests_on)
    shown = what.part or part_in_use(state, card)
    pause = () if state.phase is Phase.CHECK else (e.PhaseOpened(Phase.CHECK),)
    handed = () if person is None else (e.CardHandedIn(card, person),)
    return (
        e.PrizeCalled(prize, card, by, person, shown),
        *handed,
        *say(state, f"called-{prize}"),
        *pause,
    )


def _refused(state: State, prize: Prize, what: a.Call, by: PersonId, wrong: Fault) -> Decision:
    """Note a call that was heard once at a number; of a player who calls what he was never sold no more than one."""
    is_heard = isinstance(what, a.CallForPlayer)
    name = call_name(prize, what.card) if is_heard else by
    is_noted = state.game.refused_calls.get(name) == len(state.game.announced_balls)
    if is_noted or wrong.code not in (KEPT if is_heard else {"card-not-sold"}):
        return wrong
    refused = e.CallRefused(prize, what.card, by, wrong.code, wrong.facts.get("game", 0))
    signed = with_clause_of_act(wrong, what)
    rest_on(*signed.clauses)
    return Irregular((refused,), (signed,))


@decides(a.CallPrize, "IV.20", *HEARD, asks_phase=False)
def call(state: State, who: PersonId, what: a.CallPrize) -> Decision:
    sold = state.game.sale_of(what.card)
    foreign = state.phase in HEARD and sold is not None and sold.person != who
    wrong = first_fault(require_person(who), fault("not-your-card", card=what.card) if foreign else None)
    return wrong or _called(state, what, who, who)


@decides(a.CallForPlayer, "IV.20", *HEARD, by=on_duty(CHIEF, *SELLERS, ASSISTANT), asks_phase=False)
def call_for_player(state: State, who: PersonId, what: a.CallForPlayer) -> Decision:
    """Decide a call that was made aloud: of a paper cartón, which is whoever's that holds it, or for its owner."""
    sold = state.game.sale_of(what.card)
    owner = None if sold is None else sold.person
    wrong = fault("not-your-card", card=what.card) if owner is not None and what.person not in (None, owner) else None
    return wrong or _called(state, what, who, owner)
