"""Habits of the machine that is croupier at two cloths: which of its duties comes first, when, and on which clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.dos_panos.croupier import Croupier
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.terms import PREPARING, WORD_OF, Hand, Phase
from tapete.games.dos_panos.view.parts import BankView, CardView
from tapete.kernel import Amount, Count, FixedValue, Offer, PersonId
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.bots.habits import (
    ANA,
    BEA,
    BETS,
    BETWEEN,
    BOT,
    PATIENCE,
    SILENCE,
    THINK,
    bot,
    chosen,
    offer,
    seen_by,
)  # fmt: skip

P, S, B = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA
EMPTY = seen_by(game.open_table(seed=1).view(BOT), Role.CROUPIER)


def bank(banker: str) -> BankView:
    return BankView(PersonId(banker), 1_000, 1_000, 1_000, False, 3, 1)


DUTY = replace(EMPTY, bank=bank(ANA), phase=Phase.BETWEEN, conduct=Conduct.STRICT)
CASE = SimpleNamespace(serial=3, kind="stuck", proposed_effects=())


def of(name: str, hand: Hand, main: bool = True) -> Offer:
    return offer(name, main, hand=FixedValue(str(hand)))


def duty(view: Any, *offers: Offer) -> Move | None:
    return chosen(bot(Croupier), view, *offers)


def deed(view: Any, *offers: Offer) -> tuple[str, Any, Any, str, str] | None:
    """Return the act, its hand or word, how long it waits, what it is about and its clock."""
    move = duty(view, *offers)
    if move is None:
        return None
    assert move.act is not None
    act: Any = move.act
    told = next((str(getattr(act, name)) for name in ("hand", "word") if hasattr(act, name)), None)
    return str(act.__struct_config__.tag), told, move.wait, str(move.about), move.clock


def in_phase(phase: Phase, **changes: Any) -> Any:
    return replace(DUTY, phase=phase, **changes)


def in_coup(phase: Phase, **changes: Any) -> Any:
    return in_phase(phase, coup=replace(DUTY.coup, **changes))


# --- whose post it is -------------------------------------------------------------------------------------------------


def test_only_who_holds_a_post_does_its_duties() -> None:
    assert duty(DUTY, offer("settle")) is not None
    assert duty(seen_by(DUTY), offer("settle")) is None
    assert duty(replace(DUTY, me=None), offer("settle")) is None


def test_while_an_incident_is_open_he_picks_up_cards_and_does_nothing_else() -> None:
    waiting = replace(DUTY, incidents=(CASE,))  # type: ignore[arg-type]
    fallen = offer("pick-up", position=FixedValue(7))
    assert deed(waiting, offer("settle"), fallen) == ("pick-up", None, THINK, "7", "")
    assert deed(DUTY, offer("settle"), fallen) == ("pick-up", None, THINK, "7", "")
    assert deed(waiting, offer("settle"), offer("stand-in", hand=FixedValue(str(P))), of("lift", B)) is None


# --- the shoe ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(
    ("step", "fields", "wait", "given"),
    [
        ("count-pack", {"count": Count(0, 312)}, THINK, {"count": 312}),
        ("shuffle-pack", {}, THINK, {}),
        ("cut-pack", {"depth": Amount(100, 100)}, PATIENCE, {"depth": 100}),
        ("insert-stop-card", {"below": Count(7, 20)}, THINK, {"below": 7}),
        ("check-cards", {"found": Count(0, 208)}, THINK, {"found": 208}),
        ("lay-out-packs", {}, THINK, {}),
        ("leave", {}, None, {}),
    ],
)
def test_the_packs_are_prepared_with_all_their_cards(
    phase: Phase, step: str, fields: dict[str, Any], wait: Any, given: dict[str, int]
) -> None:
    move = duty(in_phase(phase), offer(step, **fields))
    if phase not in PREPARING or wait is None:
        assert move is None or move.act is None
        return
    assert move is not None
    act: Any = move.act
    assert (act.__struct_config__.tag, move.wait, move.about) == (step, wait, step)
    assert {name: getattr(act, name) for name in given} == given
    assert duty(in_phase(phase), offer(step, False, **fields)) is None


# --- the betting ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("banker", "wait"), [(ANA, PATIENCE), (BOT, BETWEEN), (None, BETWEEN)])
def test_a_person_who_holds_the_bank_has_longer_before_the_betting_opens(banker: str | None, wait: Any) -> None:
    view = replace(DUTY, bank=None if banker is None else bank(banker))
    assert deed(view, offer("open-bets")) == ("open-bets", None, wait, "None", "")
    assert duty(view, offer("open-bets", False)) is None


def test_calls_and_betting_close_on_their_clock_once_somebody_has_staked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "time", SimpleNamespace(monotonic=lambda: 100.0))
    ends, laid = str(100.0 + BETS[0]), (SimpleNamespace(person=BEA),)
    calls = deed(in_phase(Phase.BANCO), offer("close-calls"))
    assert calls == ("close-calls", None, BETS, ends, "bets")
    open_ = in_coup(Phase.BETS, laid=laid)
    assert deed(open_, offer("close-bets")) == ("close-bets", None, BETS, ends, "bets")
    for view, offers in ((in_phase(Phase.BETS), (offer("close-bets"),)), (open_, ()), (in_phase(Phase.BETS), ())):
        move = duty(view, *offers)
        assert move == Move(None, BETS, ends, "bets")
    assert duty(in_coup(Phase.DEAL, laid=laid), offer("close-bets")) is None


def test_a_betting_whose_time_is_over_has_no_clock_and_closes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(betting, "time", SimpleNamespace(monotonic=lambda: now[0]))
    croupier, view = bot(Croupier), in_phase(Phase.BETS)
    assert chosen(croupier, view) == Move(None, BETS, str(100.0 + BETS[0]), "bets")
    now[0] += BETS[0]
    assert chosen(croupier, view) is None
    late = chosen(croupier, in_coup(Phase.BETS, laid=(SimpleNamespace(person=BEA),)), offer("close-bets"))
    assert late is not None
    assert late.wait == (0.0, 0.0)


# --- the cards --------------------------------------------------------------------------------------------------------


def test_cards_are_carried_before_the_coup_is_settled_and_each_when_it_is_due() -> None:
    view = in_phase(Phase.ANSWER)
    carries, settles = offer("carry-cards"), offer("settle")
    assert deed(view, settles, carries) == ("carry-cards", None, THINK, "None", "")
    assert deed(view, settles) == ("settle", None, THINK, "None", "")
    assert deed(view, offer("carry-cards", False), offer("settle", False)) is None


@pytest.mark.parametrize("phase", [Phase.SHOW, Phase.SETTLE])
@pytest.mark.parametrize(("hidden", "hand"), [((P, S, B), P), ((S, B), S), ((B,), B), ((P,), P), ((), None)])
def test_hidden_hands_are_shown_one_after_the_other(phase: Phase, hidden: tuple[Hand, ...], hand: Hand | None) -> None:
    cards = tuple(CardView(at, str(one), None, one not in hidden) for at, one in enumerate((P, S, B)))
    view = in_coup(phase, cards=cards)
    shows = tuple(of("show-hand", one) for one in (B, S, P))
    shown = phase is Phase.SHOW and hand is not None
    assert deed(view, *shows) == (("show-hand", str(hand), PATIENCE, str(hand), "") if shown else None)
    only = tuple(one for one in shows if one.fixed_value("hand") != (hand and str(hand)))
    second = [one for one in hidden if one is not hand]
    assert deed(view, *only) == (
        ("show-hand", str(second[0]), PATIENCE, str(second[0]), "") if shown and second else None
    )


def holding(cloth: Hand, phase: Phase, total: int | None, holder: str = BOT) -> Any:
    cloths = tuple(replace(one, holder=holder if one.hand is cloth else ANA) for one in DUTY.coup.cloths)
    return in_coup(phase, cloths=cloths, totals={} if total is None else {str(cloth): total})


SAYS = tuple(offer("say", word=FixedValue(str(word))) for word in (Word.NO, Word.CARTA))


@pytest.mark.parametrize("cloth", [P, S])
@pytest.mark.parametrize(
    ("total", "said", "expected"),
    [
        (None, True, ("lift", None)),
        (0, True, ("say", "carta")), (4, True, ("say", "carta")), (5, True, ("say", "no")), (7, True, ("say", "no")),
        (8, True, ("lay-down", None)), (9, True, ("lay-down", None)),
        (3, False, ("lay-down", None)), (6, False, ("lay-down", None)),
    ],
)  # fmt: skip
def test_a_hand_that_fell_to_the_croupier_is_played_by_the_scheme_in_its_turn(
    cloth: Hand, total: int | None, said: bool, expected: tuple[str, str | None]
) -> None:
    other = P if cloth is S else S
    both = [of(name, hand, main=False) for name in ("lift", "lay-down") for hand in (other, cloth)]
    offers = (*both, *(SAYS if said else ()))
    view = holding(cloth, WORD_OF[cloth], total)
    told = str(cloth) if expected[1] is None else expected[1]
    assert deed(view, *offers) == (expected[0], told, THINK, str(cloth), "")
    assert deed(holding(cloth, WORD_OF[other], total), *offers) is None
    assert deed(holding(cloth, WORD_OF[cloth], total, ANA), *offers) is None
    assert deed(view) is None


def test_he_takes_over_the_cards_of_a_player_who_has_gone_first() -> None:
    view = holding(P, Phase.FIRST_WORD, 3)
    takes = offer("stand-in", False, hand=FixedValue(str(S)), cloth=FixedValue(str(S)))
    found = deed(view, *SAYS, takes)
    assert found is not None
    assert (found[0], found[2:]) == ("stand-in", (PATIENCE, str(view.step), ""))


# --- for people who are not there -------------------------------------------------------------------------------------

FOR_THE_BANKER = ("deliver-bank", "lay-down", "give-card", "draw-card", "stand", "deal-card", "lift")


@pytest.mark.parametrize("first", range(len(FOR_THE_BANKER)))
def test_he_does_for_the_banker_what_comes_first_and_looks_last(first: int) -> None:
    names = FOR_THE_BANKER[first:]
    hands = {"lay-down": B, "give-card": P, "deal-card": S, "lift": B}
    view = in_phase(Phase.BANKER)

    def made(name: str, main: bool = True) -> Offer:
        if name in hands:
            return of(name, hands[name], main)
        return offer(name, main, **({"amount": Amount(1, 1)} if name == "deliver-bank" else {}))

    found = deed(view, *(made(name) for name in reversed(names)))
    assert found is not None
    assert (found[0], found[2:]) == (names[0], (PATIENCE, str(view.step), ""))
    assert deed(view, *(made(name, main=False) for name in names)) is None
    assert deed(replace(view, conduct=Conduct.OBSERVED), *map(made, names)) is None
    assert deed(replace(view, bank=None), *map(made, names)) is None


@pytest.mark.parametrize("name", ["lay-down", "lift"])
@pytest.mark.parametrize("cloth", [P, S])
def test_he_lifts_and_lays_down_no_cloth_for_the_banker(name: str, cloth: Hand) -> None:
    view = in_phase(Phase.ANSWER)
    assert deed(view, of(name, cloth)) is None
    assert deed(view, of(name, cloth), of(name, B)) == (name, str(B), PATIENCE, str(view.step), "")


@pytest.mark.parametrize(("away", "phase", "leaves"), [
    ((), Phase.BETWEEN, False), ((ANA,), Phase.BETWEEN, True), ((BEA,), Phase.BETWEEN, False), ((), Phase.BROKEN, True),
])  # fmt: skip
def test_the_bank_is_left_for_a_banker_who_is_away_or_puts_nothing_into_a_broken_one(
    away: tuple[str, ...], phase: Phase, leaves: bool
) -> None:
    view = in_phase(phase, away=away)
    for main in (True, False):
        found = deed(view, offer("leave-bank", main))
        assert found == (("leave-bank", None, PATIENCE, str(view.step), "") if leaves else None)


def test_a_banco_that_nobody_repeats_is_let_be() -> None:
    move = duty(in_phase(Phase.REPEAT), offer("repeat-banco", False))
    assert move is not None
    act: Any = move.act
    assert (act.again, move.wait) == (False, PATIENCE)


@pytest.mark.parametrize(("name", "clock"), [("call-person", "silence"), ("call-off", "")])
def test_after_a_long_silence_he_calls_or_ends_what_nobody_goes_on_with(name: str, clock: str) -> None:
    view = in_phase(Phase.ANSWER)
    assert deed(view, offer(name, False)) == (name, None, SILENCE, str(view.step), clock)
    both = (offer("call-off", False), offer("call-person", False))
    found = deed(view, *both)
    assert found is not None
    assert found[0] == "call-person"
    assert deed(view, *both, offer("settle")) == ("settle", None, THINK, "None", "")
