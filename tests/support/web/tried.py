"""Secrets that are tried out: every way in of an application is called with wrong ones until an address must wait."""

from typing import Any, Final

from tests.support.web.house import ORIGIN

BRAKES: Final = ("keys", "words", "codes", "logins")
FIELDS: Final = ("key", "back", "word", "code", "password", "again", "second")
"""Fields of forms and bodies that hold a secret."""
PLACES: Final = {"table_id": "mesa", "person": "ana", "word": "0" * 40, "link": "crupier", "what": "invitar"}
FORM: Final = dict.fromkeys(FIELDS, "no-es-esta-clave") | {"name": "dora", "person": "ana"}
BODIES: Final[dict[str, tuple[dict[str, str], ...]]] = {
    "/api/v1/sessions": tuple({"table": "mesa", "person": "ana", one: FORM[one]} for one in ("key", "back")),
    "/api/v1/logins": ({one: FORM[one] for one in ("name", "password", "second")},),
    "/api/v1/players": ({"code": FORM["code"]},),
}


async def braked_ways(house: Any, client: Any) -> set[str]:
    """Return the routes, with the field for one of several, at which an address waits after two wrong secrets."""
    found = set()
    for route in house.app.routes:
        path = route.path_format.replace(":str", "")
        methods = getattr(route, "methods", {"GET"}) & ({"GET", "POST"} if "{word}" in path else {"POST"})
        for method in methods:
            for sent in BODIES.get(path, ({},)):
                kind = {"json": sent} if sent else {"data": FORM} if method == "POST" else {}
                for brake in BRAKES:
                    secret_brake = getattr(house.app.state.brakes, brake)
                    secret_brake.most = 2
                    secret_brake._counts.clear()
                for _ in range(3):
                    called = path.format(**dict.fromkeys(("post_name", "proposal", "file"), "x") | PLACES)
                    answer = await client.request(method, called, headers=ORIGIN, **kind)
                if answer.status_code == 429:
                    found.add(f"{method} {path}" + (f" {sorted(sent)[0]}" if len(BODIES.get(path, ())) > 1 else ""))
    return found
