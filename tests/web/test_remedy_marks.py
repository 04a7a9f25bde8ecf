"""The mark of a confirmation is of all that an official was shown of a remedy, and of nothing else at the table."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from tapete.cards import cards
from tapete.catalogue import house_games
from tapete.clauses import Fault, cite
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.layout import LaidCard, lay, move
from tapete.games.baccarat.proposals import Remedy
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.games.chemin_de_fer.view import view as chemin_view
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.view import view as cloths_view
from tapete.games.punto_banco.view import view as punto_view
from tapete.games.punto_banco.view_parts import IncidentView
from tapete.kernel import PersonId, Step
from tapete.record.codec import members
from tapete.table.incidents import IncidentReport
from tapete.web.shown_remedies import remedy_mark
from tests.support.chemin_de_fer import observed as chemin
from tests.support.chemin_de_fer.table import opened
from tests.support.dos_panos import observed as cloths
from tests.support.dos_panos.table import BANKER
from tests.support.punto_banco import tables as punto

OFFICIAL = PersonId("inspector")
ANA, CARLA = PersonId("ana"), PersonId("carla")
SHOE = "2s 9s 4s Ks 5h 6h 7h 8h 9h Kh Qh Jh 2d 3d"

SAMPLES: dict[type, Callable[[str], Any]] = {
    e.VoidCoup: e.VoidCoup,
    e.LoseCoup: e.LoseCoup,
    e.AssignCard: lambda hand: e.AssignCard(40, f"{hand}-3"),
    e.SetAside: lambda hand: e.SetAside(40, falls_to=hand),
    e.KeepOne: lambda hand: e.KeepOne(hand, higher=True),
    e.Expose: lambda hand: e.Expose(hand, (1,)),
    e.DeemTotal: lambda hand: e.DeemTotal(hand, 5),
    e.DeemNatural: lambda hand: e.DeemNatural(hand, 8),
    e.LoseNatural: e.LoseNatural,
    e.BindToScheme: e.BindToScheme,
    e.BindToTable: e.BindToTable,
    e.Unbind: e.Unbind,
    e.Oblige: lambda hand: e.Oblige(hand, Cell.DRAW),
    e.GiveCards: lambda hand: e.GiveCards(hand, CARLA),
}
"""Every effect that names a hand, of a hand."""
OF_NO_HAND = {
    e.ReturnStake,
    e.OfferWithdrawal,
    e.SettleLast,
    e.Discard,
    e.BarPerson,
    e.OfferChoice,
    e.GoBack,
    e.NoteOnly,
}


def test_every_effect_is_tried_here() -> None:
    assert {*SAMPLES, *OF_NO_HAND} == set(get_args(e.Effect))
    names = {"hand", "falls_to", "place"}
    assert {one for one in get_args(e.Effect) if names & set(one.__struct_fields__)} == set(SAMPLES)


# --- two worlds of a banked game --------------------------------------------------------------------------------------


@cache
def chemin_state() -> Any:
    return chemin.at(opened, "lift", SHOE, stakes="two").state


@cache
def cloths_state() -> Any:
    return cloths.dealt(SHOE).state


WORLDS: dict[str, tuple[Callable[[], Any], Callable[..., Any], tuple[str, str]]] = {
    "chemin-de-fer": (chemin_state, chemin_view, ("punto", "banca")),
    "dos-panos": (cloths_state, cloths_view, ("primero", "segundo")),
}
BOTH = pytest.mark.parametrize("game", WORLDS)
EACH = pytest.mark.parametrize("kind", SAMPLES, ids=lambda one: one.__struct_config__.tag)


def with_coup(state: Any, **values: Any) -> Any:
    return msgspec.structs.replace(state, coup=msgspec.structs.replace(state.coup, **values))


def with_layout(state: Any, layout: tuple[LaidCard, ...]) -> Any:
    return with_coup(state, cards=msgspec.structs.replace(state.coup.cards, layout=layout))


def other_holder(state: Any, hand: str) -> Any:
    """Another plays a hand: by a ruling, or as the banker."""
    if hand == "banca":
        return msgspec.structs.replace(state, bank=msgspec.structs.replace(state.bank, banker=CARLA))
    marks = state.coup.cards.marks
    given = msgspec.structs.replace(marks, holders=marks.holders.set(hand, CARLA))
    return with_coup(state, cards=msgspec.structs.replace(state.coup.cards, marks=given))


def other_number(state: Any, hand: str) -> Any:
    """The first card of a hand is another one of the shoe."""
    layout, done = [], False
    for card in state.coup.cards.layout:
        is_it = card.place == hand and not done
        layout.append(msgspec.structs.replace(card, position=card.position + 50) if is_it else card)
        done |= is_it
    assert done
    return with_layout(state, tuple(layout))


def third_card(state: Any, hand: str) -> Any:
    """A hand has a third card."""
    return with_layout(state, lay(state.coup.cards.layout, LaidCard(30, f"{hand}-3", None)))


def turned_up(state: Any, hand: str) -> Any:
    """The cards of a hand lie open."""
    faces = cards("2c 3c 4c 5c 6c 7c 8c")
    return with_layout(
        state,
        tuple(
            msgspec.structs.replace(card, face=face, face_up=True) if card.place == hand else card
            for card, face in zip(state.coup.cards.layout, faces, strict=False)
        ),
    )


def opened_incident(*effects: Any, faults: tuple[Fault, ...] = (), **more: Any) -> Incident:
    return Incident(1, "other", OFFICIAL, faults=faults, proposed_effects=effects, **more)


def marked(game: str, incident: Incident, change: Callable[[Any], Any] = lambda state: state) -> str:
    """Return the mark of an incident in a world that differs by a change."""
    state, view, _ = WORLDS[game]
    return remedy_mark(view(change(state()), OFFICIAL), incident)


@pytest.mark.parametrize("change", [other_holder, other_number, third_card], ids=lambda one: one.__name__)
@EACH
@BOTH
def test_the_mark_is_of_every_hand_that_an_effect_names(
    game: str, kind: type, change: Callable[[Any, str], Any]
) -> None:
    hand, other = WORLDS[game][2]
    incident = opened_incident(SAMPLES[kind](hand))
    plain = marked(game, incident)
    assert marked(game, incident, lambda state: change(state, hand)) != plain
    assert marked(game, incident, lambda state: change(state, other)) == plain, "the other hand is not touched"
    instead = opened_incident(alternatives=(Remedy((SAMPLES[kind](hand),), (cite("CF.C2.04"),)),))
    assert marked(game, instead, lambda state: change(state, hand)) != marked(game, instead)


@BOTH
def test_no_face_is_in_the_mark_and_nothing_of_a_coup_that_no_effect_names(game: str) -> None:
    hand, other = WORLDS[game][2]
    named, unnamed = opened_incident(e.LoseCoup(hand)), opened_incident(e.VoidCoup())
    assert marked(game, named, lambda state: turned_up(state, hand)) == marked(game, named)
    for change in (other_holder, other_number, third_card, turned_up):
        for one in (hand, other):
            assert marked(game, unnamed, lambda state, do=change, of=one: do(state, of)) == marked(game, unnamed)


@BOTH
@pytest.mark.parametrize("effect", [e.Discard, lambda one: e.AssignCard(one, "floor"), e.SetAside])
def test_the_mark_is_of_the_place_of_a_card_that_an_effect_names(game: str, effect: Callable[[int], Any]) -> None:
    first, second, *_ = WORLDS[game][0]().coup.cards.layout
    incident = opened_incident(effect(first.position))

    def moved(position: int) -> Callable[[Any], Any]:
        return lambda state: with_layout(state, move(state.coup.cards.layout, position, "basket"))

    assert marked(game, incident, moved(first.position)) != marked(game, incident)
    assert marked(game, incident, moved(second.position)) == marked(game, incident)


@BOTH
def test_the_mark_is_of_who_plays_a_hand_that_a_fault_names(game: str) -> None:
    hand, other = WORLDS[game][2]
    incident = opened_incident(faults=(Fault("advice", {"hand": hand, "person": "rosa"}),))
    assert marked(game, incident, lambda state: other_holder(state, hand)) != marked(game, incident)
    assert marked(game, incident, lambda state: other_holder(state, other)) == marked(game, incident)
    assert marked(game, incident, lambda state: third_card(state, hand)) == marked(game, incident)


def staked(person: PersonId, amount: int) -> Callable[[Any], Any]:
    """Return a change: what plays of somebody's is another sum."""

    def change(state: Any) -> Any:
        lying = state.coup.award.stakes if hasattr(state.coup, "award") else state.coup.stakes
        found = tuple(msgspec.structs.replace(one, amount=amount) if one.person == person else one for one in lying)
        assert found != lying
        if hasattr(state.coup, "award"):
            return with_coup(state, award=msgspec.structs.replace(state.coup.award, stakes=found))
        return with_coup(state, stakes=found)

    return change


