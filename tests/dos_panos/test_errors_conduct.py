"""Slowness, advice, late claims, orders of the inspector and of reports: section DP.C5."""

from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest

from tapete.catalogue import house_games, house_limits
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.events import TimeWarned
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tapete.kernel import CLOCK, TimeLimit
from tests.support.dos_panos.observed import Observed, betting, dealt, first_cards, spoken
from tests.support.dos_panos.options import altered, under
from tests.support.dos_panos.table import BANKER, Table
from tests.support.dos_panos.walk import go_on
from tests.support.observed import BOTH, both
from tests.support.orders import parted_by_order, reports

PRIMERO, SEGUNDO, BANCA = Hand
PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")


@both("DP.C5.03")
def test_who_announces_too_late_holds_no_cards_from_the_next_coup(real: bool) -> None:
    made = dealt(PLAIN + " " + PLAIN, real=real).report(Accident.TOO_SLOW, fx.Party.PLAYER)
    assert made.incident.proposed_effects == (fx.BarPerson("ana", fx.BarredAction.CARDS, fx.Until.SHOE),)
    made.ruled("croupier").said("1", "no").said("2", "no").looked().banker(Stand()).shown().settled()
    made.bets().staked(ana=100_00, bea=100_00, carla=100_00).closed()
    assert made.state.holder(PRIMERO) == "bea"


def test_who_is_barred_until_the_bank_changes_hands_plays_when_it_has() -> None:
    """A ruling may bar somebody until the bank is passed: in this game it passes when its banker leaves it."""
    made = dealt(PLAIN).report(Accident.OTHER, fx.Party.PLAYER, person="bea", note="habla con la banca")
    bar = fx.BarPerson("bea", fx.BarredAction.CARDS, fx.Until.NEXT_PASS)
    made.do("inspector", GiveRuling(made.incident.serial, (bar,), "hasta que cambie la banca"))
    made.said("1", "no").said("2", "no").looked().banker(Stand()).shown().settled()
    assert made.state.bars.is_barred("bea", fx.BarredAction.CARDS), "the bar lasts past the coup"
    made.do("rosa", a.LeaveBank())
    assert not made.state.bars.is_barred("bea", fx.BarredAction.CARDS), "the bank has changed hands"


@both("DP.C5.04")
def test_nobody_but_the_croupier_advises(real: bool) -> None:
    made = dealt(first_cards("2s 3s", "2h 5h", "2c 5c"), real=real)
    own = a.Report(Accident.ADVICE, fx.Party.PLAYER, hand=PRIMERO, person="ana")
    assert made.why("croupier", own, "DP.C5.04") == "advice-own"
    made.report(Accident.ADVICE, fx.Party.PLAYER, hand=PRIMERO, person="bea")
    assert "DP.C5.04" in made.incident.clauses


@both("DP.C5.05")
def test_an_advised_player_plays_by_the_scheme_and_stands_on_five(real: bool) -> None:
    made = dealt(f"{first_cards('2s 3s', '2h 5h', '2c 5c')} 9s", real=real)
    made.report(Accident.ADVICE, fx.Party.PLAYER, hand=PRIMERO, person="bea")
    assert made.incident.proposed_effects == (fx.BindToScheme("primero", fx.Cell.STAND),)
    made.ruled("croupier")
    drew = made.fork().said("1", "carta").said("2", "no").looked().given().banker(Stand()).shown()
    assert drew.codes == ["wrong-word"]
    made.said("1", "no").said("2", "no").looked().banker(Stand()).shown()
    nine, lost, void = fx.DeemTotal(PRIMERO, 9), fx.LoseCoup(BANCA), fx.VoidCoup(PRIMERO)
    wins = {(nine,): "punto", (lost,): "punto", (lost, fx.LoseCoup(PRIMERO)): "banca", (void,): None}
    for late, won in wins.items():
        other = made.fork().report(Accident.OTHER).ruled("inspector", late).settled()
        assert other.state.history[-1].winners.get(PRIMERO) == won, "the inspector's last word decides"


