"""Whoever a report names: whether he is what it calls him."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from tapete.clauses import Fault, fault
from tapete.games.baccarat.effects import Party
from tapete.games.banked.accidents import BankedTable
from tapete.games.banked.coup import SettledCoup
from tapete.kernel import PersonId


def is_fit(state: BankedTable, party: Party, person: PersonId, players: Collection[PersonId | None]) -> bool:
    """Return True if a person is what a report calls him: the banker, the croupier on duty, a player, or somebody who
    plays no hand. ``players`` have the cards of a side now.
    """
    match party:
        case Party.BANKER:
            return person == state.banker
        case Party.CROUPIER:
            return person == state.croupier()
        case Party.PLAYER:
            return person != state.banker and state.seats.is_at_table(person)
        case Party.BYSTANDER:
            return person not in (state.banker, state.croupier(), *players)


def unfit_person(state: BankedTable, party: Party, person: PersonId) -> Fault:
    """Return what is wrong where a person is not what a report calls him."""
    at_table = party is not Party.PLAYER or state.seats.is_at_table(person)
    return fault("person-unfit", person=person, party=str(party)) if at_table else fault("not-at-table", person=person)


def require_fit(
    state: BankedTable,
    party: Party,
    person: PersonId,
    players: Collection[PersonId | None],
    by_clause: Callable[[Fault], Fault | None],
) -> Fault | None:
    """Return a Fault, by the clause of the game, if a person is not what a report calls him."""
    return None if is_fit(state, party, person, players) else by_clause(unfit_person(state, party, person))


def require_known(state: BankedTable, history: Iterable[SettledCoup], person: PersonId) -> Fault | None:
    """Return a Fault if nobody of that name is at the table, or has played there as a player or with a part of a
    bank.
    """
    if person == state.banker or state.seats.is_at_table(person):
        return None
    played = (share.person for coup in history for share in (*coup.players, *coup.bank))
    return None if person in played else fault("unknown-person", person=person)
