"""A card keyed wrongly at two cloths: before the settlement, after it, coups later; on each cloth and in the bank."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.cards import cards
from tapete.chance import CardDraw, CardOut
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import IncidentWithdrawn
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.settled_coups import KEPT, with_settled
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import CardCorrected
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.observed import Observed, dealt, first_cards, spoken
from tests.support.dos_panos.table import BANKER

WHY = "the camera shows it"
MIXED = "9s 2h Kd 8c 3d 6h"
"""The first cloth has 7, the second 5, the bank 6: one pays and one is collected."""


def fixed(position: int, face: Any, coup: int = 1) -> a.CorrectCard:
    return a.CorrectCard(coup, position, face, PersonId("inspector"), WHY)


def ended(shoe: str = MIXED) -> Observed:
    """Both cloths and the bank stood; the hands lie open and nothing is paid."""
    made = spoken(shoe, "no", "no", real=True)
    made.banker(Stand())
    return made.shown()


def settled(shoe: str = MIXED) -> Observed:
    made = ended(shoe)
    made.settled()
    return made


def of_one_pack(made: Observed) -> Observed:
    """The same table with one pack in its shoe."""
    few = replace(made.state.settings, decks=1)
    made.play = type(made.play)(made.play.game, replace(made.state, settings=few), made.play.source)
    return made


def event_of(made: Observed, kind: Any) -> Any:
    assert made.play.last is not None
    return next(one for one in made.play.last.events if isinstance(one, kind))


# --- before the settlement --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "face", "result"),
    [
        (0, "7s", {"primero": "banca", "segundo": "banca"}),
        (3, "7c", {"primero": "empate", "segundo": "banca"}),
        (1, "3h", {"primero": "punto", "segundo": "empate"}),
        (4, "4d", {"primero": "punto", "segundo": "empate"}),
        (2, "Ad", {"primero": "empate", "segundo": "banca"}),
        (5, "5h", {"primero": "punto", "segundo": "empate"}),
    ],
)
def test_before_the_settlement_the_coup_is_reckoned_again(position: int, face: str, result: dict[str, str]) -> None:
    made = ended()
    assert made.result() == {"primero": "punto", "segundo": "banca"}
    before = dict(made.state.ledger)
    made.do("croupier", fixed(position, face))
    if made.state.docket.open:
        made.ruled()
        if made.phase is Phase.BANKER:
            made.banker(Stand())
    assert (made.result(), made.phase, dict(made.state.ledger)) == (result, Phase.SETTLE, before)


def test_two_officials_answer_for_it() -> None:
    made = ended()
    inspector, ana = PersonId("inspector"), PersonId("ana")
    for second in (PersonId("croupier"), ana):
        assert made.refused("croupier", a.CorrectCard(1, 0, "7s", second, WHY)).code == "second-official-missing"
    assert made.refused("ana", fixed(0, "7s")).code == "not-your-post"
    without_inspector = made.refused("croupier", a.CorrectCard(1, 0, "7s", PersonId("director"), WHY))
    assert (without_inspector.code, without_inspector.clauses) == ("not-your-post", ("HP.DP.corrections",))
    for act in (a.CorrectCard(1, 0, "7s", inspector, " "), a.CorrectPayment(1, ana, inspector, "\t")):  # type: ignore[arg-type]
        no_reason = made.refused("croupier", act)
        assert (no_reason.code, no_reason.clauses) == ("reason-missing", ("HP.DP.corrections",))
    assert "HP.DP.corrections" in made.outcome("croupier", fixed(0, "7s")).rests_on


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (fixed(0, "9s"), "nothing-changes"),
        (fixed(99, "9s"), "no-such-card"),
        (fixed(0, "7s", coup=4), "no-such-coup"),
        (a.CorrectPayment(1, PersonId("ana"), PersonId("inspector"), WHY), "no-such-coup"),
    ],
)
def test_what_cannot_be_corrected(act: Any, code: str) -> None:
    assert ended().refused("croupier", act).code == code


def test_the_cards_of_a_seeded_shoe_were_keyed_by_nobody() -> None:
    made = spoken(MIXED, "no", "no")
    assert made.refused("croupier", fixed(0, "7s")).code == "card-was-not-keyed"


def test_a_card_that_nobody_has_shown_cannot_be_corrected() -> None:
    """No face is known of it, so nothing could be told by a correction either."""
    made = dealt(MIXED, real=True)
    assert {made.refused("croupier", fixed(position, "7s")).code for position in range(6)} == {"no-such-card"}


def test_a_wrong_key_in_the_middle_of_a_coup_moves_nothing() -> None:
    made = spoken(f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s", "carta", "carta", real=True)
    before = (dict(made.state.ledger), made.phase)
    made.do("inspector", a.CorrectCard(1, 6, "6h", PersonId("croupier"), WHY))
    assert (made.play.view(None).coup.cards[6].face, (dict(made.state.ledger), made.phase)) == ("6h", before)
    made.banker(Stand())
    assert made.shown().result() == {"primero": "punto", "segundo": "empate"}


def test_no_card_comes_more_often_than_the_packs_hold_it() -> None:
    """Cards of earlier coups count, until the next shoe."""
    made = of_one_pack(ended(f"{MIXED} 2s 2h Kd 8c 3d 6h"))
    assert made.refused("croupier", fixed(0, "2h")).code == "card-exhausted"
    made.settled()
    made.bets().staked(ana=100_00, carla=100_00).closed()
    assert made.refused("croupier", fixed(0, "2h")).code == "card-exhausted"
    made.do("croupier", fixed(0, "2s"))
    made.dealt().carried().said("1", "carta").said("2", "no")
    again = made.play.do(a.Lift(Hand.BANCA), BANKER).do(a.GiveCard(Hand.PRIMERO), BANKER)
    wanted = again.game.draw_awaited(again.state)
    assert isinstance(wanted, CardDraw)
    out = {face: again.attempt(CardOut(wanted.position, face), "croupier").outcome for face in cards("2s 9s")}
    assert [getattr(one, "code", "") for one in out.values()] == ["card-exhausted", ""], "it was no nine that lay there"


# --- after it ---------------------------------------------------------------------------------------------------------


def test_after_the_settlement_the_record_is_put_right_and_no_chips_move() -> None:
    made = settled()
    before = dict(made.state.ledger)
    made.do("croupier", fixed(2, "Ad"))
    event = event_of(made, CardCorrected)
    assert (event.was, event.face, event.scores) == ("Kd", "Ad", {"primero": 7, "segundo": 5, "banca": 7})
    assert event.winners == {"primero": "empate", "segundo": "banca"}
    assert [(one.person, one.amount) for one in event.players] == [("ana", 0), ("carla", -100_00)]
    assert ([(one.person, one.amount) for one in event.bank], event.cagnotte) == ([("rosa", 98_00)], 2_00)
    assert dict(made.state.ledger) == before
    kept = made.state.history[-1]
    assert (dict(kept.winners), kept.due_bank, kept.bank[0].amount) == (event.winners, event.bank, 0)
    assert {cloth: str(made.state.coup.side(cloth).winner) for cloth in ("primero", "segundo")} == {
        "primero": "empate",
        "segundo": "banca",
    }
    assert made.state.announcements[-1].values == {"primero": "7", "segundo": "5", "banca": "7"}


def test_the_turns_of_the_cloths_stay_where_they_went() -> None:
    made = settled()
    turns = made.state.turns
    made.do("croupier", fixed(5, "5h"))
    assert (dict(made.state.history[-1].winners)["segundo"], made.state.turns) == ("empate", turns)


def test_of_an_earlier_coup_nothing_is_said_again_and_the_open_one_stands() -> None:
    made = settled(f"{MIXED} 9s 2h Kd 8c 3d 6h")
    made.bets().staked(ana=100_00, carla=100_00).closed()
    words, coup = made.state.announcements, made.state.coup
    made.do("croupier", fixed(2, "Ad"))
    assert (made.state.announcements, made.state.coup) == (words, coup)
    assert dict(made.state.history[-1].winners) == {"primero": "empate", "segundo": "banca"}


def test_a_card_corrected_to_itself_and_back_leaves_the_table_as_it_was() -> None:
    for make in (ended, settled):
        made = make()
        before = made.state
        assert made.refused("croupier", fixed(2, "Kd")).code == "nothing-changes"
        made.do("croupier", fixed(2, "Ad"), fixed(2, "Kd"))
        after = made.state
        assert (after.ledger, after.history, after.coup.cards, after.coup.sides, after.phase) == (
            before.ledger,
            before.history,
            before.coup.cards,
            before.coup.sides,
            before.phase,
        )


def test_a_table_remembers_so_many_coups() -> None:
    made = settled()
    first = made.state.history[0]
    assert len(with_settled((first,) * KEPT, first)) == KEPT


# --- incidents and rulings that rest on it ----------------------------------------------------------------------------

THREE = f"{first_cards('2s As', '3h 4h', '2c 3c')} 7h 2d 9s"
"""The first cloth says «no» on what was keyed as three; the second has seven, the bank five."""


def wrongly_found() -> Observed:
    made = spoken(THREE, "no", "no", real=True)
    made.banker(Stand())
    return made.shown()


def test_an_incident_of_a_wrong_key_is_withdrawn_when_the_card_is_put_right() -> None:
    made = wrongly_found()
    assert made.codes == ["wrong-word"]
    made.do("croupier", fixed(3, "4s"))
    assert (made.state.docket.open, event_of(made, IncidentWithdrawn).codes) == ((), ("wrong-word",))
    assert (made.phase, made.result()) == (Phase.SETTLE, {"primero": "punto", "segundo": "punto"})
    assert "HP.DP.corrections" in made.turns[-1].rests_on
    made.do("croupier", fixed(3, "As"))
    assert made.codes == ["wrong-word"], "found again, when it is so after all"


def test_what_was_reported_beside_it_stays_open() -> None:
    made = wrongly_found().report(Accident.FLOOR, position=0)
    assert made.codes == ["wrong-word", "floor"]
    made.do("croupier", fixed(3, "4s"))
    assert made.codes == ["floor"]
    made.do("croupier", a.PickUp(0))
    made.ruled("croupier")
    assert made.result() == {"primero": "punto", "segundo": "punto"}


def test_a_ruling_on_a_fault_that_only_the_wrong_key_showed_is_undone() -> None:
    """The first cloth was obliged to a card; it had six, and its word stands."""
    made = wrongly_found().ruled("croupier")
    assert made.phase is not Phase.SETTLE
    made.do("croupier", fixed(3, "4s"))
    undone = event_of(made, RulingUndone)
    assert (undone.serial, undone.codes) == (1, ("wrong-word:primero",))
    assert made.state.coup.rulings == ()
    assert made.state.coup.cards.marks.of(Hand.PRIMERO).duties == ()
    assert "HP.DP.undone-ruling" in made.turns[-1].rests_on
    while made.state.docket.open:
        made.ruled()
    assert (made.phase, made.result()) == (Phase.SETTLE, {"primero": "punto", "segundo": "punto"})


def both_wrong() -> Observed:
    """Both cloths said «no» on three as keyed, and were ruled together."""
    made = spoken(f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s", "no", "no", real=True)
    made.banker(Stand())
    made.shown()
    assert made.codes == ["wrong-word", "wrong-word"]
    return made.ruled("croupier")


@pytest.mark.parametrize(("position", "cloth", "other"), [(3, "primero", "segundo"), (4, "segundo", "primero")])
def test_of_a_ruling_on_both_cloths_what_stands_is_found_again(position: int, cloth: str, other: str) -> None:
    """It sent play back for both: it goes as a whole, and is given anew for the cloth that was keyed rightly."""
    made = both_wrong()
    made.do("croupier", fixed(position, "5d"))
    assert set(event_of(made, RulingUndone).codes) == {"wrong-word:primero", "wrong-word:segundo"}
    assert [one.facts["hand"] for one in made.incident.faults] == [other]
    made.ruled("croupier")
    marks = made.state.coup.cards.marks
    assert (marks.of(cloth).duties, bool(marks.of(other).duties)) == ((), True)
    made.given()
    made.banker(DrawCard())
    made.shown()
    assert (made.phase, made.place(6), made.place(7)) == (Phase.SETTLE, f"{other}-3", "banca-3")


def test_after_the_payment_an_undone_ruling_is_the_inspector_s_to_decide() -> None:
    made = wrongly_found().ruled("croupier")
    made.given()
    made.banker(DrawCard())
    made.shown()
    made.settled()
    before = dict(made.state.ledger)
    made.do("croupier", fixed(3, "4s"))
    assert event_of(made, RulingUndone).codes == ("wrong-word:primero",)
    assert (made.codes, made.incident.open_to_judgement) == (["ruling-undone"], True)
    assert dict(made.state.ledger) == before
    made.ruled("inspector")
    assert made.state.docket.open == ()


def test_a_card_of_an_annulled_coup_is_put_right_while_it_lies_there() -> None:
    made = ended()
    made.report(Accident.OTHER, note="the shoe fell")
    made.ruled("inspector", (VoidCoup(),), "nobody can tell")
    before = dict(made.state.ledger)
    made.do("croupier", fixed(2, "Ad"))
    assert (dict(made.state.ledger), made.state.coup.cards.layout[2].face) == (before, "Ad")
