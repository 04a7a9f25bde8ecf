"""What officials write down of players' claims, and of stakes that were laid too late."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer.terms import COUP
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Amount, Choice, Field as Described, Offer, People, PersonId, Text
from tapete.web.games.baccarat.forms import claim_offer

AGAINST: Final = Choice(tuple(map(str, Party)))
"""Whose doing a claim is about."""


def claims(view: View, people: tuple[PersonId, ...], person: PersonId) -> tuple[Offer, ...]:
    """Return what ``person``, an official, may write down of what ``people`` claim."""
    return (*claim_offer(people, view.coup.number, {"against": AGAINST}), *stake_claims(view, people, person))


def stake_claims(view: View, people: Iterable[PersonId], person: PersonId) -> tuple[Offer, ...]:
    """Return what an official writes down of a stake that a player claims, and the croupier of one laid too late.

    Where cards lie, a late stake can have been laid.
    """
    everybody = People(tuple(str(who) for who in people))
    if not everybody.options:
        return ()
    duties: dict[str, Described] = {"uncovered": Choice((True, False)), "watched": Choice((True, False))}
    stake: dict[str, Described] = {"person": everybody, "amount": Amount(1)}
    claimed = Offer("record-stake-claim", {**stake, **duties, "note": Text()})
    is_noting = str(view.conduct) == "observed" and view.staff.get("croupier") == person and view.phase in COUP
    return (claimed, Offer("note-late-stake", stake)) if is_noting else (claimed,)
