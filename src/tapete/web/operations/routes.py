"""Three addresses for whoever runs a hall: ``/healthz``, ``/readyz``, ``/metrics``.

How a hall is, somebody on its own machine may read, or a monitor with the key that it was given. A request counts as
one from the hall's own machine if it comes over the loopback, asks for a name of the loopback, and carries no mark of a
proxy: a proxy on the same machine speaks for the whole world.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from tapete.live import security_log
from tapete.live.hall import StoreProbe, readiness
from tapete.web.api.identity import Request_, bearer
from tapete.web.edge.addresses import LOOPBACK, host_name
from tapete.web.operations.metrics import CONTENT_TYPE, registry_of, text_of
from tapete.web.problems import ProblemError
from tapete.web.sessions import address_of, host_of

PROXY_MARKS: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


class MonitorAccess(msgspec.Struct, frozen=True):
    """``key``: what a monitor shows as its bearer token; without one only the hall's own machine may ask."""

    key: str = ""

    def is_key(self, given: str | None) -> bool:
        if not self.key or not given:
            return False
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self.key.encode())


def require_monitor(request: Request_, state: State) -> None:
    """Require that a request is a monitor's. Raises :class:`ProblemError` (403), and 429 for too many wrong keys."""
    access: MonitorAccess = state.monitor_access
    given = bearer(request)
    if given is not None and access.key:
        address = address_of(request)
        state.brakes.keys.take(address)
        is_right = access.is_key(given)
        state.brakes.keys.settle(address, is_right=is_right)
        if is_right:
            return
    elif is_local(request):
        return
    raise ProblemError(403, "monitor-only")


def is_local(request: Request_) -> bool:
    """Return True if a request comes from the hall's own machine, and through no proxy."""
    try:
        loopback = ipaddress.ip_address(host_of(request)).is_loopback
    except ValueError:
        return False
    named = host_name(request.headers.get("host", "")) in LOOPBACK
    return loopback and named and not any(mark in request.headers for mark in PROXY_MARKS)


@get("/healthz")
async def read_health() -> Response[str]:
    """Answer at all: the hall lives; whoever starts processes asks this."""
    return Response("ok\n", media_type="text/plain")


@get("/readyz")
async def read_readiness(request: Request_, state: State) -> Response[bytes]:
    """Return the readiness of the hall: status 200, or 503 with the codes of what is wrong."""
    require_monitor(request, state)
    found = await readiness(state.hall, state.store_probe)
    if found.codes != state.told_codes:
        level = logging.INFO if found.is_ready else logging.WARNING
        security_log.tell("not-ready", level, codes=found.codes)
        state.told_codes = found.codes
    status = 200 if found.is_ready else 503
    return Response(msgspec.json.encode(found), status_code=status, media_type="application/json")


@get("/metrics")
async def read_metrics(request: Request_, state: State) -> Response[bytes]:
    require_monitor(request, state)
    state.readiness = await readiness(state.hall, state.store_probe)
    state.free_bytes = await asyncio.to_thread(state.hall.disk.free)
    return Response(text_of(state.registry), media_type=CONTENT_TYPE)


def wire_operations(state: State, access: MonitorAccess | None) -> None:
    """Put into the state what these routes need."""
    state.monitor_access = access or MonitorAccess()
    state.store_probe, state.told_codes = StoreProbe(state.hall), ()
    state.readiness = state.free_bytes = None
    state.registry = registry_of(state)


ROUTES: Final[tuple[Any, ...]] = (read_health, read_readiness, read_metrics)
