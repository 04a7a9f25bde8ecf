"""Bad input: a stable code, and nothing of the table changes."""

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, Refused, RefusedError, Step
from tests.support.punto_banco.tables import (
    BANCA,
    PLAYER_WINS,
    PUNTO,
    TEN_EACH,
    betting,
    dealt,
    hands,
    opened,
    ready,
    refused,
    staked,
    turned,
)
from tests.support.rows import rows

W = pb.Phase


@rows("amount", [0, -1, -1000, 10**13 + 1, 10**40, 10.5, 1000.0, True, "1000", None, [1000]])
def test_an_amount_is_whole_cents_above_nothing(amount):
    table = betting(ready())
    refused(table, pb.PlaceBet(PUNTO, amount), "bea", "malformed")
    refused(table, pb.BuyIn(amount), "bea", "malformed")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"act": "place-bet", "bet": "punto", "amount": amount}, PUNTO_BANCO.act_types)


def test_an_amount_beyond_reason_is_refused_by_the_table():
    table = betting(ready())
    refused(table, pb.PlaceBet(PUNTO, 10**13), "bea", "above-maximum")


@rows(
    "tree",
    [
        {"act": "place-bet", "bet": "punto", "amount": 1000, "free": True},
        {"act": "place-bet", "bet": "punto"},
        {"act": "place-bet", "bet": "roja", "amount": 1000},
        {"act": "deal", "card": "As"},
        {"act": "open-sesame"},
        {"act": "sit", "seat": "1"},
        {"act": "sit", "seat": 1.0},
        {"act": "give-ruling", "serial": 1, "effects": [{"effect": "hang"}], "reason": "x"},
        {"act": "report-incident", "kind": "Not A Code"},
        {"act": "record-claim", "person": "bea", "coup": 0, "note": "x"},
        {},
        [],
    ],
)
def test_acts_are_read_strictly(tree):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(tree, PUNTO_BANCO.act_types)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(tree), type=PUNTO_BANCO.act_types)


def test_fields_of_the_wrong_kind_are_malformed():
    table = betting(ready())
    for what in (
        pb.PlaceBet("roja", 1000),
        pb.Sit("one"),
        pb.CutPack(0),
        pb.CutPack(1001),
        pb.RecordClaim("bea", 1, ""),
        pb.RecordClaim("bea", 1, "x" * 401),
        pb.ReportIncident("x" * 41),
        pb.GiveRuling(1, ("void-coup",), "x"),
        pb.AwardHand(None),
    ):
        refused(table, what, "bea", "malformed")


WINDOWS = {
    W.BETWEEN: lambda: ready(),
    W.BETS: lambda: staked(betting(ready()), TEN_EACH),
    W.PLAYER_SHOWS: lambda: dealt(ready()),
    W.BANK_SHOWS: lambda: dealt(ready()).do(pb.ShowHand(pb.Hand.PUNTO), by="bea"),
    W.PLAYER_DRAWS: lambda: hands("Ks Kd 2h 5c 4d 9d"),
    W.BANK_DRAWS: lambda: hands("Ks Kd 6h 5c 4d"),
    W.SETTLE: lambda: hands(PLAYER_WINS),
}
STEPS = {
    W.BETWEEN: (pb.OpenBets(), "croupier"),
    W.BETS: (pb.CloseBets(), "croupier"),
    W.PLAYER_SHOWS: (pb.ShowHand(pb.Hand.PUNTO), "bea"),
    W.BANK_SHOWS: (pb.ShowHand(pb.Hand.BANCA), "ana"),
    W.PLAYER_DRAWS: (pb.DrawCard(pb.Hand.PUNTO), "ana"),
    W.BANK_DRAWS: (pb.DrawCard(pb.Hand.BANCA), "ana"),
    W.SETTLE: (pb.Settle(), "croupier"),
}


