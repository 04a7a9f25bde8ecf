"""The library's front, alike for every game: names, options, sentences, misuse, the shoe, a coup in one call."""

import doctest
import enum
from types import ModuleType
from typing import Any, get_args

import pytest

from tapete import chemin_de_fer as cf, dos_panos as dp, punto_banco as pb
from tapete.catalogue import entry
from tapete.chance import SealShoe, SealUrn
from tapete.front.table import Table
from tapete.games.baccarat.effects import Effect
from tapete.games.chemin_de_fer import terms as cf_terms
from tapete.games.dos_panos import terms as dp_terms
from tapete.games.punto_banco import terms as pb_terms
from tapete.kernel import Step
from tapete.play import ListedShoe, Play, UsageError, acts_of
from tapete.record.notation import parse_notation, play
from tapete.rulebooks import house_library

GAMES = [
    pytest.param(pb, id="punto_banco"),
    pytest.param(cf, id="chemin_de_fer"),
    pytest.param(dp, id="dos_panos"),
]
every_game = pytest.mark.parametrize("game", GAMES)
PEOPLE = ("ana", "bea", "carla", "dora", "eva")
TRAIN = "9s 2d Kh 4c"
"""Punto 9 and King, a natural; banca 2 and 4."""


def train(cards: str = TRAIN, **options: Any) -> Table[Any]:
    """Return a table of chemin de fer with five people who have chips."""
    table = cf.open_table(500, cards=cards, **options)
    for seat, who in enumerate(PEOPLE, start=1):
        table = table.do(cf.Sit(seat), by=who).do(cf.BuyIn(1000_00), by=who)
    return table


def punto(cards: str = "Ac Kc Ks Kd 7h 6h", **options: Any) -> Table[Any]:
    """Return a table of punto y banca with two people who have chips; the player's hand is worth 7, the bank's 6."""
    table = pb.open_table(cards=cards, **options)
    for seat, who in ((1, "ana"), (2, "bea")):
        table = table.do(pb.Sit(seat), by=who).do(pb.BuyIn(1000_00), by=who)
    return table


# --- the table as it is opened ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "key"), [(pb, "punto-y-banca"), (cf, "chemin-de-fer"), (dp, "dos-panos")])
def test_every_post_that_a_table_needs_is_filled_unless_others_are_named(game: ModuleType, key: str) -> None:
    """Whatever its rulebook asks for: without one of them the opening, or a later act, would be refused."""
    one = entry(key)
    open_bank = {"mode": "open"} if game is dp else {}
    for book in house_library().of(key):
        needed = set(one.opening_posts({"rulebook": book.id, **open_bank}))
        assert needed <= set(game.STAFF), book.id
    assert set(game.STAFF) == (set(one.all_posts) if game is dp else set(one.posts))
    assert len(set(game.STAFF.values())) == len(game.STAFF)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10_000_00),
        ({"minimum": 5_00}, 5_000_00),
        ({"bank_maximum": 300_00}, 300_00),
        ({"mode": dp.BankMode.OPEN}, 0),
    ],
)
def test_a_limited_bank_holds_a_thousand_times_the_least_stake_unless_told_otherwise(
    options: dict[str, Any], most: int
) -> None:
    assert dp.open_table(**{"minimum": 10_00, **options}).state.settings.bank_maximum == most


# --- names ------------------------------------------------------------------------------------------------------------


@every_game
def test_every_name_is_there_once_and_dir_is_tidy(game: ModuleType) -> None:
    assert len(game.__all__) == len(set(game.__all__))
    assert all(getattr(game, name) is not None for name in game.__all__)
    assert dir(game) == sorted(game.__all__)


@pytest.mark.parametrize(("game", "key"), [(pb, "PUNTO_BANCO"), (cf, "CHEMIN_DE_FER"), (dp, "DOS_PANOS")])
def test_every_act_and_effect_is_at_hand(game: ModuleType, key: str) -> None:
    acts = acts_of(getattr(game, key).act_types) - {SealShoe, SealUrn}  # chance answers those by itself
    missing = [one.__name__ for one in (*acts, *get_args(Effect)) if getattr(game, one.__name__, None) is not one]
    assert missing == []


