"""The socket that listens: it never accepts a connection with a descriptor that is kept for the record."""

from __future__ import annotations

import socket
from typing import Any


class Listener(socket.socket):
    """A listening socket with a ceiling.

    A new descriptor is the lowest number that is free. So a connection whose number reaches the ceiling says that all
    lower ones are in use; it is closed at once, and those above stay free for whoever has to write a commit.
    """

    def __init__(self, listening: socket.socket, ceiling: int) -> None:
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self.ceiling = ceiling

    def accept(self) -> tuple[socket.socket, Any]:
        """Return a connection. Raises ``ConnectionAbortedError`` for one that is closed at once."""
        connection, address = super().accept()
        if connection.fileno() >= self.ceiling:
            connection.close()
            raise ConnectionAbortedError(address)
        return connection, address
