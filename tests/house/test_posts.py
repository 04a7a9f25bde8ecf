"""Who is on duty, and the whole table of who may do what."""

from itertools import product

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT, HANDLERS
from tapete.house.terms import HOUSE_POSTS, TABLE_OFFICIALS, SlipKind
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, ActBody, PersonId, Refused
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tests.support.house import (
    ANA,
    BEA,
    CASHIER,
    CHIEF,
    CROUPIER,
    DIRECTOR,
    DOOR,
    TABLE,
    Establishment,
    asked,
    open_house,
)
from tests.support.rows import rows

NOBODY = PersonId("nadie")
CEU, EVA = PersonId("ceu"), PersonId("eva")
PLAYED = "mesa-3"
OF_SESSION = (a.NoteSession, a.EndSession)
PEOPLE = {
    "system": HOUSE,
    "director": DIRECTOR,
    "cashier": CASHIER,
    "door": DOOR,
    "chief": CHIEF,
    "croupier": CROUPIER,
    "visitor": ANA,
    "stranger": NOBODY,
}

STAFF = "director cashier door chief croupier"
VISITORS = "visitor stranger"
MAY: dict[type[ActBody], tuple[ActBody, str, str]] = {
    a.OpenHouse: (a.OpenHouse("Otra", ANA), "", ""),
    a.OpenDay: (a.OpenDay("2026-11-24"), "", "system director"),
    a.CloseDay: (a.CloseDay(), "director", ""),
    a.SetDifferenceLimit: (a.SetDifferenceLimit(0), "director", "director"),
    a.SetDinnerHour: (a.SetDinnerHour("20:00", "21:00"), "director", "director"),
    a.WriteMinutes: (a.WriteMinutes("nota"), STAFF, "director"),
    a.Complain: (a.Complain("queja"), f"{STAFF} visitor", "director visitor"),
    a.AnswerComplaint: (a.AnswerComplaint(1, "respuesta"), "director", "director"),
    a.GoOnDuty: (a.GoOnDuty(Role.CASHIER, BEA), "system director", "system director"),
    a.GoOffDuty: (a.GoOffDuty(Role.CASHIER, CASHIER), "system director cashier", ""),
    a.NoteTablePost: (a.NoteTablePost(TABLE, Role.INSPECTOR, BEA), "system", ""),
    a.NoteSeat: (a.NoteSeat(ANA, TABLE), "system", ""),
    a.Admit: (a.Admit(BEA), "system director door", ""),
    a.LetOut: (a.LetOut(ANA), "system director door visitor", ""),
    a.Bar: (a.Bar(BEA, "pelea"), "director", "director"),
    a.LiftBar: (a.LiftBar(PersonId("vetada"), "aclarado"), "director", "director"),
    a.ExcludeOneself: (a.ExcludeOneself("2026-12-24"), VISITORS, f"{VISITORS} cashier door chief croupier"),
    a.LimitLoss: (a.LimitLoss(100), VISITORS, f"{VISITORS} cashier door chief croupier"),
    a.LimitTime: (a.LimitTime(30), VISITORS, f"{VISITORS} cashier door chief croupier"),
    a.EndPlay: (a.EndPlay(BEA), "system", ""),
    a.SellChips: (a.SellChips(ANA, 100), "cashier", ""),
    a.BuyBackChips: (a.BuyBackChips(ANA, 100), "cashier", ""),
    a.TakeDeposit: (a.TakeDeposit(ANA, 100), "cashier", ""),
    a.ReturnDeposit: (a.ReturnDeposit(EVA, 100), "cashier", ""),
    a.ChangeDeposit: (a.ChangeDeposit(CEU, 100), "cashier", ""),
    a.NoteCode: (a.NoteCode(ANA, CASHIER), "system", "system"),
    a.EndAward: (a.EndAward("dos-panos", "salon", "no viene"), "director", "director"),
    a.AcceptInstitution: (a.AcceptInstitution("Banco A"), "director", "director"),
    a.LodgeProof: (a.LodgeProof(ANA, 100), "director cashier", ""),
    a.ReleaseProof: (a.ReleaseProof(EVA), "director cashier", ""),
    a.WriteSlip: (a.WriteSlip(SlipKind.FILL, 100, TABLE), "director cashier chief", ""),
    a.SignSlip: (a.SignSlip(3), "director chief", ""),
    a.ConfirmDifference: (a.ConfirmDifference(4, 100, 0, "motivo"), "director cashier", ""),
    a.TearSlip: (a.TearSlip(3), "director cashier chief", ""),
    a.NoteTableOpen: (a.NoteTableOpen("mesa-2", "chemin-de-fer"), "system", ""),
    a.NoteTableClosed: (a.NoteTableClosed(TABLE), "system", ""),
    a.BringChips: (a.BringChips(ANA, TABLE, 100), "system", ""),
    a.TakeChips: (a.TakeChips(ANA, TABLE, 100), "system", ""),
    a.BringCash: (a.BringCash(TABLE, 100), "system", ""),
    a.PayCash: (a.PayCash(TABLE, 100), "system", ""),
    a.BringDeposit: (a.BringDeposit(ANA, TABLE, 100), "system", ""),
    a.CallProof: (a.CallProof(ANA, TABLE, 100), "system", ""),
    a.KeepAward: (a.KeepAward(TABLE, "otra", ANA, 100, 2, True), "system", ""),
    a.CarryAward: (a.CarryAward("mesa-4", ANA, 100, 3, True), "system", ""),
    a.UseProof: (a.UseProof(EVA, TABLE), "system", ""),
    a.CoverStakes: (a.CoverStakes(EVA, TABLE, 100), "system", ""),
    a.ClaimBank: (a.ClaimBank(BEA, TABLE), "system", ""),
    a.DropBank: (a.DropBank(BEA, TABLE), "system", ""),
    a.FindShort: (a.FindShort(EVA, TABLE, 1_000_000_000), "system", ""),
    a.ExhaustProof: (a.ExhaustProof(NOBODY, TABLE), "system", ""),
    a.ReturnProof: (a.ReturnProof(CEU, TABLE), "system", ""),
    a.BeginSession: (a.BeginSession(TABLE, 1, 2, "2026-11-22T17:00", SessionClauses()), "system", ""),
    a.NoteSession: (a.NoteSession(PLAYED, 1, ANA), "system", ""),
    a.EndSession: (a.EndSession(PLAYED, "2026-11-22T19:00"), "system", ""),
    a.FollowTable: (a.FollowTable(TABLE, 7, "0" * 64, (a.NoteSeat(ANA, TABLE),)), "system", ""),
}
"""For each act one that is otherwise in order, who may do it on an open day, and who between two days (when nobody but
the director is on duty any more)."""


