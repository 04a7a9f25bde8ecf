"""Two irregularities in one coup at a table whose cards nobody knows before they are shown."""

from typing import Any

from tapete import play as turns
from tapete.cards import Card
from tapete.chance import CardOut
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.chemin_de_fer.events import CoupEnded
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.kernel import Act, PersonId, Refused
from tapete.record.notation import play, verbs_of
from tapete.record.notation.play import person
from tests.support.chemin_de_fer.table import Real
from tests.support.recorded.faults import APART, FOLDER, pair, pairs, read
from tests.support.rows import rows

VERBS, PEOPLE = verbs_of(CHEMIN_DE_FER), {"i": "inspector"}
MET = [two for two in pairs() if pair(*two) not in APART and (FOLDER / f"{pair(*two)}.toml").exists()]


def outcome(events: list[Any], ledger: dict[str, int]) -> tuple[Any, ...]:
    rulings = [(one.kind, one.effects, one.is_as_proposed) for one in events if isinstance(one, IncidentRuled)]
    ends = [(one.winner, one.punto, one.banca) for one in events if isinstance(one, CoupEnded)]
    return rulings, ends, ledger


@rows("two", MET)
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
