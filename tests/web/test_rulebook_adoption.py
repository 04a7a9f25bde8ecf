"""The director adopts another edition of the rulebook from his page."""

from typing import Any

from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.rulebooks import house_library, make
from tapete.table.staff import Role
from tests.support.web.pages import FORM, form


def test_the_director_adopts_another_edition_between_shoes(run: Any) -> None:
    async def scene(house: Any) -> None:
        library = house_library()
        old = library.by_id("punto-y-banca", "asturias-2011")
        new = make({**old.content, "id": "otra-2026", "title": "Otra edición"})
        house.table.game.library = library.with_books(new)
        await put_on_duty(house.table, Role.DIRECTOR, PersonId("sara"))
        here = await house.enter("director")
        page = (await house.client.get(here)).text
        assert f'<option value="{new.sha256}">Otra edición</option>' in page
        assert old.sha256 not in page
        fields = form(page, "do-adopt-rulebook") | {"sha256": new.sha256}
        answer = await house.client.post(f"{here}/hacer", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert house.table.view(None).rulebook == "otra-2026"
        chief = (await house.client.get(await house.enter("jefe"))).text
        assert "adopt-rulebook" not in chief

    run(scene)
