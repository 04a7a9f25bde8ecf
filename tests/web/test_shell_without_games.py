"""The shell serves acts, corrections and incidents of games that it has never heard of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import anyio
import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.clauses import Cite, Fault
from tapete.kernel import Accepted, ActBody, Offer, PersonId, Refused, Step
from tapete.live.proposals import CorrectionProposals
from tapete.record.codec import members, tag_of
from tapete.table.corrections import Correction
from tapete.table.incidents import Incident, Remedy, Ruling
from tapete.web.incident_desk import RulingOfficial, incident_model
from tapete.web.more_time import MoreTime, clock_to_extend
from tapete.web.parsers import KEYED_ACTS, SYSTEM_ACTS
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.second_official import AWAITS
from tapete.web.submit import submit

STEP = Step(1, 1, "draw", 1)


class RingBell(ActBody, frozen=True, tag="ring-bell"):
    """An act of the clock that one game alone has."""

    is_of_system: ClassVar[bool] = True


class CorrectBall(ActBody, frozen=True, tag="correct-ball"):
    """A ball was announced wrongly."""

    number: int
    second: PersonId
    reason: str


class VoidGame(msgspec.Struct, frozen=True, tag_field="effect", tag="void-game"):
    """The game counts for nothing."""


class Settle(Ruling, frozen=True, tag="settle-incident"):
    """An official closes an incident of a hall."""

    effects: tuple[VoidGame, ...] | None = None


def table(**more: Any) -> Any:
    async def never(*_: Any) -> None:
        raise AssertionError("the act reached the table")

    values = {
        "id": "sala",
        "version": 7,
        "game": SimpleNamespace(key="sala", act_types=RingBell | CorrectBall),
        "legal": lambda person: (),
        "view": lambda person: None,
        "would_refuse": lambda act: None,
        "events_of": lambda act: (),
        "redraw": lambda: None,
        "act": never,
        "proposals": CorrectionProposals(),
    }
    return SimpleNamespace(**values | more)


def test_an_act_of_the_system_that_one_game_has_is_taken_from_nobody() -> None:
    async def scene() -> None:
        with pytest.raises(ProblemError) as found:
            await submit(table(), PersonId("ana"), {"act": "ring-bell"}, STEP, "k")
        assert found.value.problem.code == "system-act"

    anyio.run(scene)


@pytest.mark.parametrize("tag", ["ring-bell", *sorted(SYSTEM_ACTS - KEYED_ACTS)])
def test_no_offer_gives_a_person_an_act_of_the_system_unless_he_keys_it(tag: str) -> None:
    """A table that offers one by mistake: the clock, the hall and chance do theirs themselves."""

    async def scene() -> None:
        with pytest.raises(ProblemError) as found:
            await submit(table(legal=lambda _: (Offer(tag, {}),)), PersonId("ana"), {"act": tag}, STEP, "k")
        assert (found.value.problem.status, found.value.problem.code) == (403, "system-act")

    anyio.run(scene)


@pytest.mark.parametrize("tag", sorted(KEYED_ACTS))
def test_what_is_keyed_is_keyed_by_whom_it_is_offered_alone(tag: str) -> None:
    async def scene() -> None:
        hall = table(legal=lambda who: (Offer(tag, {}),) if who == "luz" else (Offer("ring-bell", {}),))
        codes = {}
        for who in map(PersonId, ("luz", "ana")):
            with pytest.raises(ProblemError) as found:
                await submit(hall, who, {"act": tag}, STEP, "k")
            codes[who] = found.value.problem.code
        assert codes == {"luz": "malformed", "ana": "system-act"}

    anyio.run(scene)


def test_a_correction_of_any_game_waits_for_the_second_official() -> None:
    async def scene() -> None:
        done: list[Any] = []

        async def record(act: Any, command: str) -> Any:
            done.append(act.by)
            return SimpleNamespace(outcome=Accepted(()))

        hall = table(act=record)
        first: Any = await submit(hall, PersonId("eva"), ball("luis"), STEP, "k1")
        assert (first.outcome.code, done) == (AWAITS, [])
        second: Any = await submit(hall, PersonId("luis"), ball("eva"), STEP, "k2")
        assert isinstance(second.outcome, Accepted)
        assert done == ["eva"]

    anyio.run(scene)


def ball(second: str) -> dict[str, Any]:
    return {"act": "correct-ball", "number": 17, "second": second, "reason": "misread"}


def test_two_officials_answer_for_the_corrections_of_the_card_games_and_for_no_other_act() -> None:
    found = {
        tag_of(kind)
        for game in house_games().values()
        for kind in members(game.act_types)
        if {"second", "reason"} <= set(kind.__struct_fields__)
    }
    assert found == {"correct-card", "correct-payment"}
    assert isinstance(CorrectBall(17, PersonId("luis"), "misread"), Correction)
    assert not isinstance(RingBell(), Correction)


class BallIncident(msgspec.Struct, frozen=True):
    """Two balls were out at once."""

    serial: int = 3
    kind: str = "other"
    reported_by: PersonId = PersonId("eva")
    note: str = "two balls at once"
    faults: tuple[Fault, ...] = (Fault("ball-unread"),)
    proposed_effects: tuple[VoidGame, ...] = (VoidGame(), VoidGame())
    conflicts: tuple[str, ...] = ()
    open_to_judgement: bool = False
    alternatives: tuple[Remedy, ...] = ()
    clauses: tuple[Cite, ...] = ()


class Words:
    """How a hall of bingo says its remedies."""

    def sentences(self, remedy: tuple[Any, ...], lang: str) -> tuple[str, ...]:
        return tuple(f"{one.__struct_config__.tag} ({lang})" for one in remedy)

    def has_duplicates(self, remedy: tuple[Any, ...]) -> bool:
        return len(set(remedy)) < len(remedy)

    def fault_text(self, fault: Fault, lang: str) -> str:
        return f"{fault.code} ({lang})"

    def own_remedies(self, incident: Incident) -> tuple[tuple[Any, ...], ...]:
        return ((VoidGame(),),)

    def ruling(self, serial: int, effects: tuple[Any, ...] | None, reason: str) -> Ruling:
        return Settle(serial, effects)


def test_the_desk_shows_an_incident_whose_effects_are_no_effects_of_cards() -> None:
    incident = BallIncident()
    asked: list[Any] = []

    def would_refuse(act: Any) -> Refused | None:
        asked.append(act.body)
        return None if act.body.effects is None else Refused("not-your-post")

    view = cast("Any", SimpleNamespace(step=STEP))
    hall = cast("Table", table(would_refuse=would_refuse))
    model = incident_model(incident, Words(), "es", RulingOfficial(hall, PersonId("eva"), view, Words()))
    assert model.effects == ("void-game (es)", "void-game (es)")
    assert model.faults == ("ball-unread (es)",)
    assert (model.is_agreed, model.may_pronounce, model.may_find_own) == (True, True, False)
    assert asked == [Settle(3, None), Settle(3, (VoidGame(),))]


@pytest.mark.parametrize(
    ("face", "offered", "clock"),
    [
        ("pause", (), "pause"),
        ("draw", (), None),
        ("", ("end-pause",), "pause"),
        ("", ("announce",), None),
    ],
)
def test_time_is_given_on_the_clocks_of_the_game(face: str, offered: tuple[str, ...], clock: str | None) -> None:
    shown = SimpleNamespace(kind=face) if face else None
    hall = table(
        countdown=SimpleNamespace(face=lambda: shown), legal=lambda person: tuple(Offer(one) for one in offered)
    )
    game = MoreTime(frozenset({"pause"}), {"end-pause": "pause"})
    assert clock_to_extend(hall, PersonId("eva"), game) == clock
