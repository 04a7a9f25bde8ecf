"""The machines of each game: they wait for people, never do what is refused, and play by odds reckoned again here."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec import defstruct

from tapete import dos_panos
from tapete.bots import AT_ONCE, Pace, Troupe
from tapete.bots.bot import Move, amount_within, build_act, offer_with_value
from tapete.bots.chemin_de_fer import DRAWS_UP_TO
from tapete.bots.dos_panos import ROSTER
from tapete.bots.dos_panos.players import ACTS, FINALS, TWO_CARDS, Against, is_banker_to_draw
from tapete.bots.punto_banco import Croupier, Player, Temper
from tapete.games.baccarat.effects import Cell, Party, cell
from tapete.games.chemin_de_fer import rules as chemin_rules
from tapete.games.chemin_de_fer.acts import Report, TakeBank
from tapete.games.chemin_de_fer.terms import Accident, Phase as CardPhase
from tapete.games.dos_panos.acts import Stake
from tapete.games.dos_panos.events import BankAwarded, BankDelivered, BankProven, BankSought, BidMade, CoupSettled
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.terms import BankMode, Hand, Phase as TwoClothPhase
from tapete.games.punto_banco.acts import CloseBets, PlaceBet
from tapete.games.punto_banco.terms import Bet, Phase
from tapete.kernel import Act, ActBody, Amount, Choice, Count, FixedValue, Offer, People, PersonId, Several, is_allowed
from tapete.live import Guest, Hall
from tapete.rulebooks import house_library
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.bots.evening import Clock, Room, clock_of_bots, staff_of
from tests.support.bots.tables import ANA, CHEMIN, LARGE, QUICK, meant, play, quiet, until
from tests.support.rows import rows

FIELDS: tuple[tuple[Any, Any, Any], ...] = (
    (FixedValue("punto"), "punto", "punto"),
    (Choice(("a", "b")), "a", "b"),
    (People((PersonId("ana"), PersonId("bea"))), "ana", "bea"),
    (Amount(5, 25, 10), 5, 25),
    (Amount(5, 6, standing=6), 5, 5),
    (Amount(5, 25, 20, standing=5), 25, 25),
    (Amount(7), 7, 7),
    (Amount(None, 7), 7, 7),
    (Count(3, 5), 3, 5),
    (Several(("a", "b", "c"), 2, 3), ("a", "b"), ("c", "b")),
)
"""Fields, and the least and the most of what a machine may put there of its own."""


@rows("field, least, most", FIELDS)
def test_what_a_machine_puts_into_a_field_lies_within_it_up_to_both_ends(field: Any, least: Any, most: Any) -> None:
    acts: Any = {"try": defstruct("Try", [("value", Any)], tag_field="act", tag="try")}
    made = [build_act(acts, Offer("try", {"value": field}), Random(seed)).value for seed in range(60)]  # type: ignore[attr-defined]
    assert [one for one in made if not is_allowed(field, one)] == []
    assert ({least, most} <= {*made}, build_act(acts, Offer("try", {}), Random(1), value=9).value) == (True, 9)  # type: ignore[attr-defined]


@rows(
    "field, wanted, found",
    [
        *((Amount(10, 100, 5), wanted, found) for wanted, found in ((9, 10), (10, 10), (14, 10), (15, 15), (999, 100))),
        *((Amount(10), wanted, found) for wanted, found in ((9, 10), (10_000, 10_000))),
        *((Amount(10, standing=10), wanted, found) for wanted, found in ((9, None), (11, 11))),
        *((Count(2, 4), wanted, found) for wanted, found in ((1, 2), (3, 3), (5, 4))),
    ],
)
def test_an_amount_is_as_near_to_what_a_machine_wants_as_it_is_offered(field: Any, wanted: int, found: Any) -> None:
    assert amount_within(Offer("stake", {"amount": field}), wanted) == found
    offers = [Offer("stake", {"spot": Choice(("x",)), "amount": field}), Offer("stake", {"spot": FixedValue("y")})]
    assert offer_with_value(offers, spot="y") is offers[1]
    assert offer_with_value(offers, spot="y", amount=wanted) is None
    assert offer_with_value(offers, amount=wanted) is (offers[0] if is_allowed(field, wanted) else None)


def test_person_at_the_bank_is_waited_for(tmp_path: Path) -> None:
    """Nobody deals, looks or draws for Ana: while her bank waits for her, nothing happens."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=4)
        for number, what in enumerate((Sit(1), BuyIn(1_000_000))):
            await table.act(Act(ANA, what), f"ana-{number}")
        hall.presence.connect(ANA, "mesa")
        troupe.join("mesa", players=4)
        await until(lambda: any(offer.act == "take-bank" for offer in table.legal(ANA)), troupe=troupe)
        await table.act(Act(ANA, TakeBank(20_000), table.step), "bank")
        await until(lambda: table.view(None).phase is CardPhase.DEAL, troupe=troupe)
        await quiet(table, troupe)
        assert [offer.fixed_value("hand") for offer in table.legal(ANA) if offer.act == "deal-card"] == ["punto"]
        await troupe.stop()

    play(tmp_path, scene)


