"""HTTP: pages, streams and the API of a hall. Transport and drawing only: no rule is decided here.

A page renders ``view(viewer)``, ``legal(viewer)`` and ``explain(viewer)`` and nothing else, so that nobody's page
can hold what their view does not.
"""

from tapete.web.server import create_app

__all__ = ["create_app"]