@pytest.mark.parametrize(("game", "other"), [("chemin-de-fer", "luis"), ("dos-panos", "carla")])
def test_the_mark_is_of_a_stake_that_goes_back_whole_and_of_no_other(game: str, other: str) -> None:
    whole, part = opened_incident(e.ReturnStake(ANA)), opened_incident(e.ReturnStake(ANA, 10_00))
    assert marked(game, whole, staked(ANA, 70_00)) != marked(game, whole)
    assert marked(game, whole, staked(PersonId(other), 70_00)) == marked(game, whole)
    assert marked(game, part, staked(ANA, 70_00)) == marked(game, part), "the sum is named, whatever lies there"
    assert marked(game, opened_incident(e.VoidCoup()), staked(ANA, 70_00)) == marked(
        game, opened_incident(e.VoidCoup())
    )


@BOTH
def test_the_mark_is_of_the_coup_and_of_the_shoe_and_not_of_the_step(game: str) -> None:
    incident, (state, view, _) = opened_incident(e.VoidCoup()), WORLDS[game]
    seen = view(state(), OFFICIAL)

    def at(step: Step) -> str:
        return remedy_mark(msgspec.structs.replace(seen, step=step), incident)

    assert at(Step(1, 4, "lift", 17)) == at(Step(1, 4, "word", 21))
    assert at(Step(1, 4, "lift", 17)) != at(Step(1, 5, "lift", 17))
    assert at(Step(1, 4, "lift", 17)) != at(Step(2, 4, "lift", 17))


