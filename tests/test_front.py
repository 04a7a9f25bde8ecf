"""The library's front: names, options, sentences, misuse, the shoe, a coup in one call, a table in one variable."""

import doctest
from collections.abc import Callable
from itertools import groupby, product
from operator import itemgetter
from typing import Any, get_args

import pytest

from tapete import chemin_de_fer as cf, dos_panos as dp, punto_banco as pb
from tapete.chance import SealShoe, SealUrn
from tapete.front.table import Table
from tapete.games.baccarat.effects import Effect
from tapete.kernel import CHANCE, Act, Refused
from tapete.money import LIMIT
from tapete.play import ListedShoe, Play, UsageError, acts_of, transition
from tapete.record.codec import tag_of
from tapete.record.notation import parse_notation, play
from tapete.words import LANGS, refusal
from tests.support.record.tables import Deal, Open, Stake, Toy, Vault
from tests.support.rows import rows

GAMES = (pb, cf, dp)
PEOPLE = ("ana", "bea", "carla", "dora", "eva")
TRAIN = "9s 2d Kh 4c"
"""Punto 9 and King, a natural; banca 2 and 4."""


def train(cards: str = TRAIN, **options: Any) -> Table[Any, Any]:
    table = cf.open_table(500, cards=cards, **options)
    for seat, who in enumerate(PEOPLE, start=1):
        table = table.do(cf.Sit(seat), by=who).do(cf.BuyIn(1000_00), by=who)
    return table


def punto(cards: str = "Ac Kc Ks Kd 7h 6h", **options: Any) -> Table[Any, Any]:
    """Return a table of punto y banca with two people who have chips; the player's hand is worth 7, the bank's 6."""
    table = pb.open_table(cards=cards, **options)
    for seat, who in ((1, "ana"), (2, "bea")):
        table = table.do(pb.Sit(seat), by=who).do(pb.BuyIn(1000_00), by=who)
    return table


@rows("game, engine", [(pb, pb.PUNTO_BANCO), (cf, cf.CHEMIN_DE_FER), (dp, dp.DOS_PANOS)])
def test_every_act_and_effect_is_at_hand(game: Any, engine: Any) -> None:
    acts = acts_of(engine) - {SealShoe, SealUrn}  # chance answers those by itself
    kinds = (*acts, *get_args(Effect))
    assert [one.__name__ for one in kinds if getattr(game, one.__name__, None) is not one] == []


@rows("game", GAMES)
def test_the_examples_of_the_module_run(game: Any) -> None:
    found = doctest.testmod(game)
    assert (found.failed, found.attempted > 3) == (0, True)


@rows("game, language", product(GAMES, LANGS))
def test_a_refusal_is_a_sentence(game: Any, language: str) -> None:
    table = game.open_table(language=language).do(game.Sit(1), by="ana")
    with pytest.raises(game.RefusedError) as found:
        table.do(game.Sit(1), by="bea")
    assert str(found.value) == refusal("seat-taken", {"seat": 1}, language)
    assert (found.value.refused.code, found.value.refused.facts) == ("seat-taken", {"seat": 1})


WRONG_OPTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"seets": 9}, "there is no option 'seets'; the options are name, rulebook, minimum"),
    *(
        ({name: value}, name)
        for name, value in (("places", 99), ("minimum", -1), ("minimum", "ten"), ("conduct", "lax"))
    ),
    *(({name: value}, name) for name, value in (("name", "Not A Name"), ("staff", {"cook": "ana"}))),
    ({"rulebook": object()}, "holds a value"),
    ({"language": "de"}, "language='de'"),
    ({"cards": "7s Zz"}, "'Zz' is no card"),
    ({"cards": ["7s"]}, "in one text"),
    ({"cards": "7s " * 7}, "6 packs hold the card 7s 6 times"),
    ({"seed": "x"}, "seed='x'"),
    ({"cards": "7s", "seed": 1}, "not both"),
    ({"shoe": "keyed", "cards": "7s"}, "keyed one by one"),
    ({"shoe": "sealed"}, "sealed shoe"),
    *(({"seed": True}, "seed=True"), ({"shoe": "keyed", "seed": 1}, "keyed one by one")),
)
RIGHT_OPTIONS: tuple[dict[str, Any], ...] = (
    *({"seed": 0}, {"seed": 4}, {"shoe": "keyed"}, {"cards": "7s Th"}, {"language": "fr"}),
    {"name": "mesa-1", "source": ListedShoe((), 6)},
)


