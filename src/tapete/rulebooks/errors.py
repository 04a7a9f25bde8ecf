"""What can be wrong with a rulebook: a code for each rule of the layers, and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # the file and its head
        "not-toml": "this is no TOML: {why}",
        "unknown-head-key": "there is no head key «{key}», only {known}; a value of the rules stands in a section",
        "wrong-head": "{why}; correct the head",
        "misplaced": "the head says {game}/{id}; give the file and its folder these names, or correct the head",
        "unknown-document": "no document {document}; describe it in documents.toml first",
        "no-such-book": "{key} names {book}, which does not exist; there are {known}",
        "foreign-fallback": "falls_back names {book}; a chain stays in its game, another game lends through «borrows»",
        "same-document": "falls_back names {book}, which holds the same document; name a book of another document",
        "twice-in-chain": "falls_back names {book} twice; leave one out",
        "other-document": "extends names {book}, which holds {document}; use falls_back for another document",
        "lender-of-same-game": "borrows names {book} of the same game; use falls_back",
        "circle": "the books need each other: {chain}; take one of these names out",
        "stand-in-without-lender": "stand_in is set, but «borrows» names no book; name it or leave stand_in out",
        "nothing-borrowed": "borrows names {book}, but no value has «borrow» or «via»; leave it out",
        # the form of a value
        "bare-value": '{key} is neither a section nor a value; write {{ value = …, clauses = ["…"] }}',
        "unknown-value-key": "{key} has the key «{unknown}»; a value has only {known}",
        "wrong-value": "{key}: {why}; correct the value",
        "no-origin": "{key} cites no clause and gives no reason; add «clauses», or «practice» with the reason",
        "practice-as-clause": (
            "{key} cites {clause}, which is house practice; write «practice» with the reason, and cite {clause} at the "
            "rule that decides by the value"
        ),
        "two-origins": "{key} has both «{one}» and «{other}»; keep one of them",
        "not-practice": "{key} gives no reason; add «practice», or move it to the file of the document that states it",
        "no-place": "{key} has no «at»; name the place of {document} that says so",
        # the register says so
        "unknown-clause": "{key} cites {clause}, which is not in the register",
        "foreign-clause": "{key} cites {clause} of {other}; cite the clause of this game that brings the rule in",
        "not-a-source": "{key}: {clause} is not stated by {document} at {at}; its sources are {sources}",
        "unused-place": "{key}: no clause that it cites is stated at {at}; leave the place out or cite the clause",
        "not-a-variant": "{key}: the variants of {clause} do not name {document}; amend the register or drop «variant»",
        "not-a-reading": "{key}: no source, variant or ambiguity of {clause} names {document}; amend the register",
        "not-imported": "{key}: the sources of {clause} do not say that {document} at {at} brings it in via {via}",
        "not-referred": "{key}: no source or variant of {clause} names {document}; amend the register",
        # readings
        "reading-without-literal": '{key} reads without «literal»: {{ value = … }}, {{ book = "…" }}, {{ none = "…" }}',
        "literal-without-reading": "{key} has «literal» but no «reading»; say why the letter is not followed",
        "literal-form": '{key}: «literal» is exactly one of {{ value = … }}, {{ book = "…" }} and {{ none = "why" }}',
        "literal-same": "{key}: the letter gives the same value; then it is no reading",
        "literal-book": "{key}: {book} is no literal form: it must extend this book and state another value there",
        # borrowing
        "no-lender": "{key} is taken from another game, but the head has no «borrows»; name the lending book there",
        "via-other-document": "{key}: via {via} is no place of {document}, the document of the lending book",
        "lender-lacks": "{key} borrows {name}, which {book} does not have",
        "lender-silent": "{key} borrows {name}, which the document of {book} does not state itself ({origin})",
        "not-lent": "{key} borrows {name}, but {book} lends only {lent}; write the value with «via»",
        # layers
        "fallback-over-own": "precedence.over_older is false: a fallback would replace own values; drop falls_back",
        "shape-clash": "{key} is a value in one layer and a section in another; give both the same shape",
        "lost-but-stated": "{key} stands among what is lost ({part}), and the document states it; leave it out there",
        "lost-nowhere": "lost names {key} ({part}), which no layer fills; it is no option of this game",
        # against the typed rules of the game
        "option-without-origin": "no layer gives the option {key}; add it to a document or to practice.toml",
        "option-unknown": "{key} is no option of the rules; the name is wrong, or the rules lack it",
    }
)
"""Sentence of each code. The file comes before it."""


class RulebookError(ValueError):
    """A rulebook breaks a rule of the layers. ``code`` is one of ``SENTENCES``; ``facts`` fill it."""

    def __init__(self, code: str, file: str, **facts: Any) -> None:
        self.code = code
        self.file = file
        self.facts = {"file": file, **facts}
        super().__init__(f"{file}: {SENTENCES[code].format(**facts)}")
