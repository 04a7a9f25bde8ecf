"""S3: a wrong word at a real shoe: what can still be done depends on when the face is known (CF.A.12-16, C4.05-14)."""

from typing import Any

import pytest

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Expose, LoseNatural, NoteOnly, Oblige, OfferChoice, Party, VoidCoup
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import at


def spoken(make, word: str, **options):
    """Luis has looked at his real cards and said a word; nobody else has seen them."""
    table = make(conduct="observed", real=True, **options).bank(300_00).bets()
    table.do("luis", a.Stake(200_00)).closed().dealt().looked().said(word)
    assert table.state.docket.open == ()
    return table


@pytest.mark.clause("CF.C4.05")
def test_noticed_in_time_the_banker_may_give_or_deny_the_card(make) -> None:
    """«Carta» with 6: Luis turns his cards up before the banker has drawn."""
    table = spoken(make, "carta").do("luis", a.ShowHand(Hand.PUNTO)).keyed("2s 4h")
    (incident,) = table.state.docket.open
    assert (incident.faults[0].code, incident.faults[0].clauses) == ("wrong-word", ("CF.A.14",))
    assert incident.proposed_effects == (OfferChoice("bea", THIRD_CARD, (GIVE, DENY)),)
    table.ruled("croupier")
    denied = table.fork().do("bea", a.Choose(THIRD_CARD, DENY))
    assert denied.state.phase is Phase.BANKER
    denied.do("bea", a.Stand()).do("bea", a.ShowHand(Hand.BANCA)).keyed("Kc 7d")
    assert (denied.total("punto"), denied.state.coup.punto.winner) == (6, "banca")
    given = table.fork().do("bea", a.Choose(THIRD_CARD, GIVE)).do("bea", a.GiveCard()).keyed("2d")
    assert (given.total("punto"), given.state.phase) == (8, Phase.BANKER)


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
    assert incident.proposed_effects == (NoteOnly("wrong-word-found-late"),)
    stands = table.fork().ruled("croupier")
    assert stands.state.coup.punto.winner == ("punto" if word == "carta" else "banca")
    otherwise = table.fork().ruled("inspector", effects=(VoidCoup(),), reason="the bank was misled")
    assert otherwise.state.phase is Phase.BETWEEN


@pytest.mark.clause("CF.A.15", "CF.A.16")
@pytest.mark.parametrize(("freedom", "incidents"), [(True, 0), (False, 1)])
def test_who_covers_the_bank_alone_may_say_what_he_likes_if_that_was_authorised(make, freedom, incidents) -> None:
    table = make(conduct="observed", real=True, freedom=freedom).bank(300_00).bets()
    table.do("luis", a.CallBanco()).closed().dealt().looked().said("no").do("bea", a.Stand())
    table.show("2s Ah", "Kc 7d")
    assert len(table.state.docket.open) == incidents


def test_at_a_strict_table_the_same_check_refuses_the_word_to_the_punto_alone(make) -> None:
    table = make("2s 9h 4d 5c").bank(300_00).bets().do("luis", a.Stake(200_00)).closed().dealt().looked()
    assert table.refusal("luis", a.Say("carta")) == ("must-stand", ("CF.A.14",))
    said = table.outcome("luis", a.Say("no"))
    assert "CF.A.14" not in said.rests_on
    assert said.events[0].private() == ("duty",)


# --- one mistake, one outcome -----------------------------------------------------------------------------------------

HANDS = ("Ks Qh", "As Kh", "2s Kh", "2s Ah", "4s Kh", "5s Kh", "6s Kh", "7s Kh", "8s Kh", "9s Kh")
"""Two cards of each total."""
COVERS: dict[str, dict[str, Any]] = {
    "one stake": {"stakes": "ana"},
    "banco": {"stakes": "banco"},
    "free banco": {"stakes": "banco", "freedom": True},
}
REAL = pytest.mark.parametrize("real", [False, True], ids=["known", "unknown"])
CHOICE = OfferChoice("bea", THIRD_CARD, (GIVE, DENY))


