"""Faults that meet, exclude each other, come back, or are reported: what one ruling leaves for the next (CF.C)."""

from functools import cache
from itertools import product

import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import DENY, GIVE, Word
from tapete.games.banked.reports import Reportable
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.reports import KINDS
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import Act, PersonId
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import Table, opened
from tests.support.observed import BOTH
from tests.support.orders import parted_by_order, reports as reports_of_all

WHY = {"by": "inspector", "reason": "así lo vio la mesa"}


@pytest.mark.clause("CF.C3.04", "CF.C2.02", "CF.A.32")
@BOTH
def test_the_table_binds_by_the_third_card_that_counts_when_all_see_which(make, real: bool) -> None:
    table = at(make, "carry", "2s 2h Kh 2d 9s 2c 5s", real=real)
    for position in (0, 2):
        table.report(Accident.EXPOSED, e.Party.CROUPIER, position=position)
    table.ruled().carried().do("ana", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    table.said("carta").do("bea", a.GiveCard())
    table.report(Accident.TWO_THIRDS, e.Party.BANKER, hand=Hand.PUNTO).ruled()
    drew, stood = table.fork().do("bea", a.DrawCard()).shown(), table.do("bea", a.Stand()).shown()
    assert drew.result() == (4, 9, "banca")
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    assert stood.incident.faults[0].facts["must"] == str(e.Cell.DRAW)


@pytest.mark.clause("CF.C4.08")
@BOTH
def test_what_is_foreseen_is_proposed_beside_what_is_not(make, real: bool) -> None:
    table = at(make, "carta", "4s 2h 4h 2d 9s 3s", real=real)
    table.do("bea", a.GiveCard(), a.AskTable(), a.DrawCard()).shown()
    assert [one.code for one in table.incident.faults] == ["natural-forgotten", "against-table"]
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((e.LoseNatural(Hand.PUNTO),), True)
    assert {"CF.C4.08", "CF.C4.21"} <= set(map(str, table.incident.clauses))


@pytest.mark.clause("CF.C3.01")
@BOTH
@pytest.mark.parametrize("word", ["carta", "no"])
def test_a_sixth_card_is_the_inspectors(make, real: bool, word: str) -> None:
    table = at(make, "carry", "4s 5h Kh Kd 2s 3s", real=real)
    table.do("bea", a.DealCard(Hand.BANCA), a.DealCard(Hand.BANCA))
    assert table.incident.proposed_effects == (e.SetAside(4, Hand.BANCA), e.Discard(5))
    assert table.incident.open_to_judgement
    table.ruled(**WHY).carried().do("ana", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA)).said(word)
    table.do("bea", a.GiveCard(), a.Stand()) if word == "carta" else table.do("bea", a.DrawCard())
    assert (table.place(4), table.place(5)) == ("punto-3" if word == "carta" else "banca-3", "discard")


@pytest.mark.clause("CF.C4.15")
@BOTH
def test_the_cards_of_another_are_not_his_to_lose(make, real: bool) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s", real=real)
    own, others = (
        table.fork().report(Accident.BASKET, e.Party.PLAYER, position=0, person=PersonId(who))
        for who in ("ana", "luis")
    )
    assert own.incident.proposed_effects == (e.LoseCoup(Hand.PUNTO),)
    assert (others.incident.proposed_effects, others.incident.open_to_judgement) == ((), True)


@pytest.mark.clause("CF.C3.06", "CF.C4.15")
@BOTH
def test_a_card_thrown_from_the_floor_into_the_basket_is_still_of_its_hand(make, real: bool) -> None:
    remedies = {
        ("carry", e.Party.BANKER): e.DeemNatural(Hand.PUNTO, 9),
        ("word", e.Party.PLAYER): e.LoseCoup(Hand.PUNTO),
    }
    for (step, by), remedy in remedies.items():
        table = at(make, step, "2s 3h Kh 4d 5s", real=real).report(Accident.FLOOR, e.Party.CROUPIER, position=0)
        assert remedy in table.report(Accident.BASKET, by, position=0).incident.proposed_effects, step
    useless, fell = (a.Report(one, None, 5) for one in (Accident.EXPOSED_IN_SHOE, Accident.FLOOR))
    both = a.Report(Accident.TWO_THIRDS, e.Party.BANKER, hand=Hand.PUNTO)
    told = reached("both").fork().do("croupier", useless, fell, both)
    assert e.Oblige(Hand.BANCA, e.Cell.DRAW) in told.incident.proposed_effects, "it was the bank's third card"


