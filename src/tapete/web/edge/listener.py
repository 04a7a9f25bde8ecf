"""The socket that listens: it never accepts a connection with a descriptor that is kept for the record."""

from __future__ import annotations

import socket
from typing import Any


class Listener(socket.socket):
    """A listening socket with a ceiling.

    A new descriptor is the lowest number that is free. So a connection whose number reaches the ceiling says that all
    lower ones are in use; it is closed at once, and those above stay free for whoever has to write a commit.

    The event loop accepts until nobody waits and only then lets the door look at who has come. In a burst that would
    close whoever comes last although the door makes room for him. So every second call says that nobody waits: the loop
    goes round, and the door has met each connection before many more are accepted.
    """

    def __init__(self, listening: socket.socket, ceiling: int) -> None:
        # the machine says which protocol this is: only of TCP does the event loop send small packets at once
        super().__init__(fileno=listening.detach())
        self.ceiling = ceiling
        self._pauses = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Return a connection.

        Raises ``BlockingIOError`` where the loop goes round first, and ``ConnectionAbortedError`` for a connection that
        is closed at once.
        """
        if self._pauses:
            self._pauses = False
            raise BlockingIOError
        connection, address = super().accept()
        self._pauses = True
        if connection.fileno() >= self.ceiling:
            connection.close()
            raise ConnectionAbortedError(address)
        return connection, address
