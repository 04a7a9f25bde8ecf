"""Irregularities: reported by the staff, held up, closed by the table chief with a reason, in effects of one list."""

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    EffectCoup,
    Expose,
    GiveCards,
    GoBack,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferWithdrawal,
    ReturnStake,
    SetAside,
    SettleLast,
    Unbind,
    VoidCoup,
)
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.events import ClaimRecorded, CoupVoided
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    CHIPS,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TIE,
    betting,
    burned,
    chips,
    dealt,
    drawn,
    ended,
    events,
    game_with,
    hands,
    house,
    just_said,
    on_table,
    ready,
    refused,
    rests,
    settled,
    sound,
    spoken,
    staked,
    turned,
    won,
)
from tests.support.rows import rows

W = pb.Phase
WHY = "seen by the whole table"


def ruled(table: pb.Play, *effects: object, kind: str = "misdeal") -> pb.Play:
    """Report an incident and close it with these effects."""
    table = table.do(pb.ReportIncident(kind), by="croupier")
    return table.do(pb.GiveRuling(table.view().incident.serial, effects, WHY), by="chief")


def cannot_rule(table: pb.Play, code: str, *effects: object) -> None:
    """Report an incident and expect these effects to be refused."""
    table = table.do(pb.ReportIncident("misdeal"), by="croupier")
    refused(table, pb.GiveRuling(1, effects, WHY), "chief", code)


# --- report and ruling ------------------------------------------------------------------------------------------------


def test_an_incident_stops_the_play_at_every_window():
    tables = [
        betting(ready(PLAYER_WINS)),
        dealt(ready(PLAYER_WINS)),
        dealt(ready(PLAYER_WINS)).do(pb.ShowHand(pb.Hand.PUNTO), by="bea"),
        hands("Ks Kd 2h 5c 4d 9d"),
        hands("Ks Kd 2h 5c 4d 9d").do(pb.DrawCard(pb.Hand.PUNTO), by="ana"),
        ended(ready(PLAYER_WINS)),
    ]
    assert [table.view().phase for table in tables] == [
        W.BETS,
        W.PLAYER_SHOWS,
        W.BANK_SHOWS,
        W.PLAYER_DRAWS,
        W.BANK_DRAWS,
        W.SETTLE,
    ]
    for table in tables:
        held = table.do(pb.ReportIncident("misdeal"), by="chief")
        for what, by in (
            (pb.CloseBets(), "croupier"),
            (pb.ShowHand(pb.Hand.PUNTO), "bea"),
            (pb.ShowHand(pb.Hand.BANCA), "ana"),
            (pb.DrawCard(pb.Hand.PUNTO), "ana"),
            (pb.Settle(), "croupier"),
            (pb.PlaceBet(PUNTO, 1000), "bea"),
            (pb.Leave(), "bea"),
        ):
            refused(held, what, by, "coup-suspended", "PB.A2.12")
        assert [offer.act for offer in held.legal("chief") if offer.main] == ["give-ruling"]
        assert not any(offer.main for who in ("ana", "bea", "croupier") for offer in held.legal(who))
        on = held.do(pb.GiveRuling(1, (NoteOnly("seen"),), WHY), by="chief")
        assert on.view().phase is table.view().phase
        assert on.view().announcements == table.view().announcements
        assert on.view().step == table.view().step
        sound(on)


def test_only_the_staff_report_and_only_the_chief_rules_with_a_reason():
    table = dealt(ready(PLAYER_WINS))
    for who in ("ana", "bea", "onlooker"):
        refused(table, pb.ReportIncident("misdeal"), who, "not-your-post")
    refused(table, pb.ReportIncident("misdeal", position=200), "croupier", "no-such-card")
    table = table.do(pb.ReportIncident("misdeal", "two cards at once"), by="croupier")
    assert (table.view().incident.kind, table.view().incident.note) == ("misdeal", "two cards at once")
    for who in ("ana", "croupier", "onlooker"):
        refused(table, pb.GiveRuling(1, (VoidCoup(),), WHY), who, "not-your-post", "PB.A2.12")
    for nothing in ("", "   "):
        refused(table, pb.GiveRuling(1, (VoidCoup(),), nothing), "chief", "reason-missing")
    refused(table, pb.GiveRuling(2, (VoidCoup(),), WHY), "chief", "no-such-incident")


