"""Irregularities: reported by the staff, held up, closed by the table chief with a reason, in effects of one list."""

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.effects import Cell
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco.events import ClaimRecorded, CoupVoided
from tapete.kernel import Refused
from tests.support.punto_banco import tables as t
from tests.support.punto_banco.real_shoe import real
from tests.support.punto_banco.scenes import scene
from tests.support.rows import rows

W = pb.Phase
WHY = "seen by the whole table"


def ruled(table: pb.Play, *effects: object, kind: str = "misdeal") -> pb.Play:
    table = table.do(pb.ReportIncident(kind), by="croupier")
    return table.do(pb.GiveRuling(table.view().incident.serial, effects, WHY), by="chief")


def cannot_rule(table: pb.Play, code: str, *effects: object) -> None:
    table = table.do(pb.ReportIncident("misdeal"), by="croupier")
    t.refused(table, pb.GiveRuling(1, effects, WHY), "chief", code)


@rows("phase", [W.BETS, W.PLAYER_SHOWS, W.BANK_SHOWS, W.PLAYER_DRAWS, W.BANK_DRAWS, W.SETTLE])
def test_an_incident_stops_the_play_at_every_window(phase):
    table, _ = scene("hand-holder", phase)
    held = table.do(pb.ReportIncident("misdeal"), by="chief")
    for what, by in (
        (pb.CloseBets(), "croupier"),
        (pb.ShowHand(pb.Hand.PUNTO), "bea"),
        (pb.ShowHand(pb.Hand.BANCA), "ana"),
        (pb.DrawCard(pb.Hand.PUNTO), "ana"),
        (pb.Settle(), "croupier"),
        (pb.PlaceBet(t.PUNTO, 1000), "bea"),
        (pb.Leave(), "bea"),
    ):
        t.refused(held, what, by, "coup-suspended", "PB.A2.12")
    assert [offer.act for offer in held.legal("chief") if offer.main] == ["give-ruling"]
    assert not any(offer.main for who in ("ana", "bea", "croupier") for offer in held.legal(who))
    on = held.do(pb.GiveRuling(1, (fx.NoteOnly("seen"),), WHY), by="chief").view()
    assert (on.phase, on.announcements, on.step) == (phase, table.view().announcements, table.view().step)


def test_only_the_staff_report_and_only_the_chief_rules_with_a_reason():
    table = t.dealt(t.ready(t.PLAYER_WINS))
    for who in ("ana", "bea", "onlooker"):
        t.refused(table, pb.ReportIncident("misdeal"), who, "not-your-post")
    t.refused(table, pb.ReportIncident("misdeal", position=200), "croupier", "no-such-card")
    table = table.do(pb.ReportIncident("misdeal", "two cards at once"), by="croupier")
    assert (table.view().incident.kind, table.view().incident.note) == ("misdeal", "two cards at once")
    for who in ("ana", "croupier", "onlooker"):
        t.refused(table, pb.GiveRuling(1, (fx.VoidCoup(),), WHY), who, "not-your-post", "PB.A2.12")
    for nothing in ("", "   "):
        t.refused(table, pb.GiveRuling(1, (fx.VoidCoup(),), nothing), "chief", "reason-missing")
    t.refused(table, pb.GiveRuling(2, (fx.VoidCoup(),), WHY), "chief", "no-such-incident")


def test_what_the_house_would_do_is_proposed_to_the_chief_alone():
    table = t.dealt(t.ready(t.PLAYER_WINS)).do(pb.ReportIncident("stuck-cards"), by="croupier")
    assert "HP.PB.stuck-cards" in t.rests(table)
    (opened,) = t.events(table, IncidentOpened)
    assert (opened.incident.proposed_effects, opened.incident.open_to_judgement) == ((fx.VoidCoup(),), True)
    assert table.view("chief").incident.proposed_effects == (fx.VoidCoup(),)
    assert [str(one) for one in table.view("chief").incident.clauses] == ["HP.PB.stuck-cards"]
    for who in ("ana", "croupier", None):
        assert (table.view(who).incident.proposed_effects, table.view(who).incident.clauses) == ((), ())
    assert t.on_table(table) == 2000
    table = table.do(pb.GiveRuling(1, reason=WHY), by="chief")
    (given,) = t.events(table, IncidentRuled)
    assert given.is_as_proposed
    assert "HP.PB.stuck-cards" in map(str, given.clauses)
    assert t.on_table(table) == 0


