"""Which fields of which act and event may stand in the private part of an entry alone, of every game and of the house,
and which event says by which rulebook a table plays.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.cards import card
from tapete.cartones import Law
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.pack import CardDealt
from tapete.games.banked.events import AdviceAsked, BankerDecided, WordSaid
from tapete.games.banked.terms import Word
from tapete.games.bingo.acts import MarkNumber, OpenHall, RegisterSeries
from tapete.games.bingo.events import HallContinued, NumberMarked, SeriesRegistered
from tapete.games.bingo.inventory import Inventory, Secrets
from tapete.games.bingo.terms import SeriesKind
from tapete.games.dos_panos.acts import ProveDeposit
from tapete.games.dos_panos.events import BankProven
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.house.acts import LodgeProof
from tapete.house.desk_events import ProofLodged
from tapete.kernel import ActBody, Event, PersonId
from tapete.record.codec import members
from tests.support.record.declared import ENGINES

EVA = PersonId("eva")
SERIES = SeriesRegistered("roja", "A", 1, 600, 200, SeriesKind.SINGLE, "")
FACE = card("9s")

HIDDEN: list[tuple[ActBody | Event, tuple[str, ...]]] = [
    (CardDealt(3, "shoe", FACE, face_up=False), ("face",)),
    (CardDealt(3, "shoe", None, face_up=False), ("face",)),
    (CardDealt(3, "shoe", FACE, face_up=True), ()),
    (AdviceAsked(EVA), ("answer", "duty")),
    (WordSaid(Word.CARTA), ("duty",)),
    (BankerDecided(Cell.DRAW), ("duty",)),
    (BankProven(EVA, DepositPlace.CASH_DESK, 100_000), ("amount",)),
    (BankProven(EVA, DepositPlace.CREDIT_INSTITUTION, 100_000), ("amount",)),
    (BankProven(EVA, None, None), ()),
    (ProveDeposit(EVA, 100_000), ("amount",)),
    (ProveDeposit(EVA, is_of_house=True), ()),
    (MarkNumber("roja-1", 5), ("card", "number")),
    (NumberMarked(EVA, "roja-1", 5), ("card", "number")),
    (OpenHall("Sala", "libro"), ()),
    (OpenHall("Sala", "libro", secrets=Secrets()), ()),
    (OpenHall("Sala", "libro", inventory=Inventory()), ("secrets",)),
    (HallContinued(Inventory()), ("secrets",)),
    (HallContinued(Inventory(), Secrets()), ("secrets",)),
    (RegisterSeries("R"), ()),
    (RegisterSeries("R", law=Law.FOREIGN), ()),
    *((RegisterSeries("R", law=law), ("secret",)) for law in Law if law is not Law.FOREIGN),
    (SERIES, ()),
    *((msgspec.structs.replace(SERIES, law=law), ("secret",)) for law in Law if law is not Law.FOREIGN),
    (LodgeProof(EVA, 100_000), ("amount",)),
    (ProofLodged(EVA, 100_000, ""), ("amount",)),
]


@pytest.mark.parametrize(("said", "fields"), HIDDEN, ids=lambda one: type(one).__name__)
def test_what_only_the_private_part_may_hold(said: ActBody | Event, fields: tuple[str, ...]) -> None:
    assert said.private() == fields
    nobody_knows = msgspec.structs.replace(said, **dict.fromkeys(fields))
    assert nobody_knows.private() == fields
    assert msgspec.convert(msgspec.to_builtins(nobody_knows), type(said)) == nobody_knows


def kinds_with(method: str) -> dict[str, set[str]]:
    """Return by game which kinds of acts and events have their own answer to a question that every one answers."""
    plain = (ActBody, Event)
    return {
        key: {
            kind.__name__
            for kind in {*members(engine.act_types), *members(engine.event_types)}
            if getattr(kind, method, None) not in [getattr(one, method, None) for one in plain]
        }
        for key, engine in ENGINES.items()
    }


def test_no_other_act_or_event_hides_anything() -> None:
    cards = {"CardDealt"}
    banked = cards | {"AdviceAsked", "WordSaid", "BankerDecided"}
    assert kinds_with("private") == {
        "punto-y-banca": cards,
        "chemin-de-fer": banked,
        "dos-panos": banked | {"BankProven", "ProveDeposit"},
        "bingo": {"MarkNumber", "NumberMarked", "OpenHall", "HallContinued", "RegisterSeries", "SeriesRegistered"},
        "house": {"LodgeProof", "ProofLodged"},
    }
    shown: list[Any] = [type(said).__name__ for said, _ in HIDDEN]
    assert {name for names in kinds_with("private").values() for name in names} == set(shown)


def test_the_opening_and_another_rulebook_pin_the_rulebook_of_a_table() -> None:
    of_cards = {"TableOpened", "RulebookAdopted"}
    assert kinds_with("pinned_rulebook") == {
        "punto-y-banca": of_cards,
        "chemin-de-fer": of_cards,
        "dos-panos": of_cards,
        "bingo": {"HallOpened"},
        "house": set(),
    }
