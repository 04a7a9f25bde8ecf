"""What is news on a page, and what an official chooses from."""

from typing import Any

import pytest

from tapete.games.chemin_de_fer.terms import Phase as TrainPhase
from tapete.games.dos_panos.terms import Phase as ClothPhase
from tapete.web.games.chemin_de_fer.notices import RecentEvents
from tapete.web.games.chemin_de_fer.screen import RULING_FORM as TRAIN_FORM
from tapete.web.games.dos_panos import ruling_words

AWARDED, OPENED = {"event": "cover-awarded@1"}, {"event": "bets-opened@1", "coup": 1}


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        ((AWARDED,), 1),
        ((AWARDED, AWARDED), 2),  # what is awarded anew in one betting is news beside the first
        ((OPENED, AWARDED), 1),
        ((AWARDED, OPENED, AWARDED), 1),  # the next betting has its own
        ((AWARDED, AWARDED, OPENED, OPENED, AWARDED, AWARDED), 2),
        ((AWARDED, OPENED), 1),
    ],
)
def test_what_is_news_is_what_happened_since_the_betting_last_closed(events: tuple[Any, ...], kept: int) -> None:
    recent = RecentEvents()
    for number, event in enumerate(events):
        recent.read({**event, "number": number}, ())
    assert [one.kind for one in recent.news] == ["cover-awarded"] * kept
    assert recent.news[-1].event["number"] == max(n for n, one in enumerate(events) if one is AWARDED)


@pytest.mark.parametrize(
    ("form", "hands", "more", "phases"),
    [
        (TRAIN_FORM, {"punto", "banca"}, {"basket"}, TrainPhase),
        (ruling_words.RULING_FORM, {"primero", "segundo", "banca"}, {"basket", "floor"}, ClothPhase),
    ],
)
def test_an_official_chooses_from_every_hand_its_third_card_and_the_basket(
    form: Any, hands: set[str], more: set[str], phases: Any
) -> None:
    assert set(form.hands) == hands
    assert set(form.places) == {*hands, *(f"{one}-3" for one in hands), *more}
    assert {"deal", "carry", "answer", "banker", "show"} <= set(form.phases) <= set(map(str, phases))
    assert "settle" not in form.phases
