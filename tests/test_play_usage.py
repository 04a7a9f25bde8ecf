"""Wrong uses of a table in one variable: whatever is handed over, a person reads what was wrong with it."""

from datetime import datetime, timedelta, tzinfo
from typing import Any

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.cards import packs
from tapete.chance import CardDraw, CardOut, ChanceKind
from tapete.clauses import cite
from tapete.kernel import CHANCE, HOUSE, Act, Refused, RefusedError, Step
from tapete.play import ChanceError, KeyedShoe, ListedShoe, Play, UsageError, check_usage, transition
from tapete.words import LANGS, refusal
from tests.support.record.tables import Vault
from tests.support.record.toy import Deal, Open, Show, Stake, Toy

TOY = Toy()


class Nowhere(tzinfo):
    """A place whose time cannot be told."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def utcoffset(self, moment: datetime | None) -> timedelta:
        raise self.error


def toy() -> Play[Any]:
    return Play(TOY, TOY.blank(), Vault("t")).do(Open(), by="ana")


def told(ask: Any, *given: Any, **named: Any) -> str:
    """Return what a wrong use is told; nothing where the use is right."""
    try:
        ask(*given, **named)
    except UsageError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__} {error}"
    return ""


@pytest.mark.parametrize(
    "error", [TypeError("no time"), NotImplementedError("no time"), OverflowError("no time")], ids=lambda one: repr(one)
)
def test_a_value_that_nobody_can_write_down_is_a_wrong_use(error: Exception) -> None:
    moment: Any = datetime(2011, 6, 22, tzinfo=Nowhere(error))
    assert told(toy().attempt, Stake(moment), by="ana") == "Stake holds a value that no act can hold: no time"


def test_a_text_that_no_utf8_has_is_a_wrong_use_too() -> None:
    said = told(toy().attempt, Stake("half a sign: \ud800"), by="ana")
    assert said.startswith("Stake holds a value that no act can hold: ")


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (None, ""),
        (Step(1, 0, "play", 1), ""),
        ("1.0.play.1", "at='1.0.play.1'"),
        (0, "at=an instance of int"),
        ("", "at=''"),
        (False, "at=an instance of bool"),
        (("1", "0", "play", "1"), "at=an instance of tuple"),
    ],
)
def test_an_act_is_meant_for_a_step_or_for_the_open_one(step: Any, said: str) -> None:
    why = said and f"{said}: the step that an act is meant for is a Step, as in view().step"
    assert told(toy().attempt, Stake(1), "ana", step) == told(toy().do, Stake(1), "ana", at=step) == why


def test_the_step_that_is_named_is_the_one_of_the_act() -> None:
    named = Step(7, 7, "play", 7)
    assert [act.at for act in toy().attempt(Stake(1), "ana", named).acts] == [named]
    assert [act.at for act in toy().attempt(Stake(1), "ana").acts] == [Step(1, 0, "play", 1)]


@pytest.mark.parametrize("question", ["view", "legal", "explain"])
@pytest.mark.parametrize(
    ("viewer", "said"),
    [
        (None, ""),
        ("ana", ""),
        ("", ""),
        (7, "an instance of int"),
        (0, "an instance of int"),
        (False, "an instance of bool"),
        (b"ana", "an instance of bytes"),
    ],
)
def test_a_viewer_is_the_id_of_a_person_or_nobody(question: str, viewer: Any, said: str) -> None:
    why = said and f"viewer={said}: a viewer is a person, whose id is a text, or None for everybody"
    assert told(getattr(toy(), question), viewer) == why
    assert told(getattr(toy(), question)) == ""


def test_whoever_looks_is_told_to_the_game() -> None:
    class Mirror(Toy):
        def view(self, state: Any, viewer: Any) -> Any:
            return viewer

        legal = explain = view

    table = Play(Mirror(), toy().state, Vault("t"))
    for ask in (table.view, table.legal, table.explain):
        assert [ask("ana"), ask(None), ask()] == ["ana", None, None]


@pytest.mark.parametrize(
    ("what", "by", "said"),
    [
        (Stake(1), "ana", ""),
        (Stake, "ana", "Stake is a class: an act is an instance of it, such as Stake(...)"),
        (pb.Sit(1), "ana", "an instance of Sit is no act of toy"),
        (None, "ana", "an instance of NoneType is no act of toy"),
        ("x" * 60, "ana", f"'{'x' * 60}' is no act of toy"),
        ("x" * 59 + "yz", "ana", f"'{'x' * 59}y' is no act of toy"),
        (Stake(1), 7, "by=an instance of int: an act is done by a person, whose id is a text"),
        (Stake(1), None, "by=an instance of NoneType: an act is done by a person, whose id is a text"),
    ],
)
def test_an_act_of_the_game_is_done_by_a_person(what: Any, by: Any, said: str) -> None:
    assert told(check_usage, TOY, what, by) == told(toy().attempt, what, by) == said


def test_a_value_that_does_not_fit_is_answered_and_changes_nothing() -> None:
    table = toy()
    wrong: Any = Stake("ten")  # type: ignore[arg-type]
    made = table.attempt(wrong, "ana")
    assert isinstance(made.outcome, Refused)
    assert (made.outcome.code, made.state) == ("malformed", table.state)
    for lang in LANGS:
        said = refusal("malformed", made.outcome.facts, lang)
        assert "ten" in said
        assert "Expected" not in said


def test_a_result_is_the_whole_turn_and_the_next_table_stands_on_it() -> None:
    table = toy()
    after = table.do(Deal(), by="bea")
    made = table.attempt(Deal(), by="bea")
    assert after.last == made
    assert (after.state, after.game, after.source) == (made.state, table.game, table.source)
    assert made.outcome.events == made.events[:1]  # type: ignore[union-attr]
    assert (len(made.acts), len(made.events), made.rests_on) == (2, 2, ())
    assert Play(TOY, table.state, table.source).last is None


def test_a_refused_act_raises_its_refusal() -> None:
    with pytest.raises(RefusedError) as found:
        toy().do(Show(3), by="ana")
    assert found.value.refused == Refused("no-such-card", {"position": 3})


def test_a_turn_rests_on_the_clauses_of_each_act_of_it_once() -> None:
    class Cited(Toy):
        def decide(self, state: Any, act: Act[Any]) -> Any:
            found = super().decide(state, act)
            clauses = ("PB.D.05", "PB.C.01") if act.by == CHANCE else ("PB.D.06", "PB.D.05", "PB.D.06")
            return msgspec.structs.replace(found, rests_on=tuple(map(cite, clauses)))

    made = transition(Cited(), toy().state, Act(HOUSE, Deal()), Vault("t"))
    assert made.rests_on == ("PB.D.06", "PB.D.05", "PB.C.01")
    assert [type(one).__name__ for one in made.events] == ["Wants", "Laid"]


def test_a_draw_that_the_game_refuses_is_an_error_of_the_shoe() -> None:
    class Strict(Toy):
        def decide(self, state: Any, act: Act[Any]) -> Any:
            return Refused("strange-card", {"n": 1}) if isinstance(act.body, CardOut) else super().decide(state, act)

    with pytest.raises(ChanceError, match=r"^strange-card \{'n': 1\}$"):
        transition(Strict(), toy().state, Act("ana", Deal()), Vault("t"))  # type: ignore[arg-type]


def test_what_a_person_keys_is_left_to_him() -> None:
    class Keyed(Toy):
        def draw_awaited(self, state: Any) -> Any:
            return CardDraw(1, 12, 0, 0, by_person=True) if state.wants == "card" else super().draw_awaited(state)

    made = transition(Keyed(), toy().state, Act(HOUSE, Deal()), Vault("t"))
    assert (len(made.acts), made.state.wants) == (1, "card")


@pytest.mark.parametrize(
    ("first", "decks", "said"),
    [
        ((), 1, ""),
        (("7s",), 1, ""),
        (("7s", "7s"), 2, ""),
        (("7s", "7s"), 1, "1 packs hold the card 7s 1 times: it is listed too often"),
        (("Kh", "7s", "7s", "7s"), 2, "2 packs hold the card 7s 2 times: it is listed too often"),
        (("xx",), 2, "2 packs hold the card xx 2 times: it is listed too often"),
    ],
)
def test_a_listed_shoe_holds_each_card_as_often_as_its_packs(first: Any, decks: int, said: str) -> None:
    assert told(ListedShoe, first, decks) == said


def test_a_listed_shoe_goes_on_in_the_order_of_the_packs() -> None:
    shoe = ListedShoe(("2s", "Kc"), 1)  # type: ignore[arg-type]
    assert shoe.order == ("2s", "Kc", *(one for one in packs(1) if one not in ("2s", "Kc")))
    assert (shoe.kind, KeyedShoe().kind) == (ChanceKind.SEEDED, ChanceKind.KEYED)
    assert [shoe.card(2, at) for at in (0, 51)] == ["2s", "Qc"]
    shoe.fill(1, ("a", "b"))
    shoe.fill(2, ("c", "d"))
    assert [shoe.token(urn, at) for urn in (1, 2) for at in (0, 1)] == ["a", "b", "c", "d"]


def test_a_keyed_shoe_gives_no_token() -> None:
    try:
        found = KeyedShoe().token(2, 4)
    except LookupError as error:
        found = str(error)
    assert found == "nobody has keyed token 4 of urn 2"
