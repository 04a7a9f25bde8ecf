"""How things are written: money, cards, lists, formulas, labels."""

import re
from pathlib import Path
from zipfile import Path as ZipPath, ZipFile

import pytest

from tapete.clauses import register
from tapete.words import (
    LANGS,
    act,
    announcement,
    book,
    card_name,
    event,
    join,
    label,
    language,
    money,
    person_name,
    refusal,
    source,
    with_one_euro,
)


@pytest.mark.parametrize(
    ("amount", "es", "en", "fr"),
    [
        (500, "5 €", "€5", "5 €"),
        (123_456_750, "1.234.567,50 €", "€1,234,567.50", "1 234 567,50 €"),
        (-2_505, "−25,05 €", "−€25.05", "−25,05 €"),
        (-100, "−1 €", "−€1", "−1 €"),
        (0, "0 €", "€0", "0 €"),
    ],
)
def test_money(amount: int, es: str, en: str, fr: str) -> None:
    plain = {"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "}
    table = str.maketrans(plain)
    assert [money(amount, lang).translate(table) for lang in ("es", "en", "fr")] == [es, en, fr]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("a 1 euros cada parte", "a 1 euro cada parte"),
        ("Línea, 1 euros; bingo, 11 euros", "Línea, 1 euro; bingo, 11 euros"),
        ("1,50 euros", "1,50 euros"),
        ("0,1 euros", "0,1 euros"),
        ("1.001 euros", "1.001 euros"),
        ("serie 1, 100 euros", "serie 1, 100 euros"),
    ],
)
def test_one_euro_is_said_as_one(said: str, read: str) -> None:
    assert with_one_euro(said) == read
    assert announcement("sale", {}, "es", {"sale": said}) == read[:1].upper() + read[1:]
    assert event("said", {"formula": "sale", "text": said}, "es") == f"Se dice: «{read}»"
    assert "1 euros" in event("entry-written", {"person": "ana", "text": "1 euros"}, "es"), "as somebody wrote it"


def test_cards_have_names_and_a_hidden_card_has_none() -> None:
    assert card_name("7s", "es") == "7 de picas"  # type: ignore[arg-type]
    assert card_name("Ah", "en") == "ace of hearts"  # type: ignore[arg-type]
    assert card_name("Qd", "fr") == "dame de carreau"  # type: ignore[arg-type]
    assert card_name(None, "es") == "Carta tapada"


def test_lists_are_joined_as_people_do() -> None:
    assert join([], "es") == ""
    assert join(["uno"], "es") == "uno"
    assert join(["uno", "dos", "tres"], "es") == "uno, dos y tres"
    assert join(["one", "two"], "en", "or") == "one or two"


def test_a_refusal_says_the_limit() -> None:
    sentence = refusal("below-minimum", {"minimum": 500, "amount": 100}, "es")
    assert sentence == "El mínimo de la mesa es 5\N{NO-BREAK SPACE}€."


def test_a_list_of_posts_is_written_in_words() -> None:
    assert refusal("not-your-post", {"needs": ["croupier", "table-chief"]}, "es") == (
        "Eso corresponde a: crupier o jefe de mesa."
    )


def test_the_rulebook_speaks_spanish_and_the_others_are_translated() -> None:
    spanish = {"no-more-bets": "no va más apuestas"}
    assert announcement("no-more-bets", {}, "es", spanish) == "No va más apuestas"
    assert announcement("no-more-bets", {}, "en", spanish) == "No more bets"
    assert announcement("tie", {"punto": "6", "banca": "6"}, "es", {}) == "Empate a 6"
    assert announcement("own-formula", {}, "fr", {"own-formula": "a jugar"}) == "A jugar"


def test_acts_are_named_by_what_they_act_on() -> None:
    assert act("show-hand", {"hand": "punto"}, "es") == "Volver la mano del punto"
    assert act("show-hand", {}, "es") == "Volver la mano"
    assert act("place-bet", {"bet": "punto"}, "en") == "Bet"


def test_events_are_told_without_their_version() -> None:
    facts = {"person": "ana", "bet": "banca", "amount": 2_500}
    assert event("bet-placed@1", facts, "es") == "ana apuesta 25\N{NO-BREAK SPACE}€ a Banca"
    assert event("hand-shown@1", {"hand": "punto", "faces": ["7s", "Kh"], "total": 7}, "es") == (
        "punto: 7 de picas y rey de corazones, total 7"
    )


def test_an_event_without_every_fact_has_no_gap() -> None:
    assert event("coup-settled@1", {"winner": "punto"}, "es") == "Jugada cobrada y pagada"
    assert event("coup-settled@1", {"coup": 3}, "es") == "Jugada 3 cobrada y pagada"
    assert "máximo" not in event("table-opened@1", {"name": "cf", "minimum": 1000}, "es")


def test_persons_and_languages() -> None:
    assert person_name("system:chance", "es") == "el sabot"
    assert person_name("ana", "es") == "ana"
    assert [language(one) for one in ("en", "xx", None)] == ["en", "es", "es"]
    assert label("winner", "empate", "fr") == "Égalité"


def test_a_place_in_a_document_is_written_in_the_language() -> None:
    place = "OM1979-09 VI ¶4 (by reference to epígrafe 08)"
    assert source(place, "es") == "OM1979-09 VI ¶4 (por remisión al epígrafe 08)"
    assert source(place, "en") == place
    assert source("AST2011-PB A.2 bank table row 3", "fr") == "AST2011-PB A.2 tableau de la banque ligne 3"


def test_no_english_word_is_left_in_a_place() -> None:
    words = (
        "anexo antecedente banca cuadro del encabezamiento epígrafe fila jugador leyenda por preámbulo regla remisión"
    )
    spanish = {*words.split(), "segundo", "título", "último"}
    places = [str(one) for clause in register().values() for one in clause.sources]
    found = {word for place in places for word in re.findall(r"\b[^\W\d_A-Z]{3,}\b", source(place, "es"))}
    assert found - spanish == set()


@pytest.mark.parametrize("lang", LANGS)
def test_a_bet_that_keeps_somebody_names_the_button_that_takes_it_back(lang: str) -> None:
    """A tie leaves the bet where it lies: whoever wants to leave has to know how he gets it back."""
    assert label("ui", "take-back", lang) in refusal("bets-on-table", {}, lang)


def test_words_are_read_out_of_an_archive_too(tmp_path: Path) -> None:
    """A program that is packed into one file has its words there."""
    with ZipFile(tmp_path / "packed.zip", "w") as packed:
        for topic in ("hand", "act"):
            packed.writestr(f"{topic}.toml", f'[{topic}]\nno = {{ es = "no" }}\n')
        packed.writestr("read.me", "no words")
    found = book._topics_in(ZipPath(tmp_path / "packed.zip"))
    assert found == {"act": {"no": {"es": "no"}}, "hand": {"no": {"es": "no"}}}