def objection(ask: Callable[..., object], *given: Any, **named: Any) -> str:
    """Return the sentence with which something is not done; nothing where it is."""
    try:
        ask(*given, **named)
    except (UsageError, pb.DecisionAwaitedError, pb.RefusedError) as error:
        return str(error)
    return ""


@rows("options, text", [*WRONG_OPTIONS, *((one, "") for one in RIGHT_OPTIONS)])
def test_options_that_cannot_be_are_told_and_others_taken(options: dict[str, Any], text: str) -> None:
    for game in GAMES:
        told = objection(game.open_table, **options)
        assert text in told if text else told == "", game.__name__


@rows("game", [pb.PUNTO_BANCO, cf.CHEMIN_DE_FER, dp.DOS_PANOS])
def test_a_table_that_is_not_open_refuses_and_shows_nothing(game: Any) -> None:
    table = Play(game, game.blank(), ListedShoe(()))
    with pytest.raises(pb.RefusedError):
        table.do(pb.Sit(1), by="ana")
    assert (table.legal("ana"), table.explain("ana")) == ((), ())
    with pytest.raises(UsageError, match="the table is not open"):
        table.view("ana")


def test_a_keyed_shoe_is_keyed_by_asking() -> None:
    table = punto(cards="", shoe="keyed")
    with pytest.raises(pb.DecisionAwaitedError, match="croupier"):
        table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    faces = iter(["Ac", "Ks", "7h", "Kd", "6h"])

    def key(one: pb.AwaitedPerson) -> Any:
        asked = [offer.fixed_value("position") for offer in one.offers if offer.act == "card-out"]
        return pb.CardOut(asked[0], pb.card(next(faces))) if asked else None

    done = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)}, key)
    assert done.view("ana").me.chips == 1000_00 + 1000


def done(table: Table[Any, Any]) -> str:
    """Return what was done by whom, from the opening on, without places and chips."""
    acts = [made.acts[0] for made in table.turns()]
    told = [(one.by, type(one.body).__name__) for one in acts if not isinstance(one.body, cf.Sit | cf.BuyIn)][1:]
    return ", ".join(f"{who} {' '.join(name for _, name in whats)}" for who, whats in groupby(told, itemgetter(0)))


def test_a_coup_of_punto_y_banca_is_one_call() -> None:
    table = punto().play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000), "bea": [pb.PlaceBet(pb.Bet.BANCA, 2000)]})
    assert (table.view("ana").me.chips, table.view("bea").me.chips) == (1000_00 + 1000, 1000_00 - 2000)
    assert done(table) == (
        "croupier CountPack ShufflePack CutPack InsertCutCard BurnCards, ana TakeShoe, croupier OpenBets, "
        "ana PlaceBet, bea PlaceBet, croupier CloseBets, ana Deal, croupier ShowHand, ana ShowHand, croupier Settle"
    )


def test_a_coup_of_chemin_de_fer_asks_who_takes_the_bank_and_nothing_else() -> None:
    with pytest.raises(cf.DecisionAwaitedError) as found:
        train().play_coup({"bea": cf.CallBanco()})
    error = found.value
    (one,) = error.awaited
    assert (one.person, [offer.act for offer in one.offers]) == ("ana", ["take-bank", "decline-bank"])
    assert "«bank»" in str(error)
    assert one.act("take-bank", amount=100_00) == cf.TakeBank(100_00)
    assert "take-bank(amount=1) is not offered: ana (take-bank: amount 500 to 50000" in objection(
        one.act, "take-bank", amount=1
    )
    assert [objection(one.act, "take-bank", amount=100_00), objection(one.act, "decline-bank")] == ["", ""]
    assert "ana (take-bank: amount 500 to 50000; decline-bank)" in str(error)
    assert error.table.view().phase is cf.Phase.BANK
    table = error.table.play_coup({"bea": cf.CallBanco()}, {"ana": cf.TakeBank(100_00)})
    assert done(table).endswith(
        "ana TakeBank, croupier OpenBets, bea CallBanco, croupier CloseBets, ana DealCard DealCard DealCard DealCard, "
        "croupier CarryCards, bea Lift LayDown, croupier Settle"
    )
    assert table.view("bea").me.chips == 1100_00