def test_two_incidents_are_both_ruled_before_play_goes_on():
    table = t.dealt(t.ready(t.PLAYER_WINS))
    for kind in ("misdeal", "other"):
        table = table.do(pb.ReportIncident(kind), by="croupier")
    table = table.do(pb.GiveRuling(2, (fx.NoteOnly(),), WHY), by="chief")
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "coup-suspended")
    table = table.do(pb.GiveRuling(1, (fx.NoteOnly(),), WHY), by="chief")
    assert t.turned(table).view().result is Winner.PUNTO


def test_a_void_coup_gives_every_stake_back():
    table = t.ready(t.PLAYER_WINS, t.BANK_WINS, side_bets=tuple(pb.Bet))
    table = ruled(t.ended(table, t.TEN_EACH | {"bea": dict.fromkeys(pb.Bet, 1000)}), fx.VoidCoup())
    assert len(t.events(table, CoupVoided)) == 1
    assert (t.won(table, "ana"), t.won(table, "bea"), t.house(table), t.on_table(table)) == (0, 0, 0, 0)
    assert (table.view().phase, table.view().history[-1].winner) == (W.BETWEEN, None)
    assert table.view().seats[0].has_shoe
    t.sound(table)
    table = t.settled(table)
    assert (table.view().coup, table.view().history[-1].winner) == (2, Winner.BANCA)


def test_a_void_coup_before_the_cards_are_shown_keeps_them_secret():
    table = ruled(t.dealt(t.ready(t.PLAYER_WINS)), fx.VoidCoup())
    (coup,) = table.view().history
    assert (coup.cards, coup.punto, coup.banca) == ({"punto": (), "banca": ()}, -1, -1)


def test_a_stake_is_returned_whole_or_in_part():
    table = t.ended(t.ready(t.PLAYER_WINS))
    some = ruled(table, fx.ReturnStake("bea", 400))
    assert (t.chips(some, "bea"), t.on_table(some)) == (t.CHIPS - 600, 1600)
    assert t.won(some.do(pb.Settle(), by="croupier"), "bea") == 600
    whole = ruled(table, fx.ReturnStake("bea"))
    assert t.won(whole.do(pb.Settle(), by="croupier"), "bea") == 0
    cannot_rule(table, "no-such-bet", fx.ReturnStake("onlooker"))


@rows(
    "hand, shown, faces",
    [  # whose card is replaced, which hands were turned before, and what of that hand everybody then sees
        ("punto", (), (None, None)),
        ("banca", (), (None, None)),
        ("punto", ("punto",), ("7h", "5d")),
        ("banca", ("punto",), (None, None)),
        ("punto", ("punto", "banca"), ("7h", "5d")),
        ("banca", ("punto", "banca"), ("6h", "5d")),
    ],
)
def test_a_replaced_card_lies_as_its_hand_lies(hand: str, shown: tuple[str, ...], faces: tuple[str | None, ...]):
    table = t.dealt(t.ready("Ks Kd 7h 6h 5d 2c"))
    for one in shown:
        table = table.do(pb.ShowHand(pb.Hand(one)), by={"punto": "bea", "banca": "ana"}[one])
    first = next(card.position for card in table.state.layout if card.place == hand)
    table = ruled(table, fx.Discard(first))
    assert table.view().hands[hand].cards == faces
    other = "banca" if hand == "punto" else "punto"
    open_before = {"punto": ("Ks", "7h"), "banca": ("Kd", "6h")}[other]
    assert table.view().hands[other].cards == (open_before if other in shown else (None, None))
    t.sound(table)


def test_a_discarded_card_can_change_the_whole_coup():
    table = t.ended(t.ready("Ks Kd 9h 6h 5d 2s"))
    assert table.view().result is Winner.PUNTO
    table = ruled(table, fx.Discard(table.state.layout[2].position))
    assert (table.view().phase, table.view().result) == (W.PLAYER_DRAWS, None)
    assert t.just_said(table) == ["punto, 5", "banca, 6", "carta para el jugador"]
    table = t.drawn(table)
    assert (table.view().hands["punto"].total, table.view().result) == (7, Winner.PUNTO)
    assert t.spoken(table)[-2:] == ["la banca se planta. 6", "gana el punto, 7 a 6"]
    table = table.do(pb.Settle(), by="croupier")
    assert (t.won(table, "ana"), t.won(table, "bea")) == (-1000, 1000)
    t.sound(table)


