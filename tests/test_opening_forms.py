"""The opening form of each game, whole, and how a form is read from the fields of any opening act."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Annotated, Any

import msgspec
import pytest

from tapete.catalogue import OpeningError, OpeningForm, OpeningOption, Unit, entries, entry, opening_form
from tapete.chance import ChanceKind
from tapete.kernel import ActBody
from tapete.money import LIMIT

Row = tuple[str, str, str, Unit, bool, Any, int | None, int | None, tuple[str, ...]]
"""Field, name, help, unit, whether it has to be given, default, least, most, choices."""

NAME: Row = ("name", "name", "Id of the table.", Unit.TEXT, True, None, None, None, ())
RULEBOOK: Row = (
    "rulebook",
    "rulebook",
    "Id of the rulebook, or the file of a house's own layer (NAME.toml).",
    Unit.TEXT,
    True,
    None,
    None,
    None,
    (),
)
MINIMUM: Row = ("minimum", "minimum", "Least stake, in euros.", Unit.MONEY, True, None, 1, LIMIT, ())
SHOE: Row = (
    "shoe",
    "shoe",
    "sealed (the server shuffles) or keyed (real cards are keyed in).",
    Unit.CHOICE,
    False,
    "sealed",
    None,
    None,
    ("sealed", "keyed"),
)
CONDUCT: Row = (
    "conduct",
    "conduct",
    "strict (refuses faults) or observed (they become incidents).",
    Unit.CHOICE,
    False,
    "strict",
    None,
    None,
    ("strict", "observed"),
)
DECKS: Row = ("decks", "decks", "Packs in the shoe; 0: as the rulebook says.", Unit.NUMBER, False, 0, 0, 12, ())
AUTHORISED = ("authorised_minimum", "authorised-minimum", "Least minimum authorised, in euros.", Unit.MONEY, False)
PLACES = ("places", "places", "Places; 0: as the rulebook says.", Unit.NUMBER, False, 0, 0)


def switch(field: str, name: str, text: str, *, is_on: bool = False) -> Row:
    return (field, name, text, Unit.SWITCH_OFF if is_on else Unit.SWITCH, False, is_on, None, None, ())


def cents(field: str, text: str) -> Row:
    return (field, field.replace("_", "-"), text, Unit.MONEY, False, 0, 0, None, ())


BETS = "punto banca empate pareja-punto pareja-banca pareja-cualquiera pareja-perfecta grande pequena"
CHECKS = "machine balls television camera monitors legibility panel sound cards record"
MODE = "limited (the bank answers with its chips) or open (the banker answers for every stake)."
BALLS = "sealed (the server draws, and proves it) or keyed (the balls of a real machine are keyed in)."
SESSION = "Session of the day of an open bank, dinner between two of them; 0: as the house counts."
MAXIMUM = "Highest stake, in euros; 20, 50 or 100 times the minimum."

FORMS: Mapping[str, tuple[Row, ...]] = {
    "punto-y-banca": (
        NAME,
        RULEBOOK,
        MINIMUM,
        ("maximum", "maximum", MAXIMUM, Unit.MONEY, True, None, 1, LIMIT, ()),
        (*AUTHORISED, 500, 1, LIMIT, ()),
        SHOE,
        CONDUCT,
        DECKS,
        (*PLACES, 20, ()),
        switch("standing_allowed", "standing", "Standing players."),
        switch("multiples_only", "multiples", "Multiples of the minimum."),
        switch("players_deal", "croupier-deals", "The shoe stays with the croupier.", is_on=True),
        (
            "side_bets",
            "side-bet",
            "A bet beside the three; repeatable.",
            Unit.CHOICES,
            False,
            (),
            None,
            None,
            tuple(BETS.split()),
        ),
    ),
    "chemin-de-fer": (
        NAME,
        RULEBOOK,
        MINIMUM,
        cents("bank_minimum", "Least bank, in euros; 0: as the minimum."),
        SHOE,
        CONDUCT,
        DECKS,
        (*PLACES, 20, ()),
        switch("banco_freedom", "banco-freedom", "Whoever covers the bank alone plays freely."),
        switch("no_bank_max", "no-bank-max", "The bank plays without a maximum."),
        (*AUTHORISED, 0, 0, None, ()),
    ),
    "dos-panos": (
        NAME,
        RULEBOOK,
        MINIMUM,
        cents("maximum", "Highest stake, in euros; 0: none."),
        cents("bank_minimum", "Least bank, in euros; 0: as the minimum."),
        cents("bank_maximum", "Highest limited bank, in euros; an open bank has none."),
        ("mode", "mode", MODE, Unit.CHOICE, False, "limited", None, None, ("limited", "open")),
        SHOE,
        CONDUCT,
        DECKS,
        (*PLACES, 12, ()),
        switch("needs_director", "needs-director", "A banco player plays freely only by the director's word."),
        switch("banco_freedom", "banco-freedom", "The director lets banco players play freely."),
        (
            "session_shoes",
            "session-shoes",
            "Shoes left of the session of an open bank; 0: all of them.",
            Unit.NUMBER,
            False,
            0,
            0,
            9,
            (),
        ),
        ("session", "session", SESSION, Unit.NUMBER, False, 0, 0, 9, ()),
    ),
    "bingo": (
        NAME,
        RULEBOOK,
        ("balls", "balls", BALLS, Unit.CHOICE, False, "sealed", None, None, ("sealed", "keyed")),
        (
            "elements",
            "elements",
            "Installations that the hall has.",
            Unit.CHOICES,
            False,
            ("television", "panel", "sound"),
            None,
            None,
            tuple(CHECKS.split()),
        ),
    ),
}


def told(make: Any) -> tuple[Row, ...] | str:
    """Return the rows of a form, or what is wrong where there is none."""
    try:
        form: OpeningForm = make()
    except (OpeningError, AssertionError) as error:
        return str(error)
    return tuple(
        (one.field, one.name, one.help, one.unit, one.required, one.default, one.least, one.most, one.choices)
        for one in form.options
    )


@pytest.mark.parametrize("game", FORMS)
def test_a_game_is_opened_with_these_fields_and_no_others(game: str) -> None:
    assert told(entry(game).form) == FORMS[game]


def test_each_game_has_its_form_in_the_table_above() -> None:
    assert list(FORMS) == list(entries())


@pytest.mark.parametrize(
    ("game", "tag"),
    [
        ("punto-y-banca", "open-table"),
        ("chemin-de-fer", "open-table"),
        ("dos-panos", "open-table"),
        ("bingo", "open-hall"),
    ],
)
def test_a_form_makes_the_act_that_opens(game: str, tag: str) -> None:
    form = entry(game).form()
    given = {"name": "m1", "rulebook": "r1", **({} if game == "bingo" else {"minimum": 500})}
    given |= {"maximum": 10_000} if game == "punto-y-banca" else {}
    made = form.make(given)
    assert (form.tag, type(made), made.name, made.rulebook) == (tag, form.act, "m1", "r1")
    with pytest.raises(msgspec.ValidationError):
        form.make({**given, "hats": 3})


# --- how a form is read -----------------------------------------------------------------------------------------------


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Floor(IntEnum):
    LOW = 0
    HIGH = 1


class OpenLamps(ActBody, frozen=True, tag="open-lamps"):
    name: str
    minimum: Annotated[int, msgspec.Meta(gt=0)]
    power: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3
    price: Annotated[int, msgspec.Meta(gt=4)] = 5
    spare_bulbs: int = 0
    colour: Colour = Colour.GREEN
    others: tuple[Colour, ...] = (Colour.RED,)
    cards: ChanceKind = ChanceKind.SEEDED
    quiet: bool = False
    lit: bool = True
    sure: bool = msgspec.field(default=True)
    staff: dict[str, str] = msgspec.field(default_factory=dict)
    house: int = 0
    floor: Floor = Floor.HIGH


TEXTS = {name: f"{name}." for name in ("power", "price", "spare_bulbs", "colour", "others", "cards", "quiet", "lit")}
TEXTS |= {"sure": "sure.", "floor": "floor."}


def read(**changed: Any) -> tuple[Row, ...] | str:
    asked: dict[str, Any] = {
        "money": frozenset({"price"}),
        "renamed": {"lit": "dark", "spare_bulbs": "bulbs"},
        "fixed": frozenset({"house"}),
        **changed,
    }
    texts = asked.pop("help", TEXTS)
    return told(lambda: opening_form(OpenLamps, texts, **asked))


def test_each_field_is_filled_in_by_its_type() -> None:
    assert read() == (
        NAME,
        ("minimum", "minimum", "Least stake, in euros.", Unit.MONEY, True, None, 1, None, ()),
        ("power", "power", "power.", Unit.NUMBER, False, 3, 0, 9, ()),
        ("price", "price", "price.", Unit.MONEY, False, 5, 5, None, ()),
        ("spare_bulbs", "bulbs", "spare_bulbs.", Unit.NUMBER, False, 0, None, None, ()),
        ("colour", "colour", "colour.", Unit.CHOICE, False, "green", None, None, ("red", "green")),
        ("others", "others", "others.", Unit.CHOICES, False, ("red",), None, None, ("red", "green")),
        ("cards", "cards", "cards.", Unit.CHOICE, False, "seeded", None, None, ("sealed", "keyed")),
        switch("quiet", "quiet", "quiet."),
        switch("lit", "dark", "lit.", is_on=True),
        switch("sure", "sure", "sure.", is_on=True),
        ("floor", "floor", "floor.", Unit.CHOICE, False, 1, None, None, ("0", "1")),
    )


def test_names_have_hyphens_unless_they_are_given_and_numbers_are_no_money_unless_it_is_said() -> None:
    plain = {row[0]: row for row in told(lambda: opening_form(OpenLamps, {**TEXTS, "house": "house."})) if row}
    assert [plain[field][1] for field in ("spare_bulbs", "lit", "house")] == ["spare-bulbs", "lit", "house"]
    assert [plain[field][3] for field in ("minimum", "price")] == [Unit.MONEY, Unit.NUMBER]


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"help": {**TEXTS, "hats": "hats."}}, "hats"),
        ({"money": frozenset({"price", "coins"})}, "coins"),
        ({"renamed": {"lamps": "lights"}}, "lamps"),
        ({"fixed": frozenset({"house", "roof"})}, "roof"),
        ({"fixed": frozenset()}, "house"),
        ({"help": {name: text for name, text in TEXTS.items() if name not in ("lit", "cards")}}, "cards, lit"),
        ({"help": {"hats": "hats."}, "money": frozenset({"coins"})}, "coins, hats"),
    ],
)
def test_a_field_without_help_and_a_word_on_no_field_are_named(changed: dict[str, Any], wrong: str) -> None:
    assert read(**changed) == f"{OpenLamps.__module__}: {wrong}"


class OpenWeights(ActBody, frozen=True, tag="open-weights"):
    name: str
    weight: float = 1.0


def test_a_type_that_nobody_fills_in_is_named() -> None:
    assert told(lambda: opening_form(OpenWeights, {"weight": "Kilograms."})) == ("weight: no way to fill in FloatType")


def test_an_option_has_no_bounds_and_no_choices_of_its_own_accord() -> None:
    bare = OpeningOption(field="a", name="a", help="A.", unit=Unit.TEXT, required=True)
    assert (bare.default, bare.least, bare.most, bare.choices) == (None, None, None, ())
