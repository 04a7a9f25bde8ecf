"""The doorkeeper takes a page of its own address for its own by scheme, name and port together."""

from typing import Any, cast

import pytest

from tapete.web.edge.addresses import Addresses
from tapete.web.guard import Guard


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("origin", "wrong"),
    [
        ("{own}://localhost:8000", None),
        ("{other}://localhost:8000", "origin"),
        ("{own}://localhost", "origin"),
        ("{own}://localhost:8001", "origin"),
        ("{own}://127.0.0.1:8000", "origin"),
        ("{own}://sala.example", "origin"),
        ("https://pages.example", None),
        ("http://pages.example", "origin"),
        ("null", "origin"),
    ],
)
def test_an_origin_is_its_own_by_scheme_name_and_port(scheme: str, origin: str, wrong: str | None) -> None:
    door = Guard(cast(Any, None), Addresses(("sala.example",), ("https://pages.example",)))
    told = origin.format(own=scheme, other="https" if scheme == "http" else "http")
    headers = [(b"host", b"localhost:8000"), (b"origin", told.encode())]
    scope = {"type": "http", "method": "POST", "scheme": scheme, "headers": headers}
    assert door._fault(cast(Any, scope)) == wrong
