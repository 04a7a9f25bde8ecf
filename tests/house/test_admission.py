"""The door: who is in the house and who may not come; and what each viewer sees of it, and nobody else."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import LossLimit, Visitor
from tapete.house.terms import Means, SlipKind
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, Establishment, open_house
from tests.support.rows import rows


def test_nobody_buys_chips_or_sits_down_unadmitted() -> None:
    here = open_house()
    assert here.refused(a.SellChips(BEA, 100), CASHIER).code == "not-admitted"
    assert here.refused(a.NoteSeat(BEA, TABLE)).code == "not-admitted"
    here.do(a.Admit(BEA), DOOR)
    here.do(a.SellChips(BEA, 100), CASHIER)
    here.do(a.NoteSeat(BEA, TABLE))


def test_nobody_is_in_the_house_twice_or_leaves_it_from_a_seat() -> None:
    here = open_house()
    assert here.refused(a.Admit(ANA), DOOR).code == "already-admitted"
    here.do(a.NoteSeat(ANA, TABLE))
    assert here.refused(a.LetOut(ANA), DOOR).code == "still-seated"
    here.do(a.NoteSeat(ANA, ""))
    here.do(a.LetOut(ANA), ANA)
    assert here.refused(a.LetOut(ANA), DOOR).code == "not-inside"


def test_one_seat_over_all_tables() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.NoteSeat(ANA, TABLE))
    assert here.told(a.NoteSeat(ANA, "mesa-2")) == ("seated-elsewhere", {"table": TABLE})
    here.do(a.NoteSeat(ANA, ""))
    here.do(a.NoteSeat(ANA, "mesa-2"))


@rows(
    "until, day, may_come",
    [
        ("2026-11-23", "2026-11-23", False),
        ("2026-11-23", "2026-11-24", True),
        ("2026-12-01", "2026-11-30", False),
        (None, "2099-01-01", False),
    ],
)
def test_bar_holds_up_to_and_including_its_day(until: str | None, day: str, may_come: bool) -> None:
    here = open_house()
    here.do(a.Bar(ANA, "pelea", until), DIRECTOR)
    assert here.refused(a.SellChips(ANA, 100), CASHIER).code == "house-barred"
    here.next_day(day)
    if may_come:
        here.do(a.Admit(ANA), DOOR)
    else:
        assert here.refused(a.Admit(ANA), DOOR).code == "house-barred"


def test_bar_is_lifted_by_the_director_once_and_who_is_barred_is_paid() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 5_000), CASHIER)
    here.do(a.Bar(ANA, "pelea", "2026-11-30"), DIRECTOR)
    assert here.why(a.Bar(ANA, "pelea", "2026-11-29"), DIRECTOR) == ("house-barred", ("HP.HS.barred",))
    here.do(a.Bar(ANA, "pelea"), DIRECTOR)
    assert here.why(a.Bar(ANA, "pelea", "2099-01-01"), DIRECTOR)[0] == "house-barred", "it is lifted, not run out"
    here.pay(a.BuyBackChips(ANA, 5_000), second=DIRECTOR)
    assert here.refused(a.LiftBar(ANA, "aclarado"), DOOR).code == "not-your-post"
    here.do(a.LiftBar(ANA, "aclarado"), DIRECTOR)
    here.do(a.SellChips(ANA, 100), CASHIER)
    assert here.refused(a.LiftBar(ANA, "aclarado"), DIRECTOR).code == "not-barred"


def test_self_exclusion_can_be_made_longer_and_never_shorter() -> None:
    here = open_house()
    here.do(a.ExcludeOneself("2026-12-24"), ANA)
    refused = here.refused(a.ExcludeOneself("2026-12-23"), ANA)
    assert (refused.code, refused.clauses) == ("self-excluded", ("HP.HS.self-exclusion",))
    here.do(a.ExcludeOneself("2026-12-25"), ANA)
    assert here.refused(a.LiftBar(ANA, "lo pide"), DIRECTOR).code == "not-barred"
    assert here.refused(a.SellChips(ANA, 100), CASHIER).code == "self-excluded"


@rows("day", ["2026-11-21", "2026-02-30", "2026-13-01"])
def test_days_are_days_of_the_calendar_and_not_gone_by(day: str) -> None:
    here = open_house()
    assert here.refused(a.ExcludeOneself(day), ANA).code == "no-such-day"
    assert here.refused(a.Bar(BEA, "pelea", day), DIRECTOR).code == "no-such-day"


@rows("who", [DIRECTOR, CASHIER, DOOR, CHIEF])
def test_staff_on_duty_are_no_visitors_and_who_has_a_seat_goes_on_no_duty(who: PersonId) -> None:
    here = open_house()
    assert here.refused(a.Admit(who), DOOR).code == "staff-is-no-visitor"
    assert here.refused(a.SellChips(who, 100), CASHIER).code == "staff-is-no-visitor"
    assert here.refused(a.NoteSeat(who, TABLE)).code == "staff-is-no-visitor"
    here.do(a.NoteSeat(ANA, TABLE))
    assert here.refused(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR).code == "visitor-may-not-serve"
    assert here.refused(a.NoteTablePost(TABLE, Role.INSPECTOR, ANA)).code == "visitor-may-not-serve"


PAU = PersonId("pau")


def busy() -> Establishment:
    here = open_house()
    here.do(a.Admit(BEA), DOOR)
    here.do(a.SellChips(BEA, 12_300), CASHIER)
    here.do(a.TakeDeposit(BEA, 45_600, Means.CHEQUE), CASHIER)
    here.do(a.LimitLoss(78_900), BEA)
    here.do(a.Complain("me miran mal"), BEA)
    here.do(a.Bar(PersonId("vetada"), "pelea"), DIRECTOR)
    return here


def seen(here: Establishment, who: PersonId | None) -> bytes:
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


def test_door_is_told_no_reason_and_not_whether_somebody_excluded_himself() -> None:
    here, there = open_house(), open_house()
    here.do(a.Bar(ANA, "pelea", "2026-12-24"), DIRECTOR)
    there.do(a.ExcludeOneself("2026-12-24"), ANA)
    assert ESTABLISHMENT.view(here.state, DOOR) == ESTABLISHMENT.view(there.state, DOOR)


def test_official_sees_the_slips_of_his_own_table() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    here.do(a.WriteSlip(SlipKind.OPENING, 100, "mesa-2"), CASHIER)
    for who, tables in ((CHIEF, [TABLE]), (CROUPIER, []), (CASHIER, [TABLE, "mesa-2"])):
        assert [one.table for one in ESTABLISHMENT.view(here.state, who).slips] == tables, who


VIEWERS = (None, ANA, BEA, PAU, CHIEF, CROUPIER, DOOR, CASHIER, DIRECTOR)
PARTS: dict[str, tuple[Callable[[Any], object], set[PersonId]]] = {
    "the sums of a table": (lambda seen: seen.tables[0].chips, {CHIEF, CASHIER, DIRECTOR}),
    "who may not come": (lambda seen: "vetada" in str(seen), {DOOR, DIRECTOR}),
    "a complaint": (lambda seen: "a mí también" in str(seen.complaints), {ANA, DIRECTOR}),
    "an answer, no longer a complaint": (
        lambda seen: "se ha hablado" in str(seen.answers) and "me miran mal" not in str(seen.complaints),
        {BEA, DIRECTOR},
    ),
    "what visitors still have": (lambda seen: seen.money_of_visitors, {DIRECTOR}),
    "minutes": (lambda seen: "una lámpara" in str(seen.minutes), {DIRECTOR}),
    "a bank that is kept": (lambda seen: seen.awards, {CASHIER, DIRECTOR}),
    "a proof and its sum": (lambda seen: [one.amount for one in seen.proofs] == [40_000_00], {CASHIER, DIRECTOR}),
}


@rows("part, readers", PARTS)
def test_each_part_is_shown_to_whom_it_concerns(part: Callable[[Any], object], readers: set[PersonId]) -> None:
    here = busy()
    here.do(a.Complain("a mí también"), ANA)
    here.do(a.AnswerComplaint(1, "se ha hablado con ellos"), DIRECTOR)
    here.do(a.WriteMinutes("se funde una lámpara"), CROUPIER)
    here.do(a.LodgeProof(ANA, 40_000_00), DIRECTOR)
    here.do(a.NoteTableOpen("salon", "dos-panos"))
    here.do(a.KeepAward("salon", "salon", ANA, 5_000_00, 3, True))
    assert {who for who in VIEWERS if part(ESTABLISHMENT.view(here.state, who))} == readers


def test_minutes_and_answers_are_read_until_the_next_day_begins() -> None:
    here = busy()
    here.do(a.AnswerComplaint(1, "se ha hablado con ellos"), DIRECTOR)
    here.do(a.WriteMinutes("cambiada"), DOOR)
    here.close_day()
    seen = ESTABLISHMENT.view(here.state, DIRECTOR)
    assert ([one.text for one in seen.minutes], [one.by for one in seen.answers]) == (["cambiada"], [DIRECTOR])
    here.do(a.OpenDay("2026-11-23", has_balances=True), DIRECTOR)
    seen = ESTABLISHMENT.view(here.state, DIRECTOR)
    assert (seen.minutes, seen.answers) == ((), ())
