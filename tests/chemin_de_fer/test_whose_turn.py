"""Whose turn it is, and for whom the croupier acts: the person, the moment and the place on which each answer rests."""

import msgspec
import pytest

from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.marks import NO_MARKS, Cards, apply_effects
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.round.rotation import may_be_asked
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t
from tapete.table.seats import queue
from tests.support.chemin_de_fer.table import as_house

SHOE = "2s 9h 4d Kc  2h 3h 9d Qc"


def away(table, *people: str):
    for who in people:
        table.do(str(CLOCK), t.Away(who))
    return table


def changed(table, **state):
    table.play = type(table.play)(table.play.game, msgspec.structs.replace(table.state, **state), table.play.source)
    return table


# --- a place that becomes vacant --------------------------------------------------------------------------------------


def waiting_list(make, *people: str, gone: tuple[str, ...] = ()):
    """Carla is away when the hand comes to her; these wait for a place, and some of them are away too."""
    table = make(coups=("punto",)).bank(300_00)
    seats = table.state.seats
    for who in people:
        seats = queue(seats, PersonId(who))
    return away(changed(table, seats=seats), "carla", *gone).coup("punto", ana=100_00)


@pytest.mark.clause("CF.D.19")
@pytest.mark.parametrize(
    ("waits", "gone", "heir"),
    [
        (("pau", "rosa"), (), "pau"),
        (("pau", "rosa"), ("pau",), "rosa"),
        (("pau", "rosa"), ("pau", "rosa"), None),
        (("rosa",), (), "rosa"),
    ],
)
def test_the_place_goes_to_the_first_who_waits_and_is_there(make, waits, gone, heir: str | None) -> None:
    table = waiting_list(make, *waits, gone=gone)
    assert table.state.seats.occupants.get(2) == heir
    assert table.state.seats.waiting_list == tuple(one for one in waits if one != heir)
    assert table.state.offer.candidate == "ana"


# --- a part of the bank -----------------------------------------------------------------------------------------------


def associated(make):
    table = make().bank(200_00)
    for who in ("ana", "luis"):
        table.do(who, a.OfferShare(100_00)).do("bea", a.AcceptShare(who))
    return table


def test_no_part_is_taken_over_that_its_owner_has_not_released(make) -> None:
    table = associated(make)
    for who in ("ana", "luis", "bea", "eva"):
        assert table.refused("bea", a.TakeOverShare(who)).code == "no-such-offer"
    table.do("luis", a.WithdrawShare())
    assert table.refused("bea", a.TakeOverShare("ana")).code == "no-such-offer"
    assert table.refused("ana", a.TakeOverShare("luis")).code == "not-banker"
    table.do("bea", a.TakeOverShare("luis"))
    assert [one.person for one in table.state.bank.parts] == ["bea", "ana"]
    # who comes back has not asked to leave again
    table.do("luis", a.OfferShare(20_00)).do("bea", a.AcceptShare("luis"))
    assert table.refused("bea", a.TakeOverShare("luis")).code == "no-such-offer"


# --- the croupier for somebody who is silent or away ------------------------------------------------------------------


def test_the_croupier_acts_for_a_silent_banker_only_while_the_table_waits_for_him(make) -> None:
    """Bea owes part of her bank and says nothing; once she has handed it over nobody waits for her any more."""
    table = make().do("bea", a.TakeBank(300_00, 100_00))
    assert table.refused("croupier", a.RefuseToDeal()).code == "not-banker"
    table.do("croupier", a.CallPerson())
    assert table.fork().do("croupier", a.RefuseToDeal()).state.phase is Phase.AUCTION
    table.do("bea", a.DeliverBank(200_00))
    assert table.refused("croupier", a.RefuseToDeal()).code == "not-banker"
    assert table.refused("croupier", a.PassHand()).code == "not-banker"
    assert table.do("bea", a.RefuseToDeal()).state.phase is Phase.AUCTION


def test_who_comes_back_acts_for_himself_again(make) -> None:
    table = away(make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00), "bea")
    assert table.fork().do("croupier", a.PassHand()).state.offer.candidate == "carla"
    table.do(str(CLOCK), t.Back("bea"))
    assert table.refused("croupier", a.PassHand()).code == "not-banker"


@pytest.mark.parametrize("act", [a.PassHand(), a.RefuseToDeal()], ids=repr)
def test_in_a_coup_nobody_gives_the_bank_up_for_who_is_away(make, act) -> None:
    table = away(make().bank(300_00), "bea")
    assert table.refused("croupier", a.OpenBets()).code == "banker-away"
    table.do(str(CLOCK), t.Back("bea")).bets()
    away(table, "bea").do("ana", a.Stake(100_00))
    assert table.refused("croupier", act).code == "wrong-window"
    assert table.closed().refused("croupier", act).code == "wrong-window"


