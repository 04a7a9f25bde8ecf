"""Three addresses for whoever runs a hall: ``/healthz``, ``/readyz``, ``/metrics``."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from tapete.live import security_log
from tapete.live.hall import StoreProbe, readiness
from tapete.web.api.identity import Request_
from tapete.web.operations.metrics import CONTENT_TYPE, registry_of, text_of
from tapete.web.operations.monitor_access import MonitorAccess, require_monitor


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
    """Return the counts of the hall for Prometheus."""
    require_monitor(request, state)
    return Response(text_of(state.registry), media_type=CONTENT_TYPE)


def wire_operations(state: State, access: MonitorAccess | None) -> None:
    """Put into the state what these routes need."""
    state.monitor_access = access or MonitorAccess()
    state.store_probe, state.told_codes = StoreProbe(state.hall), ()
    state.registry = registry_of(state)


ROUTES: Final[tuple[Any, ...]] = (read_health, read_readiness, read_metrics)
