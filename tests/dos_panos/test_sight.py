"""The threat of a viewer who sees too much: hands, deposits, both answers of a table; what real tables note."""

from typing import Any

import msgspec
import pytest

from tapete.chance import ChanceKind
from tapete.games.banked.acts import AskTable, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import HOUSE, PersonId
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tapete.table.waiting import JoinList
from tapete.words import LANGS, refusal
from tests.support.dos_panos.coups import LOST, coup
from tests.support.dos_panos.table import BANK, CHIPS, SEATS, Table, opened

EVERYBODY = ("ana", "bea", "carla", "dani", "rosa", "croupier", "inspector", "chief", "director", None)

OWNER = {Hand.PRIMERO: "ana", Hand.SEGUNDO: "carla", Hand.BANCA: "rosa"}


def seen(made: Table, viewer: str | None) -> bytes:
    """Everything that a viewer gets: what he sees, what he is offered, what is explained to him."""
    play = made.play
    return msgspec.json.encode((play.view(viewer), play.legal(viewer), play.explain(viewer)))


def told(made: Table) -> bytes:
    """The public part of everything that happened."""
    public = [
        {**msgspec.to_builtins(event), **dict.fromkeys(getattr(event, "private", tuple)(), None)}
        for turn in made.turns
        for event in turn.events
    ]
    return msgspec.json.encode(public)


def played(shoe: str) -> list[Table]:
    """The table at each step of a coup in which both cloths stand and everybody has looked at his cards."""
    made = opened(shoe).ready().bets().staked(ana=100_00, carla=100_00).closed()
    steps = [made.dealt().fork(), made.carried().fork()]
    made.said("1", "no")
    steps.append(made.fork())
    made.said("2", "no")
    steps += [made.fork(), made.looked().fork()]
    return steps


WORLDS = {
    Hand.PRIMERO: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 7c 3d 6h"),
    Hand.SEGUNDO: ("9s 9h Kd 8c 7d 6h", "9s 9h Kd 8c 8d 6h"),
    Hand.BANCA: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 8c 3d 5h"),
}
"""Two shoes for each hand that differ in one card of it."""


@pytest.mark.parametrize("hand", list(Hand))
def test_two_worlds_that_differ_in_a_hidden_hand_are_the_same_to_everybody_else(hand: Hand) -> None:
    one, other = (played(shoe) for shoe in WORLDS[hand])
    for here, there in zip(one, other, strict=True):
        for viewer in EVERYBODY:
            if viewer != OWNER[hand]:
                assert seen(here, viewer) == seen(there, viewer), (here.phase, viewer)
        assert told(here) == told(there)
    assert seen(one[-1], OWNER[hand]) != seen(other[-1], OWNER[hand])


def test_whoever_looked_sees_his_cards_and_his_total() -> None:
    made = played("9s 2h Kd 8c 3d 6h")[-1]
    for hand, total in ((Hand.PRIMERO, 7), (Hand.SEGUNDO, 5), (Hand.BANCA, 6)):
        assert made.play.view(OWNER[hand]).coup.totals == {str(hand): total}
    assert made.play.view(None).coup.totals == {}


def test_the_banker_who_asked_for_his_table_sees_both_answers_and_nobody_else_does() -> None:
    made = played("9s 2h Kd 8c 3d 6h")[-1].do("rosa", AskTable())
    assert made.play.view("rosa").coup.cells == ("P", "P")
    assert made.play.view("ana").coup.cells == ()
    assert made.play.view(None).coup.has_asked_table


def test_what_an_open_bank_has_proven_is_its_banker_s_and_the_director_s_alone() -> None:
    one, other = (
        opened(mode=BankMode.OPEN).announced().do("director", a.ProveDeposit(PersonId("rosa"), proof)).deposited()
        for proof in (40_000_00, 50_000_00)
    )
    for viewer in EVERYBODY:
        assert (seen(one, viewer) == seen(other, viewer)) is (viewer not in ("director", "rosa")), viewer
    assert told(one) == told(other)
    for viewer in ("director", "rosa"):
        assert one.play.view(viewer).bank.proven_deposit == 40_000_00


def test_an_open_banker_sees_what_is_left_of_his_proof_when_the_bank_has_drawn_on_it() -> None:
    made = opened(LOST, mode=BankMode.OPEN).announced(1_000_00)
    made.do("director", a.ProveDeposit(PersonId("rosa"), 9_000_00)).deposited(1_000_00).shoe().delivered()
    coup(made, ana=2_000_00, carla=500_00)
    assert made.account("bank") == 0
    seen_by = {who: made.play.view(who).bank.proven_deposit for who in (*EVERYBODY, None)}
    assert {who for who, found in seen_by.items() if found is not None} == {"rosa", "director"}
    assert seen_by["rosa"] == seen_by["director"] == 7_500_00


@pytest.mark.clause("DP.A.36")
def test_anybody_may_ask_for_the_rules() -> None:
    made = opened()
    found = made.play.game.ask_rule(made.state, PersonId("ana"), "DP.A.38")
    assert [one.id for one in found] == ["DP.A.38"]
    assert {one.id for one in made.play.game.ask_rule(made.state, None)} >= {"DP.E1.01", "DP.E1.03"}


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
    assert made.refusal("croupier", a.NoteAct(PersonId("ana"), t.BuyIn(1))) == ("not-a-real-table", ("HP.DP.noted",))