OTHERWISE = {
    **{(window, W.BETS): "bets-closed" for window in WINDOWS},
    (W.PLAYER_SHOWS, W.BANK_SHOWS): "player-hand-first",
    (W.BANK_DRAWS, W.PLAYER_DRAWS): "must-stand",
    (W.SETTLE, W.PLAYER_DRAWS): "must-stand",
    (W.SETTLE, W.BANK_DRAWS): "must-stand",
}
"""Where the step of another window is refused for a reason of its own; anywhere else the window is the wrong one."""

CLAUSES = {
    W.BETWEEN: "PB.B.09",
    W.PLAYER_SHOWS: "PB.B.15",
    W.BANK_SHOWS: "PB.B.18",
    W.PLAYER_DRAWS: "PB.B.22",
    W.BANK_DRAWS: "PB.B.23",
    W.SETTLE: "PB.B.25",
}
"""The clause that gives a step its time."""


@rows("window", [*WINDOWS])
def test_each_window_takes_its_own_step_only(window):
    table = WINDOWS[window]()
    assert table.view().phase is window
    for own, (what, by) in STEPS.items():
        made = table.attempt(what, by)
        if own is window:
            assert not isinstance(made.outcome, Refused)
        else:
            assert isinstance(made.outcome, Refused)
            assert made.outcome.code == OTHERWISE.get((window, own), "wrong-window")
            if made.outcome.code == "wrong-window" and own in CLAUSES:
                assert made.outcome.clauses == (CLAUSES[own],)
            assert made.state is table.state
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(9), pb.InsertCutCard(), pb.BurnCards()):
        refused(table, what, "croupier", "wrong-window")


AUTHORITY = {pb.ShowHand: "not-holding-hand", pb.DrawCard: "not-the-dealer"}
"""What somebody else is told who would do such a step; of any other it is that it is not his post."""


@rows("window", [*WINDOWS])
def test_each_step_is_one_persons(window):
    table = WINDOWS[window]()
    what, own = STEPS[window]
    for who in ("ana", "bea", "croupier", "chief", "onlooker"):
        if who != own:
            made = table.attempt(what, who)
            assert isinstance(made.outcome, Refused)
            assert made.outcome.code == AUTHORITY.get(type(what), "not-your-post")
            assert made.state is table.state


def test_an_act_for_a_window_that_is_over_is_refused():
    table = betting(ready())
    then = table.game.step(table.state)
    now = staked(table, TEN_EACH).do(pb.CloseBets(), by="croupier")
    refused(now, pb.PlaceBet(PUNTO, 1000), "bea", "window-closed", at=then)
    refused(now, pb.Deal(), "ana", "window-closed", at=Step(1, 1, "deal", then.serial))
    refused(now, pb.Deal(), "ana", "window-closed", at=Step(2, 1, "deal", now.state.serial))
    missing = now.game.decide(now.state, Act("ana", pb.Deal(), None))
    assert isinstance(missing, Refused)
    assert missing.code == "step-missing"
    assert now.attempt(pb.BuyIn(1000), "bea", then).events != ()


def test_two_betting_windows_of_one_coup_are_two():
    from tapete.games.baccarat.effects import Discard, GoBack

    table = staked(betting(ready()), TEN_EACH)
    first = table.game.step(table.state)
    table = table.do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="ana")
    cards = tuple(Discard(card.position) for card in table.state.layout)
    table = table.do(pb.ReportIncident("misdeal"), by="chief")
    table = table.do(pb.GiveRuling(1, (*cards, GoBack("bets")), "dealt before the order"), by="chief")
    assert table.view().phase is W.BETS
    refused(table, pb.PlaceBet(PUNTO, 1000), "bea", "window-closed", at=first)


