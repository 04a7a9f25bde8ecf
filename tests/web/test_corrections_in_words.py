"""From what to what a correction puts the record right, as the officials read it before it is done."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.baccarat.corrections import PaymentCorrected
from tapete.kernel import PersonId
from tapete.table.acts import BoughtIn
from tapete.web.known_cards import KnownCards
from tapete.web.second_official import _change
from tapete.words import LANGS, fill, text

TABLE: Any = SimpleNamespace(id="t")
ANA, LUZ, JULIO = PersonId("ana-t"), PersonId("luz-t"), PersonId("julio-t")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("booked", "paid"), [(900, 900), (900, 500), (500, 900), (0, 0), (0, -100)])
def test_what_the_books_say_is_told_where_it_is_not_what_was_paid(booked: int, paid: int, lang: str) -> None:
    event = PaymentCorrected(3, ANA, paid, 700, booked, LUZ, JULIO, "mal pagado")
    template = text("proposed", "payment-corrected" if booked == paid else "payment-corrected.booked", lang)
    assert template is not None
    facts = {"coup": 3, "person": "ana", "paid": paid, "due": 700, "booked": booked}
    assert _change(event, TABLE, lang, KnownCards()) == fill(template, facts, lang)
    assert text("proposed", "payment-corrected", lang) != text("proposed", "payment-corrected.booked", lang)


def test_an_event_that_puts_nothing_right_tells_nothing() -> None:
    assert _change(BoughtIn(ANA, 1_000), TABLE, "es", KnownCards()) == ""
