"""The form of a series: a printed one is held against the digest that was printed with it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import Accepted, PersonId, Refused
from tapete.web.games.bingo.preparing import prepare
from tests.support.bingo.drawn import SECRET, drawn
from tests.support.bingo.hall import MANAGER, Hall

PRINTED = {"letter": "B", "identification": "1047", "size": "60", "value": "200", "kind": "single"}


def entered(**typed: str) -> Any:
    """Return the answer to a form of a new series as a browser sends it."""
    what: dict[str, Any] = {"act": "register-series", **PRINTED, **typed}
    assert asyncio.run(prepare(None, PersonId(MANAGER), what, "c" * 32)) is None  # type: ignore[arg-type]
    hall = Hall().do(MANAGER, a.RegisterMachine("M-1", "drum", "simulation"))
    return hall.answer(MANAGER, msgspec.convert(what, a.RegisterSeries, strict=False))


def test_a_printed_series_is_entered_under_its_printed_digest() -> None:
    assert isinstance(entered(secret=SECRET, digest=drawn().series.digest), Accepted)
    assert isinstance(entered(secret=f" {SECRET.upper()} ", digest=drawn().series.digest.upper()), Accepted)


@pytest.mark.parametrize(
    "typed",
    [
        {"size": "66"},
        {"value": "300"},
        {"letter": "C"},
        {"identification": "1074"},
        {"kind": "double"},
        {"secret": "0c" * 32},
    ],
    ids=lambda typed: next(iter(typed)),
)
def test_a_figure_of_a_printed_series_that_was_typed_wrongly_is_refused(typed: dict[str, str]) -> None:
    answer = entered(**{"secret": SECRET, "digest": drawn().series.digest, **typed})
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clauses) == ("digest-differs", ("HP.BG.printed-series",))


def test_a_printed_series_without_its_digest_is_refused() -> None:
    answer = entered(secret=SECRET)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clauses) == ("series-digest-missing", ("HP.BG.printed-series",))


def test_a_digest_without_its_secret_is_refused() -> None:
    answer = entered(digest=drawn().series.digest)
    assert isinstance(answer, Refused)
    assert answer.code == "series-secret-missing"


def test_a_series_that_is_drawn_now_has_the_digest_of_its_cartones() -> None:
    assert isinstance(entered(), Accepted)
