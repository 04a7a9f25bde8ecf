"""What a value claims of its document, held against the register: each origin with what bears it out and what does not.

The places are those of the two-cloth register: DP.A.11 stands in the annex at ``A ¶2`` and is brought in at ``A``;
DP.A.13 is only brought in, and the guide states it; DP.A.01 names both texts.
"""

import pytest

from tapete.clauses import Origin, register
from tapete.rulebooks import RulebookError
from tapete.rulebooks.citations import Claim, check_claim
from tests.support.rows import rows

ANNEX, LENDER = "AST2011-DP", "AST2011-CF"
OWN, VARIANT, READING, IMPORT, STAND_IN = (
    Origin.OWN,
    Origin.VARIANT,
    Origin.READING,
    Origin.IMPORT,
    Origin.STAND_IN,
)


@rows(
    "origin, document, at, via, lender, clauses, code",
    [
        # own words: each clause is stated at one of the places, and each place states one of the clauses
        (OWN, ANNEX, "A ¶2", "", "", "DP.A.11", ""),
        (OWN, ANNEX, "A ¶2", "", "", "DP.A.11 DP.A.12", ""),
        (OWN, "GUIDE", "12 ¶4|12 ¶7", "", "", "DP.A.11 DP.A.33", ""),
        (OWN, "GUIDE", "12 ¶4", "", "", "DP.A.11 DP.A.33", "not-a-source"),
        (OWN, "GUIDE", "12 ¶4|12 ¶7", "", "", "DP.A.11", "unused-place"),
        (OWN, "OM1979-09", "A ¶2", "", "", "DP.A.11", "not-a-source"),
        (OWN, ANNEX, "A", "", "", "DP.A.11", "not-a-source"),  # brought in there, and said elsewhere
        # a variant: stated there, or the register names the document as one that departs; one at least is named
        (VARIANT, "REG-51-53", "53.b", "", "", "DP.A.12", ""),
        (VARIANT, "REG-51-53", "53.b", "", "", "DP.A.11 DP.A.12", ""),
        (VARIANT, "REG-51-53", "53.b", "", "", "DP.A.12 DP.A.18", "not-a-variant"),
        (VARIANT, ANNEX, "A ¶2", "", "", "DP.A.11", "not-a-variant"),
        # a reading: stated there, or the document is named among the variants or where the text is ambiguous
        (READING, ANNEX, "A ¶2", "", "", "DP.A.11", ""),
        (READING, "REG-51-53", "53.b", "", "", "DP.A.12", ""),
        (READING, "GUIDE", "A ¶2", "", "", "DP.A.16", ""),
        (READING, ANNEX, "A ¶3", "", "", "DP.A.20", ""),
        (READING, ANNEX, "A ¶2", "", "", "DP.A.11 DP.A.18", "not-a-reading"),
        # brought in: at the place, by the reference that is claimed
        (IMPORT, ANNEX, "A", "AST2011-CF A c)", "", "DP.A.13", ""),
        (IMPORT, ANNEX, "A", "AST2011-CF A ¶9", "", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A ¶1", "AST2011-CF A c)", "", "DP.A.13", "not-imported"),
        (IMPORT, "OM1979-09", "A", "AST2011-CF A c)", "", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A", "AST2011-CF A ¶4 c)", LENDER, "DP.A.13", ""),  # the lender's place may be finer
        (IMPORT, ANNEX, "A", "OM1979-08 VI", "OM1979-08", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A|A ¶2", "AST2011-CF A c)", "", "DP.A.13 DP.A.11", ""),
        (IMPORT, ANNEX, "A|A ¶2", "AST2011-CF A c)", "", "DP.A.11 DP.A.13", ""),
        (IMPORT, ANNEX, "A|A ¶2", "AST2011-CF A c)", "", "DP.A.13 DP.A.33", "not-imported"),
        (IMPORT, ANNEX, "A ¶2", "AST2011-CF A c)", "", "DP.A.11", "not-imported"),  # nothing of it is brought in
        (IMPORT, ANNEX, "A ¶1", "AST2011-CF A ¶1", "", "DP.A.01", ""),  # stated there, and it names the other text
        (IMPORT, ANNEX, "A ¶1", "OM1979-08 VI ¶1|AST2011-CF A ¶1", "", "DP.A.01", ""),
        (IMPORT, ANNEX, "A ¶1", "OM1979-08 VI ¶1", "", "DP.A.01", "not-imported"),
        # standing in: the text that the document refers to is not held
        (STAND_IN, "OM1979-09", "VI ¶1", "AST2011-CF A ¶4 c)", LENDER, "DP.A.13", ""),
        (STAND_IN, "OM1979-09", "VI ¶3", "AST2011-CF A ¶4 a)", LENDER, "DP.A.11", ""),
        (STAND_IN, "OM1979-09", "VI ¶1", "AST2011-CF A ¶4 c)", LENDER, "DP.A.33", "not-referred"),
        # whatever the origin
        (OWN, ANNEX, "", "", "", "DP.A.11", "no-place"),
        (OWN, ANNEX, "A ¶2", "", "", "CF.A.14", "foreign-clause"),
        (OWN, ANNEX, "A ¶2", "", "", "DP.A.99", "unknown-clause"),
    ],
)
def test_the_register_bears_a_claim_out_or_says_what_does_not_fit(
    origin: Origin, document: str, at: str, via: str, lender: str, clauses: str, code: str
) -> None:
    places, others = tuple(filter(None, at.split("|"))), tuple(filter(None, via.split("|")))
    claim = Claim("f.toml", "punto.x", "dos-panos", origin, document, places, others, lender, tuple(clauses.split()))
    assert fault_of(claim) == code


def test_what_does_not_fit_is_told_with_the_claim_and_with_what_the_register_has() -> None:
    claim = Claim("f.toml", "punto.x", "dos-panos", IMPORT, ANNEX, ("A",), ("AST2011-CF B",), "", ("DP.A.13",))
    with pytest.raises(RulebookError) as caught:
        check_claim(claim)
    told = caught.value.facts
    assert (told["file"], told["key"], told["clause"]) == ("f.toml", "punto.x", "DP.A.13")
    assert (told["document"], told["at"], told["via"]) == (ANNEX, "A", "AST2011-CF B")
    assert told["sources"] == "; ".join(map(str, register()["DP.A.13"].sources))


def fault_of(claim: Claim) -> str:
    try:
        check_claim(claim)
    except RulebookError as error:
        return error.code
    return ""
