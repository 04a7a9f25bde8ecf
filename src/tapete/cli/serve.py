"""``tapete serve`` and ``tapete demo``: a hall over a store, on HTTP; and one in a temporary folder, with bots."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tapete.cli import output, stores
from tapete.spelling import is_blank

if TYPE_CHECKING:
    from tapete.house.acts import OpenHouse
    from tapete.live import Hall
    from tapete.people.staff import HousePeople
    from tapete.web.edge.addresses import Addresses


HostOption = Annotated[str, typer.Option(help="Address to listen on.")]
AllowedHostOption = Annotated[
    list[str] | None,
    typer.Option(help="Name or address under which browsers may ask, without port; may be given again."),
]
OriginOption = Annotated[
    list[str] | None,
    typer.Option(help="Address of the pages before a proxy, such as https://sala.example; may be given again."),
]
ProxyOption = Annotated[
    list[str] | None,
    typer.Option(help="Address or network of a proxy that says who asks, and by TLS or not; may be given again."),
]
PerAddressOption = Annotated[
    int | None,
    typer.Option(min=16, help="Connections of the public from one address, as of a whole school; 256 if not given."),
]
LogOption = Annotated[
    output.LogFormat,
    typer.Option(help="How the log is written to standard error: plain, or json, an object a line."),
]
CorsOption = Annotated[
    list[str] | None,
    typer.Option(help="Origin of pages of others that may call the API with a token; may be given again."),
]
LEAST_KEY: Final = 12
"""Signs of a staff key, at least."""
DIRECTOR: Final = "direccion"
"""The first director of a house where nobody is named."""
VOUCHED: Final = frozenset({"record-doubtful", "writer-changed", "writer-unnamed", "writer-unsigned"})
"""Why a table is set aside that somebody with the key may vouch for."""
RESERVE_MIB: Final = 64
"""What a hall keeps free unless it is told otherwise; written here too, so that the help needs no hall."""


def serve(
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    create: Annotated[bool, typer.Option("--create", help="Make a new hall where the store has none.")] = False,
    key: Annotated[
        Path | None,
        typer.Option(
            help="Key file, outside the database; made for a new hall. "
            "Not given: where tapete init put that of a house, else beside a SQLite file."
        ),
    ] = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")] = 8000,
    witness: Annotated[
        Path | None,
        typer.Option(
            help="File for signed checkpoints, best on another disk. "
            "Not given: where tapete init put that of a house, else beside a SQLite file."
        ),
    ] = None,
    staff_key: Annotated[
        Path | None,
        typer.Option(
            help="File with the key that opens the posts of the staff; without it one is made and printed. "
            "A house with accounts has none."
        ),
    ] = None,
    renew_witness: Annotated[
        bool,
        typer.Option(
            "--renew-witness",
            help="The witness is lost, or lacks something: fill it from the store; signatures say so for ever.",
        ),
    ] = False,
    training: Annotated[bool, typer.Option("--training", help="Admit seeded shoes; never for money.")] = False,
    reserve: Annotated[
        int, typer.Option(min=0, help="MiB that must be free on the disk of a SQLite store before another coup begins.")
    ] = RESERVE_MIB,
    allowed_host: AllowedHostOption = None,
    origin: OriginOption = None,
    cors: CorsOption = None,
    trusted_proxy: ProxyOption = None,
    house: Annotated[
        str | None,
        typer.Option(
            help="Put a house without accounts above a hall without tables, as a school may want it: cash desk, door, "
            "day, all under the staff key. tapete init makes a house with accounts."
        ),
    ] = None,
    director: Annotated[
        str, typer.Option(help="Name in the record of the first director of a house without accounts.")
    ] = DIRECTOR,
    guests: Annotated[
        bool, typer.Option("--guests", help="A new house without accounts has no door: whoever comes may buy chips.")
    ] = False,
    monitor_key: Annotated[
        Path | None,
        typer.Option(
            help="File with the key by which a monitor on another machine reads /readyz and /metrics; without it they "
            "are for this machine alone."
        ),
    ] = None,
    take_over: Annotated[
        bool,
        typer.Option(
            "--take-over",
            help="Take the tables over from a hall that still lives on the PostgreSQL store; it then ends.",
        ),
    ] = False,
    wait: Annotated[
        int,
        typer.Option(min=0, help="Seconds to wait for a PostgreSQL server that cannot be reached, before giving up."),
    ] = 0,
    friends: Annotated[
        bool,
        typer.Option(
            "--friends",
            help="Anybody may open a table among friends by a link, with machines at its posts; not in a house.",
        ),
    ] = False,
    per_address: PerAddressOption = None,
    log_format: LogOption = output.LogFormat.PLAIN,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Serve the tables of a store. Ends with status 1 where a commit failed (start it again) or a table was set aside,
    because its record cannot be played on; with status 3 where another server has taken a table over (do not); with
    status 69 where the server of the database cannot be reached (start it again, as often as it takes).
    """
    import asyncio
    import re

    from tapete.cli import hall_server
    from tapete.house.acts import OpenHouse
    from tapete.kernel import PSEUDONYM, PersonId

    kept, seen = stores.key_file(store, key), stores.witness_file(store, witness)
    if stores.has_hall(store, wait):
        stores.require_key(store, kept)
        if renew_witness:
            stores.renew_witness(store, kept, seen, take_over=take_over)
    elif not create:
        output.bad_input("store-missing", store=stores.public_address(store))
    stores.require_own_witness(store, kept, seen)
    if not re.fullmatch(PSEUDONYM, director):
        output.bad_input("not-a-director", text=director)
    if house is not None and is_blank(house):
        output.bad_input("house-unnamed")
    founding = None if house is None else OpenHouse(house, PersonId(director), not guests)
    addresses = hall_server.addresses(allowed_host or (), origin or (), trusted_proxy or (), cors or ())
    held = hall_server.listen(host, port)
    try:
        opening = None if staff_key is None else opening_key(staff_key)
        watched = "" if monitor_key is None else opening_key(monitor_key, "monitor-key-short")
        output.configure(log_format)
        asyncio.run(
            _serve(
                store,
                kept,
                host,
                held,
                seen,
                training,
                opening,
                reserve,
                addresses,
                founding,
                watched,
                take_over,
                friends,
                per_address,
            )
        )
    finally:
        held.close()


