"""A card keyed wrongly and a wrong payment: before the settlement, after it, two coups later; whose money moves."""

import random
from typing import Any

import pytest

from tapete.cards import DECK, cards
from tapete.chance import CardOut
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import Discard, SetAside, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import CoupSettled
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Hand, Phase
from tapete.table.acts import BuyIn, CashOut, Leave
from tapete.words import LANGS, act, label, refusal
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import with_chips
from tests.support.rows import rows

WHY = "the camera shows it"
SHOE = "5s Kc 2d 6h 3s 4c 2h 4d 9s 5c 5d 2s"
"""Punto 7 against 6 as keyed; the banker really had an eight in the place of the six."""


def fixed(position: int, face: str, coup: int = 1) -> a.CorrectCard:
    return a.CorrectCard(coup, position, face, "inspector", WHY)


def repaid(who: str, coup: int = 1, paid: int | None = None) -> a.CorrectPayment:
    return a.CorrectPayment(coup, who, "inspector", WHY, paid)


def ended(make, stakes: str = "two") -> Observed:
    """Punto 7, bank 6 with a wrong key: the cards lie open, nothing is paid."""
    return at(make, "no", SHOE, real=True, stakes=stakes).do("bea", a.Stand()).shown()


def last(table, kind):
    return next(one for one in table.play.last.events if isinstance(one, kind))


def test_the_cards_of_a_sealed_shoe_were_keyed_by_nobody(make) -> None:
    table = at(make, "no", SHOE).do("bea", a.Stand()).shown()
    assert table.refused("croupier", fixed(3, "7h")).code == "card-was-not-keyed"


@rows("kind", ["real", "sealed"])
def test_a_key_that_nobody_awaits_is_told_how_a_wrong_one_is_put_right_where_cards_are_keyed(make, kind: str) -> None:
    """Promise: a refusal says what to do; the act by its name on the page, and who has to be one of the two."""
    table = at(make, "no", SHOE, real=kind == "real").do("bea", a.Stand()).shown()
    refused = table.refused("croupier", CardOut(3, "7h"))
    assert refused.code == "no-card-awaited"
    for lang in LANGS:
        told = refusal(refused.code, refused.facts, lang)
        named = [one in told for one in (act("correct-card", {}, lang), label("role", "inspector", lang))]
        assert named == [kind == "real"] * 2, told


def test_whose_debt_stops_a_correction_is_said(make) -> None:
    """All of it is made at once: the official reads who lacks chips and how much he owes."""
    table = ended(make, "ana").settled().do("croupier", fixed(3, "7h"))
    table.do("ana", CashOut(table.chips("ana") - 40_00))
    refused = table.refused("croupier", repaid("ana"))
    assert (refused.code, refused.facts) == ("debtor-short", {"person": "ana", "chips": 40_00, "owes": 100_00})
    table.do("croupier", a.NoteAct("ana", BuyIn(60_00)), repaid("ana"))
    assert table.chips("ana") == 0


def test_what_a_later_correction_brings_a_debtor_is_set_off_against_his_debt(make) -> None:
    """Two keys were wrong, and the second makes the first right again: Ana owes nobody, and has no chips here."""
    table = ended(make, "ana").settled().do("croupier", fixed(3, "7h"))
    table.do("ana", CashOut(table.chips("ana") - 40_00), Leave()).do("croupier", repaid("ana"))
    assert [(one.person, one.amount) for one in table.state.debts] == [("ana", 100_00)]
    table.do("croupier", fixed(3, "6h"), repaid("ana"))
    event = last(table, PaymentCorrected)
    assert [(one.person, one.amount) for one in event.set_off] == [("ana", 100_00)]
    assert (table.chips("ana"), table.money().get("house", 0), table.state.debts) == (0, 0, ())
    assert "HP.CF.debts" in table.turns[-1].rests_on


OF_THREE_COUPS = "4s Kc 2d 7h 4c Kd 2h 7c 4d Kh 2s 7d"
"""Each coup: punto 6 against a bank of 7, as keyed."""
CAME_TO_PUNTO = "5c"
"""What the bank's second card of the first coup really was; with :data:`CAME_TO_NOBODY` it was a tie."""
CAME_TO_NOBODY = "6c"


def booked(make, *, own: int = 200_00, part: int = 100_00) -> Observed:
    """Bea's bank, of which a part is Luis's, won 100 of Ana's: 95 after the deduction."""
    first = make("", conduct="observed", real=True)
    table = Observed(first.play, first.turns)
    table.listed = cards(OF_THREE_COUPS)
    table.bank(own)
    if part:
        table.do("luis", a.OfferShare(part)).do("bea", a.AcceptShare("luis"))
    table.bets().do("ana", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.Stand()).shown().settled()
    return table


