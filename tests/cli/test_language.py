"""An answer of the command line is in one language, whatever is wrong with the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from tapete.catalogue import entries
from tapete.clauses import wording
from tapete.cli import app
from tapete.cli.audit import proved_tokens
from tapete.record.card_proofs import TokenKind
from tapete.record.report import AuditReport
from tapete.words import LANGS, placeholders, topics

runner = CliRunner()

WRONG: tuple[tuple[str, ...], ...] = (
    ("serv",),
    ("serve",),
    ("serve", "--stor", "x"),
    ("serve", "--store", "x", "--port", "many"),
    ("serve", "--store", "x", "--port", "70000"),
    ("serve", "--store", "x", "--reserve", "-1"),
    ("serve", "--store", "/nowhere/sala.db"),
    ("serve", "--store", "mysql://x/y", "--key", "k"),
    ("open", "craps"),
    ("open", "mini", "--minimum", "5", "--store", "x"),
    ("open", "mini", "--minimum", "five", "--maximum", "100", "--store", "x"),
    ("open", "mini", "--minimum", "5", "--maximum", "333", "--store", "/nowhere/sala.db"),
    ("open", "mini", "--minimum", "5", "--maximum", "100", "--name", "Ñ", "--store", "x"),
    ("open", "mini", "--minimum", "5", "--maximum", "100", "--shoe", "magic", "--store", "x"),
    ("rules", "QQ.99"),
    ("rules", "PB.A2.3"),
    ("rules", "--game", "craps"),
    ("rules", "--day", "yesterday"),
    ("rules", "--compare"),
    ("rules", "PB.A2.03", "--coverage"),
    ("rules", "PB.A2.03", "more"),
    ("odds", "punto-banco", "--decks", "0"),
    ("odds", "punto-banco", "--removed", "7x"),
    ("odds", "punto-banco", "--decks", "1", "--removed", "7s 7s"),
    ("bingo", "cards"),
    ("bingo", "cards", "--strips", "1", "--singles", "1"),
    ("bingo", "cards", "--strips", "1", "--again", "/nowhere"),
    ("bingo", "cards", "--again", "/nowhere"),
    ("bingo", "cards", "--again", "/nowhere", "--keep", "/nowhere"),
    ("bingo", "cards", "--foreign", "/nowhere"),
    ("bingo", "cards", "--strips", "1", "--letter", "b"),
    ("bingo", "cards", "--strips", "1", "--face-value", "two"),
    ("bingo", "cards", "--strips", "1", "--keep", "/nowhere/at/all"),
    ("bingo", "check", "four"),
    ("bingo", "check", "4 16 17 52 81 / 7 22 45 60 77 / 19 28 38 63 90"),
    ("bingo", "rank", "4 16 30 52 81"),
    ("bingo", "unrank", "9" * 20),
    ("bingo", "unrank", "ABC"),
    ("bingo", "unrank", "0EMSJ-WXYZ5-3PZ5"),
    ("accounts", "/nowhere", "mesa"),
    ("audit", "/nowhere"),
    ("replay", "/nowhere"),
    ("export", "/nowhere", "mesa", "out"),
    ("adopt", "/nowhere", "mesa"),
)
FINE: tuple[tuple[str, ...], ...] = (
    ("rules", "--day", "2011-06-21"),
    ("rules", "--coverage"),
    ("rules", "--compare", "--game", "punto-y-banca"),
    ("rules", "PB.A2.03"),
    ("odds", "punto-banco"),
    ("bingo", "check", "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"),
)


def said(words: tuple[str, ...], lang: str, how: str = "option") -> tuple[int, str]:
    if how == "option":
        found = runner.invoke(app, [*words, "--lang", lang], env={"TAPETE_LANG": "", "NO_COLOR": "1"})
    else:
        found = runner.invoke(app, list(words), env={"TAPETE_LANG": lang, "NO_COLOR": "1"})
    assert found.exception is None or isinstance(found.exception, SystemExit), repr(found.exception)
    return found.exit_code, found.output


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_complaint_is_a_sentence_of_the_language_asked_for(words: tuple[str, ...]) -> None:
    found = {lang: said(words, lang) for lang in LANGS}
    assert {status for status, _ in found.values()} == {2}
    assert len({text for _, text in found.values()}) == len(LANGS), found
    for lang, (_, text) in found.items():
        assert text.startswith("tapete: ")
        assert len(text.splitlines()) == 1
        assert said(words, lang, "variable")[1] == text


PACKS = "--decks: «{}» does not fit; write a whole number from 1 to 12"
FREE = "--reserve: «{}» does not fit; write a whole number, 0 or more"
UNFIT: dict[tuple[str, ...], str] = {
    **{("odds", "punto-banco", "--decks", value): PACKS.format(value) for value in ("0", "13", "many")},
    **{("serve", "--store", "x", "--reserve", value): FREE.format(value) for value in ("-1", "many")},
    ("serve", "--store", "x", "--log-format", "xml"): "--log-format: this value does not fit; see tapete serve --help",
}


@pytest.mark.parametrize("words", UNFIT, ids=" ".join)
def test_a_value_that_does_not_fit_is_told_what_would(words: tuple[str, ...]) -> None:
    assert said(words, "en") == (2, f"tapete: {UNFIT[words]}\n")


@pytest.mark.parametrize("words", FINE, ids=" ".join)
def test_an_answer_is_in_the_language_asked_for(words: tuple[str, ...]) -> None:
    found = {lang: said(words, lang) for lang in LANGS}
    assert {status for status, _ in found.values()} == {0}
    assert found["es"] != found["en"]
    assert found["es"][1] == runner.invoke(app, list(words), env={"NO_COLOR": "1"}).output


@pytest.mark.parametrize("clause", ["PB.A2.03", "HP.DP.relief"])
def test_a_clause_says_in_which_language_it_is_told_where_that_is_another_one(clause: str) -> None:
    notes = {lang: topics()["clause-part"]["in-english"][lang] for lang in LANGS}
    told = {lang: said(("rules", clause), lang)[1].splitlines() for lang in LANGS}
    assert [lang for lang in LANGS if notes[lang] in told[lang]] == ["fr"]
    rule = wording(clause, "en").rule
    assert told["fr"][told["fr"].index(notes["fr"]) + 1] == rule == told["en"][1]
    assert rule not in told["es"]


def test_a_list_of_clauses_says_beside_it_that_some_are_in_english() -> None:
    listed = {
        (lang, game): runner.invoke(app, ["rules", "--game", game, "--lang", lang]).stderr
        for lang in LANGS
        for game in ("punto-y-banca", "bingo")
    }
    assert {place for place, note in listed.items() if note} == {
        ("fr", "punto-y-banca"),
        ("fr", "bingo"),
    }


def test_a_language_that_nobody_speaks_is_refused_in_one_that_is_known() -> None:
    assert said(("rules",), "de") == (2, "tapete: no hay idioma «de»; hay es, en y fr\n")
    found = runner.invoke(app, ["rules", "--lang", "de"], env={"TAPETE_LANG": "en"})
    assert found.stderr == "tapete: no language «de»; there are es, en and fr\n"


def verbs(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not isinstance(command, TyperGroup):
        yield path, command
        return
    context = command.make_context("tapete", [], resilient_parsing=True)
    for name in command.list_commands(context):
        yield from verbs(command.get_command(context, name), (*path, name))


VERBS = dict(verbs(typer.main.get_command(app)))
GROUPS = sorted({verb[:-1] for verb in VERBS})
"""What has verbs: the program itself, and what stands between it and some of them."""


@pytest.mark.parametrize("group", GROUPS, ids=" ".join)
def test_a_group_without_a_verb_shows_its_verbs_in_the_language_asked_for(group: tuple[str, ...]) -> None:
    for words in (group, (*group, "--")):
        shown = {lang: runner.invoke(app, [*group, "--lang", lang, *words[len(group) :]]) for lang in LANGS}
        assert {one.exit_code for one in shown.values()} == {2}
        assert len({one.output for one in shown.values()}) == len(LANGS)
    for lang, one in shown.items():
        assert topics()["help"]["frame.usage"][lang] in one.output
    helped = {runner.invoke(app, [*group, "--lang", lang, "--help"]).stdout for lang in LANGS}
    assert len(helped) == len(LANGS)


@pytest.mark.parametrize("group", GROUPS, ids=" ".join)
@pytest.mark.parametrize("wrong", [("zzz",), ("--zzz",)], ids=" ".join)
def test_a_word_that_a_group_does_not_know_is_said_in_the_language_asked_for(
    group: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    test_a_complaint_is_a_sentence_of_the_language_asked_for((*group, *wrong))


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_a_verb_complains_in_the_language_that_is_named_before_or_after_it(verb: tuple[str, ...]) -> None:
    test_a_complaint_is_a_sentence_of_the_language_asked_for((*verb, "--zzz"))
    for lang in LANGS:
        before = runner.invoke(app, ["--lang", lang, *verb, "--zzz"], env={"NO_COLOR": "1"})
        assert (before.exit_code, before.output) == said((*verb, "--zzz"), lang)


def test_an_answer_is_in_the_language_that_is_named_before_the_verb() -> None:
    before = runner.invoke(app, ["--lang", "en", "rules", "PB.A2.03"], env={"NO_COLOR": "1"})
    assert (before.exit_code, before.output) == said(("rules", "PB.A2.03"), "en")
    assert runner.invoke(app, ["people", "--lang", "de"]).exit_code == 2


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_every_verb_takes_a_language(verb: tuple[str, ...]) -> None:
    (option,) = [one for one in VERBS[verb].params if "--lang" in one.opts]
    assert option.default == "es"


@pytest.mark.parametrize("verb", [one for one in VERBS if one[0] in ("serve", "demo")], ids=" ".join)
def test_port_0_is_a_free_one_everywhere(verb: tuple[str, ...]) -> None:
    (option,) = [one for one in VERBS[verb].params if "--port" in one.opts]
    assert option.min == 0


def test_one_of_what_there_is_is_one() -> None:
    assert said(("odds", "roulette"), "en")[1] == "tapete: no command «roulette»; there is punto-banco\n"
    assert "; there are " in said(("serv",), "en")[1]


def test_the_verbs_are_those_that_we_know() -> None:
    games = {name for one in entries().values() for name in one.names}
    assert {verb[1] for verb in VERBS if verb[0] == "open"} == games
    names = "accounts adopt audit backup bingo demo export init keys minutes odds open people replay restore rules"
    assert {verb[0] for verb in VERBS} == {*names.split(), "serve", "store"}


def test_every_sentence_of_the_command_line_is_said_somewhere() -> None:
    source = "".join(one.read_text("utf-8") for one in (Path(__file__).parents[2] / "src/tapete/cli").glob("*.py"))
    formed = {"wins-player", "wins-banker", "wins-tie"}
    said_in = set(re.findall(r"[\"']([a-z0-9-]+)[\"']", source)) | formed
    unsaid = [code for code in topics()["command"] if code not in said_in]
    assert unsaid == []
    assert all(spec in ("", "told") for entry in topics()["command"].values() for _, spec in placeholders(entry["es"]))


@pytest.mark.parametrize(
    ("proved", "lang", "sentence"),
    [
        ({}, "es", "0 cartas comprobadas"),
        ({TokenKind.CARD: 12}, "en", "12 cards proved"),
        ({TokenKind.BALL: 6}, "es", "6 bolas comprobadas"),
        ({TokenKind.BALL: 6}, "en", "6 balls proved"),
        ({TokenKind.BALL: 6}, "fr", "6 boules prouvées"),
        ({TokenKind.LOT: 2, TokenKind.CARD: 12}, "es", "12 cartas comprobadas y 2 papeletas comprobadas"),
        ({TokenKind.LOT: 2}, "fr", "2 lots prouvés"),
    ],
)
def test_an_audit_says_what_it_has_proved(proved: dict[TokenKind, int], lang: str, sentence: str) -> None:
    report = AuditReport(True, 1, (), proved_count=sum(proved.values()), proved_by_kind=proved)
    assert proved_tokens(report, lang) == sentence
