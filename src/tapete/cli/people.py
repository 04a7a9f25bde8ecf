"""``tapete people``: what is done about people at the machine itself, while nobody serves the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli import output, stores
from tapete.cli.root import SpokenCommand, SpokenGroup

if TYPE_CHECKING:
    from tapete.people.staff import HousePeople


people_app = typer.Typer(
    cls=SpokenGroup,
    help="People of a house, while nobody serves its store: who has an account, a new invitation for somebody who "
    "cannot log in any more, the name of a player erased.",
    no_args_is_help=True,
)

people_app.callback()(output.group)

Store = Annotated[str, typer.Option(help="SQLite file or postgresql:// address; no server may hold it.")]
Key = Annotated[Path | None, typer.Option(help="The hall's key file; beside a SQLite file when not given.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@people_app.command("list", cls=SpokenCommand)
def list_people(
    store: Store, key: Key = None, lang: output.LangOption = output.LANGS[0], as_json: AsJson = False
) -> None:
    """List the accounts of a house with their posts, and its players."""
    with _people(store, key) as people:
        accounts = [
            {
                "name": one.name,
                "person": one.person,
                "state": str(one.state),
                "posts": sorted(f"{grant.role}@{grant.table}" for grant in one.grants),
            }
            for one in people.staff.accounts
        ]
        players = [{"person": one.person, "name": one.name} for one in people.players.store.everybody()]
    if as_json:
        output.data({"house": people.name, "accounts": accounts, "players": players})
        return
    from tapete.words import label

    typer.echo(output.bold(people.name))
    for account in accounts:
        state = label("ui", f"account-{account['state']}", output.lang())
        typer.echo(f"  {account['name']:<24} {state:<12} {' '.join(account['posts'])}")
    for player in players:
        typer.echo(f"  {player['person']}  {player['name']}")


@people_app.command("reset", cls=SpokenCommand)
def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of an account.")],
    store: Store,
    key: Key = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: AsJson = False,
) -> None:
    """Take password and second factor of an account away and print the word of a new invitation, this once."""
    from tapete.people.staff import Rejection

    with _people(store, key) as people:
        word = people.staff.reset(name, by="tapete people")
    if isinstance(word, Rejection):
        output.bad_input("no-such-account", name=name)
    if as_json:
        output.data({"name": name, "invitation": word})
        return
    from tapete.cli.init import ENROL

    typer.echo(output.say("house-invitation", director=name, path=ENROL))
    typer.echo(f"  {output.bold(word)}")


@people_app.command("erase", cls=SpokenCommand)
def erase(
    person: Annotated[str, typer.Argument(metavar="PLAYER", help="Pseudonym of a player, or his name.")],
    store: Store,
    key: Key = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: AsJson = False,
) -> None:
    """Erase a player's name and his ways back. Records keep the pseudonym, and an audit finds them as before."""
    with _people(store, key) as people:
        found = [one for one in people.players.store.everybody() if person in (one.person, one.name)]
        if not found:
            output.bad_input("no-such-player", name=person)
        if len(found) > 1:
            output.bad_input("many-such-players", name=person, people=tuple(str(one.person) for one in found))
        people.players.erase(found[0].person)
    if as_json:
        output.data({"erased": found[0].person})
    else:
        typer.echo(output.say("player-erased", person=found[0].person))


@people_app.command("seal", cls=SpokenCommand)
def seal(store: Store, key: Key = None, lang: output.LangOption = output.LANGS[0], as_json: AsJson = False) -> None:
    """Take what is kept about people for the house's own again, after somebody else has changed it: list it afterwards.
    Every way back of a player is void, and the director reads that it was done.
    """
    from tapete.people.accounts import SecurityEvent

    with _people(store, key, anew=True) as people:
        people.tell(SecurityEvent("people-sealed", "", people.clock(), facts={"by": "tapete people"}))
    if as_json:
        output.data({"sealed": people.name})
    else:
        typer.echo(output.say("people-sealed", house=people.name))


@contextmanager
def _people(store: str, key: Path | None, *, anew: bool = False) -> Iterator[HousePeople]:
    """Open the people of a house, their rows sealed ``anew``; end with status 2 where there are none."""
    import time

    from sqlalchemy import true
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import KeyFileError, Keys
    from tapete.people.credentials import RowSeal
    from tapete.people.staff import HousePeople, NoDirectorError, directors
    from tapete.people.stored import Change, StoredAccounts, change_rows, house_name, is_of_before, seal_old_rows
    from tapete.record.store import StoreError, open_store, schema

    kept, where = stores.key_file(store, key), stores.public_address(store)
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=where)
    stores.require_key(store, kept)
    opened: Any = None
    try:
        keys = Keys.load(kept)
        opened = open_store(store)
        if anew:
            opened.hold_people()
            if is_of_before(opened, row_seal := RowSeal(keys.sealing)):
                seal_old_rows(opened, row_seal, vouched=True)
            if (name := house_name(opened)) and not any(directors(StoredAccounts(opened, row_seal))):
                raise NoDirectorError("no-director-account", house=name)
            change_rows(opened, row_seal, Change(schema.ways_back, true()), anew=True)
        people = HousePeople.of_store(opened, keys.sealing, time.time)
    except (StoreError, KeyFileError, OSError, SQLAlchemyError) as error:
        if opened is not None:
            opened.close()
        stores.cannot_start(error, store, kept)
    with opened:
        if people is None:
            output.bad_input("no-house", store=where)
        yield people
