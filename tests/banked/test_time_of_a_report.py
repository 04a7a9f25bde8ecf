"""When something can be reported at a banked table, by whose hand, and of which card: each condition by itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.effects import Party, SetAside
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import reports
from tapete.games.banked.accidents import About, Kind
from tapete.games.banked.shoe import Shoe
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANKER, HOLDERS, ONE, TWO, opened

GAME: Any = SimpleNamespace(coup=("deal", "speak"))
EARLY = Cards((LaidCard(0, ASIDE, Card("2s")),), Marks(aside=(SetAside(0),)))
KIND = Kind(("deal",), early_phases=("bets",))


def said(found: Fault | None) -> tuple[str, dict[str, Any]] | None:
    return None if found is None else (found.code, dict(found.facts))


@pytest.mark.parametrize(
    ("phase", "early", "due", "wrong"),
    [
        ("deal", False, False, None),
        ("deal", True, True, None),
        ("speak", False, False, ("report-not-now", {"window": "speak"})),
        ("speak", True, True, ("report-not-now", {"window": "speak"})),
        ("bets", False, False, ("no-coup", {})),
        ("bets", True, False, None),
        ("bets", False, True, None),
        ("between", True, True, ("no-coup", {})),
    ],
)
def test_before_the_deal_a_thing_is_reported_while_an_early_card_is_out(
    phase: str, early: bool, due: bool, wrong: Any
) -> None:
    table = opened()
    waits = (DueCard(0, ASIDE, False),) if due else ()
    coup = replace(table.coup, cards=EARLY if early else Cards(), due_cards=waits)
    assert said(reports.require_time(GAME, replace(table, phase=phase, coup=coup), KIND)) == wrong


@pytest.mark.parametrize("observed", [True, False])
@pytest.mark.parametrize("among", [True, False])
def test_where_the_table_deals_nothing_happens_but_among_people(observed: bool, among: bool) -> None:
    table = replace(opened(), is_observed=observed)
    wrong = None if observed or among else ("cannot-happen-here", {})
    assert said(reports.require_time(GAME, table, Kind(("deal",), among_people=among))) == wrong


NAMED = Kind(
    ("deal",), (Party.PLAYER, Party.BANKER), ("count", "hand", "position"), named_for=frozenset({Party.PLAYER})
)


def report(party: Party | None, count: int = 1, hand: str = ONE, person: PersonId | None = None) -> Any:
    return SimpleNamespace(fault_of=party, count=count, hand=hand, person=person, position=None)


STRANGER = PersonId("stranger")


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        (report(Party.BANKER), None),
        (report(Party.PLAYER, person=BANKER), None),
        (report(Party.PLAYER), ("fact-missing", {"facts": ["person"]})),
        (report(Party.BANKER, 0), ("fact-missing", {"facts": ["count"]})),
        (report(Party.BANKER, 1, ""), ("fact-missing", {"facts": ["hand"]})),
        (report(Party.PLAYER, 0, ""), ("fact-missing", {"facts": ["count", "hand", "person"]})),
        (report(Party.CROUPIER), ("party-unfit", {"parties": ["player", "banker"]})),
        (report(None), ("party-unfit", {"parties": ["player", "banker"]})),
    ],
)
def test_a_report_gives_each_fact_but_the_card_and_a_party_that_can_have_done_it(what: Any, wrong: Any) -> None:
    assert said(reports.require_facts(opened(), NAMED, what)) == wrong


@pytest.mark.parametrize(
    ("party", "person", "wrong"),
    [
        (Party.PLAYER, STRANGER, True),
        (Party.BANKER, STRANGER, False),
        (Party.PLAYER, HOLDERS[ONE], False),
        (Party.PLAYER, None, False),
    ],
)
def test_who_must_be_named_is_at_the_table(party: Party, person: PersonId | None, wrong: bool) -> None:
    found = reports.require_named_person(opened(), NAMED, report(party, person=person))
    assert said(found) == (("not-at-table", {"person": person}) if wrong else None)


CARD = LaidCard(3, ONE, Card("2s"))


@pytest.mark.parametrize(
    ("count", "takes", "card", "position", "size", "short"),
    [
        (2, False, CARD, 50, 52, False),
        (3, False, CARD, 50, 52, True),
        (0, True, None, 51, 52, False),
        (0, True, None, 52, 52, True),
        (0, True, CARD, 52, 52, False),
        (0, False, None, 52, 52, False),
        (9, False, None, 0, 0, False),
    ],
)
def test_no_more_cards_leave_the_shoe_than_it_holds(
    count: int, takes: bool, card: LaidCard | None, position: int, size: int, short: bool
) -> None:
    table = replace(opened(), shoe=Shoe(1, size, position))
    found = reports.require_cards_left(table, Kind(("deal",), takes_card=takes), report(None, count), card)
    assert said(found) == (("shoe-exhausted", {"position": position}) if short else None)


@pytest.mark.parametrize(
    ("position", "required", "wrong"), [(None, False, False), (None, True, True), (9, False, True), (9, True, True)]
)
def test_a_card_that_a_report_names_is_there_and_one_is_named_where_it_must_be(
    position: int | None, required: bool, wrong: bool
) -> None:
    game: Any = SimpleNamespace(is_card_required=lambda state, kind: required)
    what: Any = SimpleNamespace(position=position)
    found = reports.require_fit_card(game, opened(), Kind(("deal",), about=About.ANY), what, None)
    assert said(found) == (("no-such-card", {"position": position}) if wrong else None)


# --- what is offered --------------------------------------------------------------------------------------------------

PLAYER, BANK, CROUPIER = Party.PLAYER, Party.BANKER, Party.CROUPIER
ANA, BEA = HOLDERS[ONE], HOLDERS[TWO]


class Said(msgspec.Struct, frozen=True):
    """A report, as far as it names a party, a hand and a person."""

    fault_of: Party | None = None
    hand: str | None = None
    person: PersonId | None = None


def unfit(_: Any, what: Said) -> Fault | None:
    """A player can be any of the two who hold a cloth, each of his own; the banker is the banker."""
    fit = {PLAYER: {ONE: (ANA,), TWO: (BEA,)}.get(what.hand or "", (ANA, BEA)), BANK: (BANKER,)}
    return None if what.person in fit.get(what.fault_of or CROUPIER, ()) else Fault("person-unfit")


GAME_OF_REPORTS: Any = SimpleNamespace(person_requirement=unfit)


@pytest.mark.parametrize(
    ("by_whom", "named_for", "meant", "expected"),
    [
        (False, (), ((None, None),), [((None,), (), ())]),
        (False, (), ((PLAYER, ONE), (PLAYER, TWO), (BANK, ONE), (BANK, TWO)), [((PLAYER, BANK), (ONE, TWO), ())]),
        (False, (), ((PLAYER, ONE), (PLAYER, TWO), (BANK, ONE)), [((PLAYER,), (ONE, TWO), ()), ((BANK,), (ONE,), ())]),
        (
            True,
            (),
            ((PLAYER, ONE), (PLAYER, TWO)),
            [((PLAYER,), (ONE,), (None, ANA)), ((PLAYER,), (TWO,), (None, BEA))],
        ),
        (True, (PLAYER,), ((PLAYER, None),), [((PLAYER,), (), (ANA, BEA))]),
        (True, (PLAYER,), ((PLAYER, None), (BANK, None)), [((PLAYER,), (), (ANA, BEA)), ((BANK,), (), (None, BANKER))]),
        (True, (CROUPIER,), ((CROUPIER, None),), []),
        (True, (), ((CROUPIER, ONE), (CROUPIER, TWO)), [((CROUPIER,), (ONE, TWO), (None,))]),
    ],
)
def test_parties_hands_and_people_go_together_in_as_few_rows_as_can_be(
    by_whom: bool, named_for: tuple[Party, ...], meant: Any, expected: Any
) -> None:
    kind = Kind(("deal",), by_whom=by_whom, named_for=frozenset(named_for))
    found = list(reports.combinations(GAME_OF_REPORTS, opened(), kind, Said(), meant))  # type: ignore[type-var]
    assert [(one.parties, one.hands, one.people) for one in found] == expected


@pytest.mark.parametrize(
    ("facts", "meant"),
    [((), [(BANK, None)]), (("hand",), [(PLAYER, ONE), (BANK, ONE), (BANK, TWO)])],
)
def test_only_what_can_have_happened_now_is_offered(facts: tuple[str, ...], meant: Any) -> None:
    allowed = {(BANK, None), (PLAYER, ONE), (BANK, ONE), (BANK, TWO)}
    game: Any = SimpleNamespace(
        kinds={"x": Kind(("deal",), (PLAYER, BANK), facts)},
        hands=(ONE, TWO),
        requirement=lambda _state, _kind, party, hand: None if (party, hand) in allowed else Fault("no"),
    )
    assert list(reports.parties_and_hands(game, opened(), "x")) == meant


@pytest.mark.parametrize(
    ("about", "phase", "positions"),
    [
        (About.ANY, "deal", (0, 3, 4, 5, 8)),
        (About.IN_PLAY, "deal", (0, 3, 4, 5, 8)),
        (About.NOT_ON_FLOOR, "deal", (0, 4, 5, 8)),
        (About.NOT_FACE_UP, "deal", (0, 3, 5, 8)),
        (About.JUST_DRAWN, "deal", (4,)),
        (About.ANY, "bets", (5, 8)),
        (About.JUST_DRAWN, "bets", ()),
    ],
)
def test_a_report_is_about_cards_on_the_table_or_on_their_way_to_it(
    about: About, phase: str, positions: tuple[int, ...]
) -> None:
    game: Any = SimpleNamespace(coup=("deal",), latest_places=lambda _: (TWO,))
    places = {0: ONE, 1: DISCARD, 2: BASKET, 3: FLOOR, 4: TWO, 5: ASIDE}
    layout = tuple(LaidCard(at, place, Card("2s"), at == 4) for at, place in places.items())
    due = (DueCard(8, ONE, False), DueCard(0, ONE, True, on_table=True))
    table = opened()
    coup = replace(table.coup, cards=Cards(layout, Marks(aside=(SetAside(5),))), due_cards=due)
    found = reports.reportable_positions(game, replace(table, phase=phase, coup=coup), Kind(("deal",), about=about))
    assert found == positions