def rekeyed(table: Observed, face: str) -> Observed:
    return table.do("croupier", a.CorrectCard(1, 3, face, "inspector", WHY))


def corrected(table: Observed) -> PaymentCorrected:
    return last(table.do("croupier", repaid("ana")), PaymentCorrected)


def gone(table: Observed) -> Observed:
    """The bank has left with its owners: Bea passed the hand."""
    return table.do("bea", a.PassHand())


def changes(shares: Any) -> dict[str, int]:
    return {one.person: one.amount for one in shares}


def test_the_bank_that_stands_bears_it_by_its_parts(make) -> None:
    """Its owners need no chips of their own for that."""
    table = rekeyed(with_chips(with_chips(booked(make), "bea", 0), "luis", 0), CAME_TO_NOBODY)
    before = {one.person: one.amount for one in table.state.bank.parts}
    assert (before, table.state.bank.winnings) == ({"bea": 263_34, "luis": 131_66}, 95_00)
    event = corrected(table)
    assert (event.in_bank, changes(event.bank)) == (True, {"bea": -63_34, "luis": -31_66})
    assert (table.parts(), table.state.bank.winnings) == ({"bea": 200_00, "luis": 100_00}, 0)
    assert (table.chips("bea"), table.chips("luis"), table.chips("ana")) == (0, 0, 10_000_00)


@rows("own, then", [(100_00, "at once"), (200_00, "at once"), (109_00, "played on"), (110_00, "played on")])
def test_a_bank_that_was_lost_or_has_too_little_left_is_ceded(make, own: int, then: str) -> None:
    """CF.E1.07, HP.CF.corrections: also a bank that an earlier coup of it leaves with less than the least stake."""
    table = booked(make, own=own, part=0)
    if then == "played on":  # a tie changes nothing of what the bank holds
        table.bets().do("ana", a.Stake(50_00)).closed().dealt().looked().said("no").do("bea", a.Stand()).shown()
        table.do("croupier", a.CorrectCard(2, 7, "6c", "inspector", WHY)).settled()
    event = corrected(rekeyed(table, CAME_TO_PUNTO))
    assert (event.in_bank, changes(event.bank)) == (True, {"bea": -195_00})
    stays = then == "played on" and own == 110_00
    assert table.parts() == ({"bea": 10_00} if stays else {})
    assert table.asked()[0] == (None if stays else "carla")


@pytest.mark.parametrize("who", ["bea", "luis"])
def test_every_owner_of_a_bank_that_left_is_asked_for_his_part(make, who: str) -> None:
    """Exactly what he owes is enough; with a cent less the correction says whose debt stops it."""
    table = rekeyed(gone(booked(make)), CAME_TO_PUNTO)
    owes = {"bea": 130_01, "luis": 64_99}
    enough = with_chips(table.fork(), who, owes[who])
    event = corrected(enough)
    assert (event.in_bank, event.debts, enough.chips(who)) == (False, (), 0)
    assert enough.chips("ana") == 10_100_00
    refused = with_chips(table, who, owes[who] - 1).refused("croupier", repaid("ana"))
    assert (refused.code, refused.facts["person"], refused.facts["owes"]) == ("debtor-short", who, owes[who])


def test_a_bank_of_other_owners_bears_nothing_of_it(make) -> None:
    """An associate who joined since has no part in the coup that is put right."""
    table = booked(make, part=0).do("eva", a.OfferShare(50_00)).do("bea", a.AcceptShare("eva"))
    event = corrected(rekeyed(table, CAME_TO_NOBODY))
    assert (event.in_bank, changes(event.bank), table.state.bank.total) == (False, {"bea": -95_00}, 345_00)
    assert table.chips("bea") == 10_000_00 - 200_00 - 95_00


def test_another_bank_of_the_same_banker_bears_nothing_of_it_nor_is_it_ceded(make) -> None:
    """CF.E1.20: a bank that was awarded is not lowered, nor does it answer for one that she had passed."""
    table = gone(booked(make, part=0))
    while table.state.offer.candidate != "bea":
        table.do(table.state.offer.candidate, a.DeclineBank())
    table.bank(295_00)
    event = corrected(rekeyed(table, CAME_TO_PUNTO))
    assert (event.in_bank, table.parts(), table.state.phase) == (False, {"bea": 295_00}, Phase.BETWEEN)
    assert table.chips("bea") == 10_000_00 - 200_00 - 100_00 + 200_00 - 295_00


