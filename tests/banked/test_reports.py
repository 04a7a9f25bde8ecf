"""Reports at a table of two cloths: the game declares its accidents, and the shared room knows none of them."""

from typing import Any

import msgspec
import pytest

from tapete.clauses import Fault, fault
from tapete.games.baccarat.effects import AssignCard, LoseNatural, Party
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened, IncidentWidened
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard, StopCardSeen
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked import cards, reports
from tapete.games.banked.accidents import About, Accidents, Finding, Kind
from tapete.games.banked.acts import PickUp, Report
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.reportable import Reportable
from tapete.games.banked.shoe import Shoe
from tapete.games.banked.terms import Word
from tapete.kernel import Choice, Count, FixedValue, Irregular, Note, People, PersonId
from tests.support.banked.two_cloths import (
    BANK,
    BANKER,
    CROUPIER,
    HOLDERS,
    INSPECTOR,
    ONE,
    ORDER,
    TWO,
    Table,
    dealt,
    evolve,
    lift,
    opened,
    say,
)
from tests.support.rows import rows

DEAL = ("5h", "3s", "Ks", "Kd", "4c", "6d")
PLAY = ("deal", "speak", "thirds", "banker", "show")

KINDS = {
    "fallen": Kind(PLAY, (None, Party.BANKER), ("position",), About.NOT_ON_FLOOR),
    "turned": Kind(("deal",), (Party.CROUPIER,), ("position",), About.NOT_FACE_UP),
    "lost": Kind(PLAY, (Party.BANKER,), ("position",), About.IN_PLAY),
    "open-in-shoe": Kind(("deal", "thirds", "show"), about=About.JUST_DRAWN, takes_card=True),
    "stuck": Kind(("deal", "thirds"), uncounted=True),
    "drawn-early": Kind(
        ("between", "bets"),
        (Party.BANKER, Party.PLAYER),
        ("count",),
        by_whom=True,
        named_for=frozenset({Party.PLAYER}),
        uncounted=True,
    ),
    "two-thirds": Kind(PLAY, (Party.BANKER,), ("hand",), takes_card=True),
    "misspoken": Kind(PLAY, (Party.PLAYER,), ("hand",)),
    "slow": Kind(("speak",), (Party.PLAYER,), among_people=True),
}


def require_possible(table: Table, accident: str, party: Party | None, hand: str | None) -> Fault | None:
    if accident == "drawn-early" and party is Party.BANKER and table.phase == "between":
        return fault("no-bank")
    if accident == "two-thirds" and hand is not None and not at(table.coup.cards.layout, third(hand)):
        return fault("no-third-card", hand=hand)
    if accident == "misspoken" and hand is not None and table.coup.side(hand).word is None:
        return fault("no-word-said")
    return None


def finding(table: Table, what: Report, card: LaidCard | None) -> Finding | Fault:
    if what.accident == "fallen" and card is not None:
        home = cards.card_at_home(table.docket, card)
        remedy = Proposal((AssignCard(card.position, home.place),))
        return Finding(remedy, cards.move_card(table.coup, card, FLOOR))
    if what.accident == "stuck":
        out = cards.uncounted_positions(table.shoe, what.count)
        return Finding(None, cards.cards_out(table.shoe, out, DISCARD, face_up=False))
    if what.accident == "misspoken":
        return Finding(Proposal((LoseNatural(what.hand or ""),)))
    return Fault("nothing-to-find") if what.accident == "lost" else Finding(None)


ACCIDENTS: Accidents[Table, Report] = Accidents(
    KINDS,
    Report,
    ORDER,
    PLAY,
    lambda table: tuple(map(third, ORDER)) if table.phase in ("thirds", "show") else ORDER,
    lambda table: table.phase != "show",
    require_possible,
    finding,
)


def looked() -> Table:
    table = dealt(opened(), *DEAL)
    for hand, holder in {**HOLDERS, BANK: BANKER}.items():
        found = lift(table, hand, holder)
        assert isinstance(found, Table)
        table = found
    return table


def spoken(word: Word = Word.CARTA, hand: str = TWO) -> Table:
    found = say(looked(), hand, word)
    assert isinstance(found, Table)
    return found