def test_no_banker_lays_down_unasked_before_the_punto_has_spoken() -> None:
    """At an observed table the banker may, and it is an irregularity: what nobody chose is not done for them."""
    with pytest.raises(cf.DecisionAwaitedError) as found:
        train("2s 4h 3s 5h Kd", conduct="observed").play_coup({"bea": cf.CallBanco()}, {"ana": cf.TakeBank(100_00)})
    error = found.value
    assert error.table.view().phase is cf.Phase.WORD
    assert {one.person for one in error.awaited} == {"bea", "croupier"}
    assert "lay-down" in {one.act for one in error.table.legal("ana")}


@rows("options", [{"cards": TRAIN}, {"cards": TRAIN, "conduct": "observed"}, {"cards": "", "shoe": "keyed"}])
def test_whoever_plays_the_hand_lifts_it_and_neither_the_banker_before_them_nor_the_croupier(
    options: dict[str, Any],
) -> None:
    """Promise: one call plays a coup as people do; a hand that the croupier lifted would have been seen by him."""
    try:
        table = train(**options).play_coup({"bea": cf.CallBanco()}, {"ana": cf.TakeBank(100_00)})
    except cf.DecisionAwaitedError as stopped:
        table = stopped.table
    assert "croupier CarryCards, bea Lift" in done(table)


def two_cloths(cards: str = "4s 9h Kd 5c Qs 7h", **options: Any) -> Table[Any, Any]:
    """Return a table of the two-cloth game with two people on each cloth who have chips."""
    table = dp.open_table(cards=cards, **options)
    for seat, who in ((1, "ana"), (2, "bea"), (6, "carla"), (7, "dora")):
        table = table.do(dp.Sit(seat), by=who).do(dp.BuyIn(1000_00), by=who)
    return table


BANK_OF_ROSA = {"inspector": dp.AnnounceBank("rosa", 500_00), "rosa": [dp.DepositBank(500_00), dp.Stand()]}
BOTH_CLOTHS = {"ana": dp.Stake(100_00, dp.Hand.PRIMERO), "carla": dp.Stake(50_00, dp.Hand.SEGUNDO)}


def test_a_coup_on_two_cloths_is_one_call() -> None:
    with pytest.raises(dp.DecisionAwaitedError, match=r"«opening».*inspector \(announce-bank: "):
        two_cloths().play_coup(BOTH_CLOTHS)
    table = two_cloths().play_coup(BOTH_CLOTHS, BANK_OF_ROSA)
    assert [table.view(who).me.chips for who in ("ana", "bea", "carla")] == [1100_00, 1000_00, 1050_00]
    assert table.view().bank.in_play == 350_00
    assert done(table).endswith(
        f"croupier CloseBets, rosa {'DealCard ' * 5}DealCard, croupier CarryCards, ana Lift LayDown, "
        "carla Lift LayDown, croupier Settle"
    )


def test_an_auction_is_closed_by_whoever_holds_it_and_by_no_custom() -> None:
    with pytest.raises(dp.DecisionAwaitedError, match=r"«auction».*inspector \(close-auction\)"):
        two_cloths().play_coup(BOTH_CLOTHS, {"inspector": dp.OpenAuction()})


FIVE = "2s Kd 3h 7c 4d"
"""Punto 5, who may ask for a card, and gets 4; banca 7."""
BANK = {"ana": [cf.TakeBank(100_00), cf.Stand()]}
BANCO = {"bea": cf.CallBanco()}


def test_the_banker_of_two_cloths_is_asked_and_banco_is_called_by_hand() -> None:
    table = two_cloths("2s 2h Kd 3c 3d 4h 7s 7d 5c").advance(dp.Phase.BANCO, BANK_OF_ROSA)
    with pytest.raises(dp.DecisionAwaitedError, match=r"«first-word».*ana \(say: word carta; say: word no\)"):
        table.play_coup(BOTH_CLOTHS)
    table = table.do(dp.CallBanco(), by="ana")
    words = {"ana": [dp.Say(dp.Word.CARTA), dp.Say(dp.Word.CARTA)], "rosa": dp.DrawCard()}
    played = table.play_coup(answers=words)
    assert played.view().coup.cover is dp.Cover.BANCO
    assert played.view("ana").me.chips == 500_00
    assert played.view().bank.in_play == 1000_00 - 500_00 // 50


