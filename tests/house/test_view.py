"""What each viewer sees of the house, and what nobody else does."""

import msgspec
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import LossLimit, Visitor
from tapete.house.terms import Means, SlipKind
from tapete.kernel import PersonId
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, Establishment, open_house
from tests.support.rows import rows


def busy() -> Establishment:
    """Return a house in which there is something to hide."""
    here = open_house()
    here.do(a.Admit(BEA), DOOR)
    here.do(a.SellChips(BEA, 12_300), CASHIER)
    here.do(a.TakeDeposit(BEA, 45_600, Means.CHEQUE), CASHIER)
    here.do(a.LimitLoss(78_900), BEA)
    here.do(a.Complain("me miran mal"), BEA)
    here.do(a.Bar(PersonId("vetada"), "pelea"), DIRECTOR)
    return here


def seen(here: Establishment, who: PersonId | None) -> bytes:
    """Return the view, the offers and the explanation of a viewer as bytes."""
    state = here.state
    shown = (ESTABLISHMENT.view(state, who), ESTABLISHMENT.legal(state, who), ESTABLISHMENT.explain(state, who))
    return msgspec.json.encode(shown)


@rows("who", [None, ANA, CHIEF, CROUPIER, DOOR])
def test_money_of_a_visitor_is_a_secret_between_him_the_desk_and_the_director(who: PersonId | None) -> None:
    here = busy()
    before = seen(here, who)
    richer = here.state.ledger.set("person:bea", 99_900).set("deposit:bank-cheque:bea", 1).set("outside", 0)
    limited = here.state.visitors.set(BEA, Visitor(is_present=True, purchases=1, loss=LossLimit(5, 6)))
    here.state = replace(here.state, ledger=richer, visitors=limited)
    assert seen(here, who) == before


@rows("who", [None, ANA, CHIEF, CROUPIER, CASHIER])
def test_list_of_those_who_may_not_come_is_for_the_door_and_the_director(who: PersonId | None) -> None:
    here = busy()
    assert b"vetada" not in seen(here, who)


def test_door_is_told_no_reason_and_not_whether_somebody_excluded_himself() -> None:
    here, there = open_house(), open_house()
    here.do(a.Bar(ANA, "pelea", "2026-12-24"), DIRECTOR)
    there.do(a.ExcludeOneself("2026-12-24"), ANA)
    assert ESTABLISHMENT.view(here.state, DOOR) == ESTABLISHMENT.view(there.state, DOOR)


def test_sums_of_a_table_are_for_its_officials_the_desk_and_the_director() -> None:
    here = open_house()
    shown = {
        who: ESTABLISHMENT.view(here.state, who).tables[0].chips
        for who in (None, ANA, CROUPIER, DOOR, CHIEF, CASHIER, DIRECTOR)
    }
    assert shown == {
        None: None,
        ANA: None,
        CROUPIER: None,
        DOOR: None,
        CHIEF: 1_000_000,
        CASHIER: 1_000_000,
        DIRECTOR: 1_000_000,
    }


def test_official_sees_the_slips_of_his_own_table() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    here.do(a.WriteSlip(SlipKind.OPENING, 100, "mesa-2"), CASHIER)
    shown = {
        who: [one.table for one in ESTABLISHMENT.view(here.state, who).slips] for who in (CHIEF, CROUPIER, CASHIER)
    }
    assert shown == {CHIEF: [TABLE], CROUPIER: [], CASHIER: [TABLE, "mesa-2"]}


@rows("who", [None, ANA, CHIEF, CROUPIER, CASHIER, DOOR])
def test_complaints_are_for_the_director_and_their_author(who: PersonId | None) -> None:
    assert ESTABLISHMENT.view(busy().state, who).complaints == ()
    here = busy()
    here.do(a.Complain("a mí también"), ANA)
    shown = {one: ESTABLISHMENT.view(here.state, one).complaints for one in (ANA, BEA, DIRECTOR)}
    assert {who: [(one.person, one.text) for one in told] for who, told in shown.items()} == {
        ANA: [(ANA, "a mí también")],
        BEA: [(BEA, "me miran mal")],
        DIRECTOR: [(BEA, "me miran mal"), (ANA, "a mí también")],
    }


def test_answer_is_the_authors_and_the_directors_to_read_until_the_next_day_begins() -> None:
    here = busy()
    here.do(a.AnswerComplaint(1, "se ha hablado con ellos"), DIRECTOR)
    for who in (None, ANA, CHIEF, CROUPIER, CASHIER, DOOR):
        assert ESTABLISHMENT.view(here.state, who).answers == ()
    for who in (BEA, DIRECTOR):
        shown = ESTABLISHMENT.view(here.state, who)
        (one,) = shown.answers
        assert (one.serial, one.person, one.text) == (1, BEA, "me miran mal")
        assert (one.answer, one.by, shown.complaints) == ("se ha hablado con ellos", DIRECTOR, ())


def test_minutes_are_the_directors_to_read_until_the_next_day_begins() -> None:
    here = open_house()
    here.do(a.WriteMinutes("se funde una lámpara"), CROUPIER)
    here.do(a.WriteMinutes("cambiada"), DOOR)
    shown = {who: ESTABLISHMENT.view(here.state, who).minutes for who in (None, ANA, CROUPIER, DOOR, CHIEF, CASHIER)}
    assert set(shown.values()) == {()}
    said = [(CROUPIER, "se funde una lámpara"), (DOOR, "cambiada")]
    assert [(one.person, one.text) for one in ESTABLISHMENT.view(here.state, DIRECTOR).minutes] == said
    close_day(here)
    assert len(ESTABLISHMENT.view(here.state, DIRECTOR).minutes) == 2
    here.do(a.OpenDay("2026-11-23"), DIRECTOR)
    assert ESTABLISHMENT.view(here.state, DIRECTOR).minutes == ()


def close_day(here: Establishment) -> None:
    """Close table and day."""
    here.do(a.NoteTableClosed(TABLE))
    here.slip(SlipKind.CLOSING, here.held(f"table:{TABLE}"), TABLE)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
