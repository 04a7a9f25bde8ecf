"""What a wrong key takes back of an open incident, and what going back a step forgets of a coup."""

import pytest
from immutables import Map

from tapete.clauses import Fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import LoseNatural, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened, IncidentWithdrawn, incident
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked import corrections, steps, turns
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.kernel import PersonId

SHOWN = frozenset({"wrong-word"})
INSPECTOR = PersonId("inspector")
WORD, SLOW = Fault("wrong-word"), Fault("too-slow")
OF_WORD, OF_SLOW = Proposal((LoseNatural("primero"),)), Proposal((NoteOnly("slow"),))


def both() -> Incident:
    return incident(Docket(), "found-when-shown", INSPECTOR, (WORD, SLOW), (OF_WORD, OF_SLOW), "seen")


def test_only_what_open_cards_showed_is_withdrawn() -> None:
    assert corrections.withdrawal(both(), SHOWN) == IncidentWithdrawn(1, "found-when-shown", ("wrong-word",))
    assert corrections.withdrawal(both(), frozenset({"other"})) is None


def test_what_somebody_reported_stays_open_with_its_own_remedy() -> None:
    (left,) = corrections.remaining_report(Docket((), 1), both(), SHOWN, lambda _found: OF_WORD)
    assert isinstance(left, IncidentOpened)
    assert (left.incident.faults, left.incident.proposed_effects) == ((SLOW,), (NoteOnly("slow"),))
    assert (left.incident.kind, left.incident.reported_by, left.incident.note) == ("too-slow", INSPECTOR, "seen")
    assert (
        corrections.remaining_report(Docket(), both(), frozenset({"wrong-word", "too-slow"}), lambda _one: None) == ()
    )


@pytest.mark.parametrize(
    ("other", "again"),
    [
        (incident(Docket(), "x", INSPECTOR, (WORD,), (OF_WORD,)), True),
        (incident(Docket(), "x", INSPECTOR, (WORD,), (Proposal((VoidCoup(),)),)), False),
        (incident(Docket(), "x", INSPECTOR, (Fault("against-table"),), (OF_WORD,)), False),
    ],
)
def test_a_case_is_found_again_when_nothing_is_new_in_it(other: Incident, again: bool) -> None:
    assert corrections.is_found_again(both(), (IncidentOpened(other),)) is again
    assert not corrections.is_found_again(both(), ())


def test_going_back_forgets_of_the_named_sides_alone() -> None:
    said = Side(
        word=Word.NO, chosen_option="give", has_spoken_again=True, before=INSPECTOR, is_lifted=True, advice="no"
    )
    coup = Coup(
        sides=Map({"primero": said, "segundo": said}), decision=Cell.DRAW, naturals=("banca",), found_faults=SHOWN
    )
    back = steps.without_cards(steps.without_words(coup, ("segundo",)), ("segundo",))
    assert (back.side("primero"), back.side("segundo")) == (said, Side(advice="no"))
    undecided = steps.without_decision(coup, SHOWN)
    assert (undecided.decision, undecided.naturals, undecided.found_faults) == (None, (), frozenset())
    assert steps.without_decision(coup, ()).found_faults == SHOWN


CHOICE = Proposal((LoseNatural("primero"),), open_to_judgement=True)
NOTHING = Proposal((), open_to_judgement=True)


@pytest.mark.parametrize(
    ("of_slow", "of_word", "open_still"),
    [
        (OF_SLOW, OF_WORD, False),
        (Proposal(OF_SLOW.effects, open_to_judgement=True), OF_WORD, True),
        (OF_SLOW, CHOICE, False),
        (Proposal((), open_to_judgement=True), CHOICE, True),
        (Proposal(()), OF_WORD, True),
        (OF_WORD, OF_WORD, True),
    ],
    ids=["bound", "open by what stays", "open by what goes", "nothing stays, open", "nothing stays", "all goes"],
)
def test_what_stays_is_open_to_judgement_by_itself_or_where_it_asks_for_nothing(
    of_slow: Proposal, of_word: Proposal, open_still: bool
) -> None:
    """What made it open may have been the wrong card alone."""
    one = incident(Docket(), "found-when-shown", INSPECTOR, (WORD, SLOW), (of_word, of_slow), "seen")
    (left,) = corrections.remaining_report(Docket((), 1), one, SHOWN, lambda _found: of_word)
    assert isinstance(left, IncidentOpened)
    assert left.incident.open_to_judgement is open_still


@pytest.mark.parametrize(
    ("word", "options", "chosen"),
    [
        (Word.CARTA, (GIVE, DENY), GIVE),
        (Word.CARTA, (DENY, GIVE), GIVE),
        (Word.NO, (GIVE, DENY), DENY),
        (None, (GIVE, DENY), DENY),
        (Word.CARTA, (DENY,), DENY),
        (Word.NO, (GIVE,), GIVE),
        (Word.NO, ("first", "second"), "first"),
    ],
)
def test_for_a_banker_who_does_not_choose_the_word_stands_or_the_first_option(
    word: Word | None, options: tuple[str, ...], chosen: str
) -> None:
    assert turns.spoken_option(Side(word=word), options) == chosen