def opening_key(file: Path, complaint: str = "staff-key-short") -> str:
    """Return the key of a file, for the staff or a monitor: at least 12 signs of one line."""
    try:
        found = output.read_file(file).decode("utf-8").strip()
    except UnicodeDecodeError:
        found = ""
    if len(found) < LEAST_KEY or "\n" in found:
        output.bad_input(complaint, file=str(file), least=str(LEAST_KEY))
    return found


async def _serve(
    store: str,
    key: Path,
    host: str,
    held: socket.socket,
    witness: Path | None,
    training: bool,
    staff_key: str | None,
    reserve: int,
    addresses: Addresses,
    founding: OpenHouse | None,
    monitor: str,
    take_over: bool = False,
    friends: bool = False,
    per_address: int | None = None,
) -> None:
    import asyncio

    from tapete.bots.friends import FriendTables
    from tapete.cli import hall_server
    from tapete.live import Hall, Keys, security_log
    from tapete.live.answer import today
    from tapete.live.recorded_table import MIB
    from tapete.live.sealed_states import states_folder
    from tapete.record.store.engine import cause_of, is_unreachable
    from tapete.record.store.store import may_change_record
    from tapete.web.operations.routes import MonitorAccess
    from tapete.web.staff_access import StaffAccess

    new = not stores.has_hall(store)
    with stores.starting(store, key):
        hall = await Hall.start(
            store,
            Keys.load(key),
            witness_file=witness,
            training=training,
            reserve=reserve * MIB,
            calendar=today,
            take_over=take_over,
            states=states_folder(store, key),
        )
        people = await _people(hall)
    if founding is not None and people is None:
        await _found(hall, founding, store, key)
    if people is not None:
        await _join(hall, people, founding)
    if new:
        output.progress("hall-made", store=stores.public_address(store), key=str(key))
    if people is not None and staff_key:
        await hall.stop()
        output.bad_input("staff-key-in-house", house=people.name)
    if friends and hall.house is not None:
        await hall.stop()
        output.bad_input("friends-in-house", house=hall.house.view(None).name)
    if people is None and staff_key is None:
        staff_key = secrets.token_urlsafe(LEAST_KEY)
        output.progress("staff-key-made", key=staff_key)
    for table, parked in hall.parked_tables.items():
        output.progress("table-parked", table=table, why=output.why(parked))
        if parked.code in VOUCHED:
            output.progress("table-doubtful", table=table)
    tables = output.say("served-tables", count=str(len(hall.tables)))
    port = held.getsockname()[1]
    output.progress("serving", address=hall_server.root(host, port), tables=tables)
    if hall.house is not None:
        output.progress("house-at", house=hall.house.view(None).name, address=f"{hall_server.root(host, port)}casa")
    elif not hall.tables:
        output.progress("no-tables")
    if people is not None:
        output.progress("house-open", house=people.name, path="/personal")
    access = None if people is not None else StaffAccess(key=staff_key or "")
    watching = MonitorAccess(monitor)
    if await asyncio.to_thread(may_change_record, hall.store):
        output.progress("store-as-owner")
    security_log.tell("hall-started", logging.INFO, tables=len(hall.tables), key=hall.keys.public)
    try:
        await hall_server.until_stopped(
            hall,
            host,
            port,
            staff_access=access,
            people=people,
            addresses=addresses,
            held=held,
            per_address=per_address,
            monitor=watching,
            friends=None if hall.house is not None else await FriendTables.start(hall, may_open=friends),
        )
    except OSError as error:  # what it would have signed at its end, the witness does not take
        output.progress("file-failed", file=str(error.filename or witness), why=output.why(error))
        raise typer.Exit(output.NO) from error
    security_log.tell("hall-stopped", logging.INFO, has_failed=hall.failed is not None)
    if hall.telemetry.lost_tables:
        output.progress("tables-lost", tables=sorted(hall.telemetry.lost_tables))
        raise typer.Exit(output.TABLE_LOST)
    if hall.failed is not None and is_unreachable(hall.failed):
        stores.lost(hall.failed, store)
    if (cause := cause_of(hall.failed)) is not None:
        output.progress("store-failed", store=stores.public_address(store), why=output.why(cause))
    output.answer(hall.failed is None and not hall.parked_tables)


