"""A demonstration says on every page that it is one; a hall with a key does not."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.web.staff_access import StaffAccess

MARK = "Demostración: sin contraseñas"


@pytest.mark.parametrize("staff_access", [StaffAccess(is_open=True), StaffAccess(key="llave-de-la-sala")])
def test_demonstration_says_that_it_is_one(run: Any, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        house.client.headers["cookie"] = house.cookie("ana")
        for path in ("/", "/mesa/mesa/publico", "/mesa/mesa/como/ana", "/mesa/mesa/crupier", "/clausula/PB.D.04"):
            page = (await house.client.get(path)).text
            assert (MARK in page) is staff_access.is_open, path
            assert ("<title>DEMO · " in page) is staff_access.is_open, path

    run(scene, staff_access=staff_access)
