"""``tapete init`` and ``tapete people``: a house with its first director, and what it keeps about its players."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tapete.cli import output, records, stores
from tapete.spelling import is_blank

if TYPE_CHECKING:
    from tapete.kernel import PersonId
    from tapete.live import Keys
    from tapete.people.staff import HousePeople


ENROL = "/personal/alta"
"""Where an invitation is taken up."""


def init(
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    name: Annotated[str, typer.Option(help="Name of the house, as its pages show it.")],
    director: Annotated[str, typer.Option(help="Name with which the first director will log in.")],
    key: Annotated[
        Path | None,
        typer.Option(
            help="Key file to be made, outside the database; in a folder of its user when not given, with the witness."
        ),
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(help="Witness file to be made; in a folder of its user when not given."),
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(help="Address of the pages, such as https://sala.example: the invitation is drawn as a QR code."),
    ] = None,
    guests: Annotated[
        bool, typer.Option("--guests", help="A house without a door: whoever takes a name may buy chips and sit down.")
    ] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Make a house: its store, its keys, its record and its first director. Nothing that is there is written over.

    The word of the invitation is printed this once. With it the director chooses their password and links the app that
    shows their codes, at the pages of the hall; from there they invite everybody else, open the day and its tables.
    """
    kept = stores.new_house_key(store, key)
    title = " ".join(name.split())
    if len(title) > 60 or not title.isprintable() or is_blank(title):
        output.bad_input("house-name", text=name)
    address = _origin(origin)
    _require_nothing_there(store, kept, witness)
    word = _made(store, kept, witness, title, director, has_admission=not guests)
    link = f"{address}{ENROL}#{word}" if address else ""
    where = stores.public_address(store)
    if as_json:
        found = {"house": title, "store": where, "key": str(kept), "director": director, "invitation": word}
        output.data(found | ({"link": link} if link else {}))
        return
    typer.echo(f"{output.bold(title)}: {output.say('house-founded', store=where, key=str(kept))}")
    elsewhere = [
        f" {option} {shlex.quote(str(file))}" for option, file in (("--key", key), ("--witness", witness)) if file
    ]
    typer.echo(f"  tapete serve --store {shlex.quote(where)}{''.join(elsewhere)}")
    typer.echo(output.say("house-invitation", director=director, path=f"{address or ''}{ENROL}"))
    typer.echo(f"  {output.bold(word)}")
    if link and sys.stdout.encoding.lower().startswith("utf"):  # no other has the blocks that it is drawn with
        import segno

        segno.make(link, micro=False).terminal(compact=True, border=2)


def _origin(text: str | None) -> str:
    from tapete.web.edge import addresses

    if text is None:
        return ""
    try:
        return addresses.read_origin(text)
    except ValueError:
        output.bad_input("origin-bad", text=text)


def _require_nothing_there(store: str, key: Path, witness: Path | None) -> None:
    """End with status 2 where a store, a key or a witness is there already: what is lost is never replaced unsaid."""
    file, where = stores.database_file(store), stores.public_address(store)
    if stores.has_hall(store) and (file is not None or not stores.is_bare(store)):
        output.bad_input("house-store-there", store=where)
    keys, seen = [key], [witness] if witness else []
    if file is not None:
        places = (stores.beside, stores.away_from)
        file = stores.known_as(file)
        keys += (place(file, stores.KEY) for place in places)
        seen += (place(file, stores.WITNESS) for place in places)
    for one in keys:
        if one.exists():
            output.bad_input("house-key-there", key=str(one), store=where)
    for one in seen:
        if one.exists():
            output.bad_input("house-witness-there", witness=str(one), store=where)


def _made(store: str, key: Path, witness: Path | None, name: str, director: str, *, has_admission: bool) -> str:
    """Make key and store; return the word of the invitation. What this has made is gone again where it fails."""
    import secrets

    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import KeyFileError, Keys, LiveError
    from tapete.live.card_orders import RandomnessError
    from tapete.record.store import StoreError, copies

    file, draft = stores.database_file(store), None
    try:
        if file is not None:
            copies.require_folder(file)
        stores.make_folder_of(key)
        keys = Keys.load(key)
        if witness is not None:
            stores.make_folder_of(witness)
        if file is None:
            word = _fill(store, keys, name, director, has_admission=has_admission)
            if witness is not None:
                witness.touch(mode=0o600)
            return word
        draft = file.with_name(f"{file.name}.{secrets.token_hex(6)}")
        draft.touch(mode=0o600, exist_ok=False)
        word = _fill(str(draft), keys, name, director, has_admission=has_admission)
        witness = witness or stores.away_from(stores.known_as(file), stores.WITNESS)
        stores.make_folder_of(witness)
        file.hardlink_to(draft)  # whole from the first moment on, and never over another
        witness.touch(mode=0o600)  # found from now on, wherever the key lies
        return word
    except FileExistsError:  # or a link that leads nowhere
        _forget(file, key)
        output.bad_input("house-store-there", store=stores.public_address(store))
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError, SQLAlchemyError) as error:
        _forget(file, key)
        stores.cannot_start(error, store, key)
    except typer.Exit:
        _forget(file, key)
        raise
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
            draft.with_name(draft.name + ".lock").unlink(missing_ok=True)