@pytest.mark.clause("CF.B.10", "CF.C1.08")
@BOTH
def test_the_stop_card_among_stuck_cards_ends_the_shoe(make, real: bool) -> None:
    table = at(make, "deal:pb", "2s 2d 4h 4d 5s", real=real)
    next_one = table.state.shoe.position
    table.with_shoe(stop=next_one + 1, size=next_one + 8)
    table.report(Accident.STUCK, count=2)
    assert table.state.shoe.is_stop_seen
    assert table.ruled().state.phase is Phase.SHOE


NOBODY = PersonId("nadie")


def test_no_ruling_is_about_somebody_who_cannot_be_meant(make) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s").report(Accident.OTHER)
    cards = [e.GiveCards(Hand.PUNTO, NOBODY), e.GiveCards(Hand.PUNTO, "bea"), e.GiveCards(Hand.BANCA, "ana")]
    choices = [(NOBODY, "third-card", GIVE), ("bea", "otra-cosa", GIVE), ("bea", "third-card", "sí")]
    stakes = [e.ReturnStake(NOBODY), e.ReturnStake("luis"), e.SettleLast(NOBODY)]
    for effect in (*cards, *(e.OfferChoice(who, what, (how, DENY)) for who, what, how in choices), *stakes):
        assert table.answer("inspector", GiveRuling(1, (effect,), "porque sí")) == "effect-without-object", effect


@pytest.mark.clause("CF.C3.16")
def test_a_coup_that_is_paid_is_not_decided_again(make) -> None:
    table = at(make, "word", "4s 5h 4h 2d 2s")
    table.do("ana", a.LayDown(Hand.PUNTO)).do("croupier", a.Settle())
    assert table.refused("croupier", a.Report(Accident.TWO_THIRDS, e.Party.BANKER, hand=Hand.PUNTO)).code == "no-coup"
    table.report(Accident.OTHER, e.Party.BANKER, note="dicen que dio dos terceras")
    decided = (e.VoidCoup(), e.LoseCoup(Hand.BANCA), e.DeemTotal(Hand.PUNTO, 3), e.Oblige(Hand.BANCA, e.Cell.DRAW))
    for effect in (*decided, e.Expose(Hand.BANCA), e.ReturnStake("ana"), e.GiveCards(Hand.PUNTO, "ana")):
        assert table.refused("inspector", GiveRuling(1, (effect,), "porque sí")).code == "no-coup", effect
    bar = e.BarPerson(PersonId("ana"), e.BarredAction.CARDS, e.Until.SHOE)
    assert table.fork().ruled(effects=(bar,), **WHY).state.docket.open == ()
    assert table.ruled(effects=(e.NoteOnly("visto"),), **WHY).chips("ana") == 10_000_00 + 100_00


SHOE = "2s 3h 3d 2c 5h 6d 4s 9h Kd 7c 8s 2d"
"""The punto and the bank have five each: every word and every decision is lawful."""


@cache
def reached(step: str) -> Observed:
    asked, stood, drawn = a.GiveCard(), a.Stand(), a.DrawCard()
    ends = {"given": ("carta", asked), "both": ("carta", asked, drawn), "stood": ("no", stood), "drawn": ("no", drawn)}
    word, *acts = ends.get(step, (step,)) if step != "banco" else ends["given"]
    return at(opened, word, SHOE, stakes="banco" if step == "banco" else "ana").do("bea", *acts)


def offers(table: Observed) -> dict[str, Reportable]:
    return {one.accident: one for one in table.play.game.reportable(table.state, PersonId("croupier"))}


@BOTH
def test_the_remedy_is_shown_before_it_is_confirmed(make, real: bool) -> None:
    table = at(make, "deal:pb", "2s Kc 6d 5h", real=real)
    what = a.Report(Accident.MISPLACED, e.Party.CROUPIER, position=0)
    seen = CHEMIN_DE_FER.preview(table.state, Act(PersonId("croupier"), what))
    assert seen.proposed_effects == (e.AssignCard(0, "punto"),)
    assert [one.effects for one in seen.alternatives] == [(e.VoidCoup(),)]
    assert table.state.docket.open == ()
    table.do("croupier", what)
    assert table.incident == seen
    more = a.Report(Accident.EXPOSED, e.Party.CROUPIER, position=1)
    wider = CHEMIN_DE_FER.preview(table.state, Act(PersonId("croupier"), more))
    assert table.do("croupier", more).incident == wider != seen
    late = CHEMIN_DE_FER.preview(table.state, Act(PersonId("ana"), what))
    assert getattr(late, "code", None) == "not-your-post"