REST = " 3s 4c 2h 4d 9s 5c 5d 2s"


def events(table: Observed, kind: Any) -> list[Any]:
    """Return what the last correction of a card led to."""
    turn = next(turn for turn in reversed(table.turns) if isinstance(turn.acts[0].body, a.CorrectCard))
    return [one for one in turn.events if isinstance(one, kind)]


def codes(table: Observed) -> list[str]:
    return [one.code for one in table.incident.faults]


def word(make: Any, said: str, hands: str, **options: Any) -> Observed:
    """The punto has said his word on these cards, and shows them before the banker has done anything."""
    table = at(make, said, hands + REST, real=True, **options)
    return table.do(table.state.holder, a.ShowHand(Hand.PUNTO))


def forgotten(make: Any, said: str = "no") -> Observed:
    """An eight was keyed that the punto did not lay down; he lost the right to."""
    table = word(make, said, "Ks 2c 8d 4h")
    assert codes(table) == ["natural-forgotten"]
    return table.ruled("croupier")


def test_a_natural_that_was_none_was_not_forgotten(make) -> None:
    table = forgotten(make)
    assert table.state.coup.cards.marks.of(Hand.PUNTO).is_natural_lost
    table.do("croupier", fixed(2, "7d"))
    (undone,) = events(table, RulingUndone)
    assert (undone.coup, undone.serial, undone.kind, undone.codes) == (1, 1, "found-when-shown", ("natural-forgotten",))
    assert not table.state.coup.cards.marks.of(Hand.PUNTO).is_natural_lost
    assert (table.state.docket.open, table.state.coup.rulings, table.state.phase) == ((), (), Phase.BANKER)
    assert "HP.CF.undone-ruling" in table.turns[-1].rests_on


def test_what_the_banker_drew_before_he_should_is_the_next_card(make) -> None:
    """He denied and drew for himself: the card was the punto's, who had rightly asked for it."""
    table = word(make, "carta", "Ks 2c 6d 3h").ruled("croupier").do("bea", a.Choose(THIRD_CARD, "deny"), a.DrawCard())
    table.do("croupier", fixed(2, "4d"))
    found = table.incident
    assert ([one.code for one in found.faults], found.proposed_effects) == (["ruling-undone"], (SetAside(4),))
    assert found.open_to_judgement
    assert (VoidCoup(),) in [one.effects for one in found.alternatives]
    assert table.refused("croupier", a.CarryCards()).code == "coup-suspended"
    table.ruled("inspector", reason="as it should have gone")
    assert (table.state.phase, table.state.coup.decision) == (Phase.ANSWER, None)
    table.do("bea", a.GiveCard())
    assert (table.place(4), table.total("punto")) == ("punto-3", 7)
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (7, 9, "banca")


def test_a_card_that_was_given_for_it_is_the_banker_s(make) -> None:
    """The punto stood on a keyed 2 and got a card; he had 7, and the card is the banker's, the next one nobody's."""
    table = word(make, "no", "Ks 2c 2d 3h").ruled("croupier").do("bea", a.Choose(THIRD_CARD, "give"))
    table.do("bea", a.GiveCard(), a.DrawCard())
    table.do("croupier", fixed(2, "7d"))
    assert table.incident.proposed_effects == (SetAside(4), Discard(5))
    table.ruled("inspector", reason="as it should have gone")
    assert table.state.phase is Phase.BANKER
    table.do("bea", a.DrawCard()).shown()
    assert (table.place(4), table.place(5)) == ("banca-3", "discard")
    assert table.result() == (7, 8, "banca")


def test_after_the_settlement_the_result_is_that_of_the_true_cards_without_the_ruling(make) -> None:
    """A natural that counted as lost lost to a lower one; it was no natural, and what is due follows the totals."""
    table = at(make, "no", "8s 3c Kd 5h" + REST, real=True, stakes="ana")
    table.do("ana", a.ShowHand(Hand.PUNTO)).ruled("croupier").do("bea", a.LayDown(Hand.BANCA)).shown().settled()
    assert table.state.history[-1].winner == "banca"
    money = table.money()
    table.do("croupier", fixed(0, "7s"))
    assert events(table, RulingUndone)[0].codes == ("natural-forgotten",)
    assert (table.state.docket.open, table.money()) == ((), money)
    right = table.state.history[-1]
    assert (right.winner, right.cards.marks.of(Hand.PUNTO).is_natural_lost) == ("banca", False)
    table.do("croupier", fixed(3, "4h"))
    assert table.state.history[-1].winner == "empate"
    table.do("croupier", a.CorrectPayment(1, "ana", "inspector", WHY))
    assert table.chips("ana") == 10_000_00


