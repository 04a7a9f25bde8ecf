"""Who is on duty: one post a person, in the house and at tables; what the hall alone tells its house."""

import tomllib
from itertools import product

import msgspec

from tapete.house import acts as a
from tapete.house.acts import HANDLERS
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import HOUSE_POSTS, TABLE_OFFICIALS
from tapete.kernel import CHANCE, CLOCK, SYSTEM, Act, ActBody, PersonId
from tapete.record.codec import tag_of
from tapete.table.staff import Role
from tests.support import ROOT
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, open_house
from tests.support.rows import rows
from tests.test_events import value

PEOPLE = (DIRECTOR, CASHIER, DOOR, CHIEF, CROUPIER, ANA, BEA, CHANCE, CLOCK)
RIGHTS = tomllib.loads((ROOT / "tests" / "rights.toml").read_text("utf-8"))["house"]["rights"]
OWN = [kind for kind in HANDLERS if tag_of(kind) not in RIGHTS]


@rows("kind", [one for one in HANDLERS if one not in OWN])
def test_what_people_do_in_a_house_neither_chance_nor_the_clock_does(kind: type[ActBody]) -> None:
    what = msgspec.convert(value(msgspec.inspect.type_info(kind)), kind)
    acts = [Act(nobody, what) for nobody in (CHANCE, CLOCK)]
    if isinstance(getattr(what, "person", None), str):  # nor are they a visitor, or on duty
        acts += [Act(DIRECTOR, msgspec.structs.replace(what, person=one)) for one in (*SYSTEM, PersonId(""))]
    found = [ESTABLISHMENT.decide(open_house().state, act) for act in acts]
    assert {getattr(one, "code", "") for one in found} <= {"only-people", "only-system"}, found


@rows("kind", OWN)
def test_what_the_hall_tells_its_house_nobody_else_says(kind: type[ActBody]) -> None:
    """What people may do stands in ``rights.toml``, and is tried by the machine over every game and the house."""
    what = kind(*("x" for one in msgspec.structs.fields(kind) if one.required))
    codes = {who: getattr(ESTABLISHMENT.decide(open_house().state, Act(who, what)), "code", "") for who in PEOPLE}
    assert set(codes.values()) == {"only-system"}, codes


@rows("role", [Role.CASHIER, Role.ADMISSION, Role.DIRECTOR, Role.HALL_MANAGER])
def test_one_post_a_person_in_the_house(role: Role) -> None:
    here = open_house()
    for who in (DIRECTOR, CASHIER, DOOR, CROUPIER, *(() if role is Role.DIRECTOR else (CHIEF,))):
        assert here.why(a.GoOnDuty(role, who), DIRECTOR) == ("already-on-duty", ("HP.HS.one-post",))
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
        assert here.why(other) == ("already-on-duty", ("HP.HS.one-post",))


def test_last_director_stays_while_the_day_is_open() -> None:
    here = open_house()
    assert here.why(a.GoOffDuty(Role.DIRECTOR, DIRECTOR), DIRECTOR) == ("last-director", ("HP.HS.director-on-duty",))
    here.do(a.GoOnDuty(Role.DIRECTOR, BEA), DIRECTOR)
    here.do(a.GoOffDuty(Role.DIRECTOR, DIRECTOR), DIRECTOR)


@rows("role", [Role.CROUPIER, Role.CHANGER, Role.CALLER, Role.ASSISTANT])
def test_whoever_serves_with_his_hands_serves_one_table_and_an_official_may_have_several(role: Role) -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    assert here.told(a.NoteTablePost("mesa-2", role, CROUPIER)) == ("on-duty-elsewhere", {"table": TABLE})
    here.do(a.NoteTablePost(TABLE, Role.CROUPIER, None))
    here.do(a.NoteTablePost("mesa-2", role, CROUPIER))
    here.do(a.NoteTablePost("mesa-2", Role.INSPECTOR, CHIEF))
