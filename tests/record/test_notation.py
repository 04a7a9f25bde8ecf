"""Round trip, replay and redaction laws of the notation, on the toy game and on punto y banca."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from tapete.cards import DECK
from tapete.games.chemin_de_fer import acts as chemin
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.rules import read as read_rules
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import HOUSE, PersonId
from tapete.record.notation import (
    Action,
    Notation,
    NotationError,
    NotationSyntaxError,
    UnknownVerbError,
    Verbs,
    format_notation,
    from_entries,
    parse_notation,
    play,
    read_notation,
    redact,
    verbs_of,
)
from tapete.record.notation.text import parse_action
from tapete.record.notation.verbs import Table
from tapete.record.private import KeySealer, join, open_part
from tapete.table.acts import StandBehind
from tests.support.record.tables import GAME, KEY, TableActor, play as play_toy
from tests.support.record.toy import Deal, Open, Show, Toy

HERE = Path(__file__).parent
TABLES = sorted([*HERE.glob("tables/*.toml"), *HERE.parent.glob("tables/*/*.toml")])[::4]
"""Every fourth of the recorded tables: all of them are replayed where they are composed, in ``tests/tables``."""
GAMES = {"punto-y-banca": PUNTO_BANCO, "chemin-de-fer": CHEMIN_DE_FER}
NATURAL = (HERE / "tables" / "punto-natural.toml").read_text("utf-8")

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12)
bare = st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True)
values = words | bare | st.integers(0, 10**6).map(str) | st.lists(words | st.integers(-5, 5), max_size=3)
values |= st.dictionaries(words, words | st.booleans() | st.none(), max_size=3)
results = st.from_regex(r"[a-z0-9=]+( [a-z0-9;=]+)*", fullmatch=True) | st.just("")
names = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
named = st.dictionaries(names, values, max_size=3)
actions = st.builds(Action, bare, bare, st.lists(values, max_size=3).map(tuple), named, results, results)
cards = st.lists(st.sampled_from([*DECK, "??"]), max_size=8).map(tuple)
info = st.dictionaries(st.sampled_from(["title", "author", "note"]), words)
notations = st.builds(
    Notation,
    bare,
    st.lists(actions, max_size=4).map(tuple),
    st.dictionaries(bare, words | st.integers(-9, 9) | st.booleans() | st.lists(words), max_size=3),
    st.lists(cards, max_size=3).map(tuple),
    st.integers(0, 8),
    st.dictionaries(bare, words, max_size=2),
    info,
    urns=st.lists(st.lists(bare, max_size=4).map(tuple), max_size=3).map(tuple),
)


@pytest.mark.slow
@given(notations)
def test_round_trip(notation: Notation) -> None:
    assert parse_notation(format_notation(notation)) == notation


def recorded(script: tuple[tuple[Any, str], ...] | None = None, **given: Any) -> tuple[TableActor, Notation]:
    actor = play_toy(TableActor(**given), script) if script else play_toy(TableActor(**given))
    sealer = KeySealer(KEY)
    entries = [
        join(made.entry, None if made.private_part is None else open_part(sealer, made.private_part, made.entry))
        for made in actor.made
    ]
    return actor, from_entries(GAME, entries, {"title": "señal"}, TOY)


TOY = Verbs(
    GAME,
    msgspec.convert(
        {
            "opening": "open",
            "verbs": {"stake": "bet"},
            "results": {"laid": "card {position} {face}", "turned": "turned {face}", "paid": "{person} {amount:+}"},
        },
        Table,
    ),
)


class Worded(Toy):
    notation: Any = msgspec.to_builtins(TOY.table)


def test_record_becomes_notation_and_replays_to_the_same_state() -> None:
    actor, notation = recorded()
    text = format_notation(notation)
    assert parse_notation(text) == notation
    assert next(line for line in text.splitlines() if "deal" in line).strip() == '"ana deal # card 0 ??",'
    assert "bea +1250" in text
    made = play(Worded(), notation)
    assert [made.state.ledger, made.state.layout] == [actor.state.ledger, actor.state.layout]


def test_wrong_result_names_the_action() -> None:
    _, notation = recorded()
    for index, action in enumerate(notation.actions):
        if not action.result:
            continue
        wrong = msgspec.structs.replace(action, result=action.result + "9")
        broken = msgspec.structs.replace(
            notation, actions=(*notation.actions[:index], wrong, *notation.actions[index + 1 :])
        )
        with pytest.raises(NotationError, match=f"action {index + 1} ") as found:
            play(Worded(), broken)
        assert found.value.at == index + 1


@pytest.mark.parametrize("viewer", [None, "ana"])
def test_redacted_copy_shows_only_what_the_viewer_saw(viewer: str | None) -> None:
    _, notation = recorded(((Open(), HOUSE), (Deal(), "ana"), (Deal(), "ana"), (Show(1), "ana"), (Deal(), "ana")))
    copy = redact(Worded(), notation, viewer)
    assert notation.shoes == (("6s", "7s", "8s"),)
    assert copy.shoes == (("??", "7s", "??"),)
    assert msgspec.structs.replace(copy, shoes=notation.shoes) == notation
    assert play(Worded(), copy).results == play(Worded(), notation).results


def test_unknown_card_that_matters_names_the_action() -> None:
    _, notation = recorded(((Open(), HOUSE), (Deal(), "ana"), (Show(0), "ana")))
    hidden = msgspec.structs.replace(notation, shoes=(("??",),))
    with pytest.raises(NotationError, match=r"action 2 .*face-unknown"):
        play(Worded(), hidden)


def test_pseudonym_that_looks_like_an_actor_stands_for_itself() -> None:
    script = ((Open(), HOUSE), (Deal(), "c"), (Deal(), "croupier"), (Deal(), "p3"))
    _, notation = recorded(script)
    made = play(Worded(), notation)
    assert [str(turn.acts[0].by) for turn in made.turns] == ["c", "croupier", "p3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "tapete"),
        ('tapete = "1"', "game"),
        ('tapete = "1"\ngame = "toy"\nactions = ["c"]', "action 1"),
        ('tapete = "1"\ngame = "toy"\nactions = ["c deal", "c # x"]', "action 2"),
        ('tapete = "1"\ngame = "toy"\nactions = ["c bet a=1 2"]', "without a name"),
        ('tapete = "1"\ngame = "toy"\nactions = ["c bet a=1 a=2"]', "twice"),
        ('tapete = "1"\ngame = "toy"\nactions = [\'c bet "x\']', "action 1"),
        ('tapete = "1"\ngame = "toy"\nactions = ["c bet [1.5]"]', "whole number"),
        ('tapete = "1"\ngame = "toy"\nactions = [7]', "action 1"),
        ('tapete = "1"\ngame = "toy"\nactions = []\nshoe = "7s 1x"', "1x is not a card"),
        ('tapete = "1"\ngame = "toy"\nactions = []\ntitle = 7', "str"),
    ],
)
def test_bad_files_say_where(text: str, message: str) -> None:
    with pytest.raises(NotationSyntaxError, match=message):
        parse_notation(text)


@pytest.mark.parametrize(
    ("line", "code", "facts"),
    [
        ('c bet "x', "argument-unread", {"column": 7}),
        ("c bet 5 [1, 2", "argument-unread", {"column": 9}),
        ('c bet at={"a" 1}', "argument-unread", {"column": 10}),
        ("c bet 5 at=", "argument-unread", {"column": 12}),
        ("c bet [1.5]", "not-whole", {"text": "1.5"}),
        ("c bet at=1 5", "argument-order", {}),
        ("c bet at=1 at=2", "argument-twice", {"name": "at"}),
        ("c", "actor-and-verb", {}),
        ("c # bet", "actor-and-verb", {}),
    ],
)
def test_a_bad_action_says_what_is_wrong_and_in_which_column(line: str, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(NotationSyntaxError) as found:
        parse_action(line)
    assert found.value.code == code
    assert {name: found.value.facts[name] for name in facts} == facts


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c fly", "fly is not a verb"),
        ("c bet", "required field"),
        ("c bet 1 2", "takes 1"),
        ("c bet 1 amount=2", "given twice"),
        ("c bet many", "int"),
        ("c bet 5 colour=red", "unknown field"),
        ("c bet 0", "refused nothing-staked"),
        ("c bet 5 # refused nothing-staked", "is not the result"),
    ],
)
def test_bad_actions_are_errors(line: str, message: str) -> None:
    notation = parse_notation(f'tapete = "1"\ngame = "toy"\nactions = ["{line}"]\n[open]\n')
    with pytest.raises(NotationError, match=message) as found:
        play(Worded(), notation)
    assert found.value.at == 1


def test_written_refusal_is_a_result() -> None:
    notation = parse_notation('tapete = "1"\ngame = "toy"\nactions = ["c bet 0 # refused nothing-staked ## none"]')
    assert play(Worded(), notation).results == (("refused nothing-staked",),)


def test_other_game_and_missing_cards() -> None:
    with pytest.raises(NotationError, match="not of toy"):
        play(Worded(), Notation("bingo", ()))
    with pytest.raises(NotationError, match="does not hold"):
        play(Worded(), Notation("toy", (), shoes=(("7s", "7s"),), decks=1))


def test_table_of_words_names_only_what_the_game_has() -> None:
    with pytest.raises(ValueError, match="no fly, soared"):
        Verbs(GAME, Table(verbs={"fly": "f"}, results={"soared": "x"}))
    with pytest.raises(ValueError, match="share a verb"):
        Verbs(GAME, Table(verbs={"deal": "x", "show": "x"}))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_recorded_tables_replay(path: Path) -> None:
    notation = read_notation(path)
    if notation.game not in GAMES:
        pytest.skip(f"{notation.game} is played elsewhere")
    assert parse_notation(format_notation(notation)) == notation
    game = GAMES[notation.game]
    assert play(game, notation).turns
    assert verbs_of(game).table.opening
    copy = redact(game, notation, None)
    for one, other in zip(copy.shoes, notation.shoes, strict=True):
        assert all(face in (full, "??") for face, full in zip(one, other, strict=True))


def test_public_copy_hides_what_was_burned() -> None:
    copy = redact(PUNTO_BANCO, parse_notation(NATURAL), None)
    assert copy.shoes[0][:6] == ("5s", "??", "??", "??", "??", "??")
    assert copy.shoes[0][6:10] == ("4s", "2h", "5c", "6h")


def test_example_of_the_documentation_replays() -> None:
    page = (HERE.parents[1] / "docs" / "notation.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert play(PUNTO_BANCO, parse_notation(example)).results[-1] == ("p1 punto 1000 won 1000 less 0",)


# --- what a croupier notes for another, and a house's own rulebooks ---------------------------------------------------

CF = verbs_of(CHEMIN_DE_FER)


@pytest.mark.parametrize(
    ("line", "inner"),
    [
        ("c note p5 stake 4000", chemin.Stake(4000)),
        ("c note p5 stake 4000 on_table=false", chemin.Stake(4000, on_table=False)),
        ("c note resto behind 9", StandBehind(9)),
        ("c note p5 bid 30000", chemin.Bid(300_00)),
        ("c note p5 share 10000", chemin.OfferShare(100_00)),
        ("c note p8 pledge p5 12000", chemin.PledgeShare(PersonId("eva"), 120_00)),
        ("c note p8 banco", chemin.CallBanco()),
    ],
)
def test_what_is_noted_for_another_is_written_as_his_own_verb(line: str, inner: Any) -> None:
    people = {"p5": "eva"}
    read = CF.read(parse_action(line), people)
    assert read.what == inner
    action = parse_action(line)
    assert (action.verb, action.args, action.named_args) == CF.write(read, {"eva": "p5"})


@pytest.mark.parametrize(
    "line", ["c note", "c note p5", "c note p5 jump", "c note p5 say no", "c note p5 stake 1 2 3 4"]
)
def test_only_what_can_be_noted_is_read(line: str) -> None:
    with pytest.raises(UnknownVerbError):
        CF.read(parse_action(line), {})


SHIPPED = CHEMIN_DE_FER.library.by_id("chemin-de-fer", "asturias-2011")
ADMITS = HERE.parent / "tables" / "chemin-de-fer" / "cover-late-stake-admitted.toml"


def test_a_file_may_hold_rulebooks_of_its_own() -> None:
    notation = read_notation(ADMITS)
    played = play(CHEMIN_DE_FER, notation)
    assert played.state.book.betting.late_stakes_admitted.use() is True
    assert played.state.book.outcome == read_rules(SHIPPED).outcome
    assert parse_notation(format_notation(notation)) == notation
    unchanged = msgspec.structs.replace(notation, actions=tuple(one for one in notation.actions if one.verb != "adopt"))
    with pytest.raises(NotationError, match="late-stake-not-admitted"):
        play(CHEMIN_DE_FER, unchanged)


@pytest.mark.parametrize(
    ("game", "extends"), [(CHEMIN_DE_FER, "nowhere-1999"), (PUNTO_BANCO, "nowhere-1999"), (Worded(), "asturias-2011")]
)
def test_a_rulebook_of_a_file_extends_one_that_is_known(game: Any, extends: str) -> None:
    with pytest.raises(NotationSyntaxError):
        play(game, Notation(game.key, (), rulebooks={"casa": {"extends": extends}}))
