"""Remedies and faults read aloud, word for word: with the names, stakes and open cards of the page they stand on."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cards import card
from tapete.clauses import Fault
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.drawing import Cell
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.view.parts import CardView
from tapete.kernel import PersonId
from tapete.web.games.baccarat.remedies import RemedyContext, fault_text, sentence, sentences

ANA, BEA, PAU = PersonId("ana-real"), PersonId("bea-real"), PersonId("pau")
CARDS = (
    CardView(0, "punto", card("4s"), True),
    CardView(1, "banca", card("Kc"), False),
    CardView(2, "punto", None, False),
    CardView(3, "banca", None, False),
    CardView(4, "punto-3", card("9h"), True),
)
"""The punto's first and third card lie open; the bank's first is known to the viewer alone."""
STAKES = (Share(ANA, 30_00), Share(BEA, 50_00), Share(ANA, 20_00))
NAMES = {"ana-real": "Ana", "bea-real": "Bea"}
ON = RemedyContext(NAMES, CARDS, STAKES, {"punto": ANA, "banca": BEA})
WITH_PARTY = RemedyContext(NAMES, is_erring_party_named=True)

REMEDIES: tuple[tuple[e.Effect, str], ...] = (
    (e.ReturnStake(ANA), "A Ana se le devuelven 50~€, que no entran en la jugada."),
    (e.ReturnStake(BEA), "A Bea se le devuelven 50~€, que no entran en la jugada."),
    (e.ReturnStake(PAU), "A pau se le devuelve su apuesta y no entra en la jugada."),
    (e.ReturnStake(ANA, 1_000), "A Ana se le devuelven 10~€, que no entran en la jugada."),
    (e.SettleLast(PAU), "A pau se le cobra primero si pierde y se le paga el último si gana."),
    (e.Discard(0), "La carta n.º 1 (4 de picas) queda fuera de juego."),
    (e.Discard(1), "La carta n.º 2 queda fuera de juego."),
    (e.Discard(4), "La carta n.º 5 (9 de corazones) queda fuera de juego."),
    (e.Discard(9), "La carta n.º 10 queda fuera de juego."),
    (e.AssignCard(0, "banca"), "La carta n.º 1 (4 de picas) conserva su valor y su sitio es la mano de la banca."),
    (
        e.SetAside(4),
        "La carta n.º 5 (9 de corazones) se aparta: es la primera que se da y, si nadie la toma, queda fuera de juego.",
    ),
    (
        e.SetAside(1, "banca"),
        "La carta n.º 2 se aparta: es de quien antes la pida y, si nadie la pide, de la mano de la banca.",
    ),
    (e.Expose("punto"), "Se descubren todas las cartas de la mano del punto."),
    (e.Expose("punto", (1,)), "De la mano del punto se descubre: la primera carta (n.º 1)."),
    (e.Expose("punto", (2,)), "De la mano del punto se descubre: la segunda carta (n.º 3)."),
    (e.Expose("punto", (3,)), "De la mano del punto se descubre: la tercera carta (n.º 5)."),
    (
        e.Expose("punto", (1, 3)),
        "De la mano del punto se descubre: la primera carta (n.º 1) y la tercera carta (n.º 5).",
    ),
    (e.Expose("banca", (2, 3)), "De la mano de la banca se descubre: la segunda carta (n.º 4) y la tercera carta."),
    (e.Expose("primero", (1,)), "De la mano del primer paño se descubre: la primera carta."),
    (e.Expose("punto", (1,), ANA), "Ana, y nadie más, ve las cartas de la mano del punto."),
    (e.DeemTotal("punto", 7), "La mano del punto cuenta 7, sean cuales sean sus cartas."),
    (
        e.DeemTotal("punto", 7, True),
        "Las primeras cartas de la mano del punto cuentan 7; puede tomar una más, que se suma.",
    ),
    (e.GiveCards("banca", BEA), "Bea lleva desde ahora las cartas de la mano de la banca."),
    (
        e.GiveCards("banca", PAU, e.EffectCoup.NEXT),
        "Pau llevará las cartas de la mano de la banca en la jugada siguiente.",
    ),
    (
        e.BarPerson(BEA, e.BarredAction.BANCO, e.Until.SHOE),
        "Bea no puede pedir banco por prioridad hasta que acabe el sabot.",
    ),
    (e.OfferChoice(BEA, "third-card", ("deny",)), "Elige Bea: negar la tercera carta."),
    (e.OfferChoice(PAU, "third-card", ("give", "deny")), "Elige pau: dar la tercera carta o negar la tercera carta."),
    (e.Oblige("banca", Cell.DRAW, (3,)), "La mano de la banca debe tomar carta si sus dos primeras suman 3."),
    (
        e.Oblige("banca", Cell.DRAW, (3, 4, 5)),
        "La mano de la banca debe tomar carta si sus dos primeras suman 3, 4 o 5.",
    ),
    (e.NoteOnly("wrong-word"), "Lo hecho vale y la jugada sigue; queda anotado: el punto se anunció mal."),
    (e.NoteOnly("misdeal"), "Lo hecho vale y la jugada sigue; queda anotado: reparto equivocado."),
)
BOUND: tuple[tuple[e.Effect, str], ...] = (
    (
        e.BindToTable("banca", Cell.DRAW, None),
        "La mano de la banca juega según la tabla y, donde esta deja elegir, toma carta.",
    ),
    (
        e.BindToTable("banca", Cell.DRAW, e.Party.PLAYER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un jugador.",
    ),
    (
        e.BindToTable("banca", Cell.DRAW, e.Party.BANKER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del banquero.",
    ),
    (
        e.BindToTable("banca", Cell.DRAW, e.Party.CROUPIER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del crupier.",
    ),
    (
        e.BindToTable("banca", Cell.DRAW, e.Party.BYSTANDER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un mirón.",
    ),
    (
        e.BindToTable("banca", Cell.STAND, None),
        "La mano de la banca juega según la tabla y, donde esta deja elegir, se planta.",
    ),
    (
        e.BindToTable("banca", Cell.STAND, e.Party.PLAYER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un jugador.",
    ),
    (
        e.BindToTable("banca", Cell.STAND, e.Party.BANKER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del banquero.",
    ),
    (
        e.BindToTable("banca", Cell.STAND, e.Party.CROUPIER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del crupier.",
    ),
    (
        e.BindToTable("banca", Cell.STAND, e.Party.BYSTANDER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un mirón.",
    ),
    (e.BindToTable("banca", Cell.OPTIONAL, None), "La mano de la banca juega según la tabla."),
    (
        e.BindToTable("banca", Cell.OPTIONAL, e.Party.PLAYER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un jugador.",
    ),
    (
        e.BindToTable("banca", Cell.OPTIONAL, e.Party.BANKER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del banquero.",
    ),
    (
        e.BindToTable("banca", Cell.OPTIONAL, e.Party.CROUPIER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error del crupier.",
    ),
    (
        e.BindToTable("banca", Cell.OPTIONAL, e.Party.BYSTANDER),
        "La mano de la banca se atiene al cuadro como en una jugada restablecida por error de un mirón.",
    ),
)
FAULTS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("advice", {"hand": "punto", "person": "bea-real"}, "Bea aconsejó a Ana (punto), y no debía."),
    ("advice", {"hand": "punto"}, "Alguien que no debía aconsejó a Ana (punto)."),
    ("advice", {"hand": "banca", "person": "pau"}, "pau aconsejó a Bea (banca), y no debía."),
    ("advice", {"hand": "primero", "person": "ana-real"}, "Ana aconsejó a primer paño (primer paño), y no debía."),
    ("advice", {"person": "ana-real"}, "consejo de quien no debe"),
    ("asked-again", {"total": 5, "word": "carta"}, "El punto volvió a hablar con 5; su última palabra fue «carta»."),
    ("asked-again", {"total": 5}, "Volvió a hablar sin tener bacarrá."),
    ("wrong-word", {"hand": "punto", "total": 6, "word": "carta"}, "El punto dijo «carta» con 6."),
    ("wrong-word", {"hand": "primero", "total": 6, "word": "no"}, "El primer paño dijo «no» con 6."),
    ("misdeal", {"position": 2, "hand": "banca"}, "La carta n.º 3 fue a la mano de la banca, y no le tocaba."),
    ("misdeal", {"position": 2}, "reparto equivocado"),
    ("misdeal", {}, "reparto equivocado"),
    ("floor-card-for-staff", {"position": 3, "person": "ana-real"}, "La carta caída (número 4) la recogió Ana."),
    ("floor-card-for-staff", {"position": 3, "person": "pau"}, "La carta caída (número 4) la recogió pau."),
    (
        "wrong-holder",
        {"person": "bea-real", "hand": "segundo"},
        "Bea se hizo con las cartas de este paño: segundo paño.",
    ),
    ("bound-by-ruling", {"hand": "banca", "total": 3, "did": "P"}, "La banca se plantó con 3, y no debía."),
    ("bound-by-ruling", {"hand": "punto", "total": 3, "word": "no"}, "El punto dijo «no» con 3, y no debía."),
    ("must-draw", {"hand": "punto", "total": 3, "word": "no"}, "El punto dijo «no» con 3, y no debía."),
    ("must-draw", {"total": 3}, "Con 3 la mano toma carta."),
    ("exposed", {"position": 2}, "carta descubierta al dar"),
    ("testimony-belied", {"hand": "punto", "total": 5, "said": 6}, "El punto muestra 5, y se había declarado 6."),
)


@pytest.mark.parametrize(("effect", "said"), REMEDIES, ids=str)
def test_a_remedy_names_people_cards_and_amounts_as_they_stand_on_the_page(effect: e.Effect, said: str) -> None:
    assert sentence(effect, ON, "es") == said.replace("~", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(("effect", "said"), BOUND, ids=str)
def test_what_binds_the_banker_says_whose_error_it_was_where_that_counts(effect: e.Effect, said: str) -> None:
    assert sentence(effect, WITH_PARTY, "es") == said


@pytest.mark.parametrize(("code", "facts", "said"), FAULTS, ids=str)
def test_a_fault_tells_what_is_known_of_it(code: str, facts: dict[str, Any], said: str) -> None:
    assert fault_text(Fault(code, facts, ()), ON, "es") == said


def test_a_remedy_is_read_in_its_order_and_nothing_twice() -> None:
    remedy = (e.Discard(4), e.VoidCoup(), e.Discard(4), e.NoteOnly("misdeal"))
    assert sentences(remedy, ON, "es") == tuple(sentence(one, ON, "es") for one in (remedy[0], remedy[1], remedy[3]))
