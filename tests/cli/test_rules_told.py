"""What ``tapete rules`` tells of a register, of a comparison and of its own coverage, line by line."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import tapete.clauses.coverage
import tapete.comparison
from tapete.clauses import register, wording
from tapete.clauses.coverage import Coverage, DocumentCoverage, GameCoverage
from tapete.clauses.register import GAMES
from tapete.cli import app
from tapete.comparison import ComparedOption, Comparison, Shown
from tapete.comparison.reasons import NoEnd
from tapete.rulebooks import house_library
from tapete.rulebooks.compare import compare
from tapete.words import LANGS


def answer(*words: str, lang: str = "en") -> tuple[int, str, str]:
    """Return the status, standard output and standard error of ``tapete rules``."""
    found = CliRunner(env={"NO_COLOR": "1"}).invoke(app, ["rules", *words, "--lang", lang])
    return found.exit_code, found.stdout, found.stderr


def plain(found: Any) -> Any:
    """Return what is found as JSON has it."""
    return json.loads(msgspec.json.encode(found))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", [*GAMES, ""])
def test_the_clauses_of_a_game_are_listed_in_their_order_and_those_of_every_game_without_one(
    game: str, lang: str
) -> None:
    known = [one for name in GAMES for one in register().values() if one.game == name and game in ("", name)]
    assert {one.game for one in known} == ({game} if game else set(GAMES))
    told = [(one.id, wording(one.id, lang)) for one in known]
    is_all_told = all(words.lang == lang for _, words in told)
    status, said, beside = answer(*(("--game", game) if game else ()), lang=lang)
    assert (status, said.splitlines()) == (0, [f"{name:<12} {words.rule}" for name, words in told])
    assert (beside == "") is is_all_told
    status, said, beside = answer(*(("--game", game) if game else ()), "--json", lang=lang)
    assert (status, beside) == (0, "")
    assert [(one["id"], one["rule"], one["lang"]) for one in json.loads(said)["clauses"]] == [
        (name, words.rule, words.lang) for name, words in told
    ]


MADE = Coverage(
    {
        "bingo": GameCoverage(9, 8, 7, 6, 5, ("BI.A1.01", "BI.A1.02", "BI.A1.03"), {}),
        "dos-panos": GameCoverage(
            19,
            18,
            17,
            16,
            15,
            (),
            {
                "AST2011-DP": DocumentCoverage(14, 13, 12, ("DP.A.01",)),
                "GUIDE": DocumentCoverage(4, 3, 2, ()),
            },
        ),
    },
    True,
)
COVERED = {
    "bingo": ["bingo            9 clauses: 8 cited, 7 proved, 6 shown, 5 out of scope, 3 open"],
    "dos-panos": [
        "dos-panos        19 clauses: 18 cited, 17 proved, 16 shown, 15 out of scope, 0 open",
        "  AST2011-DP     states 14: 13 proved, 1 open; 12 more by falling back on another document",
        "  GUIDE          states 4: 3 proved, 0 open; 2 more by falling back on another document",
    ],
}


@pytest.mark.parametrize("is_current", [True, False])
@pytest.mark.parametrize("game", ["", *COVERED])
def test_coverage_is_counted_game_by_game_and_document_by_document(
    monkeypatch: pytest.MonkeyPatch, game: str, is_current: bool
) -> None:
    asked: list[Any] = []
    found = msgspec.structs.replace(MADE, is_current=is_current)
    monkeypatch.setattr(tapete.clauses.coverage, "coverage", lambda books: asked.extend(books) or found)
    words = ("--coverage", *(("--game", game) if game else ()))
    status, said, beside = answer(*words)
    assert (status, said.splitlines()) == (0, [one for name in COVERED if game in ("", name) for one in COVERED[name]])
    assert (beside != "") is not is_current
    assert asked == [one.content for one in house_library().books]
    status, said, beside = answer(*words, "--json")
    wanted = {name: one for name, one in MADE.games.items() if game in ("", name)}
    assert (status, json.loads(said)) == (0, plain(Coverage(wanted, is_current)))
    assert beside == ""


def test_a_comparison_is_told_option_by_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """A star for those that differ; under them the hand that shows it, else why there is none."""
    books = house_library().of("punto-y-banca")
    value = next(iter(next(iter(compare(books).values())).values()))
    assert value is not None
    own = msgspec.structs.replace(value, value=True, origin="own", document="AST2011-PB", at=("A ¶1", "B.2"))
    practice = msgspec.structs.replace(value, value=3, origin="practice", document="", at=())
    found = Comparison(
        "punto-y-banca",
        ("una", "otra"),
        (
            ComparedOption("a.same", {"una": own, "otra": practice}, False),
            ComparedOption("b.shown", {"una": None, "otra": own}, True, Shown("hand", {"una": "x 1", "otra": "y"})),
            ComparedOption("c.unseen", {"una": own, "otra": None}, True, None, NoEnd.OTHER_WORDS),
        ),
    )
    asked: list[Any] = []

    def compared(game: str, engine: Any, brought: Any) -> Comparison:
        asked.append((game, engine.key, tuple(brought)))
        return found

    monkeypatch.setattr(tapete.comparison, "compared_options", compared)
    status, said, beside = answer("--compare", "--game", "punto-y-banca")
    assert asked == [("punto-y-banca", "punto-y-banca", tuple(books))]
    assert (status, beside) == (0, "")
    assert said.splitlines() == [
        "a.same",
        "  una: yes (own AST2011-PB A ¶1 B.2)",
        "  otra: 3 (house practice)",
        "b.shown *",
        "  una:  ()",
        "  otra: yes (own AST2011-PB A ¶1 B.2)",
        "  to be seen in the hand «hand»:",
        "    una: x 1",
        "    otra: y",
        "c.unseen *",
        "  una: yes (own AST2011-PB A ¶1 B.2)",
        "  otra:  ()",
        "  they say the same in other words: no coup ends otherwise",
    ]
    status, said, beside = answer("--compare", "--game", "punto-y-banca", "--json")
    assert (status, json.loads(said), beside) == (0, plain(found), "")
