"""A game that many look at: what is kept for each of them and until when, and what may be asked of its rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.clauses import game_clauses
from tapete.kernel import Accepted, Act, PersonId, Refused
from tapete.live.view_cache import VIEWERS, ViewCache
from tests.support.live.toy import Add, Dealt, Draw

ANA, BEA = PersonId("ana"), PersonId("bea")
ASKED = ("view", "legal", "explain")


class Plain:
    """A game that notes who looks at it and answers with that."""

    key = "punto-y-banca"

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def _note(self, *what: Any) -> tuple[Any, ...]:
        self.asked.append(what)
        return what

    def view(self, state: Any, viewer: Any) -> Any:
        return self._note("view", state, viewer)

    def legal(self, state: Any, viewer: Any) -> Any:
        return self._note("legal", state, viewer)

    def explain(self, state: Any, viewer: Any) -> Any:
        return self._note("explain", state, viewer)

    def decide(self, state: Any, act: Any) -> Any:
        if isinstance(act.body, Draw):
            return Refused("no-shoe")
        return Accepted((Dealt(3, "AS", face_up=False), Dealt(4, "KH", face_up=True)))  # type: ignore[arg-type]


class Talking(Plain):
    """A game that answers questions about its rules, takes reports, and can show what one would come to."""

    def ask_rule(self, state: Any, viewer: Any, about: str) -> Any:
        self._note("ask", state, viewer, about)
        return (SimpleNamespace(id="one"), SimpleNamespace(id="two"))

    def reportable(self, state: Any, viewer: Any) -> Any:
        return self._note("reportable", state, viewer)

    def preview(self, state: Any, act: Any) -> Any:
        return self._note("preview", state, act)


def cache(game: Any) -> ViewCache[Any]:
    return ViewCache(game, "state")


@pytest.mark.parametrize("what", ASKED)
def test_each_sees_his_own_and_it_is_made_once_until_the_state_has_changed(what: str) -> None:
    game = Plain()
    here = cache(game)
    ask = getattr(here, what)
    for _ in range(2):
        assert [ask(who) for who in (ANA, BEA, None)] == [(what, "state", who) for who in (ANA, BEA, None)]
    assert len(game.asked) == 3
    here.state = "later"
    assert ask(ANA) == (what, "state", ANA)
    here.forget()
    assert [ask(ANA), ask(ANA), ask(None)] == [(what, "later", who) for who in (ANA, ANA, None)]
    assert len(game.asked) == 5


def test_strangers_who_look_do_not_fill_the_memory() -> None:
    game = Plain()
    here = cache(game)
    here.legal(ANA)
    for number in range(VIEWERS):
        here.view(PersonId(f"eva-{number}"))
    here.view(PersonId("eva-0"))
    here.legal(ANA)
    assert len(game.asked) == VIEWERS + 1, "as many as may be are kept"
    here.view(BEA)
    here.view(PersonId("eva-0"))
    here.legal(ANA)
    assert len(game.asked) == VIEWERS + 4


def test_a_question_is_answered_by_the_game_or_by_the_clauses_of_it() -> None:
    game = Talking()
    assert cache(game).ask_rule(ANA, "draws") == ("one", "two")
    assert game.asked == [("ask", "state", ANA, "draws")]
    clauses = game_clauses("punto-y-banca")
    here, one = cache(Plain()), clauses[3]
    assert here.ask_rule(ANA, one.id) == (one.id,)
    of_topic = tuple(other.id for other in clauses if other.topic == one.topic)
    assert 1 <= len(of_topic) < len(clauses)
    assert here.ask_rule(ANA, one.topic) == of_topic
    for about in ((), ("nothing of the kind",)):
        assert here.ask_rule(BEA, *about) == ("explain", "state", BEA)


def test_reports_are_for_games_that_take_them() -> None:
    act: Act[Any] = Act(ANA, Add(1))
    assert cache(Talking()).reportable(ANA) == ("reportable", "state", ANA)
    assert cache(Talking()).preview(act) == ("preview", "state", act)
    assert cache(Plain()).reportable(ANA) == ()
    with pytest.raises(LookupError):
        cache(Plain()).preview(act)


def test_what_an_act_would_come_to_is_told_without_what_nobody_may_see() -> None:
    here = cache(Plain())
    assert here.would_refuse(Act(ANA, Add(1))) is None
    assert here.would_refuse(Act(ANA, Draw())) == Refused("no-shoe")
    assert here.events_of(Act(ANA, Draw())) == ()
    assert here.events_of(Act(ANA, Add(1))) == (Dealt(3, None, face_up=False), Dealt(4, "KH", face_up=True))  # type: ignore[arg-type]