@pytest.mark.clause("CF.C2.02", "CF.C2.03")
@BOTH
def test_a_ruling_says_anew_to_which_hand_a_card_belongs(make, real: bool) -> None:
    table = at(make, "carry", "2s 3h Kh 4d 5s", real=real).report(Accident.OTHER, e.Party.CROUPIER)
    table.ruled(effects=(e.AssignCard(2, "banca"), e.AssignCard(3, "punto")), **WHY)
    table.do("croupier", *(a.Report(Accident.EXPOSED, e.Party.CROUPIER, position=one) for one in (0, 3)))
    assert e.BindToTable(Hand.BANCA, e.Cell.DRAW, fault_of=e.Party.CROUPIER) in table.incident.proposed_effects


def test_a_card_that_a_ruling_discards_before_it_is_keyed_belongs_to_no_hand(make) -> None:
    table = at(make, "carta", "2s 3h Kh 4d 5s", real=True)
    Table.do(table, "bea", a.GiveCard())
    Table.do(table, "croupier", a.Report(Accident.OTHER, e.Party.CROUPIER))
    Table.do(table, "inspector", GiveRuling(table.incident.serial, (e.Discard(4),), "seen by all"))
    assert [card.home for card in table.state.coup.cards.layout if card.position == 4] == ["discard"]


SEEN: list[tuple[Accident, str, str]] = [
    # an accident: a step at which it can be seen; one at which no card is there, nobody has spoken, or all is decided
    (Accident.EARLY_DRAW, "bets", "deal:pb"),
    (Accident.EXPOSED_IN_SHOE, "deal:", "bets"),
    (Accident.STUCK, "deal:pb", "bets"),
    (Accident.STUCK, "drawn", "stood"),
    (Accident.FLOOR, "deal:pb", "deal:"),
    (Accident.EXPOSED, "deal:pb", "deal:"),
    (Accident.BASKET, "carry", "deal:"),
    (Accident.MISPLACED, "carry", "bets"),
    (Accident.CARTA_CALLED, "no", "given"),
    (Accident.TWO_THIRDS, "given", "no"),
    (Accident.CARD_OFFERED, "carry", "deal:pb"),
    (Accident.TOO_SLOW, "lift", "carry"),
    (Accident.ADVICE, "word", "bets"),
    (Accident.MISSPOKEN, "carta", "word"),
]


def test_an_accident_is_offered_when_it_can_be_seen_and_reported_by_staff_alone() -> None:
    wrong = []
    for accident, seen, unseen in SEEN:
        wrong += [f"{accident} at {seen} is not offered"] if accident not in offers(reached(seen)) else []
        wrong += [f"{accident} at {unseen} is offered"] if accident in offers(reached(unseen)) else []
        kind = KINDS[accident]
        told = a.Report(accident, kind.parties[0], 0 if kind.is_card_required else None, None, 0, "ana")
        codes = {reached(unseen).answer(who, told) for who in ("croupier", "inspector")}
        wrong += [f"{accident} is reported at {unseen}"] if len(codes) > 1 or "" in codes else []
        codes = {reached(seen).answer(who, a.Report(accident, kind.parties[0])) for who in ("bea", "luis", "nobody")}
        wrong += [f"anybody may report {accident} at {seen}"] if codes != {"not-your-post"} else []
    assert wrong == []


@pytest.mark.clause("CF.B.31")
@BOTH
def test_seen_cards_are_kept_without_a_judgement(make, real: bool) -> None:
    """The croupier pushed the cards to Ana, who lifted them: she plays, and no inspector has to judge it."""
    table = at(make, "carry", "4s Kc 2d 5h", stakes="two", real=real).do("croupier", a.CarryCards("ana"))
    table.do("ana", a.Lift(Hand.PUNTO))
    due = ((e.GiveCards("punto", "ana"),), False)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == due
    table.ruled("croupier")
    assert (table.state.holder, table.state.phase) == ("ana", Phase.WORD)


@pytest.mark.clause("CF.C2.07")
@BOTH
def test_the_card_that_was_drawn_is_his_third_though_he_stood(make, real: bool) -> None:
    """The croupier called «carta», the bank of 3 drew a four and then stood: it counts seven."""
    table = at(make, "no", "5s Kc 2d 3h 4s 9s", real=real).report(Accident.CARTA_CALLED, e.Party.CROUPIER, count=1)
    table.ruled("croupier").do("bea", a.Stand()).shown()
    (broken,) = table.incident.faults
    assert {"CF.A.25", "CF.C2.06", "CF.C2.07"} <= set(broken.clauses)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((e.AssignCard(4, "banca-3"),), False)
    table.ruled("croupier")
    assert (table.place(4), table.result()) == ("banca-3", (7, 7, "empate"))
    short = GiveRuling(3, (e.Discard(0),), "seen")
    assert table.fork().report(Accident.OTHER).answer("inspector", short) == "too-few-cards"
    for lost, other, won in ((Hand.PUNTO, Hand.BANCA, "banca"), (Hand.BANCA, Hand.PUNTO, "punto")):
        late = table.fork().report(Accident.OTHER).ruled(effects=(e.LoseCoup(other), e.LoseCoup(lost)), **WHY)
        assert (late.state.phase, late.result()[2]) == (Phase.SETTLE, won), "the inspector's last word decides"
        late.report(Accident.EXPOSED_IN_SHOE, position=4).ruled("croupier")
        assert (late.state.phase, late.result()[2]) == (Phase.SETTLE, won), "nothing is played on"


