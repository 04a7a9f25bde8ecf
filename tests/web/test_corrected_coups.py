"""What people read after a correction: the last coups as they really ended, and what each one got or gave back."""

from dataclasses import dataclass
from typing import Any

from tapete.cards import Card
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve.results import RESULTS
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import Coup
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import Event, PersonId
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices

ENDED = e.CoupEnded(Winner.PUNTO, 7, 6)
SETTLED = e.CoupSettled(Winner.PUNTO, Cover.STAKES, (Share(PersonId("ana"), 10_000),), ())


@dataclass(frozen=True)
class Opened:
    """The betting of a coup is open; this changes nothing on the scoreboard itself."""

    coup: int


def read(*events: Event | Opened) -> list[tuple[int, str, int | None, int | None, bool]]:
    state = State()
    for one in events:
        if isinstance(one, Opened):
            state = State(coup=Coup(one.coup), results=state.results)
        else:
            state = RESULTS[type(one)](state, one)
    return [(one.number, str(one.winner), one.punto, one.banca, one.is_corrected) for one in state.results]


def opened(number: int) -> Opened:
    return Opened(number)


def corrected(number: int, **result: Any) -> e.CardCorrected:
    people = {"by": PersonId("luz"), "second": PersonId("fermin"), "reason": "misread"}
    return e.CardCorrected(coup=number, position=1, was=Card("2s"), face=Card("3s"), **people, **result)


def test_a_coup_reckoned_again_before_it_is_paid_stands_once_and_says_so() -> None:
    again = e.CoupEnded(Winner.TIE, 7, 7)
    assert read(opened(1), ENDED, corrected(1), again, SETTLED) == [(1, "empate", 7, 7, True)]
    assert read(opened(1), ENDED, again, SETTLED) == [(1, "empate", 7, 7, False)], "a ruling that went back"


def test_a_paid_coup_is_read_as_it_really_ended() -> None:
    first, second = (opened(1), ENDED, SETTLED), (opened(2), ENDED, SETTLED)
    tie = corrected(1, winner=Winner.TIE, punto=7, banca=7)
    assert read(*first, tie) == [(1, "empate", 7, 7, True)]
    assert read(*first, *second, tie) == [(1, "empate", 7, 7, True), (2, "punto", 7, 6, False)]
    assert read(*first, *first, tie)[0] == (1, "punto", 7, 6, False), "an earlier shoe's coup 1 is another"
    assert read(*first, opened(2), corrected(2)) == [(1, "punto", 7, 6, False)], "nothing is reckoned yet"


def test_a_coup_annulled_after_its_totals_is_no_result() -> None:
    assert read(opened(1), ENDED, e.CoupVoided(()), opened(2), ENDED, SETTLED) == [(2, "punto", 7, 6, False)]


def test_each_one_is_told_what_a_corrected_payment_brings_him() -> None:
    latest = RecentEvents()
    shares = {"players": [{"person": "ana", "amount": -10_000}], "bank": [{"person": "bea", "amount": 10_000}]}
    latest.read({"event": "payment-corrected@1", "coup": 3} | shares, ())
    assert [one.text for one in notices(latest.news, PersonId("ana"), {}, "es")] == [
        "Jugada 3 corregida: devuelve 100\u00a0€."
    ]
    assert "más" in notices(latest.news, PersonId("bea"), {}, "es")[0].text
    assert notices(latest.news, PersonId("luis"), {}, "es") == ()
