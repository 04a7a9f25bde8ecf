"""What a day of the house hands on to the next one."""

from __future__ import annotations

import msgspec

from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class Movement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event made of somebody's money on a day, in cents; two ``signers``: at their word, not the player's."""

    day: str
    event: str
    amount: Cents | None = None
    table: str = ""
    means: str = ""
    signers: tuple[PersonId, ...] = ()


class CarriedVisitor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a day hands on about somebody: how long he may not come, and what he wants to lose (in cents) and to sit
    at tables (in minutes) at most in a day; who has given them a code, ``is_code_old``: on the
    day before; and what was paid at the word of others.
    """

    person: PersonId
    bar_end: str = msgspec.field(default="", name="barred")
    is_barred_for_good: bool = False
    exclusion_end: str = msgspec.field(default="", name="excluded")
    loss_limit: Cents | None = None
    time_limit: int | None = None
    code_by: str = ""
    movements: tuple[Movement, ...] = ()
    is_code_old: bool = False


class CarriedComplaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complaint that a day hands on without an answer."""

    serial: int
    person: PersonId
    table: str
    text: str = ""


class CarriedAward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bank that a day hands on, with the days that are left."""

    game: str
    name: str
    person: PersonId
    amount: Cents
    days: int
    is_begun: bool
    terms: str = ""
    coups: int = 0


class HousePost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody on duty at a post of the house between two days."""

    role: Role
    person: PersonId


class BalancesCarried(Event, frozen=True, tag="balances-carried@1"):
    """All that the house is between two days: the balances of its accounts in cents, and what else outlives a day.

    ``day`` is the last one, ``days`` how many there were; ``slips`` and ``serials`` are the last numbers that were
    given to a slip and to a complaint; ``dinner`` is when its dinner hour begins and ends, ``None``: as usual;
    ``institutions`` are those at which a proven deposit may lie; ``difference_limit`` is up to which difference of a
    count one side's confirmation is enough, ``None``: as usual.
    """

    name: str
    has_admission: bool = msgspec.field(name="admission")
    day: str
    days: int
    balances: dict[str, Cents]
    posts: tuple[HousePost, ...] = ()
    visitors: tuple[CarriedVisitor, ...] = ()
    complaints: tuple[CarriedComplaint, ...] = ()
    slips: int = 0
    serials: int = 0
    dinner: tuple[str, str] | None = None
    institutions: tuple[str, ...] = ()
    awards: tuple[CarriedAward, ...] = ()
    difference_limit: Cents | None = None
