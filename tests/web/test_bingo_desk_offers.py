"""What a desk of a hall makes of the offers of the rules: which are pressed, which typed, which forms it has beside."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo.terms import Phase
from tapete.kernel import Choice, Count, FixedValue, Offer, PersonId, Text
from tapete.table.staff import Role
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.accounts import accounts, linked, players
from tapete.web.games.bingo.button_names import buttons
from tapete.web.games.bingo.log_wording import log_wording
from tapete.words import fill, label

MANAGER = (Role.HALL_MANAGER,)


def duty(**changes: Any) -> Any:
    usual: dict[str, Any] = {
        "unused_cards": {"B-1": 7},
        "tills": {"eva": 12_00, "leo": 0},
        "machine": "M-1",
        "ball_sets": ("S-9",),
        "accounts": {"ana": 5_00, "eva": 3_00, "leo": 0, "zoe": 1},
        "sales": (SimpleNamespace(person="rosa"), SimpleNamespace(person=None), SimpleNamespace(person="eva")),
        "has_owner": lambda *won: won == ("1", "bingo", "B-1/4"),
    }
    return SimpleNamespace(**usual | changes)


def view(**changes: Any) -> Any:
    usual: dict[str, Any] = {
        "duty": duty(),
        "phase": Phase.SALE,
        "me": SimpleNamespace(roles=MANAGER),
        "balls_kind": ChanceKind.KEYED,
        "series": (SimpleNamespace(name="B-1", last=420), SimpleNamespace(name="C-2", last=60)),
        "staff": {"caller": "eva"},
        "name": "sala",
    }
    return SimpleNamespace(**usual | changes)


def made(seen: Any, *offers: Offer) -> list[Offer]:
    table: Any = SimpleNamespace(legal=lambda person: list(offers))
    return list(desk.offers_of_staff(table, seen, PersonId("eva")))


def fixed(**values: Any) -> dict[str, Any]:
    return {name: FixedValue(value) for name, value in values.items()}


COUNT, REASON = Count(0, 420), Text()
PRIZE = fixed(game="1", prize="bingo")


@pytest.mark.parametrize(
    ("offer", "found"),
    [
        (
            Offer("collect-unsold", {**fixed(series="B-1"), "count": COUNT}),
            [
                Offer("collect-unsold", fixed(series="B-1", count=7), main=True),
                Offer("collect-unsold", {**fixed(series="B-1"), "count": COUNT}),
            ],
        ),
        (
            Offer("collect-unsold", {**fixed(series="C-2"), "count": COUNT}, main=True),
            [
                Offer("collect-unsold", fixed(series="C-2", count=0), main=True),
                Offer("collect-unsold", {**fixed(series="C-2"), "count": COUNT}),
            ],
        ),
        (
            Offer("collect-unsold", {**fixed(series="B-1"), "count": COUNT, "reason": REASON}),
            [Offer("collect-unsold", {**fixed(series="B-1"), "count": COUNT, "reason": REASON}, main=True)],
        ),
        (
            Offer("hand-over-takings", {**fixed(seller="eva"), "amount": COUNT}),
            [
                Offer("hand-over-takings", fixed(seller="eva", amount=12_00)),
                Offer("hand-over-takings", {**fixed(seller="eva"), "amount": COUNT}),
            ],
        ),
        *(
            (offer, [offer])
            for offer in (
                Offer("hand-over-takings", {**fixed(seller="leo"), "amount": COUNT}),
                Offer("hand-over-takings", {**fixed(seller="ana"), "amount": COUNT}),
                Offer("close-sale", {}, main=True),
            )
        ),
        (
            Offer("return-cards", {**fixed(series="B-1"), "first": Count(3, 9), "last": Count(3, 9)}, main=True),
            [
                Offer("return-cards", fixed(series="B-1", first=3, last=9), main=True),
                Offer("return-cards", {**fixed(series="B-1"), "first": Count(3, 9), "last": Count(3, 9)}),
            ],
        ),
        (
            Offer("pay-refund", {"first": Count(3, 3), "last": Count(3, 3)}),
            [Offer("pay-refund", fixed(first=3, last=3))],
        ),
        (
            Offer("pay-prize", {**PRIZE, **fixed(card="B-1/4"), "means": Choice(("a", "b")), "person": Text()}),
            [
                Offer("pay-prize", {**PRIZE, **fixed(card="B-1/4", means="account")}),
                Offer("pay-prize", {**PRIZE, **fixed(card="B-1/4", means="cash")}),
            ],
        ),
        (
            Offer("pay-prize", {**PRIZE, **fixed(card="B-1/5"), "means": Choice(("a", "b")), "person": Text()}),
            [Offer("pay-prize", {**PRIZE, **fixed(card="B-1/5", means="cash")})],
        ),
        (
            Offer("call-for-player", {"card": Text(), "person": Text()}, main=True),
            [Offer("call-for-player", {"card": Text()}, main=True)],
        ),
        (Offer("draw-ball", {}), [Offer("show-ball", {"token": Text()}, main=True)]),
        (Offer("ball-out", {}), [Offer("show-ball", {"token": Text()}, main=True)]),
        (Offer("announce-ball", {}), [Offer("show-ball", {}, main=True)]),
        (Offer("show-ball", {}), [Offer("show-ball", {}, main=True)]),
    ],
)
def test_what_is_known_is_pressed_and_what_was_counted_otherwise_is_typed(offer: Offer, found: list[Offer]) -> None:
    assert made(view(), offer) == found


def test_balls_are_keyed_where_a_real_machine_is_there_and_have_one_button() -> None:
    other = next(one for one in ChanceKind if one != ChanceKind.KEYED)
    assert made(view(balls_kind=other), Offer("draw-ball", {})) == [Offer("show-ball", {}, main=True)]
    several = [Offer(one, {}) for one in ("announce-ball", "other", "draw-ball", "show-ball")]
    assert made(view(), *several) == [Offer("other", {}), Offer("show-ball", {"token": Text()}, main=True)]


def test_nobody_at_a_post_is_given_what_the_books_have() -> None:
    nobody = view(duty=None)
    seller = {**fixed(seller="eva"), "amount": COUNT}
    assert made(nobody, Offer("hand-over-takings", seller)) == [Offer("hand-over-takings", seller)]
    prize = {**PRIZE, **fixed(card="B-1/4"), "means": Choice(("a", "b"))}
    assert [one.fixed_value("means") for one in made(nobody, Offer("pay-prize", prize))] == ["cash"]


def test_a_range_that_is_typed_lies_within_its_series() -> None:
    sale = [Offer("sell-cards", fixed(series=one, first=3)) for one in ("B-1", "C-2", "D-3")]
    ends = [420, 60, None]
    assert list(desk.ranges_on_sale([Offer("close-sale", {}), *sale], view())) == [
        Offer("sell-cards", {**fixed(series=one), "first": Count(1, end), "last": Count(1, end)})
        for one, end in zip(("B-1", "C-2", "D-3"), ends, strict=True)
    ]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(
    ("roles", "may"),
    [
        ((Role.HALL_MANAGER,), True),
        ((Role.CASHIER, Role.TABLE_CHIEF), True),
        ((Role.CASHIER,), False),
        ((), False),
        (None, False),
    ],
)
def test_material_is_entered_before_a_session_by_those_who_lead_the_hall(
    roles: tuple[Role, ...] | None, may: bool, phase: Phase
) -> None:
    me = None if roles is None else SimpleNamespace(roles=roles)
    found = [one.act for one in made(view(phase=phase, me=me, duty=duty(machine="")))]
    new = {Phase.CHECKS: ["register-machine"], Phase.READY: []}
    assert found == ([*new[phase], "register-balls", "register-series"] if may and phase in new else [])


@pytest.mark.parametrize(
    ("changes", "main"),
    [
        ({}, {"register-balls": False, "register-series": False}),
        ({"machine": ""}, {"register-machine": True, "register-balls": False, "register-series": False}),
        ({"ball_sets": ()}, {"register-balls": True, "register-series": False}),
        ({"unused_cards": {}}, {"register-balls": False, "register-series": True}),
        ({"unused_cards": {"B-1": 0}}, {"register-balls": False, "register-series": True}),
        ({"unused_cards": {"B-1": 0, "C-2": 1}}, {"register-balls": False, "register-series": False}),
        (None, {"register-balls": False, "register-series": False}),
    ],
)
def test_material_that_is_lacking_stands_before_the_rest(changes: Any, main: dict[str, bool]) -> None:
    found = made(view(phase=Phase.CHECKS, duty=None if changes is None else duty(**changes)))
    assert {one.act: one.main for one in found} == main


def test_the_forms_for_material_ask_for_what_is_printed_on_it() -> None:
    machine, balls, series = made(view(phase=Phase.CHECKS, duty=duty(machine="")))
    assert (list(machine.fields), list(balls.fields)) == (["model", "kind", "approval"], ["balls", "approval", "games"])
    assert (balls.fields["approval"], balls.fields["games"]) == (Text(), Text(optional=True))
    assert series.fields == {
        "letter": Text(),
        "identification": Count(1, 1_000_000_000),
        "size": Count(6, 1_000_000),
        "value": Choice((50, 100, 150, 200, 250, 300, 400, 500, 600, 1000)),
        "kind": Choice(("single", "double")),
        "secret": Text(optional=True),
        "digest": Text(optional=True),
    }


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(
    ("roles", "may"),
    [((Role.HALL_MANAGER,), True), ((Role.TABLE_CHIEF,), True), ((Role.CASHIER,), False), (None, False)],
)
def test_whoever_closes_a_session_is_told_whose_takings_are_lacking(roles: Any, may: bool, phase: Phase) -> None:
    me = None if roles is None else SimpleNamespace(roles=roles)
    tills = {"eva": 12_00, "leo": 0, "zoe": -1, "cent": 1}
    told = desk.takings_lacking(view(phase=phase, me=me, duty=duty(tills=tills)), "es")
    lacking = [("eva", "12\xa0€"), ("cent", "0,01")] if may and phase is Phase.READY else []
    assert [(who in one, amount in one) for one, (who, amount) in zip(told, lacking, strict=True)] == [
        (True, True)
    ] * len(lacking)
    assert desk.takings_lacking(view(phase=Phase.READY, duty=None), "es") == ()


@pytest.mark.parametrize(
    ("roles", "reads", "gives"),
    [
        ((Role.HALL_MANAGER,), True, True),
        ((Role.TABLE_CHIEF,), True, True),
        ((Role.CASHIER,), True, False),
        ((Role.CALLER,), False, False),
        (None, False, False),
    ],
)
def test_accounts_are_shown_to_those_who_have_the_money_and_links_given_by_those_who_lead(
    roles: Any, reads: bool, gives: bool
) -> None:
    seen = view(me=None if roles is None else SimpleNamespace(roles=roles))
    assert players(seen) == ("ana", "rosa", "zoe")
    assert [(one.name, one.amount) for one in accounts(seen, "es")] == (
        [("ana", 5_00), ("eva", 3_00), ("zoe", 1)] if reads else []
    )
    assert linked(seen, "es") == ((("ana", "ana"), ("rosa", "rosa"), ("zoe", "zoe")) if gives else ())
    nobody = view(duty=None)
    assert (players(nobody), accounts(nobody, "es"), linked(nobody, "es")) == ((), (), ())


def test_a_count_of_unsold_cartones_says_what_is_lacking_or_too_much() -> None:
    counts, found = {"B-1": 10, "C-2": 4}, {"B-1": 3, "C-2": -1}
    seen = view(duty=duty(unsold_counts=counts, unsold_differences=found))
    facts = (("unsold-lacking", "B-1", 3, 10, 13), ("unsold-beyond", "C-2", 1, 4, 3))
    assert desk.unsold_told(seen, "en") == tuple(
        fill(label("bingo", code, "en"), {"series": of, "cards": cards, "count": count, "expected": due}, "en")
        for code, of, cards, count, due in facts
    )
    assert desk.unsold_told(view(duty=None), "en") == ()


def let_stand(*cases: tuple[int, str], serial: int) -> str:
    """Return the name of the button that lets the game stand after a case, where so many are open."""
    opened = tuple(SimpleNamespace(serial=number, cause=cause) for number, cause in cases)
    here: Any = SimpleNamespace(id="sala", version=1, game=SimpleNamespace(key="bingo"))
    seen = view(duty=duty(cases=opened) if cases else None)
    (button,) = buttons(here, seen, PersonId("eva"), [Offer("let-stand", fixed(serial=serial))], "es")
    return button.name


def test_where_several_cases_are_open_each_button_says_which_one_it_closes() -> None:
    def of(cause: str) -> str:
        return fill(label("bingo-button", "let-stand-case", "es"), {"cause": cause}, "es")

    two = ((4, "evacuation"), (7, "balls-stuck"))
    assert [let_stand(*two, serial=serial) for serial in (4, 7)] == [of("evacuation"), of("balls-stuck")]
    alone = let_stand((4, "evacuation"), serial=4)
    assert (alone, alone in (of("evacuation"), of("balls-stuck"))) == (let_stand(serial=4), False)


# --- the sentences of the record --------------------------------------------------------------------------------------

RANGE = {"series": "B-1", "first": 3, "last": 9}
ONE = {"series": "B-1", "first": 3, "last": 3}
TOLD = {"series": "B-1", "first": 3, "last": 9, "count": 7, "numbers": "3–9"}
ALONE = {"series": "B-1", "first": 3, "last": 3, "count": 1, "numbers": "3"}


@pytest.mark.parametrize(
    ("kind", "event", "code", "more"),
    [
        ("said", {"text": "x"}, "said.hall", {}),
        ("entry-written", {"is_complaint": True}, "entry-written.complaint", {}),
        ("entry-written", {"is_complaint": False}, "entry-written", {}),
        ("counter-set", {"is_on": True}, "counter-set", {}),
        ("counter-set", {"is_on": False}, "counter-set.off", {}),
        ("card-checked", {"valid": True, "balls": 3}, "card-checked.right", {}),
        ("card-checked", {"valid": False, "balls": 0}, "card-checked.wrong", {}),
        ("card-checked", {"valid": True}, "card-checked.good", {"lacking": 0}),
        ("card-checked", {"valid": False, "missing": [4, 5]}, "card-checked.bad", {"lacking": 2}),
        ("check-noted", {"in_order": True, "note": "n"}, "check-noted.noted", {}),
        ("check-noted", {"in_order": True, "note": ""}, "check-noted", {}),
        ("check-noted", {"in_order": False, "note": "n"}, "check-noted.failed", {}),
        ("check-noted", {"in_order": False}, "check-noted.failed-bare", {}),
        ("unsold-collected", {"count": 5}, "unsold-collected", {}),
        ("unsold-collected", {"count": 5, "expected": 5}, "unsold-collected", {}),
        ("unsold-collected", {"count": 5, "expected": 6}, "unsold-collected.counted-differs", {}),
        ("unsold-collected", {"count": 5, "expected": 0}, "unsold-collected.counted-differs", {}),
        ("unsold-collected", {"count": 5, "expected": 5, "reason": "r"}, "unsold-collected.again", {}),
        ("unsold-collected", {"count": 5, "reason": "r"}, "unsold-collected.again", {}),
        ("unsold-collected", {"count": 5, "expected": 6, "reason": "r"}, "unsold-collected.again-differs", {}),
        ("call-taken-back", {"keyed_by": "eva"}, "call-taken-back.keyed", {}),
        ("call-taken-back", {"keyed_by": None}, "call-taken-back", {}),
        ("case-closed", {"cause": "c", "is_untrue": True}, "case-closed.of-untrue", {}),
        ("case-closed", {"cause": "c"}, "case-closed.of", {}),
        ("case-closed", {"is_untrue": True}, "case-closed-untrue", {}),
        ("case-closed", {"is_untrue": False}, "case-closed", {}),
        ("game-voided", {"recovered": [{"amount": 2}, {"amount": 3}]}, "game-voided.recovered", {"back": 5}),
        ("game-voided", {"recovered": []}, "game-voided", {}),
        ("prize-paid", {"means": "cash"}, "prize-paid.cash", {}),
        ("prize-paid", {"means": "cash", "person": "ana"}, "prize-paid.person", {}),
        ("prize-paid", {"means": "account", "person": "ana"}, "prize-paid.account", {}),
        ("refund-paid", {"person": "ana", "cards": RANGE}, "refund-paid.account", TOLD),
        ("refund-paid", {"person": None, "cards": ONE}, "refund-paid.cash", ALONE),
        ("cards-sold", {"person": "ana", "cards": RANGE}, "cards-sold.account", TOLD),
        ("cards-sold", {"cards": ONE}, "cards-sold.cash", ALONE),
        ("cards-taken-back", {"person": "ana", "means": "cash", "cards": ONE}, "cards-taken-back.person", ALONE),
        ("cards-returned", {"person": "ana", "cards": RANGE}, "cards-returned", TOLD),
        ("money-asked", {"amount": 0, "is_paid_in": True}, "money-asked.none", {}),
        ("money-asked", {"amount": 5, "is_paid_in": True}, "money-asked", {}),
        ("money-asked", {"amount": 5, "is_paid_in": False}, "money-asked.out", {}),
        ("sale-corrected", {"was_sold": True, "reason": "r"}, "sale-corrected.sold", {}),
        ("sale-corrected", {"was_sold": False, "reason": "r"}, "sale-corrected.unsold", {}),
        ("other", {"x": 0, "y": ""}, "other", {}),
        ("sale-corrected", {"x": 0}, "sale-corrected", {}),
    ],
)
def test_an_event_has_the_sentence_of_its_kind(
    kind: str, event: dict[str, Any], code: str, more: dict[str, Any]
) -> None:
    assert log_wording(kind, event) == (code, {**event, **more})


@pytest.mark.parametrize(("was_sold", "code"), [(True, "sold"), (False, "unsold")])
def test_a_correction_without_a_reason_tells_none(was_sold: bool, code: str) -> None:
    event = {"was_sold": was_sold, "reason": "", "by": "eva"}
    assert log_wording("sale-corrected", event) == (f"sale-corrected.{code}-bare", {"was_sold": was_sold, "by": "eva"})