def test_cards_laid_to_the_wrong_hand_are_exchanged():
    table = t.dealt(t.ready("Ks Kd 9h 6h"))
    one, two = (table.state.layout[at].position for at in (2, 3))
    swapped = t.turned(ruled(table, fx.AssignCard(one, "banca"), fx.AssignCard(two, "punto")))
    assert swapped.view().hands["banca"].total == 9
    assert swapped.view().result is Winner.BANCA
    cannot_rule(table, "too-many-cards", fx.AssignCard(one, "banca"))
    cannot_rule(table, "effect-unsuitable", fx.AssignCard(one, "sleeve"))
    cannot_rule(table, "no-such-card", fx.AssignCard(200, "banca"))
    cannot_rule(table, "no-such-card", fx.Discard(200))


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("total", "result"), [(9, Winner.PUNTO), (6, Winner.TIE), (0, Winner.BANCA)])
def test_a_deemed_total_decides_before_and_after_the_cards_are_shown(total, result, late):
    table = t.dealt(t.ready("Ks Kd 2h 6h 5d 2s"))
    effect = fx.DeemTotal("punto", total)
    table = ruled(t.turned(table), effect) if late else t.turned(ruled(table, effect))
    assert (table.view().phase, table.view().result) == (W.SETTLE, result)
    assert (table.state.winner, table.view().hands["banca"].total) == (result, 6)
    assert table.do(pb.Settle(), by="croupier").view().history[-1].punto == total


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("hand", "result"), [("punto", Winner.BANCA), ("banca", Winner.PUNTO)])
def test_a_hand_that_loses_by_the_last_ruling_loses(hand, result, late):
    for cards in (t.PLAYER_WINS, t.BANK_WINS, t.SIXES, "Ks Kd 2h 5c 4d 9d"):
        table = t.dealt(t.ready(cards))
        lost = [fx.LoseCoup(one) for one in sorted(("punto", "banca"), key=hand.__eq__)]
        table = ruled(t.turned(table), *lost) if late else t.turned(ruled(table, *lost))
        assert (table.view().phase, table.view().result) == (W.SETTLE, result)
        table = table.do(pb.Settle(), by="croupier")
        assert t.won(table, "bea") == (1000 if result is Winner.PUNTO else -1000)


def test_the_player_hand_is_given_to_somebody_else():
    table = ruled(t.dealt(t.ready(t.PLAYER_WINS)), fx.GiveCards("punto", "croupier"))
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "not-holding-hand")
    assert t.turned(table).view().result is Winner.PUNTO
    for effect in (
        fx.GiveCards("banca", "bea"),
        fx.GiveCards("punto", "onlooker"),
        fx.GiveCards("punto", "bea", fx.EffectCoup.NEXT),
        fx.GiveCards("mano", "bea"),
    ):
        cannot_rule(t.dealt(t.ready(t.PLAYER_WINS)), "effect-unsuitable", effect)


def test_play_goes_back_when_its_cards_are_out_of_play():
    table = t.dealt(t.ready("Ks Kd 7h 6h", "2s 2d 5h 4h 9s"))
    positions = [card.position for card in table.state.layout]
    for window in ("bets", "deal"):
        cannot_rule(table, "too-many-cards", fx.GoBack(window))
        cannot_rule(table, "too-many-cards", fx.GoBack(window), *(fx.Discard(one) for one in positions[:3]))
    again = ruled(table, *(fx.Discard(one) for one in positions), fx.GoBack("bets"))
    assert (again.view().phase, again.view().coup, again.view().stakes["punto"]) == (W.BETS, 1, 1000)
    again = again.do(pb.PlaceBet(t.PUNTO, 1000), by="bea").do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="ana")
    again = t.drawn(t.turned(again)).do(pb.Settle(), by="croupier")
    assert again.view().history[-1].cards["punto"][:2] == ("2s", "5h")
    t.sound(again)
    shown = ruled(t.turned(table), fx.GoBack("player-shows"))
    assert shown.view().phase is W.PLAYER_SHOWS
    assert t.turned(shown).view().result is Winner.PUNTO
    third = t.ended(t.ready("Ks Kd 5h 7h 9d"))
    cannot_rule(third, "too-many-cards", fx.GoBack("player-draws"))
    taken = ruled(third, fx.Discard(third.state.layout[4].position), fx.GoBack("player-draws"))
    assert taken.view().phase is W.PLAYER_DRAWS
    both = t.ended(t.ready("Ks Kd 5h 3h 9d 2c"))
    cannot_rule(both, "too-many-cards", fx.GoBack("bank-draws"))
    bank = ruled(both, fx.Discard(both.state.layout[5].position), fx.GoBack("bank-draws"))
    assert bank.view().phase is W.BANK_DRAWS
    assert [card.place for card in bank.state.layout if card.place.endswith("-3")] == ["punto-3"]
    for window in ("settle", "between", "count", "burn", "tomorrow"):
        cannot_rule(third, "effect-unsuitable", fx.GoBack(window))


