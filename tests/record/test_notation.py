"""The notation: round trip, replay, redaction, records written down and played again."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tapete.cards import DECK
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.rules import read as read_rules
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import HOUSE
from tapete.record import notation as n
from tapete.record.notation.play import Table
from tapete.record.notation.text import parse_action
from tapete.record.private import KeySealer, join, open_part
from tests.support import ROOT
from tests.support.record.tables import GAME, KEY, SCRIPT, Deal, Open, Show, TableActor, Toy, play as play_toy
from tests.support.rows import rows

HERE = Path(__file__).parent
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12)
bare = st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True)
values = words | bare | st.integers(0, 10**6).map(str) | st.lists(words | st.integers(-5, 5), max_size=3)
values |= st.dictionaries(words, words | st.booleans() | st.none(), max_size=3)
results = st.from_regex(r"[a-z0-9=]+( [a-z0-9;=]+)*", fullmatch=True) | st.just("")
names = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
named = st.dictionaries(names, values, max_size=3)
actions = st.builds(n.Action, bare, bare, st.lists(values, max_size=3).map(tuple), named, results, results)
cards = st.lists(st.sampled_from([*DECK, "??"]), max_size=8).map(tuple)
info = st.dictionaries(st.sampled_from(["title", "author", "note"]), words)
notations = st.builds(
    n.Notation,
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
def test_round_trip(notation: n.Notation) -> None:
    assert n.parse_notation(n.format_notation(notation)) == notation


def recorded(script: tuple[tuple[Any, str], ...] | None = None, **given: Any) -> tuple[TableActor, n.Notation]:
    actor, sealer = play_toy(TableActor(**given), script or SCRIPT), KeySealer(KEY)
    opened = [one.private_part and open_part(sealer, one.private_part, one.entry) for one in actor.made]
    entries = [join(one.entry, part or None) for one, part in zip(actor.made, opened, strict=True)]
    return actor, n.from_entries(GAME, entries, {"title": "señal"}, TOY)


RESULTS = {"laid": "card {position} {face}", "turned": "turned {face}", "paid": "{person} {amount:+}"}
TOY = n.Verbs(GAME, msgspec.convert({"opening": "open", "verbs": {"stake": "bet"}, "results": RESULTS}, Table))


class Worded(Toy):
    notation: Any = msgspec.to_builtins(TOY.table)


def test_record_becomes_notation_and_replays_to_the_same_state() -> None:
    actor, notation = recorded()
    text = n.format_notation(notation)
    assert n.parse_notation(text) == notation
    assert next(line for line in text.splitlines() if "deal" in line).strip() == '"ana deal # card 0 ??",'
    assert "bea +1250" in text
    made = n.play(Worded(), notation)
    assert [made.state.ledger, made.state.layout] == [actor.state.ledger, actor.state.layout]


def test_wrong_result_names_the_action() -> None:
    _, notation = recorded()
    for index, action in enumerate(notation.actions):
        if action.result:
            actions = list(notation.actions)
            actions[index] = replace(action, result=action.result + "9")
            with pytest.raises(n.NotationError, match=f"action {index + 1} ") as found:
                n.play(Worded(), replace(notation, actions=tuple(actions)))
            assert found.value.at == index + 1


def test_example_of_the_documentation_replays() -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert n.play(PUNTO_BANCO, n.parse_notation(example)).results[-1] == ("p1 punto 1000 won 1000 less 0",)


@rows("viewer", [None, "ana"])
def test_redacted_copy_shows_only_what_the_viewer_saw(viewer: str | None) -> None:
    _, notation = recorded(((Open(), HOUSE), (Deal(), "ana"), (Deal(), "ana"), (Show(1), "ana"), (Deal(), "ana")))
    copy = n.redact(Worded(), notation, viewer)
    assert notation.shoes == (("6s", "7s", "8s"),)
    assert copy.shoes == (("??", "7s", "??"),)
    assert replace(copy, shoes=notation.shoes) == notation
    assert n.play(Worded(), copy).results == n.play(Worded(), notation).results


@rows(
    "line, message",
    [
        ("c fly", "fly is not a verb"),
        ("c bet", "required field"),
        ("c bet 1 2", "takes 1"),
        ("c bet 5 colour=red", "unknown field"),
        ("c bet 0", "refused nothing-staked"),
        ("c bet 5 # refused nothing-staked", "is not the result"),
    ],
)
def test_bad_actions_are_errors(line: str, message: str) -> None:
    notation = n.parse_notation(f'tapete = "1"\ngame = "toy"\nactions = ["{line}"]\n[open]\n')
    with pytest.raises(n.NotationError, match=message) as found:
        n.play(Worded(), notation)
    assert found.value.at == 1


SHIPPED = CHEMIN_DE_FER.library.by_id("chemin-de-fer", "asturias-2011")
ADMITS = HERE.parent / "tables" / "chemin-de-fer" / "cover-late-stake-admitted.toml"


def test_a_file_may_hold_rulebooks_of_its_own() -> None:
    notation = n.read_notation(ADMITS)
    played = n.play(CHEMIN_DE_FER, notation)
    assert played.state.book.betting.late_stakes_admitted.use() is True
    assert played.state.book.outcome == read_rules(SHIPPED).outcome
    assert n.parse_notation(n.format_notation(notation)) == notation
    unchanged = replace(notation, actions=tuple(one for one in notation.actions if one.verb != "adopt"))
    with pytest.raises(n.NotationError, match="late-stake-not-admitted"):
        n.play(CHEMIN_DE_FER, unchanged)


@rows(
    "line, action",
    [
        ("c deal", n.Action("c", "deal")),
        ("c bet 5 at=x", n.Action("c", "bet", ("5",), {"at": "x"})),
        ("c bet =5", None),
        ('c say "two words" "" "a#b"', n.Action("c", "say", ("two words", "", "a#b"))),
        ('c say at="two words"', n.Action("c", "say", (), {"at": "two words"})),
        ('c say [1,"a"] {"b":[2]}', n.Action("c", "say", ([1, "a"], {"b": [2]}))),
        ("c deal # 7s", n.Action("c", "deal", result="7s")),
        ("c deal # 7s ; 8s ## odd # one", n.Action("c", "deal", result="7s ; 8s", remark="odd # one")),
        ("c deal 5 #", n.Action("c", "deal", ("5",))),
    ],
)
def test_a_line_is_who_does_what_with_which_arguments_and_what_came_of_it(line: str, action: n.Action | None) -> None:
    if action is None:
        with pytest.raises(n.NotationSyntaxError) as refused:
            parse_action(line)
        assert (refused.value.code, refused.value.facts) == ("argument-unread", {"column": 7, "line": line})
    else:
        assert parse_action(line) == action


BASE = 'tapete = "1"\ngame = "toy"\n'


@rows(
    "text, code, facts",
    [
        ('tapete = "2"\ngame = "toy"', "not-notation", {"format": "1"}),
        ("tapete = 1", "not-notation", {"format": "1"}),
        (BASE + 'shoe = "7s 1x"', "not-a-card", {"card": "1x"}),
        (BASE + "shoe = [7]", "not-a-card", {"card": "7"}),
    ],
)
def test_a_file_that_is_no_notation_says_why(text: str, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(n.NotationSyntaxError) as refused:
        n.parse_notation(text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@rows(
    "wrong, code",
    [
        *((f"{name} = {value}", "notation-unfit") for name in ("shoe", "urn", "actions") for value in ("7", "{x=1}")),
        *((f"decks = {count}", "notation-unfit") for count in (-1, 100_000_000)),
        *((f"actions = [{one}]", "action-unread") for one in ("{x=1}", "5", '["c a"]', f'"c a {"[" * 3000}"')),
        (f"x = {'[' * 3000}", "notation-unfit"),
    ],
)
def test_nonsense_written_by_hand_is_said_of_the_file(wrong: str, code: str) -> None:
    """Promise: a file that is no notation is a wrong question, and no failure of the program."""
    with pytest.raises(n.NotationSyntaxError) as refused:
        n.parse_notation(BASE + wrong)
    assert refused.value.code == code


def test_a_table_goes_on_where_another_that_it_is_like_leaves_off(tmp_path: Path) -> None:
    """``like`` takes header, cards and the first actions of the file beside it; what is said anew is laid over them."""
    whole = f'{BASE}decks = 2\nshoe = "Kh"\nactions = ["c a", "c b", "c d"]\n[open]\nname = "x"\nleast = 1\n'
    (tmp_path / "whole.toml").write_text(whole, "utf-8")
    short = 'tapete = "1"\nlike = "whole"\nfirst = 2\nactions = ["c e"]\n[open]\nleast = 2\n'
    (tmp_path / "short.toml").write_text(short, "utf-8")
    (tmp_path / "again.toml").write_text('tapete = "1"\nlike = "short"\ntitle = "again"\n', "utf-8")
    short = n.read_notation(tmp_path / "short.toml")
    assert short.opening_fields == {"name": "x", "least": 2}
    assert ([one.verb for one in short.actions], short.decks, short.shoes) == (["a", "b", "e"], 2, (("Kh",),))
    assert replace(n.read_notation(tmp_path / "again.toml"), info={}) == short


@rows("name", ["round", "nothing", "../whole", "", 7])
def test_a_table_like_none_or_like_itself_is_refused_by_name(tmp_path: Path, name: object) -> None:
    (tmp_path / "round.toml").write_text(f'tapete = "1"\nlike = {json.dumps(name)}\n', "utf-8")
    with pytest.raises(n.NotationSyntaxError) as raised:
        n.read_notation(tmp_path / "round.toml")
    assert (raised.value.code, raised.value.facts) == ("like-nothing", {"name": str(name)})


@rows("wrong", ["first = -1", 'first = "x"', "first = true", 'actions = "c a"', 'people = "ana"', "open = 5"])
def test_a_table_like_another_that_says_nonsense_is_refused(tmp_path: Path, wrong: str) -> None:
    whole = f'{BASE}actions = ["c a"]\n[people]\na = "ana"\n[open]\nname = "x"\n'
    (tmp_path / "whole.toml").write_text(whole, "utf-8")
    (tmp_path / "short.toml").write_text(f'tapete = "1"\nlike = "whole"\n{wrong}\n', "utf-8")
    with pytest.raises(n.NotationSyntaxError):
        n.read_notation(tmp_path / "short.toml")