def test_a_choice_at_the_cards_is_asked_by_name() -> None:
    table = train(FIVE)
    with pytest.raises(cf.DecisionAwaitedError, match=r"«word».*bea \(say: word carta; say: word no\)"):
        table.play_coup(BANCO, BANK)
    drawn = table.play_coup(BANCO, {**BANK, "bea": cf.Say(cf.Word.CARTA)})
    stood = table.play_coup(BANCO, {**BANK, "bea": [cf.Say(cf.Word.NO)]})
    assert "GiveCard" in done(drawn)
    assert "GiveCard" not in done(stood)
    assert (drawn.view("bea").me.chips, stood.view("bea").me.chips) == (1100_00, 900_00)


def test_a_coup_stops_where_it_is_told_and_goes_on() -> None:
    table = train(FIVE).play_coup(BANCO, BANK, until=cf.Phase.WORD)
    assert table.view().phase is cf.Phase.WORD
    assert [one.person for one in table.awaited_people()] == ["bea"]
    assert table.play_coup(answers={"bea": cf.Say(cf.Word.NO), "ana": cf.Stand()}).view("bea").me.chips == 900_00
    assert [objection(train().advance, one) for one in (cf.Phase.CUT, cf.Phase.STOP_CARD)] == ["", ""]
    for on in (table.advance, lambda phase: table.play_coup(until=phase)):
        assert "'wrod' is no phase of chemin-de-fer" in objection(on, "wrod")


@rows(
    "given, text",
    [
        ({"stakes": {"bea": cf.CallBanco}, "answers": BANK}, "CallBanco is a class"),
        ({"stakes": {"bea": "banco"}, "answers": BANK}, "'banco' is no act"),
        ({"stakes": [cf.CallBanco()]}, "stakes are given by person"),
        ({"stakes": BANCO, "answers": {**BANK, "bae": cf.Stand()}}, "given for bae: nobody is called that"),
        ({"answers": {"ana": cf.TakeBank}}, "is no answer"),
        ({"answers": [cf.TakeBank(1)]}, "answers are given by person"),
        ({"answers": lambda _: "yes"}, "'yes' is no act"),
        ({"answers": {"ana": lambda _: pb.TakeShoe()}}, "TakeShoe is no act"),
    ],
)
def test_a_coup_that_is_asked_for_wrongly_is_told(given: dict[str, Any], text: str) -> None:
    assert text in objection(train().play_coup, **given)


def test_an_act_that_carries_nothing_on_is_not_repeated_for_ever() -> None:
    with pytest.raises(pb.DecisionAwaitedError, match=r"«bets».*croupier \(close-bets\).*No stake plays"):
        punto().play_coup()
    with pytest.raises(pb.DecisionAwaitedError, match="«bets»"):
        punto().advance(pb.Phase.CLOSED)


def test_a_betting_that_does_not_close_tells_why_and_not_that_nobody_stakes() -> None:
    """A stake lies; what is missing are punters."""
    banker = {"inspector": dp.AnnounceBank("rosa", 5000_00), "rosa": dp.DepositBank(5000_00)}
    table = two_cloths().play_coup(until=dp.Phase.BETS, answers=banker)
    few = table.do(dp.Stake(100_00, dp.Hand.PRIMERO), by="ana").do(dp.Leave(), by="dora")
    with pytest.raises(dp.DecisionAwaitedError, match=r"Each cloth needs 2 punters") as told:
        few.play_coup()
    assert "No stake plays" not in str(told.value)
    with pytest.raises(dp.DecisionAwaitedError, match="No stake plays: say what is staked"):
        table.play_coup()


def test_a_stake_that_is_refused_and_an_unlawful_answer_raise() -> None:
    with pytest.raises(cf.RefusedError, match="The bank is €100: no more can be covered"):
        train().play_coup({"bea": cf.Stake(2000_00)}, BANK)
    low = train("2s Kd 2h 7c 4d")  # who has 4 must ask for a card
    with pytest.raises(cf.RefusedError):
        low.play_coup(BANCO, {**BANK, "bea": cf.Say(cf.Word.NO)})


def test_an_irregularity_waits_for_its_ruling() -> None:
    table = train(FIVE).play_coup(BANCO, BANK, until=cf.Phase.WORD)
    table = table.do(cf.Report(cf.Accident.OTHER, note="a glass fell over"), by="croupier")
    with pytest.raises(cf.DecisionAwaitedError, match=r"inspector \(give-ruling"):
        table.play_coup(answers={"bea": cf.Say(cf.Word.NO)})
    ruling = cf.GiveRuling(table.view().incidents[0].serial, (cf.NoteOnly("other"),), "no card was touched")
    ended = table.play_coup(answers={"inspector": ruling, "bea": cf.Say(cf.Word.NO), "ana": cf.Stand()})
    assert ended.view("bea").me.chips == 900_00


