"""The verbs of the command line: what is listed under which name, what each does, and what all of them share."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import typer

from tapete.cli import (
    accounts,
    adopt,
    app,
    audit,
    backup,
    bingo,
    bingo_app,
    completion,
    default_paths,
    demo,
    export,
    init,
    keys,
    minutes,
    odds,
    odds_app,
    opening,
    opening_options,
    output,
    people,
    people_events,
    progress,
    record_progress,
    replay,
    restore,
    rules,
    serve,
    store_roles,
)
from tapete.cli.help_words import SpokenCommand, SpokenGroup
from tapete.cli.root import RootGroup

VERBS = {
    app: {
        "demo": demo.demo,
        "init": init.init,
        "serve": serve.serve,
        "rules": rules.rules,
        "replay": replay.replay,
        "audit": audit.audit,
        "export": export.export,
        "backup": backup.backup,
        "restore": restore.restore,
        "keys": keys.keys,
        "adopt": adopt.adopt,
        "accounts": accounts.accounts,
        "minutes": minutes.minutes,
    },
    odds_app: {"punto-banco": odds.punto_banco},
    bingo_app: {"cards": bingo.cards, "check": bingo.check, "rank": bingo.rank, "unrank": bingo.unrank},
    people.people_app: {"list": people.list_people, "reset": people.reset, "erase": people.erase, "seal": people.seal},
    store_roles.store_app: {"grant": store_roles.grant},
    opening.open_app: {},
}
GROUPS = {
    "open": opening.open_app,
    "people": people.people_app,
    "store": store_roles.store_app,
    "odds": odds_app,
    "bingo": bingo_app,
}


@pytest.mark.parametrize(("group", "verbs"), VERBS.items(), ids=["", "odds", "bingo", "people", "store", "open"])
def test_a_group_has_these_verbs_in_this_order(group: typer.Typer, verbs: dict[str, Any]) -> None:
    found = {str(one.name): one.callback for one in group.registered_commands}
    assert [*found.items()] == [*verbs.items()]
    assert {one.cls for one in group.registered_commands} <= {SpokenCommand}


def test_the_groups_are_listed_by_their_names_behind_the_verbs() -> None:
    assert [(one.name, one.typer_instance) for one in app.registered_groups] == [*GROUPS.items()]


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_speaks_a_language_and_shows_its_verbs_where_none_is_named(name: str) -> None:
    group = GROUPS[name]
    due = opening.OpeningGroup if name == "open" else SpokenGroup
    assert (group.info.cls, group.info.no_args_is_help) == (due, True)
    assert group.registered_callback is not None
    assert group.registered_callback.callback is output.group
    assert isinstance(group.info.help, str)
    if name == "open":
        assert group.info.subcommand_metavar == "GAME [OPTIONS]"


def test_the_program_is_called_tapete_and_shows_its_help_and_no_pictures_of_errors() -> None:
    assert (app.info.name, app.info.cls, app.info.no_args_is_help) == ("tapete", RootGroup, True)
    assert app.info.context_settings == {"help_option_names": ["-h", "--help"]}
    assert (app.pretty_exceptions_enable, isinstance(app.info.help, str)) == (False, True)
    command = typer.main.get_command(app)
    version, *_ = command.params
    assert (version.opts, version.default, version.is_eager) == (["--version"], False, True)
    assert version.callback is not None


@pytest.mark.parametrize(
    ("call", "name", "default"),
    [
        (output.group, "lang", "es"),
        (output.tell, "is_bold", False),
        (opening_options.cents, "least", 1),
        (serve.opening_key, "complaint", "staff-key-short"),
        (record_progress.with_progress, "readings", 1),
        (RootGroup.main, "standalone_mode", True),
        (RootGroup.main, "windows_expand_args", True),
    ],
)
def test_what_is_not_said_is_as_usual(call: Any, name: str, default: object) -> None:
    found = inspect.signature(call).parameters[name].default
    assert (found, type(found)) == (default, type(default))


@pytest.mark.parametrize(
    ("module", "values"),
    [
        (
            output,
            {"NO": 1, "BAD_INPUT": 2, "TABLE_LOST": 3, "LANGS": ("es", "en", "fr"), "LANG_VARIABLE": "TAPETE_LANG"},
        ),
        (output, {"STEERING": frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})}),
        (completion, {"SHELLS": ("bash", "zsh", "fish", "powershell", "pwsh")}),
        (
            default_paths,
            {"FOLDERS": {".key": ("XDG_CONFIG_HOME", ".config"), ".witness": ("XDG_STATE_HOME", ".local/state")}},
        ),
        (people_events, {"ALARMING": ("login-failed", "login-paused", "login-throttled")}),
        (progress, {"ON_SCREEN": 0.2, "IN_A_FILE": 10.0}),
        (serve, {"LEAST_KEY": 12, "DIRECTOR": "direccion", "RESERVE_MIB": 64}),
        (replay, {"NOT_CHECKED": ("chain", "signatures", "tags", "writers", "witness", "requests", "shoes")}),
    ],
    ids=lambda one: one.__name__.rpartition(".")[2] if inspect.ismodule(one) else "",
)
def test_a_word_or_number_of_the_command_line_is_what_it_was(module: object, values: dict[str, Any]) -> None:
    assert {name: getattr(module, name) for name in values} == values


def test_spanish_is_spoken_until_somebody_asks_for_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPETE_LANG", raising=False)
    output.set_lang([])
    assert output.lang() == "es"
