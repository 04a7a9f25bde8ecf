"""Section C.4: faults of the punto, of a banco player, of a bystander; a wrong word, by when its cards are known."""

from typing import Any

import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import BASKET, DISCARD, Cell, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import DENY, GIVE
from tapete.games.banked.events import TimeWarned
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import at
from tests.support.observed import both

PLAYER, BYSTANDER = Party.PLAYER, Party.BYSTANDER
BANCA, PUNTO = Hand.BANCA, Hand.PUNTO
CHOICE = e.OfferChoice("bea", THIRD_CARD, (GIVE, DENY))


@pytest.mark.clause("CF.C4.01")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("step", ["lift", "word"])
def test_the_clock_warns_the_croupier_of_cards_held_too_long(make, conduct: str, step: str) -> None:
    table = at(make, step, "5s Kc 2d 6h", conduct=conduct)
    for who in ("croupier", "ana", "bea", "system:house"):
        assert table.refused(who, a.TimeUp()).code == "not-yours"
    warned = table.play.attempt(a.TimeUp(), "system:clock")
    assert warned.events == (TimeWarned("ana", 30),)
    assert "CF.C4.01" in warned.rests_on
    table.do("system:clock", a.TimeUp())
    assert (table.state.phase, table.play.view("croupier").coup.is_warned) == (step, True)
    assert table.refused("system:clock", a.TimeUp()).code == "no-time-limit"
    assert table.refused("croupier", a.TimeUp()).code == "not-yours"


@both("CF.C4.02")
@pytest.mark.parametrize("step", ["lift", "word"])
def test_who_is_too_slow_holds_the_cards_no_more(make, real: bool, step: str) -> None:
    """The croupier finishes the hand, standing on 5; from the next coup another entitled player holds the cards."""
    shoe = "5s Kc Kd 6h 4h 3c 3d 2h"
    table = at(make, step, shoe, real=real, stakes="two").report(Accident.TOO_SLOW, PLAYER)
    assert table.incident.proposed_effects == (
        e.GiveCards("punto", "croupier"),
        e.BindToScheme("punto", Cell.STAND),
        e.BarPerson("luis", e.BarredAction.CARDS, e.Until.SHOE),
    )
    table.ruled("croupier")
    assert (table.state.holder, table.state.coup.punto.before, table.state.phase) == (
        "croupier",
        "croupier",
        Phase.LIFT,
    )
    assert table.refused("luis", a.Say("no")).code == "not-holding-cards"
    table.do("croupier", a.Lift(PUNTO))
    drew = table.fork().do("croupier", a.Say("carta")).do("croupier", a.ShowHand(PUNTO))
    assert [one.code for one in drew.incident.faults] == ["wrong-word"]
    table.do("croupier", a.Say("no")).do("bea", a.Stand()).shown()
    assert table.result() == (5, 6, "banca")
    table.settled().bets().do("luis", a.Stake(200_00)).do("ana", a.Stake(50_00)).closed()
    assert table.state.holder == "ana"


@pytest.mark.clause("CF.C4.03")
def test_another_advises_and_whoever_thinks_about_his_own_cards_does_not(make) -> None:
    table = at(make, "word", "5s Kc Kd 6h 4h")
    answers = [
        table.answer("croupier", a.Report(Accident.ADVICE, PLAYER, hand="punto", person=who))
        for who in ("eva", "ana", "croupier")
    ]
    assert answers == ["", "advice-own", "croupier-may-advise"]


@both("CF.C4.03", "CF.C4.04")
@pytest.mark.parametrize(("party", "person"), [(PLAYER, "eva"), (BYSTANDER, None), (Party.BANKER, "bea")])
def test_a_punto_on_five_who_was_advised_stands(make, real: bool, party: Party, person: str | None) -> None:
    table = at(make, "word", "5s Kc Kd 6h 4h", real=real, stakes="banco", freedom=True)
    assert table.answer("croupier", a.Report(Accident.ADVICE, party, hand="punto", person=person)) == ""
    table.report(Accident.ADVICE, party, hand="punto", person=person)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == (
        (e.BindToScheme("punto", Cell.STAND),),
        False,
    )
    assert {"CF.C4.03", "CF.C4.04"} <= set(table.incident.faults[0].clauses)
    table.ruled("croupier")
    wrong = table.fork().said("carta").do("luis", a.ShowHand(PUNTO))
    assert [one.code for one in wrong.incident.faults] == ["wrong-word"]
    table.said("no").do("bea", a.Stand()).shown()
    assert table.result() == (5, 6, "banca")


