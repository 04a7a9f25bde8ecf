"""The text of a notation as a whole: each line as an action and back, a file with all its parts, the cards and tokens
that it lists, and how acts and events of a small game are written in words.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from tapete.cards import packs
from tapete.chance import CardDraw, CardOut, ShoeDraw
from tapete.kernel import HOUSE, ActBody, Event, PersonId
from tapete.record.notation import Action, Notation, NotationError, NotationSyntaxError, UnknownVerbError, Verbs
from tapete.record.notation.play import ListedOrders, as_listed, play, redact
from tapete.record.notation.text import (
    format_action,
    format_notation,
    format_value,
    parse_action,
    parse_notation,
    read_notation,
)
from tapete.record.notation.verbs import ACTORS, Table, actors_of, person
from tests.support.record.toy import Deal, Laid, Opened, Paid, Settle, Stake, Toy, Turned

ANA, BEA = PersonId("ana"), PersonId("bea")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("c deal", Action("c", "deal")),
        ("  c   deal  ", Action("c", "deal")),
        ("c bet 5 x", Action("c", "bet", ("5", "x"))),
        ("c bet at=5 to=x", Action("c", "bet", (), {"at": "5", "to": "x"})),
        ("c bet 5 at=x", Action("c", "bet", ("5",), {"at": "x"})),
        ("c bet a1_b=5", Action("c", "bet", (), {"a1_b": "5"})),
        ("c bet =5", None),
        ('c say "two words" "" "a#b"', Action("c", "say", ("two words", "", "a#b"))),
        ('c say at="two words"', Action("c", "say", (), {"at": "two words"})),
        ('c say [1,"a"] {"b":[2]}', Action("c", "say", ([1, "a"], {"b": [2]}))),
        ("c deal # 7s", Action("c", "deal", result="7s")),
        ("c deal#7s", Action("c", "deal", result="7s")),
        ("c deal # 7s ; 8s ## odd # one", Action("c", "deal", result="7s ; 8s", remark="odd # one")),
        ("c deal ## odd ## one", Action("c", "deal", remark="odd ## one")),
        ("c deal 5 #", Action("c", "deal", ("5",))),
        ("c deal ##", Action("c", "deal")),
    ],
)
def test_a_line_is_who_does_what_with_which_arguments_and_what_came_of_it(line: str, action: Action | None) -> None:
    if action is None:
        with pytest.raises(NotationSyntaxError) as refused:
            parse_action(line)
        assert (refused.value.code, refused.value.facts) == ("argument-unread", {"column": 7, "line": line})
    else:
        assert parse_action(line) == action


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("word", "word"),
        ("5", "5"),
        ("a=b", '"a=b"'),
        ("a b", '"a b"'),
        ("", '""'),
        ("a#", '"a#"'),
        ("=a", '"=a"'),
        ("[a", '"[a"'),
        ("{a", '"{a"'),
        ("a[", "a["),
        ("ñ", "ñ"),
        ("ñ ñ", '"ñ ñ"'),
        ([1, "b c"], '[1,"b c"]'),
        ({"a": None}, '{"a":null}'),
    ],
)
def test_an_argument_is_bare_where_it_reads_back_as_itself(value: Any, written: str) -> None:
    assert format_value(value) == written
    assert parse_action(f"c say {written}").args == (value,)
    assert parse_action(f"c say at={written}").named_args == {"at": value}


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Action("c", "deal"), "c deal"),
        (Action("c", "bet", ("5", "a b"), {"at": "x", "to": [1]}), 'c bet 5 "a b" at=x to=[1]'),
        (Action("c", "bet", ("5",), result="won"), "c bet 5 # won"),
        (Action("c", "bet", remark="odd"), "c bet ## odd"),
        (Action("c", "bet", result="won", remark="odd"), "c bet # won ## odd"),
    ],
)
def test_an_action_is_one_line(action: Action, line: str) -> None:
    assert format_action(action) == line
    assert parse_action(line) == action


WHOLE = Notation(
    "toy",
    (Action("c", "deal", result="7s"), Action("p1", "bet", ("5",))),
    {"cut": 3},
    (("7s", "??"), ("8s",)),
    2,
    {"p1": "ana"},
    {"title": "señal", "place": "Gijón"},
    {"casa": {"extends": "x"}},
    (("1", "2"),),
)
TEXT = """\
tapete = "1"
game = "toy"
title = "señal"
place = "Gijón"
decks = 2
shoe = [
    "7s ??",
    "8s",
]
urn = "1 2"
actions = [
    "c deal # 7s",
    "p1 bet 5",
]