def _forget(file: Path | None, key: Path) -> None:
    """Take back a key that nothing was sealed with; one that somebody else's store needs by now is left alone."""
    if file is not None and not file.exists():
        with suppress(OSError):  # the folder of the user may be no folder
            key.unlink()


def _fill(store: str, keys: Keys, name: str, director: str, *, has_admission: bool) -> str:
    """Make a store that of a house with one invited director; return the word of their invitation."""
    import time
    from datetime import UTC, datetime

    from tapete.live.card_orders import AT_START, RngHealth
    from tapete.live.openings import begin_house
    from tapete.people.accounts import Grant, MemoryAccounts, StaffSessions
    from tapete.people.credentials import RowSeal
    from tapete.people.staff import Rejection, Staff
    from tapete.people.stored import make_house
    from tapete.record.store import open_store
    from tapete.table.staff import Role

    accounts = MemoryAccounts()
    word = Staff(accounts, StaffSessions(time.time), time.time).invite(director, {Grant(Role.DIRECTOR)})
    if isinstance(word, Rejection):
        output.bad_input("house-director", text=director)
    RngHealth().require_sound(AT_START)
    now, first = datetime.now(UTC).isoformat(timespec="seconds"), next(iter(accounts))
    with open_store(store) as opened, opened.writing():
        make_house(opened, RowSeal(keys.sealing), name, now, first)
        begin_house(opened, keys, name, first.person, has_admission=has_admission)
    return word


Store = Annotated[str, typer.Option(help="SQLite file or postgresql:// address; no server may hold it.")]
Key = Annotated[Path | None, typer.Option(help="The hall's key file; beside a SQLite file when not given.")]


def list_people(
    store: Store, key: Key = None, lang: output.LangOption = output.LANGS[0], as_json: output.JsonOption = False
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


def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of an account.")],
    store: Store,
    key: Key = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
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

    typer.echo(output.say("house-invitation", director=name, path=ENROL))
    typer.echo(f"  {output.bold(word)}")


def erase(
    person: Annotated[str, typer.Argument(metavar="PLAYER", help="Pseudonym of a player, or their name.")],
    store: Store,
    key: Key = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Also where the house has something of theirs.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Erase a player's name and their ways back; the director reads that it was done. Records keep the pseudonym, and
    an audit finds them as before. Status 1, and nothing done, where the house has something of theirs.
    """
    from tapete.people.accounts import SecurityEvent

    with _people(store, key) as people:
        found = [one for one in people.players.store.everybody() if person in (one.person, one.name)]
        if not found:
            output.bad_input("no-such-player", name=person)
        if len(found) > 1:
            output.bad_input("many-such-players", name=person, people=tuple(str(one.person) for one in found))
        gone = found[0].person
        if not anyway and (held := _held(store, gone)):
            output.progress("player-not-erased", person=gone, held=held)
            output.answer(False)
        people.tell(SecurityEvent("player-erased", gone, people.clock(), facts={"by": "tapete people"}))
        people.players.erase(gone)
    if as_json:
        output.data({"erased": gone})
    else:
        typer.echo(output.say("player-erased", person=gone))


class ReadTable(NamedTuple):
    """A table as its record has it, while no hall plays it."""

    game: Any
    state: Any
    continues: Any

    def view(self, viewer: PersonId | None) -> Any:
        return self.game.view(self.state, viewer)


def _held(store: str, person: PersonId) -> list[dict[str, Any]]:
    """Return what the house of a store has of a player, as facts of a sentence; also at its tables."""
    from tapete.house.terms import KEY
    from tapete.live.presence import held_of
    from tapete.record.recompute import read, replay
    from tapete.table.state import KeepsForPeople

    with records.reading(store) as source, records.following(store):
        games = records.record_games(source)
        house, tables = replay(games[KEY], source, KEY), {}
        for name in {*source.tables()} - {KEY}:
            first = next(read(source, name))
            game, noted = games[first.game], house.tables.get(name)
            if (noted is not None and noted.is_open) or isinstance(game.blank(), KeepsForPeople):
                state = replay(game, source, name)
                tables[name] = ReadTable(game, state, first.continues)
        return held_of(tables, house, person)


def seal(
    store: Store, key: Key = None, lang: output.LangOption = output.LANGS[0], as_json: output.JsonOption = False
) -> None:
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
