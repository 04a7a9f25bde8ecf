"""QR codes, drawn into the page itself: nobody else is asked for a picture of a secret."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_svg(text: str, title: str) -> Markup:
    """Return a code as SVG, dark on white whatever the colours of the page are."""
    drawn: str = segno.make(text, micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff", title=title)
    return Markup(drawn)  # drawn by the library, which escapes the title
