"""The threat of a viewer who sees too much: hands, what an open bank has proven; what the staff of real tables note."""

from typing import Any

import msgspec
import pytest

from tapete.chance import ChanceKind
from tapete.games.banked.acts import AskTable, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import HOUSE, PersonId
from tapete.table import acts as t
from tapete.table.people import JoinList
from tapete.table.state import Conduct
from tapete.words import LANGS, refusal
from tests.support.dos_panos.coups import LOST, MIXED, WON, at_the_banker, coup, said, tags
from tests.support.dos_panos.table import BANK, CHIPS, HANDS, SEATS, Table, opened

EVERYBODY = ("ana", "bea", "carla", "dani", "rosa", "croupier", "inspector", "chief", "changer", "director", None)
OWNER = {Hand.PRIMERO: "ana", Hand.SEGUNDO: "carla", Hand.BANCA: "rosa"}
ROSA, ANA, BEA = map(PersonId, ("rosa", "ana", "bea"))


def test_whoever_looked_sees_his_cards_and_his_total_and_the_banker_both_answers_of_his_table() -> None:
    made = at_the_banker(MIXED)
    for hand, total in ((Hand.PRIMERO, 7), (Hand.SEGUNDO, 5), (Hand.BANCA, 6)):
        assert made.play.view(OWNER[hand]).coup.totals == {str(hand): total}
    assert made.play.view(None).coup.totals == {}
    made.do("rosa", AskTable())
    assert (made.play.view("rosa").coup.cells, made.play.view("ana").coup.cells) == (("P", "P"), ())
    assert made.play.view(None).coup.has_asked_table


@pytest.mark.clause("DP.A.36")
def test_anybody_may_ask_for_the_rules() -> None:
    made = opened()
    assert [one.id for one in made.play.game.ask_rule(made.state, ANA, "DP.A.38")] == ["DP.A.38"]
    assert {one.id for one in made.play.game.ask_rule(made.state, None)} >= {"DP.E1.01", "DP.E1.03"}


def open_table(book: str = "asturias-2011", shoe: str = "") -> Table:
    made = opened(shoe, book=book, mode=BankMode.OPEN)
    return made.shoe() if made.phase is Phase.SHOE else made


def proof(who: PersonId, amount: int = 40_000_00) -> a.ProveDeposit:
    return a.ProveDeposit(who, amount)


@pytest.mark.clause("DP.E2.10")
@pytest.mark.clause("DP.E1.04")
def test_whoever_bids_for_buys_draws_or_takes_up_an_open_bank_has_proven_his_deposit() -> None:
    made = open_table().do("inspector", a.OpenAuction())
    assert made.why("ana", a.Bid(BANK), "DP.E2.10") == "deposit-not-proven"
    assert "bid" not in tags(made, "ana")
    made.do("director", proof(ANA)).do("ana", a.Bid(BANK)).do("inspector", a.CloseAuction())
    assert made.state.award.person == "ana"
    guide = open_table("guia")
    assert guide.refused("ana", a.BuyBank(BANK)).code == "deposit-not-proven"
    assert guide.refused("inspector", a.DrawLots(BANK)).code == "deposit-not-proven"
    assert guide.do("director", proof(ANA)).do("inspector", a.DrawLots(BANK)).state.award.person == "ana"
    left = coup(open_table(shoe=WON).announced().deposited().shoe().delivered()).do("rosa", a.LeaveBank())
    assert left.refused("bea", a.AcceptBank()).code == "deposit-not-proven"
    assert left.do("director", proof(BEA)).taken_up("bea").phase is Phase.DEPOSIT


def told(made: Table, who: str | None) -> bytes:
    """Return all that somebody is told without doing anything."""
    return msgspec.json.encode((made.play.view(who), made.play.legal(who), made.play.explain(who)))


