"""What ``serve`` and ``demo`` share: tables to show, links to print, a server that ends quickly."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tapete.cli import output
from tapete.table.state import TableView

if TYPE_CHECKING:
    from tapete.live import Hall
    from tapete.web.staff_access import StaffAccess

LOOPBACK = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """Return a socket that listens on ``port`` of this machine alone, on a free one for 0. Raises ``OSError``.

    Nobody else can take the port before the server is there.
    """
    return socket.create_server((LOOPBACK, port))


async def open_demo_tables(hall: Hall) -> tuple[str, ...]:
    """Open the demo's tables of every game, with bots on duty; return their names."""
    from tapete.bots import staff_for
    from tapete.catalogue import entries

    for key, game in entries().items():
        for fields in game.demo:
            await hall.open_table(key, game.form().make({**fields, "staff": staff_for(fields["name"], key)}))
    return tuple(hall.tables)


def links(hall: Hall, port: int) -> str:
    """Return the addresses of the hall and of each table's places, a line each."""
    from tapete.catalogue import entry

    root = f"http://{LOOPBACK}:{port}"
    lines = [output.bold(f"Sala: {root}/"), ""]
    for name, table in hall.tables.items():
        view = table.view(None)
        taken = {one.seat for one in view.seats if one.person is not None}
        free = next((one.seat for one in view.seats if one.seat not in taken), 1)
        game = str(view.variant if isinstance(view, TableView) else table.game.key)
        lines += [
            output.bold(f"{game} · mesa {name}"),
            f"  pantalla      {root}/mesa/{name}/publico",
            f"  jugador       {root}/mesa/{name}/jugador-{free}",
            *(f"  {post.name:<14}{root}/mesa/{name}/{post.link}" for post in entry(table.game.key).posts.values()),
        ]
    return "\n".join([*lines, "", "Ctrl-C para cerrar."])


async def until_stopped(
    hall: Hall,
    host: str,
    port: int,
    first: Callable[[], Awaitable[None]] | None = None,
    *,
    staff_access: StaffAccess,
    held: socket.socket | None = None,
) -> None:
    """Serve until a signal comes or the record fails, then close the hall; ``first`` is done before that.

    ``held`` is a socket that listens there already; it is closed in the end. A second Ctrl-C waits for nobody.
    """
    from tapete.web.server import make_server

    server = make_server(hall, host, port, staff_access=staff_access)

    def end(sig: int = signal.SIGTERM) -> None:
        server.handle_exit(sig, None)

    # The server would raise the signal again once it has stopped, and that would cut the closing of the hall short.
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, end, one)
    hall.on_failure = lambda _: end()
    try:
        await server.serve(None if held is None else [held])
    finally:
        if first is not None:
            await first()
        await hall.stop()
