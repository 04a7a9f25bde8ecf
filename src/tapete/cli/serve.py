"""``tapete serve``: a hall over a store, on HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import say


def serve(
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    key: Annotated[Path, typer.Option(help="Key file, kept outside the database; made where there is none.")],
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    witness: Annotated[Path | None, typer.Option(help="File for signed checkpoints, on another disk.")] = None,
    training: Annotated[bool, typer.Option("--training", help="Admit seeded shoes; never for money.")] = False,
) -> None:
    """Serve the tables of a store. A failed commit ends the process with status 1; start it again."""
    import asyncio

    asyncio.run(_serve(store, key, host, port, witness, training))


async def _serve(store: str, key: Path, host: str, port: int, witness: Path | None, training: bool) -> None:
    from tapete.cli import running
    from tapete.live import Hall, KeyFileError, Keys, LiveError
    from tapete.live.health import RandomnessError
    from tapete.record.store import StoreError

    try:
        hall = await Hall.start(store, Keys.load(key), witness_file=witness, training=training)
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError) as error:
        say.bad_input(str(error))
    for table, reason in hall.parked.items():
        say.progress(f"mesa {table} aparcada: {reason}")
    say.progress(f"http://{host}:{port}/  {len(hall.tables)} mesas. Ctrl-C para cerrar.")
    await running.until_stopped(hall, host, port)
    say.answer(hall.failed is None)
