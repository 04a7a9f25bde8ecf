"""What witnesses say of a hand that the croupier threw in, part by part: who is heard, what is picked up, what is left
to judge; and until when a claim is admitted.
"""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.clauses import Fault, fault
from tapete.games.baccarat.effects import AssignCard, DeemTotal, Effect, NoteOnly
from tapete.games.baccarat.incident import Docket, Incident, IncidentWidened
from tapete.games.baccarat.layout import BASKET, LaidCard
from tapete.games.baccarat.marks import Cards, third
from tapete.games.baccarat.proposals import Remedy
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.errors import claims
from tapete.games.dos_panos.state import Coup, State
from tapete.games.dos_panos.state import coup as kept_of
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

P, S = Hand.PRIMERO, Hand.SEGUNDO
ANA, BEA, CARLA = map(PersonId, ("ana", "bea", "carla"))
BACK: tuple[Effect, ...] = (AssignCard(0, str(P)), AssignCard(3, str(P)))
THIRD: tuple[Effect, ...] = (*BACK, AssignCard(6, third(P)))


def thrown(by: str = "croupier", hand: Hand = P) -> Fault:
    return fault(str(Accident.THROWN), by=by, hand=str(hand))


def case(faults: tuple[Fault, ...] = (thrown(),), proposed: tuple[Effect, ...] = BACK, **parts: object) -> Incident:
    return replace(Incident(1, "thrown", PersonId("croupier"), faults, proposed), **parts)


def table(open_case: Incident | None = None, *, seen_by: tuple[PersonId, ...] = (ANA,), up: bool = False) -> State:
    """Return a table at which a hand lies in the basket, seen by some, and a case of it is open."""
    layout = tuple(LaidCard(one, BASKET, Card("2s"), up and one == 3, frozenset(seen_by)) for one in (0, 3))
    coup = Coup(2, Cards(layout), testimonies=(kept_of.Testimony(ANA, P, 5),))
    docket = Docket((open_case or case(),), 1)
    return replace(opened(kind=ChanceKind.KEYED).state, coup=coup, phase=Phase.SHOW, docket=docket)


@pytest.mark.parametrize(
    ("effects", "hand", "found"),
    [
        (BACK, P, {0: "primero", 3: "primero"}),
        (THIRD, P, {0: "primero", 3: "primero", 6: "primero-3"}),
        (THIRD, S, {}),
        ((*BACK, AssignCard(1, str(S)), NoteOnly("x")), S, {1: "segundo"}),
        ((DeemTotal(str(P), 5),), P, {}),
    ],
)
def test_the_cards_of_a_hand_are_those_that_its_case_puts_back_before_it(
    effects: tuple[Effect, ...], hand: Hand, found: dict[int, str]
) -> None:
    assert claims.cards_thrown(case(proposed=effects), hand) == found
    assert claims.cards_thrown(None, hand) == {}


@pytest.mark.parametrize(
    ("who", "what", "state", "refused"),
    [
        ("ana", a.Testify(P, 6), table(), None),
        ("ana", a.Testify(P, 5), table(), ("nothing-changes", {})),
        ("bea", a.Testify(P, 5), table(), ("cards-not-seen", {"person": "bea"})),
        ("bea", a.Testify(P, 5), table(seen_by=(ANA, BEA)), None),
        ("bea", a.Testify(P, 5), table(seen_by=(), up=True), None),
        ("ana", a.Testify(P, 6), table(seen_by=()), ("cards-not-seen", {"person": "ana"})),
        ("ana", a.Testify(S, 6), table(), ("no-testimony-asked", {"hand": "segundo"})),
        ("ana", a.Testify(P, 6), table(case((thrown("player"),))), ("no-testimony-asked", {"hand": "primero"})),
        ("ana", a.Testify(P, 6), table(case((thrown(hand=S),))), ("no-testimony-asked", {"hand": "primero"})),
        ("ana", a.Testify(P, 6), table(case((fault("exposed", by="croupier", hand="primero"),))),
         ("no-testimony-asked", {"hand": "primero"})),
        ("ana", a.Testify(P, 6), table(case((fault("exposed"), thrown()))), None),
        ("luz", a.Testify(P, 6), table(seen_by=(PersonId("luz"),)), ("not-at-table", {})),
        ("croupier", a.Testify(P, 6, ANA), table(), None),
        ("croupier", a.Testify(P, 6, BEA), table(), ("cards-not-seen", {"person": "bea"})),
        ("croupier", a.Testify(P, 6), table(seen_by=(PersonId("croupier"),)), ("not-at-table", {})),
        ("ana", a.Testify(P, 6, BEA), table(), None),
        ("bea", a.Testify(P, 6, ANA), table(), ("cards-not-seen", {"person": "bea"})),
    ],
)  # fmt: skip
def test_a_witness_is_heard_who_is_there_has_seen_the_cards_and_says_something_new(
    who: str, what: a.Testify, state: State, refused: tuple[str, dict[str, object]] | None
) -> None:
    told = claims.testify(state, PersonId(who), what)
    if refused is not None:
        assert isinstance(told, Fault)
        assert (told.code, dict(told.facts)) == refused
        return
    assert isinstance(told, tuple)
    person = what.person if who == "croupier" and what.person else PersonId(who)
    heard = kept_of.Testimony(person, what.hand, what.total)
    widened = claims.with_testimony(state, state.docket.open[0], heard)
    assert told == (e.TestimonyHeard(person, what.hand, what.total), IncidentWidened(widened))


