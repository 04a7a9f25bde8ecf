"""Threat T9 and bad input: each act has its window and clause, a refusal changes nothing, hidden cards tell nothing."""

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.effects import Discard, GoBack, VoidCoup
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import HOUSE, Act, Refused, Step
from tests.support.punto_banco import tables as t
from tests.support.punto_banco.real_shoe import key, real
from tests.support.rows import rows

W = pb.Phase


@rows("amount", [0, -1, -1000, 10**13 + 1, 10**40, 10.5, 1000.0, True, "1000", None, [1000]])
def test_an_amount_is_whole_cents_above_nothing(amount):
    table = t.betting(t.ready())
    t.refused(table, pb.PlaceBet(t.PUNTO, amount), "bea", "malformed")
    t.refused(table, pb.BuyIn(amount), "bea", "malformed")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"act": "place-bet", "bet": "punto", "amount": amount}, PUNTO_BANCO.act_types)


def test_fields_of_the_wrong_kind_are_malformed():
    table = t.betting(t.ready())
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
        t.refused(table, what, "bea", "malformed")


WINDOWS = {
    W.BETWEEN: lambda: t.ready(),
    W.BETS: lambda: t.staked(t.betting(t.ready()), t.TEN_EACH),
    W.PLAYER_SHOWS: lambda: t.dealt(t.ready()),
    W.BANK_SHOWS: lambda: t.dealt(t.ready()).do(pb.ShowHand(pb.Hand.PUNTO), by="bea"),
    W.PLAYER_DRAWS: lambda: t.hands("Ks Kd 2h 5c 4d 9d"),
    W.BANK_DRAWS: lambda: t.hands("Ks Kd 6h 5c 4d"),
    W.SETTLE: lambda: t.hands(t.PLAYER_WINS),
}


def test_an_act_for_a_window_that_is_over_is_refused():
    table = t.betting(t.ready())
    then = table.game.step(table.state)
    now = t.staked(table, t.TEN_EACH).do(pb.CloseBets(), by="croupier")
    t.refused(now, pb.PlaceBet(t.PUNTO, 1000), "bea", "window-closed", at=then)
    t.refused(now, pb.Deal(), "ana", "window-closed", at=Step(1, 1, "deal", then.serial))
    t.refused(now, pb.Deal(), "ana", "window-closed", at=Step(2, 1, "deal", now.state.serial))
    missing = now.game.decide(now.state, Act("ana", pb.Deal(), None))
    assert isinstance(missing, Refused)
    assert missing.code == "step-missing"
    assert now.attempt(pb.BuyIn(1000), "bea", then).events != ()


def test_two_betting_windows_of_one_coup_are_two():
    table = t.staked(t.betting(t.ready()), t.TEN_EACH)
    first = table.game.step(table.state)
    table = table.do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="ana")
    cards = tuple(Discard(card.position) for card in table.state.layout)
    table = table.do(pb.ReportIncident("misdeal"), by="chief")
    table = table.do(pb.GiveRuling(1, (*cards, GoBack("bets")), "dealt before the order"), by="chief")
    assert table.view().phase is W.BETS
    t.refused(table, pb.PlaceBet(t.PUNTO, 1000), "bea", "window-closed", at=first)


def test_places_are_taken_once_and_staff_do_not_play():
    table = t.ready()
    t.refused(table, pb.Sit(1), "carl", "seat-taken")
    t.refused(table, pb.Sit(1), "ana", "already-seated")
    for seat in (0, 10, -1):
        t.refused(table, pb.Sit(seat), "carl", "no-such-seat")
    for who in ("croupier", "chief"):
        t.refused(table, pb.Sit(5), who, "staff-may-not-play", "HP.PB.relief")
    t.refused(table, pb.Leave(), "carl", "not-at-table")
    t.refused(table, pb.BuyIn(1000), "carl", "not-at-table")
    t.refused(t.staked(t.betting(table), t.TEN_EACH), pb.Sit(5), "bea", "bets-on-table")
    standing = t.staked(t.betting(t.ready(standing_allowed=True)), t.TEN_EACH)
    t.refused(standing, pb.StandBehind(5), "bea", "bets-on-table")
    t.refused(table, pb.Relieve(pb.Role.CROUPIER, "bea"), "chief", "player-may-not-serve")
    t.refused(table, pb.Relieve(pb.Role.CROUPIER, "carl"), "bea", "not-your-post")
    relieved = table.do(pb.Relieve(pb.Role.CROUPIER, "carl"), by="chief")
    t.refused(relieved, pb.OpenBets(), "croupier", "not-your-post")
    assert t.betting(relieved.do(pb.Relieve(pb.Role.CROUPIER, "croupier"), by="chief")).view().phase is W.BETS