@rows(
    "effect",
    [
        fx.OfferWithdrawal(),
        fx.SettleLast("bea"),
        fx.SetAside(2),
        fx.Expose("punto"),
        fx.DeemNatural("punto", 8),
        fx.LoseNatural("punto"),
        fx.BindToTable("banca"),
        fx.Unbind("banca"),
        fx.Oblige("punto", Cell.DRAW),
        fx.BarPerson("bea", fx.BarredAction.CARDS),
        fx.VoidCoup("punto"),
        fx.DeemTotal("punto", 5, one_more=True),
        fx.DeemTotal("mano", 5),
        fx.LoseCoup("mano"),
    ],
)
def test_effects_of_other_games_are_refused(effect):
    cannot_rule(t.dealt(t.ready(t.PLAYER_WINS)), "effect-unsuitable", effect)


def test_between_coups_only_a_note_or_a_stake_left_after_a_tie_can_be_ruled_on():
    table = t.settled(t.ready(t.PLAYER_WINS))
    for effect in (
        fx.VoidCoup(),
        fx.LoseCoup("punto"),
        fx.DeemTotal("punto", 3),
        fx.Discard(2),
        fx.GiveCards("punto", "bea"),
    ):
        cannot_rule(table, "no-coup", effect)
    assert ruled(table, fx.NoteOnly("late")).view().phase is W.BETWEEN
    tie = ruled(t.settled(t.ready(t.SIXES)), fx.ReturnStake("bea"))
    assert (t.chips(tie, "bea"), t.on_table(tie)) == (t.CHIPS, 1000)


def test_the_last_coup_of_a_shoe_voided_ends_the_shoe():
    table = t.ready(t.PLAYER_WINS, game=t.game_with(pack__cards_below_cut_card=308))
    table = ruled(t.dealt(table), fx.VoidCoup())
    assert table.view().phase is W.END_OF_SHOE


CLAIM = pb.RecordClaim("bea", 1, "I had 20 € on Player")


def is_admitted(table: pb.Play) -> bool:
    after = table.do(CLAIM, by="chief")
    (event,) = t.events(after, ClaimRecorded)
    assert event == ClaimRecorded("bea", 1, CLAIM.note, event.is_admitted)
    assert t.chips(after, "bea") == t.chips(table, "bea")
    return event.is_admitted