def test_many_coups_are_played_by_one_call_each() -> None:
    table = punto("", seed=3).do(pb.Sit(3), by="carla")  # the shoe passes on from her and from bea, who stake nothing
    for _ in range(80):  # more than a shoe
        table = table.play_coup(lambda now: {"ana": pb.PlaceBet(pb.Bet.PUNTO, now.view().minimum)})
    assert table.view().step.series == 2
    assert not table.game.problems(table.state)


def test_what_was_played_is_written_down_and_replays_alike() -> None:
    table = train(FIVE).play_coup(BANCO, {**BANK, "bea": cf.Say(cf.Word.CARTA)})
    again = play(cf.CHEMIN_DE_FER, parse_notation(table.notation({"title": "five"})))
    assert again.state == table.state
    assert again.opening is not None
    assert len(again.turns) + 1 == len(list(table.turns()))
    other = punto(seed=4, cards="").play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    assert play(pb.PUNTO_BANCO, parse_notation(other.notation())).state == other.state


TOY = Toy()


def toy_table() -> Play[Any]:
    return Play(TOY, TOY.blank(), Vault("t")).do(Open(), by="ana")


def test_a_result_names_each_act_of_chance_after_the_act_that_called_for_it() -> None:
    table = toy_table()
    assert table.last is not None
    assert [act.by for act in table.last.acts] == ["ana", CHANCE]
    dealt = table.do(Deal(), by="bea").last
    assert dealt is not None
    assert [(act.by, type(act.body).__name__) for act in dealt.acts] == [("bea", "Deal"), (CHANCE, "CardOut")]
    assert [type(event).__name__ for event in dealt.events] == ["Wants", "Laid"]
    assert dealt.acts[1].at == table.game.step(table.state)


def test_a_refused_act_leaves_the_table_as_it_is() -> None:
    table = toy_table()
    made = table.attempt(Stake(0), by="ana")
    assert isinstance(made.outcome, Refused)
    assert (made.state, made.acts, made.events, made.rests_on) == (table.state, (), (), ())
    assert transition(TOY, table.state, Act("ana", Stake(0)), Vault("t")).state is table.state  # type: ignore[arg-type]


@rows(
    "what, by, said",
    [
        (Stake, "ana", "Stake is a class"),
        (pb.Sit(1), "ana", "an instance of Sit is no act of toy"),
        ("stake", "ana", "'stake' is no act of toy"),
        ("x" * 61, "ana", f"^'{'x' * 60}' is no act of toy"),
        (Stake(1), 7, "by=an instance of int"),
        (Stake(1), None, "by=an instance of NoneType"),
        (Stake(object()), "ana", "holds a value that no act can hold"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_act_or_no_person_is_a_wrong_use(what: Any, by: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        toy_table().attempt(what, by=by)


def test_an_amount_is_between_a_cent_and_far_above_any_table() -> None:
    assert LIMIT == 10_000_000_000_000
    found = [pb.open_table().attempt(pb.BuyIn(one), by="ana").outcome for one in (0, 1, LIMIT, LIMIT + 1)]
    assert [getattr(one, "code", "") == "malformed" for one in found] == [True, False, False, True]


DECISIONS = {
    *("card-out", "lot-out", "give-ruling", "award-hand", "call-off", "close-table", "buy-in", "pass-hand"),
    *("refuse-to-deal", "offer-bank", "leave-bank", "accept-bank", "buy-bank", "withdraw-wish", "announce-bank"),
    *("open-auction", "close-auction", "repeat-banco"),
}
"""What nobody does without asking in a program: somebody gives something up, decides, or reads a card."""


@rows("game", GAMES)
def test_every_act_that_the_customs_name_is_one_of_the_game(game: Any) -> None:
    customs = game.CUSTOMS
    named = {*customs.routine, *customs.players, *customs.asked, *(one.partition(".")[0] for one in customs.usual)}
    kinds = acts_of(next(one for one in vars(game).values() if hasattr(one, "act_types")))
    assert named <= (tags := {tag_of(one) for one in kinds})
    assert customs.asked <= DECISIONS & tags
    assert (DECISIONS & tags) - customs.asked - set(customs.routine) <= {"buy-in", "give-ruling"}
    assert not set(customs.routine) & customs.asked
    assert customs.players <= set(customs.routine)
    assert customs.betting in customs.coup
    assert customs.coup <= set(customs.phases)
