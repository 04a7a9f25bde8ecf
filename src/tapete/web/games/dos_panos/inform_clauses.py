"""The places of the pages that present an ``inform`` clause of the two-cloth game: each is cited here once.

The templates print ``data-clause`` from these names; a test finds every one of them in a rendered page.
"""

from __future__ import annotations

from typing import Final

from tapete.clauses import Cite, cite_on_page

PLACES: Final[dict[str, Cite]] = {
    "circle": cite_on_page("DP.F.01"),
    "names": cite_on_page("DP.F.03"),
    "packs": cite_on_page("DP.F.05"),
    "no_indices": cite_on_page("DP.F.06"),
    "two_backs": cite_on_page("DP.F.09"),
    "shoe_rules": cite_on_page("DP.F.10"),
    "opposite": cite_on_page("DP.F.11"),
    "basket": cite_on_page("DP.F.15"),
    "tips": cite_on_page("DP.F.17"),
    "staff": cite_on_page("DP.F.19"),
    "catalogue": cite_on_page("DP.F.20"),
    "packs_shown": cite_on_page("DP.B.04"),
    "paddle": cite_on_page("DP.B.18"),
    "cards_stay": cite_on_page("DP.B.20"),
    "crossed": cite_on_page("DP.A.34"),
    "advice": cite_on_page("DP.A.35"),
}
"""The places of the pages, by the names that their templates use."""
