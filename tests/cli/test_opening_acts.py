"""What ``tapete open`` opens a table with: the whole act, who holds its posts, and what it cannot hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from tapete.catalogue import entries, entry
from tapete.cli import app, open as verb, output
from tapete.cli.opening_options import NAME, options_of, usual_values
from tapete.kernel import Refused


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the verb is about to open, in order; nothing is opened."""
    made: list[Any] = []
    monkeypatch.setattr(verb, "_run", lambda *given: made.append(given))
    return made


def opening(*words: str) -> tuple[int, str]:
    """Return the status and the complaint of an opening."""
    found = CliRunner(env={"NO_COLOR": "1"}).invoke(app, ["open", *words, "--store", "x.db", "--lang", "en"])
    assert found.stdout == ""
    return found.exit_code, found.stderr


MINI = ("mini", "--minimum", "5", "--maximum", "100")
MINI_ACT = {"name": "mesa-1", "rulebook": "asturias-2011", "minimum": 500, "maximum": 10_000, "variant": "mini"}
POSTS = {"croupier": "mesa-1-crupier", "table-chief": "mesa-1-jefe"}


@pytest.mark.parametrize(
    ("words", "act", "staff"),
    [
        (MINI, MINI_ACT, POSTS),
        (
            (*MINI, "--decks", "8", "--standing", "--shoe", "keyed"),
            MINI_ACT | {"decks": 8, "standing_allowed": True, "shoe": "keyed"},
            POSTS,
        ),
        (
            (*MINI, "--side-bet", "pareja-punto", "--side-bet", "grande"),
            MINI_ACT | {"side_bets": ["pareja-punto", "grande"]},
            POSTS,
        ),
        ((*MINI, "--staff", "croupier=ana"), MINI_ACT, POSTS | {"croupier": "ana"}),
        (
            (*MINI, "--staff", "inspector=ana", "--staff", "croupier=ana"),
            MINI_ACT,
            POSTS | {"croupier": "ana", "inspector": "ana"},
        ),
        (
            (*MINI, "--name", "n" * 40),
            MINI_ACT | {"name": "n" * 40},
            {"croupier": f"{'n' * 28}-crupier", "table-chief": f"{'n' * 28}-jefe"},
        ),
        ((*MINI, "--staff", f"croupier={'a' * 40}"), MINI_ACT, POSTS | {"croupier": "a" * 40}),
    ],
)
def test_a_table_is_opened_with_what_was_said_and_with_nothing_else(
    run: list[Any], words: tuple[str, ...], act: dict[str, Any], staff: dict[str, str]
) -> None:
    assert opening(*words) == (0, "")
    ((game, name, what, store, files, *rest),) = run
    assert (game.key, name, store, files, rest) == ("punto-y-banca", "mini", "x.db", (None, None), [(), False, ()])
    assert what == act | {"staff": staff}


def test_key_witness_and_json_are_handed_on(run: list[Any]) -> None:
    assert opening(*MINI, "--key", "a.key", "--witness", "b", "--json") == (0, "")
    ((*_, files, _books, as_json, _material),) = run
    assert (files, as_json) == ((Path("a.key"), Path("b")), True)


PERSON = "a person is written in small letters without accents, digits and hyphens, at most 40"
TABLE = (
    "a table is named in small letters without accents, digits and hyphens, at most 40, and begins with a letter "
    "or a digit"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("croupier", "--staff croupier: write POST=PERSON, such as croupier=ana"),
        ("=ana", "--staff =ana: write POST=PERSON, such as croupier=ana"),
        ("croupier=", "--staff croupier=: write POST=PERSON, such as croupier=ana"),
        (
            "cook=ana",
            "--staff cook=ana: mini has no post «cook»; there are croupier, table-chief, inspector and director",
        ),
        ("croupier=Ana", f"--staff croupier=Ana: {PERSON}"),
        (f"croupier={'a' * 41}", f"--staff croupier={'a' * 41}: {PERSON}"),
        ("croupier=ana=bea", f"--staff croupier=ana=bea: {PERSON}"),
    ],
)
def test_a_post_that_cannot_be_filled_so_is_told(run: list[Any], text: str, said: str) -> None:
    assert opening(*MINI, "--staff", text) == (2, f"tapete: {said}\n")
    assert run == []


