"""How names are compared: those of games as people type them, those of people as they look."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_ALIKE: Final = (
    "aаαᎪꓮɑⲁ bвьβᏴᏏꓐⲃ cсϲᏟꓚⲥ dԁᎠꓓ eеεєҽᎬꓰⲉ fғϝꓝ gɡցᏀꓖ hһнհΗᎻᏂꓧⲏ i1l|!іιӏլᎢᎥꓲᏞꓡɩⵏⲓ jјϳյᎫꓙ kкκᏦꓗⲕ mмμᎷꓟⲙ nпηΝոռꓠⲛ "
    "o0оοσօꓳⵔⲟ pрρᏢꓑⲣ qԛզ rгᏒꓣ sѕᏚꓢ tтτᎢꓔⲧ uυսꓴ vѵνᏙꓦ wԝшωⲱᎳꓪ xхχꓫⲭ yуүγΥᎩꓬⲩ zζᏃꓜⲍ"
)
"""Each Latin letter before the letters of other scripts and the figures that may be taken for it; i and l are one."""
_SHAPES: Final = str.maketrans({one: group[0] for group in _ALIKE.split() for one in group[1:]})
_LATIN: Final = re.compile(
    "(?:LATIN|SYMBOL) (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL |DOTLESS |SCRIPT |LONG )?([A-Z])(?: WITH .*)?$"
)
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159\U00013441\U00013442")
"""Signs that show nothing though they are counted as letters, marks or pictures; space and format are no others."""


def plain(name: str) -> str:
    """Return a name as it is compared: «Chemin-de-Fer» and «chemin de fer», «Bacarrá» and «bacarra» are the same."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    return re.sub(r"[\s_-]+", " ", bare).strip()


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return how a name looks, to be compared alone: two names of one skeleton may be taken for each other.

    Capitals, accents, widths, blanks, punctuation and what is not seen make no difference, nor does the script of a
    letter (Cyrillic «а» is «a»), nor 0 for o, 1 or l for i, rn for m. A name that shows nothing has an empty one.
    """
    bare = (one for one in unicodedata.normalize("NFKD", name).translate(_SHAPES) if not _is_unseen(one))
    return "".join(_latin(one) for one in bare).casefold().translate(_SHAPES).replace("rn", "m")


def is_blank(name: str) -> bool:
    """Return True if a name shows no letter, figure or picture: blanks, fillers, marks without a letter alone."""
    return not any(unicodedata.category(one)[0] in "LNS" for one in skeleton(name))


def _is_unseen(sign: str) -> bool:
    kind, name = unicodedata.category(sign), unicodedata.name(sign, "")
    is_mark = unicodedata.combining(sign) > 0 or kind == "Me" or "VARIATION SELECTOR" in name
    return is_mark or kind[0] in "ZPC" or sign in _BLANK


def _latin(sign: str) -> str:
    found = _LATIN.search(unicodedata.name(sign, ""))
    return found[1] if found else sign
