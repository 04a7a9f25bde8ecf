"""The HTTP API under ``/api/v1``: the same views, offers and acts as the pages, for programs."""

from tapete.web.api.act_routes import ACT_HANDLERS
from tapete.web.api.rule_routes import RULE_HANDLERS
from tapete.web.api.table_routes import READ_HANDLERS

PREFIX = "/api/v1"
HANDLERS = (*READ_HANDLERS, *ACT_HANDLERS, *RULE_HANDLERS)

__all__ = ["HANDLERS", "PREFIX"]