def busy() -> Establishment:
    """Return a house on an open day in which each of these acts is in order, but for its author."""
    here = open_house()
    here.do(a.SellChips(ANA, 10_000), CASHIER)
    here.do(a.TakeDeposit(ANA, 10_000), CASHIER)
    here.do(a.Bar(PersonId("vetada"), "pelea"), DIRECTOR)
    here.do(a.Complain("me pagaron de menos"), ANA)
    here.do(a.LimitTime(30), BEA)
    for who in (EVA, CEU):
        here.do(a.Admit(who), DOOR)
        here.do(a.LodgeProof(who, 10_000), DIRECTOR)
    here.do(a.UseProof(CEU, TABLE))
    here.do(a.NoteTableOpen("mesa-4", "dos-panos"))
    here.do(a.KeepAward("mesa-4", "salon", ANA, 100, 3, True))
    here.do(a.WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    for who in (EVA, CEU):
        here.do(a.TakeDeposit(who, 100), CASHIER)
    here.do(a.WriteSlip(SlipKind.COUNT, here.held("chips") - 100, "", here.held("cash")), CASHIER)
    for what in (a.BuyBackChips(ANA, 100), a.ReturnDeposit(EVA, 100), a.ChangeDeposit(CEU, 100)):
        here.do(asked(what), what.person)
    return here


def in_session() -> Establishment:
    """Return the same house while a session is played at another of its tables."""
    here = busy()
    here.do(a.NoteTableOpen(PLAYED, "dos-panos"))
    here.do(a.BeginSession(PLAYED, 1, 2, "2026-11-22T17:00", SessionClauses()))
    return here


def counted() -> Establishment:
    """Return the same house where its day can be closed."""
    here = busy()
    for serial in sorted(here.state.slips):
        here.do(a.TearSlip(serial), CASHIER)
    for table in (TABLE, "mesa-4"):
        here.do(a.NoteTableClosed(table))
    here.slip(SlipKind.CLOSING, 1_000_000, TABLE)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    return here


def between_days() -> Establishment:
    """Return the same house after its day."""
    here = counted()
    here.do(a.CloseDay(), DIRECTOR)
    for role, who in ((Role.CASHIER, CASHIER), (Role.ADMISSION, DOOR)):
        here.do(a.GoOffDuty(role, who), DIRECTOR)
    return here


def test_every_act_has_a_row() -> None:
    assert MAY.keys() == HANDLERS.keys()


@rows("kind", list(MAY))
def test_who_may_do_what_on_an_open_day(kind: type[ActBody]) -> None:
    here = counted() if kind is a.CloseDay else in_session() if kind in OF_SESSION else busy()
    assert allowed(here, MAY[kind][0]) == set(MAY[kind][1].split())


@rows("kind", list(MAY))
def test_who_may_do_what_between_two_days(kind: type[ActBody]) -> None:
    assert allowed(between_days(), MAY[kind][0]) == set(MAY[kind][2].split())


OTHER = "mesa-2"
HERE_OR_THERE = tuple((role, "") for role in sorted(HOUSE_POSTS)) + tuple(
    (role, table) for table in (TABLE, OTHER) for role in sorted(Role)
)
"""Every post that there is: those of the house, and those of the table of these acts and of another one."""


def like(role: Role, table: str) -> str:
    """Return whose rights somebody at a post has: nobody else's rights reach beyond his own table."""
    if not table:
        return {Role.DIRECTOR: "director", Role.CASHIER: "cashier", Role.ADMISSION: "door"}.get(role, "croupier")
    return "chief" if table == TABLE and role in TABLE_OFFICIALS else "croupier"


@rows("role, table", HERE_OR_THERE)
def test_every_post_of_house_and_tables_may_do_what_its_like_may(role: Role, table: str) -> None:
    new = PersonId("nueva")
    for kind, (what, who_may, _) in MAY.items():
        here = counted() if kind is a.CloseDay else busy()
        if table == OTHER or kind is not a.CloseDay:
            here.do(a.NoteTableOpen(OTHER, "chemin-de-fer"))
        if kind is a.CloseDay and table:
            continue  # nobody has a post of a table any more when the day is closed
        here.do(a.NoteTablePost(table, role, new) if table else a.GoOnDuty(role, new), HOUSE)
        may = like(role, table) in who_may.split()
        if kind is a.GoOffDuty:  # the cashier's own: another one does not take him off
            may = like(role, table) == "director"
        if kind is a.NoteTableOpen:
            what = a.NoteTableOpen("mesa-3", "chemin-de-fer")
        outcome = ESTABLISHMENT.decide(here.state, Act(new, what))
        assert isinstance(outcome, Accepted) == may, (kind, outcome)


def allowed(here: Establishment, what: ActBody) -> set[str]:
    """Return who may do an act; nobody but the system ever acts for chance or the clock."""
    for nobody in (CHANCE, CLOCK):
        assert isinstance(ESTABLISHMENT.decide(here.state, Act(nobody, what)), Refused)
    return {
        name for name, who in PEOPLE.items() if isinstance(ESTABLISHMENT.decide(here.state, Act(who, what)), Accepted)
    }


@rows("role", [Role.CASHIER, Role.ADMISSION, Role.DIRECTOR, Role.HALL_MANAGER])
def test_one_post_a_person_in_the_house(role: Role) -> None:
    here = open_house()
    for who in (DIRECTOR, CASHIER, DOOR, CROUPIER, *(() if role is Role.DIRECTOR else (CHIEF,))):
        refused = here.refused(a.GoOnDuty(role, who), DIRECTOR)
        assert (refused.code, refused.clauses) == ("already-on-duty", ("HP.HS.one-post",))
    here.do(a.GoOnDuty(role, BEA), DIRECTOR)


@rows("role, of_house", product(sorted(Role), sorted(HOUSE_POSTS)))
def test_one_post_a_person_in_house_and_at_tables_in_either_order(of_house: Role, role: Role) -> None:
    """Only a director stands in for the officials of tables, whichever of the two he was first."""
    may = of_house is Role.DIRECTOR and role in TABLE_OFFICIALS
    first, second = a.GoOnDuty(of_house, BEA), a.NoteTablePost(TABLE, role, BEA)
    for one, other in ((first, second), (second, first)):
        here = open_house()
        here.do(one)
        if may:
            here.do(other)
            continue
        refused = here.refused(other)
        assert (refused.code, refused.clauses) == ("already-on-duty", ("HP.HS.one-post",))


def test_last_director_stays_while_the_day_is_open() -> None:
    here = open_house()
    refused = here.refused(a.GoOffDuty(Role.DIRECTOR, DIRECTOR), DIRECTOR)
    assert (refused.code, refused.clauses) == ("last-director", ("HP.HS.director-on-duty",))
    here.do(a.GoOnDuty(Role.DIRECTOR, BEA), DIRECTOR)
    here.do(a.GoOffDuty(Role.DIRECTOR, DIRECTOR), DIRECTOR)


@rows("role", [Role.CROUPIER, Role.CHANGER, Role.CALLER, Role.ASSISTANT])
def test_whoever_serves_with_his_hands_serves_one_table(role: Role) -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    refused = here.refused(a.NoteTablePost("mesa-2", role, CROUPIER))
    assert (refused.code, refused.facts) == ("on-duty-elsewhere", {"table": TABLE})
    here.do(a.NoteTablePost(TABLE, Role.CROUPIER, None))
    here.do(a.NoteTablePost("mesa-2", role, CROUPIER))


def test_official_may_have_several_tables() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.NoteTablePost("mesa-2", Role.INSPECTOR, CHIEF))


def test_relief_leaves_one_holder() -> None:
    here = open_house()
    here.do(a.NoteTablePost(TABLE, Role.CROUPIER, BEA))
    assert [one.person for one in here.state.duties if one.role is Role.CROUPIER] == [BEA]
    assert here.refused(a.NoteTablePost(TABLE, Role.CROUPIER, BEA)).code == "already-on-duty"