@rows(
    "hands, acts, keyed, won",
    {
        "an eight of each, and the punto drew to two": ("2d 2h 6h 6s 4d", "carta give stand", {2: "3h"}, "banca"),
        "the punto's nine, and an eight on which the banker stood": ("5d Td 4h 8h", "no stand", {3: "7h"}, "punto"),
        "the punto's nine, and an eight that the banker laid down": ("5d Td 4h 8h", "no lay", {2: "2h"}, "banca"),
        "two eights, of which the banker laid theirs down": ("5d Td 3h 8h", "no lay", {2: "2h"}, "banca"),
    },
)
def test_a_natural_wins_by_a_correction_only_where_it_was_laid_down(make, hands, acts, keyed, won) -> None:
    """CF.C3.14, CF.C4.10: who wins is the same as with the right key, though nobody can say now what he should have."""
    assert [played(make, hands, acts, wrong).state.history[-1].winner for wrong in ({}, keyed)] == [won, won]


def played(make: Any, hands: str, acts: str, wrong: dict[int, str], stakes: str = "ana", end: bool = False) -> Observed:
    """A coup of these cards, of which some were keyed wrongly and are put right at once after the payment."""
    true = hands.split()
    shoe = " ".join(wrong.get(n, face) for n, face in enumerate(true)) + REST
    table = at(make, "word", shoe, real=True, stakes=stakes).with_shoe(is_stop_seen=end)
    own = {"carta": a.Say("carta"), "no": a.Say("no"), "natural": a.LayDown(Hand.PUNTO)}
    banker_s = {"give": a.GiveCard(), "draw": a.DrawCard(), "stand": a.Stand(), "lay": a.LayDown(Hand.BANCA)}
    for one in acts.split():
        table.do(table.state.holder if one in own else "bea", {**own, **banker_s}[one])
    while table.state.phase in (Phase.SHOW, Phase.SETTLE):
        if table.state.docket.open:
            table.ruled("inspector", reason=WHY)
        elif table.state.phase is Phase.SETTLE:
            table.settled()
        elif closed := [one for one in Hand if not is_open(table.state.coup.cards, one)]:
            table.do("croupier", a.ShowHand(closed[0]))
        else:  # a ruling left the banker a choice
            break
    if not table.state.history:
        return table
    table.do("croupier", *(fixed(n, true[n]) for n in wrong if wrong[n] != true[n]))
    who = table.state.history[-1].award.holder
    return table if table.answer("croupier", repaid(who)) == "nothing-changes" else table.do("croupier", repaid(who))


def left(table: Observed) -> Any:
    """What a coup leaves: who won, everybody's money, the bank and what it won, where the hand is, who may repeat."""
    state = table.state
    won = None if state.bank is None else state.bank.winnings
    went = (state.phase, table.asked(), state.offer.origin, state.offer.former_banker, state.carried_over.seguido)
    return state.history[-1].winner, table.money(), table.parts(), won, went


def test_a_coup_put_right_at_once_is_the_coup_played_right(make) -> None:
    """CF.E1.06, CF.E1.07, HP.CF.corrections: until the next betting the hand goes where the true result sends it."""
    chance, seen = random.Random(13), set()
    for _ in range(160):
        true = [str(one) for one in chance.sample(DECK, 6)]
        punto, banca = (sum(max("TA23456789".find(true[n][0]), 0) for n in pair) % 10 for pair in ((0, 2), (1, 3)))
        word = "natural" if punto >= 8 and chance.random() < 0.8 else "carta" if punto < 5 else "no"
        answer = "" if word == "natural" else "lay" if banca >= 8 else chance.choice(["draw", "stand"])
        given = "give" if word == "carta" and answer != "lay" else ""
        used = 4 + bool(given) + (answer == "draw")
        wrong = {chance.randrange(used): str(chance.choice(DECK))}
        rest = (" ".join(true[:used]), f"{word} {given} {answer}")
        how = chance.choice(["ana", "banco"]), chance.random() < 0.3
        right, mended = (played(make, *rest, keys, *how) for keys in ({}, wrong))
        events = [one for turn in mended.turns for one in turn.events]
        if not any(isinstance(one, IncidentOpened) for one in events):
            keyed = next(one.winner for one in events if isinstance(one, CoupSettled))
            seen.add((keyed, right.state.history[-1].winner))
            assert left(mended) == left(right), (rest, wrong, how)
    assert len(seen) == 9, f"each result was keyed as each other: {sorted(seen)}"
