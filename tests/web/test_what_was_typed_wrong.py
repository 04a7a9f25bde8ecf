"""Whoever types something wrong reads which field it was by its name, its bounds and unit, and what was given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from tapete.catalogue import entries
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import unfit_value
from tapete.money import LIMIT
from tapete.rulebooks import house_library
from tapete.words import refusal, topics

GAMES = {"house": ESTABLISHMENT, **{one.key: one.engine(house_library()) for one in entries().values()}}
LANGS = ("es", "en", "fr")


def told(game: str, lang: str, **what: Any) -> str:
    try:
        msgspec.convert(what, GAMES[game].act_types)
    except msgspec.ValidationError as error:
        return refusal("malformed", {"text": unfit_value(error, GAMES[game].act_types, what)}, lang)
    raise AssertionError(what)


AMOUNTS = (
    ("house", {"act": "set-difference-limit", "amount": -1}, ("0\xa0€", "-0,01\xa0€")),
    ("house", {"act": "confirm-difference", "serial": 1, "missing_chips": 2 * LIMIT}, ("de -100", "200")),
    ("house", {"act": "sign-slip", "serial": 1, "debt": -500}, ("0\xa0€ o más", "-5\xa0€")),
    ("bingo", {"act": "hand-over-takings", "seller": "eva", "amount": -1}, ("0\xa0€", "-0,01\xa0€")),
    ("bingo", {"act": "buy-in", "amount": 0}, ("0,01\xa0€", "0\xa0€")),
    ("punto-y-banca", {"act": "correct-payment", "paid": 2 * LIMIT, "coup": 1}, ("€",)),
    ("chemin-de-fer", {"act": "take-bank", "amount": 100, "chips": -200}, ("0\xa0€ o más", "-2\xa0€")),
)


@pytest.mark.parametrize(("game", "what", "parts"), AMOUNTS, ids=lambda one: str(one)[:40])
def test_the_bounds_of_an_amount_are_told_in_euros(game: str, what: dict[str, Any], parts: tuple[str, ...]) -> None:
    said = told(game, "es", **what)
    assert all(part.replace("-", "−") in said.replace("-", "−") for part in parts), said
    assert all("€" in told(game, lang, **what) for lang in LANGS)


def fields() -> Iterator[tuple[str, str, str]]:
    for game, engine in GAMES.items():
        for kind in get_args(engine.act_types):
            if not kind.is_of_system:
                for one in msgspec.structs.fields(kind):
                    yield game, str(kind.__struct_config__.tag), one.encode_name


@pytest.mark.parametrize("lang", LANGS)
def test_every_field_of_every_act_has_a_name_of_its_own(lang: str) -> None:
    names = {one for topic in ("field", "house-field", "bingo-field") for one in topics()[topic]}
    bare = {(tag, field) for _, tag, field in fields() if not {field, f"{tag}.{field}"} & names}
    assert not bare
    for game, tag, field, name in (
        ("bingo", "want-cards", "count", {"es": "cartones", "en": "cards", "fr": "cartons"}[lang]),
        ("house", "write-slip", "kind", {"es": "Vale", "en": "Slip", "fr": "Bon"}[lang]),
        ("house", "limit-time", "minutes", {"es": "Minutos", "en": "Minutes", "fr": "Minutes"}[lang]),
    ):
        assert name in told(game, lang, act=tag, **{field: -1}, **({"series": "B-1"} if field == "count" else {}))


@pytest.mark.parametrize("given", [None, ["cash", "account"], {"a": 1}, True])
@pytest.mark.parametrize("lang", LANGS)
def test_what_was_given_is_told_as_it_was_sent(given: Any, lang: str) -> None:
    said = told("house", lang, act="sell-chips", person="ana", amount=given)
    assert msgspec.json.encode(given).decode() in said, said
    assert "cash, card" in told("house", lang, act="sell-chips", person="ana", amount=1, means="oro")


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_quotes_twice(lang: str) -> None:
    for window in topics()["window"]:
        said = refusal("wrong-window", {"window": window}, lang)
        assert not any(twice in said for twice in ("««", "»»", "““", "””", "« «", "» »")), said