def offered(table: Table, who: PersonId | None = CROUPIER) -> dict[str, Reportable]:
    return {one.accident: one for one in reports.reportable(ACCIDENTS, table, who)}


def made(table: Table, *facts: Any, by: PersonId = CROUPIER, **named: Any) -> Any:
    """Return the decision of a report."""
    return reports.report(ACCIDENTS, table, by, Report(*facts, **named))


def after(table: Table, *facts: Any, **named: Any) -> Table:
    """Return the table after a report that stands."""
    decided = made(table, *facts, **named)
    assert isinstance(decided, Irregular)
    for event in decided.events:
        table = evolve(table, event)
    return table


# --- what is offered --------------------------------------------------------------------------------------------------


def test_only_who_may_report_is_offered_a_report() -> None:
    assert offered(looked())
    for who in (INSPECTOR, BANKER, None):
        assert not offered(looked(), who)
        assert who is None or made(looked(), "slow", Party.PLAYER, by=who).code == "not-your-post"


def test_what_can_have_happened_depends_on_the_step() -> None:
    assert set(offered(opened())) == {"open-in-shoe", "stuck"}
    assert set(offered(dealt(opened(), *DEAL[:2]))) == {"fallen", "turned", "lost", "open-in-shoe", "stuck"}
    assert set(offered(looked())) == {"fallen", "lost", "slow"}
    assert made(looked(), "stuck") == Fault("report-not-now", {"window": "speak"})
    assert made(msgspec.structs.replace(looked(), phase="over"), "stuck") == Fault("no-coup")


def test_where_the_table_deals_only_people_err() -> None:
    strict = msgspec.structs.replace(looked(), is_observed=False)
    assert set(offered(strict)) == {"slow"}
    assert made(strict, "fallen", None, 0) == Fault("cannot-happen-here")


def test_a_report_about_a_hand_is_about_each_hand_that_it_can_be() -> None:
    assert "misspoken" not in offered(looked())
    assert offered(spoken())["misspoken"].hands == (TWO,)
    assert made(spoken(), "misspoken", Party.PLAYER, hand=ONE) == Fault("no-word-said")
    third_out = evolve(spoken(), CardDealt(6, third(TWO), "Ks", True))
    assert offered(third_out)["two-thirds"].hands == (TWO,)


def test_an_offered_report_says_what_may_stand_in_its_fields() -> None:
    early = msgspec.structs.replace(opened(), phase="bets")
    for example, fields in offered(early)["drawn-early"].offers:
        assert fields == {
            "accident": FixedValue("drawn-early"),
            "needs": Note(("count",)),
            "fault_of": Choice((str(example.fault_of),)),
            "person": People(((None,) if example.fault_of is Party.BANKER else ()) + early.seats.people()),
            "count": Count(1, 6),
        }
    assert [fields["count"] for _, fields in offered(opened())["stuck"].offers] == [Count(0, 6)]
    assert [fields["hand"] for _, fields in offered(spoken())["misspoken"].offers] == [Choice((TWO,))]


@pytest.mark.parametrize("phase", ["deal", "thirds"])
def test_every_offered_example_can_be_reported(phase: str) -> None:
    table = msgspec.structs.replace(dealt(opened(), *DEAL[:2]), phase=phase)
    found = offered(table)
    assert found
    for accident, one in found.items():
        decided = reports.report(ACCIDENTS, table, CROUPIER, one.example)
        assert isinstance(decided, Irregular) or decided == Fault("nothing-to-find"), accident


# --- the cards that it can be about -----------------------------------------------------------------------------------


def test_a_report_is_about_cards_in_play_but_for_some() -> None:
    table = dealt(opened(), *DEAL[:4])
    for event in (
        CardMoved(0, FLOOR),
        CardMoved(1, BASKET),
        CardTurned(2, "Ks"),
        DrawAwaited((DueCard(4, TWO, False),)),
    ):
        table = evolve(table, event)
    found = offered(table)
    assert found["lost"].positions == (0, 2, 3, 4)
    assert found["fallen"].positions == (2, 3, 4)
    assert found["turned"].positions == (0, 3, 4)
    assert found["open-in-shoe"].positions == (2, 3)
    assert made(table, "turned", Party.CROUPIER, 2) == Fault("not-of-this-card", {"position": 2})
    assert made(table, "turned", Party.CROUPIER, 20) == Fault("no-such-card", {"position": 20})
    assert made(table, "turned", Party.CROUPIER) == Fault("no-such-card", {"position": None})


