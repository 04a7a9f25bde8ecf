"""Whose cards a cloth's are: the rotating turn among its numbered places."""

from __future__ import annotations

from collections.abc import Collection

from tapete.clauses import rule
from tapete.games.dos_panos.people.cloths import places_of
from tapete.games.dos_panos.rules.table import TurnRules
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import PersonId
from tapete.table.seats import Seat, Seats


def eligible_places(
    seats: Seats, cloth: Hand, stakers: Collection[PersonId], rules: TurnRules, barred: Collection[PersonId] = ()
) -> tuple[Seat, ...]:
    """Return the places of a cloth whose player may hold its cards: he is there, is not ``barred``, and has a stake on
    the cloth.

    Where nobody who may hold them has staked the turn goes on without that condition: the cloth is played all the same.
    So it is where everybody is barred.
    """
    present = tuple(place for place in places_of(seats, cloth) if player_of(seats, place, rules) is not None)
    there = tuple(place for place in present if player_of(seats, place, rules) not in barred) or present
    staked = tuple(place for place in there if player_of(seats, place, rules) in stakers)
    return staked if staked and rules.needs_stake.use() else there


def player_of(seats: Seats, place: Seat, rules: TurnRules) -> PersonId | None:
    """Return who plays the cards when it is the turn of a place: whoever sits there and has not gone away; where others
    may hold cards too, else the first who sits or stands behind it.
    """
    sitting = seats.occupants.get(place)
    if sitting is not None and sitting not in seats.away:
        return sitting
    people = (seats.second_row.get(place), *(one.person for one in seats.standing if one.behind == place))
    behind = next((who for who in people if who is not None and who not in seats.away), None)
    return None if behind is None or rules.numbered_only.use() else behind


@rule("DP.D.08", neutral=lambda places, turn: places[0] if places else None)
def place_in_turn(places: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """The cards of a cloth go round by the numbers of its places: whoever's turn it is, or the next one that may hold
    them.
    """
    if not places:
        return None
    return next((place for place in places if turn is not None and place >= turn), places[0])


@rule("DP.D.09", neutral=lambda place, places: place)
def place_after(place: Seat, places: tuple[Seat, ...]) -> Seat:
    """When the bank has won, the cards of the cloth are handed on to the next number; after the last comes the
    first.
    """
    return next((one for one in places if one > place), places[0])