@pytest.mark.parametrize(
    "call",
    [
        a.CallBanco(),
        a.Stake(300_00),
        a.JoinBanco("luis", 100_00),
        a.CallConLaMesa(),
        a.CallUltimoCompleto(),
        a.StakeOnLine(600_00),
    ],
)
def test_whoever_is_barred_from_banco_can_make_it_under_no_other_name(make, call) -> None:
    table = at(make, "between", "5s Kc 2d 6h").report(Accident.OTHER, PLAYER, note="banco called for sport")
    table.do(
        "inspector", GiveRuling(1, (e.BarPerson("luis", e.BarredAction.BANCO, e.Until.SHOE),), "he disturbs the game")
    )
    table.bets()
    assert table.refused("luis", call).code == "barred-from-banco"
    table.fork().do("ana", call)
    table.do("luis", a.Stake(100_00), a.StakeOnLine(200_00))


def test_a_bar_until_the_bank_is_passed_outlasts_a_bank_that_is_lost(make) -> None:
    table = at(make, "between", "9s 2s Ks 4s 2h 9h 4h Kh").report(Accident.OTHER, PLAYER)
    bar = e.BarPerson("luis", e.BarredAction.BANCO, e.Until.NEXT_PASS)
    table.do("inspector", GiveRuling(1, (bar,), "he disturbs the game")).coup("punto", ana=100_00)
    table.do("carla", a.TakeBank(50_00))
    assert table.fork().bets().answer("luis", a.CallBanco()) == "barred-from-banco", "the bank was lost, not passed"
    table.coup("banca", ana=50_00).do("carla", a.PassHand()).do("ana", a.TakeBank(97_50))
    assert table.bets().answer("luis", a.CallBanco()) == "", "the bank was passed"


@both("CF.C4.05", "CF.C4.07")
@pytest.mark.parametrize(("word", "second"), [("carta", "Kd"), ("no", "7d")])
def test_after_a_wrong_word_the_banker_gives_or_denies_and_says_so_first(make, real, word: str, second: str) -> None:
    """«Carta» with 6, «no» with 3."""
    table = at(make, word, f"6s Kc {second} 5h 2s", real=real).do("ana", a.ShowHand(PUNTO))
    assert table.incident.proposed_effects == (CHOICE,)
    table.ruled("croupier")
    for act in (a.GiveCard(), a.DrawCard(), a.Stand()):
        assert table.refusal("bea", act) == ("choice-pending", ("CF.C4.07",))
    assert table.refused("ana", a.Choose(THIRD_CARD, GIVE)).code == "not-your-choice"
    given = table.fork().do("bea", a.Choose(THIRD_CARD, GIVE)).do("bea", a.GiveCard())
    assert given.total("punto") == (8 if word == "carta" else 5)
    denied = table.fork().do("bea", a.Choose(THIRD_CARD, DENY)).do("bea", a.Stand()).shown()
    assert denied.total("punto") == (6 if word == "carta" else 3)


@both("CF.C4.06")
def test_a_punto_with_bacarra_gets_his_card(make, real: bool) -> None:
    table = at(make, "no", "Ks 5c Qd Kh 9s", real=real).do("ana", a.ShowHand(PUNTO))
    assert table.incident.proposed_effects == (e.Oblige("punto", Cell.DRAW),)
    table.ruled("croupier").do("bea", a.GiveCard())
    assert (table.total("punto"), table.state.phase) == (9, Phase.BANKER)


