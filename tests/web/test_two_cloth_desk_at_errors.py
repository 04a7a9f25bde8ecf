"""What the desks of a real two-cloth table say while an incident stops it, and where an error is told."""

from html import unescape

import pytest

from tapete.chance import ChanceKind
from tapete.games.dos_panos.terms import Accident
from tapete.table.conduct import Conduct
from tests.support.dos_panos.observed import betting, dealt, first_cards
from tests.support.dos_panos.table import Table, opened
from tests.support.dos_panos.walks import GAME
from tests.support.web.still import still_part

SHOE = f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s"


def page(made: Table, person: str) -> str:
    return unescape(still_part(GAME, made.state, person))


@pytest.mark.parametrize("person", ["rosa", "ana", "carla", "bea"])
def test_whoever_plays_is_told_that_the_table_stands_still_while_an_incident_is_open(person: str) -> None:
    made = dealt(SHOE)
    assert "la mesa espera a que se resuelva" not in page(made, person)
    made.report(Accident.OTHER)
    shown = page(made, person)
    assert "la mesa espera a que se resuelva" in shown
    assert "la mesa sigue" not in shown


def test_a_card_that_is_one_too_many_is_told_apart_from_the_lawful_acts_and_asked_about() -> None:
    shown = page(dealt(SHOE), "croupier")
    before, drawer = shown.split('id="drawer"', 1)
    assert "Carta tapada para" not in before
    assert drawer.count("Carta tapada para") >= 3
    assert "esta abre una incidencia" in drawer
    dealing = page(betting(SHOE).closed(), "croupier")
    assert "Carta tapada para" in dealing.split('id="drawer"', 1)[0]
    assert "esta abre una incidencia" not in dealing


@pytest.mark.parametrize(("kind", "keys"), [(ChanceKind.SEEDED, False), (ChanceKind.KEYED, True)])
def test_the_croupier_is_told_that_he_keys_cards_only_where_he_does(kind: ChanceKind, keys: bool) -> None:
    made = opened("", kind=kind, conduct=Conduct.OBSERVED)
    assert ("teclea las cartas" in page(made, "croupier")) is keys
