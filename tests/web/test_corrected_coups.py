"""What people read after a correction: the last coups as they really ended, and what each one got or gave back."""

from typing import Any

from tapete.kernel import PersonId
from tapete.web.games.chemin_de_fer.history import CoupHistory
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices

ENDED = {"event": "coup-ended@1", "winner": "punto", "punto": 7, "banca": 6}
SETTLED = {"event": "coup-settled@1", "kind": "stakes", "stakes": [{"person": "ana", "amount": 10_000}]}


def read(*events: dict[str, Any]) -> list[tuple[int, str, int | None, int | None, bool]]:
    coups = CoupHistory()
    for one in events:
        coups.read(one)
    return [(one.number, one.winner, one.punto, one.banca, one.corrected) for one in coups.last]


def opened(number: int) -> dict[str, Any]:
    return {"event": "bets-opened@1", "coup": number}


def corrected(number: int, **result: Any) -> dict[str, Any]:
    return {"event": "card-corrected@1", "coup": number, "winner": None} | result


def test_a_coup_reckoned_again_before_it_is_paid_stands_once_and_says_so() -> None:
    again = {"event": "coup-ended@1", "winner": "empate", "punto": 7, "banca": 7}
    assert read(opened(1), ENDED, corrected(1), again, SETTLED) == [(1, "empate", 7, 7, True)]
    assert read(opened(1), ENDED, again, SETTLED) == [(1, "empate", 7, 7, False)], "a ruling that went back"


def test_a_paid_coup_is_read_as_it_really_ended() -> None:
    first, second = (opened(1), ENDED, SETTLED), (opened(2), ENDED, SETTLED)
    tie = corrected(1, winner="empate", punto=7, banca=7)
    assert read(*first, tie) == [(1, "empate", 7, 7, True)]
    assert read(*first, *second, tie) == [(1, "empate", 7, 7, True), (2, "punto", 7, 6, False)]
    assert read(*first, *first, tie)[0] == (1, "punto", 7, 6, False), "an earlier shoe's coup 1 is another"
    assert read(*first, opened(2), corrected(2)) == [(1, "punto", 7, 6, False)], "nothing is reckoned yet"


def test_a_coup_annulled_after_its_totals_is_no_result() -> None:
    assert read(opened(1), ENDED, {"event": "coup-voided@1"}, opened(2), ENDED, SETTLED) == [(2, "punto", 7, 6, False)]


def test_each_one_is_told_what_a_corrected_payment_brings_him() -> None:
    latest = RecentEvents()
    shares = {"players": [{"person": "ana", "amount": -10_000}], "bank": [{"person": "bea", "amount": 10_000}]}
    latest.read({"event": "payment-corrected@1", "coup": 3} | shares, ())
    assert [one.text for one in notices(latest.told, PersonId("ana"), {}, "es")] == [
        "Jugada 3 corregida: devuelve 100\u00a0€."
    ]
    assert "más" in notices(latest.told, PersonId("bea"), {}, "es")[0].text
    assert notices(latest.told, PersonId("luis"), {}, "es") == ()