CONFLICT, OTHER = f"total:{P}", f"total:{S}"


@pytest.mark.parametrize(
    ("is_open", "faults", "conflicts"),
    [*product((False, True), (1, 2), ((), (CONFLICT,), (OTHER,), (CONFLICT, OTHER)))],
)
def test_witnesses_who_agree_leave_nothing_to_judge_where_nothing_else_is_in_the_case(
    is_open: bool, faults: int, conflicts: tuple[str, ...]
) -> None:
    several = (thrown(), *(fault("exposed"),) * (faults - 1))
    found = claims.with_testimony(
        table(), case(several, open_to_judgement=is_open, conflicts=conflicts), kept_of.Testimony(ANA, P, 7)
    )
    assert found.open_to_judgement is (is_open and (faults == 2 or conflicts == ()))
    assert found.conflicts == tuple(one for one in conflicts if one != CONFLICT)
    assert found.faults == several


def test_what_a_witness_says_now_takes_the_place_of_what_was_said_before() -> None:
    said = case(proposed=(*BACK, DeemTotal(str(P), 5, one_more=True), DeemTotal(str(S), 4)))
    found = claims.with_testimony(table(said), said, kept_of.Testimony(ANA, P, 7))
    assert DeemTotal(str(P), 7, one_more=True) in found.proposed_effects
    assert DeemTotal(str(P), 5, one_more=True) not in found.proposed_effects
    assert DeemTotal(str(S), 4) in found.proposed_effects
    apart = claims.with_testimony(table(said), said, kept_of.Testimony(BEA, P, 7))
    assert CONFLICT in apart.conflicts
    assert apart.open_to_judgement


def test_alternatives_are_as_they_were_before_anybody_said_what_a_hand_counts() -> None:
    score, other = DeemTotal(str(P), 5), DeemTotal(str(S), 5)
    listed = (Remedy((score, NoteOnly("x"))), Remedy((*BACK, score)), Remedy((other,)), Remedy((NoteOnly("x"),)))
    assert claims.without_score(listed, P, BACK) == (Remedy((NoteOnly("x"),)), Remedy((other,)))
    assert claims.without_score(listed, P, ()) == (Remedy((NoteOnly("x"),)), Remedy(BACK), Remedy((other,)))
    assert claims.is_score_of(score, P)
    assert not claims.is_score_of(score, S)
    assert not claims.is_score_of(NoteOnly("x"), P)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("coup", [1, 2])
def test_a_claim_is_late_once_its_coup_is_paid_or_another_one_is_on(coup: int, phase: Phase) -> None:
    state = replace(table(), phase=phase)
    assert claims.is_over(state, coup) is (coup == 1 or phase not in (*COUP, Phase.BETS))


@pytest.mark.parametrize(("coup", "known"), [(-1, False), (0, False), (1, True), (2, True), (3, False)])
def test_a_claim_names_a_coup_that_there_has_been(coup: int, known: bool) -> None:
    what = a.RecordClaim(coup=coup, person=ANA, note="x")
    told = claims.claim(table(), PersonId("croupier"), what)
    if known:
        assert isinstance(told, tuple)
        assert [(one.coup, one.is_admitted) for one in told] == [(coup, coup == 2)]  # type: ignore[attr-defined]
    else:
        assert isinstance(told, Fault)
        assert (told.code, dict(told.facts)) == ("no-such-coup", {"coup": coup})