@both("CF.C4.09")
def test_the_card_that_a_natural_asked_for_is_the_bankers_to_give(make, real: bool) -> None:
    table = at(make, "carta", "4s Kc 5d 5h 5c", real=real).do("ana", a.ShowHand(PUNTO))
    assert CHOICE in table.incident.proposed_effects
    table.ruled("croupier")
    assert table.fork().do("bea", a.Choose(THIRD_CARD, GIVE)).do("bea", a.GiveCard()).total("punto") == 4
    table.do("bea", a.Choose(THIRD_CARD, DENY)).do("bea", a.Stand()).shown()
    assert table.result() == (9, 5, "punto")


@both("CF.C4.10")
@pytest.mark.parametrize(("punto", "bank"), [("5d", "4h"), ("5d", "5h"), ("4d", "4h")])
def test_a_forgotten_natural_loses_to_any_the_banker_lays_down(make, real: bool, punto: str, bank: str) -> None:
    table = at(make, "no", f"4s 4c {punto} {bank}", real=real).do("bea", a.LayDown(BANCA)).ruled("croupier")
    assert table.state.coup.punto.winner == "banca"


@both("CF.C4.11")
def test_a_seven_laid_down_as_an_eight_is_corrected(make, real: bool) -> None:
    """He stands on 7 and the coup goes on."""
    table = at(make, "word", "4s Kc 3d 5h 4c", real=real).do("ana", a.LayDown(PUNTO))
    assert (table.incident.kind, table.incident.proposed_effects) == ("laid-down-no-natural", (e.GoBack(Phase.WORD),))
    table.ruled("croupier")
    assert (table.state.phase, table.state.coup.naturals) == (Phase.WORD, ())
    table.said("no").do("bea", a.DrawCard()).shown()
    assert table.result() == (7, 9, "banca")


@both("CF.C4.12")
def test_cards_that_came_by_the_mistake_are_discarded(make, real: bool) -> None:
    """The mistake made the punto get a six on his five: the inspector has it discarded, and both decide afresh."""
    table = at(make, "carta", "5s Kc Kd 4h 6c 2s", real=real).do("bea", a.GiveCard()).report(Accident.MISSPOKEN, PLAYER)
    again = (e.Discard(4), e.GoBack(Phase.WORD))
    assert table.incident.proposed_effects == (e.Expose("punto"),)
    assert [(one.effects, one.clauses) for one in table.incident.alternatives] == [(again, ("CF.C4.11", "CF.C4.12"))]
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", effects=again, reason="everybody heard that he did not want it").said("no")
    assert (table.place(4), table.state.phase, table.state.coup.decision) == (DISCARD, Phase.BANKER, None)
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (5, 6, "banca")


@both("CF.C4.13")
@pytest.mark.parametrize("freedom", [True, False])
def test_a_banco_player_who_lays_down_a_three_stands_on_it(make, real: bool, freedom: bool) -> None:
    table = at(make, "word", "Ks Kc 3d 5h 4c", real=real, stakes="banco", freedom=freedom).do("luis", a.LayDown(PUNTO))
    assert table.incident.proposed_effects == (e.GoBack(Phase.BANKER), e.Oblige("punto", Cell.STAND))
    table.ruled("croupier")
    assert table.state.phase is Phase.BANKER
    table.do("bea", a.Stand()).shown()
    assert table.result() == (3, 5, "banca")


@both("CF.C4.14")
def test_laid_down_with_bacarra_he_may_ask_too(make, real: bool) -> None:
    table = at(make, "word", "Ks 5c Td Kh 9s", real=real, stakes="banco", freedom=True).do("luis", a.LayDown(PUNTO))
    assert table.incident.proposed_effects == (e.GoBack(Phase.WORD),)
    table.ruled("croupier").said("carta").do("bea", a.GiveCard())
    assert table.total("punto") == 9


