"""How the names of games are compared: capitals, accents, and what stands between the words make no difference."""

from __future__ import annotations

import re
import unicodedata


def plain(name: str) -> str:
    """Return a name as it is compared: «Chemin-de-Fer» and «chemin de fer», «Bacarrá» and «bacarra» are the same."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    return re.sub(r"[\s_-]+", " ", bare).strip()
