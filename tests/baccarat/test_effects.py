"""The closed list of effects, their interpreter, and what several faults ask for together."""

from typing import Any

import msgspec

from tapete.cards import card
from tapete.games.baccarat import effects as e, incident as i, marks as m
from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import Cell, LaidCard
from tapete.kernel import PersonId
from tests.support.rows import rows

ANA, INSPECTOR, CROUPIER = PersonId("ana"), PersonId("inspector"), PersonId("croupier")


def dealt() -> m.Cards:
    """Two cards to each hand, face down, and a third card of the punto."""
    places = ("punto", "banca", "punto", "banca", "punto-3")
    faces = ("4s", "5h", "2d", "9c", "Ks")
    cards = zip(places, faces, strict=True)
    return m.Cards(tuple(LaidCard(n, place, card(face)) for n, (place, face) in enumerate(cards)))


def every_effect() -> tuple[e.Effect, ...]:
    return (
        e.VoidCoup(),
        e.LoseCoup("punto"),
        e.ReturnStake(ANA, 100),
        e.OfferWithdrawal(),
        e.SettleLast(ANA),
        e.Discard(1),
        e.AssignCard(1, "punto"),
        e.SetAside(4, "banca"),
        e.KeepOne("punto", higher=True),
        e.Expose("punto", (1,)),
        e.DeemTotal("banca", 0, one_more=True),
        e.DeemNatural("punto", 9),
        e.LoseNatural("punto"),
        e.BindToScheme("punto", Cell.STAND),
        e.BindToTable("banca", Cell.DRAW, e.Party.BANKER),
        e.Unbind("banca"),
        e.Oblige("banca", Cell.STAND, (7,)),
        e.GiveCards("punto", ANA),
        e.BarPerson(ANA, e.BarredAction.CARDS, e.Until.SHOE),
        e.OfferChoice(ANA, "third-card", ("give", "deny")),
        e.GoBack("punto"),
        e.NoteOnly("floor"),
    )


def test_each_effect_of_the_list_is_written_applied_and_read_back() -> None:
    """The list is closed: every member is data, has an object, and the interpreter knows it."""
    listed = e.Effect.__args__  # type: ignore[attr-defined]
    assert {type(one) for one in every_effect()} == set(listed)
    for one in every_effect():
        assert msgspec.json.decode(msgspec.json.encode(one), type=e.Effect) == one
        assert touches(one)
        assert isinstance(m.apply_effects((one,), dealt()), m.Cards)


def test_faces_stay_what_they_are_whatever_a_hand_is_deemed() -> None:
    before = dealt()
    after = m.apply_effects(
        (e.DeemTotal("banca", 0, one_more=True), e.DeemNatural("punto", 9), e.LoseCoup("banca")), before
    )
    assert after.layout == before.layout
    assert after.marks.of("banca").is_lost


def test_a_later_effect_prevails_on_the_same_object() -> None:
    marks = m.apply_effects((e.DeemNatural("punto", 9), e.LoseNatural("punto")), dealt()).marks.of("punto")
    assert (marks.deemed_total, marks.is_natural_lost) == (None, True)
    marks = m.apply_effects((e.BindToTable("banca"), e.Unbind("banca")), dealt()).marks.of("banca")
    assert marks.binding is not None
    assert marks.binding.target is m.BindingTarget.NOTHING
    marks = m.apply_effects((e.Oblige("banca", Cell.DRAW), e.Oblige("banca", Cell.STAND, (7,))), dealt()).marks.of(
        "banca"
    )
    assert (marks.duty(7), marks.duty(3)) == (Cell.STAND, Cell.DRAW)
    assert marks.duties == (m.Duty(Cell.DRAW), m.Duty(Cell.STAND, (7,)))


def test_an_exposed_card_that_has_still_to_come_is_open_when_it_comes() -> None:
    cards = m.apply_effects((e.Expose("banca", (2,)), e.Expose("banca", (3,))), dealt())
    assert [one.face_up for one in m.hand_cards(cards.layout, "banca")] == [False, True]
    assert cards.marks.of("banca").open_cards == {2, 3}


def test_exposing_to_one_person_shows_nothing_to_others() -> None:
    (first, *_) = m.hand_cards(m.apply_effects((e.Expose("punto", to=CROUPIER),), dealt()).layout, "punto")
    assert (first.known_to(CROUPIER), first.known_to(ANA), first.known_to(None)) == (card("4s"), None, None)


def test_a_card_set_aside_waits_until_it_is_given_or_discarded() -> None:
    cards = m.apply_effects((e.SetAside(4, "banca"),), dealt())
    assert cards.marks.aside == (e.SetAside(4, "banca"),)
    assert not m.apply_effects((e.AssignCard(4, "banca-3"),), cards).marks.aside
    assert not m.apply_effects((e.Discard(4),), cards).marks.aside


def test_marks_end_with_the_coup_but_for_bars_that_last_and_the_next_holder() -> None:
    effects = (
        e.DeemTotal("banca", 0),
        e.BarPerson(ANA, e.BarredAction.CARDS, e.Until.SHOE),
        e.BarPerson(ANA, e.BarredAction.PASS),
        e.GiveCards("cloth-1", ANA, e.EffectCoup.NEXT),
    )
    left = m.marks_of_next_coup(m.apply_effects(effects, dealt()).marks)
    assert left == m.Marks(bars=(e.BarPerson(ANA, e.BarredAction.CARDS, e.Until.SHOE),), holders=left.holders)
    assert dict(left.holders) == {"cloth-1": ANA}
    assert not m.without_bars(left, e.Until.SHOE).bars
    assert m.marks_of_next_coup(m.NO_MARKS) == m.NO_MARKS


def proposal(*effects: e.Effect) -> i.Proposal:
    return i.Proposal(effects)


@rows(
    "one, other, conflict",
    [
        (e.VoidCoup(), e.LoseCoup("banca"), ("outcome",)),
        (e.LoseCoup("punto"), e.LoseCoup("banca"), ("outcome",)),
        (e.LoseCoup("cloth-1"), e.VoidCoup("cloth-1"), ("outcome:cloth-1",)),
        (e.LoseCoup("cloth-1"), e.LoseCoup("cloth-2"), ()),
        (e.DeemTotal("punto", 9), e.DeemNatural("punto", 9), ("total:punto",)),
        (e.Discard(3), e.AssignCard(3, "punto"), ("card:3",)),
        (e.Discard(3), e.Discard(4), ()),
        (e.LoseNatural("banca"), e.LoseNatural("banca"), ()),
    ],
)
def test_two_faults_that_ask_for_different_things_are_a_conflict(one: e.Effect, other: e.Effect, conflict: Any) -> None:
    assert i.weigh((proposal(one), proposal(other)))[1] == conflict


def test_within_one_proposal_the_later_effect_prevails_without_conflict() -> None:
    assert i.weigh((proposal(e.Unbind("banca"), e.BindToTable("banca")),))[1] == ()
