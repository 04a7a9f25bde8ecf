"""Cards that were drawn too early, part by part: which of them a ruling takes out, whom it lets off, and who may do
so.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import fault
from tapete.games.baccarat.effects import AssignCard, BarPerson, BarredAction, Discard, Effect, NoteOnly, SetAside
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.layout import ASIDE, LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.proposals import Remedy
from tapete.games.dos_panos.errors import early
from tapete.games.dos_panos.state import Coup, State
from tapete.games.dos_panos.terms import MISDEAL, Hand, Phase
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.dos_panos.table import BANKER, opened

FIRST = str(Hand.PRIMERO)
PLAYED = (AssignCard(0, FIRST),)
OUT, ON = (Discard(0),), (NoteOnly("as it lies"),)
BOUND = BarPerson(PersonId(BANKER), BarredAction.PASS)
BARRED = BarPerson(PersonId(BANKER), BarredAction.CARDS)


def at_the_deal(**staff: str) -> State:
    """Return a table at whose deal card 0 waits that was drawn too early, and card 1, another one, lies in a hand."""
    state = opened().state
    layout = (LaidCard(0, ASIDE, Card("2s")), LaidCard(1, FIRST, Card("3s")), LaidCard(2, FIRST, Card("4s")))
    coup = Coup(1, Cards(layout, Marks(aside=(SetAside(0),))), early_cards=frozenset({0, 1}))
    posts = {Role(role): PersonId(who) for role, who in staff.items()}
    return replace(state, coup=coup, phase=Phase.DEAL, staff=state.staff.update(posts))


Codes = tuple[tuple[str, object], ...]


def case(*, codes: Codes = (), proposed: tuple[Effect, ...] = (), listed: tuple[Remedy, ...] = ()) -> Incident:
    """Return an open case with faults of these codes, each about a card or none."""
    found = tuple(fault(code, **({} if position is None else {"position": position})) for code, position in codes)
    return Incident(1, MISDEAL, PersonId("croupier"), found, proposed, alternatives=listed)


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        ((), set()),
        (((MISDEAL, 1),), {1}),
        (((MISDEAL, 0), (MISDEAL, 1)), {0, 1}),
        (((MISDEAL, 2),), set()),
        ((("exposed", 1),), set()),
        ((("exposed", 0), (MISDEAL, 1)), {1}),
        (((MISDEAL, None),), set()),
    ],
)
def test_a_misdealt_early_card_is_one_that_the_case_has_found_in_the_wrong_hand(codes: Codes, found: set[int]) -> None:
    assert early.misdealt_cards(at_the_deal(), case(codes=codes)) == found


@pytest.mark.parametrize(
    ("codes", "proposed", "effects", "found"),
    [
        ((), (), ON, set()),
        ((), (), OUT, {0}),
        ((), (), PLAYED, {0}),
        ((), (), (SetAside(1),), set()),
        ((), OUT, OUT, set()),
        ((), OUT, (), set()),
        ((), OUT, PLAYED, {0}),
        ((), (Discard(1),), (Discard(1),), set()),
        ((), (Discard(1),), OUT, {0}),
        (((MISDEAL, 1),), (), ON, set()),
        (((MISDEAL, 1),), (), OUT, {0}),
        (((MISDEAL, 1),), (), (Discard(1),), {1}),
        (((MISDEAL, 1),), (), (Discard(1), *OUT), {0, 1}),
        (((MISDEAL, 1),), (Discard(1),), (Discard(1),), set()),
        (((MISDEAL, 1),), (), (SetAside(1),), set()),
        (((MISDEAL, 1),), (), (AssignCard(1, str(Hand.SEGUNDO)),), set()),
        (((MISDEAL, 2),), (), (Discard(2),), set()),
    ],
)
def test_an_early_card_is_taken_out_unless_it_waits_or_the_remedy_of_its_own_case_takes_it(
    codes: Codes, proposed: tuple[Effect, ...], effects: tuple[Effect, ...], found: set[int]
) -> None:
    assert early.cards_taken_out(at_the_deal(), case(codes=codes, proposed=proposed), effects) == found


@pytest.mark.parametrize(
    ("proposed", "effects", "found"),
    [
        ((), (), False),
        ((BOUND,), (BOUND,), False),
        ((BOUND,), (), True),
        ((BOUND,), ON, True),
        ((BOUND,), PLAYED, True),
        ((BOUND,), (Discard(1),), True),
        ((BOUND,), OUT, False),
        ((BOUND,), (Discard(0), Discard(1)), False),
        ((BARRED,), (), False),
        ((BARRED, BOUND), (BARRED,), True),
    ],
)
def test_whoever_drew_the_cards_goes_through_with_the_coup_unless_all_of_them_are_out(
    proposed: tuple[Effect, ...], effects: tuple[Effect, ...], found: bool
) -> None:
    assert early.is_drawer_let_off(at_the_deal(), case(proposed=proposed), effects) is found


LISTED = {
    "his": (Remedy(OUT, by=Role.DIRECTOR),),
    "anybody's": (Remedy(OUT),),
    "another one's": (Remedy(OUT, by=Role.INSPECTOR),),
    "another remedy": (Remedy(ON, by=Role.DIRECTOR),),
    "his among others": (Remedy(ON), Remedy(OUT, by=Role.DIRECTOR)),
}


@pytest.mark.parametrize("listed", LISTED)
@pytest.mark.parametrize("who", ["director", "inspector", "chief"])
def test_the_remedy_of_the_director_is_taken_by_him_alone(listed: str, who: str) -> None:
    found = early.is_waived_by(at_the_deal(), PersonId(who), case(listed=LISTED[listed]), OUT)
    assert found is (who == "director" and listed in ("his", "his among others"))


def test_with_another_director_it_is_his_and_not_that_of_the_one_before() -> None:
    state, found = at_the_deal(director="chief"), case(listed=LISTED["his"])
    told = {who: early.is_waived_by(state, PersonId(who), found, OUT) for who in ("chief", "director")}
    assert told == {"chief": True, "director": False}


@pytest.mark.parametrize(
    ("effects", "who", "refused"),
    [
        (ON, "director", None),
        (ON, "inspector", None),
        (OUT, "director", None),
        (OUT, "inspector", "not-your-post"),
        (PLAYED, "director", "early-card-is-played"),
        (PLAYED, "inspector", "not-your-post"),
    ],
)
def test_early_cards_are_set_aside_by_the_director_who_takes_them_out_of_play(
    effects: tuple[Effect, ...], who: str, refused: str | None
) -> None:
    wrong = early.require_waiver(at_the_deal(), PersonId(who), case(), effects)
    assert (wrong and wrong.code) == refused
    assert wrong is None or wrong.clauses == ("DP.C1.04",)
