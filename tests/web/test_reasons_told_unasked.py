"""What somebody is told unasked: why he may not stake, call or bid now, and what betting waits for. It is what rules
answer to the very act that he would do.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as one_bank
from tapete.games.chemin_de_fer.terms import Phase as Window
from tapete.games.dos_panos import acts as two_cloths
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId, Refused
from tapete.web.games.chemin_de_fer import closed_reasons as of_chemin_de_fer
from tapete.web.games.dos_panos import closed_reasons as of_dos_panos
from tapete.web.notices import Notice
from tapete.words import act, label, refusal

ANA, BEA, CROUPIER = PersonId("ana"), PersonId("bea"), PersonId("croupier")


class Sight:
    """A look at a table that refuses everything for one reason, and keeps what it was asked."""

    lang = "es"

    def __init__(self, view: Any, code: str | None = "wrong-window") -> None:
        self.view, self.asked = view, []
        no = None if code is None else Refused(code, {}, ("CF.A.01", "CF.A.01", "CF.A.02"))  # type: ignore[arg-type]
        self.table: Any = SimpleNamespace(id="t", would_refuse=lambda what: (self.asked.append(what), no)[1])

    def view_as(self, kind: Any) -> Any:
        return self.view

    def acts(self) -> list[tuple[PersonId, Any]]:
        return [(one.by, one.body) for one in self.asked]


def told(code: str = "wrong-window", before: str = "") -> Notice:
    return Notice(before + refusal(code, {}, "es"), "even", ("CF.A.01", "CF.A.02"))  # type: ignore[arg-type]


# --- two cloths -------------------------------------------------------------------------------------------------------


def cloths(phase: Phase, **facts: Any) -> Any:
    laid = [(ANA, Hand.PRIMERO, 30_00), (ANA, Hand.PRIMERO, 5_00), (ANA, Hand.SEGUNDO, 7_00), (BEA, Hand.PRIMERO, 9_00)]
    usual: dict[str, Any] = {
        "me": SimpleNamespace(cloth=None),
        "bank": SimpleNamespace(banker=BEA),
        "auction": None,
        "coup": SimpleNamespace(laid=[SimpleNamespace(person=w, cloth=c, amount=m) for w, c, m in laid]),
        "staff": {"croupier": CROUPIER},
    }
    return SimpleNamespace(step="s", phase=phase, minimum=10_00, bank_minimum=1_000_00, **{**usual, **facts})


SECOND = {"me": SimpleNamespace(cloth=Hand.SEGUNDO)}


@pytest.mark.parametrize(
    ("phase", "facts", "tag", "what"),
    [
        (Phase.BANCO, {}, "call-banco", two_cloths.CallBanco()),
        (Phase.BETS, {}, "stake", two_cloths.Stake(45_00, Hand.PRIMERO)),
        (Phase.BETS, SECOND, "stake", two_cloths.Stake(17_00, Hand.SEGUNDO)),
        (Phase.AUCTION, {}, "bid", two_cloths.Bid(1_000_00)),
        (Phase.AUCTION, {"bank_minimum": 0}, "bid", two_cloths.Bid(1)),
        (Phase.AUCTION, {"auction": SimpleNamespace(floor=2_000_00)}, "bid", two_cloths.Bid(2_000_00)),
    ],
)
def test_on_two_cloths_it_is_told_why_somebody_may_not_go_on(
    phase: Phase, facts: dict[str, Any], tag: str, what: Any
) -> None:
    facts = {**facts}
    view = cloths(phase, **{name: one for name, one in facts.items() if name != "bank_minimum"})
    view.bank_minimum = facts.get("bank_minimum", 1_000_00)
    sight: Any = Sight(view)
    assert of_dos_panos.closed_reasons(sight, ANA, frozenset({"leave"})) == (told(),)
    assert sight.acts() == [(ANA, what)]
    assert of_dos_panos.closed_reasons(sight, ANA, frozenset({tag})) == ()
    view.bank = SimpleNamespace(banker=ANA)
    assert of_dos_panos.closed_reasons(sight, ANA, frozenset()) == ()
    view.bank = None
    assert of_dos_panos.closed_reasons(sight, ANA, frozenset()) == (told(),)
    assert of_dos_panos.closed_reasons(Sight(view, None), ANA, frozenset()) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", [one for one in Phase if one not in (Phase.BANCO, Phase.BETS, Phase.AUCTION)])
def test_in_other_phases_nothing_is_told_unasked(phase: Phase) -> None:
    sight: Any = Sight(cloths(phase))
    assert of_dos_panos.closed_reasons(sight, ANA, frozenset()) == ()
    assert sight.acts() == []


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("too-few-punters", True),
        ("cloth-without-holder", True),
        ("deposit-not-sufficient", True),
        ("wrong-window", False),
        (None, False),
    ],
)
@pytest.mark.parametrize(
    ("phase", "what"),
    [
        (Phase.BETWEEN, two_cloths.OpenBets()),
        (Phase.BANCO, two_cloths.CloseCalls()),
        (Phase.BETS, two_cloths.CloseBets()),
        (Phase.DEAL, None),
    ],
)
def test_on_two_cloths_everybody_is_told_what_the_betting_waits_for(
    phase: Phase, what: Any, code: str | None, is_told: bool
) -> None:
    sight: Any = Sight(cloths(phase), code)
    assert of_dos_panos.short_of_players(sight) == ((told(str(code)),) if is_told and what else ())
    assert sight.acts() == ([(CROUPIER, what)] if what else [])
    assert of_dos_panos.short_of_players(Sight(cloths(phase, staff={}), code)) == ()  # type: ignore[arg-type]


# --- chemin de fer ----------------------------------------------------------------------------------------------------


def fold(phase: Window, **facts: Any) -> Any:
    usual: dict[str, Any] = {
        "me": SimpleNamespace(may_repeat_banco=False),
        "bank": SimpleNamespace(banker=BEA, parts=[SimpleNamespace(person=BEA)]),
        "auction": None,
        "staff": {"croupier": CROUPIER},
    }
    return SimpleNamespace(step="s", phase=phase, minimum=10_00, **{**usual, **facts})


OWN = {"bank": SimpleNamespace(banker=ANA, parts=[SimpleNamespace(person=ANA)])}
AUCTION = {"auction": SimpleNamespace(floor=200_00)}
NO_BANK = {"bank": None}


@pytest.mark.parametrize(
    ("phase", "facts", "offered", "what"),
    [
        (Window.AUCTION, AUCTION, "leave", one_bank.Bid(200_00)),
        (Window.AUCTION, AUCTION, "bid", None),
        (Window.AUCTION, {}, "leave", None),
        (Window.BETWEEN, OWN, "leave", one_bank.PassHand()),
        (Window.BETWEEN, OWN, "pass-hand", None),
        (Window.BETWEEN, {}, "leave", None),
        (Window.BETWEEN, NO_BANK, "leave", None),
        (Window.CARRY, OWN, "leave", None),
        (Window.BETS, {}, "leave", one_bank.Stake(10_00)),
        (Window.BETS, NO_BANK, "leave", one_bank.Stake(10_00)),
        (Window.BETS, OWN, "leave", None),
        *((Window.BETS, {}, tag, None) for tag in sorted(of_chemin_de_fer.STAKES)),
        (Window.DEAL, {}, "leave", None),
    ],
)
def test_in_chemin_de_fer_it_is_told_why_somebody_may_not_go_on(
    phase: Window, facts: dict[str, Any], offered: str, what: Any
) -> None:
    sight: Any = Sight(fold(phase, **facts))
    assert of_chemin_de_fer.closed_reasons(sight, ANA, frozenset({offered})) == ((told(),) if what else ())
    assert sight.acts() == ([(ANA, what)] if what else [])
    assert of_chemin_de_fer.closed_reasons(Sight(sight.view, None), ANA, frozenset({offered})) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", Window)
def test_who_may_repeat_his_banco_is_told_so_until_the_betting_opens(phase: Window) -> None:
    may = Notice(label("chemin", "may-repeat", "es"), "up", (of_chemin_de_fer.REPEAT,))
    me = SimpleNamespace(may_repeat_banco=True)
    is_told = phase not in of_chemin_de_fer.COUP and phase is not Window.BETS
    seen = of_chemin_de_fer.closed_reasons(Sight(fold(phase, me=me), None), ANA, frozenset())  # type: ignore[arg-type]
    assert seen == ((may,) if is_told else ())
    part = SimpleNamespace(banker=BEA, parts=[SimpleNamespace(person=BEA), SimpleNamespace(person=ANA)])
    own: Any = Sight(fold(phase, me=me, bank=part), None)
    assert of_chemin_de_fer.closed_reasons(own, ANA, frozenset()) == ()


@pytest.mark.parametrize("code", ["too-few-players", "wrong-window", None])
@pytest.mark.parametrize(
    ("phase", "what"),
    [(Window.BETWEEN, one_bank.OpenBets()), (Window.BETS, one_bank.CloseBets()), (Window.DEAL, None)],
)
def test_in_chemin_de_fer_everybody_is_told_that_players_are_missing(
    phase: Window, what: Any, code: str | None
) -> None:
    sight: Any = Sight(fold(phase), code)
    is_told = what is not None and code == "too-few-players"
    assert of_chemin_de_fer.short_of_players(sight) == ((told("too-few-players"),) if is_told else ())
    assert sight.acts() == ([(CROUPIER, what)] if what else [])
    assert of_chemin_de_fer.short_of_players(Sight(fold(phase, staff={}), code)) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("reasons", [of_chemin_de_fer, of_dos_panos], ids=["chemin de fer", "two cloths"])
def test_why_somebody_may_not_leave_is_told_after_the_name_of_the_act(reasons: Any) -> None:
    sight: Any = Sight(SimpleNamespace(step="s"))
    assert reasons.stay_reason(sight, ANA, frozenset({"stake"})) == told(before=act("leave", {}, "es") + ": ")
    assert [(who, type(what).__name__) for who, what in sight.acts()] == [(ANA, "Leave")]
    assert reasons.stay_reason(sight, ANA, frozenset({"leave"})) is None
    assert reasons.stay_reason(Sight(sight.view, None), ANA, frozenset()) is None