@BOTH
@under("DP.C5.12", "", "GUIDE")
def test_no_claim_is_heard_once_the_coup_is_settled(real: bool, book: str) -> None:
    made = spoken(PLAIN, "no", "no", real=real, book=book).banker(Stand()).shown()
    made.do("inspector", a.RecordClaim("carla", 1, "said eight"))
    made.settled().do("inspector", a.RecordClaim("carla", 1, "said eight"))
    kept = [one.is_admitted for turn in made.turns for one in turn.events if isinstance(one, ClaimRecorded)]
    assert kept == [True, False]
    assert made.refused("inspector", a.RecordClaim("carla", 7, "x")).code == "no-such-coup"
    assert made.refused("ana", a.RecordClaim("ana", 1, "x")).code == "not-your-post"


@both("DP.C5.13")
def test_what_nobody_foresaw_is_the_inspectors(real: bool) -> None:
    made = betting(PLAIN, real=real).report(Accident.OTHER, note="a glass fell over")
    assert (made.incident.open_to_judgement, made.incident.proposed_effects) == (True, ())
    assert made.why("croupier", GiveRuling(1, (fx.NoteOnly("glass"),), "wiped"), "DP.C5.13") == "not-your-post"
    assert made.refused("inspector", GiveRuling(1, (fx.NoteOnly("glass"),))).code == "reason-missing"
    made.ruled("inspector", (fx.NoteOnly("glass"),))
    assert made.phase is Phase.BETS


limit_of = house_limits(house_games())["dos-panos"]


def limit(phase: str, seconds: int, name: str) -> TimeLimit:
    return TimeLimit(phase, seconds, a.TimeUp(), name)


def warning(made: Table) -> TimeWarned:
    made.do(CLOCK, a.TimeUp())
    (event,) = made.turns[-1].events
    assert isinstance(event, TimeWarned)
    return event


@both("DP.C5.01")
def test_the_clock_warns_of_cards_that_are_looked_at_slowly(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__look_s=7))
    for who in ("croupier", "ana", BANKER):
        assert made.refused(who, a.TimeUp()).code == "not-yours"
    assert limit_of(made.state) == limit("first-word", 7, "look")
    assert "DP.C5.01" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 7, "primero")
    assert made.phase is Phase.FIRST_WORD


@both("DP.C5.02")
def test_the_clock_warns_of_cards_that_are_held_too_long_from_when_they_were_lifted(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__hold_s=60)).do("ana", a.Lift(PRIMERO))
    assert limit_of(made.state) == limit("first-word", 60, "hold")
    assert "DP.C5.02" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 60, "primero")


@pytest.mark.clause("DP.C5.02", document="GUIDE")
def test_the_guide_names_the_looking_alone_and_for_the_holding_it_falls_back() -> None:
    held = dealt(PLAIN, book="guia").do("ana", a.Lift(PRIMERO)).play.attempt(a.TimeUp(), CLOCK)
    assert [(one.person, one.is_word_late) for one in held.events] == [("ana", False)]
    assert "DP.C5.02" in held.rests_on


BOOKS = pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "catalogo-51-53", "guia"])
MOVED = (fx.AssignCard(6, "banca-3"), fx.AssignCard(6, "primero-3"), fx.SetAside(6), fx.NoteOnly("lies there"))


def asked_and_stood(first: str, second: str, book: str) -> Observed:
    made = dealt(first_cards(first, second, "Ks 5s") + " 9d 8h 5h 3c", book=book).said("1", "carta").said("2", "no")
    return made.looked().given()