@pytest.mark.parametrize(("game", "terms"), [(pb, pb_terms), (cf, cf_terms), (dp, dp_terms)])
def test_every_term_is_at_hand(game: ModuleType, terms: ModuleType) -> None:
    own = [one for one in vars(terms).values() if isinstance(one, enum.EnumType) and one.__module__ == terms.__name__]
    assert own
    assert [one.__name__ for one in own if getattr(game, one.__name__, None) is not one] == []


@every_game
def test_the_examples_of_the_module_run(game: ModuleType) -> None:
    found = doctest.testmod(game)
    assert found.failed == 0
    assert found.attempted > 3


# --- refusals ---------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Place 1 is taken."), ("es", "El puesto 1 está ocupado."), ("fr", "La place 1 est occupée.")],
)
def test_a_refusal_is_a_sentence(game: ModuleType, language: str, sentence: str) -> None:
    table = game.open_table(language=language).do(game.Sit(1), by="ana")
    with pytest.raises(game.RefusedError) as found:
        table.do(game.Sit(1), by="bea")
    assert str(found.value) == sentence
    assert (found.value.refused.code, found.value.refused.facts) == ("seat-taken", {"seat": 1})


@every_game
def test_a_refused_opening_is_a_sentence(game: ModuleType) -> None:
    with pytest.raises(game.RefusedError) as found:
        game.open_table(rulebook="atlantis-1900")
    assert str(found.value) == "The rulebook atlantis-1900 is not known."


@every_game
def test_a_malformed_person_is_refused_in_a_sentence(game: ModuleType) -> None:
    with pytest.raises(game.RefusedError, match="“Ana María” is no pseudonym"):
        game.open_table().do(game.Sit(1), by="Ana María")


# --- misuse -----------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("what", ["sit", 7, None, {"act": "sit", "seat": 1}])
def test_what_is_no_act_is_told(game: ModuleType, what: object) -> None:
    with pytest.raises(UsageError, match="is no act of"):
        game.open_table().do(what, by="ana")


@every_game
def test_a_class_of_acts_is_told(game: ModuleType) -> None:
    with pytest.raises(UsageError, match=r"^Sit is a class: an act is an instance of it, such as Sit\(...\)$"):
        game.open_table().do(game.Sit, by="ana")


def test_an_act_of_another_game_is_told() -> None:
    with pytest.raises(UsageError, match="PlaceBet is no act of chemin-de-fer"):
        cf.open_table().do(pb.PlaceBet(pb.Bet.PUNTO, 1000), by="ana")
    with pytest.raises(UsageError, match="CallBanco is no act of punto-y-banca"):
        pb.open_table().attempt(cf.CallBanco(), by="ana")


@every_game
def test_an_author_that_is_no_text_is_told(game: ModuleType) -> None:
    with pytest.raises(UsageError, match="by=an instance of int"):
        game.open_table().do(game.Sit(1), by=7)
    for ask in ("view", "legal", "explain"):
        with pytest.raises(UsageError, match="viewer=an instance of int"):
            getattr(game.open_table(), ask)(7)


@every_game
def test_a_step_that_is_none_is_told(game: ModuleType) -> None:
    table = game.open_table()
    with pytest.raises(UsageError, match="at='count'"):
        table.do(game.Sit(1), by="ana", at="count")
    assert isinstance(table.view().step, Step)


@every_game
def test_a_field_out_of_range_is_refused_and_an_impossible_value_told(game: ModuleType) -> None:
    with pytest.raises(game.RefusedError, match="That cannot be read"):
        game.open_table().do(game.BuyIn(-5), by="ana")
    with pytest.raises(UsageError, match="holds a value"):
        game.open_table().do(game.BuyIn(object()), by="ana")


