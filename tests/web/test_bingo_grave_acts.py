"""What ends something for good is asked first on the desks of a bingo hall, and says what is still open."""

from __future__ import annotations

import re

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Prize
from tapete.kernel import PersonId
from tapete.table.acts import BuyIn
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall
from tests.support.web.still import still_part


def page_of(hall: Hall, who: str) -> str:
    return still_part(hall.play.game, hall.state, who)


def form_of(page: str, tag: str) -> str:
    """Return the one form of an act on a page."""
    found = [one for one in re.findall(r"<form\b.*?</form>", page, re.S) if f'name="act" value="{tag}"' in one]
    assert len(found) == 1
    return found[0]


def halls() -> dict[str, tuple[Hall, str]]:
    """Return a hall for each grave act, and who does it."""
    return {
        "close-session": (Hall(NUMBERS).open(), CHIEF),
        "call-off-sale": (Hall(NUMBERS).open().sale(), CHIEF),
        "void-game": (Hall(NUMBERS).started("ana").drawn(1), CHIEF),
        "close-hall": (Hall(NUMBERS).open().do(CHIEF, a.CloseSession()), MANAGER),
    }


@pytest.mark.parametrize("tag", ["close-session", "call-off-sale", "void-game", "close-hall"])
def test_an_act_without_return_is_asked_before_it_is_done(tag: str) -> None:
    hall, who = halls()[tag]
    form = form_of(page_of(hall, who), tag)
    assert re.search(r'<details class="ask-first".*<p>[^<]+</p>.*<button type="submit".*</details>', form, re.S)
    asked = form[form.index("<details") : form.index("</details>")]
    outside = form.replace(asked, "")
    assert "<button" not in outside
    assert not re.search(r"<select|<input(?! type=.hidden)", outside), (
        "what is filled in would be sent by Enter, unasked"
    )


def test_before_the_hall_is_closed_it_is_told_what_is_owed_and_what_lies_in_accounts() -> None:
    bare = form_of(page_of(Hall(NUMBERS).open().do(CHIEF, a.CloseSession()), MANAGER), "close-hall")
    assert "para siempre" in bare
    assert "€" not in bare
    hall = Hall(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    hall.do(CHIEF, a.LeaveUncollected(Prize.BINGO, "B-1047/1", "no vino"), a.EndGame())
    for seller, taken in page_sums(hall).items():
        hall.do(CASHIER, a.HandOverTakings(PersonId(seller), taken))
    hall.do("berta", BuyIn(30_00))
    assert "en cuentas de jugadores" in form_of(page_of(hall, CHIEF), "close-session")
    hall.do(CHIEF, a.CloseSession())
    form = form_of(page_of(hall, MANAGER), "close-hall")
    owed = sum(held for name, held in hall.state.ledger.items() if name.startswith("owed:"))
    assert owed
    assert f"Se deben aún {owed // 100}" in form
    assert re.search(r"Hay \d+.* en cuentas de jugadores", form)


def page_sums(hall: Hall) -> dict[str, int]:
    """Return what each seller has taken."""
    return {CALLER: taken} if (taken := -hall.balance(f"till:{CALLER}")) else {}


def test_the_session_is_closed_below_the_sale_of_the_next_game() -> None:
    page = page_of(Hall(NUMBERS).open(), CHIEF)
    assert page.index('value="announce-sale"') < page.index('value="close-session"')