[people]
p1 = "ana"

[open]
cut = 3

[rulebooks.casa]
extends = "x"
"""


def test_a_file_has_all_its_parts_and_none_that_is_empty() -> None:
    assert format_notation(WHOLE) == TEXT
    assert parse_notation(TEXT) == WHOLE
    bare = 'tapete = "1"\ngame = "toy"\nactions = []\n'
    assert format_notation(Notation("toy", ())) == bare
    assert parse_notation(bare) == Notation("toy", ()) == parse_notation('tapete = "1"\ngame = "toy"')


@pytest.mark.parametrize(
    ("shoes", "urns", "kept"),
    [
        ((("7s",),), (), {"shoe": "7s"}),
        (((),), (), {"shoe": ""}),
        ((("7s",), ("8s", "9s")), (), {"shoe": ["7s", "8s 9s"]}),
        ((), (("5", "6"),), {"urn": "5 6"}),
        ((), (("5",), ("6",)), {"urn": ["5", "6"]}),
    ],
)
def test_one_shoe_or_urn_is_a_line_and_several_are_a_list(shoes: Any, urns: Any, kept: dict[str, Any]) -> None:
    made = Notation("toy", (), shoes=shoes, urns=urns)
    tree = tomllib.loads(format_notation(made))
    assert {name: tree[name] for name in ("shoe", "urn") if name in tree} == kept
    assert parse_notation(format_notation(made)) == made


BASE = 'tapete = "1"\ngame = "toy"\n'


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ('tapete = "2"\ngame = "toy"', "not-notation", {"format": "1"}),
        ("tapete = 1", "not-notation", {"format": "1"}),
        (BASE + 'shoe = "7s 1x"', "not-a-card", {"card": "1x"}),
        (BASE + 'shoe = ["7s", "8s z"]', "not-a-card", {"card": "z"}),
        (BASE + "shoe = [7]", "not-a-card", {"card": "7"}),
    ],
)
def test_a_file_that_is_no_notation_says_why(text: str, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(NotationSyntaxError) as refused:
        parse_notation(text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@pytest.mark.parametrize(("lines", "number"), [('"c"', 1), ('"c deal", "c"', 2), ('"c deal", "c deal", 7', 3)])
def test_an_action_that_cannot_be_read_is_named_by_its_number(lines: str, number: int) -> None:
    with pytest.raises(NotationSyntaxError) as refused:
        parse_notation(f"{BASE}actions = [{lines}]")
    assert (refused.value.code, refused.value.facts["number"]) == ("action-unread", number)
    assert refused.value.facts["why"]


# --- what is listed ---------------------------------------------------------------------------------------------------

PACK = packs(1)


@pytest.mark.parametrize(
    ("listed", "decks", "order"),
    [
        ((), 0, ()),
        (("7s", "8s"), 0, ("7s", "8s")),
        (("7s", "??", "8s"), 0, ("7s", None, "8s")),
        ((), 1, PACK),
        ((), 2, packs(2)),
        (("7s", "8s"), 1, ("7s", "8s", *(one for one in PACK if one not in ("7s", "8s")))),
        (("7s", "??"), 1, ("7s", None)),
    ],
)
def test_the_rest_of_the_packs_follows_the_cards_that_are_listed_where_all_are_known(
    listed: Any, decks: int, order: Any
) -> None:
    made = ListedOrders(Notation("toy", (), shoes=(listed,), decks=decks))
    assert made.orders == [order]
    assert made.card(1, len(order)) is None
    assert [made.card(1, at) for at in range(len(order))] == list(order)


def test_a_shoe_that_is_not_listed_is_the_last_one_again() -> None:
    made = ListedOrders(Notation("toy", (), shoes=(("7s",), ("8s",))))
    assert [made.card(shoe, 0) for shoe in (1, 2, 3)] == ["7s", "8s", "8s"]
    assert ListedOrders(Notation("toy", (), decks=1)).card(4, 0) == PACK[0]


@pytest.mark.parametrize(("listed", "decks"), [(("7s", "7s"), 1), (("7s", "8s", "7s", "7s"), 2)])
def test_more_of_a_card_than_the_packs_hold_is_an_error(listed: Any, decks: int) -> None:
    with pytest.raises(NotationError) as refused:
        ListedOrders(Notation("toy", (), shoes=(listed,), decks=decks))
    line = " ".join(listed)
    assert (refused.value.at, refused.value.line) == (0, line)
    assert refused.value.facts["why"]["facts"] == {"packs": decks, "face": "7s"}
    assert refused.value.facts["why"]["code"] == "packs-too-few"


def test_tokens_of_an_urn_come_as_listed_and_then_in_the_order_of_the_urn() -> None:
    made = ListedOrders(Notation("toy", (), urns=(("c", "a"), ("b",))))
    assert made.fill(1, ("a", "b", "c")) == ()
    made.sealed = True
    assert made.fill(2, ("a", "b")) == ("0" * 64,) * 2
    assert made.fill(3, ("a", "b")) == ("0" * 64,) * 2
    assert made.urns == {1: ("c", "a", "b"), 2: ("b", "a"), 3: ("a", "b")}
    assert [made.token(1, 0), made.token(2, 1), made.token(3, 1)] == ["c", "a", "b"]
    assert made.seal(1, 3) == ("0" * 64,) * 3
    made.sealed = False
    assert made.seal(1, 3) == ()
    with pytest.raises(NotationError) as refused:
        made.fill(1, ("a", "b"))
    assert refused.value.line == "c a"
    assert refused.value.facts["why"]["facts"] == {"urn": 1, "token": "c"}


def test_a_listed_shoe_counts_its_cards_as_they_leave_it_whatever_the_cut_was() -> None:
    source = ListedOrders(Notation("toy", (), shoes=(("7s", "8s", "9s"),)))
    assert as_listed(source, CardDraw(1, 12, 1, 7, "table")) == CardOut(1, "8s")  # type: ignore[arg-type]
    assert as_listed(source, ShoeDraw(1, 2)).commitments == ()  # type: ignore[attr-defined]


# --- acts and events in words -----------------------------------------------------------------------------------------


class Note(ActBody, frozen=True, tag="note"):
    person: PersonId
    what: Stake
    is_late: bool = False


class Sorted(Event, frozen=True, tag="sorted@1"):
    kind: str
    values: tuple[int, ...] = ()
    people: tuple[PersonId, ...] = ()


class Wordy(Toy):
    act_types: ClassVar[Any] = Toy.act_types | Note
    event_types: ClassVar[Any] = Toy.event_types | Sorted


def words(**more: Any) -> Verbs:
    table = {
        "opening": "open",
        "verbs": {"stake": "bet", "note": "for"},
        "fields": {"open": ["cut", "note"]},
        "holds": {"note": "what"},
        "results": {
            "laid": "card {position} {face}",
            "paid": "{person} {amount:+}",
            "sorted": {"by": "kind", "texts": {"a": "{kind} of {people}", "true": "yes"}},
        },
    }
    return Verbs(Wordy(), msgspec.convert({**table, **more}, Table))


@pytest.mark.parametrize(
    ("what", "written"),
    [
        (Stake(5), ("bet", ("5",), {})),
        (Deal(), ("deal", (), {})),
        (Settle(ANA), ("settle", ("p1",), {})),
        (Settle(PersonId("zoe")), ("settle", ("zoe",), {})),
        (Note(ANA, Stake(5)), ("for", ("p1", "bet", "5"), {})),
        (Note(BEA, Stake(5), is_late=True), ("for", ("bea", "bet", "5"), {"is_late": "true"})),
    ],
)
def test_an_act_is_a_verb_with_its_arguments_and_reads_back(what: Any, written: Any) -> None:
    verbs = words()
    assert verbs.write(what, {"ana": "p1"}) == written
    if not written[2]:
        assert verbs.read(Action("c", *written), {"p1": "ana"}) == what


def test_fields_are_written_in_the_order_of_the_table_while_they_are_there_and_then_by_name() -> None:
    verbs = words()
    opening = verbs.acts["open"]
    assert verbs.write(opening(), {}) == ("open", (), {})
    assert verbs.write(opening(cut=7), {}) == ("open", ("7",), {})
    assert verbs.write(opening(cut=7, note="n"), {}) == ("open", ("7", "n"), {})
    assert verbs.write(opening(note="n"), {}) == ("open", (), {"note": "n"})
    assert verbs.fields("open") == ("cut", "note")
    assert [verbs.fields(one) for one in ("note", "stake", "show", "deal")] == [
        ("person",), ("amount",), ("position",), (),
    ]  # fmt: skip
    assert verbs.read(Action("c", "open", ("7",), {"note": "n"}), {}) == opening(cut=7, note="n")


@pytest.mark.parametrize(
    ("action", "code", "facts"),
    [
        (Action("c", "stake", ("5",)), "not-a-verb", {"verb": "stake", "game": "toy"}),
        (Action("c", "for", ("p1",)), "verb-needs-verb", {"verb": "for", "order": "person"}),
        (Action("c", "bet", ("5", "6")), "verb-arguments", {"verb": "bet", "count": 1}),
        (Action("c", "open", ("5", "6"), {"note": "a", "cut": "1"}), "given-twice", {"names": "cut, note"}),
        (Action("c", "for", ("p1", "fly")), "not-a-verb", {"verb": "fly", "game": "toy"}),
    ],
)
def test_an_action_without_sense_says_what_is_wrong(action: Action, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(UnknownVerbError) as refused:
        words().read(action, {})
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_table_names_what_its_game_has() -> None:
    for more, strange in (
        ({"opening": "begin"}, "begin"),
        ({"verbs": {"z": "b", "y": "c"}}, "y, z"),
        ({"fields": {"z": []}}, "z"),
        ({"holds": {"z": "what"}}, "z"),
        ({"results": {"z": "text"}}, "z"),
    ):
        with pytest.raises(ValueError, match=f"^toy has no {strange}$"):
            words(**more)
    with pytest.raises(ValueError, match=r"^two acts of toy share a verb$"):
        words(verbs={"stake": "deal"})
    assert words(opening="").table.opening == ""


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Laid(3, None, face_up=False), ("card 3 ??",)),
        (Laid(3, "Kc", face_up=False), ("card 3 ??",)),  # type: ignore[arg-type]
        (Laid(3, "Kc", face_up=True), ("card 3 Kc",)),  # type: ignore[arg-type]
        (Paid(ANA, 5), ("p1 +5",)),
        (Paid(BEA, -5), ("bea -5",)),
        (Sorted("a", (), (ANA, BEA)), ("a of p1 bea",)),
        (Sorted("A", (), ()), ("A of",)),
        (Sorted("b"), ()),
        (Sorted("True"), ("yes",)),
        (Turned(3, "Kc", court=True), ()),  # type: ignore[arg-type]
    ],
)
def test_an_event_is_written_as_its_table_says_and_tells_no_hidden_face(event: Any, said: tuple[str, ...]) -> None:
    assert words().results([event], {"ana": "p1"}) == said


def test_each_element_of_a_list_is_a_result() -> None:
    verbs = words(results={"sorted": {"each": "values", "text": "value {value}"}})
    assert verbs.results([Sorted("a", (1, 2)), Opened("sealed", 1), Sorted("a", (3,))], {}) == (  # type: ignore[arg-type]
        "value 1", "value 2", "value 3",
    )  # fmt: skip
    people = words(results={"sorted": {"each": "people", "text": "{value}"}})
    assert people.results([Sorted("a", (), (ANA,))], {"ana": "p1"}) == ("p1",)


def test_actors_stand_for_persons() -> None:
    assert {"c": "croupier", "i": "chief", "d": "director", "h": str(HOUSE)} == ACTORS
    people = {"p1": "ana", "c": "carl"}
    assert [person(one, people) for one in ("p1", "c", "i", "zoe")] == ["ana", "carl", "chief", "zoe"]
    assert actors_of(people) == {"chief": "i", "director": "d", str(HOUSE): "h", "ana": "p1", "carl": "c"}


# --- replaying --------------------------------------------------------------------------------------------------------


class Played(Toy):
    notation: ClassVar[Any] = {
        "opening": "open",
        "results": {"laid": "card {position}", "turned": "turned {face}", "staked": "{amount}"},
    }


class Unopened(Toy):
    notation: ClassVar[Any] = {}


def replayed(*lines: str, game: Any = None, **more: Any) -> Any:
    given = {"opening_fields": {"cut": "2"}, "shoes": (("7s", "Kc"),), **more}
    return play(game or Played(), Notation("toy", tuple(map(parse_action, lines)), **given))


def test_a_replay_has_the_turn_and_the_results_of_every_action_and_of_the_opening_apart() -> None:
    run = replayed("a deal # card 0", "a deal", "b show 1 # turned Kc", "c stake 0 # refused nothing-staked")
    assert run.results == (("card 0",), ("card 1",), ("turned Kc",), ("refused nothing-staked",))
    assert [str(one.acts[0].by) for one in run.turns[:3]] == ["a", "a", "b"]
    assert run.opening.acts[0].by == HOUSE
    assert run.state.cut == 2
    assert [one.face for one in run.state.layout] == ["7s", "Kc"]
    assert replayed("h open", "a deal", opening_fields={}).opening is None


def failure(*lines: str, **more: Any) -> tuple[int, str, str, dict[str, Any]]:
    with pytest.raises(NotationError) as refused:
        replayed(*lines, **more)
    why = refused.value.facts["why"]
    assert refused.value.facts == {"at": refused.value.at, "line": refused.value.line, "why": why}
    return refused.value.at, refused.value.line, why["code"], why["facts"]


def test_whatever_goes_otherwise_is_named_with_its_action() -> None:
    other = {"written": "card 1", "found": "card 0"}
    assert failure("a deal # card 1") == (1, "a deal # card 1", "other-result", other)
    assert failure("a deal", "a fly") == (2, "a fly", "not-a-verb", {"verb": "fly", "game": "toy"})
    at, line, code, facts = failure("a stake 0")
    assert (at, line, code, facts["refusal"]) == (1, "a stake 0", "refused-unwritten", "nothing-staked")
    assert facts["why"] == {"topic": "refusal", "code": "nothing-staked", "facts": {}}
    assert failure("a deal", opening_fields={"cut": "x"})[:3] == (0, "open", "verb-unfit")
    assert failure("a deal", game=Unopened()) == (0, "open", "game-without-opening", {"game": "toy"})
    with pytest.raises(NotationError) as refused:
        play(Played(), Notation("bingo", ()))
    assert refused.value.facts["why"]["facts"] == {"game": "bingo", "here": "toy"}
    assert (refused.value.at, refused.value.line) == (0, "bingo")


@pytest.mark.parametrize(
    ("written", "holds"),
    [("", True), ("5", True), (" 5 ; ", True), ("5;5", False), ("6", False), (";;", True)],
)
def test_each_part_of_a_written_result_is_among_the_results_in_order(written: str, holds: bool) -> None:
    line = f"a stake 5 # {written}"
    if holds:
        assert replayed(line).results == (("5",),)
    else:
        assert failure(line)[2] == "other-result"


@pytest.mark.parametrize(
    ("lines", "shoes"),
    [
        (("a deal",), (("??", "??"), ("8s",))),
        (("a deal", "a show 0"), (("7s", "??"), ("8s",))),
        (("a deal", "a deal", "a show 1"), (("??", "Kc"), ("8s",))),
    ],
)
def test_a_copy_shows_the_cards_that_were_turned_and_no_packs_from_which_others_could_be_told(
    lines: tuple[str, ...], shoes: Any
) -> None:
    known = {"opening_fields": {"cut": "2"}, "shoes": (("7s", "Kc"), ("8s",)), "decks": 1, "people": {"a": "ana"}}
    made = Notation("toy", tuple(map(parse_action, lines)), **known)  # type: ignore[arg-type]
    copy = redact(Played(), made, None)
    hidden = tuple(tuple("??" for _ in shoe) for shoe in made.shoes)
    assert copy == msgspec.structs.replace(made, shoes=(shoes[0], hidden[1]), decks=0)


def test_a_table_goes_on_where_another_that_it_is_like_leaves_off(tmp_path: Path) -> None:
    """``like`` takes header, cards and the first actions of the file beside it; what is said anew is laid over them."""
    whole = f'{BASE}decks = 2\nshoe = "Kh"\nactions = ["c a", "c b", "c d"]\n[open]\nname = "x"\nleast = 1\n'
    (tmp_path / "whole.toml").write_text(whole, "utf-8")
    (tmp_path / "short.toml").write_text(
        'tapete = "1"\nlike = "whole"\nfirst = 2\nactions = ["c e"]\n[open]\nleast = 2\n', "utf-8"
    )
    (tmp_path / "again.toml").write_text('tapete = "1"\nlike = "short"\ntitle = "again"\n', "utf-8")
    short = read_notation(tmp_path / "short.toml")
    assert short.opening_fields == {"name": "x", "least": 2}
    assert ([one.verb for one in short.actions], short.decks, short.shoes) == (["a", "b", "e"], 2, (("Kh",),))
    assert replace(read_notation(tmp_path / "again.toml"), info={}) == short


@pytest.mark.parametrize("name", ["round", "nothing", "../whole", "", 7])
def test_a_table_like_none_or_like_itself_is_refused_by_name(tmp_path: Path, name: object) -> None:
    (tmp_path / "round.toml").write_text(f'tapete = "1"\nlike = {json.dumps(name)}\n', "utf-8")
    with pytest.raises(NotationSyntaxError) as raised:
        read_notation(tmp_path / "round.toml")
    assert (raised.value.code, raised.value.facts) == ("like-nothing", {"name": str(name)})


@pytest.mark.parametrize(
    "wrong", ["first = -1", 'first = "x"', "first = true", 'actions = "c a"', 'people = "ana"', "open = 5"]
)
def test_a_table_like_another_that_says_nonsense_is_refused(tmp_path: Path, wrong: str) -> None:
    whole = f'{BASE}actions = ["c a"]\n[people]\na = "ana"\n[open]\nname = "x"\n'
    (tmp_path / "whole.toml").write_text(whole, "utf-8")
    (tmp_path / "short.toml").write_text(f'tapete = "1"\nlike = "whole"\n{wrong}\n', "utf-8")
    with pytest.raises(NotationSyntaxError):
        read_notation(tmp_path / "short.toml")


def test_a_text_that_is_called_first_is_kept_where_no_table_is_named() -> None:
    made = Notation("toy", (), info={"first": "two"})
    assert parse_notation(format_notation(made)) == made