def test_what_the_house_would_do_is_proposed_to_the_chief_alone():
    table = dealt(ready(PLAYER_WINS)).do(pb.ReportIncident("stuck-cards"), by="croupier")
    assert "HP.PB.stuck-cards" in rests(table)
    (opened,) = events(table, IncidentOpened)
    assert (opened.incident.proposed_effects, opened.incident.open_to_judgement) == ((VoidCoup(),), True)
    assert table.view("chief").incident.proposed_effects == (VoidCoup(),)
    assert [str(one) for one in table.view("chief").incident.clauses] == ["HP.PB.stuck-cards"]
    for who in ("ana", "croupier", None):
        assert (table.view(who).incident.proposed_effects, table.view(who).incident.clauses) == ((), ())
    assert on_table(table) == 2000
    table = table.do(pb.GiveRuling(1, reason=WHY), by="chief")
    (given,) = events(table, IncidentRuled)
    assert given.is_as_proposed
    assert "HP.PB.stuck-cards" in map(str, given.clauses)
    assert on_table(table) == 0


def test_two_incidents_are_both_ruled_before_play_goes_on():
    table = dealt(ready(PLAYER_WINS))
    for kind in ("misdeal", "other"):
        table = table.do(pb.ReportIncident(kind), by="croupier")
    table = table.do(pb.GiveRuling(2, (NoteOnly(),), WHY), by="chief")
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "coup-suspended")
    table = table.do(pb.GiveRuling(1, (NoteOnly(),), WHY), by="chief")
    assert turned(table).view().result is Winner.PUNTO


# --- effects ----------------------------------------------------------------------------------------------------------


def test_a_void_coup_gives_every_stake_back():
    table = ruled(ended(ready(PLAYER_WINS, BANK_WINS)), VoidCoup())
    assert len(events(table, CoupVoided)) == 1
    assert (won(table, "ana"), won(table, "bea"), house(table), on_table(table)) == (0, 0, 0, 0)
    assert (table.view().phase, table.view().history[-1].winner) == (W.BETWEEN, None)
    assert table.view().seats[0].has_shoe
    sound(table)
    table = settled(table)
    assert (table.view().coup, table.view().history[-1].winner) == (2, Winner.BANCA)


def test_a_void_coup_before_the_cards_are_shown_keeps_them_secret():
    table = ruled(dealt(ready(PLAYER_WINS)), VoidCoup())
    (coup,) = table.view().history
    assert (coup.cards, coup.punto, coup.banca) == ({"punto": (), "banca": ()}, -1, -1)


def test_a_stake_is_returned_whole_or_in_part():
    table = ended(ready(PLAYER_WINS))
    some = ruled(table, ReturnStake("bea", 400))
    assert (chips(some, "bea"), on_table(some)) == (CHIPS - 600, 1600)
    assert won(some.do(pb.Settle(), by="croupier"), "bea") == 600
    whole = ruled(table, ReturnStake("bea"))
    assert won(whole.do(pb.Settle(), by="croupier"), "bea") == 0
    cannot_rule(table, "no-such-bet", ReturnStake("onlooker"))


@pytest.mark.parametrize(("amount", "left"), [(2000, {TIE: 1000}), (2999, {TIE: 1})])
def test_of_several_stakes_of_a_person_the_largest_goes_back_first(amount, left):
    table = dealt(ready(PLAYER_WINS), {"ana": {BANCA: 1000}, "bea": {TIE: 1000, PUNTO: 2000}})
    table = ruled(table, ReturnStake("bea", amount))
    assert {bet: table.state.stake("bea", bet) for bet in pb.Bet if table.state.stake("bea", bet)} == left


