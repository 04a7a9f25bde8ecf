"""What pages are drawn with is served from memory, whole and with its type."""

from typing import Any

from tapete.web.render import static_folder
from tapete.web.static_files import static_files


def test_every_static_file_is_served_with_its_type_and_may_be_kept(run: Any) -> None:
    async def scene(house: Any) -> None:
        types = {}
        for name in static_files():
            answer = await house.client.get(f"/static/{name}?1234")
            assert answer.content == (static_folder() / name).read_bytes()
            assert answer.headers["cache-control"] == "max-age=86400, public"
            types[name.rpartition(".")[2]] = answer.headers["content-type"].partition(";")[0]
        assert types["css"] == "text/css"
        assert types["js"] in ("text/javascript", "application/javascript")
        assert types["svg"] == "image/svg+xml"
        for name in ("nada.js", "../guard.py", "%2e%2e/guard.py", "vendor"):
            assert (await house.client.get(f"/static/{name}")).status_code == 404, name

    run(scene)
