"""A real table that is recorded: the croupier notes for the people there what they do, and keys the cards."""

from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase, Spot
from tapete.kernel import HOUSE, PersonId
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tapete.table.waiting import JoinList
from tapete.words import LANGS, refusal
from tests.support.dos_panos.table import BANK, CHIPS, SEATS, Table, opened


def noted(made: Table, **done: Any) -> Table:
    """Let the croupier note what people did, by their names."""
    for person, what in done.items():
        made.do("croupier", a.NoteAct(PersonId(person), what))
    return made


def observed(book: str = "asturias-2011", **options: Any) -> Table:
    """A real table that is recorded; the croupier has noted its people and their chips."""
    made = opened(book=book, people=False, conduct=Conduct.OBSERVED, kind=ChanceKind.KEYED, **options)
    for place, person in SEATS.items():
        noted(noted(made, **{person: t.Sit(place)}), **{person: t.BuyIn(CHIPS)})
    return made


def banked(made: Table) -> Table:
    """Let the croupier write down everything up to the chips of the bank that lie before him."""
    made.announced().do("croupier", a.DepositBank(BANK)).shoe()
    return made.do("croupier", a.DeliverBank(BANK))


def test_a_whole_coup_is_written_down_by_the_croupier() -> None:
    made = banked(observed()).do("croupier", a.OpenBets(), a.CloseCalls())
    noted(made, ana=a.Stake(100_00, Hand.PRIMERO), carla=a.Stake(100_00, Hand.SEGUNDO, Spot.LINE))
    noted(noted(made, bea=a.Stake(50_00, Hand.PRIMERO)), bea=a.TakeStake(Hand.PRIMERO)).closed()
    assert [(one.person, one.amount) for one in made.state.coup.stakes] == [("ana", 100_00), ("carla", 50_00)]
    for letter in "12b12b":
        made.do("croupier", a.DealCard({"1": Hand.PRIMERO, "2": Hand.SEGUNDO, "b": Hand.BANCA}[letter]))
    made.carried().do("croupier", a.Say("no"), a.Say("carta"), a.GiveCard(Hand.SEGUNDO)).keyed("5s").do(
        "croupier", Stand()
    )
    for hand, faces in ((Hand.PRIMERO, "9s 8c"), (Hand.SEGUNDO, "2h 2d"), (Hand.BANCA, "Kd 6h")):
        made.do("croupier", a.ShowHand(hand)).keyed(faces)
    assert made.phase is Phase.SETTLE
    made.settled()
    assert (made.chips("ana"), made.chips("carla")) == (CHIPS + 100_00, CHIPS + 50_00)


def test_bids_and_bancos_and_the_list_are_noted_too() -> None:
    made = observed().do("inspector", a.OpenAuction())
    noted(made, ana=a.Bid(4_000_00), carla=a.Bid(5_000_00), pau=JoinList(), eva=a.SitBehind(2), ugo=t.StandBehind(1))
    made.do("inspector", a.CloseAuction()).do("croupier", a.DepositBank(5_000_00)).shoe()
    noted(made, pau=t.Sit(3), eva=t.BuyIn(CHIPS))
    noted(made, pau=t.BuyIn(CHIPS), ugo=t.Leave())
    noted(made, fran=t.StandBehind(6)).do("croupier", a.DeliverBank(5_000_00))
    noted(made.do("croupier", a.OpenBets()), eva=a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.SEGUNDO) == "eva"
    assert made.state.seats.seat_of(PersonId("pau")) == 3


def test_the_bank_is_bought_taken_up_and_given_up_through_the_croupier() -> None:
    made = observed("guia").shoe()
    noted(made, ana=a.BuyBank(BANK)).announced(person="ana").do("croupier", a.DepositBank(BANK), a.DeliverBank(BANK))
    assert made.state.banker == "ana"


@pytest.mark.parametrize("wish", [a.BuyBank(BANK)])
def test_a_wish_for_the_bank_is_taken_back_through_the_croupier(wish: Any) -> None:
    made = noted(observed("guia").shoe(), ana=wish)
    assert [one.person for one in made.state.seekers] == ["ana"]
    noted(made, ana=a.WithdrawWish())
    assert made.state.seekers == ()
    refused = made.refused("croupier", a.NoteAct(PersonId("ana"), a.WithdrawWish()))
    assert (refused.code, refused.facts) == ("bank-not-wanted", {"person": "ana", "noted_for": "ana"})


def test_a_refusal_of_what_is_noted_speaks_of_whom_it_is_noted_for() -> None:
    """The croupier is not told that he has no chips: Ana is, and he reads what to tell her."""
    made = banked(observed()).bets()
    found = made.refused("croupier", a.NoteAct(PersonId("ana"), a.Stake(CHIPS + 1_00, Hand.PRIMERO)))
    told = {lang: refusal(found.code, found.facts, lang) for lang in LANGS}
    assert (found.code, found.facts["noted_for"]) == ("not-enough-chips", "ana")
    own = {name: one for name, one in found.facts.items() if name != "noted_for"}
    for lang, sentence in told.items():
        assert refusal(found.code, own, lang) in sentence
    assert told["es"].startswith("Para ana: «No alcanza: tiene ")
    assert told["en"].startswith("For ana: “Not enough: you have ")
    post = made.refused("ana", a.NoteAct(PersonId("ana"), t.BuyIn(1)))
    assert "noted_for" not in post.facts


@pytest.mark.parametrize("by", ["ana", "inspector", "changer", str(HOUSE)])
def test_nobody_else_notes_anything(by: str) -> None:
    made = observed()
    assert made.refused(by, a.NoteAct(PersonId("bea"), t.BuyIn(1))).code == "not-your-post"


def test_nothing_is_noted_at_a_table_that_the_program_deals() -> None:
    made = opened()
    refused = made.refused("croupier", a.NoteAct(PersonId("ana"), t.BuyIn(1)))
    assert (refused.code, refused.clauses) == ("not-a-real-table", ("HP.DP.noted",))


@pytest.mark.parametrize("person", ["inspector", "croupier", str(HOUSE)])
def test_nothing_is_noted_of_staff_or_of_the_house(person: str) -> None:
    assert observed().refused("croupier", a.NoteAct(PersonId(person), t.BuyIn(1))).code == "only-people"


def test_what_a_person_may_not_do_is_not_noted_of_him() -> None:
    made = banked(observed()).do("croupier", a.OpenBets(), a.CloseCalls())
    refused = made.refused("croupier", a.NoteAct(PersonId("rosa"), a.Stake(100_00, Hand.PRIMERO)))
    assert (refused.code, refused.clauses) == ("banker-does-not-stake", ("DP.F.02",))
