"""The HTTP API under ``/api/v1``: the same views, offers and acts as the pages, for programs."""

from tapete.web.api.acts import ACT_HANDLERS
from tapete.web.api.reading import READ_HANDLERS
from tapete.web.api.rules import RULE_HANDLERS

PREFIX = "/api/v1"
HANDLERS = (*READ_HANDLERS, *ACT_HANDLERS, *RULE_HANDLERS)

__all__ = ["HANDLERS", "PREFIX"]
