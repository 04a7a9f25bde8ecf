"""A page that refuses says so as a page, keeps what was typed, and names nothing that is not so."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.web.staff_access import StaffAccess
from tests.web.test_renewed_links import FORM, SHUT, official

FIELDS = {"letter": "G", "identification": "8", "value-euros": "2,50", "kind": "single"}


@pytest.mark.parametrize(
    ("typed", "data", "said"),
    [({"value-euros": "dos"}, b"1", "No se entiende el importe"), ({}, b"0" * 9_500_000, "demasiado largo")],
)
def test_an_upload_that_cannot_be_read_is_a_whole_page_with_what_was_typed(
    run: Any, typed: dict[str, str], data: bytes, said: str
) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        own = await official(house, "sala", "jefe-de-sala", "hall-manager-sala")
        sent = FIELDS | typed
        told = await house.client.post(f"{own}/archivo?lang=es", data=sent, files={"file": data}, headers=FORM)
        assert told.status_code == 409, told.text[:300]
        assert "<head>" in told.text
        assert said in told.text, told.text
        kept = [f'value="{one}"' in told.text for one in (sent["letter"], sent["value-euros"])]
        assert all(kept) or data != b"1"

    run(scene, staff_access=SHUT)


@pytest.mark.parametrize(("lang", "said"), [("es", "dirección"), ("en", "address"), ("fr", "adresse")])
@pytest.mark.parametrize("is_demo", [True, False])
def test_another_name_of_a_hall_is_told_in_ones_language_and_a_demo_names_no_option(
    run: Any, lang: str, said: str, is_demo: bool
) -> None:
    async def scene(house: Any) -> None:
        headers = {"host": "otra.example", "accept-language": lang}
        program = await house.client.get("/api/v1/status", headers=headers)
        page = await house.client.get("/", headers=headers | {"accept": "text/html"})
        assert program.status_code == page.status_code == 403
        assert said in program.json()["detail"], program.text
        assert program.json()["detail"] in page.text.replace("&#39;", "'")
        assert ("--allowed-host" in page.text) is not is_demo

    run(scene, staff_access=StaffAccess(is_open=True) if is_demo else SHUT)