def test_whoever_deals_stays_even_without_a_stake():
    table = ruled(dealt(ready(PLAYER_WINS)), ReturnStake("ana"), ReturnStake("bea"))
    refused(table, pb.Leave(), "ana", "coup-in-progress")
    refused(table, pb.Leave(), "bea", "coup-in-progress")
    assert turned(table).do(pb.Settle(), by="croupier").do(pb.Leave(), by="ana").view().seats[0].person is None


def test_a_discarded_card_is_replaced_by_the_next():
    table = dealt(ready("Ks Kd 7h 6h 5d"))
    first = table.state.layout[0].position
    face_down = ruled(table, Discard(first))
    assert face_down.view().hands["punto"].cards == (None, None)
    after = turned(face_down)
    assert (after.view().hands["punto"].cards, after.view().hands["punto"].total) == (("7h", "5d"), 2)
    shown = ruled(table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea"), Discard(first))
    assert shown.view().hands["punto"].cards == ("7h", "5d")
    assert just_said(shown) == ["punto, 2"]
    assert shown.view().phase is W.BANK_SHOWS
    sound(after)


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
    table = dealt(ready("Ks Kd 7h 6h 5d 2c"))
    for one in shown:
        table = table.do(pb.ShowHand(pb.Hand(one)), by={"punto": "bea", "banca": "ana"}[one])
    first = next(card.position for card in table.state.layout if card.place == hand)
    table = ruled(table, Discard(first))
    assert table.view().hands[hand].cards == faces
    other = "banca" if hand == "punto" else "punto"
    open_before = {"punto": ("Ks", "7h"), "banca": ("Kd", "6h")}[other]
    assert table.view().hands[other].cards == (open_before if other in shown else (None, None))
    sound(table)


def test_a_discarded_card_can_change_the_whole_coup():
    table = ended(ready("Ks Kd 9h 6h 5d 2s"))
    assert table.view().result is Winner.PUNTO
    table = ruled(table, Discard(table.state.layout[2].position))
    assert (table.view().phase, table.view().result) == (W.PLAYER_DRAWS, None)
    assert just_said(table) == ["punto, 5", "banca, 6", "carta para el jugador"]
    table = drawn(table)
    assert (table.view().hands["punto"].total, table.view().result) == (7, Winner.PUNTO)
    assert spoken(table)[-2:] == ["la banca se planta. 6", "gana el punto, 7 a 6"]
    table = table.do(pb.Settle(), by="croupier")
    assert (won(table, "ana"), won(table, "bea")) == (-1000, 1000)
    sound(table)


def test_a_discarded_third_card_is_drawn_again():
    table = ended(ready("Ks Kd 5h 7h 9d 2s"))
    assert table.view().hands["punto"].third == "9d"
    table = ruled(table, Discard(table.state.layout[4].position))
    assert table.view().phase is W.PLAYER_DRAWS
    table = drawn(table)
    assert (table.view().hands["punto"].third, table.view().result) == ("2s", Winner.TIE)


def test_cards_laid_to_the_wrong_hand_are_exchanged():
    table = dealt(ready("Ks Kd 9h 6h"))
    one, two = (table.state.layout[at].position for at in (2, 3))
    swapped = turned(ruled(table, AssignCard(one, "banca"), AssignCard(two, "punto")))
    assert swapped.view().hands["banca"].total == 9
    assert swapped.view().result is Winner.BANCA
    cannot_rule(table, "too-many-cards", AssignCard(one, "banca"))
    cannot_rule(table, "effect-unsuitable", AssignCard(one, "sleeve"))
    cannot_rule(table, "no-such-card", AssignCard(200, "banca"))
    cannot_rule(table, "no-such-card", Discard(200))


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("total", "result"), [(9, Winner.PUNTO), (6, Winner.TIE), (0, Winner.BANCA)])
def test_a_deemed_total_decides_before_and_after_the_cards_are_shown(total, result, late):
    table = dealt(ready("Ks Kd 2h 6h 5d 2s"))
    effect = DeemTotal("punto", total)
    table = ruled(turned(table), effect) if late else turned(ruled(table, effect))
    assert (table.view().phase, table.view().result) == (W.SETTLE, result)
    assert (table.state.winner, table.view().hands["banca"].total) == (result, 6)
    assert table.do(pb.Settle(), by="croupier").view().history[-1].punto == total


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("hand", "result"), [("punto", Winner.BANCA), ("banca", Winner.PUNTO)])
def test_a_hand_that_loses_by_ruling_loses(hand, result, late):
    for cards in (PLAYER_WINS, BANK_WINS, SIXES, "Ks Kd 2h 5c 4d 9d"):
        table = dealt(ready(cards))
        table = ruled(turned(table), LoseCoup(hand)) if late else turned(ruled(table, LoseCoup(hand)))
        assert (table.view().phase, table.view().result) == (W.SETTLE, result)
        table = table.do(pb.Settle(), by="croupier")
        assert won(table, "bea") == (1000 if result is Winner.PUNTO else -1000)


