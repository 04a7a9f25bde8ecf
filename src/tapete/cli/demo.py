"""``tapete demo``: a hall in a temporary folder with bots that play, and a link to every place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import output


def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")] = 8000,
    pace: Annotated[float, typer.Option(min=0.0, max=10.0, help="How slowly the bots play; 1 is humane.")] = 1.0,
    players: Annotated[
        int, typer.Option(min=0, max=6, help="Bots that play at each table; as many as its game needs.")
    ] = 3,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets telephones in, and whoever else is on the network.")
    ] = "127.0.0.1",
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Open a hall, on this machine only unless told: no configuration, no password, nothing kept. Ctrl-C ends it."""
    import asyncio
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="tapete-demo-") as folder:
        ok = asyncio.run(_demo(Path(folder), port, pace, players, host))
    output.answer(ok)


async def _demo(folder: Path, port: int, pace: float, players: int, host: str = "127.0.0.1") -> bool:
    from tapete.bots import DEMO, Troupe, player_count
    from tapete.cli import hall_server
    from tapete.live import Hall, Keys
    from tapete.web.edge.addresses import of_machine
    from tapete.web.staff_access import StaffAccess

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
            hall, host, port, troupe.stop, staff_access=StaffAccess(is_open=True), held=held
        )
    finally:
        held.close()
        await troupe.stop()
        await hall.stop()
    return hall.failed is None
