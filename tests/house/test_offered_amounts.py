"""What the house offers it takes: every amount at its most, and not a cent more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import PAYMENTS
from tapete.kernel import Accepted, Act, Amount, Choice, FixedValue, Offer, People, PersonId, Refused, Text
from tests.house.test_evenings import WORDS, shared_evening
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, Establishment

SEEDS = range(24)


def at_most(offer: Offer) -> Iterator[dict[str, Any]]:
    """Yield an offered act with its amounts at their most, for each of the people whom it names."""
    values: dict[str, Any] = {"act": offer.act}
    for name, field in offer.fields.items():
        match field:
            case FixedValue(value=value):
                values[name] = value
            case Choice(options=options) | People(options=options):
                values[name] = options[-1]
            case Amount(minimum=least, maximum=most):
                values[name] = most if most is not None else least or 0
            case Text():
                values[name] = WORDS.get(name, "una nota")
    yield values
    for name, field in offer.fields.items():
        if isinstance(field, People):
            yield from ({**values, name: one} for one in field.options[:-1])


def decided(here: Establishment, who: PersonId, values: dict[str, Any]) -> Any:
    """Return the answer to an act; ``None`` for one that cannot even be written."""
    try:
        what: Any = msgspec.convert(values, ESTABLISHMENT.act_types)
    except msgspec.ValidationError:
        return None
    return ESTABLISHMENT.decide(here.state, Act(who, what, here.state.step))


def bounded(offer: Offer) -> list[str]:
    return [name for name, one in offer.fields.items() if isinstance(one, Amount) and one.maximum is not None]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_amount_is_taken_at_its_most_and_not_a_cent_more(seed: int) -> None:
    here, _ = shared_evening(seed)
    for who in (CASHIER, DIRECTOR, CHIEF, ANA, BEA):
        for offer in ESTABLISHMENT.legal(here.state, who):
            if not (names := bounded(offer)):
                continue
            for values in at_most(offer):
                found = decided(here, who, values)
                nothing_new = isinstance(found, Refused) and found.code == "nothing-changes"
                assert isinstance(found, Accepted) or nothing_new, (values, found)
                for name in names:
                    more = decided(here, who, {**values, name: values[name] + 1})
                    assert more is None or isinstance(more, Refused), (values, name)


def test_the_evenings_offer_every_amount_that_is_bounded() -> None:
    people = (CASHIER, DIRECTOR, CHIEF, ANA, BEA)
    offers = [
        offer for seed in SEEDS for who in people for offer in ESTABLISHMENT.legal(shared_evening(seed)[0].state, who)
    ]
    acts = {offer.act for offer in offers if bounded(offer)}
    assert acts >= {"sell-chips", "write-slip", "limit-time"}
    kinds = {offer.fields["kind"].value for offer in offers if offer.act == "write-slip"}  # type: ignore[union-attr]
    assert kinds >= {"fill", "credit", "tips", "tips-paid", "return", *PAYMENTS}
