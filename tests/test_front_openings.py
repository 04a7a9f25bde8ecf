"""How a program opens a table: what its opening act says, by default and when asked otherwise, and its customs."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import pytest

from tapete import chemin_de_fer as cf, dos_panos as dp, punto_banco as pb
from tapete.chance import ChanceKind
from tapete.front import notation
from tapete.front.notation import _entry
from tapete.games.chemin_de_fer.acts import OpenTable as CfOpenTable
from tapete.games.dos_panos.acts import OpenTable as DpOpenTable
from tapete.games.punto_banco.acts import OpenTable as PbOpenTable
from tapete.kernel import HOUSE, PersonId
from tapete.play import KeyedShoe, ListedShoe, UsageError, acts_of
from tapete.record.codec import to_tree
from tapete.record.editions import CURRENT
from tapete.record.entry import Entry
from tapete.table.acts import Seated

GAMES = [
    pytest.param(pb, id="punto_banco"),
    pytest.param(cf, id="chemin_de_fer"),
    pytest.param(dp, id="dos_panos"),
]
every_game = pytest.mark.parametrize("game", GAMES)
CARD_GAMES: dict[Any, Any] = {pb: pb.PUNTO_BANCO, cf: cf.CHEMIN_DE_FER, dp: dp.DOS_PANOS}
SEEDED, KEYED = ChanceKind.SEEDED, ChanceKind.KEYED


def opening_of(table: Any) -> Any:
    """Return the act that opened a table."""
    (act,) = table.last.acts
    assert (act.by, table.before) == (HOUSE, None)
    return act.body


def told(work: Any) -> str:
    """Return the words in which a call is told to be a wrong use; nothing where it is none."""
    try:
        work()
    except UsageError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("game", "act", "people"),
    [
        (
            pb,
            PbOpenTable("mesa-1", "asturias-2011", 10_00, 500_00, staff=pb.STAFF, shoe=SEEDED),
            ("croupier", "chief"),
        ),
        (
            cf,
            CfOpenTable("mesa-1", "asturias-2011", 10_00, staff=cf.STAFF, shoe=SEEDED),
            ("croupier", "inspector"),
        ),
        (
            dp,
            DpOpenTable("mesa-1", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=dp.STAFF, shoe=SEEDED),
            ("assistant", "changer", "croupier", "director", "inspector", "table-chief"),
        ),
    ],
)
def test_a_table_is_opened_as_mesa_1_with_its_staff_and_a_shuffled_shoe(game: Any, act: Any, people: Any) -> None:
    table = game.open_table()
    assert opening_of(table) == act
    assert (table.people(), table.language, table.game) == (people, "en", CARD_GAMES[game])
    assert set(people) == set(map(str, game.STAFF.values()))
    assert table.customs is game.CUSTOMS


PEOPLE = {pb.Role.CROUPIER: "c", pb.Role.TABLE_CHIEF: "t"}


@pytest.mark.parametrize(
    ("game", "amounts", "options", "act"),
    [
        (
            pb,
            (20_00, 1000_00),
            {"name": "otra", "places": 7, "staff": {"croupier": "c", "table-chief": "t"}},
            PbOpenTable("otra", "asturias-2011", 20_00, 1000_00, staff=PEOPLE, shoe=SEEDED, places=7),  # type: ignore[arg-type]
        ),
        (
            cf,
            (5_00,),
            {"name": "otra", "shoe": "keyed", "bank_minimum": 25_00, "banco_freedom": True},
            CfOpenTable("otra", "asturias-2011", 5_00, 25_00, staff=cf.STAFF, shoe=KEYED, banco_freedom=True),
        ),
        (
            dp,
            (5_00,),
            {"rulebook": "guia", "mode": "open", "conduct": "observed"},
            DpOpenTable(
                *("mesa-1", "guia", 5_00),
                mode=dp.BankMode.OPEN,
                staff=dp.STAFF,
                shoe=SEEDED,
                conduct=dp.Conduct.OBSERVED,
            ),
        ),
        (
            dp,
            (),
            {"minimum": 5_00, "bank_maximum": 700_00},
            DpOpenTable("mesa-1", "asturias-2011", 5_00, bank_maximum=700_00, staff=dp.STAFF, shoe=SEEDED),
        ),
        (
            dp,
            (5_00,),
            {},
            DpOpenTable("mesa-1", "asturias-2011", 5_00, bank_maximum=5000_00, staff=dp.STAFF, shoe=SEEDED),
        ),
    ],
)
def test_a_table_is_opened_as_it_is_asked_for(game: Any, amounts: Any, options: dict[str, Any], act: Any) -> None:
    assert opening_of(game.open_table(*amounts, **options)) == act


@every_game
def test_a_game_a_source_and_a_language_of_ones_own_are_taken(game: ModuleType) -> None:
    own, source = type(CARD_GAMES[game])(), KeyedShoe()
    table = game.open_table(game=own, source=source, language="fr", cards="7s", seed=1, shoe="sealed")
    assert table.game is own
    assert table.source is source
    assert table.language == "fr"
    assert opening_of(table).shoe == "sealed"


@every_game
def test_an_option_that_no_utf8_has_is_a_wrong_use_too(game: ModuleType) -> None:
    for options in ({"name": "\ud800"}, {"staff": {"croupier": "\ud800"}}, {"staff": {"\ud800": "ana"}}):
        with pytest.raises(UsageError):
            game.open_table(**options)


@every_game
def test_a_listed_shoe_holds_as_many_packs_as_the_table(game: ModuleType) -> None:
    table = game.open_table(cards="7s Kh")
    assert isinstance(table.source, ListedShoe)
    assert len(table.source.order) == 52 * table.state.settings.decks == 52 * 6
    assert table.source.order[:2] == ("7s", "Kh")
    assert game.open_table(seed=3).source.seed == 3


@every_game
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"staff": {1: "ana"}}, "Invalid enum value '1' - at `key` in `staff`"),
        ({"staff": {"cook": "ana"}}, "Invalid enum value 'cook' - at `key` in `staff`"),
        ({"minimum": 0}, "Expected `int` >= 1 - at `minimum`"),
        ({"places": -1}, "Expected `int` >= 0 - at `places`"),
        (
            {"rulebook": object()},
            "an option holds a value that none can hold: Encoding objects of type object is unsupported",
        ),
        ({"language": "de"}, "language='de': the sentences are in es, en, fr"),
        (
            {"shoe": "sealed"},
            "a sealed shoe needs a hall that keeps its order: give a source, or let the shoe be 'seeded'",
        ),
        (
            {"shoe": "keyed", "seed": 0},
            "the cards of a keyed shoe are keyed one by one: neither cards nor a seed are given",
        ),
        ({"cards": "7s", "seed": 0}, "the cards are listed, or a seed shuffles them: not both"),
        ({"cards": "7s Zz 1x"}, "'Zz' is no card: a card is rank and suit, such as 7s, Th or Kd"),
        ({"cards": ["7s"]}, 'cards are listed in one text, such as "7s Th Kd"'),
        ({"seed": 1.5}, "seed=1.5: a seed is a whole number"),
    ],
    ids=lambda one: "-".join(map(str, one)) if isinstance(one, dict) else "",
)
def test_an_opening_that_is_asked_for_wrongly_is_told_in_these_words(
    game: ModuleType, options: dict[str, Any], words: str
) -> None:
    assert told(lambda: game.open_table(**options)) == words


@every_game
def test_an_unknown_option_is_told_with_all_that_there_are(game: ModuleType) -> None:
    known = ", ".join(one.name for one in msgspec.structs.fields(type(opening_of(game.open_table()))))
    assert told(lambda: game.open_table(seets=9)) == f"there is no option 'seets'; the options are {known}"


# --- customs ----------------------------------------------------------------------------------------------------------

UNASKED = {
    pb: "count-pack shuffle-pack cut-pack insert-cut-card burn-cards take-shoe open-bets close-bets deal show-hand "
    "draw-card settle",
    cf: "check-cards shuffle-pack offer-cards cut-pack insert-stop-card deliver-bank open-bets close-bets "
    "close-auction deal-card carry-cards lift show-hand settle",
    dp: "check-cards lay-out-packs count-pack shuffle-pack cut-pack insert-stop-card deliver-bank open-bets "
    "close-calls close-bets deal-card carry-cards lift show-hand settle",
}
ASKED = {
    pb: "card-out give-ruling award-hand close-table",
    cf: "card-out give-ruling buy-in call-off offer-bank pass-hand refuse-to-deal close-table",
    dp: "card-out lot-out buy-in leave-bank accept-bank buy-bank withdraw-wish announce-bank open-auction "
    "close-auction repeat-banco call-off close-table",
}
BY_PLAYERS = {pb: "deal show-hand draw-card", cf: "deal-card lift show-hand", dp: "deal-card lift show-hand"}
USUAL = {
    pb: {"cut-pack.depth": "middle"},
    cf: {"cut-pack.depth": "middle", "check-cards.found": "most", "deliver-bank.amount": "most"},
    dp: {
        "cut-pack.depth": "middle",
        "check-cards.found": "most",
        "count-pack.count": "most",
        "insert-stop-card.below": "least",
    },
}
OUTSIDE = {
    pb: "closed count shuffle cut cut-card burn between end-of-shoe",
    cf: "closed shoe shuffled cards-offered cut stop-card bank auction vacant between",
    dp: "closed opening reoffer auction lots deposit shoe shuffle cut stop-card custody between repeat broken",
}
"""The phases in which no coup is in play."""


@every_game
def test_what_is_done_unasked_and_what_never_is(game: ModuleType) -> None:
    customs = game.CUSTOMS
    assert customs.routine == tuple(UNASKED[game].split())
    assert customs.asked == set(ASKED[game].split())
    assert customs.players == set(BY_PLAYERS[game].split()) <= set(customs.routine)
    assert customs.usual == USUAL[game]
    assert (customs.phases, customs.betting) == (game.Phase, "bets")
    assert [one for one in game.Phase if one not in customs.coup] == OUTSIDE[game].split()
    assert customs.coup <= set(game.Phase)


@every_game
def test_the_customs_of_a_game_speak_of_its_acts_and_their_fields(game: ModuleType) -> None:
    kinds = {one.__struct_config__.tag: one for one in acts_of(CARD_GAMES[game].act_types)}
    customs = game.CUSTOMS
    assert {*customs.routine, *customs.asked, *customs.players} <= set(kinds)
    for name in customs.usual:
        act, field = name.split(".")
        assert field in kinds[act].__struct_fields__


def test_whose_the_bank_of_two_cloths_is_is_among_the_people() -> None:
    table = dp.open_table()
    staff = table.people()
    table = table.do(dp.Sit(1), by="ana").do(dp.AnnounceBank(PersonId("rosa"), 500_00), by="inspector")
    assert table.people() == (*staff, "ana", "rosa")
    table = table.do(dp.DepositBank(500_00), by="rosa")
    assert table.people().count("rosa") == 1


def test_a_turn_is_written_as_an_entry_of_a_record_that_has_no_time() -> None:
    table = pb.open_table(seed=1).do(pb.Sit(1), by="ana")
    turns = list(table.turns())
    at = {"shoe": 1, "coup": 0, "window": "count", "serial": 1}
    assert _entry(table.game, 2, turns[1]) == Entry(
        table="library",
        game="punto-y-banca",
        version=2,
        time="1970-01-01T00:00:00+00:00",
        by="ana",
        epoch=1,
        edition=CURRENT,
        act={"by": "ana", "what": {"act": "sit", "seat": 1}, "at": at},
        events=(to_tree(Seated(PersonId("ana"), 1)),),
    )
    opened = _entry(table.game, 1, turns[0])
    assert (opened.rests_on, opened.events) == (turns[0].rests_on, tuple(map(to_tree, turns[0].events)))


def test_a_draw_of_chance_stands_in_the_entry_of_the_turn_that_called_for_it() -> None:
    table = pb.open_table(cards="Ac Kc").do(pb.Sit(1), by="ana").do(pb.BuyIn(100_00), by="ana")
    table = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    with_chance = [one for one in table.turns() if len(one.acts) > 1]
    assert with_chance
    for made in with_chance:
        entry = _entry(table.game, 9, made)
        assert (entry.act, *entry.chance) == tuple(map(to_tree, made.acts))


def test_what_was_played_is_a_text_with_what_is_said_of_it() -> None:
    table = cf.open_table(seed=1).do(cf.Sit(1), by="ana").do(cf.BuyIn(100_00), by="ana")
    text = table.notation({"title": "uno", "from": "a program"})
    assert text.splitlines()[:12] == [
        'tapete = "1"',
        'game = "chemin-de-fer"',
        'title = "uno"',
        'from = "a program"',
        "actions = [",
        '    "p1 sit 1",',
        '    "p1 buy 10000",',
        "]",
        "",
        "[people]",
        'i = "inspector"',
        'p1 = "ana"',
    ]
    assert table.notation() == "\n".join(one for one in text.split("\n") if "uno" not in one and "program" not in one)


def test_the_turns_of_a_table_are_numbered_from_its_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pb.open_table(seed=1).do(pb.Sit(1), by="ana").do(pb.BuyIn(100_00), by="ana")
    numbered: list[list[int]] = []

    def noting(game: Any, entries: list[Entry], info: Any) -> Any:
        numbered.append([one.version for one in entries])
        return from_entries(game, entries, info)

    from_entries = notation.from_entries
    monkeypatch.setattr(notation, "from_entries", noting)
    assert "p1 buy 10000" in table.notation()
    assert numbered == [[1, 2, 3]]