def test_a_banker_on_whom_nobody_stakes_may_pass_without_having_dealt(make) -> None:
    table = make().bank(300_00)
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"
    table.bets().do("croupier", a.CallOff())
    assert "HP.CF.no-stakes" in table.outcome("bea", a.PassHand()).rests_on


@pytest.mark.clause("CF.D.16")
def test_who_has_taken_the_bank_since_has_not_refused_it_twice_running(make) -> None:
    table = make(coups=("punto", "punto")).declined("bea", "carla", "ana", "luis", "eva", "pau", "rosa")
    table.do("croupier", a.CloseAuction()).do("bea", a.TakeBank(100_00))
    assert table.state.carried_over.refusers == {"carla", "ana", "luis", "eva"}
    table.coup("punto", luis=20_00).do("carla", a.TakeBank(100_00)).coup("punto", luis=20_00)
    table.declined("ana", "luis", "eva", "bea")
    assert dict(table.state.seats.occupants) == {1: "bea", 2: "carla"}


@pytest.mark.parametrize("who", ["carla", "inspector", "ana"])
def test_nobody_but_the_croupier_acts_for_who_is_away(make, who: str) -> None:
    table = away(make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00), "bea")
    assert table.refused(who, a.PassHand()).code == "not-banker"


@pytest.mark.parametrize(
    ("barred", "conduct", "opens"),
    [
        ((), "strict", False),
        ((BarredAction.PASS,), "strict", True),  # she goes through with the next coup: the croupier deals it for her
        ((BarredAction.BANCO,), "strict", False),
        ((), "observed", True),  # the croupier keys what happens
    ],
)
def test_no_coup_begins_on_the_money_of_a_banker_who_is_away_unless_he_must_go_through_with_it(
    make, barred, conduct: str, opens: bool
) -> None:
    table = make(SHOE, conduct=conduct).bank(300_00)
    bars = tuple(BarPerson(PersonId("bea"), one, Until.SHOE) for one in barred)
    away(changed(table, bars=apply_effects(bars, Cards((), NO_MARKS)).marks), "bea")
    if not opens:
        refused = table.refused("croupier", a.OpenBets())
        assert (refused.code, refused.facts) == ("banker-away", {"person": "bea"})
        return
    table.bets()
    assert table.state.phase is Phase.BETS


@pytest.mark.parametrize("act", [a.PassHand(), a.RefuseToDeal()], ids=repr)
@pytest.mark.parametrize("by", ["bea", "croupier"])
@pytest.mark.parametrize("barred", ["bea", "croupier", "ana"])
def test_whoever_must_go_through_with_the_coup_gives_no_bank_up_nor_does_the_croupier_for_him(
    make, act, by: str, barred: str
) -> None:
    """The bar is the banker's, whoever speaks for her: she is there, or away, and nobody else's bar binds her."""
    table = make(coups=("banca",)).bank(300_00)
    if isinstance(act, a.PassHand):
        table.coup("banca", ana=100_00)
    if by == "croupier":
        away(table, "bea")
    bars = apply_effects((BarPerson(PersonId(barred), BarredAction.PASS, Until.SHOE),), Cards((), NO_MARKS)).marks
    assert table.play.attempt(act, by).outcome.events, "without a bar she may"
    changed(table, bars=bars, coup=msgspec.structs.replace(table.state.coup, award=None))
    if barred == "bea":
        refused = table.refused(by, act)
        assert (refused.code, refused.clauses) == ("must-go-through", ("CF.C1.03",))
    else:
        assert table.do(by, act).state.bank is None


def test_a_vacant_bank_is_offered_anew_once_somebody_is_there(make) -> None:
    table = make(seats={1: "bea"}, standing={"pau": 6}).declined().do("croupier", a.CloseAuction()).declined()
    assert table.state.phase is Phase.VACANT
    away(table, "bea", "pau")
    assert table.refused("croupier", a.OfferBank()).code == "nobody-to-offer"
    table.do(str(CLOCK), t.Back("pau")).do("croupier", a.OfferBank())
    assert table.state.offer.candidate == "pau"


@pytest.mark.parametrize("who", ["bea", "carla", "pau"])
@pytest.mark.parametrize("action", list(BarredAction))
def test_the_bank_is_offered_to_whoever_is_there_and_not_kept_from_it(make, who: str, action: BarredAction) -> None:
    """Another bar, and the bar of another person, keep the bank from nobody."""
    table, person = make(), PersonId(who)
    assert may_be_asked(table.state, person)
    bars = apply_effects((BarPerson(person, action, Until.SHOE),), Cards((), NO_MARKS)).marks
    barred = msgspec.structs.replace(table.state, bars=bars)
    assert may_be_asked(barred, person) is (action is not BarredAction.BANK)
    assert may_be_asked(barred, PersonId("ana"))
    assert not may_be_asked(away(table, who).state, person)


def test_another_person_who_is_away_holds_up_nothing(make) -> None:
    assert away(make().bank(300_00), "ana").bets().state.phase is Phase.BETS


