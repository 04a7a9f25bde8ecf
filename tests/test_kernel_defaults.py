"""What an act, an event, a draw and a field are unless they say more, and what a table in one variable is made of."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from tapete import play
from tapete.cards import packs
from tapete.comparison.hands import Line, _File, _Hand, _line
from tapete.comparison.run import Step
from tapete.front import course, shoes
from tapete.front.shoes import ShuffledShoe
from tapete.front.table import Table
from tapete.kernel import ActBody, Event, Offer
from tapete.kernel.game import Draw
from tapete.kernel.offers import Amount, Count, Text
from tapete.play import ListedShoe, Play, UsageError
from tests.support.record.tables import Vault
from tests.support.record.toy import Stake, Toy


class Plain(ActBody, frozen=True, tag="plain"):
    """An act of which nothing is said."""


class Happened(Event, frozen=True, tag="happened@1"):
    """An event of which nothing is said."""


def test_an_act_is_of_its_phase_sent_by_people_and_hides_nothing() -> None:
    flags = ("is_timeless", "is_of_system", "opens_cycle", "closes_stakes", "is_beside_record", "keeps_secret",
             "is_decided_without_secret")  # fmt: skip
    assert {name: getattr(Plain, name) for name in flags} == dict.fromkeys(flags, False)
    assert Plain().private() == ()


def test_an_event_settles_nothing_pins_nothing_and_hides_nothing() -> None:
    flags = ("settles_cycle", "keeps_secret", "rests_on_secret")
    assert {name: getattr(Happened, name) for name in flags} == dict.fromkeys(flags, False)
    assert (Happened().private(), Happened().pinned_rulebook()) == ((), "")


def test_a_field_has_no_bounds_and_has_to_be_filled_in() -> None:
    assert asdict(Draw()) == {"by_person": False}
    assert asdict(Text()) == {"optional": False}
    assert asdict(Count()) == {"minimum": None, "maximum": None, "optional": False}
    assert asdict(Amount()) == dict.fromkeys(("minimum", "maximum", "step", "standing"))
    assert asdict(Offer("sit")) == {"act": "sit", "fields": {}, "main": False, "clauses": ()}


@pytest.mark.parametrize(
    ("text", "plain", "is_or_else", "is_tried"),
    [
        ("ana stake 10", "ana stake 10", False, False),
        ("or ana stake 10", "ana stake 10", True, False),
        ("try ana stake 10", "ana stake 10", False, True),
    ],
)
def test_a_line_of_a_hand_says_whether_it_is_tried_and_is_before_it_where_that_is_said(
    text: str, plain: str, is_or_else: bool, is_tried: bool
) -> None:
    found, before = _line(text), _line(text, is_before=True)
    assert (found.text, found.is_or_else, found.is_tried, found.is_before) == (plain, is_or_else, is_tried, False)
    assert (before.text, before.is_or_else, before.is_tried, before.is_before) == (plain, is_or_else, True, True)
    bare = Line(plain, found.action)
    assert (bare.is_or_else, bare.is_tried, bare.is_before) == (False, False, False)


def test_a_file_of_hands_need_say_nothing() -> None:
    assert asdict(msgspec.convert({}, _File)) == {
        "decks": 0,
        "people": {},
        "open": {},
        "before": {},
        "hands": {},
        "no_end": {},
    }
    hand = {"shows": ("a",), "actions": (), "before": (), "shoe": "", "open": {}, "without": ()}
    assert asdict(msgspec.convert({"shows": ["a"]}, _Hand)) == hand
    made: Any = Step(1, "x", None, None, (), (), (), None)  # type: ignore[arg-type,var-annotated]
    assert made.is_before is False


def test_a_table_in_one_variable_is_made_of_these_and_nothing_can_be_hung_on_it() -> None:
    assert Play.__slots__ == ("game", "last", "source", "state")
    assert Table.__slots__ == ("before", "customs", "language")
    game, vault = Toy(), Vault("t")
    table = Play(game, game.blank(), vault)
    assert (table.game, table.state, table.source, table.last) == (game, game.blank(), vault, None)
    with pytest.raises(AttributeError):
        table.note = "x"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "error",
    [TypeError("x"), NotImplementedError("x"), OverflowError("x"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "x")],
    ids=lambda one: type(one).__name__,
)
def test_a_value_that_cannot_be_written_is_a_wrong_use_whatever_it_fails_of(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise error

    game = Toy()
    monkeypatch.setattr(play.msgspec, "to_builtins", fail)
    with pytest.raises(UsageError, match=r"^Stake holds a value that no act can hold"):
        Play(game, game.blank(), Vault("t")).attempt(Stake(1), "ana")


def test_a_listed_shoe_is_of_six_packs_and_whoever_need_not_choose_is_asked_three_times() -> None:
    assert ListedShoe(()).order == packs(6)
    assert ListedShoe((), 2).order == packs(2)
    assert (course.MOST_TIMES, shoes.SEED_BITS) == (3, 64)


def test_a_shoe_without_a_seed_draws_one_of_so_many_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoes.secrets, "randbits", lambda bits: ("bits", bits))
    assert ShuffledShoe().seed == ("bits", 64)  # type: ignore[comparison-overlap]
    assert ShuffledShoe(0).seed == 0
