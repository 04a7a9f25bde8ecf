"""Writing a notation file from the record of a table: who sat where, what was done, and the order of its shoes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.chance import BallOut, CardOut, LotOut
from tapete.kernel import HOUSE, SYSTEM, Game, PersonId
from tapete.record.codec import read_act, read_event, to_tree
from tapete.record.entry import Entry
from tapete.record.notation.text import UNKNOWN, Action, Notation
from tapete.record.notation.verbs import ACTORS, Verbs, actors_of, verbs_of
from tapete.table.state import SeatsPeople, StaffsPosts


def from_entries(
    game: Game[Any], entries: Iterable[Entry], info: Mapping[str, str] | None = None, verbs: Verbs | None = None
) -> Notation:
    """Write a table's record as notation. The entries must be joined with their private parts to be replayed later.

    Persons who take a numbered place are written ``pN`` or ``sN`` by the first place they take; officials who hold a
    post from the opening on by its letter; everybody else by his pseudonym.
    """
    words = verbs or verbs_of(game)
    entries = tuple(entries)
    own = {str(entry.by) for entry in entries}
    people = {name: name for name in own if name in ACTORS}  # a pseudonym that looks like an actor stands for itself
    state, opening = game.blank(), dict[str, Any]()
    shoes: dict[int, dict[int, str]] = {}
    urns: dict[int, dict[int, str]] = {}
    rows: list[tuple[PersonId, Any, tuple[Any, ...]]] = []
    for number, entry in enumerate(entries):
        act, events = read_act(game, entry.act), tuple(read_event(game, tree) for tree in entry.events)
        drawn = [read_act(game, tree).body for tree in entry.chance]
        if number == 0 and act.by == HOUSE and to_tree(act.body)["act"] == words.table.opening:
            opening = {name: value for name, value in to_tree(act.body).items() if name != "act" and value is not None}
        else:
            rows.append((act.by, act.body, events))
        for event in events:
            state = game.evolve(state, event)
        for one in drawn:
            match one:
                case CardOut(position=position, face=face):
                    shoes.setdefault(game.step(state).series, {})[position] = face or UNKNOWN
                case LotOut(urn=urn, position=position, token=token) | BallOut(urn=urn, position=position, token=token):
                    urns.setdefault(urn, {})[position] = token
                case _:
                    pass  # a fresh shoe or urn
        _name(state, people, own)
    actors = actors_of(people)
    actions = tuple(
        Action(actors.get(by, by), *words.write(what, actors), "; ".join(words.results(events, actors)))
        for by, what, events in rows
    )
    return Notation(game.key, actions, opening, _lines(shoes), people=people, info=dict(info or {}), urns=_lines(urns))


def _lines(orders: Mapping[int, Mapping[int, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the line of each shoe or urn, by its number from 1: what left it, in order."""
    return tuple(_line(orders.get(number, {})) for number in range(1, max(orders, default=0) + 1))


def _line(drawn: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(drawn.get(position, UNKNOWN) for position in range(max(drawn, default=-1) + 1))


def _name(state: Any, people: dict[str, str], own: set[str]) -> None:
    staff = state.staff if isinstance(state, StaffsPosts) else {}
    named = set(people.values()) | {str(one) for one in SYSTEM}
    posts = {"croupier": "c", "table-chief": "i", "inspector": "i", "director": "d"}
    for role, who in sorted(staff.items()):
        actor = posts.get(str(role), "")
        if actor and actor not in people and who not in named and ACTORS[actor] != who:
            people[actor] = who
            named.add(who)
    if not isinstance(state, SeatsPeople):
        return
    seats = state.seats
    places = [(f"p{seat}", who) for seat, who in sorted(seats.occupants.items())]
    for actor, who in [*places, *((f"s{one.behind}", one.person) for one in seats.standing)]:
        if actor not in people and who not in named and who not in ACTORS.values() and actor not in own - {who}:
            people[actor] = who
            named.add(who)