def test_claims_are_kept_and_after_the_payment_not_admitted():
    table = t.ended(t.ready(t.BANK_WINS, t.BANK_WINS, game=t.game_with(pack__cards_below_cut_card=308)))
    t.refused(table, CLAIM, "bea", "not-your-post")
    t.refused(table, pb.RecordClaim("bea", 2, "too soon"), "croupier", "no-such-coup")
    assert is_admitted(table)
    table = table.do(pb.Settle(), by="croupier")
    assert not is_admitted(table)
    assert "HP.PB.claims" in t.rests(table.do(CLAIM, by="croupier"))
    table = table.do(pb.CountPack(), by="croupier")
    assert (table.view().shoe, table.view().coup, is_admitted(table)) == (2, 0, False)
    t.refused(table, pb.RecordClaim("bea", 2, "never played"), "croupier", "no-such-coup")
    for what in (pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    table = t.dealt(table)
    assert (table.view().shoe, table.view().coup, is_admitted(table)) == (2, 1, True)
    assert not is_admitted(t.turned(table).do(pb.Settle(), by="croupier"))


def test_a_claim_is_somebodys_who_plays_or_played_here():
    table = t.settled(t.ready(t.BANK_WINS))
    t.refused(table, pb.RecordClaim("nobody", 1, "he says so"), "croupier", "unknown-person")
    gone = table.do(pb.Leave(), by="bea")
    gone.do(pb.RecordClaim("bea", 1, "she says so"), by="croupier")


def keeps_his_place(table: pb.Play, who: str) -> bool:
    wishes = (pb.Leave(), pb.Sit(5), pb.StandBehind(2))
    codes = {getattr(table.attempt(what, who).outcome, "code", None) for what in wishes}
    assert codes in ({"coup-in-progress"}, {None}), codes
    return codes != {None}


@rows("who", ["ana", "bea", "carl"])
def test_whoever_has_cards_or_may_be_given_the_hand_keeps_his_place_also_without_a_stake(who):
    stakes = {"ana": {t.BANCA: 1000}, "bea": {t.PUNTO: 1000}, "carl": {t.PUNTO: 1000}}
    table = t.staked(t.betting(t.ready(people=t.ANA_AND_BEA | {3: "carl"}, standing_allowed=True)), stakes)
    table = ruled(table.do(pb.CloseBets(), by="croupier"), fx.ReturnStake(who))
    assert table.state.disputants == ("bea", "carl")
    assert keeps_his_place(table, who)
    assert keeps_his_place(table.do(pb.AwardHand("bea"), by="chief"), who) is (who != "carl")


@rows(
    "amount, left",
    [(4999, (1, 2000, 1000)), (5000, (0, 2000, 1000)), (5001, (0, 1999, 1000)), (7500, (0, 0, 500)), (None, (0, 0, 0))],
)
def test_of_several_stakes_of_a_person_the_largest_goes_back_first(amount, left):
    table = t.staked(t.betting(t.ready()), {"ana": {t.BANCA: 2000, t.PUNTO: 5000, t.TIE: 1000}}).do(
        pb.CloseBets(), by="croupier"
    )
    table = ruled(table, fx.ReturnStake("ana", amount))
    assert tuple(table.state.stake("ana", bet) for bet in (t.PUNTO, t.BANCA, t.TIE)) == left


def test_a_stake_goes_back_once_however_often_a_ruling_says_so():
    table = ruled(t.dealt(t.ready()), fx.ReturnStake("bea"), fx.ReturnStake("bea", 400))
    assert (table.state.stake("bea", t.PUNTO), t.chips(table, "bea")) == (600, t.CHIPS - 600)


def test_the_croupier_who_is_relieved_hands_the_player_hand_over():
    table = t.dealt(t.ready(), {"ana": {t.BANCA: 1000}}).do(pb.Relieve(pb.Role.CROUPIER, "relief"), by="chief")
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "croupier", "not-holding-hand")
    assert table.do(pb.ShowHand(pb.Hand.PUNTO), by="relief").view().phase is W.BANK_SHOWS


def test_a_real_shoe_ends_although_nobody_reports_its_cut_card():
    table = real(game=t.game_with(pack__cards_below_cut_card=306))
    table = ruled(t.dealt(ruled(t.dealt(table), fx.VoidCoup())), fx.VoidCoup())
    assert table.view().phase is W.END_OF_SHOE


def test_no_ruling_draws_more_cards_than_the_shoe_holds():
    table = t.dealt(t.ready())
    for _ in range(100):
        table = table.do(pb.ReportIncident("other"), by="croupier")
        effects = tuple(fx.Discard(card.position) for card in table.state.layout if card.place in ("punto", "banca"))
        ruling = pb.GiveRuling(table.state.docket.open[0].serial, effects, WHY)
        if isinstance(table.attempt(ruling, "chief").outcome, Refused):
            break
        table = table.do(ruling, by="chief")
    t.refused(table, ruling, "chief", "shoe-exhausted")
    t.sound(table)


def test_a_bank_card_that_lies_there_is_its_third_when_a_ruling_lets_the_player_draw():
    table = t.turned(t.dealt(t.ready("Ks 5h 6h Qd 4d Ts 2c"))).do(pb.DrawCard(pb.Hand.BANCA), by="ana")
    table = ruled(table, fx.Discard(table.state.layout[2].position)).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    lies = [(card.place, card.face) for card in table.state.layout if card.place.endswith("-3")]
    assert sorted(lies) == [("banca-3", "4d"), ("punto-3", "2c")]
    assert [one.kind for one in table.state.docket.open] == ["third-card-not-due"]  # five stands against a two
