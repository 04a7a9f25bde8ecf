"""``tapete replica``: the public screens of a hall from another machine, by its record alone."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import output, stores
from tapete.cli.serve import (
    AllowedHostOption,
    HostOption,
    LogOption,
    OriginOption,
    PerAddressOption,
    ProxyOption,
    opening_key,
)

if TYPE_CHECKING:
    from tapete.web.edge.addresses import Addresses


def replica(
    store: Annotated[str, typer.Option(help="postgresql:// address, or SQLite file, of the hall's store.")],
    hall: Annotated[str, typer.Option(help="Address of the hall's own pages, such as https://sala.example.")],
    trusted: Annotated[
        list[str] | None,
        typer.Option(help="Public key of the hall, of tapete keys: what it signed must agree; may be given again."),
    ] = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")] = 8001,
    allowed_host: AllowedHostOption = None,
    origin: OriginOption = None,
    trusted_proxy: ProxyOption = None,
    monitor_key: Annotated[
        Path | None,
        typer.Option(
            help="File with the key by which a monitor on another machine reads /readyz; without it that is for this "
            "machine alone."
        ),
    ] = None,
    per_address: PerAddressOption = None,
    log_format: LogOption = output.LogFormat.PLAIN,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Show the public screens of a hall that runs elsewhere: its record is followed entry by entry and its chain
    checked. It has no key of the hall, knows no hidden card and writes nothing. Whoever would play is led to the hall.
    """
    import asyncio

    from tapete.cli import hall_server
    from tapete.cli.records import require_public_keys
    from tapete.web.edge.addresses import read_origin

    require_public_keys(trusted or ())
    try:
        address = read_origin(hall)
    except ValueError:
        output.bad_input("hall-bad", text=hall)
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=stores.public_address(store))
    addresses = hall_server.addresses(allowed_host or (), origin or (), trusted_proxy or ())
    held = hall_server.listen(host, port)
    try:
        watched = "" if monitor_key is None else opening_key(monitor_key, "monitor-key-short")
        output.configure(log_format)
        asyncio.run(_replica(store, address, host, held, tuple(trusted or ()), addresses, watched, per_address))
    finally:
        held.close()


async def _replica(
    store: str,
    hall: str,
    host: str,
    held: socket.socket,
    trusted: tuple[str, ...],
    addresses: Addresses,
    monitor: str,
    per_address: int | None,
) -> None:
    from msgspec.structs import replace
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.cli import hall_server
    from tapete.live.replica import Replica
    from tapete.record.store import StoreError
    from tapete.record.store.engine import is_unreachable
    from tapete.record.store.public import open_public
    from tapete.web.edge.addresses import PER_ADDRESS, of_machine
    from tapete.web.edge.connections import ConnectionLimiter
    from tapete.web.edge.limits import descriptors, limits_for, raise_descriptors
    from tapete.web.operations.routes import MonitorAccess
    from tapete.web.replica import create_replica_app
    from tapete.web.server import server_of

    try:
        followed = await Replica.start(open_public(store), trusted=trusted)
    except (StoreError, SQLAlchemyError) as error:
        if is_unreachable(error):
            stores.lost(error, store)
        output.bad_input("store-failed", store=stores.public_address(store), why=output.why(error))
    for table, parked in followed.parked_tables.items():
        output.progress("table-parked", table=table, why=output.why(parked))
    raise_descriptors()
    hall_server.shorten_pauses()
    port = held.getsockname()[1]
    tables = output.say("served-tables", count=str(len(followed.tables)))
    output.progress("serving", address=hall_server.root(host, port), tables=tables)
    limits = limits_for(descriptors(), per_address or PER_ADDRESS)
    connections = ConnectionLimiter(limits, addresses.trusted)
    addresses = replace(addresses, hosts=(*addresses.hosts, host, *of_machine(host)))
    app = create_replica_app(
        followed, hall, addresses=addresses, limits=limits, connections=connections, monitor=MonitorAccess(monitor)
    )
    server = server_of(app, connections, addresses, host, port)
    hall_server.ended_by_signals(server)
    try:
        await server.serve([held])
    finally:
        await followed.stop()
