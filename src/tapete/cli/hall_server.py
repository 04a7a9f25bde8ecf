"""What ``serve`` and ``demo`` share: tables to show, links to print, a server that ends quickly."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Final, Unpack

from tapete.cli import output
from tapete.kernel import PersonId
from tapete.live import HallFailedError, security_log
from tapete.table.state import TableView
from tapete.web.edge import addresses as reader
from tapete.web.edge.addresses import PER_ADDRESS, root as root

if TYPE_CHECKING:
    from tapete.live import Hall
    from tapete.people.accounts import SecurityEvent
    from tapete.people.staff import HousePeople
    from tapete.web.edge.addresses import Addresses
    from tapete.web.server import Server, Serving

ALARMING: Final = ("login-failed", "login-paused", "login-throttled")
"""Events that are warnings; the others are news."""


class PeopleEvents:
    """Writes what it is told; ``people`` are those whose names may be written, once they are known.

    Whoever types their password where their name belongs has not told it to the log: a name of nobody is left out.
    """

    people: HousePeople | None = None

    def __call__(self, event: SecurityEvent) -> None:
        level = logging.WARNING if event.code in ALARMING else logging.INFO
        name = event.name if self._is_known(event.name) else ""
        security_log.tell(event.code, level, name=name, address=event.address, **event.facts)

    def _is_known(self, name: str) -> bool:
        found = self.people
        if found is None:
            return False
        return found.staff.accounts.find(name) is not None or bool(found.players.name_of(PersonId(name)))


LOOPBACK = "127.0.0.1"


FIRST_HANDED: Final = 3
"""The number of the descriptor that systemd hands over (``sd_listen_fds``)."""


def handed_over() -> socket.socket | None:
    """Return the socket with which systemd listens for this program, also while it starts anew: whoever comes then
    waits, and nobody is turned away.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    os.set_inheritable(FIRST_HANDED, False)
    return socket.socket(fileno=FIRST_HANDED)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on ``port`` of an address of this machine, on a free one for 0; the one that was
    handed over, where there is one.

    Nobody else can take the port before the server is there. Ends with status 2 where the port is taken or forbidden
    or the address is not of this machine.
    """
    if (handed := handed_over()) is not None:
        return handed
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (socket.gaierror, UnicodeError):
        output.bad_input("host-unknown", host=host)
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                output.bad_input("port-taken", port=str(port))
            case errno.EADDRNOTAVAIL:
                output.bad_input("host-unknown", host=host)
            case _:
                output.bad_input("port-forbidden", port=str(port), why=output.why(error))


def addresses(
    hosts: Sequence[str], origins: Sequence[str], proxies: Sequence[str], callers: Sequence[str] = ()
) -> Addresses:
    """Return the public addresses of a hall. Ends with status 2 where one cannot be read."""

    def read(option: str, texts: Sequence[str], one: Callable[[str], str]) -> tuple[str, ...]:
        found = []
        for text in texts:
            try:
                found.append(one(text))
            except ValueError:
                output.bad_input(option, text=text)
        return tuple(found)

    return reader.Addresses(
        read("allowed-host-bad", hosts, reader.read_host),
        read("origin-bad", origins, reader.read_origin),
        read("trusted-proxy-bad", proxies, reader.read_proxy),
        read("cors-bad", callers, reader.read_origin),
    )


def tell_phones(host: str, port: int, addresses: Addresses) -> None:
    """Print the addresses that telephones can open, or how to let them in."""
    is_local = host in reader.LOOPBACK or host.startswith("127.")
    everywhere = host in reader.EVERYWHERE
    hosts = () if is_local else (*addresses.hosts, *(reader.of_machine(host) if everywhere else (host,)))
    shown = (*(f"{one}/" for one in addresses.origins), *(root(one, port) for one in dict.fromkeys(hosts)))
    for one in shown:
        output.progress("phones-at", address=one)
    if not shown:
        output.progress("phones-how" if is_local else "phones-none", port=str(port))


def demo_games() -> tuple[str, ...]:
    """Return the games whose tables a demo opens: those that machines can play and that have pages."""
    from tapete.bots.bot import has_bots
    from tapete.catalogue import entries
    from tapete.web.games import has_screen

    return tuple(key for key in entries() if has_bots(key) and has_screen(key))


async def open_demo_tables(hall: Hall) -> tuple[str, ...]:
    """Open the demo's tables, with bots on duty; return their names."""
    from tapete.bots import staff_for
    from tapete.catalogue import entry

    for key in demo_games():
        game = entry(key)
        for fields in game.demo:
            staff = staff_for(fields["name"], key, game.opening_posts(fields))
            await hall.open_table(key, game.form().make({**fields, "staff": staff}))
    return tuple(hall.tables)


def links(hall: Hall, port: int, host: str = LOOPBACK) -> str:
    """Return the addresses of the hall and of each table's places at ``host``, a line each."""
    from tapete.catalogue import entry
    from tapete.words import label

    lang, address = output.lang(), root(host, port).rstrip("/")
    query = "" if lang == output.LANGS[0] else f"?lang={lang}"
    lines = [output.bold(f"{output.say('hall')}: {address}/{query}"), ""]
    for name, table in hall.tables.items():
        view = table.view(None)
        game = str(view.variant if isinstance(view, TableView) else table.game.key)
        posts = entry(table.game.key).posts
        places = (
            (output.say("public-screen"), "publico"),
            (output.say("player"), "sentarse"),
            *((label("role", role, lang), post.link) for role, post in posts.items()),
        )
        lines += [
            output.bold(f"{label('game', game, lang)} · {output.say('table')} {name}"),
            *(f"  {place:<18}{address}/mesa/{name}/{link}{query}" for place, link in places),
        ]
    lines += ["", f"{label('ui', 'friends', lang)}: {address}/amigos{query}"]
    return "\n".join([*lines, "", output.say("to-close")])


def shorten_pauses() -> None:
    """Spare the collector what stays for the life of the hall; each walk over all of it stops the hall for 0.2 s.

    It looks less often, too: an act makes many values and no circles, and looking took a fifth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def until_stopped(
    hall: Hall,
    host: str,
    port: int,
    first: Callable[[], Awaitable[None]] | None = None,
    *,
    held: socket.socket | None = None,
    per_address: int | None = None,
    **serving: Unpack[Serving],
) -> None:
    """Serve until a signal comes, the record fails or another server takes a table over; then close the hall. ``first``
    is done before that.

    ``held`` is a socket that listens there already; it is closed in the end. A second Ctrl-C waits for nobody.
    """
    from tapete.web.edge.limits import descriptors, limits_for, raise_descriptors
    from tapete.web.server import make_server

    raise_descriptors()
    shorten_pauses()
    tell_phones(host, port, serving.get("addresses") or reader.Addresses())
    server = make_server(hall, host, port, limits=limits_for(descriptors(), per_address or PER_ADDRESS), **serving)
    end = ended_by_signals(server)
    hall.on_failure = lambda _: end()
    hall.telemetry.on_table_lost = lambda _: end()
    try:
        await server.serve(None if held is None else [held])
    finally:
        if (friends := serving.get("friends")) is not None:
            await friends.stop()
        if first is not None:
            await first()
        with suppress(HallFailedError):  # its last signature was not taken: ``hall.failed`` says why
            await hall.stop()


def ended_by_signals(server: Server) -> Callable[[], None]:
    """Have a server end by a signal, and return what ends it without one."""

    def end(sig: int = signal.SIGTERM) -> None:
        server.handle_exit(sig, None)

    # The server would raise the signal again once it has stopped, and that would cut what follows short.
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, end, one)
    return end