def test_places_are_taken_once_and_staff_do_not_play():
    table = ready()
    refused(table, pb.Sit(1), "carl", "seat-taken")
    refused(table, pb.Sit(1), "ana", "already-seated")
    for seat in (0, 10, -1):
        refused(table, pb.Sit(seat), "carl", "no-such-seat")
    for who in ("croupier", "chief"):
        refused(table, pb.Sit(5), who, "staff-may-not-play", "HP.PB.relief")
    refused(table, pb.Leave(), "carl", "not-at-table")
    refused(table, pb.BuyIn(1000), "carl", "not-at-table")
    refused(staked(betting(table), TEN_EACH), pb.Sit(5), "bea", "bets-on-table")
    refused(table, pb.Relieve(pb.Role.CROUPIER, "bea"), "chief", "player-may-not-serve")
    refused(table, pb.Relieve(pb.Role.CROUPIER, "carl"), "bea", "not-your-post")
    relieved = table.do(pb.Relieve(pb.Role.CROUPIER, "carl"), by="chief")
    refused(relieved, pb.OpenBets(), "croupier", "not-your-post")
    assert betting(relieved.do(pb.Relieve(pb.Role.CROUPIER, "croupier"), by="chief")).view().phase is W.BETS


def test_the_house_and_chance_do_not_play():
    table = betting(ready())
    for system in (HOUSE, CLOCK, CHANCE):
        for what in (pb.PlaceBet(PUNTO, 1000), pb.Sit(3), pb.CloseBets(), pb.Settle()):
            refused(table, what, system, "only-people")
    refused(table, pb.Relieve(pb.Role.CROUPIER, CHANCE), "chief", "system-on-duty")
    refused(table, pb.CardOut(20, "As"), "croupier", "no-card-awaited")


def test_a_table_opens_once_and_by_the_house():
    table = opened()
    again = pb.OpenTable("mesa-2", "asturias-2011", 1000, 50000)
    refused(table, again, HOUSE, "table-is-open")
    with pytest.raises(pb.UsageError):
        pb.open_table(name="Not A Name")
    blank = pb.PUNTO_BANCO.blank()
    for who, what, code in (("ana", again, "not-your-post"), ("ana", pb.Sit(1), "no-table")):
        answer = pb.PUNTO_BANCO.decide(blank, Act(who, what))
        assert isinstance(answer, Refused)
        assert answer.code == code


def test_no_bets_after_no_more_bets_in_any_window():
    for window, make in WINDOWS.items():
        if window is not W.BETS:
            refused(make(), pb.PlaceBet(BANCA, 1000), "bea", "bets-closed", "PB.B.09")


def test_nobody_asks_that_a_hand_stand():
    for window, make in WINDOWS.items():
        table = make()
        for hand, draws in ((pb.Hand.PUNTO, W.PLAYER_DRAWS), (pb.Hand.BANCA, W.BANK_DRAWS)):
            clause = "" if window is draws else CLAUSES[draws]
            refused(table, pb.StandHand(hand), "chief", "must-draw" if window is draws else "wrong-window", clause)


@rows("window", [*WINDOWS])
def test_a_step_that_is_not_offered_is_refused_and_the_one_that_is_awaited_is_offered(window):
    table = WINDOWS[window]()
    offered = {who: {one.act for one in table.legal(who)} for who in ("ana", "bea", "croupier", "chief", "onlooker")}
    for what, _ in STEPS.values():
        for who, tags in offered.items():
            if what.__struct_config__.tag not in tags:
                assert isinstance(table.attempt(what, who).outcome, Refused), (who, what)
    awaited, own = STEPS[window]
    assert awaited.__struct_config__.tag in {one.act for one in table.legal(own) if one.main}
    assert table.legal(None) == ()
    assert table.explain(None)


def test_when_both_hands_are_shown_and_nobody_draws_the_coup_is_settled():
    assert turned(dealt(ready(PLAYER_WINS))).view().phase is W.SETTLE


def test_no_observed_table_is_opened():
    """The annex has no chapter on irregularities: the staff report what happened, and the table chief decides."""
    with pytest.raises(RefusedError) as refusal:
        opened(conduct="observed")
    assert refusal.value.refused.code == "observed-not-offered"
