"""What somebody reads and is offered about posts, each combination of a table with people, machines and absent holders:
the whole of what his page is told.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.punto_banco.game import PuntoBanco
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.web.post_offers import SOMEBODY, PostOffers, absent_posts, may_take, post_offers, unattended_posts

MARTA, JULIO, EVA, BOT = PersonId("marta"), PersonId("julio"), PersonId("eva"), PersonId("bot-croupier")
OFFICIAL, NOBODY = SimpleNamespace(roles=frozenset({Role.TABLE_CHIEF})), SimpleNamespace(roles=frozenset())


class Table:
    """A table of punto y banca with two posts; it notes what would be asked of its rules."""

    id, version = "mesa", 3
    game = PuntoBanco()

    def __init__(self, croupier: PersonId = MARTA, absent: set[PersonId] | None = None, refusal: str = "") -> None:
        self.staff = {"croupier": croupier, "table-chief": JULIO}
        self.absent_staff = absent or set()
        self.lost_posts: dict[PersonId, Any] = {}
        self.machines: dict[Role, PersonId] = {}
        self.asked: list[Act[Any]] = []
        self._refusal = refusal

    def view(self, viewer: PersonId | None) -> Any:
        me = OFFICIAL if viewer in self.staff.values() else NOBODY if viewer == EVA else None
        return SimpleNamespace(name="mesa", staff=self.staff, me=me, step="step of the view")

    def would_refuse(self, made: Act[Any]) -> Refused | None:
        self.asked.append(made)
        return Refused(self._refusal) if self._refusal else None


def offers(table: Any, person: PersonId = EVA, *, admitted: bool = True, lang: str = "es") -> PostOffers:
    return post_offers(table, person, table.view(person), lang, admitted=admitted)


def lost(role: str, successor: PersonId, *, is_absent: bool = False) -> Any:
    return SimpleNamespace(role=role, successor=successor, time="2026-11-22T20:15:09+00:00", is_absent=is_absent)


@pytest.mark.parametrize(
    ("absent", "found"),
    [
        (set(), ()),
        ({EVA}, ()),
        ({MARTA}, ("croupier",)),
        ({JULIO}, ("table-chief",)),
        ({MARTA, JULIO}, ("croupier", "table-chief")),
    ],
)
def test_a_post_is_unattended_while_its_own_holder_is_gone(absent: set[PersonId], found: tuple[str, ...]) -> None:
    table: Any = Table(absent=absent)
    assert unattended_posts(table) == found
    assert offers(table, EVA) == PostOffers("", found)
    assert table.asked == [Act(HOUSE, Relieve(Role(role), EVA)) for role in found]
    assert offers(table, EVA, admitted=False) == PostOffers()


def test_everybody_reads_who_is_gone_and_for_what_the_table_waits() -> None:
    table: Any = Table(absent={MARTA, JULIO})
    table.machines = {Role.TABLE_CHIEF: PersonId("bot-jefe")}
    waits = "Se espera a que vuelva o a que alguien del personal tome el puesto."
    machine = "Si no vuelve, en unos segundos lo toma la máquina."
    assert absent_posts(table, table.view(None), "es") == (
        f"Puesto de crupier sin atender: marta no tiene su página abierta. {waits}",
        f"Puesto de jefe de mesa sin atender: julio no tiene su página abierta. {machine}",
    )
    table.absent_staff = set()
    assert absent_posts(table, table.view(None), "es") == ()


@pytest.mark.parametrize(
    ("holder", "absent", "refusal", "found"),
    [
        (MARTA, set(), "", False),
        (MARTA, {JULIO}, "", False),
        (MARTA, {MARTA}, "", True),
        (MARTA, {MARTA}, "at-table", False),
        (BOT, set(), "", True),
        (BOT, set(), "at-table", False),
    ],
)
def test_a_post_is_taken_from_whoever_is_gone_or_a_machine_if_the_rules_let_one(
    holder: PersonId, absent: set[PersonId], refusal: str, found: bool
) -> None:
    table: Any = Table(holder, absent, refusal)
    assert may_take(table, EVA, "croupier") is found
    assert may_take(table, EVA, "inspector") is False


@pytest.mark.parametrize(
    ("refusal", "filled", "opened"),
    [
        ("", ("croupier",), ("inspector", "director")),
        ("nothing-changes", ("croupier",), ()),
        ("not-of-staff", (), ("inspector", "director")),
        ("not-your-role", (), ()),
    ],
)
def test_an_official_on_duty_sends_others_and_takes_nothing(
    refusal: str, filled: tuple[str, ...], opened: tuple[str, ...]
) -> None:
    table: Any = Table(absent={MARTA}, refusal=refusal)
    table.lost_posts = {JULIO: lost("croupier", MARTA)}
    assert offers(table, JULIO) == PostOffers("", (), filled, opened)
    asked = [Relieve(Role.CROUPIER, MARTA), *(Relieve(role, SOMEBODY) for role in (Role.INSPECTOR, Role.DIRECTOR))]
    assert table.asked == [Act(JULIO, one, "step of the view") for one in asked]


AT = "A las 20:15:09 su puesto de crupier pasó a"
GONE = ", porque usted había cerrado su página"
RETURN = "Puede volver a él con el botón de abajo."
ASK = "Para volver, entre de nuevo por la lista de la sala."


@pytest.mark.parametrize(
    ("successor", "is_absent", "croupier", "refusal", "said", "takes"),
    [
        (BOT, False, BOT, "", f"{AT} la máquina. {RETURN}", ("croupier",)),
        (BOT, True, BOT, "", f"{AT} la máquina{GONE}. {RETURN}", ("croupier",)),
        (BOT, True, BOT, "at-table", f"{AT} la máquina{GONE}. {ASK}", ()),
        (MARTA, False, MARTA, "", f"{AT} marta. {ASK}", ()),
        (MARTA, True, MARTA, "", f"{AT} marta{GONE}. {ASK}", ()),
    ],
)
def test_whoever_lost_his_post_reads_when_to_whom_and_how_he_comes_back(
    successor: PersonId, is_absent: bool, croupier: PersonId, refusal: str, said: str, takes: tuple[str, ...]
) -> None:
    table: Any = Table(croupier, refusal=refusal)
    table.lost_posts = {EVA: lost("croupier", successor, is_absent=is_absent)}
    assert offers(table) == PostOffers(said, takes)
    assert offers(table, admitted=False).posts_to_take == ()
