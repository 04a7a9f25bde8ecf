"""Banks in a house: one awarded for days is kept and counted down; sessions of an open bank, dinner between them."""

from tapete.house import acts as a
from tapete.house.banks import award_for
from tapete.house.events import AwardReplaced
from tapete.house.state import DinnerHour, KeptAward, State
from tapete.kernel import PersonId
from tapete.table.houses import SessionClauses
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, DIRECTOR, Establishment, open_house
from tests.support.rows import rows

GAME = "dos-panos"


def kept(days: int = 3, name: str = "salon", who: PersonId = ANA, here: Establishment | None = None) -> Establishment:
    here = here or open_house()
    here.do(a.NoteTableOpen(name, GAME))
    here.do(a.KeepAward(name, name, who, 5_000_00, days, True))
    here.do(a.NoteTableClosed(name))
    return here


def test_the_next_table_goes_on_with_what_was_kept_and_with_nothing_else() -> None:
    here = kept()
    here.do(a.NoteTableOpen("dos", GAME))
    for person, amount, days in ((ANA, 5_000_01, 3), (ANA, 5_000_00, 2), (BEA, 5_000_00, 3)):
        carried = a.CarryAward("dos", person, amount, days, True)
        assert here.why(carried) == ("award-not-kept", ("HP.HS.bank-days",))
    assert here.refused(a.CarryAward("dos", ANA, 5_000_00, 3, False)).code == "award-not-kept"
    here.do(a.CarryAward("dos", ANA, 5_000_00, 3, True))
    assert here.state.awards == ()
    assert here.refused(a.CarryAward("dos", ANA, 5_000_00, 3, True)).code == "award-not-kept"
    assert here.refused(a.CarryAward("dos", BEA, 1, 2, False, is_kept=True)).code == "award-not-kept"
    here.do(a.CarryAward("dos", BEA, 1, 2, False))  # given beforehand, and kept by nobody


def test_a_table_goes_on_with_the_bank_of_its_own_name_where_somebody_keeps_two() -> None:
    here = kept(name="dos", here=kept())
    here.do(a.NoteTableOpen("dos-2", GAME))
    assert here.refused(a.CarryAward("dos-2", ANA, 5_000_00, 3, True, name="tres")).code == "award-not-kept"
    here.do(a.CarryAward("dos-2", ANA, 5_000_00, 3, True, name="dos"))
    assert [one.name for one in here.state.awards] == ["salon"]


def test_who_keeps_a_bank_for_days_is_given_no_other_until_it_is_ended() -> None:
    here = kept()
    here.do(a.NoteTableOpen("dos", GAME))
    assert here.why(a.ClaimBank(ANA, "dos")) == ("bank-kept", ("HP.HS.one-bank",))
    assert here.refused(a.ClaimBank(ANA, "dos")).facts == {"person": ANA, "name": "salon"}
    assert here.why(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR) == ("visitor-may-not-serve", ("HP.HS.staff-plays-not",))
    here.do(a.ClaimBank(BEA, "dos"))
    here.do(a.EndAward(GAME, "salon", "cambia de mesa"), DIRECTOR)
    here.do(a.ClaimBank(ANA, "dos"))


def test_a_table_that_closes_again_leaves_one_award() -> None:
    here = kept()
    here.do(a.NoteTableOpen("salon-2", GAME))
    here.do(a.CarryAward("salon-2", ANA, 5_000_00, 3, True))
    here.do(a.KeepAward("salon-2", "salon", ANA, 5_000_00, 3, True))
    (replaced, _) = here.do(a.KeepAward("salon-2", "salon", BEA, 6_000_00, 3, True))
    assert replaced == AwardReplaced(GAME, "salon", ANA, BEA)
    assert here.state.awards == (KeptAward(GAME, "salon", BEA, 6_000_00, 3, True),)
    again = here.do(a.KeepAward("salon-2", "salon", BEA, 6_000_00, 1, True))
    assert AwardReplaced not in {type(one) for one in again}, "her own is not overwritten in silence"


ONE, TWO = (KeptAward(GAME, name, who, 100, 2, True) for name, who in (("uno", ANA), ("dos", BEA)))
OF_ANA = KeptAward(GAME, "dos", ANA, 100, 2, True)


@rows(
    "awards, game, name, found",
    [
        ((ONE,), GAME, "uno", ONE),
        ((ONE,), GAME, "otra", None),
        ((ONE, TWO), GAME, "dos", TWO),
        ((ONE, OF_ANA), GAME, "uno", None),
        ((ONE,), "chemin-de-fer", "uno", None),
    ],
)
def test_a_table_opens_with_the_bank_of_its_name_unless_its_owner_has_another(
    awards: tuple[KeptAward, ...], game: str, name: str, found: KeptAward | None
) -> None:
    assert award_for(State(awards=awards), game, name) == found


def test_the_director_ends_a_bank_and_says_why() -> None:
    here = kept()
    (ended,) = here.do(a.EndAward(GAME, "salon", "no viene"), DIRECTOR)
    assert (ended.person, ended.reason, here.state.awards) == (ANA, "no viene", ())
    assert here.refused(a.EndAward(GAME, "salon", "no viene"), DIRECTOR).code == "no-award-kept"


DAY = "2026-11-22"
BY = SessionClauses(("DP.E2.14",), ("DP.E2.13",))
AFTERNOON, EVENING, NIGHT = f"{DAY}T17:00", f"{DAY}T20:30", f"{DAY}T23:00"


def begin(table: str, number: int, moment: str) -> a.BeginSession:
    return a.BeginSession(table, number, 2, moment, BY)