@BOOKS
@pytest.mark.clause("DP.C2.09")
def test_a_card_that_waits_comes_back_from_the_basket_and_lies_where_an_official_has_it(book: str) -> None:
    start = (
        asked_and_stood("3s 3h", "2c 5d", book)
        .report(Accident.MISSPOKEN, fx.Party.PLAYER, hand=PRIMERO)
        .ruled()
        .ruled()
    )
    reports = a.Report(Accident.BASKET, None, position=6), a.Report(Accident.OTHER)
    for report, effect, decision in product(reports, MOVED, (Stand(), DrawCard())):
        made = start.fork().do("croupier", report)
        if report.accident is Accident.BASKET:
            assert made.incident.proposed_effects == start.state.coup.cards.marks.aside, "it waits again"
        made.ruled("inspector", (effect,)).do(BANKER, *((decision,) if made.phase is Phase.BANKER else ())).shown()
        assert made.phase in (Phase.SHOW, Phase.SETTLE), "the table goes on"
        if book == "guia" and effect == MOVED[0]:
            assert (made.place(6), made.codes) == ("banca-3", []), "the card that he had to take is his already"


OF_CLOTHS = product((Accident.MISSPOKEN, Accident.TWO_WORDS, Accident.THROWN), (PRIMERO, SEGUNDO))
TOLD = [a.Report(accident, fx.Party.PLAYER, hand=cloth) for accident, cloth in OF_CLOTHS]
TOLD += [
    a.Report(Accident.ADVICE, fx.Party.BYSTANDER, hand=BANCA),
    a.Report(Accident.THROWN, fx.Party.CROUPIER, hand=PRIMERO),
]
TOLD += [a.Report(Accident.EXPOSED, party, position=1) for party in (fx.Party.BANKER, fx.Party.CROUPIER)]
TOLD += [a.Report(Accident.MISANNOUNCED, fx.Party.BANKER)]
SCORES, WORDS = ("As 2s", "2s 3s", "2s 4s", "3s 4s", "3s 5s"), tuple(product(("carta", "no"), repeat=2))


def both_spoken(book: str, first: str, second: str, words: tuple[str, str], is_given: bool) -> Observed:
    made = dealt(first_cards(first, second.replace("s", "h"), "2c 3c") + " 6d 8d 4d 9d 2d 3d", book=book)
    made.said("1", words[0]).said("2", words[1])
    return made.looked().given() if is_given and made.phase in (Phase.ANSWER, Phase.BANKER) else made


def closed(made: Observed) -> None:
    while made.state.docket.open:
        made.ruled("inspector", made.incident.proposed_effects or (fx.NoteOnly("as it lies"),))


def bound(made: Observed, decision: DrawCard | Stand) -> object:
    """Return what is found of a banker who decides so, else how the coup ends."""
    while made.phase in COUP and made.phase is not Phase.SETTLE:
        shown = [one.code for case in made.state.docket.open for one in case.faults if one.facts.get("hand") == BANCA]
        if shown:
            return shown
        if made.state.docket.open:
            closed(made)
        elif made.phase is Phase.BANKER and made.accepts(BANKER, decision):
            made.do(BANKER, decision)
        else:
            go_on(made)
    return sorted(made.result().items())


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3])
def test_the_order_of_reports_changes_no_duty_of_the_banker(count: int) -> None:
    """Where the ruling of one leaves the next nothing to be about, that order is none."""
    coups = product(("asturias-2011", "guia"), SCORES, SCORES, WORDS, (True, False), combinations(TOLD, count))
    for *coup, told in Random(count).sample(tuple(coups), 40):
        found, start = {}, both_spoken(*coup)
        for order, together in product(permutations(told), (True, False)):
            made, left = start.fork(), list(order)
            while left and made.accepts("croupier", left[0]):
                made.do("croupier", left.pop(0))
                if not (together and left):
                    closed(made)
            if not left:
                found[together, order] = [bound(made.fork(), one) for one in (DrawCard(), Stand())]
        assert len(set(map(repr, found.values()))) <= 1, f"the order of {told} in {coup} decides: {found}"


@pytest.mark.parametrize("order", list(permutations((PRIMERO, SEGUNDO))))
def test_under_the_guide_the_first_cloths_card_is_the_bankers_whoever_misspoke_first(order: tuple[Hand, ...]) -> None:
    """Both asked with seven: the first cloth's card goes to the banker, who has to take it (GUIDE 16 paragraph 2)."""
    made = both_spoken("guia", "3s 4s", "3s 4s", ("carta", "carta"), True)
    for cloth in order:
        closed(made.report(Accident.MISSPOKEN, fx.Party.PLAYER, hand=cloth))
    assert bound(made.fork(), Stand()) == ["card-not-taken"]
    assert made.banker(DrawCard()).place(6) == "banca-3"


