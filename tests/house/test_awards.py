"""A bank that was awarded for days is kept by the house, counted down with each day, carried on by the next table."""

from __future__ import annotations

from tapete.house import acts as a
from tapete.house.awards import award_for
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import AwardReplaced
from tapete.house.state import KeptAward, State
from tapete.house.terms import SlipKind
from tapete.kernel import PersonId
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, TABLE, Establishment, open_house
from tests.support.rows import rows

GAME = "dos-panos"


def kept(days: int = 3, name: str = "salon", who: PersonId = ANA, here: Establishment | None = None) -> Establishment:
    """Return a house that keeps the bank of a closed table for somebody."""
    here = here or open_house()
    here.do(a.NoteTableOpen(name, GAME))
    here.do(a.KeepAward(name, name, who, 5_000_00, days, True))
    here.do(a.NoteTableClosed(name))
    return here


def next_day(here: Establishment, day: str) -> None:
    """Count and close the day, and open the next one with what it hands on."""
    if TABLE in here.state.tables and here.state.tables[TABLE].is_open:
        here.do(a.NoteTableClosed(TABLE))
        here.slip(SlipKind.CLOSING, 1_000_000, TABLE)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
    before = here.state.awards
    here.do(a.OpenDay(day, has_balances=True), DIRECTOR)
    assert here.state.awards == before


def test_an_award_for_three_days_expires_after_the_third() -> None:
    here, left = kept(), []
    for day in ("2026-11-23", "2026-11-24", "2026-11-25"):
        left.append([one.days for one in here.state.awards])
        next_day(here, day)
    assert (left, here.state.awards) == ([[3], [2], [1]], ())


def test_the_next_table_goes_on_with_what_was_kept_and_with_nothing_else() -> None:
    here = kept()
    here.do(a.NoteTableOpen("dos", GAME))
    for person, amount, days, is_begun in (
        (ANA, 5_000_01, 3, True),
        (ANA, 5_000_00, 2, True),
        (BEA, 5_000_00, 3, True),
    ):
        refused = here.refused(a.CarryAward("dos", person, amount, days, is_begun))
        assert (refused.code, refused.clauses) == ("award-not-kept", ("HP.HS.bank-days",))
    assert here.refused(a.CarryAward("dos", ANA, 5_000_00, 3, False)).code == "award-not-kept"
    here.do(a.CarryAward("dos", ANA, 5_000_00, 3, True))
    assert here.state.awards == ()
    assert here.refused(a.CarryAward("dos", ANA, 5_000_00, 3, True)).code == "award-not-kept"


def test_a_table_goes_on_with_the_bank_of_its_own_name_where_somebody_keeps_two() -> None:
    here = kept(name="dos", here=kept())
    here.do(a.NoteTableOpen("dos-2", GAME))
    assert here.refused(a.CarryAward("dos-2", ANA, 5_000_00, 3, True, name="tres")).code == "award-not-kept"
    here.do(a.CarryAward("dos-2", ANA, 5_000_00, 3, True, name="dos"))
    assert [one.name for one in here.state.awards] == ["salon"]


def test_a_table_whose_bank_somebody_keeps_is_opened_with_no_other_banker_for_days() -> None:
    here = kept()
    here.do(a.NoteTableOpen("salon-2", GAME))
    refused = here.refused(a.CarryAward("salon-2", BEA, 5_000_00, 3, False, name="salon"))
    assert (refused.code, refused.clauses) == ("award-not-kept", ("HP.HS.bank-days",))


def test_who_keeps_a_bank_for_days_is_given_no_other_until_it_is_ended() -> None:
    here = kept()
    here.do(a.NoteTableOpen("dos", GAME))
    refused = here.refused(a.ClaimBank(ANA, "dos"))
    assert (refused.code, refused.facts, refused.clauses) == (
        "bank-kept",
        {"person": ANA, "name": "salon"},
        ("HP.HS.one-bank",),
    )
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


def test_a_bank_that_waits_for_its_owner_is_not_overwritten_in_silence() -> None:
    """Ana keeps the bank of the salon and has another; it opens without her, and Bea is awarded its bank for days."""
    here = kept()
    assert here.do(a.NoteTableOpen("salon-2", GAME))
    here.do(a.ClaimBank(BEA, "salon-2"))
    made = here.do(a.KeepAward("salon-2", "salon", BEA, 6_000_00, 2, True))
    assert [type(one) for one in made][:1] == [AwardReplaced]
    assert [(one.person, one.days) for one in here.state.awards] == [(BEA, 2)]
    again = here.do(a.KeepAward("salon-2", "salon", BEA, 6_000_00, 1, True))
    assert AwardReplaced not in {type(one) for one in again}


ONE, TWO = (KeptAward(GAME, name, who, 100, 2, True) for name, who in (("uno", ANA), ("dos", BEA)))
OF_ANA = KeptAward(GAME, "dos", ANA, 100, 2, True)


@rows(
    "awards, game, name, found",
    [
        ((ONE,), GAME, "uno", ONE),
        ((ONE,), GAME, "otra", None),
        ((ONE, TWO), GAME, "dos", TWO),
        ((ONE, TWO), GAME, "otra", None),
        ((ONE, OF_ANA), GAME, "uno", None),
        ((ONE,), "chemin-de-fer", "uno", None),
        ((), GAME, "uno", None),
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


@rows("who", [None, ANA, BEA, CHIEF])
def test_banks_that_are_kept_are_for_the_director_and_the_desk(who: PersonId | None) -> None:
    here = kept()
    assert ESTABLISHMENT.view(here.state, who).awards == ()
    for official in (DIRECTOR, CASHIER):
        assert ESTABLISHMENT.view(here.state, official).awards == here.state.awards


def test_the_record_says_that_an_award_is_over() -> None:
    here = kept(1)
    here.events.clear()
    next_day(here, "2026-11-23")
    assert [type(one).__name__ for one in here.events if "Award" in type(one).__name__] == ["AwardExpired"]