def test_a_card_whose_face_is_awaited_where_it_lies_is_named_once() -> None:
    table = dealt(opened(), *DEAL[:2])
    for due in (DueCard(1, table.coup.cards.layout[1].place, True, on_table=True), DueCard(2, BANK, False)):
        waiting = evolve(table, DrawAwaited((due,)))
        assert offered(waiting)["lost"].positions == ((0, 1) if due.on_table else (0, 1, 2))


def test_a_card_just_drawn_need_not_be_named() -> None:
    table = dealt(opened(), *DEAL)
    at_thirds = msgspec.structs.replace(evolve(table, CardDealt(6, third(TWO), "Ks", True)), phase="thirds")
    assert offered(at_thirds)["open-in-shoe"].positions == (6,)
    assert made(at_thirds, "open-in-shoe", None, 0) == Fault("not-of-this-card", {"position": 0})
    empty = msgspec.structs.replace(at_thirds, shoe=Shoe(1, 7, 7, stop=7))
    assert made(empty, "open-in-shoe") == Fault("shoe-exhausted", {"position": 7})
    assert made(at_thirds, "open-in-shoe", position=20) == Fault("no-such-card", {"position": 20})
    assert isinstance(made(empty, "open-in-shoe", None, 6), Irregular)
    assert made(empty, "stuck", count=1) == Fault("shoe-exhausted", {"position": 7})


PAU = PersonId("pau")


def test_a_report_names_a_fit_party_and_every_fact() -> None:
    early = msgspec.structs.replace(opened(), phase="bets")
    assert made(early, "drawn-early", Party.BYSTANDER, count=1) == Fault(
        "party-unfit", {"parties": ["banker", "player"]}
    )
    assert made(early, "drawn-early", Party.PLAYER) == Fault("fact-missing", {"facts": ["count", "person"]})
    assert made(early, "drawn-early", Party.PLAYER, count=1, person=PAU) == Fault("not-at-table", {"person": PAU})
    assert isinstance(made(early, "drawn-early", Party.PLAYER, count=1, person=HOLDERS[ONE]), Irregular)
    assert made(spoken(), "misspoken", Party.PLAYER) == Fault("fact-missing", {"facts": ["hand"]})


def test_where_nothing_is_drawn_any_more_the_card_is_named() -> None:
    shown = msgspec.structs.replace(evolve(dealt(opened(), *DEAL), CardDealt(6, third(TWO), "Ks", True)), phase="show")
    found = offered(shown)["open-in-shoe"]
    assert (found.facts, found.positions, found.example.position) == (("position",), (6,), 6)
    assert made(shown, "open-in-shoe") == Fault("no-such-card", {"position": None})
    assert made(shown, "open-in-shoe", position=20) == Fault("no-such-card", {"position": 20})
    assert isinstance(made(shown, "open-in-shoe", None, 6), Irregular)
    nothing_drawn = msgspec.structs.replace(dealt(opened(), *DEAL), phase="show")
    assert "open-in-shoe" not in offered(nothing_drawn)


def test_only_parties_by_whose_hand_it_can_have_been_are_offered() -> None:
    for phase, parties in (("bets", (Party.BANKER, Party.PLAYER)), ("between", (Party.PLAYER,))):
        assert offered(msgspec.structs.replace(opened(), phase=phase))["drawn-early"].parties == parties
    assert made(msgspec.structs.replace(opened(), phase="between"), "drawn-early", Party.BANKER, count=1) == Fault(
        "no-bank"
    )


# --- what it comes to -------------------------------------------------------------------------------------------------


