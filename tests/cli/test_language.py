"""An answer of the command line is in one language, whatever is wrong with the line; so is its help."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.open import COMMON, SERIES, options_of
from tapete.words import LANGS, placeholders, topics
from tests.support import ROOT
from tests.support.command_line import asked, told
from tests.support.rows import rows

runner = CliRunner()
WRONG: tuple[tuple[str, ...], ...] = (
    ("serv",),
    ("serve",),
    ("serve", "--store", "x", "--reserve", "-1"),
    ("serve", "--store", "mysql://x/y", "--key", "k"),
    ("open", "craps"),
    ("open", "mini", "--minimum", "5", "--maximum", "333", "--store", "/nowhere/sala.db"),
    ("rules", "PB.A2.3"),
    ("rules", "PB.A2.03", "--coverage"),
    ("odds", "punto-banco", "--decks", "1", "--removed", "7s 7s"),
    ("odds", "punto-banco", "--bets", "/nowhere/bets.toml"),
    ("odds", "punto-banco", "--removal", "--infinite"),
    ("odds", "bingo", "--strip", "--cards", "7"),
    ("solve", "chemin-de-fer", "--model", "C1"),
    ("solve", "chemin-de-fer", "--commission", "11%"),
    ("solve", "chemin-de-fer", "--shoe", "0 0 0 0 0 0 0 0 0 99"),
    ("solve", "dos-panos", "--theta", "2"),
    ("solve", "dos-panos", "--concept", "craps"),
    ("odds", "dos-panos", "--model", "A2"),
    ("odds", "dos-panos", "--rulebook", "nowhere"),
    ("bingo", "cards", "--strips", "1", "--face-value", "two"),
    ("bingo", "cards", "--strips", "1", "--keep", "/nowhere/at/all"),
    ("bingo", "check", "four"),
    ("bingo", "unrank", "0EMSJ-WXYZ5-3PZ5"),
    ("export", "/nowhere", "mesa", "out"),
)
FINE: tuple[tuple[str, ...], ...] = (
    ("rules", "--day", "2011-06-21"),
    ("rules", "--compare", "--game", "punto-y-banca"),
    ("rules", "PB.A2.03"),
    ("odds", "punto-banco"),
    ("odds", "bingo", "--within", "50", "--prize", "90"),
    ("solve", "chemin-de-fer"),
    ("solve", "dos-panos", "--model", "A1"),
    ("bingo", "check", "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"),
)


def said(words: tuple[str, ...], lang: str, how: str = "option") -> tuple[int, str]:
    if how == "option":
        found = runner.invoke(app, [*words, "--lang", lang], env={"TAPETE_LANG": "", "NO_COLOR": "1"})
    else:
        found = runner.invoke(app, list(words), env={"TAPETE_LANG": lang, "NO_COLOR": "1"})
    assert found.exception is None or isinstance(found.exception, SystemExit), repr(found.exception)
    return found.exit_code, found.output


def complaints(*lines: tuple[str, ...]) -> list[str]:
    """Return what is wrong with the complaints about some lines: each is one sentence, of the language asked for."""
    wrong = []
    for words in lines:
        found = {lang: said(words, lang) for lang in LANGS}
        if {status for status, _ in found.values()} != {2} or len({text for _, text in found.values()}) != len(LANGS):
            wrong.append(f"{' '.join(words)}: {found}")
        for lang, (_, text) in found.items():
            if not text.startswith("tapete: ") or len(text.splitlines()) != 1:
                wrong.append(f"{' '.join(words)}, {lang}: no sentence: {text}")
            elif said(words, lang, "variable")[1] != text:
                wrong.append(f"{' '.join(words)}, {lang}: another one where the environment asks for the language")
    return wrong


def test_a_complaint_is_a_sentence_of_the_language_asked_for() -> None:
    assert complaints(*WRONG) == []


PACKS = "--decks: «{}» does not fit; write a whole number from 1 to 99"
FREE = "--reserve: «{}» does not fit; write a whole number, 0 or more"
UNFIT: dict[tuple[str, ...], str] = {
    **{
        ("odds", "punto-banco", "--decks", value): PACKS.format(value)
        for value in ("0", "100", "many", "0_8", "+8", "8.0", "８")
    },
    **{("serve", "--store", "x", "--reserve", value): FREE.format(value) for value in ("-1", "many")},
    ("serve", "--store", "x", "--log-format", "xml"): "--log-format: this value does not fit; see tapete serve --help",
}


def test_a_value_that_does_not_fit_is_told_what_would() -> None:
    assert {words: told(*words) for words in UNFIT} == {words: f"tapete: {why}\n" for words, why in UNFIT.items()}


def test_an_answer_is_in_the_language_asked_for() -> None:
    for words in FINE:
        found = {lang: said(words, lang) for lang in LANGS}
        assert {status for status, _ in found.values()} == {0}, words
        assert found["es"] != found["en"], words
        assert found["es"][1] == runner.invoke(app, list(words), env={"NO_COLOR": "1"}).output, words


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


@cache
def every_verb() -> tuple[tuple[str, ...], ...]:
    return tuple(verb for verb, _ in verbs(get_command(app)))


def groups() -> list[tuple[str, ...]]:
    """Return what has verbs: the program itself, and what stands between it and some of them."""
    return sorted({verb[:-1] for verb in every_verb()})


def test_a_group_without_a_verb_shows_its_verbs_in_the_language_asked_for_and_is_no_answer() -> None:
    for group, lang in product(groups(), LANGS):
        for given in ((*group, "--lang", lang), group):
            found = CliRunner(env={"TAPETE_LANG": lang, "NO_COLOR": "1"}).invoke(app, list(given))
            assert (found.exit_code, found.stdout) == (2, ""), given
            assert found.stderr.lstrip().startswith(topics()["help"]["frame.usage"][lang]), given


def test_an_unknown_word_or_option_is_told_in_the_language_that_is_named_before_or_after_the_verb() -> None:
    assert complaints(*((*group, wrong) for group in groups() for wrong in ("zzz", "--zzz"))) == []
    assert complaints(*((*verb, "--zzz") for verb in every_verb())) == []
    for verb in every_verb():
        for lang in LANGS:
            before = runner.invoke(app, ["--lang", lang, *verb, "--zzz"], env={"NO_COLOR": "1"})
            assert (before.exit_code, before.output) == said((*verb, "--zzz"), lang), verb


def test_every_sentence_of_the_command_line_is_said_somewhere() -> None:
    """By its code, or with ``log-`` before the name of an event."""
    rooms = (ROOT / "src" / "tapete" / room for room in ("cli", "live"))
    source = "".join(one.read_text("utf-8") for room in rooms for one in room.glob("*.py"))
    said_in = {*re.findall(r"[\"']([a-z0-9-]+)[\"']", source), "wins-player", "wins-banker", "wins-tie"}
    assert [one for one in topics()["command"] if not {one, one.removeprefix("log-")} & said_in] == []
    specs = {spec for entry in topics()["command"].values() for _, spec in placeholders(entry["es"])}
    assert specs <= {"", "given", "told"}


@rows(
    "words, option",
    [
        (("open", "mini", "--minimum", "5", "--maximum", "100", "--minimum=50"), "--minimum"),
        (("open", "chemin-de-fer", "--minimum", "5", "--rulebook", "a", "--rulebook", "b"), "--rulebook"),
        (("audit", "hall.db", "--key", "a", "--key", "b"), "--key"),
        (("audit", "hall.db", "--table", "a", "--trusted", "00", "--table", "a"), "--table"),
        (("rules", "--game", "bingo", "--game", "mini"), "--game"),
    ],
)
def test_an_option_with_one_value_is_given_once(words: Any, option: Any) -> None:
    assert told(*words).partition(" is given twice")[0] == f"tapete: {option}"


@rows("shell, mark", [("bash", "complete -o"), ("zsh", "#compdef"), ("fish", "complete --comm")])
def test_a_named_shell_gets_its_own_completion(tmp_path: Path, shell: Any, mark: Any) -> None:
    assert mark in asked("--show-completion", shell, HOME=str(tmp_path)).stdout
    assert list(tmp_path.iterdir()) == []
    assert shell in asked("--install-completion", shell, HOME=str(tmp_path)).stderr
    (file,) = (one for one in tmp_path.rglob("*tapete*") if one.is_file())
    assert mark in file.read_text("utf-8")
    own = {"bash": {".bashrc"}, "zsh": {".zshrc"}}.get(shell, set())
    assert {one for one in (".bashrc", ".zshrc") if (tmp_path / one).exists()} == own


NAMES_OF_ALL = {"lang", "as_json", "version", "install_completion", "show_completion"}
NAMES_OF_ALL |= {"host", "port", "allowed_host", "origin", "trusted_proxy", "log_format", "per_address"}


def options(command: Any, path: str) -> Iterator[str]:
    for one in command.params:
        is_own = one.name not in NAMES_OF_ALL or f"{path}.{one.name}" in topics()["help"]
        yield f"{path if is_own else 'option'}.{one.name}"


def wanted() -> set[str]:
    from tapete.catalogue import entries

    root: Any = get_command(app)
    context = root.make_context("tapete", [], resilient_parsing=True)
    found = {"tapete", *options(root, "tapete")}
    for verb in root.list_commands(context):
        command = root.get_command(context, verb)
        found |= {verb, *(() if verb == "open" else options(command, verb))}
        if verb in ("odds", "simulate", "solve", "people", "store", "bingo"):
            for inner in command.list_commands(typer.Context(command, parent=context)):
                deeper = command.commands[inner]
                found |= {f"{verb}.{inner}", *options(deeper, f"{verb}.{inner}")}
    found |= {f"open.{one.field}" for game in entries().values() for one in options_of(game).values()}
    return found | {f"open-game.{one.name}" for one in (*COMMON, SERIES) if one.name not in NAMES_OF_ALL}


def test_every_verb_and_every_option_has_its_help_in_each_language_and_no_other_text_is_kept() -> None:
    assert {one for one in topics()["help"] if not one.startswith("frame.")} == wanted()


def test_help_that_is_asked_for_goes_to_standard_output_and_is_in_one_language() -> None:
    texts = {code: entry for code, entry in topics()["help"].items() if len(set(entry.values())) == len(LANGS)}
    env = {"TAPETE_LANG": "", "NO_COLOR": "1", "COLUMNS": "4000", "TERMINAL_WIDTH": "4000"}
    wrong = []
    for words, lang in product([*groups(), *every_verb(), ("open", "mini"), ("open", "chemin-de-fer")], LANGS):
        found = CliRunner(env=env).invoke(app, ["--lang", lang, *words, "--help"])
        assert (found.exit_code, found.stderr) == (0, ""), words
        assert found.stdout.lstrip().startswith(topics()["help"]["frame.usage"][lang]), words
        plain = " ".join(found.stdout.split())
        for (code, entry), other in product(texts.items(), {*LANGS} - {lang}):
            sentence = " ".join(entry[other].split())
            if "{}" not in sentence and len(sentence) > 12 and sentence in plain:
                wrong.append(f"{code} is told in {other} in the help of {words} in {lang}")
    assert wrong == []
