"""The fields of a hall's forms: what each is called, and its choices in words."""

from __future__ import annotations

import pytest

from tapete.web.action_buttons import Action, Field
from tapete.web.games.bingo.button_names import DECIDED, with_hall_fields
from tapete.words import LANGS, label, money, topics

YES_OR_NO = ("recover", "has_cash_back", "is_untrue")
SENT = (("", "x"), ("true", "cierto"), ("false", "falso"))


def named(field: Field, act: str = "void-game", lang: str = "es") -> Field:
    """Return a field as the form of an act has it in a hall."""
    action = Action(act, "Act", "k", False, {}, (field,), (), "c")
    made = with_hall_fields(action, lang)
    assert (made.tag, made.name, made.command) == (act, "Act", "c")
    (found,) = made.fields
    return found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", YES_OR_NO)
def test_a_choice_of_yes_or_no_is_read_so(name: str, lang: str) -> None:
    yes, no = label("ui", "yes", lang), label("ui", "no", lang)
    blank = (("", label("bingo", "choose", lang)),) if name in DECIDED else ()
    found = named(Field(name, "choice", SENT), lang=lang)
    assert found.options == (*blank, ("", "—"), ("true", yes), ("false", no))
    assert found.is_required is (name in DECIDED)


@pytest.mark.parametrize("lang", LANGS)
def test_a_price_is_read_in_euros_and_other_choices_in_words_where_there_are_some(lang: str) -> None:
    prices = named(Field("value", "choice", (("200", "200"), ("", "x"))), lang=lang)
    assert prices.options == (("200", money(200, lang)), ("", "—"))
    code = next(iter(topics()["bingo-choice"]))
    others = named(Field("machine", "choice", ((code, "x"), ("M-1", "la primera"), ("true", "cierto"))), lang=lang)
    assert others.options == ((code, label("bingo-choice", code, lang)), ("M-1", "la primera"), ("true", "cierto"))
    assert others.is_required is False


@pytest.mark.parametrize("name", sorted(DECIDED))
def test_what_somebody_has_to_decide_is_chosen_by_himself(name: str) -> None:
    found = named(Field(name, "choice", (("nada", "Nada"),)))
    assert (found.options[0], found.is_required) == (("", label("bingo", "choose", "es")), True)
    assert [one for one, _ in found.options] == ["", "nada"]
    typed = named(Field(name, "text"))
    assert (typed.options, typed.is_required) == ((), False)


@pytest.mark.parametrize(
    ("act", "name", "called"),
    [
        ("hand-over-takings", "amount", "counted"),
        ("announce-sale", "series-2", "series-more"),
        ("announce-sale", "series-3", "series-more"),
        *(("void-game", name, name) for name in ("cause", "reason", "nada")),
        *((act, "amount", "amount") for act in ("settle-money", "give-back-takings")),
    ],
)
def test_a_field_is_called_as_a_hall_calls_it(act: str, name: str, called: str) -> None:
    title = label("bingo-field", called, "es") if called in topics()["bingo-field"] else ""
    assert named(Field(name, "text"), act) == Field(name, "text", title=title)


def test_a_real_ball_is_keyed_as_a_number_of_the_hall() -> None:
    title = label("bingo-field", "token", "es") if "token" in topics()["bingo-field"] else ""
    number = Field("token", "number", (), 1, 90, is_required=True, title=title)
    assert named(Field("token", "text", (("a", "b"),)), "show-ball") == number
    assert named(Field("token", "text"), "ball-out") == Field("token", "text", title=title)
    assert named(Field("other", "text"), "show-ball") == Field("other", "text")