def test_a_report_opens_an_incident_and_a_second_one_widens_it() -> None:
    table = after(spoken(), "misspoken", Party.PLAYER, hand=TWO, note="seen by all")
    (found,) = table.docket.open
    assert (found.kind, found.reported_by, found.note) == ("misspoken", CROUPIER, "seen by all")
    assert (found.faults, found.proposed_effects) == (
        (Fault("misspoken", {"by": "player", "hand": TWO}),),
        (LoseNatural(TWO),),
    )
    assert not found.open_to_judgement
    second = made(table, "slow", Party.PLAYER, person=HOLDERS[ONE])
    assert isinstance(second.events[-1], IncidentWidened)
    (wider,) = after(table, "slow", Party.PLAYER, person=HOLDERS[ONE]).docket.open
    assert [one.code for one in wider.faults] == ["misspoken", "slow"]
    assert wider.open_to_judgement
    assert wider.faults[1].facts == {"by": "player", "person": "ana"}


def test_a_preview_is_the_incident_that_the_report_opens() -> None:
    what = Report("misspoken", Party.PLAYER, None, TWO)
    shown = reports.preview(ACCIDENTS, spoken(), CROUPIER, what)
    decided = reports.report(ACCIDENTS, spoken(), CROUPIER, what)
    assert isinstance(shown, Incident)
    assert isinstance(decided, Irregular)
    assert decided.events[-1] == IncidentOpened(shown)
    nothing = reports.preview(ACCIDENTS, spoken(), CROUPIER, Report("lost", Party.BANKER, 0))
    assert nothing == Fault("nothing-to-find")


@rows(
    "table, what, moved",
    [
        (dealt(opened(), *DEAL[:2]), Report("fallen", None, 1), 1),
        (dealt(opened(), *DEAL[:2]), Report("stuck", count=2), 1),
        (spoken(), Report("misspoken", Party.PLAYER, None, TWO), 0),
        (spoken(), Report("slow", Party.PLAYER, person=HOLDERS[ONE]), 0),
        (after(spoken(), "misspoken", Party.PLAYER, hand=TWO), Report("slow", Party.PLAYER, person=HOLDERS[ONE]), 0),
        (after(spoken(), "misspoken", Party.PLAYER, hand=TWO), Report("fallen", None, 1), 1),
    ],
)
def test_a_preview_is_the_last_of_what_a_report_leads_to(table: Table, what: Report, moved: int) -> None:
    decided = made(table, what.accident, what.fault_of, what.position, what.hand, what.count, what.person)
    assert isinstance(decided, Irregular)
    assert len(decided.events) == moved + 1
    shown = reports.preview(ACCIDENTS, table, CROUPIER, what)
    assert isinstance(shown, Incident)
    opens = IncidentWidened if table.docket.open else IncidentOpened
    assert decided.events[-1] == opens(shown)
    assert shown.faults[-1].code == what.accident
    refused = reports.preview(ACCIDENTS, table, HOLDERS[ONE], what)
    assert refused == reports.report(ACCIDENTS, table, HOLDERS[ONE], what)
    assert isinstance(refused, Fault)


def test_a_fallen_card_goes_home_even_when_it_falls_twice() -> None:
    table = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    assert [card.place for card in table.coup.cards.layout] == [ONE, FLOOR]
    picked = evolve(table, CardMoved(1, ASIDE))
    again = after(picked, "fallen", None, 1)
    assert again.docket.open[0].proposed_effects == (AssignCard(1, TWO),)


def test_a_card_on_its_way_is_lost_unseen() -> None:
    awaited = evolve(dealt(opened(), *DEAL[:1]), DrawAwaited((DueCard(1, TWO, False),)))
    moved = cards.move_card(awaited.coup, LaidCard(1, TWO, None), BASKET)
    assert moved == (CardDealt(1, BASKET, None, False),)
    assert cards.show_card(LaidCard(1, TWO, None)) == (DrawAwaited((DueCard(1, TWO, True, on_table=True),)),)
    assert cards.show_card(LaidCard(1, TWO, "3s")) == (CardTurned(1, "3s"),)


def test_cards_that_nobody_counted_take_the_stop_card_along() -> None:
    out = cards.cards_out(Shoe(1, 52, 4, stop=5), (4, 5), DISCARD, face_up=False)
    assert out == (StopCardSeen(5), DrawAwaited((DueCard(4, DISCARD, False), DueCard(5, DISCARD, False))))
    assert cards.cards_out(Shoe(1, 52, 4, stop=5), (), DISCARD, face_up=False) == ()


