"""Nobody who is away or silent stops the table: every role in every window, and what the croupier does for him."""

from functools import cache

import pytest

from tapete.games.baccarat.effects import OfferChoice
from tapete.games.banked.coup import DENY, GIVE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import PREPARING, THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import CLOCK, Refused
from tapete.table.acts import Away, Leave, Relieve
from tapete.table.staff import Role
from tests.support.absence import STANDS, AbsenceTable, Deed, until
from tests.support.chemin_de_fer.scenes import ASKED, CALLERS, CELLS, deed, one_step, scene
from tests.support.chemin_de_fer.table import with_chips

FREE = "HP.CF.in-play"
"""Who may go and who may not; and what lies there stays in play where the table does not wait for him."""
TABLE = AbsenceTable("chemin-de-fer", CELLS)


def on_to_the_next_coup(table, missing: str) -> list[Deed]:
    start = table.state.coup.number
    return until(
        lambda: table.state.phase is Phase.BETS and table.state.coup.number > start, lambda: one_step(table, (missing,))
    )


def expected_label(role: str, window: Phase, how: str) -> str:
    """Return by what the table goes on without him; nothing where he is not waited for in the rest of the coup."""
    waited_for = (Phase.DEAL, Phase.ANSWER, Phase.BANKER)
    holds = role in CALLERS and window in (Phase.BETS, Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD)
    if holds:
        return "HP.CF.absent-holder" if how == "away" else "CF.C4.01"
    if role == "banker":
        plays = (Phase.BETS, Phase.CARRY, Phase.LIFT, Phase.WORD, *waited_for, *PREPARING)
        absent = how == "away" or window in plays
        return ("HP.CF.absent-player" if how == "away" else "HP.CF.silent-player") if absent else ""
    if role in ("cutter", "owing-banker") or (role in ASKED and how == "silent"):
        return "HP.CF.absent-player" if how == "away" else "HP.CF.silent-player"
    return "HP.CF.unanswered-bank" if role in ASKED else ""


def leaves(table, who: str) -> tuple[str, str]:
    """Return what becomes of his leaving, and by which clause; there is a way on either way."""
    outcome = table.play.attempt(Leave(), who).outcome
    code = outcome.code if isinstance(outcome, Refused) else ""
    if code:
        assert outcome.clauses == (FREE,)
        return f"refused: {code}", FREE
    assert table.chips(who) > 0
    assert FREE in table.do(who, Leave()).play.last.rests_on
    assert table.chips(who) == 0
    on_to_the_next_coup(table, who)
    return "goes with his chips", FREE


def stays(table, who: str, role: str, window: Phase, how: str) -> tuple[str, str]:
    """Return who then does what in his place, and by which clause; the money at the table stays as much as it was."""
    assert table.play.explain(None)
    deeds = [] if how == "silent" else [deed(table, str(CLOCK), Away(who))]
    assert all(FREE in one.rests for one in deeds)
    whole = sum(held for name, held in table.money().items() if name != "cash-desk")
    deeds += on_to_the_next_coup(table, who)
    label = expected_label(role, window, how)
    found = dict.fromkeys(f"{one.by.removeprefix('system:')} {one.act}" for one in deeds if label in one.rests)
    assert not label or found, f"nobody acts for him by {label}: {deeds}"
    assert sum(held for name, held in table.money().items() if name != "cash-desk") == whole
    return ("; ".join(found) if label else STANDS), label or FREE


def test_whoever_leaves_falls_silent_or_goes_away_the_table_goes_on(make) -> None:
    """Every role in every window; the outcomes are those of the table in the documentation."""
    begun = cache(lambda role, window: scene(make, role, window))

    def comes_of(role: str, window: Phase, how: str) -> tuple[str, str]:
        table, who = begun(role, window)
        return leaves(table.fork(), who) if how == "leaves" else stays(table.fork(), who, role, window, how)

    TABLE.judge(comes_of)


def main_acts(table, who: str) -> set[str]:
    found = tuple(one for one in table.play.legal(who) if one.main)
    alone = dict(table.play.game.main_offers(table.state, [who])).get(who, ())
    assert alone == found, f"what {who} is asked for alone, and among all"
    return {one.act for one in found}


def rests(table) -> tuple[str, ...]:
    return table.play.last.rests_on


def test_the_croupier_deals_and_plays_by_the_table_for_a_banker_who_is_away(make) -> None:
    """5 against no card asked for: the table says draw, and standing is refused to the croupier alone."""
    table = make("Ks 2c 7d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().away("bea")
    assert main_acts(table, "croupier") == {"deal-card"}
    for hand in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO, Hand.BANCA):
        table.do("croupier", a.DealCard(hand))
        assert "HP.CF.absent-player" in rests(table)
    table.carried().do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("no"))
    assert table.refused("croupier", a.DrawCard()).code == "look-first"
    assert table.total("banca", "croupier") is None
    table.do("croupier", a.Lift(Hand.BANCA))
    assert table.total("banca", "croupier") == 5
    assert table.total("banca", "ana") is None
    assert table.total("banca") is None
    assert table.refused("croupier", a.Stand()).code == "against-table"
    table.do("croupier", a.DrawCard()).show().settled()
    assert table.chips("ana") == 10_000_00 - 100_00


