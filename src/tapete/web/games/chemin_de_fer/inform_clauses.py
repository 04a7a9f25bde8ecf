"""The places of the pages that present an ``inform`` clause of chemin de fer: each is cited here once.

The templates print ``data-clause`` from these names; a test finds every one of them in a rendered page.
"""

from __future__ import annotations

from typing import Final

from tapete.clauses import Cite, cite_on_page

PLACES: Final[dict[str, Cite]] = {
    "one_resolution": cite_on_page("CF.R.01"),
    "dates": cite_on_page("CF.R.02"),
    "catalogue": cite_on_page("CF.R.04"),
    "names": cite_on_page("CF.R.05"),
    "stop_card": cite_on_page("CF.B.09"),
    "paddle": cite_on_page("CF.B.39"),
    "garage_right": cite_on_page("CF.B.46"),
    "watch_stakes": cite_on_page("CF.C4.17"),
    "own_area": cite_on_page("CF.D.02"),
    "minimum_shown": cite_on_page("CF.E2.03"),
    "garage": cite_on_page("CF.E3.01"),
    "staff": cite_on_page("CF.S.03"),
    "shoe_rules": cite_on_page("CF.S.04"),
}
"""The places of the pages of chemin de fer, by the names that their templates use."""
