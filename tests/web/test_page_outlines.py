"""Every line that a page of a table can have is kept: a change of any of them is seen, and is meant.

Where a page was changed on purpose, ``python -m tests.support.web.outlines`` writes the files anew.
"""

import pytest

from tests.support.web.outline import outline
from tests.support.web.outlines import GAMES, KEPT, Where, digest, page, read, written

PAGES = [(key, where) for key in GAMES for where in read(key)]


@pytest.mark.parametrize(
    ("key", "where"), PAGES, ids=lambda one: one if isinstance(one, str) else "-".join(map(str, one))
)
def test_the_page_reads_as_it_is_kept(key: str, where: Where) -> None:
    lines, kept = page(key, where), read(key)
    said = {line.strip() for line in lines}
    known = {line for one in kept.values() for line in one.lines}
    changed = {
        "lines that were kept of it and are gone": [one for one in kept[where].lines if one not in said],
        "lines of it that no page had": sorted(said - known) if digest(lines) != kept[where].digest else [],
    }
    assert digest(lines) == kept[where].digest, changed


@pytest.mark.parametrize("key", GAMES)
def test_the_files_say_what_is_read_in_them(key: str) -> None:
    assert written(read(key)) == (KEPT / f"{key}.txt").read_text(encoding="utf-8")


def test_an_outline_tells_elements_texts_and_pictures_and_not_what_is_drawn_anew() -> None:
    form = '<form id="a"><input name="command" value="{0}"><b>  Carta\n</b><svg>{1}</svg></form>'
    lines = outline(form.format("f00d", "<path/>"))
    assert lines[:4] == ('form id="a"', ' input name="command" value=""', " b", "  | Carta")
    assert lines == outline(form.format("beef", "<path/>"))
    assert lines != outline(form.format("f00d", "<circle/>"))
