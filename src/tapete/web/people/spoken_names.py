"""Whom a form means in a house with accounts: people say names, and records keep pseudonyms."""

from __future__ import annotations

from typing import Final

from tapete.kernel import PersonId
from tapete.people.staff import HousePeople
from tapete.spelling import plain
from tapete.web.people.identity import account_named
from tapete.web.problems import ProblemError
from tapete.web.seat_links import UNNAMED
from tapete.words import label

PLAYER: Final = "p"
"""How the pseudonyms of players begin, before their hyphen."""


def mark_of(person: str) -> str:
    """Return the four signs that tell players of one name apart; nothing for anybody else."""
    found = UNNAMED.fullmatch(person)
    return found[2] if found is not None and found[1] == PLAYER else ""


def with_pseudonym(people: HousePeople | None, fields: dict[str, str], lang: str) -> dict[str, str]:
    """Return a form in which a person is named by their pseudonym.

    In a house with accounts people say the name of an account where it is about a post, otherwise a player's, with
    their four signs where several have it. Raises :class:`ProblemError` (400) for a name that nobody has, or several.
    """
    told = fields.get("person", "").strip()
    if people is None or "person" not in fields or UNNAMED.fullmatch(told):
        return fields
    if "role" in fields:
        account = account_named(people, told)
        named = [] if account is None else [account.person]
    else:
        named = _players_named(people, plain(told))
    if len(named) != 1:
        said = label("ui", "several-have-name" if named else "nobody-has-name", lang)
        raise ProblemError(400, "malformed", "person", said=said)
    return fields | {"person": str(named[0])}


def _players_named(people: HousePeople, told: str) -> list[PersonId]:
    return [
        one.person
        for one in people.players.store.everybody()
        if told in (plain(one.name), plain(f"{one.name} {mark_of(one.person)}"))
    ]
