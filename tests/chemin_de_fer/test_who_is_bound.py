"""What binds a person to his table, what a refusal of the hand counts for, and what a table that lacks somebody waits
for: each condition by itself, at its smallest amount.
"""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.incident import Docket, incident
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked.auction import Auction
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.options import acts_of_debtor, acts_of_short_table, awaited_acts, is_time_up
from tapete.games.chemin_de_fer.people.seating import require_uncommitted
from tapete.games.chemin_de_fer.people.silence import is_bank_left_alone
from tapete.games.chemin_de_fer.phases import PHASES
from tapete.games.chemin_de_fer.round.rotation import note_refusal
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import COUP, Cover, Hand, Phase, Stage
from tapete.kernel import PersonId
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats, leave, set_away, stand
from tapete.table.windows import Claim, Window
from tests.support.chemin_de_fer.table import opened

BEA, ANA, CARLA, EVA = PersonId("bea"), PersonId("ana"), PersonId("carla"), PersonId("eva")
TABLE = opened().state
QUIET = replace(TABLE, phase=Phase.BETWEEN, offer=BankOffer())
"""A table at which nobody is asked for anything, and nobody has staked."""

OFFERED, BANK, MONEY = Fault("bank-offered-to-you"), Fault("bank-is-yours"), Fault("money-on-table")


def bank(banker: PersonId, *associates: PersonId, **more: Any) -> Bank:
    return Bank(banker, tuple(Share(one, 1) for one in (banker, *associates)), **more)


def awarded(*stakes: Share, holder: PersonId = EVA) -> Award:
    return Award(Cover.BANCO, holder, stakes)


def with_coup(**changes: Any) -> State:
    return replace(QUIET, coup=replace(QUIET.coup, **changes))


def held_by(person: PersonId, phase: Phase) -> State:
    side = replace(QUIET.coup.punto, holder=person)
    return replace(with_coup(sides=Map({str(Hand.PUNTO): side})), phase=phase)


def bidding(amount: int) -> State:
    claims = (Claim(ANA, "bid", amount),) if amount else ()
    return replace(QUIET, auction=Auction(Window("auction", 1, claims), 0))


def calling(*claims: Claim[str]) -> State:
    return replace(QUIET, calls=Window("bets", 1, claims))


@pytest.mark.parametrize(
    ("state", "who", "wrong"),
    [
        (QUIET, ANA, None),
        (replace(QUIET, offer=BankOffer(candidate=ANA)), ANA, OFFERED),
        (replace(QUIET, offer=BankOffer(candidate=BEA)), ANA, None),
        (replace(QUIET, offer=BankOffer(candidate=ANA), bank=bank(ANA)), ANA, OFFERED),
        (replace(QUIET, bank=bank(ANA)), ANA, BANK),
        (replace(QUIET, bank=bank(BEA)), ANA, None),
        (replace(QUIET, bank=bank(BEA, CARLA, ANA)), ANA, MONEY),
        (replace(QUIET, bank=bank(BEA, CARLA)), ANA, None),
        (with_coup(award=awarded(Share(ANA, 1))), ANA, MONEY),
        (with_coup(award=awarded(Share(BEA, 1), Share(ANA, 1))), ANA, MONEY),
        (with_coup(award=awarded(Share(BEA, 1), Share(ANA, 0))), ANA, None),
        (calling(Claim(ANA, "stake", 1)), ANA, MONEY),
        (calling(Claim(ANA, "banco")), ANA, MONEY),
        (calling(Claim(BEA, "banco", 100)), ANA, None),
        (with_coup(late=(Share(ANA, 1),)), ANA, MONEY),
        (with_coup(late=(Share(BEA, 1),)), ANA, None),
        (bidding(1), ANA, MONEY),
        (bidding(1), BEA, None),
        (bidding(0), ANA, None),
        *((held_by(ANA, phase), ANA, MONEY if phase in COUP else None) for phase in Phase),
        (held_by(BEA, Phase.WORD), ANA, None),
    ],
)
def test_whoever_is_asked_banks_or_has_a_cent_on_the_table_stays(
    state: State, who: PersonId, wrong: Fault | None
) -> None:
    found = require_uncommitted(state, who)
    assert (None if found is None else (found.code, found.facts)) == (None if wrong is None else (wrong.code, {}))


# --- a refusal of the hand --------------------------------------------------------------------------------------------


def asked(stage: Stage, *, pledged: bool = False, refused: bool = False, before: bool = False) -> State:
    """Return a table at which Ana is asked for the bank, and what stands for or against a refusal of hers."""
    pledges = Map({CARLA: Pledge(ANA, 100)}) if pledged else Map()
    refusals = frozenset({ANA}) if refused else frozenset[PersonId]()
    offer = BankOffer(stage=stage, candidate=ANA, pledges=pledges, refusals=refusals)
    refusers = frozenset({ANA}) if before else frozenset[PersonId]()
    carried = replace(TABLE.carried_over, refusers=refusers)
    return replace(TABLE, phase=Phase.BANK, offer=offer, carried_over=carried)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("pledged", [False, True])
@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize("before", [False, True])
def test_a_refusal_counts_once_and_not_while_associates_may_still_help(
    stage: Stage, pledged: bool, refused: bool, before: bool
) -> None:
    """Alone she may hope for the parts that were promised to her; with them she may not any more."""
    found = note_refusal(asked(stage, pledged=pledged, refused=refused, before=before), ANA)
    counts = stage is Stage.JOINT or (stage is Stage.SEATED and not pledged)
    kinds = [str(one.__struct_config__.tag) for one in found]
    assert kinds == ([] if refused or not counts else ["seat-lost@1" if before else "refusal-noted@1"])


