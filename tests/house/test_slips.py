"""Chips that move between safe, desk and table, and every count: two signatures, two people, two sides."""

from itertools import product

from tapete.house import acts as a
from tapete.house.terms import OF_TABLE, PAYMENTS, SlipKind
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, Establishment, open_house
from tests.support.rows import rows

SECOND_CASHIER = PersonId("caja-2")
OTHER_CHIEF = PersonId("jefe-2")


def ready(kind: SlipKind) -> tuple[Establishment, a.WriteSlip]:
    here = open_house()
    here.do(a.GoOnDuty(Role.CASHIER, SECOND_CASHIER), DIRECTOR)
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.NoteTablePost("mesa-2", Role.INSPECTOR, OTHER_CHIEF))
    if kind is SlipKind.OPENING:
        return here, a.WriteSlip(kind, 1_000, "mesa-2")
    if kind is SlipKind.CLOSING:
        here.do(a.NoteTableClosed(TABLE))
        here.do(a.NoteTablePost(TABLE, Role.TABLE_CHIEF, CHIEF))
        return here, a.WriteSlip(kind, here.held(f"table:{TABLE}"), TABLE)
    if kind is SlipKind.COUNT:
        return here, a.WriteSlip(kind, here.held("chips"), "", here.held("cash"))
    if kind is SlipKind.TIPS_PAID:
        here.slip(SlipKind.TIPS, 1_000, TABLE, other=CHIEF)
    if kind in PAYMENTS:
        for what in (a.Admit(BEA), a.SellChips(BEA, 1_000), a.TakeDeposit(BEA, 1_000)):
            here.do(what, DOOR if isinstance(what, a.Admit) else CASHIER)
        return here, a.WriteSlip(kind, 1_000, person=BEA)
    return here, a.WriteSlip(kind, 1_000, TABLE if kind in OF_TABLE else "")


def table_side(kind: SlipKind) -> PersonId:
    if kind is SlipKind.OPENING:
        return OTHER_CHIEF
    return CHIEF if kind in OF_TABLE else DIRECTOR


@rows("kind, desk_first", product(SlipKind, [True, False]))
def test_both_sides_sign_in_either_order(kind: SlipKind, desk_first: bool) -> None:
    here, slip = ready(kind)
    first, second = (CASHIER, table_side(kind)) if desk_first else (table_side(kind), CASHIER)
    before = here.state.ledger
    here.do(slip, first)
    assert here.state.ledger == before
    here.do(a.SignSlip(here.state.last_slip), second)
    assert here.state.slips.get(here.state.last_slip) is None


@rows("kind", SlipKind)
def test_nobody_signs_twice_or_twice_for_one_side(kind: SlipKind) -> None:
    """A side stays that side when its signer has gone, and its word is good no more; two officials of a table are one.
    A torn slip moves nothing.
    """
    here, slip = ready(kind)
    before = here.state.ledger
    here.do(slip, CASHIER)
    serial = here.state.last_slip
    if kind in OF_TABLE:
        other, _ = ready(kind)
        other.do(slip, table_side(kind))
        assert other.refused(a.SignSlip(other.state.last_slip), DIRECTOR).code == "second-signature"
    for who in (CASHIER, SECOND_CASHIER):
        refused = here.refused(a.SignSlip(serial), who)
        assert (refused.code, refused.clauses) == ("second-signature", ("HP.HS.slips",))
    here.do(a.GoOffDuty(Role.CASHIER, CASHIER), DIRECTOR)
    here.do(a.GoOnDuty(Role.DIRECTOR, CASHIER), DIRECTOR)
    for who in (CASHIER, SECOND_CASHIER):
        assert here.refused(a.SignSlip(serial), who).code == "second-signature"
    assert here.told(a.SignSlip(serial), table_side(kind)) == ("first-word-gone", {"person": CASHIER})
    here.do(a.TearSlip(serial), table_side(kind))
    assert here.state.ledger == before
    assert here.refused(a.SignSlip(serial), table_side(kind)).code == "no-such-slip"


