"""A hall that a program opens: who is on duty, where the balls come from, what is refused and in which words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete import bingo as bg
from tapete.cartones import Law
from tapete.cartones.chance import SECRET_SIZE
from tapete.chance import ChanceKind
from tapete.front.shoes import ShuffledShoe
from tapete.games.bingo.acts import OpenHall
from tapete.kernel import HOUSE, PersonId
from tapete.play import KeyedShoe
from tests.bingo.test_library import opened

ON_DUTY = (
    "admission",
    "assistant",
    "caller",
    "cashier",
    "hall-manager",
    *("seller-1", "seller-2", "seller-3", "seller-4"),
    "table-chief",
)
TOKENS = tuple(map(str, range(1, 91)))


def told(work: Any) -> str:
    """Return the words in which a call is told to be a wrong use; nothing where it is none."""
    try:
        work()
    except bg.UsageError as error:
        return str(error)
    return ""


def opening_of(hall: Any) -> OpenHall:
    """Return the act that opened a hall."""
    (act,) = hall.last.acts
    assert act.by == HOUSE
    assert isinstance(act.body, OpenHall)
    return act.body


def test_a_hall_is_opened_with_everybody_on_duty_under_the_name_of_his_post() -> None:
    staff = {bg.Role(one): one for one in ON_DUTY}
    hall = bg.open_hall()
    assert opening_of(hall) == OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=staff)  # type: ignore[arg-type]
    assert (hall.people(), hall.language, hall.game) == (ON_DUTY, "en", bg.BINGO)
    assert staff == bg.STAFF


def test_a_hall_is_opened_as_it_is_asked_for() -> None:
    game = bg.Bingo()
    hall = bg.open_hall(
        rulebook="orden-1979",
        kind=ChanceKind.KEYED,
        game=game,
        language="fr",
        name="otra",
        elements=(bg.CheckItem.PANEL,),
        staff={"cashier": "carla", "table-chief": "jefa"},
    )
    assert opening_of(hall) == OpenHall(
        "otra",
        "orden-1979",
        ChanceKind.KEYED,
        (bg.CheckItem.PANEL,),
        {bg.Role.CASHIER: "carla", bg.Role.TABLE_CHIEF: "jefa"},  # type: ignore[dict-item]
    )
    assert (hall.people(), hall.language) == (("carla", "jefa"), "fr")
    assert hall.game is game


def test_whoever_holds_cartones_in_his_account_is_among_the_people_and_whoever_paid_for_paper_is_not() -> None:
    hall = opened().do(bg.BuyIn(100_00), by="ana").do(bg.BuyIn(100_00), by="bea")
    hall = hall.do(bg.AnnounceSale(("B-1047",)), by="table-chief")
    assert hall.people() == ON_DUTY
    for first, who in ((1, "bea"), (2, None), (3, "ana"), (4, "bea")):
        means = bg.Means.CASH if who is None else bg.Means.ACCOUNT
        hall = hall.do(
            bg.SellCards("B-1047", first, first, None if who is None else PersonId(who), means), by="seller-1"
        )
    assert hall.people() == (*ON_DUTY, "bea", "ana")


def test_nothing_is_done_in_a_hall_unasked() -> None:
    hall = opened().do(bg.AnnounceSale(("B-1047",)), by="table-chief")
    assert [(one.person, [offer.act for offer in one.offers]) for one in hall.awaited_people()] == [
        ("table-chief", ["close-sale"])
    ]
    customs = hall.customs
    assert customs.people(hall.state) == ON_DUTY
    assert (customs.phases, customs.betting, customs.routine, customs.usual) == (bg.Phase, "", (), {})
    assert customs.coup == customs.players == customs.asked == frozenset()


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, ShuffledShoe),
        ({"seed": 0}, ShuffledShoe),
        ({"kind": "seeded"}, ShuffledShoe),
        ({"balls": "44"}, bg.ListedBalls),
        ({"balls": "44", "kind": "seeded"}, bg.ListedBalls),
        ({"kind": "keyed"}, KeyedShoe),
        ({"kind": ChanceKind.KEYED}, KeyedShoe),
    ],
    ids=str,
)
def test_balls_are_shuffled_listed_or_keyed(options: dict[str, Any], kind: type) -> None:
    assert type(bg.open_hall(**options).source) is kind


@pytest.mark.parametrize("options", [{}, {"balls": "44", "seed": 3}, {"kind": "sealed"}, {"kind": "keyed"}], ids=str)
def test_a_source_that_is_given_gives_the_balls_whatever_else_is_said(options: dict[str, Any]) -> None:
    own = ShuffledShoe(7)
    hall = bg.open_hall(source=own, **options)
    assert hall.source is own
    assert opening_of(hall).balls == options.get("kind", "seeded")


def test_the_balls_of_a_seed_are_the_same_again_and_those_of_another_are_not() -> None:
    def urn(seed: int) -> tuple[str, ...]:
        source: Any = bg.open_hall(seed=seed).source
        source.fill(1, TOKENS)
        return tuple(source.token(1, place) for place in range(90))

    assert urn(7) == urn(7) != urn(8)
    assert sorted(urn(7), key=int) == list(TOKENS)


def test_listed_balls_come_first_in_each_game_and_the_others_follow_by_number() -> None:
    balls = bg.ListedBalls(("44", "7", "90"))
    for urn in (1, 2):
        assert balls.fill(urn, TOKENS) == ()
        assert [balls.token(urn, place) for place in range(90)] == [
            *("44", "7", "90"),
            *(one for one in TOKENS if one not in ("44", "7", "90")),
        ]
    assert (balls.seed, balls.first, balls.kind) == (0, ("44", "7", "90"), ChanceKind.SEEDED)


@pytest.mark.parametrize(
    ("first", "strange"),
    [
        ("1 90", ""),
        ("0 91", "0"),
        ("91 0", "91"),
        ("44 44 91", "44"),
        ("44 91 44", "91"),
        ("44 07", "07"),
        ("x 44 44", "x"),
        ("1 2 1 2", "1"),
        ("2 1 1 2", "1"),
    ],
)
def test_the_first_ball_that_is_none_or_is_listed_twice_is_named(first: str, strange: str) -> None:
    balls = bg.ListedBalls(tuple(first.split()))
    assert told(lambda: balls.fill(1, TOKENS)) == (f"{strange!r} is no ball, or is listed twice" if strange else "")
    assert (1 in balls.urns) is not bool(strange)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"balls": "44", "seed": 0}, "the balls are listed, or a seed shuffles them: not both"),
        (
            {"kind": "sealed"},
            "sealed balls need a hall that keeps their order: give a source, or let the kind be 'seeded'",
        ),
        *(
            ({"kind": "keyed", **given}, "keyed balls are keyed one by one: neither balls nor a seed are given")
            for given in ({"balls": "44"}, {"seed": 0})
        ),
        ({"kind": "blown"}, "kind='blown': the balls are sealed, keyed, seeded"),
        ({"seed": "7"}, "seed='7': a seed is a whole number"),
        ({"seed": True}, "seed=True: a seed is a whole number"),
        ({"language": "de"}, "language='de': the sentences are in es, en, fr"),
        (
            {"colour": "red"},
            "there is no option 'colour'; the options are "
            + ", ".join(one.name for one in msgspec.structs.fields(OpenHall)),
        ),
        ({"name": ""}, "Expected `str` of length >= 1 - at `name`"),
        ({"name": "x" * 41}, "Expected `str` of length <= 40 - at `name`"),
        ({"name": "x" * 40}, ""),
        ({"staff": {"cook": "ana"}}, "Invalid enum value 'cook' - at `key` in `staff`"),
    ],
    ids=str,
)
def test_an_opening_that_is_asked_for_wrongly_is_told(options: dict[str, Any], words: str) -> None:
    assert told(lambda: bg.open_hall(**options)) == words


def test_an_opening_that_the_rules_refuse_is_a_sentence_of_the_chosen_language() -> None:
    for language, said in (
        ("en", "The rulebook atlantis-1900 is not known."),
        ("es", "No se conoce el reglamento atlantis-1900."),
    ):
        with pytest.raises(bg.RefusedError) as found:
            bg.open_hall(rulebook="atlantis-1900", language=language)
        assert (str(found.value), found.value.refused.facts) == (said, {"name": "atlantis-1900"})


@pytest.mark.parametrize(
    ("options", "kind"), [({}, "single"), ({"double": True}, "double"), ({"double": False}, "single")]
)
def test_a_series_has_what_is_asked_for(options: dict[str, Any], kind: str) -> None:
    made = bg.new_series("C", 9, strips=2, value=150, secret="0b" * 32, **options)
    assert made == bg.RegisterSeries(
        "C", 9, 12, 150, kind=bg.SeriesKind(kind), digest=made.digest, law=Law.STRIPS, secret="0b" * 32
    )
    assert bg.new_series("C", 9, strips=2, value=150, secret="0b" * 32, **options) == made
    assert len(made.digest) == 64


def test_the_secret_of_a_series_is_drawn_where_none_is_given() -> None:
    one, two = (bg.new_series("C", 9, strips=1, value=150) for _ in range(2))
    assert {len(bytes.fromhex(made.secret or "")) for made in (one, two)} == {SECRET_SIZE} == {32}
    assert (one.secret, one.digest) != (two.secret, two.digest)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"strips": 0}, "Expected `int` >= 1 - at `$.size`"),
        ({"value": 0}, "Expected `int` >= 1 - at `$.face_value`"),
        ({"letter": "b"}, "Expected `str` matching regex '^[A-Z]{1,2}$' - at `$.letter`"),
        ({"identification": 0}, "Expected `int` >= 1 - at `$.id`"),
        ({"secret": "0b"}, "secret-size {'size': 32, 'found': 1}"),
        ({"strips": 1, "value": 1, "identification": 1}, ""),
    ],
    ids=str,
)
def test_a_series_that_cannot_be_is_told(wrong: dict[str, Any], words: str) -> None:
    fields: dict[str, Any] = {
        "letter": "B",
        "identification": 7,
        "strips": 1,
        "value": 200,
        "secret": "0b" * 32,
    } | wrong
    assert told(lambda: bg.new_series(**fields)) == words
