"""An end to waiting for a server of a database that says nothing.

A server that is frozen, or a network that swallows everything, sends no error: no time limit of the server's own helps,
and its machine still acknowledges what we send. So each transaction has a deadline here; when it is over, our end of
the connection is shut, and whoever waits gets the error of a connection that broke. A commit may have gone through.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Final

from sqlalchemy import Connection

DEADLINE_S: Final = 30.0
"""Seconds for a transaction; the server's own limits for a statement and for a lock are shorter."""


def in_time(connection: Connection) -> AbstractContextManager[None]:
    return deadline(connection.connection.dbapi_connection, DEADLINE_S)


@contextmanager
def deadline(driver_connection: Any, seconds: float) -> Iterator[None]:
    """Break a connection of PostgreSQL off where what is done with it takes longer; leave every other alone."""
    handle = getattr(getattr(driver_connection, "pgconn", None), "socket", None)
    if not isinstance(handle, int):
        yield
        return
    turn, is_done = threading.Lock(), False

    def break_off() -> None:
        with turn, suppress(OSError):
            if not is_done:  # afterwards the number may be that of another file
                with socket.socket(fileno=os.dup(handle)) as ours:
                    ours.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with turn:
            is_done = True