@every_game
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"seets": 9}, "there is no option 'seets'; the options are name, rulebook, minimum"),
        ({"places": 99}, "places"),
        ({"minimum": -1}, "minimum"),
        ({"minimum": "ten"}, "minimum"),
        ({"conduct": "lax"}, "conduct"),
        ({"name": "Not A Name"}, "name"),
        ({"staff": {"cook": "ana"}}, "staff"),
        ({"rulebook": object()}, "holds a value"),
        ({"language": "de"}, "language='de'"),
        ({"cards": "7s Zz"}, "'Zz' is no card"),
        ({"cards": ["7s"]}, "in one text"),
        ({"cards": "7s " * 7}, "6 packs hold the card 7s 6 times"),
        ({"seed": "x"}, "seed='x'"),
        ({"cards": "7s", "seed": 1}, "not both"),
        ({"shoe": "keyed", "cards": "7s"}, "keyed one by one"),
        ({"shoe": "sealed"}, "sealed shoe"),
    ],
)
def test_options_that_cannot_be_are_told(game: ModuleType, options: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        game.open_table(**options)


def test_a_listed_shoe_with_one_card_too_often_is_told() -> None:
    with pytest.raises(UsageError, match="listed too often"):
        ListedShoe(tuple(cf.cards("7s 7s")), 1)
    assert ListedShoe(tuple(cf.cards("7s 7s")), 2).order[:2] == ("7s", "7s")


@pytest.mark.parametrize("game", [pb.PUNTO_BANCO, cf.CHEMIN_DE_FER, dp.DOS_PANOS], ids=lambda one: one.key)
def test_a_table_that_is_not_open_refuses_and_shows_nothing(game: Any) -> None:
    table = Play(game, game.blank(), ListedShoe(()))
    with pytest.raises(pb.RefusedError):
        table.do(pb.Sit(1), by="ana")
    assert table.legal("ana") == ()
    assert table.explain("ana") == ()
    with pytest.raises(UsageError, match="the table is not open"):
        table.view("ana")


# --- the shoe ---------------------------------------------------------------------------------------------------------


def order(table: Table[Any]) -> list[Any]:
    return [table.source.card(1, place) for place in range(312)]


@every_game
def test_a_shoe_is_shuffled_unless_told_otherwise(game: ModuleType) -> None:
    shuffled = [game.open_table(), game.open_table(), game.open_table(seed=7), game.open_table(seed=7)]
    for table in shuffled:
        table.source.seal(1, 312)
    first, second, seven, again = map(order, shuffled)
    assert first != second
    assert seven == again != first
    assert sorted(seven) == sorted(ListedShoe((), 6).order)
    assert order(game.open_table(cards="7s Kh"))[:2] == ["7s", "Kh"]


def test_each_shoe_of_a_seed_has_its_own_order() -> None:
    source = cf.open_table(seed=7).source
    source.seal(1, 312)
    source.seal(2, 312)
    assert [source.card(1, place) for place in range(312)] != [source.card(2, place) for place in range(312)]


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


# --- a coup in one call -----------------------------------------------------------------------------------------------


def done(table: Table[Any]) -> list[str]:
    """Return who did which act, from the opening on, without places and chips."""
    acts = [made.acts[0] for made in table.turns()]
    return [f"{one.by} {type(one.body).__name__}" for one in acts if not isinstance(one.body, cf.Sit | cf.BuyIn)][1:]


def test_a_coup_of_punto_y_banca_is_one_call() -> None:
    table = punto().play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000), "bea": [pb.PlaceBet(pb.Bet.BANCA, 2000)]})
    assert (table.view("ana").me.chips, table.view("bea").me.chips) == (1000_00 + 1000, 1000_00 - 2000)
    assert done(table) == [
        "croupier CountPack",
        "croupier ShufflePack",
        "croupier CutPack",
        "croupier InsertCutCard",
        "croupier BurnCards",
        "ana TakeShoe",
        "croupier OpenBets",
        "ana PlaceBet",
        "bea PlaceBet",
        "croupier CloseBets",
        "ana Deal",
        "croupier ShowHand",
        "ana ShowHand",
        "croupier Settle",
    ]


