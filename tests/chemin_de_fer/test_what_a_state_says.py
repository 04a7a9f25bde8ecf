"""What the state of a table says of itself: where it stands, who plays, whose money it is; and how it begins."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.state import CarriedOver, Settings, Shoe, State, carry_over
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.state.coup import Award, Coup, CoupResult, SettledCoup
from tapete.games.chemin_de_fer.terms import COUP, HANDS, PREPARING, Accident, Cover, Hand, Phase, Stage
from tapete.kernel import PersonId, Step
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats
from tapete.table.staff import Role
from tapete.table.windows import Window
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, P, lying, table

PAU = PersonId("pau")


def test_a_table_that_was_never_opened_holds_nothing() -> None:
    settings = Settings("", 0, 0, 6, ChanceKind.SEALED, Conduct.STRICT, 0, False, False)
    shoe = Shoe(0, 0, 0, 0, False, False, 0, frozenset(), False, Map(), None, frozenset(), False)
    offer = BankOffer(
        None, 0, 0, None, (), False, Stage.SEATED, None, frozenset(), frozenset(), frozenset(), None, Map()
    )  # fmt: skip
    side = Side(None, None, False, None, False, None, "", False, False, False, None)
    coup = Coup(0, Cards(), (), Map({P: side}), (), None, frozenset(), Map(), frozenset(), (), 0, None, ())
    assert State() == State(
        rules=None, sha256="", settings=settings, seats=Seats(()), staff=Map(), ledger=Map(), phase=Phase.CLOSED,
        serial=0, shoe=shoe, offer=offer, auction=None, bank=None, calls=Window("bets", 0, (), open=False), coup=coup,
        carried_over=CarriedOver(frozenset(), frozenset(), frozenset(), (), None, frozenset()), docket=Docket((), 0),
        history=(), debts=(), results=(), bars=Marks(), announcements=(), called_person=None,
    )  # fmt: skip
    with pytest.raises(LookupError):
        _ = State().book
    bank = Bank(BEA, ())
    assert bank == Bank(BEA, (), 0, Map(), frozenset(), 0, 0, (), (), 0, 0, False, 0)
    assert CoupResult(1, Winner.TIE, 1, 2) == CoupResult(1, Winner.TIE, 1, 2, None, 0, False, False)
    assert Award(Cover.BANCO, ANA, ()) == Award(Cover.BANCO, ANA, (), ())


def test_a_step_is_of_the_shoe_the_coup_the_phase_and_how_often_one_was_opened() -> None:
    state = replace(lying(phase=Phase.SHOW), serial=17)
    assert state.step == Step(1, 3, "show", 17)
    assert state.book == table().rules
    assert state.authority == table().book.authority


@pytest.mark.parametrize("conduct", list(Conduct))
@pytest.mark.parametrize("kind", list(ChanceKind))
def test_a_table_is_observed_by_its_conduct_and_keyed_by_its_shoe(conduct: Conduct, kind: ChanceKind) -> None:
    state = replace(table(), settings=replace(table().settings, conduct=conduct, shoe=kind))
    assert (state.is_observed, state.is_keyed) == (conduct is Conduct.OBSERVED, kind is ChanceKind.KEYED)


@pytest.mark.parametrize("conduct", list(Conduct))
@pytest.mark.parametrize(
    ("who", "person", "own"),
    [
        (ANA, ANA, True),
        (ANA, BEA, False),
        (ANA, None, False),
        (CROUPIER, ANA, None),
        (CROUPIER, CROUPIER, True),
        (CROUPIER, None, False),
        (PersonId("inspector"), ANA, False),
    ],
)
def test_at_a_real_table_the_croupier_keys_what_others_do_and_nobody_else(
    who: PersonId, person: PersonId | None, own: bool | None, conduct: Conduct
) -> None:
    state = replace(table(), settings=replace(table().settings, conduct=conduct))
    assert state.may_act_for(who, person) is ((conduct is Conduct.OBSERVED) if own is None else own)


def barred(person: PersonId, action: BarredAction) -> dict[str, Any]:
    return {"marks": {"bars": (BarPerson(person, action, Until.COUP),)}}


@pytest.mark.parametrize(
    ("state", "holder"),
    [
        (lying(), ANA),
        (lying(side={"holder": None}), None),
        (lying(marks={"holders": Map({P: LUIS})}), LUIS),
        (lying(**barred(ANA, BarredAction.CARDS)), CROUPIER),
        (lying(**barred(ANA, BarredAction.PASS)), ANA),
        (lying(**barred(LUIS, BarredAction.CARDS)), ANA),
        (lying(side={"holder": None}, **barred(ANA, BarredAction.CARDS)), None),
    ],
)
def test_the_cards_are_played_by_whom_they_are_and_by_the_croupier_for_who_may_hold_none(
    state: State, holder: PersonId | None
) -> None:
    assert state.holder == holder
    assert replace(state, staff=state.staff.delete(Role.CROUPIER)).holder == (None if holder == CROUPIER else holder)


@pytest.mark.parametrize(
    ("bank", "last", "seat"),
    [
        (Bank(BEA, ()), 7, 1),
        (Bank(LUIS, ()), None, 8),
        (Bank(PAU, ()), 7, 7),
        (Bank(PAU, ()), None, None),
        (None, 7, 7),
        (None, None, None),
    ],
)
def test_priority_counts_from_the_bankers_place_or_from_the_last_that_held_the_bank(
    bank: Bank | None, last: int | None, seat: int | None
) -> None:
    state = carry_over(replace(table(), bank=bank), last_seat=last)
    assert state.banker_seat() == seat
    assert state.banker == (None if bank is None else bank.banker)
    assert state == replace(table(), bank=bank, carried_over=replace(table().carried_over, last_seat=last))


def test_a_bank_is_the_sum_of_its_parts_and_all_but_the_first_are_associates() -> None:
    bank = Bank(BEA, (Share(BEA, 300), Share(ANA, 50), Share(LUIS, 0)))
    assert bank.total == 350
    assert [bank.is_associate(one) for one in (BEA, ANA, LUIS, PAU)] == [False, True, True, False]


def test_a_bank_on_its_way_has_the_parts_that_were_pledged_to_whoever_takes_it() -> None:
    pledges = Map({LUIS: Pledge(BEA, 5), ANA: Pledge(BEA, 7), PAU: Pledge(ANA, 9)})
    offer = BankOffer(pledges=pledges)
    assert offer.pledged_to(BEA) == (Share(ANA, 7), Share(LUIS, 5))
    assert (offer.pledged_to(ANA), offer.pledged_to(PAU)) == ((Share(PAU, 9),), ())


def test_a_coup_is_covered_by_the_sum_of_its_stakes_and_won_on_the_side_of_the_punto() -> None:
    award = Award(Cover.STAKES, ANA, (Share(ANA, 30), Share(LUIS, 12)))
    assert award.covered_amount == 42
    coup = Coup(4, sides=Map({P: Side(ANA, winner=Winner.TIE)}))
    assert coup.punto == Side(ANA, winner=Winner.TIE)
    winners = Map({P: Winner.BANCA, "other": Winner.TIE})
    kept = SettledCoup(shoe=1, coup=coup, winners=winners, award=award, parts=())
    assert (kept.winner, kept.number) == (Winner.BANCA, 4)


def test_the_words_of_the_game_stand_in_its_order() -> None:
    assert HANDS == (Hand.PUNTO, Hand.BANCA)
    names = "closed shoe shuffled cards-offered cut stop-card bank auction vacant between bets deal carry lift word"
    assert [str(one) for one in Phase] == [*names.split(), "answer", "banker", "show", "settle"]
    assert tuple(Phase)[1:6] == PREPARING
    assert tuple(Phase)[11:] == COUP
    assert [one.is_whole for one in Cover] == [True, True, False, False, False]
    accidents = (
        "early-draw exposed-in-shoe stuck floor exposed basket misplaced carta-called two-third-cards card-offered "
        "too-slow advice wrong-announcement other"
    )
    assert [str(one) for one in Accident] == accidents.split()
