"""What a viewer may do now, and under which clauses.

Both are found by asking the decisions themselves, on the table as the viewer sees it: a card whose face he may not know
has no face there, so neither an offer nor its clauses can tell him anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from tapete import kernel
from tapete.accounts import balance, person
from tapete.cards import DECK
from tapete.chance import CardDraw, CardOut, FaceDraw
from tapete.clauses import Cite
from tapete.games.baccarat.effects import NoteOnly
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.procedure import cut_bounds
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.bets import tie_maximum
from tapete.games.punto_banco.corrections import draw_awaited, remaining_copies
from tapete.games.punto_banco.rulings import is_next_card, require_suitable_effect
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Hand, Phase
from tapete.games.punto_banco.turn import ANY_PHASE, PHASES
from tapete.table.acts import BuyIn, CashOut, Leave, Sit, StandBehind
from tapete.table.staff import Role, roles_of

EITHER: Final = kernel.Choice((False, True))

Decide = Callable[[State, kernel.Act[Any]], kernel.Outcome]


def visible_state(state: State, viewer: kernel.PersonId | None) -> State:
    return replace(state, layout=tuple(replace(card, face=card.known_to(viewer)) for card in state.layout))


def candidates(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    yield from staff_acts(state, viewer)
    yield from player_acts(state, viewer)


def staff_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    roles = roles_of(state.staff, viewer)
    if not roles:
        return
    yield a.CountPack(), {}
    yield a.ShufflePack(), {}
    if state.shoe.size:
        yield a.CutPack(state.shoe.size // 2), {"depth": cut_bounds(state.shoe.size, state.settings.shoe)}
    yield a.InsertCutCard(), {}
    yield a.BurnCards(), {}
    yield a.CallPerson(), {}
    yield a.OpenBets(), {}
    yield a.CloseBets(), {}
    due = draw_awaited(state)
    if isinstance(due, CardDraw | FaceDraw) and due.by_person:
        yield (
            CardOut(due.position, state.shoe.known_faces.get(due.position) or _any_card(state)),
            {"position": kernel.FixedValue(due.position), "face": kernel.CardFace(), "place": kernel.Note(due.place)},
        )
    yield a.StopCardOut(), {}
    yield a.Settle(), {}
    for one in state.disputants:
        yield a.AwardHand(one), {"person": kernel.People(tuple(state.disputants)), "standing": EITHER}
        break
    named = [*state.book.irregularities, "other"]
    lying = [card.position for card in state.layout]
    following = [state.shoe.position] if is_next_card(state, state.shoe.position) else []
    yield (
        a.ReportIncident("other"),
        {
            "kind": kernel.Choice(tuple(named)),
            "position": kernel.Choice((None, *lying, *following)),
            "note": kernel.Text(),
        },
    )
    for found in state.docket.open:
        note = (
            (NoteOnly(found.kind),)
            if any(require_suitable_effect(state, effect) for effect in found.proposed_effects)
            else None
        )
        yield (
            GiveRuling(found.serial, note, "-"),
            {"serial": kernel.FixedValue(found.serial), "effects": kernel.Effects(), "reason": kernel.Text()},
        )
    for option in ("standing_allowed", "multiples_only"):  # one by one, so that none is offered as it stands
        other = not getattr(state.settings, option)
        yield a.SetOptions(**{option: other}), {option: kernel.FixedValue(other)}
    yield a.CloseTable(), {}


def _any_card(state: State) -> Any:
    return next(card for card in DECK if remaining_copies(state, card) > 0)


def player_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    free = [seat for seat in state.seats.labels if seat not in state.seats.occupants]
    if free:
        yield Sit(free[0]), {"seat": kernel.Choice(tuple(free))}
    if state.seats.seat_of(viewer) is None:
        own = state.seats.place_of(viewer)
        others = tuple(seat for seat in state.seats.labels if seat != own)
        if others:
            yield StandBehind(others[0]), {"seat": kernel.Choice(others)}
    yield a.TakeShoe(), {}
    yield a.PassShoe(), {}
    yield from bet_acts(state, viewer)
    yield a.Deal(), {}
    for hand in Hand:
        yield a.ShowHand(hand), {"hand": kernel.FixedValue(str(hand))}
        yield a.DrawCard(hand), {"hand": kernel.FixedValue(str(hand))}
    chips = balance(state.ledger, person(viewer))
    yield BuyIn(100), {"amount": kernel.Amount(1)}
    if chips:
        yield CashOut(chips), {"amount": kernel.Amount(1, chips)}
    yield Leave(), {}


def bet_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    """Yield the bets that a viewer may place or take back, with their bounds in cents."""
    chips = balance(state.ledger, person(viewer))
    low = state.settings.minimum
    step = low if state.settings.multiples_only else 1
    for bet in (*MAIN_BETS, *state.settings.side_bets):
        there = state.stake(viewer, bet)
        field: dict[str, kernel.Field] = {"bet": kernel.FixedValue(str(bet))}
        most = tie_maximum(state) if bet is Bet.TIE else state.settings.maximum
        missing = (-there) % step  # what lies there may be no multiple, where none was asked for when it was laid
        more = on_steps(missing or (step if there else low), min(most - there, chips), step)
        if (least := more.first()) is not None:
            yield a.PlaceBet(bet, least), {**field, "amount": more}
        if there:
            yield a.WithdrawBet(bet), field
        part = on_steps(there % step or step, there - low, step)
        if (least := part.first()) is not None:
            yield a.WithdrawBet(bet, least), {**field, "amount": part}


def on_steps(least: int, most: int, step: int) -> kernel.Amount:
    """Return the amounts between two bounds that lie on a step from the least; the greatest is one of them."""
    return kernel.Amount(least, most - (most - least) % step, step)


def waited_for(state: State) -> tuple[str, ...]:
    """Return the acts of which the table waits for one."""
    if state.docket.open:
        return ("give-ruling",)
    if state.due_cards:
        return ("card-out",)
    offered = ("take-shoe", "pass-shoe") if state.turn.offered_place is not None else ()
    return (*PHASES[state.phase].awaited_acts, "award-hand", *offered)


def legal(state: State, viewer: kernel.PersonId | None, decide: Decide) -> tuple[kernel.Offer, ...]:
    """Return what a viewer may do now; nothing for the public screen or a closed table."""
    if viewer is None or state.phase is Phase.CLOSED:
        return ()
    seen = visible_state(state, viewer)
    waited, allowed = waited_for(state), PHASES[state.phase].offered_acts
    found = []
    for what, fields in candidates(seen, viewer):
        if type(what) not in allowed and type(what) not in ANY_PHASE:
            continue
        outcome = decide(seen, kernel.Act(viewer, what, seen.step))
        if not isinstance(outcome, kernel.Refused):
            tag = str(what.__struct_config__.tag)
            found.append(kernel.Offer(tag, fields, tag in waited, outcome.rests_on))
    return tuple(found)


def explain(state: State, viewer: kernel.PersonId | None, decide: Decide) -> tuple[Cite, ...]:
    """Return the clauses of the act that the table waits for, and of the viewer's own acts."""
    if state.rules is None:
        return ()
    seen = visible_state(state, viewer)
    found: dict[Cite, None] = {}
    for one in dict.fromkeys((state.croupier(), state.dealer(), state.hand_holder, state.staff.get(Role.TABLE_CHIEF))):
        for offer in legal(seen, one, decide):
            if offer.main:
                found.update(dict.fromkeys(offer.clauses))
    for offer in legal(seen, viewer, decide):
        found.update(dict.fromkeys(offer.clauses))
    return tuple(found)
