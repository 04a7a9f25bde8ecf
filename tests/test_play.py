"""A table in one variable: what it takes, what it refuses to take, and what stands in its last result."""

from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.cards import packs
from tapete.chance import ChanceKind
from tapete.kernel import CHANCE, Act, Refused
from tapete.money import LIMIT
from tapete.play import KeyedShoe, ListedShoe, Play, UsageError, acts_of, check_usage, transition
from tests.support.record.tables import Vault
from tests.support.record.toy import Deal, Open, Stake, Toy

TOY = Toy()


def toy() -> Play[Any]:
    return Play(TOY, TOY.blank(), Vault("t")).do(Open(), by="ana")


def test_a_result_names_each_act_of_chance_after_the_act_that_called_for_it() -> None:
    table = toy()
    assert table.last is not None
    assert [act.by for act in table.last.acts] == ["ana", CHANCE]
    dealt = table.do(Deal(), by="bea").last
    assert dealt is not None
    assert [(act.by, type(act.body).__name__) for act in dealt.acts] == [("bea", "Deal"), (CHANCE, "CardOut")]
    assert [type(event).__name__ for event in dealt.events] == ["Wants", "Laid"]
    assert dealt.acts[1].at == table.game.step(table.state)


def test_a_refused_act_leaves_the_table_as_it_is() -> None:
    table = toy()
    made = table.attempt(Stake(0), by="ana")
    assert isinstance(made.outcome, Refused)
    assert (made.state, made.acts, made.events, made.rests_on) == (table.state, (), (), ())
    assert transition(TOY, table.state, Act("ana", Stake(0)), Vault("t")).state is table.state  # type: ignore[arg-type]


def test_an_act_is_meant_for_the_open_step_unless_another_is_named() -> None:
    table = pb.open_table()
    late = table.view().step
    assert (
        table.attempt(pb.CloseTable(), by="chief", at=late).outcome == table.attempt(pb.CloseTable(), "chief").outcome
    )
    other = type(late)(late.series, late.cycle + 1, late.phase, late.serial)
    refused = table.attempt(pb.CloseTable(), by="chief", at=other).outcome
    assert isinstance(refused, Refused)
    assert refused.code == "window-closed"


@pytest.mark.parametrize("step", ["0.0.play.1", 1, ("0", "0", "play", "1")])
def test_only_a_step_is_a_step(step: Any) -> None:
    with pytest.raises(UsageError, match="is a Step"):
        toy().attempt(Stake(1), by="ana", at=step)


@pytest.mark.parametrize(
    ("what", "by", "said"),
    [
        (Stake, "ana", "Stake is a class"),
        (pb.Sit(1), "ana", "an instance of Sit is no act of toy"),
        ("stake", "ana", "'stake' is no act of toy"),
        ("x" * 61, "ana", f"^'{'x' * 60}' is no act of toy"),
        (Stake(1), 7, "by=an instance of int"),
        (Stake(1), None, "by=an instance of NoneType"),
        (Stake(object()), "ana", "holds a value that no act can hold"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_act_or_no_person_is_a_wrong_use(what: Any, by: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        toy().attempt(what, by=by)


def test_a_value_of_another_type_is_refused_as_malformed() -> None:
    refused = toy().attempt(Stake("ten"), by="ana").outcome  # type: ignore[arg-type]
    assert isinstance(refused, Refused)
    assert refused.code == "malformed"


@pytest.mark.parametrize("question", ["view", "legal", "explain"])
def test_a_viewer_is_a_person_or_everybody(question: str) -> None:
    ask = getattr(toy(), question)
    assert ask("ana") == ask() == ask(None)
    for nobody in (7, b"ana", ["ana"]):
        with pytest.raises(UsageError, match="a viewer is a person"):
            ask(nobody)


def test_a_table_is_looked_at_once_it_is_open() -> None:
    with pytest.raises(UsageError, match="not open"):
        Play(TOY, TOY.blank(), Vault("t")).view()


def test_the_acts_of_a_game_are_the_members_of_a_union_a_tuple_or_the_only_one() -> None:
    assert acts_of(Stake | Deal) == {Stake, Deal}
    assert acts_of((Stake, Deal)) == {Stake, Deal}
    assert acts_of(Stake) == {Stake}
    check_usage(TOY, Stake(1), "ana")


def test_a_listed_shoe_begins_with_the_cards_that_are_named_and_holds_each_as_often_as_its_packs() -> None:
    first = ("7s", "Kh", "7s")
    shoe = ListedShoe(first, 2)  # type: ignore[arg-type]
    assert shoe.order[:3] == first
    assert sorted(shoe.order) == sorted(packs(2))
    assert (shoe.card(1, 1), shoe.seal(1, 104), shoe.kind) == ("Kh", (), ChanceKind.SEEDED)
    assert (shoe.fill(3, ("a", "b")), shoe.token(3, 1)) == ((), "b")
    assert len(ListedShoe(()).order) == 6 * 52
    with pytest.raises(UsageError, match="2 packs hold the card 7s 2 times"):
        ListedShoe(("7s", "7s", "7s"), 2)  # type: ignore[arg-type]


def test_a_keyed_shoe_knows_nothing() -> None:
    shoe = KeyedShoe()
    assert (shoe.seal(1, 52), shoe.card(1, 1), shoe.fill(1, ("a",)), shoe.kind) == ((), None, (), ChanceKind.KEYED)
    with pytest.raises(LookupError, match="token 4 of urn 2"):
        shoe.token(2, 4)


@pytest.mark.parametrize(("amount", "is_amount"), [(0, False), (1, True), (LIMIT, True), (LIMIT + 1, False)])
def test_an_amount_is_between_a_cent_and_far_above_any_table(amount: int, is_amount: bool) -> None:
    assert LIMIT == 10_000_000_000_000
    refused = pb.open_table().attempt(pb.BuyIn(amount), by="ana").outcome
    assert (not isinstance(refused, Refused) or refused.code != "malformed") is is_amount
