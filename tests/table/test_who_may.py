"""The checks that every table shares: the waiting list, absence, posts. Each condition is told from its neighbours."""

from immutables import Map

from tapete.clauses import Fault
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, PersonId
from tapete.rulebooks import house_library
from tapete.table import people
from tapete.table.acts import Relieve
from tapete.table.seats import Seats, queue, set_away, sit, stand
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_post
from tapete.table.state import Conduct, adoptable, is_observed
from tapete.words import LANGS, topics
from tests.support.chemin_de_fer.table import opened as opened_chemin
from tests.support.punto_banco.tables import ready
from tests.support.rows import rows

ANA, BEA, CARLA, PAU = map(PersonId, ("ana", "bea", "carla", "pau"))
INSPECTOR, CROUPIER, DIRECTOR = map(PersonId, ("inspector", "croupier", "director"))
STAFF = Map({Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR})


def seats(
    places: int, *seated: PersonId, standing: tuple[PersonId, ...] = (), waits: tuple[PersonId, ...] = ()
) -> Seats:
    found = Seats(tuple(range(1, places + 1)))
    for place, who in enumerate(seated, 1):
        found = sit(found, who, place)
    for who in standing:
        found = stand(found, who, 1)
    for who in waits:
        found = queue(found, who)
    return found


def code(found: Fault | None) -> str:
    return "" if found is None else found.code


@rows(
    "vacant, who, order, before",
    [
        (1, CARLA, (), None),
        (1, CARLA, (ANA,), ANA),
        (2, CARLA, (ANA,), None),  # one is left for her
        (1, ANA, (ANA, BEA), None),
        (1, BEA, (ANA, BEA), ANA),
        (2, BEA, (ANA, BEA), None),
        (2, CARLA, (ANA, BEA), ANA),
        (3, CARLA, (ANA, BEA), None),
        (0, CARLA, (), None),
        (0, ANA, (ANA,), None),  # nobody comes before the first, whether there is a place or not
        (0, BEA, (ANA, BEA), ANA),
    ],
)
def test_who_comes_first_as_long_as_no_place_is_left(vacant: int, who, order, before) -> None:
    assert people.first_before(seats(vacant + 1, PAU), who, order) == before


def test_those_who_asked_to_move_come_before_the_list_and_nobody_twice() -> None:
    assert people.movers_then_list(seats(3, waits=(ANA, BEA, PAU)), (CARLA, BEA)) == (CARLA, BEA, ANA, PAU)


@rows(
    "who, person, said",
    [
        (CLOCK, PAU, ""),
        (HOUSE, PAU, "not-your-post"),
        (PAU, PAU, "not-your-post"),
        (CLOCK, ANA, "still-there"),
        (CLOCK, BEA, "keeps-his-place"),
        (CLOCK, CARLA, "not-at-table"),
    ],
)
def test_the_clock_leads_out_who_stands_and_is_away(who: PersonId, person: PersonId, said: str) -> None:
    table = seats(3, BEA, standing=(PAU, ANA))
    table = set_away(set_away(table, PAU, True), BEA, True)
    found = people.require_long_absence(table, who, person)
    assert code(found) == said
    facts = {"not-your-post": {"needs": ["system:clock"]}}.get(said, {"person": person})
    assert found is None or found.facts == facts


def test_a_rulebook_is_of_its_game_and_found_by_its_hash() -> None:
    library = house_library()
    for book in library.books:
        assert adoptable(library, book.game, book.sha256) == book
        other = adoptable(library, "another game", book.sha256)
        unknown = adoptable(library, book.game, "0" * 64)
        assert isinstance(other, Fault)
        assert isinstance(unknown, Fault)
        assert (other.code, other.facts) == ("no-such-rulebook", {"name": book.sha256})
        assert (unknown.code, unknown.facts) == ("no-such-rulebook", {"name": "0" * 64})


@rows(
    "who, role, person, said",
    [
        (CROUPIER, Role.CROUPIER, CARLA, ""),
        (INSPECTOR, Role.CROUPIER, CARLA, ""),
        (HOUSE, Role.CROUPIER, CARLA, ""),
        (CROUPIER, Role.INSPECTOR, CARLA, "not-your-post"),
        (CARLA, Role.CROUPIER, CARLA, "not-your-post"),
        (INSPECTOR, Role.CALLER, CARLA, "no-such-post"),
        (INSPECTOR, Role.CROUPIER, ANA, "player-may-not-serve"),
        (INSPECTOR, Role.CROUPIER, PAU, "player-may-not-serve"),
        (INSPECTOR, Role.CROUPIER, BEA, "player-may-not-serve"),
        (INSPECTOR, Role.CROUPIER, CHANCE, "system-on-duty"),
        (INSPECTOR, Role.CROUPIER, INSPECTOR, "staff-twice"),
        (CROUPIER, Role.CROUPIER, CROUPIER, "nothing-changes"),
        (INSPECTOR, Role.DIRECTOR, CARLA, ""),
    ],
)
def test_who_takes_over_a_post_and_who_sends_him(who: PersonId, role: Role, person: PersonId, said: str) -> None:
    table = seats(3, ANA, standing=(PAU,), waits=(BEA,))
    found = people.require_may_relieve(
        table, STAFF, who, Relieve(role, person), posts=CARD_TABLE_POSTS, senders=(Role.INSPECTOR,)
    )
    assert code(found) == said


ONE_PLACE = Seats(labels=(1,))
"""One place, and nobody in it."""


def test_the_first_comes_first_and_whoever_is_held_up_is_passed_over() -> None:
    """The clause of those who are held up is asked where it decides alone."""
    asked: list[str] = []

    def first(who: PersonId, *held_up: PersonId) -> PersonId | None:
        def who_can_come() -> tuple[PersonId, ...]:
            asked.append(who)
            return tuple(one for one in (ANA, BEA) if one not in held_up)

        return people.first_to_come(ONE_PLACE, who, (ANA, BEA), lambda one: one in held_up, who_can_come)

    assert [first(who) for who in (ANA, BEA, CARLA)] == [None, ANA, ANA]
    assert (first(ANA, BEA), asked) == (None, [])
    assert (first(CARLA, ANA), asked) == (BEA, [CARLA])
    assert (first(ANA, ANA), first(BEA, ANA), first(CARLA, ANA, BEA)) == (None, None, None)


def test_a_table_is_observed_where_staff_follow_what_people_do():
    assert not is_observed(opened_chemin().state)
    assert is_observed(opened_chemin(conduct=Conduct.OBSERVED).state)
    assert not is_observed(BINGO.blank())
    assert not is_observed(None)


@rows("role", Role)
def test_every_post_has_a_name_in_every_language(role):
    assert all(topics()["role"][role][lang] for lang in LANGS)


def test_a_post_of_another_game_is_refused_at_both_tables():
    tables = ((PUNTO_BANCO, ready().state, "chief"), (CHEMIN_DE_FER, opened_chemin().state, "inspector"))
    for game, state, chief in tables:
        answer = game.decide(state, Act(PersonId(chief), Relieve(Role.CASHIER, PersonId("relief")), state.step))
        assert (answer.code, answer.facts) == ("no-such-post", {"post": "cashier"})


def test_who_judges_as_table_chief_is_named_once_in_a_refusal() -> None:
    wrong = require_post(Map(), CARLA, Role.TABLE_CHIEF, Role.TABLE_CHIEF, Role.DIRECTOR)
    assert wrong is not None
    assert wrong.facts["needs"] == ["table-chief", "director"]