@both("CF.C4.15")
@pytest.mark.parametrize("stakes", ["two", "banco"])
@pytest.mark.parametrize("step", ["lift", "word", "no"])
def test_who_throws_his_cards_away_unseen_loses_for_all(make, real: bool, stakes: str, step: str) -> None:
    table = at(make, step, "5s Kc 4d 6h", real=real, stakes=stakes).report(Accident.BASKET, PLAYER, position=0)
    assert (table.place(0), table.incident.proposed_effects) == (BASKET, (e.LoseCoup("punto"),))
    table.ruled("croupier").settled()
    assert table.chips("luis") == (9_800_00 if stakes == "two" else 9_700_00)
    assert table.chips("ana") == (9_900_00 if stakes == "two" else 10_000_00)


def spoken(make, word: str, **options):
    """Luis has looked at his real cards and said a word; nobody else has seen them."""
    table = make(conduct="observed", real=True, **options).bank(300_00).bets()
    table.do("luis", a.Stake(200_00)).closed().dealt().looked().said(word)
    assert table.state.docket.open == ()
    return table


@pytest.mark.parametrize(("word", "faces", "clause"), [("carta", "2s 4h", "CF.A.14"), ("no", "2s Ah", "CF.A.12")])
@pytest.mark.clause("CF.A.12", "CF.A.14", "CF.C4.21")
def test_noticed_only_when_shown_what_was_done_stands(make, word: str, faces: str, clause: str) -> None:
    """The duty that could not be checked is checked now; the inspector may rule otherwise."""
    table = spoken(make, word)
    if word == "carta":
        table.do("bea", a.GiveCard()).keyed("2d")
    table.do("bea", a.Stand()).show(faces, "Kc 7d")
    (incident,) = table.state.docket.open
    assert (incident.faults[0].code, incident.faults[0].clauses) == ("wrong-word", (clause,))
    assert incident.proposed_effects == (e.NoteOnly("wrong-word-found-late"),)
    assert table.fork().ruled("croupier").state.coup.punto.winner == ("punto" if word == "carta" else "banca")
    otherwise = table.fork().ruled("inspector", effects=(e.VoidCoup(),), reason="the bank was misled")
    assert otherwise.state.phase is Phase.BETWEEN


@pytest.mark.clause("CF.A.15", "CF.A.16")
@pytest.mark.parametrize(("freedom", "incidents"), [(True, 0), (False, 1)])
def test_who_covers_the_bank_alone_may_say_what_he_likes_if_that_was_authorised(make, freedom, incidents) -> None:
    table = make(conduct="observed", real=True, freedom=freedom).bank(300_00).bets()
    table.do("luis", a.CallBanco()).closed().dealt().looked().said("no").do("bea", a.Stand())
    table.show("2s Ah", "Kc 7d")
    assert len(table.state.docket.open) == incidents


HANDS = ("Ks Qh", "As Kh", "2s Kh", "2s Ah", "4s Kh", "5s Kh", "6s Kh", "7s Kh", "8s Kh", "9s Kh")
"""Two cards of each total."""
COVERS: dict[str, dict[str, Any]] = {
    "one stake": {"stakes": "ana"},
    "one stake where a whole cover is free": {"stakes": "ana", "freedom": True},
    "banco": {"stakes": "banco"},
    "free banco": {"stakes": "banco", "freedom": True},
}
CHOICE = e.OfferChoice("bea", THIRD_CARD, (GIVE, DENY))


def misspoken(make, cover: str, total: int, word: str, banca: str = "Kc 7d", **options):
    """The punto has this total and has said a word; the bank has 7."""
    (first, second), (third, fourth) = HANDS[total].split(), banca.split()
    table = at(make, "bets", f"{first} {third} {second} {fourth} 2d 3c", **COVERS[cover], **options)
    return table.closed().dealt().looked().said(word)


def told(table) -> list[tuple[list[str], tuple[Any, ...]]]:
    """Return what the open incident is about, and what is proposed; nothing without one."""
    return [([one.code for one in this.faults], this.proposed_effects) for this in table.state.docket.open]


