"""Irregularities in recorded tables: each with known cards, unknown cards and at a strict table; and in pairs."""

import re
from functools import cache
from typing import Any

import msgspec

from tapete import play as turns
from tapete.cards import Card
from tapete.chance import CardOut
from tapete.clauses.register import register
from tapete.games.baccarat.effects import ASIDE, BASKET, FLOOR, Party
from tapete.games.baccarat.incident import Incident, IncidentRuled
from tapete.games.banked.events import CardUncovered
from tapete.games.chemin_de_fer.events import CoupEnded
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.remedies import MISDEAL
from tapete.games.chemin_de_fer.reports import KINDS
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import Act, PersonId, Refused, Ruled
from tapete.record.codec import to_tree
from tapete.record.notation import Notation, NotationRun, format_notation, parse_notation, play, verbs_of
from tapete.record.notation.play import person
from tests.support.chemin_de_fer.table import Real
from tests.support.recorded import faults
from tests.support.rows import rows

IMPOSSIBLE = "cannot-happen-here"
CLAUSE = re.compile(r'"((?:BG|CF|DP|HP)\.[A-Za-z0-9.-]+)"')
VERBS, PEOPLE = verbs_of(CHEMIN_DE_FER), {"i": "inspector"}
SECTIONS = ("CF.C1.", "CF.C2.", "CF.C3.", "CF.C4.")


@cache
def there() -> list[str]:
    return [name for name in sorted(faults.required()) if (faults.FOLDER / f"{name}.toml").exists()]


def met() -> list[tuple[str, str]]:
    return [two for two in faults.pairs() if faults.pair(*two) in there()]


@cache
def table(name: str) -> tuple[Notation, NotationRun[Any]]:
    notation = faults.read(name)
    return notation, play(CHEMIN_DE_FER, notation)


def told(played: NotationRun[Any]) -> list[Any]:
    return [event for turn in played.turns for event in turn.events]


def events(played: NotationRun[Any], kind: type[Any]) -> list[Any]:
    return [event for event in told(played) if isinstance(event, kind)]


def at_work(played: NotationRun[Any]) -> set[str]:
    found: set[str] = set()
    for turn in played.turns:
        written = msgspec.json.encode([to_tree(event) for event in turn.events]).decode()
        found |= {str(one) for one in (*turn.rests_on, *turn.outcome.rests_on)} | set(CLAUSE.findall(written))
        if isinstance(turn.outcome, Refused):
            found |= {str(one) for one in turn.outcome.clauses}
        if isinstance(turn.outcome, Ruled):
            found |= {str(one) for fault in turn.outcome.faults for one in fault.clauses}
    return found


def test_no_table_of_an_irregularity_is_missing() -> None:
    assert faults.required() - {*there()} == set()


def test_every_clause_of_the_irregularities_is_in_one() -> None:
    mine = {clause for fault in faults.FAULTS.values() for clause in fault.clauses}
    rows = [clause for clause, row in register().items() if clause.startswith(SECTIONS) and row.kind != "inform"]
    shown = {clause for name in faults.observed() for clause in at_work(table(name)[1])}
    assert [clause for clause in rows if clause not in mine | shown] == []


def reported(notation: Notation) -> set[tuple[str, str, str]]:
    found = set()
    for action in notation.actions:
        if action.verb == "report":
            given = {**dict(zip(("accident", "fault_of"), action.args, strict=False)), **action.named_args}
            found.add((str(given["accident"]), str(given.get("fault_of", "None")), str(given.get("hand", "None"))))
    return found


def test_everything_that_can_be_reported_is_in_one_by_whoever_can_have_done_it() -> None:
    possible = {
        (str(accident), str(party), str(hand))
        for accident, kind in KINDS.items()
        for party in kind.parties
        for hand in (Hand if "hand" in kind.facts else (None,))
    }
    possible.discard((Accident.ADVICE, Party.BANKER, Hand.BANCA))  # nobody advises himself
    shown = {one for name in faults.observed() for one in reported(table(name)[0])}
    assert sorted(possible - shown) == []


def test_the_list_of_what_cannot_meet_holds_only_such() -> None:
    names = [faults.pair(*two) for two in faults.pairs()]
    assert [name for name in faults.APART if name not in names] == []
    assert [name for name in faults.APART if (faults.FOLDER / f"{name}.toml").exists()] == []
    assert all(faults.APART.values())


@rows("name", there)
def test_the_table_replays(name: str) -> None:
    notation, played = table(name)
    assert (CHEMIN_DE_FER.problems(played.state), parse_notation(format_notation(notation))) == ((), notation)
    assert notation.info["title"]


@rows("name", [*faults.FAULTS])
def test_the_irregularity_rests_on_its_clauses(name: str) -> None:
    assert set(faults.FAULTS[name].clauses) - at_work(table(faults.alone(name))[1]) == set()