def test_table_is_not_stopped_by_an_incident(tmp_path: Path) -> None:
    """The inspector rules as the rules propose, and the evening goes on."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall, conduct=Conduct.OBSERVED)
        troupe = Troupe(hall, QUICK, seed=6)
        troupe.join("mesa", players=4)
        inspector = CHEMIN.staff()[Role.INSPECTOR]
        await until(lambda: bool(table.view(None).coup.cards), troupe=troupe)
        await until(lambda: table.view(None).phase in (CardPhase.LIFT, CardPhase.WORD, CardPhase.CARRY), troupe=troupe)
        answer = await table.act(Act(inspector, Report(Accident.STUCK, Party.BANKER), table.step), "report")
        assert answer.refusal is None, answer
        number = CHEMIN.coups(table)
        await until(lambda: not table.view(None).incidents and CHEMIN.coups(table) > number + 1, troupe=troupe)
        await troupe.stop()

    play(tmp_path, scene)


def test_custom_of_the_banker_is_his_table_with_a_card_where_he_may_choose() -> None:
    table = chemin_rules.read(house_library().by_id("chemin-de-fer", "asturias-2011")).banker.table
    for third, most in DRAWS_UP_TO.items():
        for total in range(8):
            says = cell(table, total, third, 7)
            assert (says is not Cell.STAND) == (total <= most), (third, total)


def test_croupier_waits_for_the_people_at_the_table(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        pace = Pace((0, 0), (3600, 3600), (0, 0), (0, 0))
        troupe = Troupe(hall, pace, seed=3)
        await table.act(Act(ANA, Sit(9)), "sit")
        await table.act(Act(ANA, BuyIn(100_000)), "chips")
        hall.presence.connect(ANA, "mesa")
        troupe.join("mesa", players=2)

        def staked() -> int:
            view = table.view(None)
            return len([one for one in view.seats if one.bets]) if view.phase is Phase.BETS else 0

        def assert_waits(move: Move | None) -> None:
            assert move is not None
            assert (move.act, move.clock) == (CloseBets(), "bets")
            assert move.wait[0] > 3_000

        def closes() -> Move | None:
            return meant(hall, Croupier, LARGE.staff()[Role.CROUPIER], pace)

        await until(lambda: staked() == 2, troupe=troupe)
        assert_waits(closes())  # she has not staked: he gives her the time
        await table.act(Act(ANA, PlaceBet(Bet.PUNTO, 1000), table.step), "stake")
        assert staked() == 3
        assert_waits(closes())  # everybody has: the betting stays open for its least time all the same
        await troupe.stop()

    play(tmp_path, scene)


def test_chief_decides_between_equal_stakes(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=2)
        troupe.join("mesa", players=0)
        for number in range(2):  # both stake between one and five minimums on the punto: sooner or later the same
            guest = Guest(hall, "mesa", PersonId(f"bot-twin{number}"))
            troupe._start(Player(guest, AT_ONCE, Random(number), Temper.LOYAL))
        await until(lambda: len(table.view(None).history) > 25, 60)
        await troupe.stop()
        entries = [entry for after in range(0, table.version, 200) for entry in await table.entries(after)]
        awarded = [entry for entry in entries if entry.act["what"]["act"] == "award-hand"]
        assert awarded
        assert {entry.by for entry in awarded} == {LARGE.staff()[Role.TABLE_CHIEF]}

    play(tmp_path, scene)


def test_weights_are_those_of_all_pairs_of_ranks() -> None:
    assert sum(TWO_CARDS) == 13 * 13
    assert TWO_CARDS[0] == 4 * 4 + 9, "two tens, or two that make ten"
    assert FINALS[None] == {5: TWO_CARDS[5], 6: 2 * TWO_CARDS[6], 7: 2 * TWO_CARDS[7]}
    assert set(FINALS[9]) == {9, 0, 1, 2, 3, 4}


def test_against_one_cloth_the_odds_say_what_the_table_says() -> None:
    """Where the table leaves the choice either is about as good; elsewhere it is the better one."""
    table = read(house_library().by_id("dos-panos", "asturias-2011")).banker.table
    for third in (None, *range(10)):
        for total in range(8):
            says = cell(table, total, third, 7)
            if says is not Cell.OPTIONAL:
                assert is_banker_to_draw(total, [Against(100, third)]) == (says is Cell.DRAW), (total, third)


def test_between_two_cloths_that_disagree_the_greater_risk_decides() -> None:
    for much, little in ((Against(900, 8), Against(100, 5)), (Against(900, 5), Against(100, 8))):
        alone, both = is_banker_to_draw(5, [much]), is_banker_to_draw(5, [much, little])
        assert alone == both != is_banker_to_draw(5, [little])


def two_cloths(clock: Clock, seed: str, book: str = "asturias-2011", players: int = 7, **options: Any) -> Room:
    """A table with machines on all its posts and so many players of the machine."""
    options = {"bank_minimum": 1_000_00, "seed": len(seed), **options}
    made = dos_panos.open_table(10_00, rulebook=book, staff=staff_of(ROSTER), **options)
    return Room(made, clock, ROSTER, seed, players, AT_ONCE)


def coups_of(room: Room) -> int:
    return sum(isinstance(one, CoupSettled) for one in room.events)


@rows("mode, book", product(list(BankMode), [one.id for one in house_library().of("dos-panos")]))
def test_bots_play_without_one_refusal_and_the_table_stays_sound(book: str, mode: BankMode) -> None:
    with clock_of_bots() as clock:
        room = two_cloths(clock, f"{book} {mode}", book, mode=mode)
        while coups_of(room) < 3 and room.go_on():
            pass
    assert (coups_of(room), room.refused) == (3, []), room.step


@rows("book, way", [("asturias-2011", BidMade), ("guia", BankSought)])
def test_the_bank_of_a_machine_is_worth_playing_against_where_the_house_asks_for_none(book: str, way: Any) -> None:
    """Promise: people at a table of machines find a bank that covers them all, not one of a single stake."""
    with clock_of_bots() as clock:
        room = two_cloths(clock, "evening", book, bank_minimum=0)
        while not any(isinstance(one, BankDelivered) for one in room.events) and room.go_on():
            pass
    held = [one.amount for one in room.events if isinstance(one, way | BankAwarded)]
    assert held, room.step
    assert min(held) >= 60 * room.table.state.settings.minimum, held


NOT_OF_THE_COUP = {"sit", "sit-behind", "stand-behind", "leave", "cash-out", "join-list", "leave-list"}
NOT_OF_THE_COUP |= {"ask-card-check"}


def any_act(offer: Offer, rng: Random) -> ActBody:
    """Return an act of an offer, with an amount that a lively person might choose."""
    given = {}
    if "amount" in offer.fields and offer.fixed_value("amount") is None:
        least, most = offer.bounds("amount")
        given["amount"] = rng.randint(least, min(most or least + 500_00, least + 500_00)) // 10_00 * 10_00 or least
    return build_act(ACTS, offer, rng, **given)


def test_one_person_plays_an_evening_with_machines_that_are_never_refused() -> None:
    """She does whatever she is offered, in no sensible order; the machines never do what is hers to do."""
    hers, rng = set[str](), Random(1)
    with clock_of_bots() as clock:
        room = two_cloths(clock, "person", "guia", 6)
        for what in (Sit(3), BuyIn(5_000_00)):
            room.act(ANA, what)
        for _ in range(4000):
            if rng.random() < 0.15 or not room.go_on():
                offers = [one for one in room.legal(ANA) if one.act not in NOT_OF_THE_COUP]
                offer = rng.choice([one for one in offers if one.act != "buy-in"] or offers)
                hers |= {offer.act}
                room.act(ANA, any_act(offer, rng))
            if coups_of(room) >= 4 and {"stake", "lift"} <= hers:
                break
    assert (coups_of(room) >= 4, {"stake", "lift"} - hers, room.refused) == (True, set(), []), room.step


def test_the_director_proves_more_where_a_person_stakes_more_than_was_proven() -> None:
    with clock_of_bots() as clock:
        room = two_cloths(clock, "rich", players=6, mode=BankMode.OPEN)
        for what in (Sit(3), BuyIn(10_000_000_00)):
            room.act(ANA, what)
        while room.table.state.phase is not TwoClothPhase.BETS:
            assert room.go_on()
        room.act(ANA, Stake(9_000_000_00, Hand.PRIMERO))
        while not coups_of(room):
            assert room.go_on()
    proven = [one.person for one in room.events if isinstance(one, BankProven)]
    assert (proven.count(room.table.state.banker), room.refused) == (2, [])