@BOTH
def test_an_official_is_bound_by_what_he_may_see_alone(game: str) -> None:
    """What is touched is the same for everybody who looks: nothing hidden comes into it."""
    state, view, (hand, _) = WORLDS[game]
    incident = opened_incident(e.LoseCoup(hand), e.Expose(hand), e.ReturnStake(ANA))
    viewers = (None, OFFICIAL, ANA, PersonId(BANKER))
    assert len({remedy_mark(view(state(), one), incident) for one in viewers}) == 1


# --- every field ------------------------------------------------------------------------------------------------------

SHOWN = Incident(3, "basket", OFFICIAL, proposed_effects=(e.VoidCoup(),))
OTHER: dict[str, Any] = {
    "kind": "other",
    "reported_by": PersonId("luz"),
    "faults": (Fault("basket"),),
    "proposed_effects": (),
    "conflicts": ("punto",),
    "open_to_judgement": True,
    "note": "a glass fell over",
    "alternatives": (Remedy(()),),
    "clauses": (cite("CF.C4.15"),),
}
"""Another value of each field of an incident but its number, under which it is opened and not what it is."""

REPORTED = c.Report(Accident.STUCK)
TOLD: dict[str, Any] = {
    "accident": Accident.OTHER,
    "fault_of": e.Party.BANKER,
    "position": 0,
    "hand": Hand.BANCA,
    "count": 1,
    "person": PersonId("ana"),
    "note": "a glass fell over",
}
"""Another value of each field of a report."""


