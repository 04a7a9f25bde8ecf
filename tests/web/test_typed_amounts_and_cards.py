"""What people type: amounts as the page itself prints them, cards as croupiers write or say them."""

from typing import Any

import pytest

from tapete.cards import DECK
from tapete.kernel import CardFace, FixedValue, Note, Offer, PersonId
from tapete.web.action_buttons import actions
from tapete.web.forms import read_card, sent_name, to_act
from tapete.web.parsers import cents
from tapete.web.problems import ProblemError
from tapete.words import LANGS, card_name, money
from tests.web.test_chemin_de_fer import FORM, hidden


@pytest.mark.parametrize("amount", [1, 50, 1_000, 7_700, 99_999, 100_000, 125_050, 123_456_789])
@pytest.mark.parametrize("lang", LANGS)
def test_an_amount_is_read_as_the_page_prints_it(amount: int, lang: str) -> None:
    assert cents(money(amount, lang), lang) == amount
    assert cents(money(amount, lang, sign=False), lang) == amount


@pytest.mark.parametrize(
    ("text", "amount"), [("1.000", 100_000), ("1000", 100_000), ("12,5", 1_250), ("1.000,50", 100_050), (" 7 ", 700)]
)
def test_amounts_in_other_ways(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize(
    ("text", "lang"),
    [("12,345", "es"), ("12,345", "fr"), ("12.345", "en"), ("1,234.56", "es"), ("1.234,56", "en"), ("1,000", "es")],
)
def test_thousands_of_another_language_are_not_guessed_at(text: str, lang: str) -> None:
    with pytest.raises(ProblemError):
        cents(text, lang)
    other = {"es": "en", "fr": "en", "en": "es"}[lang]
    assert cents(text, other) > 100_000 - 1


N, T = "\u00a0", "\u202f"
"""Hard blanks, wide and narrow."""
EVERYWHERE = {
    "20€": 2_000, "20 €": 2_000, f"20{N}€": 2_000, f"20{T}€": 2_000, "€20": 2_000, "€ 20": 2_000, " 20 ": 2_000,
    "20,5": 2_050, "20.50": 2_050, "20,50 €": 2_050, "€20.50": 2_050, "0,05": 5,
    "1 000": 100_000, f"1{N}000": 100_000, f"1{T}000{T}€": 100_000, "12 345 678": 1_234_567_800,
    "1 euro": 100, "20 euros": 2_000, "20euros": 2_000, f"20,50{N}euros": 2_050, "20 EUROS": 2_000,
    "1 000 Euros": 100_000,
    "euros": None, "euro 20": None, "€20 euros": None, "20 € euros": None, "20 euros 50": None, "20  euros": None,
    "20 eurosx": None, "20 eu": None,
    "EUR 20 €": None, "EUR": None, "20 EUR 50": None, "20 EUR": 2_000, "20eur": 2_000, f"20,50{N}EUR": 2_050,
    "EUR 20": 2_000,
    "20€50": None, "2€0": None, "€20€": None, "20 € 50": None, "€": None, "20€€": None, "20 €,50": None, "2 0€": None,
    "10 00": None, "1 2 3": None, "1 0000": None, "1 00": None, "1000 000": None, "0 100": None, "1  000": None,
    "12 ,50": None, "12, 50": None, "1 000 00": None, "1.000 000": None, "1,000 000": None, "1\t000": None, "١٢": None,
}  # fmt: skip
"""What is typed, and how many cents it is in every language; ``None`` is refused."""
BY_LANGUAGE = {
    "1.000": {"es": 100_000, "fr": 100_000}, "1,000": {"en": 100_000}, "1.000,50": {"es": 100_050, "fr": 100_050},
    "1,000.50 €": {"en": 100_050}, f"1{T}000,50{T}€": {"es": 100_050, "fr": 100_050}, "1 000.50": {"en": 100_050},
    "€1,000": {"en": 100_000}, "€1.000": {"es": 100_000, "fr": 100_000},
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("text", [*EVERYWHERE, *BY_LANGUAGE])
def test_every_spelling_of_an_amount_is_read_or_refused(text: str, lang: str) -> None:
    amount = EVERYWHERE[text] if text in EVERYWHERE else BY_LANGUAGE[text].get(lang)
    if amount is None:
        with pytest.raises(ProblemError):
            cents(text, lang)
    else:
        assert cents(text, lang) == amount


def test_a_form_is_read_in_the_language_of_its_page() -> None:
    assert to_act({"act": "buy-in", "amount-euros": "12,345"}, "en")["amount"] == 1_234_500
    for fields in ({"act": "buy-in", "amount-euros": "12,345"}, {"act": "correct-payment", "paid-euros": "-12,345"}):
        with pytest.raises(ProblemError):
            to_act(fields, "es")


@pytest.mark.parametrize("text", ["", "1.0000", "0.125", "1.00.000", "-5", "5.", "1000.000", "1..000", "x", "1,5,5"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ProblemError):
        cents(text)


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_is_read_by_its_name(lang: str) -> None:
    assert [read_card(card_name(one, lang)) for one in DECK] == list(DECK)
    assert [read_card(one) for one in DECK] == list(DECK)


@pytest.mark.parametrize(
    ("text", "card"),
    [("7p", "7s"), ("7 picas", "7s"), ("10H", "Th"), ("rey de picas", "Ks"), ("at", "Ac")],
)
def test_cards_in_other_ways(text: str, card: str) -> None:
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["", "7", "picas", "1s", "11s", "7x", "7ss"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ProblemError):
        read_card(text)


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_a_letter_of_two_suits_is_asked_again(lang: str) -> None:
    """«c» is clubs in the notation, and corazones or cœur to who keys it."""
    for text in ("7c", "10C", "k c"):
        with pytest.raises(ProblemError) as found:
            read_card(text, lang)
        assert found.value.problem.detail == "card-suit"
    assert [read_card(text, lang) for text in ("7t", "7h", "7♣", "as de tréboles")] == ["7c", "7h", "7c", "Ac"]
    assert read_card("7c", "en") == "7c"


def test_a_card_is_keyed_by_its_rank_and_the_button_of_its_suit() -> None:
    for fields in ({"rank": "T"}, {"face": "10"}, {"face": "T", "rank": "3"}):
        what = to_act({"act": "card-out", "suit": "c", **fields}, "es")
        assert what == {"act": "card-out", "face": "Tc"}
    with pytest.raises(ProblemError):
        to_act({"act": "card-out", "rank": "7"}, "es")


def test_a_wrong_amount_is_answered_with_what_is_accepted(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        here = await house.enter("jugador-1")
        fields = hidden((await house.client.get(here)).text, "buy-in")
        answer = await house.client.post(f"{here}/hacer", data={**fields, "amount-euros": "mucho"}, headers=FORM)
        assert answer.status_code == 400
        assert "12,50" in answer.text
        assert "amount" not in answer.text.replace('"amount"', "")

    run(scene)


@pytest.mark.parametrize(
    ("place", "said"), [("punto", "n.º 3, punto"), ("banca-3", "n.º 3, tercera carta de la banca")]
)
def test_keying_says_which_card(place: str, said: str) -> None:
    offer = Offer("card-out", {"position": FixedValue(2), "place": Note(place), "face": CardFace()})
    (action,) = actions([offer], "t", PersonId("luz"), 1, "es")
    assert [(one.name, one.of) for one in action.fields] == [("face", said)]
    assert action.fixed_fields == {"position": "2"}


def test_a_field_called_like_a_part_of_its_form_is_sent_under_another_name() -> None:
    assert [sent_name(one) for one in ("form", "amount")] == ["act-form", "amount"]
    assert to_act({"act": "x", "act-form": "cash"}) == {"act": "x", "form": "cash"}
    assert to_act({"act": "x", "act-other": "cash"}) == {"act": "x", "act-other": "cash"}