def test_the_player_hand_is_given_to_somebody_else():
    table = ruled(dealt(ready(PLAYER_WINS)), GiveCards("punto", "croupier"))
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "not-holding-hand")
    assert turned(table).view().result is Winner.PUNTO
    for effect in (
        GiveCards("banca", "bea"),
        GiveCards("punto", "onlooker"),
        GiveCards("punto", "bea", EffectCoup.NEXT),
        GiveCards("mano", "bea"),
    ):
        cannot_rule(dealt(ready(PLAYER_WINS)), "effect-unsuitable", effect)


def test_play_goes_back_when_its_cards_are_out_of_play():
    table = dealt(ready("Ks Kd 7h 6h", "2s 2d 5h 4h 9s"))
    positions = [card.position for card in table.state.layout]
    for window in ("bets", "deal"):
        cannot_rule(table, "too-many-cards", GoBack(window))
        cannot_rule(table, "too-many-cards", GoBack(window), *(Discard(one) for one in positions[:3]))
    again = ruled(table, *(Discard(one) for one in positions), GoBack("bets"))
    assert (again.view().phase, again.view().coup, again.view().stakes["punto"]) == (W.BETS, 1, 1000)
    again = again.do(pb.PlaceBet(PUNTO, 1000), by="bea").do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="ana")
    again = drawn(turned(again)).do(pb.Settle(), by="croupier")
    assert again.view().history[-1].cards["punto"][:2] == ("2s", "5h")
    sound(again)
    shown = ruled(turned(table), GoBack("player-shows"))
    assert shown.view().phase is W.PLAYER_SHOWS
    assert turned(shown).view().result is Winner.PUNTO
    third = ended(ready("Ks Kd 5h 7h 9d"))
    cannot_rule(third, "too-many-cards", GoBack("player-draws"))
    taken = ruled(third, Discard(third.state.layout[4].position), GoBack("player-draws"))
    assert taken.view().phase is W.PLAYER_DRAWS
    both = ended(ready("Ks Kd 5h 3h 9d 2c"))
    cannot_rule(both, "too-many-cards", GoBack("bank-draws"))
    bank = ruled(both, Discard(both.state.layout[5].position), GoBack("bank-draws"))
    assert bank.view().phase is W.BANK_DRAWS
    assert [card.place for card in bank.state.layout if card.place.endswith("-3")] == ["punto-3"]
    for window in ("settle", "between", "count", "burn", "tomorrow"):
        cannot_rule(third, "effect-unsuitable", GoBack(window))