def misspoken(make, cover: str, total: int, word: str, banca: str = "Kc 7d", **options):
    """The punto has this total and has said a word; the bank has 7."""
    (first, second), (third, fourth) = HANDS[total].split(), banca.split()
    table = at(make, "bets", f"{first} {third} {second} {fourth} 2d 3c", **COVERS[cover], **options)
    return table.closed().dealt().looked().said(word)


def told(table) -> list[tuple[list[str], tuple[Any, ...]]]:
    """Return what the open incident is about, and what is proposed; nothing without one."""
    return [([one.code for one in this.faults], this.proposed_effects) for this in table.state.docket.open]


def due(cover: str, total: int, word: str) -> list[tuple[list[str], tuple[Any, ...]]]:
    """Return what becomes of a word that is noticed in time: by CF.C4.08 and .09 of a natural, by .06 of nought, by .05
    of any other total on which it was wrong.
    """
    if total > 7:
        return [(["natural-forgotten"], (LoseNatural("punto"), *([CHOICE] if word == "carta" else [])))]
    if cover == "free banco" or total == 5 or (word == "carta") is (total < 5):
        return []
    return [(["wrong-word"], (CHOICE if total else Oblige("punto", Cell.DRAW),))]


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
            assert reported.incident.proposed_effects == (Expose("punto"),)
            assert reported.incident.open_to_judgement is ("banco" not in cover)
            reported.ruled("inspector", reason="he says so")
            shown = table.fork().do(str(table.state.holder), a.ShowHand(Hand.PUNTO))
            wrong += [
                f"{word} on {total}, {how}: {told(one)}, not {due(cover, total, word)}"
                for how, one in (("reported", reported), ("shown", shown))
                if told(one) != due(cover, total, word)
            ]
    assert wrong == []


@pytest.mark.clause("CF.C4.10")
@REAL
def test_a_nine_that_asked_for_a_card_loses_to_an_eight_reported_or_shown(make, real) -> None:
    """The banker denies the card and lays down his natural."""
    table = misspoken(make, "one stake", 9, "carta", banca="Kc 8d", real=real).report(Accident.MISSPOKEN, Party.PLAYER)
    table.ruled("inspector", reason="he says so").ruled("inspector")
    table.do("bea", a.Choose(THIRD_CARD, DENY)).do("bea", a.LayDown(Hand.BANCA)).shown()
    assert (table.state.phase, table.state.coup.punto.winner) == (Phase.SETTLE, "banca")


@pytest.mark.clause("CF.C4.13")
@REAL
def test_who_is_free_of_the_scheme_has_said_no_wrong_word_and_gets_his_card(make, real) -> None:
    table = misspoken(make, "free banco", 6, "carta", real=real).report(Accident.MISSPOKEN, Party.PLAYER).ruled()
    assert (table.state.phase, table.state.docket.open) == (Phase.ANSWER, ())
    table.do("bea", a.GiveCard())
    assert table.total("punto") == 8


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
    """Reported by the croupier at the step or seen when the hands are shown: the same faults, remedies and winner.
    What was done stands; who plays banco bears it, and a natural that was not laid down is an ordinary total.
    """
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
                late = NoteOnly("bears-own-mistake" if cover == "banco" else "wrong-word-found-late")
                if seen[0][:1] != [(["wrong-word"], (late,))]:
                    wrong.append(f"{step} on {total}: {seen[0]}, not {late}")
    assert wrong == []


def betting_closed(make, conduct: str = "observed"):
    """Luis and Ana stake 200 and 100 on a bank of 300; the faces of the shoe are nobody's knowledge."""
    table = make(conduct=conduct, real=True).bank(300_00).bets()
    return table.do("luis", a.Stake(200_00)).do("ana", a.Stake(100_00)).closed()


@pytest.mark.clause("CF.C3.02", "CF.C3.03")
def test_a_banker_with_three_cards_counts_nothing_and_may_take_one_more(make) -> None:
    table = betting_closed(make).dealt("pbbb")
    (incident,) = table.state.docket.open
    assert [one.code for one in incident.faults] == ["deal-order", "banker-more-than-two"]
    assert not incident.open_to_judgement
    table.ruled("croupier").dealt("p").looked().said("no").do("bea", a.DrawCard()).keyed("7d")
    table.show("9s 6c", "2c 9h Qd")
    # the banker's three cards count 0, and 7 with the card that came after
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (5, 7, "banca")
