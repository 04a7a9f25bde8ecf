"""Why a server of PostgreSQL lets nobody in: by the code that it answers, or the number of the system's error.

The driver keeps only the words of a connection that failed, which are for people and in any language. So the connection
is tried once more while the library traces what comes over the line, and where nothing comes, the place itself is.
"""

from __future__ import annotations

import errno
import os
import re
import select
import socket
import time
from typing import Any, Final

from sqlalchemy.exc import DBAPIError

from tapete.words.errors import NO_CONNECTION, technical_name

TRYING_S: Final = 5.0
"""Seconds for the second try."""
CODE: Final = re.compile(rb'^B\t\d+\tErrorResponse\t S "[^"]*" V "[^"]*" C "([0-9A-Z]{5})"', re.MULTILINE)
WRONG, TLS = "SETTINGS", "TLS"
"""Names of two reasons: an address asks of its connection what cannot be, or that it be secret, and this cannot be."""
SECRET: Final = (b"require", b"verify-ca", b"verify-full")
UNREACHED: Final = frozenset({"53300", "57P01", "57P02", "57P03"})
"""Codes of a server that is there and takes nobody now."""


def name_failure(error: Any, parameters: dict[str, Any]) -> None:
    """Give an error of the driver, from a connection that failed, the code of its reason as ``sqlstate``."""
    if error.sqlstate is None:
        kind = type(error).__name__
        error.sqlstate = {"ConnectionTimeout": "ETIMEDOUT", "ProgrammingError": WRONG}.get(kind) or _reason(parameters)


def _reason(parameters: dict[str, Any]) -> str:
    from psycopg import conninfo, pq

    known = {one.keyword.decode() for one in pq.Conninfo.get_defaults()}
    given = {name: value for name, value in parameters.items() if name in known}
    with socket.create_server(("127.0.0.1", 0)) as free:  # where every connection that can be is begun
        there = {**given, "host": "127.0.0.1", "hostaddr": "127.0.0.1", "port": free.getsockname()[1]}
        if pq.PGconn.connect_start(conninfo.make_conninfo(**there).encode()).status == pq.ConnStatus.BAD:
            return WRONG
    with open(os.memfd_create("tapete"), "w+b") as line:
        tried = pq.PGconn.connect_start(conninfo.make_conninfo(**given).encode())
        try:
            if tried.status != pq.ConnStatus.BAD:
                tried.trace(line.fileno())
                tried.set_trace_flags(pq.Trace.SUPPRESS_TIMESTAMPS)
                until = time.monotonic() + TRYING_S
                while (now := tried.connect_poll()) not in (pq.PollingStatus.OK, pq.PollingStatus.FAILED):
                    here, nobody = [tried.socket], list[int]()
                    ends = (here, nobody) if now == pq.PollingStatus.READING else (nobody, here)
                    if not any(select.select(*ends, [], max(0.0, until - time.monotonic()))):
                        break
                tried.untrace()
            line.seek(0)
            if codes := CODE.findall(line.read()):
                return str(codes[-1].decode())
            if tried.needs_password:
                return "28P01"
            is_secret = any(one.keyword == b"sslmode" and one.val in SECRET for one in tried.info)
            place = _place(tried)
            return TLS if is_secret and place == NO_CONNECTION else place
        finally:
            tried.finish()


def _place(tried: Any) -> str:
    """Return what the system says of the place where a server should listen, by the name of its error."""
    host, port = (tried.hostaddr or tried.host).decode(), int(tried.port or 0)
    try:
        if host.startswith("/"):
            with socket.socket(socket.AF_UNIX) as here:
                here.connect(f"{host}/.s.PGSQL.{port}")
        else:
            socket.create_connection((host, port), TRYING_S).close()
    except TimeoutError:
        return "ETIMEDOUT"
    except socket.gaierror as error:
        return "EAI_AGAIN" if error.errno == socket.EAI_AGAIN else "EAI_NONAME"
    except OSError as error:
        if error.errno == errno.ENOENT:  # the file of a server that listens at one
            return "ECONNREFUSED"
        return errno.errorcode.get(error.errno or 0, NO_CONNECTION)
    return NO_CONNECTION


def cause_of(error: BaseException | None) -> BaseException | None:
    """Return the error of the database that led to another one, itself it may be; ``None`` where it was none."""
    while error is not None and not isinstance(error, DBAPIError):
        error = error.__cause__
    return error


def is_unreachable(error: BaseException | None) -> bool:
    """Return True if an error rests on a server that cannot be reached, or takes nobody now: later it may."""
    cause = cause_of(error)
    if cause is None or getattr(getattr(cause, "orig", None), "sqlite_errorname", None):
        return False
    name = technical_name(cause)
    return name in UNREACHED or name.startswith("08") or (name.startswith("E") and name.isupper())
