"""A demo hall in a process of its own, a player in it, and sockets that flood it; all on the loopback."""

import re
import resource
import select
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.support import ROOT, TAPETE

DESCRIPTORS = 240
"""What the process of the hall may open: a flood of a bounded number of sockets is more than that."""
SEGMENT = 1_460
"""The bytes of a packet of a flood, as from another machine, and of what it takes unread: on the loopback alone these
would be so large that a machine would take megabytes from the hall that nobody reads."""
ATTEMPTS = 5
"""How often an act is sent at most."""
COMMAND = [*TAPETE, "demo", "--port", "0", "--players", "0"]


class AttackedHall:
    """The process of a hall, where it listens, and a table with free places."""

    table = "punto"

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.address = f"http://127.0.0.1:{port}"
        self._numbers = count(1)

    @property
    def memory(self) -> int:
        told = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", told)
        assert found is not None
        return int(found[1]) * 1024

    @property
    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def client(self, source: str = "127.0.0.1") -> httpx.Client:
        """Return a client that comes from one of this machine's own addresses; it waits long for its answer."""
        transport = httpx.HTTPTransport(local_address=source, verify=False)  # nothing here is encrypted
        return httpx.Client(transport=transport, base_url=self.address, timeout=60)

    def token(self, person: str, source: str = "127.0.0.1") -> dict[str, str]:
        with self.client(source) as client:
            answer = client.post("/api/v1/sessions", json={"table": self.table, "person": person})
        assert answer.status_code == 201, answer.text
        return {"authorization": f"Bearer {answer.json()['token']}"}

    def act(self, token: dict[str, str], what: dict[str, Any], source: str = "127.0.0.1") -> None:
        """Do an act by its own connection; it must stand. Who is cut off repeats it under its key, as pages do."""
        headers = token | {"idempotency-key": f"k{next(self._numbers)}"}
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self.client(source) as client:
                    answer = client.post(f"/api/v1/tables/{self.table}/acts", json={"what": what}, headers=headers)
            except (httpx.NetworkError, httpx.RemoteProtocolError):
                if attempt == ATTEMPTS:
                    raise
            else:
                assert answer.status_code == 200, answer.text
                return

    def seat(self, person: str, seat: int, source: str = "127.0.0.1") -> dict[str, str]:
        token = self.token(person, source)
        self.act(token, {"act": "sit", "seat": seat}, source)
        return token


@contextmanager
def attacked_hall(descriptors: int = DESCRIPTORS) -> Iterator[AttackedHall]:
    """Run a hall; at its end it must have stopped by itself, in order."""

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with subprocess.Popen(COMMAND, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=few) as process:
        try:
            found = None
            while found is None:
                line = process.stdout.readline()
                assert line, "the hall did not open"
                found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            yield AttackedHall(process, int(found[1]))
            assert process.poll() is None, "the hall has ended"
            process.terminate()
            assert process.wait(60) == 0
        finally:
            process.kill()


class Flood:
    """Sockets that say something and then read nothing, until they are closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.sockets: list[socket.socket] = []

    def pour(self, number: int, text: bytes = b"", source: str = "127.0.0.1") -> None:
        """Open so many connections from an address; each says ``text`` as far as it is heard."""
        for _ in range(number):
            one = socket.socket()
            self.sockets.append(one)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SEGMENT)
            one.bind((source, 0))
            one.settimeout(60)
            one.connect(("127.0.0.1", self._port))
            one.setblocking(False)
            self.say(one, text)

    def say(self, one: socket.socket, text: bytes) -> None:
        try:
            one.send(text)
        except (BlockingIOError, BrokenPipeError, ConnectionResetError):
            return

    @property
    def held(self) -> int:
        """Return how many connections the other side has not closed."""
        poll = select.poll()
        for one in self.sockets:
            poll.register(one, select.POLLRDHUP)
        return len(self.sockets) - len(poll.poll(0))

    def heard(self) -> list[bytes]:
        for one in self.sockets:
            one.settimeout(60)
        return [one.recv(65_536) for one in self.sockets]


@contextmanager
def flood(port: int) -> Iterator[Flood]:
    found = Flood(port)
    try:
        yield found
    finally:
        for one in found.sockets:
            one.close()
