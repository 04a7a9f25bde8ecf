"""Bots of the two-cloth game: their evenings, the banker's third card, and what they do about the bank and places."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.bots import AT_ONCE
from tapete.bots.act_builder import build_act
from tapete.bots.bot import Move
from tapete.bots.dos_panos.mind import ACTS
from tapete.bots.dos_panos.odds import FINALS, TWO_CARDS, Against, gain_of_a_card, is_banker_to_draw
from tapete.bots.dos_panos.players import Player
from tapete.bots.dos_panos.staff import Official
from tapete.bots.dos_panos.strategy import TEMPERS
from tapete.games.baccarat.drawing import Cell, cell
from tapete.games.dos_panos.acts import OpenAuction, Stake
from tapete.games.dos_panos.events import BankProven
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import ActBody, Offer, PersonId, Refused
from tapete.live import Guest, Hall
from tapete.rulebooks import house_library
from tapete.table.acts import BuyIn, Leave, Sit, StandBehind
from tests.support.bots.chair import Chair
from tests.support.bots.tables import DOS_PANOS, QUICK, play
from tests.support.dos_panos.evening import BOOKS, GAME, Evening
from tests.support.dos_panos.table import opened

# --- the third card ---------------------------------------------------------------------------------------------------


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


def test_a_card_is_worth_nothing_where_nothing_lies_at_risk() -> None:
    assert gain_of_a_card(0, [Against(0, 4), Against(0)]) == 0
    assert not is_banker_to_draw(3, [])


# --- evenings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(BankMode))
@pytest.mark.parametrize("book", BOOKS)
def test_bots_play_without_one_refusal_and_the_table_stays_sound(book: str, mode: BankMode) -> None:
    evening = Evening(f"{book} {mode}", book, mode).play(12)
    assert evening.counts["CoupSettled"] == 12, evening.state.phase
    assert evening.refusals == {}


def test_same_seed_same_evening() -> None:
    def played(seed: str) -> list[object]:
        return [one.acts for one in Evening(seed).play(5).turns]

    assert played("a") == played("a")
    assert played("a") != played("b")


def test_six_machines_are_enough_for_both_cloths_and_a_bank() -> None:
    assert Evening("six", players=6).play(40).counts["CoupSettled"] == 40


def test_where_there_are_more_machines_than_places_some_sit_behind_and_some_stand() -> None:
    evening = Evening("crowd", players=16).play(1)
    assert evening.refusals == {}
    for way in ("sit-behind", "stand-behind"):
        assert evening.counts[f"did {way}"], way


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda one: one.name)
def test_tempers_are_shares_of_one(temper: object) -> None:
    shares = ("bids", "takes", "tires", "redeposits", "new_shoe", "banco", "repeats", "second", "thinks_again")
    for name in (*shares, "on_five", "advice", "asks_table", "roams"):
        assert 0 <= getattr(temper, name) <= 1


# --- beside people ----------------------------------------------------------------------------------------------------

ANA = PersonId("ana")
NOT_OF_THE_COUP = (
    "sit",
    "sit-behind",
    "stand-behind",
    "leave",
    "cash-out",
    "join-list",
    "leave-list",
    "ask-card-check",
)


def any_act(offer: Offer, rng: Random) -> ActBody:
    """Return an act of an offer, with an amount that a lively person might choose."""
    given = {}
    if "amount" in offer.fields and offer.fixed_value("amount") is None:
        least, most = offer.bounds("amount")
        given["amount"] = rng.randint(least, min(most or least + 500_00, least + 500_00)) // 10_00 * 10_00 or least
    return build_act(ACTS, offer, rng, **given)


@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
def test_one_person_plays_an_evening_with_machines_that_are_never_refused(book: str) -> None:
    """She does whatever she is offered, in no sensible order; the machines never do what is hers to do."""
    evening, rng = Evening(f"person {book}", book, players=6), Random(1)
    for what in (Sit(3), BuyIn(5_000_00)):
        evening.act(ANA, what)
    hers: set[str] = set()
    for _ in range(4000):
        if rng.random() < 0.15 or not evening.go_on():
            offers = [one for one in GAME.legal(evening.state, ANA) if one.act not in NOT_OF_THE_COUP]
            offer = rng.choice([one for one in offers if one.act != "buy-in"] or offers)
            hers |= {offer.act}
            assert not isinstance(evening.act(ANA, any_act(offer, rng)), Refused)
        if evening.counts["CoupSettled"] >= 15 and {"stake", "lift"} <= hers:
            break
    assert evening.counts["CoupSettled"] >= 15, evening.state.phase
    assert evening.refusals == {}
    assert {"stake", "lift"} <= hers


def test_no_person_is_made_banker_unasked() -> None:
    made = opened().do("pau", StandBehind(1))
    seen = made.play.view("inspector")
    official = Official(Chair(Evening("official", players=0), PersonId("bot-inspector")), AT_ONCE, Random(1))
    offers: dict[str, list[Offer]] = {}
    for offer in made.play.legal("inspector"):
        offers.setdefault(offer.act, []).append(offer)
    assert "announce-bank" in offers
    for serial in range(40):
        step = msgspec.structs.replace(seen.step, serial=serial)
        move = official.choose(msgspec.structs.replace(seen, step=step), offers)
        assert move is not None
        assert isinstance(move.act, OpenAuction)


def test_the_director_proves_more_where_a_person_stakes_more_than_was_proven() -> None:
    evening = Evening("rich", mode=BankMode.OPEN, players=6)
    for what in (Sit(3), BuyIn(10_000_000_00)):
        evening.act(ANA, what)
    while evening.state.phase is not Phase.BETS:
        assert evening.go_on()
    assert not isinstance(evening.act(ANA, Stake(9_000_000_00, Hand.PRIMERO)), Refused)
    evening.play(1)
    assert (evening.counts["CoupSettled"], evening.refusals) == (1, {})
    proven = [event.person for made in evening.turns for event in made.events if isinstance(event, BankProven)]
    assert proven.count(evening.state.banker) == 2


def test_no_open_bank_is_awarded_before_everybody_there_could_prove_a_deposit() -> None:
    evening = Evening("proofs", mode=BankMode.OPEN).play(4)
    begun = [made.state for made in evening.turns if {"AuctionOpened", "BankAwarded"} & kinds(made)]
    assert begun
    assert all(set(state.seats.people()) <= set(state.proofs) for state in begun)


def kinds(made: Any) -> set[str]:
    return {type(event).__name__ for event in made.events}


# --- two who go at once -----------------------------------------------------------------------------------------------


def test_whoever_went_while_another_went_comes_back_in_the_same_window_and_stays(tmp_path: Path) -> None:
    """Two leave one cloth between two looks, so that nobody is left on it: both are needed again."""

    async def scene(hall: Hall) -> None:
        await DOS_PANOS.open(hall)
        bots = [
            Player(Guest(hall, "mesa", PersonId(f"bot-{seat}")), QUICK, Random(seat), TEMPERS[0], place=seat)
            for seat in (1, 2, 6, 7)
        ]
        for bot in bots:
            assert await bot._do(Move(Sit(bot.place or 0), (0.0, 0.0), "place")) is None
        first, second = bots[:2]
        step = first.seat.step
        for bot in (first, second):
            assert await bot._do(Move(Leave(), (0.0, 0.0), "leave")) is None
        for bot in (first, second):
            taken = await bot._do(Move(Sit(6), (0.0, 0.0), "place"))
            assert taken is not None
            assert taken.code == "seat-taken"
            move = bot._move()
            assert move is not None
            assert isinstance(move.act, Sit)
            assert await bot._do(move) is None
            bot.temper = msgspec.structs.replace(bot.temper, roams=1.0)
            again = bot._goes(bot.seat.view(), {"leave": [Offer("leave")]})
            assert again is None, "nobody goes twice in one window"
        assert first.seat.step == step

    play(tmp_path, scene)
