"""How the pages meet people: in their browser's language, under names as they write them."""

from typing import Any

import pytest

from tapete.web.forms import pseudonym
from tapete.web.responses import preferred_lang
from tapete.web.staff_access import StaffAccess

KEY = "llave-de-la-sala"


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("en-GB,en;q=0.9", "en"),
        ("de-DE,de;q=0.9,fr;q=0.5,en;q=0.4", "fr"),
        ("en;q=0.3, es-ES;q=0.8", "es"),
        ("ca", ""),
        ("en;q=0", ""),
        ("en;q=nan,fr;q=9e9", ""),
        ("", ""),
    ],
)
def test_a_browser_says_what_it_would_read(header: str, lang: str) -> None:
    assert preferred_lang(header) == lang


def test_the_hall_speaks_it_until_somebody_chooses(run: Any) -> None:
    async def scene(house: Any) -> None:
        english = {"accept-language": "en-GB,en;q=0.9"}
        assert '<html lang="en"' in (await house.client.get("/", headers=english)).text
        assert '<html lang="es"' in (await house.client.get("/", headers={"accept-language": "de"})).text
        assert '<html lang="fr"' in (await house.client.get("/?lang=fr", headers=english)).text
        assert '<html lang="fr"' in (await house.client.get("/", headers=english)).text

    run(scene)


@pytest.mark.parametrize(
    ("name", "written"),
    [("Doña Rosa", "dona-rosa"), (" ana ", "ana"), ("Eva!", "eva!"), ("system:house", "system:house")],
)
def test_names_become_pseudonyms(name: str, written: str) -> None:
    assert pseudonym(name) == written


def test_a_post_is_taken_under_a_name_with_capitals_and_accents(run: Any) -> None:
    async def scene(house: Any) -> None:
        fields = {"person": "Doña Rosa", "key": KEY}
        origin = {"origin": "http://testserver.local"}
        answer = await house.client.post("/mesa/mesa/crupier", data=fields, headers=origin, follow_redirects=False)
        assert answer.status_code == 303
        assert house.table.view(None).staff["croupier"] == "dona-rosa"

    run(scene, staff_access=StaffAccess(key=KEY))
