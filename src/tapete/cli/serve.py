"""``tapete serve``: a hall over a store, on HTTP."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from tapete.cli import default_paths, output

LEAST_KEY: Final = 12
"""Signs of a staff key, at least."""
RESERVE_MIB: Final = 64
"""What a hall keeps free unless it is told otherwise; written here too, so that the help needs no hall."""


def serve(
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    key: Annotated[
        Path | None,
        typer.Option(help="Key file, outside the database; made where there is none. Not given: beside a SQLite file."),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    witness: Annotated[
        Path | None,
        typer.Option(help="File for signed checkpoints, best on another disk. Not given: beside a SQLite file."),
    ] = None,
    staff_key: Annotated[
        Path | None,
        typer.Option(help="File with the key that opens the posts of the staff; without it one is made and printed."),
    ] = None,
    training: Annotated[bool, typer.Option("--training", help="Admit seeded shoes; never for money.")] = False,
    reserve: Annotated[
        int, typer.Option(min=0, help="MiB that must be free on the disk of a SQLite store before another coup begins.")
    ] = RESERVE_MIB,
) -> None:
    """Serve the tables of a store. A failed commit ends the process with status 1; start it again."""
    import asyncio

    kept, seen = default_paths.key_file(store, key), default_paths.witness_file(store, witness)
    asyncio.run(_serve(store, kept, host, port, seen, training, opening_key(staff_key), reserve))


def opening_key(file: Path | None) -> str:
    """Return the staff key of a file, at least 12 signs of one line; a fresh one, printed once, without a file."""
    if file is None:
        fresh = secrets.token_urlsafe(12)
        output.progress(f"Clave del personal (solo esta vez): {fresh}")
        return fresh
    try:
        found = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        output.bad_input(str(error))
    if len(found) < LEAST_KEY or "\n" in found:
        output.bad_input(f"{file}: la clave del personal es una línea de {LEAST_KEY} signos o más")
    return found


async def _serve(
    store: str, key: Path, host: str, port: int, witness: Path | None, training: bool, staff_key: str, reserve: int
) -> None:
    from tapete.cli import hall_server
    from tapete.live import Hall, KeyFileError, Keys, LiveError
    from tapete.live.disk_reserve import MIB
    from tapete.live.rng_health import RandomnessError
    from tapete.record.store import StoreError
    from tapete.web.staff_access import StaffAccess

    try:
        room = reserve * MIB
        hall = await Hall.start(store, Keys.load(key), witness_file=witness, training=training, reserve=room)
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError) as error:
        output.bad_input(str(error))
    for table, reason in hall.parked.items():
        output.progress(f"mesa {table} aparcada: {reason}")
    output.progress(
        f"http://{host}:{port}/  {len(hall.tables)} {'mesa' if len(hall.tables) == 1 else 'mesas'}. Ctrl-C para cerrar."
    )
    if not hall.tables:
        output.progress("No hay mesas: pare el servidor y abra una con «tapete open» (tapete open --help).")
    await hall_server.until_stopped(hall, host, port, staff_access=StaffAccess(key=staff_key))
    output.answer(hall.failed is None)