def due(cover: str, total: int, word: str) -> list[tuple[list[str], tuple[Any, ...]]]:
    """Return what becomes of a word noticed in time: CF.C4.08, .09 of a natural, .06 of nought, else .05."""
    if total > 7:
        return [(["natural-forgotten"], (e.LoseNatural("punto"), *([CHOICE] if word == "carta" else [])))]
    if cover == "free banco" or total == 5 or (word == "carta") is (total < 5):
        return []
    return [(["wrong-word"], (CHOICE if total else e.Oblige("punto", Cell.DRAW),))]


@pytest.mark.clause("CF.C4.05", "CF.C4.06", "CF.C4.08", "CF.C4.09")
@pytest.mark.parametrize("cover", COVERS)
def test_a_mistaken_word_has_one_outcome_reported_or_shown(make, cover: str) -> None:
    wrong = []
    for total in range(10):
        for word in ("carta", "no"):
            if cover == "free banco" and total == 0 and word == "no":
                continue  # nobody obliges him, who may always ask (CF.C4.14)
            table = misspoken(make, cover, total, word, real=True)
            reported = table.fork().report(Accident.MISSPOKEN, Party.PLAYER)
            assert reported.incident.proposed_effects == (e.Expose("punto"),)
            assert reported.incident.open_to_judgement is ("banco" not in cover)
            reported.ruled("inspector", reason="he says so")
            shown = table.fork().do(str(table.state.holder), a.ShowHand(Hand.PUNTO))
            wrong += [
                f"{word} on {total}, {how}: {told(one)}, not {due(cover, total, word)}"
                for how, one in (("reported", reported), ("shown", shown))
                if told(one) != due(cover, total, word)
            ]
    assert wrong == []


LATE: dict[str, tuple[str, tuple[Any, ...]]] = {
    "carta given": ("carta", (a.GiveCard(),)),
    "carta given, stands": ("carta", (a.GiveCard(), a.Stand())),
    "carta given, draws": ("carta", (a.GiveCard(), a.DrawCard())),
    "no, stands": ("no", (a.Stand(),)),
    "no, draws": ("no", (a.DrawCard(),)),
}
"""What was said and what the banker did before the croupier reports the mistake."""


def to_the_end(table):
    """The bank stands where it has still to decide; both hands are shown, and every incident is ruled as proposed."""
    faults = []
    for _ in range(6):
        if table.state.docket.open:
            faults += told(table)
            table.ruled("inspector")
        elif table.state.phase is Phase.BANKER and table.state.coup.decision is None:
            table.do("bea", a.Stand())
        elif table.state.phase is Phase.SHOW:
            table.shown()
    assert table.state.phase is Phase.SETTLE
    return faults, table.result(), table.state.coup.cards.marks.of("punto").is_natural_lost


@pytest.mark.clause("CF.C4.05", "CF.C4.08", "CF.C4.10", "CF.C4.13")
@pytest.mark.parametrize("cover", COVERS)
def test_told_late_a_mistaken_word_has_the_outcome_of_one_that_is_seen(make, cover: str) -> None:
    """What was done stands; who plays banco bears it, and a natural that was not laid down is an ordinary total."""
    wrong = []
    for total in (0, 3, 5, 6, 8):
        for step, (word, acts) in LATE.items():
            table = misspoken(make, cover, total, word, real=True).do("bea", *acts)
            reported = table.fork().report(Accident.MISSPOKEN, Party.PLAYER)
            assert reported.incident.open_to_judgement is ("banco" not in cover)
            reported, seen = to_the_end(reported.ruled("inspector", reason="he says so")), to_the_end(table)
            if reported != seen or seen[2] is not (total > 7):
                wrong.append(f"{step} on {total}: reported {reported}, seen {seen}")
            if total in (3, 6) and cover != "free banco" and (word == "carta") is (total == 6):
                late = e.NoteOnly("bears-own-mistake" if cover == "banco" else "wrong-word-found-late")
                if seen[0][:1] != [(["wrong-word"], (late,))]:
                    wrong.append(f"{step} on {total}: {seen[0]}, not {late}")
    assert wrong == []