def test_a_bank_without_its_banker_is_refused_or_passed_for_him_and_no_coup_is_dealt(make) -> None:
    dealt = make(coups=("banca",)).bank().coup("banca", ana=100_00)
    for table, does in ((make().bank(), "refuse-to-deal"), (dealt, "pass-hand")):
        assert main_acts(table.away("bea"), "croupier") == {does}
        assert table.refusal("croupier", a.OpenBets()) == ("banker-away", ("HP.CF.absent-player",))
    seen = make(conduct="observed", real=True).bank().away("bea")
    assert main_acts(seen, "croupier") == {"open-bets"}, "there the croupier keys what happens"
    owing = with_chips(make().do("bea", a.TakeBank(700_00, 100_00)), "bea", 0)
    assert main_acts(owing, "bea") == {"buy-in"}, "what he owes he has not"
    vacant = make(seats={1: "bea", 2: "carla"}, standing={}).declined().do("croupier", a.CloseAuction()).declined()
    assert main_acts(vacant, "inspector") == {"offer-bank"}
    assert main_acts(vacant.away("bea", "carla"), "inspector") == {"close-table"}, "nobody is there to take it"


@pytest.mark.parametrize(("banca", "shoe"), [(5, "Ks 2c 3d 3h 4s 9s"), (3, "Ks Kc 3d 3h 9s 9c")])
def test_in_the_two_optional_cases_the_croupier_draws(make, banca: int, shoe: str) -> None:
    table = make(shoe).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("carta"))
    mine = table.fork().do("bea", a.Lift(Hand.BANCA), a.GiveCard())
    assert mine.total("banca", "bea") == banca
    mine.do("bea", a.Stand())
    table.away("bea").do("croupier", a.Lift(Hand.BANCA), a.GiveCard())
    assert table.refused("croupier", a.Stand()).code == "against-table"
    table.do("croupier", a.DrawCard())


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_relief_goes_on_with_the_hand_that_the_outgoing_croupier_plays(make, conduct: str) -> None:
    table = make("5s Kc Kd 6h", conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    table.carried().away("ana").do("croupier", a.StandIn()).do("croupier", a.Lift(Hand.PUNTO))
    assert (table.state.holder, table.total("punto", "relevo")) == ("croupier", None)
    table.do("inspector", Relieve(Role.CROUPIER, "relevo"))
    assert (table.state.holder, table.state.coup.punto.before, table.state.phase) == ("relevo", "relevo", Phase.WORD)
    assert (table.total("punto", "relevo"), table.total("banca", "relevo")) == (5, None)
    assert table.refused("croupier", a.Say("no")).code == "not-holding-cards"
    if conduct == "strict":
        assert table.refused("relevo", a.Say("carta")).code == "bound-to-scheme"
    table.do("relevo", a.Say("no")).do("bea", a.Lift(Hand.BANCA), a.Stand())
    assert table.state.phase is Phase.SHOW


@pytest.mark.parametrize("how", ["away", "silent"])
def test_for_whoever_does_not_choose_the_punto_is_held_to_his_word(make, how: str) -> None:
    """The inspector left the choice to the banker, who does not answer: the punto asked for a card and gets it."""
    table = make("Ks 2c 3d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("carta"))
    table.do("inspector", a.Report(Accident.OTHER, note="a doubt about the word"))
    choice = OfferChoice("bea", THIRD_CARD, (GIVE, DENY))
    table.ruled("inspector", effects=(choice,), reason="the banker says")
    assert table.refused("croupier", a.Choose(THIRD_CARD, GIVE)).code == "not-your-choice"
    if how == "away":
        table.away("bea")
    else:
        table.do("croupier", a.CallPerson())
    assert main_acts(table, "croupier") == {"choose"}
    assert table.refused("croupier", a.Choose(THIRD_CARD, DENY)).code == "word-stands"
    table.do("croupier", a.Choose(THIRD_CARD, GIVE))


def test_below_four_the_duty_to_deal_once_rests(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana", 8: "luis"}, standing={}).bank(300_00)
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"
    table.do("luis", Leave())
    assert table.refused("croupier", a.OpenBets()).code == "too-few-players"
    assert main_acts(table, "bea") == {"pass-hand"}
    assert main_acts(table, "inspector") == {"close-table"}
    table.do("bea", a.PassHand())
    assert "HP.CF.below-four" in rests(table)
    assert table.chips("bea") == 10_000_00


@pytest.mark.parametrize("window", [Phase.CARRY, Phase.LIFT, Phase.WORD])
def test_the_croupier_plays_by_the_scheme_for_a_holder_who_is_away(make, window: Phase) -> None:
    table = make("Ks Kc 3d 5h 9h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    if window is not Phase.CARRY:
        table.carried()
    if window is Phase.WORD:
        table.do("ana", a.Lift(Hand.PUNTO))
    assert table.state.phase is window
    assert table.refused("croupier", a.StandIn()).code == "holder-is-there"
    table.away("ana")
    assert table.refused("luis", a.StandIn()).code == "not-your-post"
    table.do("croupier", a.StandIn())
    assert "HP.CF.absent-holder" in table.play.last.rests_on
    if window is Phase.CARRY:
        table.carried()
    table.do("croupier", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    assert table.refused("croupier", a.Say("no")).code == "must-draw"
    table.do("croupier", a.Say("carta")).do("bea", a.GiveCard()).do("bea", a.Stand()).show().settled()
    # 3 and 9 make 2 against 5: the stake was hers and is lost
    assert table.chips("ana") == 10_000_00 - 100_00