@rows(
    "effect",
    [
        OfferWithdrawal(),
        SettleLast("bea"),
        SetAside(2),
        Expose("punto"),
        DeemNatural("punto", 8),
        LoseNatural("punto"),
        BindToTable("banca"),
        Unbind("banca"),
        Oblige("punto", Cell.DRAW),
        BarPerson("bea", BarredAction.CARDS),
        VoidCoup("punto"),
        DeemTotal("punto", 5, one_more=True),
        DeemTotal("mano", 5),
        LoseCoup("mano"),
    ],
)
def test_effects_of_other_games_are_refused(effect):
    cannot_rule(dealt(ready(PLAYER_WINS)), "effect-unsuitable", effect)


def test_between_coups_only_a_note_or_a_stake_left_after_a_tie_can_be_ruled_on():
    table = settled(ready(PLAYER_WINS))
    for effect in (VoidCoup(), LoseCoup("punto"), DeemTotal("punto", 3), Discard(2), GiveCards("punto", "bea")):
        cannot_rule(table, "no-coup", effect)
    assert ruled(table, NoteOnly("late")).view().phase is W.BETWEEN
    tie = ruled(settled(ready(SIXES)), ReturnStake("bea"))
    assert (chips(tie, "bea"), on_table(tie)) == (CHIPS, 1000)


def test_the_last_coup_of_a_shoe_voided_ends_the_shoe():
    table = ready(PLAYER_WINS, game=game_with(pack__cards_below_cut_card=308))
    table = ruled(dealt(table), VoidCoup())
    assert table.view().phase is W.END_OF_SHOE


# --- claims -----------------------------------------------------------------------------------------------------------


def test_claims_are_kept_and_after_the_payment_not_admitted():
    table = ended(ready(PLAYER_WINS))
    claim = pb.RecordClaim("bea", 1, "I had 20 € on Player")
    refused(table, claim, "bea", "not-your-post")
    refused(table, pb.RecordClaim("bea", 2, "too soon"), "croupier", "no-such-coup")
    early = table.do(claim, by="croupier")
    assert events(early, ClaimRecorded) == (ClaimRecorded("bea", 1, claim.note, True),)
    late = table.do(pb.Settle(), by="croupier").do(claim, by="chief")
    assert events(late, ClaimRecorded) == (ClaimRecorded("bea", 1, claim.note, False),)
    assert "HP.PB.claims" in rests(late)
    assert late.view("bea").me.chips == CHIPS + 1000
    assert staked(betting(late.do(pb.TakeShoe(), by="bea")), {"bea": {BANCA: 1000}}).view().phase is W.BETS


def test_a_claim_about_the_shoe_before_is_kept_too():
    table = settled(ready(PLAYER_WINS, game=game_with(pack__cards_below_cut_card=308)))
    table = table.do(pb.CountPack(), by="croupier")
    assert (table.view().shoe, table.view().coup) == (2, 0)
    late = table.do(pb.RecordClaim("bea", 1, "I had 20 € on Player"), by="croupier")
    assert [one.is_admitted for one in events(late, ClaimRecorded)] == [False]
    refused(table, pb.RecordClaim("bea", 2, "never played"), "croupier", "no-such-coup")


def test_a_claim_about_the_running_coup_is_in_time_in_every_shoe():
    """A coup of the shoe before had the same number, and was paid."""
    table = settled(ready(BANK_WINS, BANK_WINS, game=game_with(pack__cards_below_cut_card=308)))
    table = burned(table)
    table = dealt(table)
    assert (table.view().shoe, table.view().coup) == (2, 1)
    claim = pb.RecordClaim("bea", 1, "I had 20 € on Player")
    assert [one.is_admitted for one in events(table.do(claim, by="croupier"), ClaimRecorded)] == [True]
    table = turned(table).do(pb.Settle(), by="croupier")
    assert [one.is_admitted for one in events(table.do(claim, by="croupier"), ClaimRecorded)] == [False]


def test_a_claim_is_somebodys_who_plays_or_played_here():
    table = settled(ready(BANK_WINS))
    refused(table, pb.RecordClaim("nobody", 1, "he says so"), "croupier", "unknown-person")
    gone = table.do(pb.Leave(), by="bea")
    gone.do(pb.RecordClaim("bea", 1, "she says so"), by="croupier")
