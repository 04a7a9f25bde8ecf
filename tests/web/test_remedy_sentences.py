"""Remedies are read aloud: every effect is a sentence."""

import re
from typing import Any, get_args

import pytest

from tapete.clauses import Fault
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.drawing import Cell
from tapete.games.chemin_de_fer.view.parts import CardView
from tapete.kernel import PersonId
from tapete.web.games.baccarat.remedies import RemedyContext, fault_text, has_duplicates, sentence, sentences
from tapete.words import LANGS, label

ANA = PersonId("ana-real")
ON = RemedyContext({"ana-real": "Ana"}, (CardView(1, "banca", None, False), CardView(3, "banca", None, False)))
EFFECTS = (
    e.VoidCoup(),
    e.VoidCoup("punto"),
    e.LoseCoup("banca"),
    e.ReturnStake(ANA),
    e.ReturnStake(ANA, 5_000),
    e.OfferWithdrawal(),
    e.SettleLast(ANA),
    e.Discard(4),
    *(e.AssignCard(4, place) for place in ("punto", "banca-3", "basket", "aside")),
    e.SetAside(4),
    e.SetAside(4, "banca"),
    e.KeepOne("punto", True),
    e.KeepOne("banca", False),
    e.Expose("banca"),
    e.Expose("banca", (1,)),
    e.Expose("banca", (1, 2, 3)),
    e.Expose("punto", (), ANA),
    e.DeemTotal("banca", 0),
    e.DeemTotal("banca", 0, True),
    e.DeemNatural("punto", 9),
    e.LoseNatural("banca"),
    *(e.BindToScheme("punto", cell) for cell in Cell),
    *(e.BindToTable("banca", cell, party) for cell in Cell for party in e.Party),
    e.Unbind("banca"),
    *(e.Oblige("banca", cell, on) for cell in (Cell.DRAW, Cell.STAND) for on in ((), (6, 7))),
    *(e.GiveCards("punto", ANA, which) for which in e.EffectCoup),
    *(e.BarPerson(ANA, what, until) for what in e.BarredAction for until in e.Until),
    e.OfferChoice(ANA, "third-card", ("give", "deny")),
    e.GoBack("word"),
    *(
        e.NoteOnly(code)
        for code in ("wrong-word-found-late", "undone-ruling-stands", "bears-own-mistake", "misdeal", "")
    ),
)


def test_every_kind_of_effect_is_here() -> None:
    assert {type(one) for one in EFFECTS} == set(get_args(e.Effect))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("effect", EFFECTS, ids=str)
def test_every_effect_is_a_sentence(effect: Any, lang: str) -> None:
    said = sentence(effect, ON, lang)
    assert re.match(r"[A-ZÀ-Ý].* .*\.$", said)
    assert not re.search(r"[\[\]{}\"…_]|\bNone\b|\b(wrong|ana|go|third|note)-", said)


def test_people_cards_and_amounts_stand_as_on_the_page() -> None:
    assert (
        sentence(e.Expose("banca", (1,)), ON, "es") == "De la mano de la banca se descubre: la primera carta (n.º 2)."
    )
    assert sentence(e.Expose("banca", (1, 3)), ON, "es").endswith("la primera carta (n.º 2) y la tercera carta.")
    assert sentence(e.Discard(4), ON, "es") == "La carta n.º 5 queda fuera de juego."
    assert "Ana" in sentence(e.BarPerson(ANA, e.BarredAction.CARDS), ON, "fr")
    assert "50" in sentence(e.ReturnStake(ANA, 5_000), ON, "en")
    choice = sentence(e.OfferChoice(ANA, "third-card", ("give", "deny")), ON, "es")
    assert choice == "Elige Ana: dar la tercera carta o negar la tercera carta."


@pytest.mark.parametrize("lang", LANGS)
def test_a_note_that_names_nothing_is_of_something_else(lang: str) -> None:
    assert sentence(e.NoteOnly(), ON, lang) == sentence(e.NoteOnly("other"), ON, lang)
    assert label("irregularity", "other", lang) in sentence(e.NoteOnly(), ON, lang)


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("wrong-word", {"hand": "punto", "total": 6, "word": "carta"}, "El punto dijo «carta» con 6."),
        ("bound-by-ruling", {"hand": "banca", "total": 3, "did": "P"}, "La banca se plantó con 3, y no debía."),
        ("misdeal", {}, "reparto equivocado"),
        (
            "ruling-undone",
            {"coup": 3, "serial": 2, "kind": "found-when-shown"},
            "La resolución 2 de la jugada 3 se debía a una carta mal tecleada.",
        ),
    ],
)
def test_a_fault_says_hand_total_and_word(code: str, facts: dict[str, Any], said: str) -> None:
    assert fault_text(Fault(code, facts, ()), RemedyContext(), "es") == said


def test_what_a_later_effect_tightens_is_said_once() -> None:
    loose = e.BindToTable("banca", fault_of=e.Party.CROUPIER)
    tight = e.BindToTable("banca", Cell.DRAW, e.Party.CROUPIER)
    assert sentences((loose, tight), ON, "es") == (sentence(tight, ON, "es"),)


def test_what_two_clauses_ask_alike_is_said_once_and_that_they_do() -> None:
    """Whose error it was changes nothing about the table that the banker follows."""
    one, other = e.BindToTable("banca", fault_of=e.Party.CROUPIER), e.BindToTable("banca", fault_of=e.Party.BANKER)
    assert sentences((one, other), ON, "es") == (sentence(one, ON, "es"),)
    assert has_duplicates((one, e.Expose("banca"), other))
    assert not has_duplicates((one, e.BindToTable("banca", Cell.DRAW, e.Party.BANKER)))