def test_nobody_rules_unasked() -> None:
    table = punto().play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)}, until=pb.Phase.DEAL)
    with pytest.raises(pb.DecisionAwaitedError, match=r"«deal».*chief \(give-ruling"):
        table.do(pb.ReportIncident("other"), by="croupier").play_coup()


def test_a_coup_that_is_void_before_a_card_is_dealt_is_over_and_no_other_one_is_begun() -> None:
    table = punto().play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)}, until=pb.Phase.BETS)
    table = table.do(pb.PlaceBet(pb.Bet.PUNTO, 1000), by="ana").do(pb.ReportIncident("other"), by="croupier")
    table = table.play_coup(answers={"chief": pb.GiveRuling(1, (pb.VoidCoup(),), "a fire alarm")})
    assert done(table)[-1] == "chief GiveRuling"
    assert (table.view().phase, table.view("ana").me.chips) == (pb.Phase.BETWEEN, 1000_00)


def test_a_coup_in_which_nobody_stakes_is_over_when_it_is_called_off() -> None:
    for table in (
        train().play_coup(answers={"ana": cf.TakeBank(100_00), "croupier": cf.CallOff()}),
        two_cloths().play_coup(answers={**BANK_OF_ROSA, "croupier": dp.CallOff()}),
    ):
        assert done(table)[-1] == "croupier CallOff"
        assert table.view().phase == "between"


def test_a_coup_of_chemin_de_fer_asks_who_takes_the_bank_and_nothing_else() -> None:
    with pytest.raises(cf.DecisionAwaitedError) as found:
        train().play_coup({"bea": cf.CallBanco()})
    error = found.value
    assert [(one.person, [offer.act for offer in one.offers]) for one in error.awaited] == [
        ("ana", ["take-bank", "decline-bank"])
    ]
    assert "«bank»" in str(error)
    assert "ana (take-bank: amount 500 to 50000; decline-bank)" in str(error)
    assert error.table.view().phase is cf.Phase.BANK
    table = error.table.play_coup({"bea": cf.CallBanco()}, {"ana": cf.TakeBank(100_00)})
    assert done(table)[done(table).index("ana TakeBank") :] == [
        "ana TakeBank",
        "croupier OpenBets",
        "bea CallBanco",
        "croupier CloseBets",
        "ana DealCard",
        "ana DealCard",
        "ana DealCard",
        "ana DealCard",
        "croupier CarryCards",
        "bea Lift",
        "bea LayDown",
        "croupier Settle",
    ]
    assert table.view("bea").me.chips == 1100_00


def two_cloths(cards: str = "4s 9h Kd 5c Qs 7h", **options: Any) -> Table[Any]:
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
    assert done(table)[done(table).index("croupier CloseBets") :] == [
        "croupier CloseBets",
        *["rosa DealCard"] * 6,
        "croupier CarryCards",
        "ana Lift",
        "ana LayDown",
        "carla Lift",
        "carla LayDown",
        "croupier Settle",
    ]


def test_nobody_buys_a_bank_unasked_even_where_it_has_one_price() -> None:
    table = two_cloths(rulebook="guia", bank_minimum=500_00, bank_maximum=500_00)
    with pytest.raises(dp.DecisionAwaitedError, match=r"«opening».*ana \(buy-bank: amount 50000 to 50000\), bea"):
        table.play_coup(BOTH_CLOTHS)


def test_an_auction_is_closed_by_whoever_holds_it_and_by_no_custom() -> None:
    with pytest.raises(dp.DecisionAwaitedError, match=r"«auction».*inspector \(close-auction\)"):
        two_cloths().play_coup(BOTH_CLOTHS, {"inspector": dp.OpenAuction()})


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


