"""Names of things that are no codes: amounts, cards, lists, persons."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tapete.cards import Card, rank, suit
from tapete.money import Cents
from tapete.words.book import label

ANNOUNCED = re.compile(r"\d{1,3}(\.\d{3})*(,\d\d)?")
"""A sum as the croupier announces it."""

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
ONE_EURO = re.compile(r"(?<![\d.,])1 euros\b")


def number(value: int, lang: str) -> str:
    """Write a whole number with the language's mark between thousands."""
    return f"{value:,}".replace("-", MINUS).replace(",", {"es": ".", "en": ",", "fr": NARROW_SPACE}[lang])


def is_singular(count: int, lang: str) -> bool:
    """Return True if a language takes the singular for so many: for one, and in French for none too."""
    return count == 1 or (lang == "fr" and count == 0)


def count_with_noun(value: int | str, words: str, lang: str) -> str:
    """Write how many of what: ``1 mesa``, ``2 mesas``.

    ``words`` holds the singular and the plural, ``mesa|mesas``; after ``=`` the word alone is written, as for a verb
    that goes with a count (``=Falta|Faltan``).
    """
    text = str(value)
    count = int(text) if text.isdecimal() else None
    one, many = words.removeprefix("=").split("|")
    word = one if count is not None and is_singular(count, lang) else many
    return word if words.startswith("=") else f"{text if count is None else number(count, lang)} {word}"


def money(amount: Cents, lang: str, *, sign: bool = True) -> str:
    """Write cents as euros: ``1.250,50 €``, ``€1,250.50``, ``1 250,50 €``. Whole euros go without cents."""
    whole, cents = divmod(abs(amount), 100)
    text = number(whole, lang)
    if cents:
        text += f"{'.' if lang == 'en' else ','}{cents:02d}"
    minus = MINUS if amount < 0 else ""
    if not sign:
        return f"{minus}{text}"
    return f"{minus}€{text}" if lang == "en" else f"{minus}{text}{NO_BREAK}€"


def colon(lang: str) -> str:
    """Return a colon as the language sets it after a word."""
    return f"{NO_BREAK}:" if lang == "fr" else ":"


def with_one_euro(sentence: str) -> str:
    """Return a sentence that says «1 euro», where the words of a formula have «euros» behind a sum."""
    return ONE_EURO.sub("1 euro", sentence)


def sum_in_words(text: str, lang: str) -> str:
    """Write a sum that was announced in Spanish usage (``1.250,50``) as the language does; anything else stays."""
    if lang == "es" or not ANNOUNCED.fullmatch(text):
        return text
    whole, _, cents = text.partition(",")
    return money(int(whole.replace(".", "")) * 100 + int(cents or 0), lang, sign=False)


def card_name(face: Card | None, lang: str) -> str:
    """Name a card: «7 de picas»; one that lies face down is «carta tapada» and nothing else."""
    if face is None:
        return label("card", "down", lang)
    pattern = label("card", "of", lang)
    return pattern.format(rank=label("rank", rank(face), lang), suit=label("suit", suit(face), lang))


def join(items: Iterable[str], lang: str, word: str = "and") -> str:
    """Join names as a person lists them: «uno, dos y tres»."""
    all_items = list(items)
    if len(all_items) < 2:
        return "".join(all_items)
    return f"{', '.join(all_items[:-1])} {label('list', word, lang)} {all_items[-1]}"


def person_name(person: str, lang: str) -> str:
    """Name a person by his pseudonym; the house, its clock and its shoe have names of their own."""
    if person.startswith("system:"):
        return label("system", person.removeprefix("system:"), lang)
    return person
