"""A hall of bingo has no table, no chips and no places: nobody reads of them on its pages, nor in what it refuses."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE
from tapete.web.staff_access import StaffAccess
from tapete.words import LANGS, label, text
from tests.support import ROOT
from tests.support.web.house import HALL_POSTS

FOREIGN = {
    "es": r"\b(?<!jefe de )mesas?\b|\bfichas?\b|\bcrupier\b|\bjugadas?\b|\bapuestas?\b|\bsabot\b",
    "en": r"\btables?\b(?! chief)|\bchips?\b|\bcroupiers?\b|\bcoups?\b|\bshoe\b",
    "fr": r"\b(?<!chef de )tables?\b|\bjetons?\b|\bcroupiers?\b|\bmises?\b|\bsabot\b",
}
"""Words of card tables. The table chief is called so in bingo too, and the token of a prize has the name of a chip."""

TOKENS = frozenset({"no-token-due", "token-missing"})
SHARED = ("unknown-act", "wrong-window", "step-missing", "not-answered", "disk-short", "table-busy", "only-system")
"""Refusals of the hall itself, which every game can meet."""


def read_on(page: str) -> str:
    """Return what people read on a page, and what is read out to them."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.S)
    spoken = re.findall(r'(?:aria-label|title|placeholder|data-offline)="([^"]*)"', page)
    return unescape(" | ".join([re.sub(r"<[^>]+>", " | ", page), *spoken]))


def foreign_words(page: str, lang: str) -> list[str]:
    """Return the sentences of a page in which a card table is spoken of; names and addresses are none."""
    told = re.sub(r"\S*(?:table-chief|/mesa/)\S*", " ", read_on(page))
    parts = (" ".join(one.split()) for one in told.split("|"))
    return [one for one in parts if re.search(FOREIGN[lang], one, re.IGNORECASE)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("doors", [StaffAccess(is_open=True), StaffAccess(key="llave")], ids=["open", "closed"])
def test_the_pages_of_a_hall_speak_of_no_table(run: Any, lang: str, is_closed: bool, doors: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        if is_closed:
            await house.open_bingo()
            await house.act("marta", b.BuyIn(12_00), "sala")
            await house.act(HOUSE, b.CloseHall(), "sala")
        else:
            await house.start_bingo()
            await house.act("marta", b.BuyIn(12_00), "sala")
        pages = [("publico", ""), ("de-pie", ""), ("jefe", ""), ("cajero", ""), ("como/marta", ""), ("como/nadie", "")]
        pages += [(f"como/{who}", who) for who in ("marta", *(f"{role}-sala" for role in HALL_POSTS))]
        for path, who in pages:
            cookie = {"cookie": house.cookie(who, "sala", staff=who != "marta")} if who else {}
            page = await house.client.get(f"/mesa/sala/{path}?lang={lang}", headers=cookie, follow_redirects=True)
            assert "<html" in page.text
            assert foreign_words(page.text, lang) == [], (path, who)

    run(scene, staff_access=doors)


def bingo_refusals() -> list[str]:
    """Return the refusals that a hall of bingo can meet: those of the list that names it, and shared ones."""
    rows = (line.split("|") for line in Path(ROOT / "docs" / "refusals.md").read_text("utf-8").splitlines())
    found = {row[1].strip(" `") for row in rows if len(row) > 5 and "bingo" in row[5]}
    return sorted((found | {*SHARED}) - TOKENS)


@pytest.mark.parametrize("code", bingo_refusals())
def test_what_a_hall_refuses_speaks_of_no_table(code: str) -> None:
    for lang in LANGS:
        for one in (code, f"{code}.bare"):
            told = re.sub(r"\{[^}]*\}", "", text("refusal", one, lang) or "")
            assert not re.search(FOREIGN[lang], told, re.IGNORECASE), told


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_over_is_closed_whatever_it_is(lang: str) -> None:
    """A header, a list and a refusal say it of tables and halls alike."""
    assert not re.search(FOREIGN[lang], label("window", "closed", lang))