@pytest.mark.clause("CF.C2.09")
@BOTH
@pytest.mark.parametrize("count", [0, 1])
def test_a_six_that_takes_the_card_gives_it_up(make, real: bool, count: int) -> None:
    table = at(make, "no", "5s Kc 2d 6h 3s 9s", real=real).report(Accident.CARTA_CALLED, e.Party.CROUPIER, count=count)
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((e.Discard(4),), False)
    assert {"CF.A.25", "CF.C2.06", "CF.C2.09"} <= set(table.incident.clauses)
    table.ruled("croupier")
    assert (table.place(4), table.result()) == (e.DISCARD, (7, 6, "punto"))


UNCOVERED = tuple(a.Report(Accident.EXPOSED, e.Party.CROUPIER, position=one) for one in (0, 2))
OF_BANK = Hand.BANCA, "2h Kc 2s 3s 9h 8h", UNCOVERED, "against-table"
OF_PUNTO = Hand.PUNTO, "5h 4c Js Ks 2h 8h", UNCOVERED[1:], "wrong-word"


@pytest.mark.clause("CF.C2.01", "CF.C2.03", "CF.C4.04")
def test_advice_and_uncovered_cards_bind_alike_whichever_was_ruled_first() -> None:
    """A bank of three draws against a nine where its options are draws; an advised punto stands on five."""
    for (advised, dealt, shown, code), is_first in product((OF_BANK, OF_PUNTO), (True, False)):
        made, advice = at(opened, "carry", dealt), (a.Report(Accident.ADVICE, e.Party.BYSTANDER, hand=advised),)
        for told in (advice, shown) if is_first else (shown, advice):
            case = made.do("croupier", *told).incident
            made.do("inspector", GiveRuling(case.serial, case.proposed_effects, "seen"))
        made.carried().do("ana", a.Lift(Hand.PUNTO), a.Say(Word.CARTA))
        made.do("bea", a.Lift(Hand.BANCA), a.GiveCard(), a.Stand()).shown()
        assert code in [one.code for one in made.incident.faults], (advised, is_first)


OF_ONE_CASE = ("deal:", "deal:p", "deal:pbp", "deal", "carry", "lift", "word", "carta", "no", "given", "stood", "both")
OF_ORDER = ("C1.03", "C1.08", "C2.01", "C2.02", "C2.03", "C3.09", "C3.10", "C3.11", "C4.04", "C4.12")


@pytest.mark.clause(*(f"CF.{one}" for one in OF_ORDER))
@pytest.mark.parametrize(("step", "count"), [*product(OF_ONE_CASE, (2, 3)), ("banco", 2)])
def test_the_order_of_reports_changes_neither_what_is_cited_nor_any_duty(step: str, count: int) -> None:
    """Each card counts where it was dealt, wherever it fell since; every remedy of a case leaves the same."""
    made = reached(step)
    assert parted_by_order(made, list(reports_of_all(made)), count, {2: 800, 3: 100}[count]) == []


@pytest.mark.clause("CF.C2.02", "CF.C2.03")
@BOTH
def test_a_card_that_fell_after_it_was_uncovered_binds_the_bank_once_it_is_back(make, real: bool) -> None:
    first, other = (a.Report(Accident.EXPOSED, e.Party.CROUPIER, position=one) for one in (2, 0))
    fell = a.Report(Accident.BASKET, e.Party.CROUPIER, position=2)
    for told in ((first, other, fell), (first, fell, other), (other, first, fell)):
        table = at(make, "carry", "2s Kc 3d 3c 9h", real=real).do("croupier", *told)
        back = table.incident.alternatives[0].effects
        table.ruled(effects=back, **WHY).carried().do("ana", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
        table.said("carta").do("bea", a.GiveCard(), a.Stand()).shown()
        assert [one.code for one in table.incident.faults] == ["against-table"], told