async def _found(hall: Hall, founding: OpenHouse, store: str, key: Path) -> None:
    """Put a house above a hall that has none; end with status 2 where it has tables, or a house of another name."""
    from tapete.live import LiveError

    if hall.house is not None:
        name = hall.house.view(None).name
        if name != founding.name:
            await hall.stop()
            output.bad_input("house-other", house=name)
        return
    try:
        await hall.open_house(founding)
    except LiveError as error:
        await hall.stop()
        stores.cannot_start(error, store, key)
    output.progress("house-made", house=founding.name, director=founding.director)


async def _join(hall: Hall, people: HousePeople, founding: OpenHouse | None) -> None:
    """Require that a house is the one that was asked for; begin its record where that was interrupted."""
    from tapete.house.acts import OpenHouse
    from tapete.people.staff import directors

    if founding is not None and founding.name != people.name:
        await hall.stop()
        output.bad_input("house-other", house=people.name)
    if hall.house is None and not await hall.recorded_tables():
        await hall.open_house(OpenHouse(people.name, next(directors(people.staff.accounts)).person))


async def _people(hall: Hall) -> HousePeople | None:
    """Return the people of the house that a hall belongs to; a hall whose accounts cannot be read is stopped."""
    import asyncio
    import time

    from tapete.cli.hall_server import PeopleEvents
    from tapete.people.staff import HousePeople

    tell = PeopleEvents()
    try:
        tell.people = await asyncio.to_thread(
            HousePeople.of_store, hall.store, hall.keys.sealing, time.time, tell, steady=time.monotonic
        )
    except BaseException:
        await hall.stop()
        raise
    return tell.people


def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")] = 8000,
    pace: Annotated[float, typer.Option(min=0.0, max=10.0, help="How slowly the bots play; 1 is humane.")] = 1.0,
    players: Annotated[
        int, typer.Option(min=0, max=6, help="Bots that play at each table; as many as its game needs.")
    ] = 3,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets telephones in, and whoever else is on the network.")
    ] = "127.0.0.1",
    cors: CorsOption = None,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Open a hall, on this machine only unless told: no configuration, no password, nothing kept. Ctrl-C ends it."""
    import asyncio
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="tapete-demo-") as folder:
        ok = asyncio.run(_demo(Path(folder), port, pace, players, host, cors or ()))
    output.answer(ok)


async def _demo(
    folder: Path, port: int, pace: float, players: int, host: str = "127.0.0.1", cors: Sequence[str] = ()
) -> bool:
    from tapete.bots import DEMO, Troupe, player_count
    from tapete.bots.friends import FriendTables
    from tapete.cli import hall_server
    from tapete.live import Hall, Keys
    from tapete.web.edge.addresses import of_machine
    from tapete.web.staff_access import StaffAccess

    addresses = hall_server.addresses((), (), (), cors)
    held = hall_server.listen(host, port)
    port = held.getsockname()[1]
    hall = await Hall.start(
        f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "hall.key"), witness_file=folder / "hall.db.witness"
    )
    troupe = Troupe(hall, DEMO.slower(pace))
    try:
        for name in await hall_server.open_demo_tables(hall):
            troupe.join(name, player_count(hall.tables[name].game.key, players))
        typer.echo(hall_server.links(hall, port, *of_machine(host)))
        await hall_server.until_stopped(
            hall,
            host,
            port,
            troupe.stop,
            staff_access=StaffAccess(is_open=True),
            addresses=addresses,
            held=held,
            friends=await FriendTables.start(hall, DEMO.slower(pace)),
        )
    finally:
        held.close()
        await troupe.stop()
        await hall.stop()
    return hall.failed is None