def test_official_of_a_table_who_went_off_duty_signs_no_more() -> None:
    here = open_house()
    here.do(a.WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    here.do(a.NoteTablePost(TABLE, Role.TABLE_CHIEF, PersonId("otra")))
    assert here.refused(a.SignSlip(here.state.last_slip), CHIEF).code == "not-your-post"
    here.do(a.SignSlip(here.state.last_slip), PersonId("otra"))


@rows("kind", SlipKind)
def test_only_the_two_sides_write_sign_or_tear_a_slip(kind: SlipKind) -> None:
    here, slip = ready(kind)
    others = [ANA, CROUPIER, DOOR, CHIEF if kind is SlipKind.OPENING else OTHER_CHIEF]
    others += [] if kind in OF_TABLE else [CHIEF]
    for who in others:
        assert here.refused(slip, who).code == "not-your-post"
    here.do(slip, CASHIER)
    for who in others:
        assert here.refused(a.SignSlip(here.state.last_slip), who).code == "not-your-post"
        assert here.refused(a.TearSlip(here.state.last_slip), who).code == "not-your-post"


def test_chips_that_are_gone_by_the_second_signature_do_not_move() -> None:
    here = open_house()
    here.do(a.WriteSlip(SlipKind.CREDIT, 1_000_000, TABLE), CHIEF)
    here.do(a.TakeChips(ANA, TABLE, 1))
    assert here.refused(a.SignSlip(here.state.last_slip), CASHIER).code == "table-lacks-chips"


@rows(
    "kind, where",
    [
        (SlipKind.FILL, "chips"),
        (SlipKind.CREDIT, "table:mesa-1"),
        (SlipKind.TIPS, "table:mesa-1"),
        (SlipKind.TIPS_PAID, "tips"),
    ],
)
def test_slip_moves_all_that_is_there_and_not_a_cent_more(kind: SlipKind, where: str) -> None:
    here = open_house()
    if kind is SlipKind.TIPS_PAID:
        here.slip(SlipKind.TIPS, 5_000, TABLE)
    table, held = TABLE if kind in OF_TABLE else "", here.held(where)
    codes = ("desk-lacks-chips", "table-lacks-chips", "tips-lack")
    assert here.refused(a.WriteSlip(kind, held + 1, table), CASHIER).code in codes
    here.slip(kind, held, table)
    assert here.held(where) == 0


@rows("kind", [SlipKind.CREDIT, SlipKind.TIPS])
def test_no_slip_takes_off_a_table_what_its_players_have_brought(kind: SlipKind) -> None:
    """The float is 10,000 €, Ana brought 400 €: as long as nobody says what she has lost they are hers."""
    here = open_house()
    here.do(a.SellChips(ANA, 40_000), CASHIER)
    here.do(a.BringChips(ANA, TABLE, 40_000))
    no = here.refused(a.WriteSlip(kind, 1_040_000, TABLE), CASHIER)
    assert (no.code, no.clauses) == ("chips-of-players", ("HP.HS.table-bank",))
    assert no.facts == {"table": TABLE, "owed": 40_000, "left": 1_000_000}
    here.do(a.WriteSlip(kind, 1_040_000, TABLE, debt=0), CASHIER)
    assert here.refused(a.SignSlip(here.state.last_slip), CHIEF).code == "chips-of-players"
    here.slip(kind, 1_000_000, TABLE, other=CHIEF)
    here.do(a.TakeChips(ANA, TABLE, 40_000))


def test_table_that_has_won_gives_back_what_it_has_won() -> None:
    """Its hall says that nothing of the 400 € that Ana brought is hers any more."""
    here = open_house()
    here.do(a.SellChips(ANA, 40_000), CASHIER)
    here.do(a.BringChips(ANA, TABLE, 40_000))
    here.do(a.WriteSlip(SlipKind.CREDIT, 1_040_000, TABLE, debt=0), CASHIER)
    here.do(a.SignSlip(here.state.last_slip, debt=0), CHIEF)
    assert here.held(f"table:{TABLE}") == 0


def test_fill_and_credit_belong_to_a_table_with_a_float() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    for kind in (SlipKind.FILL, SlipKind.CREDIT):
        assert here.refused(a.WriteSlip(kind, 100, "mesa-2"), DIRECTOR).code == "no-float"
    assert here.refused(a.WriteSlip(SlipKind.OPENING, 100, TABLE), DIRECTOR).code == "has-float"
    here.do(a.NoteTableClosed(TABLE))
    assert here.refused(a.WriteSlip(SlipKind.FILL, 100, TABLE), DIRECTOR).code == "table-closed"
    here.slip(SlipKind.CLOSING, here.held(f"table:{TABLE}"), TABLE)
    assert here.refused(a.WriteSlip(SlipKind.OPENING, 100, TABLE), DIRECTOR).code == "table-closed"


def test_tips_are_paid_out_to_the_staff_by_two_people() -> None:
    """Given 50 € of tips, and 20,000 € in cash at the desk: nothing is left of them, and the day's count comes out."""
    here = open_house()
    here.slip(SlipKind.TIPS, 5_000, TABLE, other=CHIEF)
    chips = here.held("chips")
    assert here.refused(a.WriteSlip(SlipKind.TIPS_PAID, 5_001), CASHIER).clauses == ("HP.HS.tips",)
    assert here.refused(a.WriteSlip(SlipKind.TIPS_PAID, 5_000), CHIEF).code == "not-your-post"
    here.slip(SlipKind.TIPS_PAID, 5_000)
    assert (here.held("tips"), here.held("cash"), here.held("chips")) == (0, 1_995_000, chips + 5_000)
    assert here.held("outside") == 5_000
    here.slip(SlipKind.TIPS, 5_000, TABLE, other=CHIEF)
    here.slip(SlipKind.RETURN, 0, cash=1_991_000)
    assert here.refused(a.WriteSlip(SlipKind.TIPS_PAID, 5_000), CASHIER).code == "desk-lacks-cash"


def test_table_is_counted_when_its_play_is_over() -> None:
    here = open_house()
    assert here.refused(a.WriteSlip(SlipKind.CLOSING, 1_000_000, TABLE), DIRECTOR).code == "table-in-play"
    here.do(a.NoteTableClosed(TABLE))
    signed = here.slip(SlipKind.CLOSING, 1_000_000, TABLE)
    assert (signed.shortage, here.held("table:mesa-1"), here.state.tables[TABLE].has_float) == (0, 0, False)


@rows(
    "slip, code",
    [
        (a.WriteSlip(SlipKind.FILL, 0, TABLE), "empty-slip"),
        (a.WriteSlip(SlipKind.FILL, -1, TABLE), "sum-out-of-bounds"),
        (a.WriteSlip(SlipKind.SUPPLY, 1, "", -1), "sum-out-of-bounds"),
        (a.WriteSlip(SlipKind.SUPPLY, 10**13 + 1), "sum-out-of-bounds"),
        (a.WriteSlip(SlipKind.SUPPLY, 1, vouchers=1), "sum-not-on-slip"),
        (a.WriteSlip(SlipKind.FILL, 1, TABLE, 1), "no-cash-at-table"),
        (a.WriteSlip(SlipKind.TIPS_PAID, 0, "", 1), "sum-not-on-slip"),
        (a.WriteSlip(SlipKind.FILL, 1, "mesa-9"), "no-such-table"),
        (a.WriteSlip(SlipKind.SUPPLY, 1, TABLE), "no-such-table"),
    ],
)
def test_slip_that_makes_no_sense_is_refused(slip: a.WriteSlip, code: str) -> None:
    assert open_house().refused(slip, DIRECTOR).code == code