def test_a_hand_that_was_thrown_in_has_shown_nothing() -> None:
    """It counts nought unseen (C.5 paragraph 4): a banker who names a wrong score is free as before (paragraph 5)."""
    made = both_spoken("asturias-2011", "2s 3s", "3s 4s", ("no", "no"), True)
    closed(made.report(Accident.THROWN, fx.Party.PLAYER, hand=PRIMERO))
    made.report(Accident.MISANNOUNCED, fx.Party.BANKER)
    assert (made.incident.proposed_effects, made.incident.clauses) == ((fx.NoteOnly("may-still-draw"),), ("DP.C5.10",))


@cache
def reached(step: str, book: str) -> Observed:
    shoe = first_cards("2s 3s", "2h 3h", "2c 3c") + " 3s 4s 6s 7s 8s 9s"
    if step == "first word":
        return dealt(shoe, book=book)
    if step == "answer":
        return dealt(shoe, book=book).said("1", "carta").said("2", "no").looked()
    if step == "deal":
        return betting(shoe, book=book).closed()
    early = betting(shoe, book=book).report(Accident.EARLY_DRAW, fx.Party.BANKER, count=2).ruled("croupier")
    return early if step == "early cards" else early.closed().dealt("1")


ONE_OF_A_KIND = {
    Accident.EXPOSED: ({fx.Party.BANKER, fx.Party.CROUPIER}, {0, 2, 3}, {None}),
    Accident.FLOOR: ({None}, {0, 2}, {None}),
    Accident.BASKET: ({None}, {0, 2}, {None}),
    Accident.EXPOSED_IN_SHOE: ({None}, {None, 0}, {None}),
    Accident.ADVICE: ({fx.Party.BYSTANDER}, {None}, {PRIMERO, BANCA}),
    Accident.THROWN: ({fx.Party.PLAYER}, {None}, {PRIMERO}),
    Accident.TWO_WORDS: ({fx.Party.PLAYER}, {None}, {PRIMERO}),
    Accident.MISSPOKEN: ({fx.Party.PLAYER}, {None}, {PRIMERO}),
    Accident.MISPLACED: ({fx.Party.BANKER}, {None, 0}, {None}),
    Accident.WRONG_HOLDER: ({fx.Party.BYSTANDER}, {None}, {PRIMERO}),
}


def is_one_of_its_kind(what: a.Report) -> bool:
    """Return True but for reports that differ from another only by a card, a cloth or a hand like it."""
    same = ONE_OF_A_KIND.get(what.accident, ({None, fx.Party.BANKER, fx.Party.PLAYER}, {None}, {None, *Hand}))
    return all(one in fit for one, fit in zip((what.fault_of, what.position, what.hand), same, strict=True))


RULES = ("asturias-2011", "guia")
SEEN_FIRST = {Accident.BASKET, Accident.WRONG_HOLDER}
"""Whether a card was seen before it fell asks what came first: that the reports say by their order (decision 41)."""


@pytest.mark.clause("DP.C2.05", "DP.C1.08")
@pytest.mark.parametrize(
    ("step", "book"),
    [*product(("early cards", "first of early cards", "deal"), RULES), ("first word", RULES[0]), ("answer", RULES[1])],
)
def test_the_order_of_three_reports_changes_neither_what_is_cited_nor_who_rules(step: str, book: str) -> None:
    """Both cards of a cloth exposed are one case, whatever was reported between: nobody else has to judge it."""
    start = reached(step, book)
    told = [one for one in reports(start) if is_one_of_its_kind(one)]
    for of, found in parted_by_order(start, told, 3, 600):
        assert {one.accident for one in of} >= SEEN_FIRST, (of, found)
