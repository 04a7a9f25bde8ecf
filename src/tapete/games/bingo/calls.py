"""Calls: who may call what for which cartón, and until when. A call stops the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tapete.chance import BallOut, SealUrn
from tapete.clauses import Cite, Fault, cite, fault, first_fault, rest_on, rule, trace, weigh
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import ASSISTANT, CHIEF, require_duty, require_no_case, require_person
from tapete.games.bingo.pause import call_name, split_call
from tapete.games.bingo.rules import BingoFirst
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, SELLERS, Phase, Prize, SeriesKind, split_card
from tapete.games.bingo.times import say
from tapete.kernel import ActBody, Decision, Irregular, PersonId
from tapete.table.phases import require_phase


def _cited(*clauses: str) -> tuple[Cite, ...]:
    return tuple(cite(one if one.startswith("HP.") else f"BG.{one}") for one in clauses)


OF_CODE: Final[Mapping[str, tuple[Cite, ...]]] = {
    "balls-changed-later": _cited("II.19"),
    "call-stands": _cited("IV.24"),
    "card-checked": _cited("IV.24"),
    "card-refunded": _cited("V.03"),
    "card-unclear": _cited("IV.21"),
    "card-unregistered": _cited("IV.23"),
    "cards-with-gaps": _cited("IV.10"),
    "case-open": _cited("V.01", "V.04"),
    "cash-undecided": _cited("V.02"),
    "check-another-first": _cited("IV.24"),
    "claim-precluded": _cited("IV.27"),
    "correction-late": _cited("V.01"),
    "must-be-void": _cited("V.04"),
    "no-ball-left": _cited("II.14"),
    "no-balls-loaded": _cited("IV.02"),
    "no-cash-paid": _cited("V.02"),
    "no-such-balls": _cited("II.17"),
    "not-called": _cited("IV.20"),
    "not-the-next-card": _cited("IV.07", "IV.10"),
    "number-out-of-range": _cited("I.01"),
    "posts-empty": _cited("III.01", "III.02"),
    "prizes-stand": _cited("IV.11"),
    "recovery-undecided": _cited("V.02"),
    "relief-in-game": _cited("III.02"),
    "sale-too-short": _cited("IV.07"),
    "second-game-due": _cited("IV.33"),
    "series-mixed": _cited("IV.06", "I.07"),
    "series-sold-out": _cited("II.03"),
    "series-used": _cited("II.03"),
    "staff-may-not-play": _cited("HP.BG.posts"),
    "system-on-duty": _cited("III.01"),
    "too-few-sold": _cited("IV.09"),
    "too-many-series": _cited("IV.10"),
    "window-open": _cited("IV.30"),
}
"""By code the clause of a refusal that says the same in every act."""

OF_ACT: Final[Mapping[type[ActBody], tuple[Cite, ...]]] = {
    a.OpenHall: _cited("II.24"),
    a.CloseHall: _cited("HP.BG.inventory"),
    a.Relieve: _cited("HP.BG.posts"),
    a.VacatePost: _cited("HP.BG.posts"),
    a.BuyIn: _cited("HP.BG.counter"),
    a.CashOut: _cited("HP.BG.counter"),
    a.SetCounter: _cited("HP.BG.counter"),
    a.SettleMoney: _cited("HP.BG.counter"),
    a.NoteLink: _cited("HP.BG.counter"),
    a.RegisterMachine: _cited("II.08"),
    a.RegisterBalls: _cited("II.17"),
    a.RegisterSeries: _cited("II.04"),
    a.WriteEntry: _cited("HP.BG.complaints"),
    a.PassCheck: _cited("IV.01"),
    a.FailCheck: _cited("IV.01"),
    a.Witness: _cited("IV.03"),
    a.LoadBalls: _cited("IV.02"),
    a.ChangeBalls: _cited("II.20"),
    a.ReportDefect: _cited("II.19"),
    a.FindBallsSound: _cited("II.19"),
    a.OpenSession: _cited("IV.01"),
    a.CloseSession: _cited("IV.01"),
    a.AnnounceSale: _cited("IV.04"),
    a.WantCards: _cited("IV.07"),
    a.SellCards: _cited("IV.07"),
    a.TakeCardsBack: _cited("IV.07"),
    a.HandOverTakings: _cited("HP.BG.takings"),
    a.GiveBackTakings: _cited("HP.BG.takings"),
    a.ConfirmTakings: _cited("HP.BG.takings-count"),
    a.CloseSale: _cited("IV.08"),
    a.CollectUnsold: _cited("IV.08"),
    a.Recount: _cited("IV.11"),
    a.CallOffSale: _cited("IV.08", "V.02"),
    a.AnnounceSold: _cited("IV.10"),
    a.CoverShortfall: _cited("HP.BG.fixed-prizes"),
    a.AnnouncePrizes: _cited("IV.11"),
    a.AnnounceStart: _cited("IV.12"),
    a.AnnounceSecond: _cited("IV.34"),
    a.DrawBall: _cited("IV.16"),
    SealUrn: _cited("IV.16"),
    BallOut: _cited("IV.16"),
    a.RekeyBall: _cited("V.01"),
    a.AnnounceBall: _cited("IV.17"),
    a.ShowBall: _cited("IV.18"),
    a.CorrectAnnouncement: _cited("V.01"),
    a.MarkNumber: _cited("IV.19"),
    a.CallPrize: _cited("IV.20"),
    a.CallForPlayer: _cited("IV.20"),
    a.TakeCallBack: _cited("IV.20"),
    a.HandInCard: _cited("IV.21"),
    a.ShowMaster: _cited("IV.23"),
    a.CheckCard: _cited("IV.24"),
    a.NoteDifference: _cited("IV.23"),
    a.GiveToken: _cited("IV.36"),
    a.AskOthers: _cited("IV.29"),
    a.TimeUp: _cited("IV.30"),
    a.OrderResume: _cited("IV.31"),
    a.OrderEnd: _cited("IV.31"),
    a.PayPrize: _cited("IV.28"),
    a.LeaveUncollected: _cited("IV.28"),
    a.DecideUnawarded: _cited("IV.38"),
    a.DecideUncollected: _cited("IV.28"),
    a.EndRefunds: _cited("V.03"),
    a.EndGame: _cited("IV.28"),
    a.ReportCallerError: _cited("V.01"),
    a.ReportCause: _cited("V.04"),
    a.VoidGame: _cited("V.01", "V.04"),
    a.LetStand: _cited("V.01"),
    a.ReturnCards: _cited("V.03"),
    a.PayRefund: _cited("V.02"),
}
"""By act the clause that it is about."""


def with_clause_of_act(found: Fault, what: ActBody) -> Fault:
    """Return the fault of an act with the clauses that say so: its own, where its check is a rule."""
    return found if found.clauses else replace(found, clauses=OF_CODE.get(found.code, OF_ACT[type(what)]))


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
    match state.book.claims.bingo_first.use():
        case BingoFirst.LAPSED:
            return fault("claim-precluded")
        case BingoFirst.SAME_PAUSE:
            return None


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


Call = a.CallPrize | a.CallForPlayer
KEPT = frozenset({"claim-precluded", "line-already-won", "card-expired", "card-not-sold", "card-returned"})
"""Why a call that was heard in the hall is refused and noted."""


def _called(state: State, what: Call, by: PersonId, person: PersonId | None) -> Decision:
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


def _refused(state: State, prize: Prize, what: Call, by: PersonId, wrong: Fault) -> Decision:
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


def call(state: State, who: PersonId, what: a.CallPrize) -> Decision:
    sold = state.game.sale_of(what.card)
    foreign = state.phase in HEARD and sold is not None and sold.person != who
    wrong = first_fault(require_person(who), fault("not-your-card", card=what.card) if foreign else None)
    return wrong or _called(state, what, who, who)


def call_for_player(state: State, who: PersonId, what: a.CallForPlayer) -> Decision:
    """Decide a call that was made aloud: of a paper cartón, which is whoever's that holds it, or for its owner."""
    sold = state.game.sale_of(what.card)
    owner = None if sold is None else sold.person
    wrong = first_fault(
        require_duty(state, who, CHIEF, *SELLERS, ASSISTANT),
        fault("not-your-card", card=what.card) if owner is not None and what.person not in (None, owner) else None,
    )
    return wrong or _called(state, what, who, owner)
