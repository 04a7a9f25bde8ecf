"""What a field of an opening act is given from an option of the command line, for each way to fill it in."""

from __future__ import annotations

from typing import Any, get_args

import pytest
import typer

from tapete.catalogue import OpeningOption, Unit
from tapete.cli import output
from tapete.cli.opening_options import annotation_of, cents, value_of


def option(unit: Unit, **values: Any) -> OpeningOption:
    """Return an option that need not be given."""
    found: dict[str, Any] = {
        "field": "no_such_field",
        "name": "no-such",
        "help": "What it is.",
        "unit": unit,
        "required": False,
    }
    return OpeningOption(**(found | values))


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


CHOICES = ("a", "b")


@pytest.mark.parametrize(
    ("one", "given", "value"),
    [
        (option(Unit.SWITCH), True, True),
        (option(Unit.SWITCH), False, None),
        (option(Unit.SWITCH_OFF), True, False),
        (option(Unit.SWITCH_OFF), False, None),
        (option(Unit.NUMBER), None, None),
        (option(Unit.NUMBER), 0, 0),
        (option(Unit.NUMBER, required=True), 7, 7),
        (option(Unit.TEXT), "x", "x"),
        (option(Unit.MONEY), None, None),
        (option(Unit.MONEY), "2,50", 250),
        (option(Unit.MONEY, least=0), "0", 0),
        (option(Unit.CHOICE, choices=CHOICES), "b", "b"),
        (option(Unit.CHOICES, choices=CHOICES), [], None),
        (option(Unit.CHOICES, choices=CHOICES), ["b", "a"], ["b", "a"]),
    ],
)
def test_a_field_is_given_what_the_option_says_and_nothing_where_it_says_nothing(
    one: OpeningOption, given: Any, value: Any
) -> None:
    found = value_of(one, given, "mini")
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("one", "given", "sentence"),
    [
        (option(Unit.MONEY, required=True), None, "a table of mini needs --no-such, in euros"),
        (option(Unit.NUMBER, required=True), None, "a table of mini needs --no-such"),
        (option(Unit.MONEY), "0", "--no-such: «0» is no amount in euros; write 10 or 2.50"),
        (option(Unit.MONEY, least=1), "0", "--no-such: «0» is no amount in euros; write 10 or 2.50"),
        (
            option(Unit.CHOICE, choices=CHOICES),
            "c",
            "--no-such: «c» cannot be chosen; there are a and b",
        ),
        (
            option(Unit.CHOICES, choices=CHOICES),
            ["a", "d", "c"],
            "--no-such: «c» cannot be chosen; there are a and b",
        ),
    ],
)
def test_what_a_field_cannot_be_given_is_told(
    capsys: pytest.CaptureFixture[str], one: OpeningOption, given: Any, sentence: str
) -> None:
    with pytest.raises(typer.Exit) as ended:
        value_of(one, given, "mini")
    assert (ended.value.exit_code, capsys.readouterr().err) == (2, f"tapete: {sentence}\n")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1", 100), ("0.01", 1), ("0,1", 10), (" 2.5 ", 250), ("999999999.99", 99_999_999_999), ("007", 700)],
)
def test_an_amount_is_as_many_cents(text: str, amount: int) -> None:
    assert cents(text, "--minimum") == cents(text, "--minimum", 0) == amount


@pytest.mark.parametrize(
    ("text", "least", "is_one"), [("0", 0, True), ("0", 1, False), ("0,00", 1, False), ("x", 0, False)]
)
def test_nothing_is_an_amount_only_where_it_may_be(
    capsys: pytest.CaptureFixture[str], text: str, least: int, is_one: bool
) -> None:
    if is_one:
        assert cents(text, "--minimum", least) == 0
        return
    with pytest.raises(typer.Exit) as ended:
        cents(text, "--minimum", least)
    said = f"tapete: --minimum: «{text}» is no amount in euros; write 10 or 2.50\n"
    assert (ended.value.exit_code, capsys.readouterr().err) == (2, said)


@pytest.mark.parametrize(
    ("one", "kind", "default", "facts"),
    [
        (option(Unit.SWITCH), bool, False, {}),
        (option(Unit.SWITCH_OFF), bool, False, {}),
        (
            option(Unit.NUMBER, least=2, most=9, default=4),
            int | None,
            None,
            {"min": 2, "max": 9, "show_default": False},
        ),
        (option(Unit.CHOICE, choices=CHOICES, default="a"), str | None, None, {"metavar": "a|b"}),
        (option(Unit.CHOICES, choices=CHOICES), list[str] | None, None, {"metavar": "a|b"}),
        (option(Unit.TEXT, default="x"), str | None, None, {}),
        (option(Unit.MONEY, default=250), str | None, None, {}),
        (option(Unit.MONEY, required=True), str | None, None, {}),
    ],
)
def test_an_option_is_read_as_its_field_is_filled(
    one: OpeningOption, kind: Any, default: Any, facts: dict[str, Any]
) -> None:
    annotation, unset = annotation_of(one)
    found, about = get_args(annotation)
    assert (found, unset, about.default) == (kind, default, "--no-such")
    assert {name: getattr(about, name) for name in facts} == facts
    told = {"a": "a", "x": "x", 250: "2.5", 4: "4"}.get(one.default, "")
    behind = about.help.removeprefix("What it is.")
    assert bool(behind) is (one.unit not in (Unit.SWITCH, Unit.SWITCH_OFF, Unit.CHOICES))
    assert told in behind