@pytest.mark.parametrize("rulebook", [one.id for one in dp.DOS_PANOS.library.of("dos-panos")])
def test_a_coup_of_two_cloths_is_played_under_each_rulebook(rulebook: str) -> None:
    table = two_cloths(rulebook=rulebook)
    if table.view().phase is dp.Phase.SHOE:
        table = table.advance(dp.Phase.OPENING).do(dp.BuyBank(500_00), by="rosa")
    answers = {**BANK_OF_ROSA, "table-chief": BANK_OF_ROSA["inspector"]}
    played = table.play_coup(BOTH_CLOTHS, answers)
    assert played.view("ana").me.chips == 1100_00
    text = played.notation({"title": rulebook})
    assert play(dp.DOS_PANOS, parse_notation(text)).state == played.state


FIVE = "2s Kd 3h 7c 4d"
"""Punto 5, who may ask for a card, and gets 4; banca 7."""
BANK = {"ana": [cf.TakeBank(100_00), cf.Stand()]}
BANCO = {"bea": cf.CallBanco()}


def test_a_choice_at_the_cards_is_asked_by_name() -> None:
    table = train(FIVE)
    with pytest.raises(cf.DecisionAwaitedError, match=r"«word».*bea \(say: word carta; say: word no\)"):
        table.play_coup(BANCO, BANK)
    drawn = table.play_coup(BANCO, {**BANK, "bea": cf.Say(cf.Word.CARTA)})
    stood = table.play_coup(BANCO, {**BANK, "bea": [cf.Say(cf.Word.NO)]})
    assert "ana GiveCard" in done(drawn)
    assert "ana GiveCard" not in done(stood)
    assert (drawn.view("bea").me.chips, stood.view("bea").me.chips) == (1100_00, 900_00)


def test_a_strategy_answers_for_everybody_and_hears_what_is_offered() -> None:
    heard = []

    def strategy(one: cf.AwaitedPerson) -> Any:
        heard.append(one.person)
        acts = {offer.act for offer in one.offers}
        if "take-bank" in acts:
            return cf.TakeBank(100_00)
        if "draw-card" in acts:
            return cf.Stand()
        return cf.Say(cf.Word.CARTA) if "say" in acts else None

    table = train(FIVE).play_coup(BANCO, strategy)
    assert table.view("bea").me.chips == 1100_00
    assert {"ana", "bea", "croupier"} <= set(heard)