@pytest.mark.clause("DP.E2.10")
def test_nothing_tells_whether_the_stakes_are_above_what_was_proven() -> None:
    """A bank that covers and one that does not look the same to all but the banker and the director."""
    worlds = [
        open_table(shoe=LOST).do("director", proof(ROSA, amount)).announced().deposited().shoe().delivered().bets()
        for amount in (90_000_00, 100_00)
    ]
    for stake in (None, a.Stake(6_000_00, Hand.PRIMERO), a.Stake(8_000_00, Hand.PRIMERO)):
        if stake is not None:
            worlds = [made.do("ana", stake) for made in worlds]
        for who in EVERYBODY:
            one, other = (told(made, who) for made in worlds)
            assert (one == other) is (who not in ("director", "rosa")), who
    assert proof(ROSA).private() == ("amount",)
    (event,) = open_table().do("director", proof(ROSA)).turns[-1].events
    assert event.private() == ("amount",)


@pytest.mark.clause("DP.E2.12")
def test_that_a_bank_does_not_cover_the_table_comes_out_once_for_everybody_and_without_a_sum() -> None:
    """Given 45,100 at risk above 5,000 in chips and 40,000 proven: the closing words are said and nothing is dealt."""
    made = opened(mode=BankMode.OPEN, chips=50_000_00).do("director", proof(ROSA, 40_000_00))
    made.announced().deposited().shoe().delivered().bets().staked(ana=45_100_00).closed()
    assert (made.phase, said(made)) == (Phase.BETS, {"cover-short": {}})
    assert made.why("croupier", a.CloseBets(), "DP.E2.12") == "deposit-not-sufficient"
    assert made.refused("croupier", a.CloseBets()).facts == {}
    assert made.fork().do("ana", a.Stake(45_000_00, Hand.PRIMERO)).closed().phase is Phase.DEAL
    assert made.outcome("croupier", a.CallOff()).rests_on == ("DP.E2.12",)
    assert made.fork().do("croupier", a.CallOff()).chips("ana") == 50_000_00
    assert made.fork().do("director", proof(ROSA, 40_100_00)).closed().phase is Phase.DEAL
    assert made.do("director", proof(ROSA, 40_099_99)).closed().phase is Phase.BETS


def test_an_open_banker_sees_what_is_left_of_his_proof_when_the_bank_has_drawn_on_it() -> None:
    made = opened(LOST, mode=BankMode.OPEN).announced(1_000_00).do("director", proof(ROSA, 9_000_00))
    coup(made.deposited(1_000_00).shoe().delivered(), ana=2_000_00, carla=500_00)
    seen = {who: made.play.view(who).bank.proven_deposit for who in EVERYBODY}
    assert {who: found for who, found in seen.items() if found is not None} == {"rosa": 7_500_00, "director": 7_500_00}


def test_a_proof_that_a_house_keeps_stands_at_its_table_without_its_sum_and_at_no_other() -> None:
    made = opened(LOST, mode=BankMode.OPEN, is_in_house=True).do("director", a.ProveDeposit(ROSA)).announced(1_000_00)
    made.deposited(1_000_00).shoe().delivered()
    for again in (a.ProveDeposit(ROSA), proof(ROSA)):
        assert made.refused("director", again).code == "nothing-changes"
    bank = coup(made, ana=2_000_00, carla=1_500_00).state.bank
    assert (bank.is_proven, bank.proven_deposit, bank.called_deposit) == (True, None, 2_500_00)
    assert (made.phase, made.play.view("director").bank.proven_deposit) == (Phase.BETWEEN, None)
    assert opened(mode=BankMode.OPEN).refused("director", a.ProveDeposit(ROSA)).code == "amount-malformed"


def noted(made: Table, **done: Any) -> Table:
    """Let the croupier note what people did, by their names."""
    for person, what in done.items():
        made.do("croupier", a.NoteAct(PersonId(person), what))
    return made


def observed() -> Table:
    """A real table that is recorded; the croupier has noted its people and their chips."""
    made = opened(people=False, conduct=Conduct.OBSERVED, kind=ChanceKind.KEYED)
    for place, person in SEATS.items():
        noted(noted(made, **{person: t.Sit(place)}), **{person: t.BuyIn(CHIPS)})
    return made