def opened(here: Establishment, table: str, number: int, moment: str) -> None:
    here.do(a.NoteTableOpen(table, "dos-panos"))
    here.do(begin(table, number, moment))


def played(here: Establishment, table: str, number: int, moment: str, end: str) -> None:
    opened(here, table, number, moment)
    here.do(a.EndSession(table, end))
    here.do(a.NoteTableClosed(table))


@rows(
    "end, moment, code",
    [
        (EVENING, f"{DAY}T20:59", "dinner-not-between"),
        (EVENING, f"{DAY}T21:00", "dinner-hour"),
        (EVENING, f"{DAY}T22:30", ""),
        (f"{DAY}T22:30", f"{DAY}T22:30", ""),
        (f"{DAY}T22:31", f"{DAY}T23:00", "dinner-not-between"),
        (f"{DAY}T22:31", "2026-11-23T02:00", "dinner-not-between"),
    ],
)
def test_the_second_begins_when_dinner_is_over_and_the_first_was_over_by_then(end: str, moment: str, code: str) -> None:
    here = open_house()
    played(here, "uno", 1, AFTERNOON, end)
    here.do(a.NoteTableOpen("dos", "dos-panos"))
    if code:
        refused = here.refused(begin("dos", 2, moment))
        assert (refused.code, "DP.E2.14" in refused.clauses) == (code, True)
    else:
        here.do(begin("dos", 2, moment))


def test_a_house_has_one_table_with_an_open_bank() -> None:
    here = open_house()
    opened(here, "uno", 1, AFTERNOON)
    here.do(a.NoteTableOpen("dos", "dos-panos"))
    refused = here.refused(begin("dos", 2, NIGHT))
    assert (refused.code, set(refused.clauses)) == ("too-many-open-banks", {"DP.E2.13", "HP.HS.sessions"})
    assert refused.facts == {"most": 1, "tables": ["uno"]}


def noted(shoes: int, moment: str, *, is_begun: bool = True, is_told: bool = False) -> a.NoteSession:
    return a.NoteSession("uno", shoes, ANA, is_begun, is_told, f"{DAY}T{moment}", BY)


def test_a_session_begins_with_its_first_coup_and_one_that_had_none_does_not_count() -> None:
    here = open_house()
    opened(here, "uno", 1, AFTERNOON)
    here.do(a.EndSession("uno", EVENING, is_begun=False))
    here.do(a.NoteTableClosed("uno"))
    assert here.state.sessions == ()
    opened(here, "uno", 1, EVENING)
    here.do(noted(1, "20:40", is_begun=False))
    refused = here.refused(noted(1, "21:10"))
    assert (refused.code, set(refused.clauses)) == ("dinner-hour", {"DP.E2.14", "HP.HS.dinner-hour"})
    here.do(noted(1, "22:30"))
    assert (here.state.sessions[0].begin, here.state.sessions[0].is_begun) == (f"{DAY}T22:30", True)
    here.do(noted(0, "23:30"))


@rows("moment, is_refused", [("20:59", False), ("21:00", True), ("23:00", True)])
def test_a_session_begins_no_shoe_once_the_dinner_hour_has_begun(moment: str, is_refused: bool) -> None:
    here = open_house()
    opened(here, "uno", 1, AFTERNOON)
    here.do(noted(1, "17:30"))
    here.do(a.NoteSession("uno", 1, BEA, True, False, f"{DAY}T21:30", BY))
    if is_refused:
        refused = here.refused(noted(0, moment))
        assert (refused.code, set(refused.clauses)) == ("dinner-has-begun", {"DP.E2.14", "HP.HS.dinner-hour"})
        here.do(noted(0, moment, is_told=True))
        assert here.state.sessions[0].is_dinner_begun
    else:
        assert here.refused(noted(0, moment, is_told=True)).code == "dinner-not-begun"
        here.do(noted(0, moment))


def test_a_table_is_opened_once_and_not_closed_while_its_session_is_played() -> None:
    here = open_house()
    opened(here, "uno", 1, AFTERNOON)
    assert here.refused(a.NoteTableOpen("uno", "dos-panos")).code == "table-open"
    assert here.told(a.NoteTableClosed("uno")) == ("session-in-play", {"number": 1})
    here.do(a.EndSession("uno", EVENING))
    here.do(a.NoteTableClosed("uno"))


def closed_day() -> Establishment:
    here = open_house()
    here.do(a.SetDinnerHour("20:45", "22:00"), DIRECTOR)
    played(here, "uno", 1, AFTERNOON, EVENING)
    here.close_day()
    return here


@rows("has_balances", [False, True])
def test_a_day_begins_without_sessions_and_keeps_the_dinner_hour(has_balances: bool) -> None:
    here = closed_day()
    here.do(a.OpenDay("2026-11-23", has_balances=has_balances), DIRECTOR)
    assert (here.state.sessions, here.state.dinner) == ((), DinnerHour("20:45", "22:00"))
    here.do(a.NoteTableOpen("dos", "dos-panos"))
    assert here.refused(begin("dos", 1, "2026-11-23T20:50")).code == "dinner-hour"
    here.do(begin("dos", 1, "2026-11-23T20:44"))


def test_the_dinner_hour_stands_once_a_session_of_the_day_has_begun() -> None:
    here = open_house()
    assert here.refused(a.SetDinnerHour("21:00", "22:30"), DIRECTOR).code == "nothing-changes"
    here.do(a.SetDinnerHour("20:00", "21:00"), DIRECTOR)
    opened(here, "uno", 1, AFTERNOON)
    assert here.why(a.SetDinnerHour("18:00", "19:00"), DIRECTOR) == ("sessions-begun", ("HP.HS.dinner-hour",))