def test_a_coup_stops_where_it_is_told_and_goes_on() -> None:
    table = train(FIVE).play_coup(BANCO, BANK, until=cf.Phase.WORD)
    assert table.view().phase is cf.Phase.WORD
    assert [one.person for one in table.awaited_people()] == ["bea"]
    assert table.play_coup(answers={"bea": cf.Say(cf.Word.NO), "ana": cf.Stand()}).view("bea").me.chips == 900_00
    assert train().advance(cf.Phase.CUT).view().phase is cf.Phase.CUT
    with pytest.raises(UsageError, match="'wrod' is no phase of chemin-de-fer"):
        table.play_coup(until="wrod")
    with pytest.raises(UsageError, match="'wrod' is no phase of chemin-de-fer"):
        table.advance("wrod")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"stakes": {"bea": cf.CallBanco}, "answers": BANK}, "CallBanco is a class"),
        ({"stakes": {"bea": "banco"}, "answers": BANK}, "'banco' is no act"),
        ({"stakes": [cf.CallBanco()]}, "stakes are given by person"),
        ({"answers": {"ana": cf.TakeBank}}, "is no answer"),
        ({"answers": {"ana": "take"}}, "'take' is no answer"),
        ({"answers": [cf.TakeBank(1)]}, "answers are given by person"),
        ({"answers": cf.TakeBank}, "answers are given by person"),
        ({"answers": lambda _: "yes"}, "'yes' is no act"),
        ({"answers": {"ana": lambda _: pb.TakeShoe()}}, "TakeShoe is no act"),
    ],
)
def test_a_coup_that_is_asked_for_wrongly_is_told(given: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        train().play_coup(**given)


def test_an_act_that_carries_nothing_on_is_not_repeated_for_ever() -> None:
    with pytest.raises(pb.DecisionAwaitedError, match=r"«bets».*croupier \(close-bets\).*No stake plays"):
        punto().play_coup()
    with pytest.raises(pb.DecisionAwaitedError, match="«bets»"):
        punto().advance(pb.Phase.CLOSED)


def test_of_a_table_that_is_closed_nobody_is_awaited() -> None:
    with pytest.raises(pb.DecisionAwaitedError, match="awaits a decision: nobody has an act that carries it on"):
        pb.open_table().do(pb.CloseTable(), by="chief").play_coup()


@pytest.mark.parametrize("shoe", ["seeded", "keyed"])
def test_a_coup_of_a_real_table_is_one_call_too(shoe: str) -> None:
    faces = iter(["2s", "3h", "Kd", "7c"])
    table = train(FIVE if shoe == "seeded" else "", conduct="observed", shoe=shoe)

    def answer(one: cf.AwaitedPerson) -> Any:
        acts = {offer.act: offer for offer in one.offers}
        if "card-out" in acts:
            return cf.CardOut(acts["card-out"].fixed_value("position"), cf.card(next(faces)))
        if "take-bank" in acts:
            return cf.TakeBank(100_00)
        if "say" in acts and one.person == "bea":
            return cf.Say(cf.Word.NO)
        return cf.Stand() if "stand" in acts and one.person == "ana" else None

    played = table.play_coup(BANCO, answer)
    assert played.view("bea").me.chips == 900_00
    assert not played.view().incidents


def test_a_phase_that_never_comes_is_told() -> None:
    table = train(FIVE + " 2h Kc 3d 7s 4h " * 3).play_coup(BANCO, BANK, until=cf.Phase.WORD)

    def answer(one: cf.AwaitedPerson) -> Any:
        acts = {offer.act for offer in one.offers}
        if "take-bank" in acts:
            return cf.TakeBank(100_00)
        if "call-off" in acts:
            return cf.CallOff()
        return cf.Say(cf.Word.NO) if "say" in acts else cf.Stand() if "draw-card" in acts else None

    with pytest.raises(UsageError, match="a whole coup went by without the phase «auction»"):
        table.advance(cf.Phase.AUCTION, answer)


def test_a_coup_without_a_stake_says_so() -> None:
    with pytest.raises(cf.DecisionAwaitedError, match="No stake plays"):
        train().play_coup(answers=BANK)


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


def test_a_coup_that_is_voided_is_over() -> None:
    table = train(FIVE).play_coup(BANCO, BANK, until=cf.Phase.WORD)
    table = table.do(cf.Report(cf.Accident.OTHER, note="the lights went out"), by="croupier")
    ruling = cf.GiveRuling(table.view().incidents[0].serial, (cf.VoidCoup(),), "nobody saw the cards")
    ended = table.play_coup(answers={"inspector": ruling})
    assert ended.view().phase is cf.Phase.BETWEEN
    assert ended.view("bea").me.chips == 1000_00


def test_many_coups_are_played_by_one_call_each() -> None:
    table = punto("", seed=3)
    for _ in range(80):  # more than a shoe
        table = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    assert table.view().step.series == 2
    assert not table.game.problems(table.state)


# --- what was played --------------------------------------------------------------------------------------------------


def test_what_was_played_is_written_down_and_replays_alike() -> None:
    table = train(FIVE).play_coup(BANCO, {**BANK, "bea": cf.Say(cf.Word.CARTA)})
    again = play(cf.CHEMIN_DE_FER, parse_notation(table.notation({"title": "five"})))
    assert again.state == table.state
    assert again.opening is not None
    assert len(again.turns) + 1 == len(list(table.turns()))
    other = punto(seed=4, cards="").play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    assert play(pb.PUNTO_BANCO, parse_notation(other.notation())).state == other.state


def test_a_table_remembers_the_one_before() -> None:
    table = cf.open_table()
    assert table.before is None
    assert table.do(cf.Sit(1), by="ana").before is table
    assert repr(table) == "<table of chemin-de-fer at 0.0.shoe.1>"