# --- the floor --------------------------------------------------------------------------------------------------------


def picked(table: Table, who: PersonId, what: PickUp) -> Any:
    staff = frozenset(table.staff.values())
    return reports.pick_up(lambda _, one, __: None if one in staff else Fault("for-staff"), table, who, what)


def test_staff_pick_a_card_up_and_another_is_a_case_for_an_official() -> None:
    table = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    assert picked(table, CROUPIER, PickUp(1)) == (CardMoved(1, ASIDE),)
    assert picked(table, CROUPIER, PickUp(0)) == Fault("no-such-card", {"position": 0})
    assert picked(table, BANKER, PickUp(1)) == Fault("for-staff")
    decided = picked(table, CROUPIER, PickUp(1, BANKER))
    assert isinstance(decided, Irregular)
    assert decided.events[0] == CardMoved(1, ASIDE)
    assert isinstance(decided.events[1], IncidentWidened)
    assert decided.events[1].incident.open_to_judgement
    assert decided.events[1].incident.faults[-1].facts == {"person": BANKER}
    strict = msgspec.structs.replace(table, is_observed=False)
    assert picked(strict, CROUPIER, PickUp(1, BANKER)) == (CardMoved(1, ASIDE),)


def test_where_no_case_is_open_the_croupier_says_for_nobody_that_he_picked_a_card_up() -> None:
    """What the card fell by was decided already: there is nothing that his picking it up could widen."""
    fallen = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    table = msgspec.structs.replace(fallen, docket=Docket((), 1))
    assert picked(table, CROUPIER, PickUp(1, BANKER)) == Fault("for-staff")
    assert picked(table, CROUPIER, PickUp(1)) == (CardMoved(1, ASIDE),)


def test_of_several_open_cases_the_first_is_widened_by_who_picked_the_card_up() -> None:
    table = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    (first,) = table.docket.open
    second = msgspec.structs.replace(first, serial=first.serial + 1, kind="other", faults=())
    table = msgspec.structs.replace(table, docket=Docket((first, second), 2))
    decided = picked(table, CROUPIER, PickUp(1, BANKER))
    wrong = Fault("for-staff", {"person": BANKER})
    assert isinstance(decided, Irregular)
    assert decided.faults == (wrong,)
    up, widened = decided.events
    assert up == CardMoved(1, ASIDE)
    assert isinstance(widened, IncidentWidened)
    assert (widened.incident.serial, widened.incident.kind) == (first.serial, first.kind)
    assert widened.incident.faults == (*first.faults, wrong)
    assert widened.incident.proposed_effects == first.proposed_effects


@pytest.mark.parametrize(("who", "observed", "speaks"), [
    (CROUPIER, True, True), (CROUPIER, False, False), (BANKER, True, False), (INSPECTOR, True, False),
])  # fmt: skip
def test_only_the_croupier_of_a_real_table_says_who_picked_a_card_up(
    who: PersonId, observed: bool, speaks: bool
) -> None:
    table = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    table = msgspec.structs.replace(table, is_observed=observed)
    asked: list[tuple[PersonId, int]] = []

    def require(_: Table, person: PersonId, position: int) -> Fault | None:
        asked.append((person, position))
        return None

    named = PersonId("dani")
    assert reports.pick_up(require, table, who, PickUp(1, named)) == (CardMoved(1, ASIDE),)
    assert reports.pick_up(require, table, who, PickUp(1)) == (CardMoved(1, ASIDE),)
    assert asked == [(named if speaks else who, 1), (who, 1)]


def test_a_report_widens_the_first_of_several_open_cases() -> None:
    table = after(dealt(opened(), *DEAL[:2]), "fallen", None, 1)
    (first,) = table.docket.open
    second = msgspec.structs.replace(first, serial=first.serial + 1, kind="other", faults=())
    table = msgspec.structs.replace(table, docket=Docket((first, second), 2))
    widened = after(table, "fallen", None, 0)
    assert [one.serial for one in widened.docket.open] == [first.serial, second.serial]
    assert widened.docket.open[1] == second
    assert [one.facts["position"] for one in widened.docket.open[0].faults] == [1, 0]
