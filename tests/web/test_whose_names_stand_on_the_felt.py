"""Whose names can stand on the page of a table of chemin de fer: everybody who is named in what is seen of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.web.games.chemin_de_fer import felt


def of(*names: str) -> tuple[Any, ...]:
    return tuple(SimpleNamespace(person=one) for one in names)


def test_everybody_who_is_named_anywhere_has_a_name_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(felt, "people", lambda view: ("seated",))
    nobody: dict[str, Any] = {
        "staff": {},
        "waiting_list": (),
        "calls": (),
        "coup": SimpleNamespace(stakes=(), holder=None, before=None),
        **dict.fromkeys(("bank", "auction", "offer", "me")),
    }
    found: Any = SimpleNamespace(
        staff={"croupier": "luz"},
        waiting_list=("waits",),
        coup=SimpleNamespace(stakes=of("stakes"), holder="holds", before="before"),
        bank=SimpleNamespace(parts=of("part"), banker="banker", join_offers=of("joins")),
        calls=of("calls"),
        auction=SimpleNamespace(bids=of("bids")),
        offer=SimpleNamespace(candidate="candidate", pledges=of("pledges")),
        me=SimpleNamespace(person="me"),
    )
    everybody = ["seated", "luz", "waits", "stakes", "part", "calls", "bids", "candidate", "pledges", "banker", "joins"]
    assert list(felt.named_people(found)) == [*everybody, "holds", "before", "me"]
    assert list(felt.named_people(SimpleNamespace(**nobody))) == ["seated"]  # type: ignore[arg-type]