def banked() -> Table:
    """The croupier has written down everything up to the chips of the bank that lie before him."""
    made = observed().announced().do("croupier", a.DepositBank(BANK)).shoe()
    return made.do("croupier", a.DeliverBank(BANK))


def test_a_whole_coup_is_written_down_by_the_croupier() -> None:
    made = noted(banked().bets(), ana=a.Stake(100_00, Hand.PRIMERO), carla=a.Stake(100_00, Hand.SEGUNDO, Spot.LINE))
    noted(noted(made, bea=a.Stake(50_00, Hand.PRIMERO)), bea=a.TakeStake(Hand.PRIMERO)).closed()
    assert [(one.person, one.amount) for one in made.state.coup.stakes] == [("ana", 100_00), ("carla", 50_00)]
    made.do("croupier", *(a.DealCard(HANDS[letter]) for letter in "12b12b")).carried()
    made.do("croupier", a.Say("no"), a.Say("carta"), a.GiveCard(Hand.SEGUNDO)).keyed("5s").do("croupier", Stand())
    for hand, faces in ((Hand.PRIMERO, "9s 8c"), (Hand.SEGUNDO, "2h 2d"), (Hand.BANCA, "Kd 6h")):
        made.do("croupier", a.ShowHand(hand)).keyed(faces)
    assert made.phase is Phase.SETTLE
    assert (made.settled().chips("ana"), made.chips("carla")) == (CHIPS + 100_00, CHIPS + 50_00)


def test_bids_and_bancos_and_the_list_are_noted_too() -> None:
    made = observed().do("inspector", a.OpenAuction())
    noted(made, ana=a.Bid(4_000_00), carla=a.Bid(5_000_00), pau=JoinList(), eva=a.SitBehind(2), ugo=t.StandBehind(1))
    made.do("inspector", a.CloseAuction()).do("croupier", a.DepositBank(5_000_00)).shoe()
    noted(noted(made, pau=t.Sit(3), eva=t.BuyIn(CHIPS)), pau=t.BuyIn(CHIPS), ugo=t.Leave())
    noted(made, fran=t.StandBehind(6)).do("croupier", a.DeliverBank(5_000_00))
    noted(made.do("croupier", a.OpenBets()), eva=a.CallBanco()).do("croupier", a.CloseCalls())
    assert (made.state.holder(Hand.SEGUNDO), made.state.seats.seat_of(PersonId("pau"))) == ("eva", 3)


def test_a_refusal_of_what_is_noted_speaks_of_whom_it_is_noted_for() -> None:
    """The croupier is not told that he has no chips: Ana is, and he reads what to tell her."""
    made = banked().bets()
    found = made.refused("croupier", a.NoteAct(ANA, a.Stake(CHIPS + 1_00, Hand.PRIMERO)))
    assert (found.code, found.facts["noted_for"]) == ("not-enough-chips", "ana")
    own = {name: one for name, one in found.facts.items() if name != "noted_for"}
    sentences = {lang: refusal(found.code, found.facts, lang) for lang in LANGS}
    for lang, sentence in sentences.items():
        assert refusal(found.code, own, lang) in sentence
    assert sentences["es"].startswith("Para ana: «No alcanza: tiene ")
    assert sentences["en"].startswith("For ana: “Not enough: you have ")
    for by in ("ana", "inspector", "changer", str(HOUSE)):
        post = made.refused(by, a.NoteAct(ANA, t.BuyIn(1)))
        assert (post.code, "noted_for" in post.facts) == ("not-your-post", False)


@pytest.mark.parametrize("conduct", Conduct)
def test_nothing_is_noted_at_a_table_that_the_program_deals(conduct: Conduct) -> None:
    """Whatever a fault becomes there: everybody moves their own chips and their own bank."""
    made = opened(conduct=conduct, kind=ChanceKind.SEALED).announced()
    assert made.refused("croupier", a.DepositBank(BANK)).code == "not-your-bank"
    assert made.refusal("croupier", a.NoteAct(ANA, t.BuyIn(1))) == ("not-a-real-table", ("HP.DP.noted",))
