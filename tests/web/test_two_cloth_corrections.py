"""What the pages of two cloths tell of a correction: the past coup as it really ended, and each one what he gets."""

import re

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.table.acts import Leave
from tapete.web.games.dos_panos.notices import RecentEvents, notices
from tests.support.dos_panos.observed import first_cards, spoken
from tests.support.web.still import still_part

ENDED = {"event": "coup-ended@1", "scores": {"primero": 7, "segundo": 5, "banca": 6}, "winners": {}}
WON = {"primero": "punto", "segundo": "banca"}
SETTLED = {
    "event": "coup-settled@1",
    "winners": WON,
    "bank": 19_600,
    "commission": 400,
    "payments": (),
    "collections": (),
}
RIGHT = {
    "event": "card-corrected@1",
    "coup": 1,
    "position": 5,
    "was": "3d",
    "face": "4d",
    "scores": {"primero": 7, "segundo": 5, "banca": 7},
    "winners": {"primero": "empate", "segundo": "banca"},
    "bank": [{"person": "rosa", "amount": 29_400}],
    "commission": 600,
}


def read(*events: dict[str, object]) -> RecentEvents:
    latest = RecentEvents()
    for one in ({"event": "bets-opened@1", "coup": 1}, ENDED, SETTLED, *events):
        latest.read(one, ())
    return latest


def test_a_paid_coup_is_read_as_it_really_ended() -> None:
    (was,), (now,) = read().coups, read(RIGHT).coups
    assert (was.winners, was.bank, was.is_corrected) == (WON, 19_600, False)
    assert (now.winners, now.bank, now.commission, now.is_corrected) == (RIGHT["winners"], 29_400, 600, True)
    assert now.scores["banca"] == 7
    other = {**RIGHT, "coup": 2}
    assert read(other).coups == (was,), "another coup's card says nothing of this one"


def test_each_one_is_told_what_a_corrected_payment_brings_him() -> None:
    paid = {
        "event": "payment-corrected@1",
        "coup": 1,
        "players": [{"person": "ana", "amount": -10_000}, {"person": "carla", "amount": 0}],
        "bank": [{"person": "rosa", "amount": 9_800}],
    }
    news = read(paid).news[-1:]
    told = {who: [one.text for one in notices(news, PersonId(who), "es")] for who in ("ana", "carla", "rosa", "luis")}
    assert told["ana"] == ["Jugada 1 corregida: devuelve 100\u00a0€."]
    assert "98" in told["rosa"][0]
    assert told["carla"] == told["luis"] == []


def test_the_banker_reads_that_his_bank_goes_on() -> None:
    news = read({"event": "bank-restored@1", "person": "rosa", "amount": 500_000}).news[-1:]
    assert [one.tone for one in notices(news, PersonId("rosa"), "es")] == ["up"]
    assert notices(news, PersonId("ana"), "es") == ()


def test_the_payment_of_somebody_who_has_left_can_be_corrected() -> None:
    made = spoken(first_cards("4s 2s", "4h 2h", "4d 3d"), "no", "no").banker(Stand()).shown().settled()  # type: ignore[attr-defined]
    made.do("ana", Leave())
    latest = RecentEvents()
    for turn in made.turns:
        for event in turn.events:
            latest.read({**to_tree(event), **dict.fromkeys(event.private())}, ())
    page = still_part(DosPanos(), made.state, "inspector", history=latest)
    (form,) = re.findall(r'<form[^>]*id="do-correct-payment.*?</form>', page, re.S)
    assert set(re.findall(r'<option value="(\w+)"', form)) >= {"ana", "carla", "rosa"}
