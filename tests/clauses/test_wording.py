"""What clauses say in the language of the reader: complete for every game that can be played, and of one mind with the
register.
"""

import re
from collections.abc import Iterator

import pytest

from tapete.catalogue import entries
from tapete.clauses import GAMES, game_clauses, is_practice, practices, register, wording
from tapete.clauses.register import RegisterError
from tapete.clauses.wording import TRANSLATED, Wording, read_wording, translations
from tapete.words import LANGS, label

PLAYABLE = {key for key, one in entries().items() if one.has_pages} & set(GAMES)
TOLD = sorted(PLAYABLE)
"""The games whose clauses are told in every language: those that have pages, on which they are read."""
ROW = "CF.A.01,Vale lo que marca.,Un 7 vale 7.,\n"
HEADER = "id,rule,example,variants\n"

IDS = re.compile(r"\b(?:CF|PB|MPB|DP|BG|HP)(?:\.[A-Z]+\d?)?\.\d{2}\b")
SHORT_ID = re.compile(r"(?<![\w.])[A-F]\d?\.\d{2}\b")
DOCUMENTS = re.compile(r"\b(?:AST2011|OM1979|REG|GUIDE)[-\w]*")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def facts(text: str) -> tuple[set[str], set[str]]:
    """Return the clauses that a text names and its numbers, without the marks of thousands and decimals."""
    bare = DOCUMENTS.sub("", IDS.sub("", text))
    return set(IDS.findall(text)), {re.sub(r"[.,]", "", one) for one in NUMBER.findall(bare)}


def read(text: str) -> dict[str, Wording]:
    return dict(read_wording(text, lang="es", known=["CF.A.01", "CF.A.02"], name="x.csv"))


def pairs() -> Iterator[tuple[str, str, str, str]]:
    """Each text of such a game in English and in each other language, with the clause and the column."""
    for lang in TRANSLATED:
        for clause in (one for game in TOLD for one in game_clauses(game)):
            words = wording(clause.id, lang)
            for column in ("rule", "example", "variants"):
                yield clause.id, column, getattr(clause, column), getattr(words, column)


def test_the_games_of_the_house_are_among_those_of_the_register() -> None:
    assert {"chemin-de-fer", "punto-y-banca"} <= PLAYABLE


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_clause_is_told_in_the_language(lang: str) -> None:
    wanted = {one.id for game in TOLD for one in game_clauses(game)} | set(practices())
    assert sorted(wanted - set(translations(lang))) == []
    assert all(wording(one, lang).lang == lang for one in wanted)


def test_a_text_stands_in_a_language_where_it_stands_in_the_register() -> None:
    assert [(one, column) for one, column, english, told in pairs() if bool(english) != bool(told)] == []
    assert [one for one in practices() if not wording(one, "es").reason] == []


def test_examples_name_the_same_clauses_and_the_same_numbers() -> None:
    """Fails when one of the two was changed and the other was left."""
    apart = [
        (one, facts(english)[1] ^ facts(told)[1], facts(english)[0] ^ facts(told)[0])
        for one, column, english, told in pairs()
        if column == "example" and facts(english) != facts(told)
    ]
    assert apart == []


def test_rules_and_variants_name_the_same_clauses() -> None:
    assert [(one, column) for one, column, english, told in pairs() if facts(english)[0] != facts(told)[0]] == []


def test_a_text_names_clauses_in_full_and_only_those_that_there_are() -> None:
    """A reader follows the id to the clause; a short one, or one that never was, leads nowhere."""
    known = set(register()) | set(practices())
    texts = [(one, text) for one, _, english, told in pairs() for text in (english, told)]
    assert [(one, named) for one, text in texts for named in facts(text)[0] - known] == []
    assert [(one, SHORT_ID.findall(text)) for one, text in texts if SHORT_ID.search(text)] == []


def test_the_words_of_the_table_stay_as_they_are_said() -> None:
    """What a clause has somebody say stands in it in every language."""
    for one, said in (("CF.B.04", "«señores y señoras, las cartas pasan»"), ("CF.B.13", "«hay... euros en la banca»")):
        assert said in wording(one, "en").rule
        assert said in wording(one, "es").rule


def test_another_language_falls_back_to_the_register() -> None:
    for lang in ("en", "fr", "no-such"):
        assert wording("CF.A.13", lang) == Wording(
            "en", register()["CF.A.13"].rule, register()["CF.A.13"].example, register()["CF.A.13"].variants
        )
    practice = wording("HP.CF.noted", "fr")
    assert (practice.lang, practice.reason) == ("en", practices()["HP.CF.noted"].reason)


def test_a_clause_without_translation_is_told_in_english() -> None:
    missing = [one for one in register().values() if one.id not in translations("es")]
    assert all(wording(one.id, "es") == wording(one.id, "en") for one in missing)


def test_unknown_clause() -> None:
    for unknown in ("CF.Z.99", "HP.CF.we-always-did-it-so"):
        with pytest.raises(KeyError):
            wording(unknown, "es")


def test_rows_are_read() -> None:
    assert read(HEADER + ROW) == {"CF.A.01": Wording("es", "Vale lo que marca.", "Un 7 vale 7.")}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("id,rule\n", r"x\.csv:1: the header is id,rule"),
        (HEADER + "CF.A.01,a\n", r"x\.csv:2: 2 cells, 4 columns"),
        (HEADER + ROW.replace("A.01", "Z.99"), r"x\.csv:2: CF\.Z\.99 is unknown or stands twice"),
        (HEADER + ROW + ROW, r"x\.csv:3: CF\.A\.01 is unknown or stands twice"),
        (HEADER + ROW.replace("CF.A.01", ""), r"x\.csv:2: row without id is unknown"),
        (HEADER + ROW.replace("Vale lo que marca.", " "), r"x\.csv:2: CF\.A\.01: no rule"),
    ],
)
def test_wrong_rows_are_refused(text: str, fault: str) -> None:
    with pytest.raises(RegisterError, match=fault):
        read(text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_topic_has_a_name_of_its_own(game: str, lang: str) -> None:
    topics = {one.topic for one in game_clauses(game)}
    names = {topic: label("clause-topic", topic, lang) for topic in topics}
    assert len(set(names.values())) == len(topics)
    assert all(len(name) <= 40 for name in names.values())
    if lang == "es":
        assert [topic for topic, name in names.items() if "-" in name] == []


def test_only_practice_has_a_reason() -> None:
    assert {one for one, words in translations("es").items() if words.reason} == {
        one for one in translations("es") if is_practice(one)
    }