@pytest.mark.parametrize("name", [one for one in Incident.__struct_fields__ if one != "serial"])
def test_the_mark_is_of_every_field_of_what_is_shown(name: str) -> None:
    other = msgspec.structs.replace(SHOWN, **{name: OTHER[name]})
    assert marked("chemin-de-fer", other) != marked("chemin-de-fer", SHOWN)
    assert marked("chemin-de-fer", msgspec.structs.replace(SHOWN, serial=4)) == marked("chemin-de-fer", SHOWN)


@pytest.mark.parametrize("name", c.Report.__struct_fields__)
def test_the_mark_is_of_every_field_of_what_is_reported(name: str) -> None:
    other = msgspec.structs.replace(REPORTED, **{name: TOLD[name]})
    seen = chemin_view(chemin_state(), OFFICIAL)
    assert remedy_mark(seen, SHOWN, other) != remedy_mark(seen, SHOWN, REPORTED)


def test_every_report_that_is_previewed_is_tried_here() -> None:
    found = {one for game in house_games().values() for one in members(game.act_types)}
    assert {one for one in found if issubclass(one, IncidentReport)} == {c.Report, d.Report}
    assert c.Report.__struct_fields__ == d.Report.__struct_fields__


# --- punto y banca ----------------------------------------------------------------------------------------------------


def seen_punto(**values: Any) -> Any:
    return msgspec.structs.replace(punto_view(punto_state(), PersonId("boss")), **values)


@cache
def punto_state() -> Any:
    return punto.dealt(punto.ready("7s Kd Ks 6h 5c 5d")).state


@EACH
def test_the_mark_at_punto_y_banca_is_of_every_hand_that_an_effect_names(kind: type) -> None:
    incident = IncidentView(1, "other", "", (SAMPLES[kind]("punto"),))
    plain, seen = remedy_mark(seen_punto(), incident), seen_punto()
    taken = tuple(msgspec.structs.replace(one, holds_hand=not one.holds_hand) for one in seen.seats)
    assert remedy_mark(seen_punto(seats=taken), incident) != plain
    for hand, is_named in (("punto", True), ("banca", False)):
        held = seen.hands[hand]
        renumbered = msgspec.structs.replace(held, positions=(77, *held.positions[1:]))
        third = msgspec.structs.replace(held, positions=(*held.positions, 78))
        for other in (renumbered, third):
            assert (remedy_mark(seen_punto(hands={**seen.hands, hand: other}), incident) != plain) is is_named
    shoe = tuple(msgspec.structs.replace(one, has_shoe=not one.has_shoe) for one in seen.seats)
    assert remedy_mark(seen_punto(seats=shoe), incident) == plain
    of_bank = IncidentView(1, "other", "", (SAMPLES[kind]("banca"),))
    assert remedy_mark(seen_punto(seats=shoe), of_bank) != remedy_mark(seen, of_bank)


def test_the_mark_at_punto_y_banca_is_of_a_stake_that_goes_back_whole() -> None:
    incident, seen = IncidentView(1, "other", "", (e.ReturnStake(ANA),)), seen_punto()
    plain = remedy_mark(seen, incident)
    for person, is_named in ((ANA, True), (PersonId("bea"), False)):
        seats = tuple(
            msgspec.structs.replace(one, bets={"punto": 5_00}) if one.person == person else one for one in seen.seats
        )
        assert seats != seen.seats
        assert (remedy_mark(seen_punto(seats=seats), incident) != plain) is is_named
