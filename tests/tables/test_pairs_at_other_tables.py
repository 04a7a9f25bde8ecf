"""Two irregularities in one coup, at the other two kinds of table: with cards that nobody knows before they are shown,
and where faults are refused. Both are worked out from the recorded table of the pair and of each of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from tapete import play as turns
from tapete.cards import Card
from tapete.chance import CardOut, ChanceKind
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.layout import ASIDE, BASKET, FLOOR
from tapete.games.chemin_de_fer.events import CardUncovered, CoupEnded
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.kernel import Act, PersonId, Refused
from tapete.record.notation import NotationRun, play
from tapete.record.notation.verbs import person
from tests.support.recorded.coup import PEOPLE, VERBS, Coup, StuckError
from tests.support.recorded.faults import APART, FAULTS, FOLDER, STRICT, alone, incidents, pair, pairs, read, together

MET = [two for two in pairs() if pair(*two) not in APART and (FOLDER / f"{pair(*two)}.toml").exists()]


class Real:
    """A real shoe: nobody knows a face before it is keyed."""

    kind = ChanceKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return None


def outcome(events: list[Any], ledger: dict[str, int]) -> tuple[Any, ...]:
    """Return how a playing ends: the rulings, the totals as they are told, the winner, and everybody's money."""
    rulings = [(one.kind, one.effects, one.is_as_proposed) for one in events if isinstance(one, IncidentRuled)]
    ends = [(one.winner, one.punto, one.banca) for one in events if isinstance(one, CoupEnded)]
    return rulings, ends, ledger


@pytest.mark.parametrize("two", MET, ids=lambda two: pair(*two))
def test_with_real_cards_the_same_is_ruled_and_paid(two: tuple[str, str]) -> None:
    notation = read(pair(*two))
    known = play(CHEMIN_DE_FER, notation)
    faces, events = notation.shoes[0], list[Any]()
    state, source = CHEMIN_DE_FER.blank(), Real()

    def do(by: PersonId, what: Any) -> Any:
        nonlocal state
        made = turns.transition(CHEMIN_DE_FER, state, Act(by, what, state.step), source)
        state = made.state
        events.extend(made.events)
        return made.outcome

    do(person("h", {}), VERBS.make("open-table", {**notation.opening_fields, "shoe": "keyed"}))
    for action in notation.actions:
        answer = do(person(action.actor, PEOPLE), VERBS.read(action, PEOPLE))
        assert isinstance(answer, Refused) == action.result.startswith("refused "), (action, answer)
        while (wanted := CHEMIN_DE_FER.draw_awaited(state)) is not None and wanted.by_person:
            face = Card(faces[wanted.position])
            assert not isinstance(do(person("c", PEOPLE), CardOut(wanted.position, face)), Refused)
    told = [event for turn in known.turns for event in turn.events]
    assert outcome(events, dict(state.ledger)) == outcome(told, dict(known.state.ledger))


NOT_WHERE_REFUSED = {
    ("two-thirds-punto", "forgets-and-asks"): "a punto who may not ask lays his natural down: there is no third card",
    ("drops-third", "forgets-and-asks"): "a punto who may not ask lays his natural down: there is no third card",
    ("drops-third", "offers"): "a banker who may not give lays his natural down: there is no third card",
    ("forgets", "misspoken-banco"): "a punto who may not forget his natural lays it down: he says no word",
    ("forgets-and-asks", "misspoken-banco"): "a punto who may not forget his natural lays it down: he says no word",
    ("slow", "misspoken-banco"): "the croupier plays for him: he says no word himself",
}
"""Two of which one, where it is refused, leaves no room for the other."""


def refusals(played: NotationRun[Any]) -> set[str]:
    return {turn.outcome.code for turn in played.turns if isinstance(turn.outcome, Refused)}


@cache
def alone_refused(name: str) -> NotationRun[Any]:
    return play(CHEMIN_DE_FER, read(alone(name) + STRICT))


@cache
def course(punto: int, banca: int, word: str, stakes: str) -> frozenset[str]:
    """Return the points that a coup without any fault comes to."""
    coup, found = Coup("strict", punto, banca, word, stakes), set[str]()
    try:
        while coup.state.phase in (*COUP, Phase.BETS):
            found.add(coup.point())
            coup.go_on()
    except (StuckError, ValueError):
        pass
    return frozenset({*found, coup.point()})


def tried(one: str, other: str) -> Iterator[Coup]:
    """Yield coups at a table that refuses faults, in which both are tried where they can happen elsewhere. A refused
    fault changes nothing: the coups that come to its point without it are tried before the others.
    """
    given = together(FAULTS[one], FAULTS[other])
    assert given is not None
    word, stakes = given["word"], given["stakes"]
    for is_likely, names in product((True, False), ((one, other), (other, one))):
        faults = [FAULTS[name] for name in names]
        lines = [fault.lines if fault.strict is None else fault.strict for fault in faults]
        totals = list(product(given["punto"], reversed(given["banca"])))
        for points, (punto, banca) in product(product(*(fault.points for fault in faults)), totals):
            if is_likely != course(punto, banca, word, stakes).issuperset(points):
                continue
            coup = Coup("strict", punto, banca, word, stakes)
            try:
                coup.to_the_end(list(zip(points, lines, strict=True)), refused=True)
            except (StuckError, ValueError):
                continue
            yield coup


@pytest.mark.slow
@pytest.mark.parametrize("two", MET, ids=lambda two: pair(*two))
def test_a_strict_table_refuses_both_or_cannot_have_them(two: tuple[str, str]) -> None:
    singles = [alone_refused(name) for name in two]
    codes = {code for one in singles for code in refusals(one)}
    coup = next((one for one in tried(*two) if codes <= one.refusals), None)
    if two in NOT_WHERE_REFUSED:
        assert coup is None
        return
    assert coup is not None
    played = play(CHEMIN_DE_FER, coup.notation("", ""))
    assert refusals(played) == coup.refusals
    assert {one.kind for one in incidents(played)} == {one.kind for single in singles for one in incidents(single)}
    for turn in played.turns:
        assert not {ASIDE, BASKET, FLOOR} & {card.place for card in turn.state.coup.cards.layout}
    assert not any(isinstance(event, CardUncovered) for turn in played.turns for event in turn.events)
    assert CHEMIN_DE_FER.problems(played.state) == ()