def test_a_post_is_filled_once() -> None:
    for other in ("bea", "ana"):
        said = f"tapete: --staff: post «croupier» is given twice, to ana and to {other}\n"
        assert opening(*MINI, "--staff", "croupier=ana", "--staff", f"croupier={other}") == (2, said)


UNFIT = "this value does not fit a table of mini"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "Mesa"}, f"--name Mesa: {TABLE}"),
        ({"decks": 99}, f"--decks: {UNFIT}: decks: a whole number from 0 to 12, and “99” was given"),
        ({"minimum": 0}, f"--minimum: {UNFIT}: minimum: an amount from €0.01 to €100,000,000,000, and “€0” was given"),
        ({"side_bets": ["x"]}, f"--side-bet: {UNFIT}: side_bets: “x” does not fit"),
        ({"staff": {"croupier": "A"}}, f"--name mesa-1: {TABLE}"),
        ({"rulebook": 7}, f"--rulebook: {UNFIT}: rulebook: “7” does not fit"),
    ],
)
def test_the_option_is_told_that_an_opening_cannot_hold(
    capsys: pytest.CaptureFixture[str], changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(typer.Exit) as ended:
        verb._act(entry("punto-y-banca"), "mini", MINI_ACT | {"staff": POSTS} | changes)
    assert (ended.value.exit_code, capsys.readouterr().err) == (2, f"tapete: {said}\n")


def test_a_game_without_pages_is_not_opened(run: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    bare = msgspec.structs.replace(entry("punto-y-banca"), has_pages=False)
    monkeypatch.setattr(verb, "_names", lambda: {"mini": bare})
    status, said = opening(*MINI)
    assert (status, said) == (2, f"tapete: {output.say('game-without-pages', game='mini')}\n")
    assert run == []


def test_a_refusal_names_its_clauses() -> None:
    assert verb._refusal_sentence(Refused("seat-taken", {"seat": 1})) == "Place 1 is taken."
    told = verb._refusal_sentence(Refused("seat-taken", {"seat": 1}, ("PB.A1.01", "PB.A1.02")))
    assert told == "Place 1 is taken. [PB.A1.01] [PB.A1.02]"


def test_every_name_of_the_catalogue_has_its_command_and_each_game_its_usual_values() -> None:
    assert list(verb._names()) == [name for one in entries().values() for name in one.names]
    usual = {key: usual_values(one) for key, one in entries().items()}
    assert usual == {
        "punto-y-banca": {"name": NAME, "rulebook": "asturias-2011"},
        "chemin-de-fer": {"name": NAME, "rulebook": "asturias-2011"},
        "dos-panos": {"name": NAME, "rulebook": "asturias-2011"},
        "bingo": {"name": NAME, "rulebook": "orden-1979"},
    }
    for key, one in entries().items():
        own = {field.field: field for field in one.form().options}
        taken = options_of(one)
        assert list(taken) == list(own)
        for field, option in taken.items():
            if field in usual[key]:
                assert (option.default, option.required) == (usual[key][field], False)
                as_before = {"default": own[field].default, "required": own[field].required}
                assert msgspec.structs.replace(option, **as_before) == own[field]
            else:
                assert option == own[field]


@pytest.mark.parametrize("length", [27, 28, 39, 40])
def test_the_longest_name_of_a_table_leaves_room_for_those_of_its_posts(run: list[Any], length: int) -> None:
    assert opening("bingo", "--name", "m" * length) == (0, "")
    game, name, what, *_ = run[0]
    staff = verb._act(game, name, what).staff
    assert all(one.endswith(game.all_posts[role].link) for role, one in staff.items())