def outcome(events: list[Any], state: Any) -> tuple[Any, ...]:
    rulings = [(one.kind, one.effects, one.is_as_proposed) for one in events if isinstance(one, IncidentRuled)]
    ends = [(one.winner, one.punto, one.banca) for one in events if isinstance(one, CoupEnded)]
    return rulings, ends, dict(state.ledger)


@rows("name", lambda: [name for name in faults.observed() if name + faults.UNKNOWN in there()])
def test_with_real_cards_the_same_is_ruled_and_paid(name: str) -> None:
    notation, played = table(name + faults.UNKNOWN)
    assert (notation.opening_fields["shoe"], notation.shoes) == ("keyed", ())
    known = table(name)[1]
    assert outcome(told(played), played.state) == outcome(told(known), known.state)


@rows("two", met)
def test_two_at_once_with_real_cards_are_ruled_and_paid_the_same(two: tuple[str, str]) -> None:
    notation, known = table(faults.pair(*two))
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
    assert outcome(events, state) == outcome(told(known), known.state)


@rows("name", lambda: [name for name in there() if name.endswith(faults.STRICT)])
def test_a_strict_table_refuses_it_or_cannot_have_it(name: str) -> None:
    notation, played = table(name)
    assert notation.opening_fields["conduct"] == "strict"
    refused = {turn.outcome.code for turn in played.turns if isinstance(turn.outcome, Refused)}
    observed_too = table(name.removesuffix(faults.STRICT))[1]
    if not refused:
        assert [one.kind for one in faults.incidents(played)] == [one.kind for one in faults.incidents(observed_too)]
    strayed = {ASIDE, BASKET, FLOOR}
    for turn in played.turns:
        assert not strayed & {card.place for card in turn.state.coup.cards.layout}
        if isinstance(turn.outcome, Refused) and turn.outcome.code == IMPOSSIBLE:
            offered = CHEMIN_DE_FER.reportable(turn.state, turn.state.croupier())
            tried = next(action for action, made in zip(notation.actions, played.turns, strict=True) if made is turn)
            assert tried.args[0] not in {str(one.accident) for one in offered}
    assert events(played, CardUncovered) == []


def codes(name: str) -> set[str]:
    played = table(faults.alone(name))[1]
    found = {fault.code for turn in played.turns if isinstance(turn.outcome, Ruled) for fault in turn.outcome.faults}
    return found | {fault.code for one in faults.incidents(played) for fault in one.faults}


@rows("two", met)
def test_both_are_found_in_one_coup(two: tuple[str, str]) -> None:
    played = table(faults.pair(*two))[1]
    found = {fault.code for turn in played.turns if isinstance(turn.outcome, Ruled) for fault in turn.outcome.faults}
    found |= {fault.code for one in faults.incidents(played) for fault in one.faults}
    for name in two:
        assert codes(name) <= found
    clauses = {clause for name in two for clause in faults.FAULTS[name].clauses}
    assert clauses - at_work(played) == set()
    assert {turn.state.coup.number for turn in played.turns} <= {0, 1}


def torn(two: tuple[str, str]) -> list[tuple[IncidentRuled, Incident]]:
    played = table(faults.pair(*two))[1]
    last = {one.serial: one for one in faults.incidents(played) if hasattr(one, "conflicts")}
    return [(one, last[one.serial]) for one in events(played, IncidentRuled) if last[one.serial].conflicts]


def test_where_they_contradict_each_other_the_inspector_decides_with_his_reason() -> None:
    found = [one for two in met() for one in torn(two)]
    assert len(found) >= 5
    for ruling, incident in found:
        assert ruling.by == "inspector"
        assert ruling.reason
        assert not ruling.is_as_proposed or set(ruling.effects) == set(incident.proposed_effects)


def test_every_table_of_an_irregularity_says_what_it_is() -> None:
    assert set(faults.SISTERS) == {faults.UNKNOWN, faults.STRICT}
    titles = [faults.read(name).info["title"] for name in there()]
    assert sorted({one for one in titles if titles.count(one) > 1}) == []


FOUND_BY_THE_TABLE = {MISDEAL, "laid-down-early", "laid-down-no-natural", "found-when-shown", "cards-misdelivered"}
FOUND_BY_THE_TABLE |= {"cards-grabbed", "claim-about-stake", "shoe-exhausted"}


def test_every_kind_of_incident_is_in_a_recorded_table() -> None:
    files = [path.stem for path in faults.FOLDER.glob("*.toml")]
    found = {
        one.kind
        for name in files
        if name in there() or name.startswith("cover-")
        for one in faults.incidents(table(name)[1])
    }
    assert {*map(str, Accident), *FOUND_BY_THE_TABLE} - found == set()
