"""What a button of a hall does before its own act: the ball comes out and is announced, the form is read."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.bingo.series import series_of_strips
from tapete.games.bingo.terms import SeriesKind
from tapete.kernel import Accepted, FixedValue, Offer, PersonId, Refused, Text
from tapete.web.games.bingo import preparing
from tests.support.bingo.hall import Hall

CALLER = PersonId("caller")
BUTTON = "b" * 60 + "0123456789" + "beyond"
OWN = BUTTON[:70]
KEYED = Offer("ball-out", {"urn": FixedValue("u-1"), "position": FixedValue(7), "token": Text()})


class Desk:
    """A hall that offers one act after another; ``refused`` is the one that it does not take."""

    def __init__(self, *offered: Offer, refused: str = "") -> None:
        self.offered, self.refused = list(offered), refused
        self.step = 30
        self.done: list[Any] = []

    def legal(self, person: PersonId) -> list[Offer]:
        assert person == CALLER
        return self.offered

    def view(self, person: PersonId | None) -> Any:
        assert person == CALLER
        return SimpleNamespace(step=self.step)

    async def submit(self, table: Any, person: PersonId, act: dict[str, Any], step: int, command: str) -> Any:
        assert (table is self, person) == (True, CALLER)
        self.done.append((act, step, command))
        if act["act"] == self.refused:
            return SimpleNamespace(outcome=Refused("not-now", {}, ()))
        self.offered = [one for one in self.offered if one.act != act["act"]]
        self.step += 1
        return SimpleNamespace(outcome=Accepted(()))


def pressed(monkeypatch: pytest.MonkeyPatch, desk: Desk, **what: Any) -> tuple[Any, dict[str, Any]]:
    """Return what a button was refused, and what is left of its own act."""
    monkeypatch.setattr(preparing, "submit", desk.submit)
    act: dict[str, Any] = {"act": "show-ball", **what}
    answer: Any = asyncio.run(preparing.prepare(desk, CALLER, act, BUTTON))  # type: ignore[arg-type]
    return (None if answer is None else answer.outcome.code), act


@pytest.mark.parametrize(
    ("offered", "refused", "done", "code"),
    [
        ((), "", (), None),
        (("announce-ball",), "", ("announce-ball",), None),
        (("announce-ball", "draw-ball"), "", ("draw-ball", "announce-ball"), None),
        (("show-ball", "announce-ball", "other"), "", ("announce-ball",), None),
        (("announce-ball", "draw-ball"), "draw-ball", ("draw-ball",), "not-now"),
        (("announce-ball", "draw-ball"), "announce-ball", ("draw-ball", "announce-ball"), "not-now"),
    ],
)
def test_a_ball_comes_out_and_is_announced_as_far_as_that_is_still_to_do(
    offered: tuple[str, ...], refused: str, done: tuple[str, ...], code: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(*(Offer(one, {}) for one in offered), refused=refused)
    assert pressed(monkeypatch, desk) == (code, {"act": "show-ball"})
    assert desk.done == [({"act": one}, 30 + at, f"{OWN}.{one}") for at, one in enumerate(done)]


@pytest.mark.parametrize(
    ("typed", "token"),
    [("42", "42"), (" 07 ", "7"), ("007", "7"), ("0", ""), ("", ""), ("a" * 12, "a" * 12), ("-07", "-07")],
)
def test_the_ball_of_a_real_machine_is_keyed_with_its_place_under_a_command_of_its_number(
    typed: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(KEYED, Offer("announce-ball", {}))
    assert pressed(monkeypatch, desk, token=typed) == (None, {"act": "show-ball"})
    assert desk.done == [
        ({"act": "ball-out", "urn": "u-1", "position": 7, "token": token}, 30, f"{OWN}.ball-out.{token[:8]}"),
        ({"act": "announce-ball"}, 31, f"{OWN}.announce-ball"),
    ]


def read(what: dict[str, Any], table: Any = None) -> dict[str, Any]:
    assert asyncio.run(preparing.prepare(table, CALLER, what, BUTTON)) is None
    return what


@pytest.mark.parametrize(
    ("games", "left"), [("", {}), ("  ", {}), ("0", {"games": "0"}), (" 12 ", {"games": " 12 "}), (None, {})]
)
def test_a_set_of_balls_without_a_number_of_games_has_served_in_none(games: str | None, left: Any) -> None:
    form = {"act": "register-balls", "balls": "S-9"} | ({} if games is None else {"games": games})
    assert read(form) == {"act": "register-balls", "balls": "S-9", **left}


@pytest.mark.parametrize(
    ("form", "series"),
    [
        ({"series": "A-1"}, ["A-1"]),
        ({"series": "A-1", "series-2": "B-2"}, ["A-1", "B-2"]),
        ({"series": "A-1", "series-3": "C-3", "series-2": "B-2"}, ["A-1", "B-2", "C-3"]),
        ({"series": "A-1", "series-2": " ", "series-3": "C-3"}, ["A-1", "C-3"]),
        ({"series-2": "B-2"}, ["B-2"]),
        ({}, []),
    ],
)
def test_the_series_of_a_sale_are_those_that_were_chosen_in_their_order(
    form: dict[str, str], series: list[str]
) -> None:
    assert read({"act": "announce-sale", "deferred": "true", **form}) == {
        "act": "announce-sale",
        "deferred": "true",
        "series": series,
    }


def test_a_called_cartón_is_read_by_the_series_that_are_sold() -> None:
    hall = Hall().started(sold=12)
    here = SimpleNamespace(view=lambda person: hall.play.view(person))
    assert read({"act": "call-for-player", "card": " 7 "}, here)["card"] == "B-1047/7"
    assert read({"act": "call-for-player", "card": "b 1047 7"}, here)["card"] == "B-1047/7"
    assert read({"act": "call-for-player"}, here)["card"] == ""
    elsewhere = SimpleNamespace(view=lambda person: SimpleNamespace(series=hall.play.view(person).series))
    assert read({"act": "call-for-player", "card": "7"}, elsewhere)["card"] == "7"


def test_any_other_act_stays_as_it_is() -> None:
    for act in ("sell-cards", "register-machine", "ball-out", ""):
        what = {"act": act, "games": "", "series": "A-1", "series-2": "B-2", "token": "07", "card": "7"}
        assert read(dict(what)) == what


# --- a new series -----------------------------------------------------------------------------------------------------

FORM = {"act": "register-series", "letter": " b ", "identification": "1047", "size": "12", "value": "200"}
NEW = hmac.new(preparing.SECRET, f"series\n{BUTTON}".encode(), hashlib.sha256).hexdigest()


@pytest.mark.parametrize("kind", [None, *SeriesKind])
@pytest.mark.parametrize("given", [{}, {"secret": " ", "digest": ""}])
def test_a_new_series_is_drawn_from_a_secret_that_follows_from_its_button(
    given: dict[str, str], kind: SeriesKind | None
) -> None:
    made = series_of_strips("B", 1047, 12, 200, NEW, kind or SeriesKind.SINGLE)
    assert read({**FORM, **given, **({} if kind is None else {"kind": str(kind)})}) == {
        "act": "register-series",
        "letter": "B",
        "identification": 1047,
        "size": 12,
        "value": 200,
        "kind": kind or SeriesKind.SINGLE,
        "law": made.law,
        "digest": made.digest,
        "secret": NEW,
    }


@pytest.mark.parametrize(
    ("given", "secret", "digest"),
    [
        ({"secret": " 0B" + "0b" * 31 + " "}, "0b" * 32, ""),
        ({"digest": " ABC "}, None, "abc"),
        ({"secret": "0b" * 32, "digest": "abc"}, "0b" * 32, "abc"),
    ],
)
def test_of_a_printed_series_the_secret_and_the_digest_are_those_that_were_typed(
    given: dict[str, str], secret: str | None, digest: str
) -> None:
    found = read({**FORM, "kind": "single", **given})
    assert (found["secret"], found["digest"], found["size"]) == (secret, digest, 12)


@pytest.mark.parametrize(
    "typed",
    [{"identification": "x"}, {"size": ""}, {"size": "13"}, {"value": "2,00"}, {"kind": "triple"}, {"secret": "zz"}],
    ids=str,
)
def test_a_form_that_cannot_be_read_is_left_to_the_rules(typed: dict[str, str]) -> None:
    form = {**FORM, "kind": "single", **typed}
    assert read(dict(form)) == {name: value for name, value in form.items() if name != "secret"}


@pytest.mark.parametrize("name", ["letter", "identification", "size", "value"])
def test_a_form_without_a_field_is_left_to_the_rules(name: str) -> None:
    form = {one: value for one, value in FORM.items() if one != name}
    assert read(dict(form)) == form
