"""What each viewer sees of a house, what he is offered and on which practice that rests, a line for each part of it.

    python -m tests.support.seen_house

writes the lines as they stand now. A line that changes changes what somebody sees or may do.
"""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import (
    DinnerHour,
    KeptAward,
    LossLimit,
    Proof,
    Session,
    State,
    TimeLimit,
    Visitor,
)
from tapete.house.terms import Means, SlipKind
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support import ROOT
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, house, open_house

FOLDER = ROOT / "tests" / "house" / "seen"
TODAY = "2026-11-22"
VIEWERS = (None, ANA, BEA, DOOR, CASHIER, CHIEF, CROUPIER, DIRECTOR)


def evening() -> State:
    """Return a house on an open day with something of everything: people who may not come for each reason, and some
    whose reason was over yesterday; money of each sort, chips at the desk that run short, slips of each kind, counts
    that differ by little and by much, proofs, awards, sessions and complaints.
    """
    here = open_house()
    for who, amount in ((ANA, 70_000), (ANA, 5_000)):
        here.do(a.SellChips(who, amount), CASHIER)
    for means, amount in ((Means.CASH, 40_000), (Means.CHEQUE, 9_000_000)):
        here.do(a.TakeDeposit(ANA, amount, means), CASHIER)
    here.do(a.LimitLoss(90_000), ANA)
    here.do(a.LimitTime(120), ANA)
    here.do(a.Admit(BEA), DOOR)
    here.do(a.TakeDeposit(BEA, 300, Means.CARD), CASHIER)
    here.do(a.AcceptInstitution("Banco"), DIRECTOR)
    here.do(a.LodgeProof(BEA, 1_000_000), CASHIER)
    for who in (ANA, BEA):
        here.do(a.Complain("me miran mal", TABLE if who == BEA else ""), who)
    here.do(a.Complain("hace frío"), ANA)
    here.do(a.AnswerComplaint(1, "hablaremos"), DIRECTOR)
    here.do(a.WriteMinutes("se funde una lámpara"), CROUPIER)
    here.do(a.NoteTableOpen("mesa-2", "bingo"))
    here.do(a.NoteTableOpen("mesa-3", "chemin-de-fer"))
    here.do(a.NoteTablePost("mesa-3", Role.TABLE_CHIEF, CHIEF))
    here.slip(SlipKind.OPENING, 200_000, "mesa-3", other=CHIEF)
    here.do(a.NoteTableClosed("mesa-3"))
    here.slip(SlipKind.RETURN, 3_000_000, cash=1_500_000)
    here.slip(SlipKind.TIPS, 2_500, TABLE, other=CHIEF)
    for kind, chips, table, cash in (
        (SlipKind.FILL, 100, TABLE, 0),
        (SlipKind.CLOSING, 199_000, "mesa-3", 0),
        (SlipKind.COUNT, 1_000_000, "", 500_000),
        (SlipKind.SUPPLY, 7, "", 8),
    ):
        here.do(a.WriteSlip(kind, chips, table, cash), CASHIER)
    state = here.state
    names = (
        "barred-for-good",
        "barred-today",
        "barred-before",
        "excluded-today",
        "excluded-before",
        "both",
        "out",
        "in",
    )
    people = dict(zip(names, map(PersonId, names), strict=True))
    known = {
        "barred-for-good": Visitor(is_barred_for_good=True, bar_end="2026-01-01"),
        "barred-today": Visitor(bar_end=TODAY),
        "barred-before": Visitor(bar_end="2026-11-21", is_present=True),
        "excluded-today": Visitor(exclusion_end=TODAY, is_present=True),
        "excluded-before": Visitor(exclusion_end="2026-11-21"),
        "both": Visitor(exclusion_end="2026-12-24", bar_end="2026-12-01"),
        "out": Visitor(is_present=True, time=TimeLimit(60), is_out_of_time=True),
        "in": Visitor(is_present=True, table=TABLE, loss=LossLimit(500, 600), purchases=500),
    }
    visitors = state.visitors
    for name, one in known.items():
        visitors = visitors.set(people[name], one)
    session = Session(TABLE, 1, 2, 1, f"{TODAY}T17:00", f"{TODAY}T20:00", None, (ANA, BEA), True, True)
    return replace(
        state,
        visitors=visitors,
        proofs=state.proofs.set(ANA, Proof(None, "Banco", 5, TABLE)),
        awards=(KeptAward("chemin-de-fer", "mesa-3", BEA, 500_000, 2, True, "t", 7),),
        sessions=(session, replace(session, number=2, end="", banker=ANA)),
        tables=state.tables.set(TABLE, replace(state.tables[TABLE], chips_in=900, chips_out=1_000)),
        difference_limit=10_000,
    )


def guests() -> State:
    """Return a house that admits nobody at its door, with nothing in its desk but a little cash."""
    here = open_house(admission=False)
    here.slip(SlipKind.RETURN, 4_000_000, cash=1_999_900)
    return replace(here.state, dinner=DinnerHour("00:00", "01:00"), difference_limit=0)


def night() -> State:
    """Return a house between two days, with people whom it knows."""
    here = house()
    people = Map({ANA: Visitor(loss=LossLimit(5)), BEA: Visitor(exclusion_end="2027-01-01")})
    return replace(here.state, visitors=people, awards=(KeptAward("bingo", "a", ANA, 1, 1, False),))


def stand_in() -> State:
    """Return an open house whose director stands in for the official of a table, and where others are on duty too."""
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "punto-y-banca"))
    here.do(a.NoteTablePost("mesa-2", Role.INSPECTOR, DIRECTOR))
    here.do(a.GoOnDuty(Role.DIRECTOR, PersonId("dina")), DIRECTOR)
    return here.state


HOUSES = {"evening": evening, "guests": guests, "night": night, "stand-in": stand_in, "none": State}


def lines(name: str) -> list[str]:
    """Return the lines of a house, by viewer."""
    state, found = HOUSES[name](), list[str]()
    for who in VIEWERS:
        view = msgspec.to_builtins(ESTABLISHMENT.view(state, who))
        seen = ((part, value) for part, value in view.items() if value not in ((), None))
        found += (f"{who or 'public'} sees {part}: {written(value)}" for part, value in seen)
        for one in ESTABLISHMENT.legal(state, who):
            offer = msgspec.to_builtins(one)
            found.append(f"{who} may {offer.pop('act')}: {written(offer)}")
        found.append(f"{who or 'public'} by {', '.join(ESTABLISHMENT.explain(state, who)) or 'nothing'}")
    return found


def written(value: Any) -> str:
    """Return a value as text, the same at every run."""
    return msgspec.json.encode(value, order="deterministic").decode()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key in HOUSES:
        (FOLDER / f"{key}.txt").write_text("\n".join(lines(key)) + "\n", encoding="utf-8")