def test_a_table_opens_once_and_by_the_house():
    table = t.opened()
    again = pb.OpenTable("mesa-2", "asturias-2011", 1000, 50000)
    t.refused(table, again, HOUSE, "table-is-open")
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
            t.refused(make(), pb.PlaceBet(t.BANCA, 1000), "bea", "bets-closed", "PB.B.09")


# --- clauses of a time, and cards that nobody has seen ----------------------------------------------------------------

VIEWERS = (None, "ana", "bea", "croupier", "chief", "onlooker")
HANDS = ("8s Kh Ks Kd", "9d 9h Kc 9c", "2s 3s 4s 5s", "Ks Qh Qs Jd")


def told(table, *tried) -> list:
    seen = [(table.view(who), table.legal(who), table.explain(who)) for who in VIEWERS]
    return [*seen, *(table.attempt(what, by).outcome for what, by in tried)]


def test_four_cards_that_lie_face_down_tell_nothing_until_somebody_shows_them() -> None:
    tables = [t.dealt(t.ready(cards)) for cards in HANDS]
    others = ((pb.ShowHand(pb.Hand.BANCA), "ana"), (pb.DrawCard(pb.Hand.PUNTO), "ana"), (pb.Settle(), "croupier"))
    assert all(told(one, *others) == told(tables[0], *others) for one in tables)
    for effects in ((VoidCoup(),), (Discard(3), VoidCoup())):
        void = [
            one.do(pb.ReportIncident("misdeal"), by="croupier").do(pb.GiveRuling(1, effects, "it fell"), by="chief")
            for one in tables
        ]
        assert all(told(one) == told(void[0]) for one in void)


def test_the_second_hand_stays_hidden_when_the_first_is_shown() -> None:
    one, other = (
        t.dealt(t.ready(cards)).do(pb.ShowHand(pb.Hand.PUNTO), by="bea") for cards in ("3s Kh 4s Kd", "3s 9h 4s Qd")
    )
    assert told(one) == told(other)
    assert one.last.events == other.last.events


@pytest.mark.clause("PB.B.05")
@pytest.mark.parametrize("is_reported", [False, True])
def test_of_a_real_shoe_the_clause_decides_once_the_croupier_has_reported_the_cut_card(is_reported: bool) -> None:
    table = t.dealt(real(game=t.game_with(pack__cards_below_cut_card=310)))
    if is_reported:
        table = table.do(pb.StopCardOut(), by="croupier")
    table = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea"), "As 2h")
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"), "2d 3c").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert ("PB.B.05" in t.rests(key(table, "4s"))) == is_reported


@pytest.mark.clause("PB.B.10")
@pytest.mark.parametrize("what", [pb.PassShoe(), pb.TakeShoe()])
def test_who_passes_or_asks_for_the_shoe_too_late_is_told_by_which_clause(what: object) -> None:
    in_coup = t.dealt(t.ready(t.BANK_WINS)).attempt(what, "ana").outcome
    assert (in_coup.code, in_coup.clauses) == ("coup-in-progress", ("PB.B.10",))
    over = (
        t.settled(t.ready(t.BANK_WINS, game=t.game_with(pack__cards_below_cut_card=307))).attempt(what, "ana").outcome
    )
    assert (over.code, over.clauses) == ("wrong-window", ("PB.B.04",))


def test_a_stake_is_taken_back_by_the_clause_of_its_time() -> None:
    tied = t.settled(t.ready(t.SIXES))
    between = tied.do(pb.WithdrawBet(t.PUNTO), by="bea")
    assert "PB.A1.08" in t.rests(between)
    assert "PB.B.09" not in t.rests(between)
    in_time = t.staked(t.betting(t.ready(t.SIXES)), {"bea": {t.PUNTO: 1000}}).do(pb.WithdrawBet(t.PUNTO), by="bea")
    assert "PB.B.09" in t.rests(in_time)
    assert "PB.A1.08" not in t.rests(in_time)
    late = t.dealt(t.ready(t.SIXES)).attempt(pb.WithdrawBet(t.BANCA), "ana").outcome
    assert "PB.A1.08" not in late.rests_on
