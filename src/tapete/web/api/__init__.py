"""The HTTP API under ``/api/v1``: the same views, offers and acts as the pages, for programs."""

from tapete.web.api.act_routes import ACT_ROUTES
from tapete.web.api.house_routes import HOUSE_ROUTES
from tapete.web.api.page_routes import PAGE_ROUTES
from tapete.web.api.people_routes import PEOPLE_ROUTES
from tapete.web.api.table_routes import READ_ROUTES, RULE_ROUTES

PREFIX = "/api/v1"
ROUTES = (*READ_ROUTES, *PAGE_ROUTES, *ACT_ROUTES, *HOUSE_ROUTES, *PEOPLE_ROUTES, *RULE_ROUTES)

__all__ = ["PREFIX", "ROUTES"]
