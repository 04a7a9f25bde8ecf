"""A post of the house as its page shows it: what its holder sees, and a form for each act that they may do now.

Nothing is put on the page but what the house shows this viewer and offers them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from secrets import token_hex
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from tapete.catalogue import GameEntry, entries
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import PAYMENTS
from tapete.house.view import HouseView
from tapete.kernel import (
    PSEUDONYM,
    ActBody,
    Amount,
    Choice,
    Field,
    FixedValue,
    Offer,
    People,
    PersonId,
    Text,
    unfit_value,
)
from tapete.live.answer import today
from tapete.money import read_euros
from tapete.people.staff import HousePeople
from tapete.table.staff import Role
from tapete.web.forms import pseudonym
from tapete.web.hall_sign import SIGN
from tapete.web.parsers import cents, read_act
from tapete.web.people.identity import mark_of, require_first_kept
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.words import act, label, money, person_name, refusal, sentence_fact

POSTS: Final[Mapping[str, Role]] = MappingProxyType(
    {"caja": Role.CASHIER, "puerta": Role.ADMISSION, "direccion": Role.DIRECTOR}
)
"""The posts that have a page, by the last part of its address."""

MONEY: Final = "-euros"
"""How the names of fields end in which an amount is typed in euros."""
DAYS: Final = frozenset({"day", "until"})
HOURS: Final = frozenset({"begin", "end"})
NUMBERS: Final = frozenset({"minutes"})
"""Fields of a number that is no money."""
NO_LIMIT: Final = {"limit-loss": ("amount", f"amount{MONEY}"), "limit-time": ("minutes", "minutes")}
"""Acts that take a limit away where their field is left empty: the field of the act, and that of the form."""
NAMES: Final = frozenset({"person"})
OPTIONAL: Final = frozenset({"until"})

ELSEWHERE: Final = frozenset({"complain", "exclude-oneself", "limit-loss", "limit-time"})
"""What anybody may do, and no page of a post is for."""
OF_SLIPS: Final = frozenset({"write-slip", "sign-slip", "confirm-difference", "tear-slip"})
OWN: Final = ELSEWHERE | OF_SLIPS
"""What a player does from their own page: of slips there are those that pay them."""
OF_PERSON: Final = "person "
OF_DAY: Final = ("open-day", "close-day")
RARE: Final = frozenset({"set-dinner-hour", "set-difference-limit", "accept-institution", "bar", "lodge-proof"})
"""What is done once in a while: it stands behind the rest."""


class DeskField(NamedTuple):
    """A field of a form: ``kind`` is money, number, choice, day, time or text; ``options`` are values and names."""

    name: str
    kind: str
    title: str
    options: tuple[tuple[str, str], ...] = ()
    is_required: bool = True
    value: str = ""


class DeskForm(NamedTuple):
    """A form for one act: what it is called, what is settled already, and what is still asked for."""

    act: str
    name: str
    fixed_fields: Mapping[str, str]
    fields: tuple[DeskField, ...]
    command: str


Desk = Mapping[str, Sequence[DeskForm]]
"""The forms of a page by where they stand on it, as :func:`_place` names it."""


def desk_of(offers: Iterable[Offer], lang: str) -> Desk:
    found: dict[str, list[DeskForm]] = defaultdict(list)
    for offer in offers:
        if offer.act not in ELSEWHERE:
            form = _form(offer, lang)
            found[_place(form)].append(form)
    found["other"].sort(key=lambda one: one.act != "go-on-duty")
    return found


def _place(form: DeskForm) -> str:
    """Return where a form stands: with a person or a slip, among new slips, those of the day, the rare, the others."""
    fixed = form.fixed_fields
    if form.act == "write-slip" and fixed["kind"] not in PAYMENTS:
        return "new"
    if form.act in OF_SLIPS and "serial" in fixed:
        return f"slip {fixed['serial']}"
    if "person" in fixed:
        return f"{OF_PERSON}{fixed['person']}"
    return "day" if form.act in OF_DAY else "rare" if form.act in RARE else "other"


def field_left_empty(desk: Desk, fields: Mapping[str, str]) -> str:
    """Return the name of a field that must be filled in and was sent empty; nothing where there is none."""
    forms = (one for one in chain.from_iterable(desk.values()) if one.act == fields.get("act"))
    form = next((one for one in forms if one.fixed_fields.items() <= fields.items()), None)
    asked = () if form is None else (one for one in form.fields if one.is_required and one.kind != "number")
    is_slip = form is not None and form.act in OF_SLIPS  # a sum that nobody wrote there is none
    empty = (one for one in asked if not fields.get(one.name, "").strip() and not (is_slip and one.kind == "money"))
    return next((one.title for one in empty), "")


def own_forms(offers: Iterable[Offer], lang: str) -> tuple[DeskForm, ...]:
    forms = (_form(offer, lang) for offer in offers if offer.act in OWN)
    return tuple(form._replace(fields=tuple(_own_field(form.act, one, lang) for one in form.fields)) for form in forms)


def _own_field(act_name: str, field: DeskField, lang: str) -> DeskField:
    if act_name == "exclude-oneself":
        return field._replace(title=label("house-field", "excluded-until", lang), is_required=True)
    return field._replace(is_required=field.kind in ("text", "day"))


def _form(offer: Offer, lang: str) -> DeskForm:
    fixed = {name: str(field.value) for name, field in offer.fields.items() if isinstance(field, FixedValue)}
    asked = tuple(
        _field(name, field, _title(name, offer, lang), lang)
        for name, field in offer.fields.items()
        if not isinstance(field, FixedValue)
    )
    said = ("kind", "table", "role", "means", "amount")
    told = (act(offer.act, {}, lang), *(_value_name(one, fixed[one], lang) for one in said if fixed.get(one)))
    return DeskForm(offer.act, " · ".join(told), fixed, asked, token_hex(8))


def _title(name: str, offer: Offer, lang: str) -> str:
    if name in NAMES and SIGN.get().house:
        name = "account" if "role" in offer.fields else "player"
    elif offer.act == "write-slip" and "person" in offer.fields:
        name = "amount"
    return label("house-field", name, lang)


def _field(name: str, field: Field, title: str, lang: str) -> DeskField:
    match field:
        case Amount() if name in NUMBERS:
            return DeskField(name, "number", title)
        case Amount():
            return DeskField(f"{name}{MONEY}", "money", title)
        case Choice(options=options):
            named = tuple((str(one), _value_name(name, str(one), lang)) for one in options)
            return DeskField(name, "choice", title, named, is_required=False)
        case People(options=options):
            return DeskField(name, "choice", title, tuple((str(one), person_name(str(one), lang)) for one in options))
        case Text() if name in DAYS:
            value = today() if name == "day" else ""
            return DeskField(name, "day", title, is_required=name not in OPTIONAL, value=value)
        case Text() if name in HOURS:
            return DeskField(name, "time", title)
        case _:
            return DeskField(name, "text", title)


def _value_name(field: str, value: str, lang: str) -> str:
    match field:
        case "means" | "role":
            return label(field, value, lang)
        case "kind":
            return label("slip", value, lang)
        case "amount":
            return money(int(value), lang)
        case _:
            return value or "—"


def posted_act(people: HousePeople | None, house: LiveHouse, fields: Mapping[str, str], lang: str) -> ActBody:
    """Return the act of a posted form: amounts in cents, names as pseudonyms are written. Raises
    :class:`~tapete.web.problems.ProblemError` for what nobody can read, and as :func:`require_first_kept`.
    """
    what: dict[str, Any] = {}
    limit = NO_LIMIT.get(fields.get("act", ""))
    if limit is not None and not fields.get(limit[1], "").strip():
        what[limit[0]] = None
        fields = {name: value for name, value in fields.items() if name != limit[1]}
    for name, value in fields.items():
        if name in ("command", "lang"):
            continue
        if name.endswith(MONEY):
            what[name.removesuffix(MONEY)] = cents(value, lang)
        else:
            what[name] = pseudonym(value) if name in NAMES else value
    if what.get("act") == "write-slip":  # a sum that nobody wrote is none
        what = {"chips": 0, "cash": 0, "vouchers": 0, "kept_money": 0, **what}
    made = read_act(ESTABLISHMENT, what, lax=True)
    require_first_kept(people, house, msgspec.to_builtins(made))
    return made


class DayStep(NamedTuple):
    """A step of the day: ``state`` is done, now, blocked or later; ``why`` says what is to be done, or what hinders."""

    name: str
    state: str
    why: tuple[str, ...] = ()


def day_steps(view: HouseView, lang: str) -> tuple[DayStep, ...]:
    """Return the day of a house as steps, as far as a post of it sees the cash desk."""
    desk, is_open = view.desk, view.phase == "open"
    if desk is None:
        return ()
    open_tables = [one.table for one in view.tables if one.is_open]
    has_float = bool(desk.chips or desk.cash or any(one.chips for one in view.tables))
    found = [
        ("open-day", is_open),
        ("cashier", is_open and any(one.role is Role.CASHIER for one in view.duties)),
        *([("slips", False)] if view.slips else []),
        ("supply", is_open and has_float),
        ("tables", is_open and bool(view.tables)),
        ("close-tables", is_open and bool(view.tables) and not open_tables),
        ("count", is_open and bool(view.tables) and not open_tables and desk.is_counted),
    ]
    due = next((code for code, is_done in found if not is_done), "")
    steps = [_step(code, "done" if is_done else "now" if code == due else "later", lang) for code, is_done in found]
    left = tuple(refusal(one.code, one.facts, lang) for one in view.before_closing)
    state = "later" if not is_open or due else "blocked" if left else "now"
    last = _step("close-day", state, lang)
    return (*steps, last._replace(why=left or last.why))


def _step(code: str, state: str, lang: str) -> DayStep:
    told = (label("day-step", f"{code}-now", lang),) if state == "now" else ()
    return DayStep(label("day-step", code, lang), state, told)


def table_forms(lang: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, label("game", name, lang)) for one in _at_tables() for name in one.names)


def _at_tables() -> tuple[GameEntry, ...]:
    """Return the games that have pages: of another nobody could sit at a table."""
    return tuple(one for one in entries().values() if one.has_pages)


def opening_act(game: str, table: str, minimum: int | None, maximum: int | None) -> tuple[str, ActBody]:
    """Return the key of a game and its opening act, with the fields of its demo where nothing is said.

    Raises :class:`ProblemError` for a game that nobody plays here, and for fields that do not fit.
    """
    known = {name: found for found in _at_tables() for name in found.names}
    one = known.get(game)
    if one is None or not re.fullmatch(PSEUDONYM, table):
        raise unfit_field("table.game", game, *known) if one is None else unfit_field("name", table)
    usual = {field: value for field, value in next(iter(one.demo), {}).items() if field in ("rulebook", "minimum")}
    demo = next((fields for fields in one.demo if one.names[game].items() <= fields.items()), usual)
    given = {"minimum": minimum, "maximum": maximum if "maximum" in demo else None}
    typed = {name: value for name, value in given.items() if value is not None}
    fields = {**demo, **one.names[game], **typed, "name": table}
    links = {str(role): post.link for role, post in one.opening_posts(fields).items()}
    staff = {role: f"{table[: 39 - len(link)]}-{link}" for role, link in links.items()}
    try:
        return one.key, one.form().make({**fields, "staff": staff})
    except msgspec.ValidationError as error:
        why = unfit_value(error, one.form().act, {**fields, "act": one.form().tag})
        raise ProblemError(400, "malformed", str(error), why=why) from None


def read_limit(fields: Mapping[str, str], name: str, lang: str) -> int | None:
    """Return a limit in cents, ``None`` where nothing is typed. Raises :class:`ProblemError` for what is no amount."""
    typed = fields.get(f"{name}{MONEY}")
    if typed is None:
        return None
    found = read_euros(typed, lang)
    if found is None:
        raise unfit_field(name, typed)
    return found


def unfit_field(field: str, given: str, *choices: str) -> ProblemError:
    """Return the problem of a field that cannot be read as what it is, or is none of some choices."""
    facts = {"field": field, "given": given[:60], "choices": choices}
    return ProblemError(
        400, "malformed", field, why=sentence_fact("error", "unfit-choice" if choices else "unfit", facts)
    )


def is_holder(view: HouseView, role: Role) -> bool:
    """Return True if whoever sees the house so is on duty at a post of it."""
    return role in view.posts


def person_rows(view: HouseView, desk: Desk, lang: str) -> tuple[dict[str, Any], ...]:
    """Return a line for each person whom the viewer sees or has to do with, by what the house shows of them."""
    customers = {one.person: one for one in view.customers}
    visitors = {one.person: one for one in view.visitors}
    duties: dict[PersonId, list[str]] = {}
    for duty in view.duties:
        told = label("role", duty.role, lang) + (f" · {duty.table}" if duty.table else "")
        duties.setdefault(duty.person, []).append(told)
    named = (PersonId(one.removeprefix(OF_PERSON)) for one in desk if one.startswith(OF_PERSON))
    people = sorted({*customers, *visitors, *duties, *named})
    return tuple(
        {
            "person": one,
            "mark": mark_of(one),
            "customer": customers.get(one),
            "visitor": visitors.get(one),
            "duties": duties.get(one, []),
            "forms": desk.get(f"{OF_PERSON}{one}", ()),
        }
        for one in people
    )