def test_a_part_of_somebody_who_has_left_is_no_hope_and_who_has_no_place_refuses_nothing() -> None:
    state = asked(Stage.SEATED, pledged=True)
    gone = replace(state, seats=leave(state.seats, CARLA))
    assert len(note_refusal(gone, ANA)) == 1
    other = replace(state, offer=replace(state.offer, pledges=Map({CARLA: Pledge(BEA, 100)})))
    assert len(note_refusal(other, ANA)) == 1
    seated = asked(Stage.SEATED)
    assert note_refusal(replace(seated, seats=stand(seated.seats, ANA, 2)), ANA) == ()


# --- what is waited for -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase))
def test_a_banker_without_chips_who_owes_changes_money_between_coups(phase: Phase) -> None:
    owing = replace(QUIET, phase=phase, bank=bank(ANA, debt=1))
    broke = replace(owing, ledger=State().ledger)
    expected = ("buy-in",) if phase is Phase.BETWEEN else ()
    assert acts_of_debtor(broke, ANA) == expected
    for other, who in (
        (owing, ANA),
        (broke, BEA),
        (replace(broke, bank=bank(ANA)), ANA),
        (replace(broke, bank=None), ANA),
    ):
        assert acts_of_debtor(other, who) == ()


CASE = incident(Docket(), "other", PersonId("croupier"), (), ())
DUE = (DueCard(3, Hand.PUNTO, False),)
OFFERING = Marks(withdrawal=True)


def test_what_holds_a_table_up_is_waited_for_in_its_order() -> None:
    """A ruling before a face, a face before the answers about stakes, and all of them before the step of the phase."""
    away = replace(held_by(ANA, Phase.WORD), seats=set_away(QUIET.seats, ANA, True))
    coup = replace(away.coup, cards=replace(away.coup.cards, marks=OFFERING), award=awarded(Share(ANA, 1)))
    answers = replace(away, coup=coup)
    face = replace(answers, coup=replace(coup, due_cards=DUE))
    ruling = replace(face, docket=Docket((CASE,), 1))
    assert awaited_acts(ruling) == ("give-ruling",)
    assert awaited_acts(face) == ("card-out",)
    assert awaited_acts(answers) == ("withdraw-stake", "keep-stake", "close-withdrawals")
    for phase in (Phase.LIFT, Phase.WORD):
        assert awaited_acts(replace(away, phase=phase)) == ("stand-in",)
    for phase in COUP:
        if phase not in (Phase.LIFT, Phase.WORD):
            assert awaited_acts(replace(away, phase=phase)) == PHASES[phase].awaited_acts
    assert awaited_acts(replace(away, seats=QUIET.seats)) == PHASES[Phase.WORD].awaited_acts


@pytest.mark.parametrize("phase", list(Phase))
def test_a_bank_whose_banker_is_away_is_left_alone_between_coups_unless_he_must_go_on(phase: Phase) -> None:
    seats = set_away(QUIET.seats, ANA, True)
    gone = replace(QUIET, phase=phase, bank=bank(ANA), seats=seats)
    assert is_bank_left_alone(gone) is (phase is Phase.BETWEEN)
    bound = Marks(bars=(BarPerson(ANA, BarredAction.PASS, Until.COUP),))
    assert not is_bank_left_alone(replace(gone, bars=bound))
    other = Marks(bars=(BarPerson(BEA, BarredAction.PASS, Until.COUP),))
    assert is_bank_left_alone(replace(gone, bars=other)) is (phase is Phase.BETWEEN)
    assert not is_bank_left_alone(replace(gone, bank=bank(BEA)))
    assert not is_bank_left_alone(replace(gone, bank=None))
    assert not is_bank_left_alone(replace(gone, settings=replace(gone.settings, conduct=Conduct.OBSERVED)))


PASS, CLOSE = ("pass-hand", "refuse-to-deal"), ("pass-hand", "close-table")


def test_a_table_that_lacks_its_banker_or_its_players_waits_for_the_hand_to_be_passed_or_to_be_closed() -> None:
    there = replace(QUIET, bank=bank(ANA))
    alone = replace(there, seats=set_away(QUIET.seats, ANA, True))
    silent = replace(there, called_person=ANA)
    nobody = replace(QUIET, seats=Seats(QUIET.seats.labels))
    asleep = replace(QUIET, seats=replace(QUIET.seats, away=frozenset(QUIET.seats.people())))
    one_awake = replace(asleep, seats=set_away(asleep.seats, EVA, False))
    for phase in Phase:
        between, vacant = phase is Phase.BETWEEN, phase is Phase.VACANT
        found = [acts_of_short_table(replace(one, phase=phase)) for one in (there, alone, silent, nobody)]
        assert found == [(), PASS if between else (), PASS if between else (), CLOSE if between or vacant else ()]
        assert acts_of_short_table(replace(asleep, phase=phase)) == (CLOSE if vacant else ())
        assert acts_of_short_table(replace(one_awake, phase=phase)) == ()


@pytest.mark.parametrize("warned", [False, True])
@pytest.mark.parametrize("holder", [ANA, PersonId("croupier")])
def test_the_time_of_a_player_is_up_who_was_warned_and_never_that_of_the_croupier(
    warned: bool, holder: PersonId
) -> None:
    state = held_by(holder, Phase.WORD)
    side = replace(state.coup.punto, is_warned=warned)
    state = replace(state, coup=replace(state.coup, sides=Map({str(Hand.PUNTO): side})))
    assert is_time_up(state) is (warned and holder == ANA)
