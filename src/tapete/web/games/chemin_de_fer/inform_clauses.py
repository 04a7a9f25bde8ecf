"""The places of the pages that present an ``inform`` clause of chemin de fer: each is cited here once.

The templates print ``data-clause`` from these names; a test finds every one of them in a rendered page.
"""

from __future__ import annotations

from typing import Final

from tapete.clauses import Cite, shown

PLACES: Final[dict[str, Cite]] = {
    "one_resolution": shown("CF.R.01"),
    "dates": shown("CF.R.02"),
    "catalogue": shown("CF.R.04"),
    "names": shown("CF.R.05"),
    "stop_card": shown("CF.B.09"),
    "paddle": shown("CF.B.39"),
    "garage_right": shown("CF.B.46"),
    "watch_stakes": shown("CF.C4.17"),
    "own_area": shown("CF.D.02"),
    "minimum_shown": shown("CF.E2.03"),
    "garage": shown("CF.E3.01"),
    "staff": shown("CF.S.03"),
    "shoe_rules": shown("CF.S.04"),
}
"""The places of the pages of chemin de fer, by the names that their templates use."""