# --- who repeats his banco --------------------------------------------------------------------------------------------


def repeated(table, who: str) -> tuple[str, ...]:
    """Return the clauses by which somebody may not repeat his banco."""
    refused = table.bets().refused(who, a.CallSeguido())
    assert refused.code == "no-banco-to-repeat"
    return refused.clauses


def banco(table, result: str, who: str = "ana"):
    table.bets().do(who, a.CallBanco()).closed().played()
    assert table.state.results[-1].winner == {"tie": "empate"}.get(result, result)
    return table


@pytest.mark.clause("CF.B.30", "CF.B.36", "CF.B.23")
def test_why_a_banco_cannot_be_repeated_names_the_clause_that_took_it_away(make) -> None:
    def fresh(*results: str):
        return make(coups=results).bank(100_00)

    let_go = banco(fresh("banca", "banca"), "banca").coup("banca", luis=20_00)
    assert repeated(let_go, "ana") == ("CF.B.30", "CF.B.36")
    assert repeated(banco(fresh("banca", "banca"), "banca").coup("banca", luis=20_00), "eva") == ("CF.B.30",)
    # a banco that was won is none to repeat, and a tie after it takes nothing away
    won = banco(fresh("punto", "tie"), "punto").do("carla", a.TakeBank(100_00)).coup("tie", luis=20_00)
    assert repeated(won, "ana") == ("CF.B.30",)
    halves = fresh("banca").bets().do("ana", a.CallConLaMesa()).do("luis", a.Stake(20_00)).closed().played()
    assert repeated(halves.fork(), "ana") == ("CF.B.30", "CF.B.23")
    assert repeated(halves, "luis") == ("CF.B.30",)
    half_won = fresh("punto").bets().do("ana", a.CallConLaMesa()).do("luis", a.Stake(20_00)).closed().played()
    assert repeated(half_won.do("carla", a.TakeBank(100_00)), "ana") == ("CF.B.30",)


@pytest.mark.clause("CF.B.36")
def test_over_a_tie_only_who_might_have_repeated_his_banco_may(make) -> None:
    """Luis, who plays the coup that ends in a tie, has lost nothing; Ana, who let hers go by, may take it up again."""
    table = banco(banco(make(coups=("banca", "tie")).bank(100_00), "banca"), "tie", who="luis")
    assert table.state.carried_over.seguido == {"ana"}
    assert repeated(table.fork(), "luis") == ("CF.B.30",)
    table.bets().do("ana", a.CallSeguido())


@pytest.mark.parametrize("result", ["banca", "tie"])
def test_a_house_that_ends_it_with_the_hand_leaves_nobody_a_banco_to_repeat(make, result: str) -> None:
    table = as_house(make(coups=("banca", result)), "betting", seguido_after_pass=False).bank(100_00)
    banco(table, "banca").do("bea", a.PassHand()).do("carla", a.TakeBank(195_00))
    assert table.state.carried_over.seguido == frozenset()


# --- a claim ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.16")
def test_a_claim_is_late_once_its_coup_is_paid_and_not_before(make) -> None:
    table = make(coups=("banca", "banca")).bank(300_00)

    def admitted(coup: int) -> list[bool]:
        """Against the banker, and against somebody else."""
        found = []
        for against in ("banker", "croupier"):
            claim = a.RecordClaim("ana", coup, against, "as he says")
            found.append(table.fork().do("croupier", claim).play.last.events[0].is_admitted)
        return found

    table.bets().do("ana", a.Stake(100_00))
    assert admitted(1) == [True, True]
    table.closed().dealt().looked().said("no").do("bea", a.LayDown("banca"))
    assert admitted(1) == [True, True]
    table.settled()
    assert admitted(1) == [False, False]
    table.bets()
    assert (admitted(1), admitted(2)) == ([False, False], [True, True])
    assert table.refused("croupier", a.RecordClaim("ana", 3, "banker", "too soon")).code == "no-such-coup"


@pytest.mark.clause("CF.C3.16")
def test_a_claim_about_the_running_coup_is_as_early_in_the_second_shoe_as_in_the_first(make) -> None:
    """Coups are counted on over the shoes; the first of the second shoe is the second one."""
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    changed(table, shoe=msgspec.structs.replace(table.state.shoe, position=303)).played().shoe()
    table.bank(400_00, by=str(table.state.offer.candidate)).bets()
    assert (table.state.shoe.number, table.state.coup.number) == (2, 2)

    def admitted(coup: int) -> list[bool]:
        """Against the banker, and against somebody else."""
        claims = (a.RecordClaim("ana", coup, against, "as he says") for against in ("banker", "croupier"))
        return [table.fork().do("croupier", one).play.last.events[0].is_admitted for one in claims]

    assert (admitted(1), admitted(2)) == ([False, False], [True, True])
    table.do("luis", a.Stake(100_00)).closed()
    assert admitted(2) == [True, True]
    table.played()
    assert admitted(2) == [False, False]
