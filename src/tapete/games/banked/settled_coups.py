"""The books of settled coups: what is kept of them, and what a correction makes of it. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar, cast

import msgspec
from immutables import Map

from tapete.accounts import CAGNOTTE, HOUSE, STAKES, Posting, move, move_change, person
from tapete.cards import Card
from tapete.games.baccarat import corrections
from tapete.games.baccarat.conflicts import bars_without
from tapete.games.baccarat.incident import IncidentWithdrawn, remove_incident
from tapete.games.baccarat.points import Winner
from tapete.games.banked import reconsideration
from tapete.games.banked.coup import Coup, SettledCoup, Shares, negative, sum_of, with_side
from tapete.games.banked.state import State
from tapete.kernel import PersonId
from tapete.money import Cents

KEPT: Final = 60
"""Settled coups that a table remembers."""


class PaymentCorrected(corrections.PaymentCorrected, frozen=True, tag="payment-corrected@1", omit_defaults=True):
    """A wrong payment of a settled coup.

    Where the books were wrong they follow what was due, for everybody: ``players``, ``bank`` (its owners) and
    ``cagnotte`` are the changes in cents. ``in_bank``: the owners' changes go to the bank, which still stands; else to
    them in person. ``debts``: what the house advances for those who have left the table without the chips for it.
    ``set_off``: what of that somebody gives back out of what this correction brings them.
    """

    adjustment: bool = msgspec.field(default_factory=lambda: False)
    players: Shares = msgspec.field(default_factory=lambda: ())
    bank: Shares = msgspec.field(default_factory=lambda: ())
    cagnotte: Cents = msgspec.field(default_factory=lambda: 0)
    in_bank: bool = msgspec.field(default_factory=lambda: False)
    debts: Shares = msgspec.field(name="owed", default=())
    set_off: Shares = ()


class CorrectedCoup(Protocol):
    """The correction of a card, as far as the books need it.

    ``true_winners``: how a settled coup really ended, by side, if it is reckoned; ``players``, ``bank`` and
    ``cagnotte``: what was due by that, net.
    """

    @property
    def coup(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def was(self) -> Card: ...
    @property
    def face(self) -> Card: ...
    @property
    def true_winners(self) -> Mapping[str, Winner]: ...
    @property
    def players(self) -> Shares: ...
    @property
    def bank(self) -> Shares: ...
    @property
    def cagnotte(self) -> Cents: ...


S = TypeVar("S", bound=State[Any])
K = TypeVar("K", bound=SettledCoup)


def changed(state: S, **changes: Any) -> S:
    return cast(S, msgspec.structs.replace(cast(Any, state), **changes))


def with_settled(history: tuple[K, ...], *kept: K) -> tuple[K, ...]:
    return (*history, *kept)[-KEPT:]


def settled_coup(history: tuple[K, ...], coup: int) -> K | None:
    return corrections.coup_by_number(history, coup)


def in_history(state: S, right: SettledCoup) -> S:
    return changed(state, history=tuple(right if one.number == right.number else one for one in state.history))


def count_played(counts: Map[Card, int], faces: tuple[Card | None, ...]) -> Map[Card, int]:
    changes = counts.mutate()
    for face in faces:
        if face is not None:
            changes[face] = changes.get(face, 0) + 1
    return changes.finish()


def apply_card_corrected(state: S, event: CorrectedCoup) -> S:
    """Put a card right: on the table, among the cards that have left the shoe in use, in the coup that is kept."""
    found = settled_coup(state.history, event.coup)
    state = _in_shoe(state, event, found)
    if found is None:
        return changed(state, coup=with_winners(state.coup, dict.fromkeys(state.coup.sides)))
    right = msgspec.structs.replace(found, coup=reconsideration.rekey_card(found.coup, event.position, event.face))
    if event.true_winners:
        due = {"due_players": event.players, "due_bank": event.bank, "due_cagnotte": event.cagnotte}
        right = msgspec.structs.replace(right, winners=right.winners.update(dict(event.true_winners)), **due)
        if state.history[-1] is found and state.coup.number == found.number:
            state = changed(state, coup=with_winners(state.coup, event.true_winners))
    return in_history(state, right)


def with_winners(coup: Coup, winners: Mapping[str, Winner | None]) -> Coup:
    for hand, won in winners.items():
        coup = with_side(coup, hand, winner=won)
    return coup


def apply_payment_corrected(state: S, event: PaymentCorrected, in_bank: Callable[[S, PaymentCorrected], S]) -> S:
    """Let the books of a coup say what was due; ``in_bank`` puts what its bank bears into the bank that stands."""
    state = changed(state, debts=debts_left(state.debts, event))
    found = settled_coup(state.history, event.coup)
    if found is None:
        return state
    right = msgspec.structs.replace(found, players=found.due_players, bank=found.due_bank, cagnotte=found.due_cagnotte)
    return in_history(in_bank(state, event) if event.in_bank else state, right)


def debts_left(debts: Shares, event: PaymentCorrected) -> Shares:
    if not (event.debts or event.set_off):
        return debts
    return tuple(one for one in sum_of(debts, event.debts, negative(event.set_off)) if one.amount)


def legs_of_correction(event: PaymentCorrected, account: Callable[[int, PersonId], str]) -> tuple[Posting, ...]:
    """Return the movements of a corrected payment, through the stakes; ``account`` is that of a part of the bank."""
    lent = tuple(leg for one in event.debts for leg in move(one.amount, HOUSE, person(one.person)))
    owners = [account(n, one.person) if event.in_bank else person(one.person) for n, one in enumerate(event.bank)]
    accounts = [*(person(one.person) for one in event.players), *owners, CAGNOTTE]
    changes = [*(one.amount for one in (*event.players, *event.bank)), event.cagnotte]
    moved = tuple(
        leg for name, change in zip(accounts, changes, strict=True) for leg in move_change(change, STAKES, name)
    )
    given_back = tuple(leg for one in event.set_off for leg in move(one.amount, person(one.person), HOUSE))
    return (*lent, *moved, *given_back)


def apply_ruling_undone(state: S, event: corrections.RulingUndone, names: reconsideration.FaultNames) -> S:
    state = changed(state, bars=bars_without(state.bars, event.effects))
    found = settled_coup(state.history, event.coup)
    if event.coup == state.coup.number:
        state = changed(state, coup=reconsideration.without_ruling(state.coup, event, names))
    if found is None:
        return state
    return in_history(
        state, msgspec.structs.replace(found, coup=reconsideration.without_ruling(found.coup, event, names))
    )


def apply_incident_withdrawn(state: S, event: IncidentWithdrawn, names: reconsideration.FaultNames) -> S:
    case = state.docket.incident(event.serial)
    faults = () if case is None else tuple(one for one in case.faults if one.code in event.codes)
    found = state.coup.found_faults - frozenset(name for one in faults for name in names(one))
    coup = msgspec.structs.replace(state.coup, found_faults=found)
    return changed(state, docket=remove_incident(state.docket, event.serial), coup=coup)


def _in_shoe(state: S, event: CorrectedCoup, found: SettledCoup | None) -> S:
    if event.coup == state.coup.number:
        return changed(state, coup=reconsideration.rekey_card(state.coup, event.position, event.face))
    if found is None or found.shoe != state.shoe.number:
        return state
    counted = state.shoe.played_cards
    counted = counted.set(event.was, counted.get(event.was, 0) - 1).set(event.face, counted.get(event.face, 0) + 1)
    return changed(state, shoe=msgspec.structs.replace(state.shoe, played_cards=counted))
