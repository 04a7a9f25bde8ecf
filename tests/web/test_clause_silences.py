"""The page of a clause, and its text at a table, say under which rulebooks another document is followed for it."""

import pytest

from tapete.clauses import wording
from tapete.clauses.register import register
from tapete.rulebooks import house_library
from tapete.rulebooks.silences import followed_elsewhere
from tapete.web.render import clause_text, followed_notes, page

GUIDE_ALONE = "DP.B.22"


def followed(clause: str) -> dict[str, tuple[str, ...]]:
    found = register()[clause]
    return {one.rulebook: one.places for one in followed_elsewhere(found, house_library().of(found.game))}


def test_a_rulebook_whose_document_is_silent_follows_another_one_and_says_where() -> None:
    assert followed(GUIDE_ALONE)["asturias-2011"] == ("GUIDE 12 ¶5",)
    assert "guia" not in followed(GUIDE_ALONE)


def test_what_the_document_states_itself_is_no_silence_though_another_value_with_it_is_followed() -> None:
    """DP.B.21 is cited beside DP.B.22 by the value of the guide, and every text but the fragment states it."""
    assert set(followed("DP.B.21")) <= {"catalogo-51-53", "catalogo-51-53-literal"}
    assert not followed("DP.E1.06")


@pytest.mark.parametrize("lang", ["es", "en", "fr"])
def test_the_page_and_the_text_of_a_clause_name_the_rulebook_and_the_place(lang: str) -> None:
    clause = register()[GUIDE_ALONE]
    whole = page("clause.html", lang, clause=clause, words=wording(clause.id, lang))
    for told in (whole, clause_text(clause.id, lang)):
        assert "Bacarrá a dos paños, Principado de Asturias, 2011" in told
        assert "12 ¶5" in told.split("Principado de Asturias, 2011")[1][:120]
    assert followed_notes("DP.E1.06", lang) == ""
