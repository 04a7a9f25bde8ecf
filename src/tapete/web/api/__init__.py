"""The HTTP API under ``/api/v1``: the same views, offers and acts as the pages, for programs."""

from litestar import Router
from litestar.di import Provide

from tapete.web.api.act_routes import ACT_ROUTES
from tapete.web.api.house_routes import HOUSE_ROUTES
from tapete.web.api.identity import look_at
from tapete.web.api.people_routes import PEOPLE_ROUTES
from tapete.web.api.table_routes import READ_ROUTES, RULE_ROUTES
from tapete.web.problems import require_readable

PREFIX = "/api/v1"
ROUTER = Router(
    PREFIX,
    route_handlers=(*READ_ROUTES, *ACT_ROUTES, *HOUSE_ROUTES, *PEOPLE_ROUTES, *RULE_ROUTES),
    dependencies={"look": Provide(look_at)},
    before_request=require_readable,
    include_in_schema=True,
)

__all__ = ["PREFIX", "ROUTER"]
