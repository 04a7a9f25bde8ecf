"""Clause BG.II.01: cartones of ours and of others are pinned by a digest and sold, called, paid by their numbers."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from tapete.cartones import Cards, Law, lines_of, unrank
from tapete.cartones.reading import KeptSeries, SeriesFile, read_series
from tapete.cartones.shape import packed, write_grid
from tapete.cli import app
from tapete.games.bingo import acts as a
from tapete.games.bingo.cards import series_from_file
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.inventory import Medium
from tapete.games.bingo.terms import Means
from tapete.kernel import Act, PersonId, Refused
from tapete.people.players import shown_name
from tapete.record.private import public_act
from tests.bingo.test_payments import in_session, reopened, shut
from tests.support.bingo.drawn import SECRET, drawn, registering as drawn_series, rows
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, HOUSE, LINE, MANAGER, Hall

SERIALS = (501, 502, 503, 777)
GRIDS = tuple(unrank(10**17 * at + 5) for at in (3, 4, 5, 6))
FILE = "".join(f"{n}: {write_grid(grid)}\n" for n, grid in zip(SERIALS, GRIDS, strict=True)).encode()
FIELDS = {"letter": "f", "identification": "7", "value": "200"}


def registering(data: bytes = FILE, **fields: Any) -> a.RegisterSeries:
    made = series_from_file(data, FIELDS | fields)
    assert isinstance(made, a.RegisterSeries), made
    return made


def on_sale() -> Hall:
    hall = Hall([one for line in GRIDS[3] for one in line if one])
    hall.play.game.cartones = Bingo().cartones
    hall.do(MANAGER, a.RegisterMachine("M-1", "drum", "simulation"), a.RegisterBalls("S-9", "simulation"))
    hall.do(MANAGER, registering()).checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("F-7",)))
    return hall.do("ana", a.BuyIn(10_00))


def test_they_are_sold_by_their_own_numbers_called_checked_and_paid() -> None:
    hall = on_sale()
    for first, last in ((1, 1), (504, 504), (502, 504), (501, 777), (778, 778)):
        assert hall.refused(CALLER, a.SellCards("F-7", first, last)) == "number-outside-series"
    hall.do(CALLER, a.SellCards("F-7", 501, 501, PersonId("ana"), Means.ACCOUNT), a.SellCards("F-7", 502, 503))
    offer = next(one for one in hall.play.legal(CALLER) if one.act == "sell-cards")
    assert (offer.fixed_value("first"), offer.bounds("last")) == (777, (777, 777))
    hall.do(CALLER, a.SellCards("F-7", 777, 777)).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("F-7", 0))
    hall.announced().do(CHIEF, a.AnnounceStart()).drawn(5)
    hall.do(CALLER, a.CallForPlayer(LINE, "F-7/777"), a.HandInCard("F-7/777")).do(CHIEF, a.ShowMaster("F-7/777"))
    assert hall.game.pause.masters["F-7/777"] == lines_of(GRIDS[3])
    hall.do(CHIEF, a.CheckCard(LINE, "F-7/777")).on().drawn(10)
    hall.do(CALLER, a.CallForPlayer(BINGO, "F-7/777"), a.HandInCard("F-7/777")).do(CHIEF, a.ShowMaster("F-7/777"))
    hall.do(CHIEF, a.CheckCard(BINGO, "F-7/777")).end()
    assert [(one.card, one.amount) for one in hall.game.awards[BINGO]] == [("F-7/777", 4_80)]
    hall.do(CASHIER, a.PayPrize(BINGO, "F-7/777"), a.PayPrize(LINE, "F-7/777"))


def test_what_is_left_of_them_is_handed_on_to_the_next_hall() -> None:
    hall = on_sale().do(CALLER, a.SellCards("F-7", 501, 502)).do(CHIEF, a.CallOffSale("avería"))
    hall.do(CASHIER, a.ReturnCards("F-7", 501, 502), a.PayRefund("F-7", 501, 502)).do(CHIEF, a.EndGame()).do(
        "ana", a.CashOut(10_00)
    )
    series = reopened(shut(hall)).state.hall.series["F-7"]
    assert (series.numbers, series.secret) == (((501, 503), (777, 777)), registering().secret)
    in_session(hall).do(CHIEF, a.AnnounceSale(("F-7",)))
    assert hall.refused(CALLER, a.SellCards("F-7", 502, 502)) == "card-sold"
    hall.do(CALLER, a.SellCards("F-7", 503, 503), a.SellCards("F-7", 777, 777))


def test_one_file_has_one_digest_wherever_and_however_it_is_registered() -> None:
    act = registering()
    assert act == registering("".join(reversed(FILE.decode().splitlines(keepends=True))).encode())
    assert act.digest not in (registering(FILE.replace(b"777:", b"778:")).digest, registering(value="300").digest)


@pytest.mark.parametrize(
    "changes",
    [
        {"digest": "0" * 64},
        {"numbers": ((501, 504),)},
        {"numbers": ((1, 10**9), (2 * 10**9, 3 * 10**9))},
        {"size": 5},
        {"secret": SECRET + packed(GRIDS)},
        {"secret": (registering().secret or "")[:64] + packed(GRIDS[::-1])},
        {"secret": SECRET + "#" * 108},
        {"secret": None},
    ],
    ids=str,
)
def test_other_cartones_than_those_of_the_digest_are_refused(changes: dict[str, Any]) -> None:
    assert Hall().refused(MANAGER, replace(registering(), **changes))


@pytest.mark.clause("BG.II.01")
def test_a_series_with_one_unlawful_card_is_refused_and_the_card_is_named() -> None:
    above, below, last = map(list, GRIDS[1])
    column = next(at for at, number in enumerate(above) if number and not below[at])
    above[column], below[column] = 0, above[column]
    wrong = (GRIDS[0], tuple(map(tuple, (above, below, last))), *GRIDS[2:])
    act = replace(registering(), secret=(registering().secret or "")[:64] + packed(wrong))
    said = Hall().answer(MANAGER, act)
    assert isinstance(said, Refused), said
    assert (said.code, said.facts.get("card"), "BG.II.01" in map(str, said.clauses)) == ("line-size", 502, True)


def test_their_squares_stand_in_the_private_part_alone() -> None:
    hall, act = on_sale(), Act(PersonId(MANAGER), registering())
    squares = packed(GRIDS)
    assert squares in str(msgspec.to_builtins(act))
    assert squares not in str(public_act(act))
    for who in (None, "ana", CHIEF, CALLER, MANAGER):
        assert squares not in str(msgspec.to_builtins((hall.play.view(who), hall.play.legal(who))))


def test_a_series_of_ours_is_registered_from_its_kept_file() -> None:
    cards: Cards = drawn()
    act = registering(msgspec.json.encode(KeptSeries(cards.series, SECRET)))
    assert (act.letter, act.digest, act.secret, act.numbers) == ("B", cards.series.digest, SECRET, ())
    assert Hall().do(MANAGER, act).state.hall.series["B-1047"].size == 60
    assert registering(only="paper").only is Medium.PAPER
    (unknown,) = series_from_file(FILE, FIELDS | {"only": "papel"})  # type: ignore[misc]
    assert unknown.code == "series-medium-unknown", "what nobody knows does not sell everywhere"
    odd = ("1e3", "90.0", "+7", "", "٣")
    numbers = [FIELDS | {name: one} for name in ("identification", "value") for one in odd]
    for wrong in ({}, FIELDS | {"kind": "doble"}, FIELDS | {"letter": "7"}, FIELDS | {"value": "0"}, *numbers):
        assert series_from_file(FILE, wrong)[0].code == "series-misdescribed", wrong  # type: ignore[index]


def test_of_a_kept_file_the_field_is_named_that_is_wrong() -> None:
    tree = msgspec.to_builtins(KeptSeries(drawn().series, SECRET))
    spoilt = {
        "secret": tree | {"secret": None},
        "series.face_value": tree | {"series": tree["series"] | {"face_value": -200}},
        "series.letter": tree | {"series": tree["series"] | {"letter": "\u202e"}},
        "owner": tree | {"owner": "x"},
    }
    for field, wrong in spoilt.items():
        (found,) = series_from_file(msgspec.json.encode(wrong), FIELDS)  # type: ignore[misc]
        assert (found.code, found.facts) == ("kept-series-wrong", {"field": field})


def hall_with(cards: Cards, balls: tuple[int, ...]) -> Hall:
    hall = Hall(balls)
    hall.play.game.cartones = Bingo().cartones
    hall.do(MANAGER, a.RegisterMachine("M-1", "drum", "simulation"), a.RegisterBalls("S-9", "simulation"))
    hall.do(MANAGER, drawn_series(cards)).checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession()).sale()
    hall.sell(1, 1, "ana").sell(2, 2).do(CHIEF, a.CloseSale())
    hall.do("cashier", a.CollectUnsold("B-1047", cards.series.size - 2))
    return hall.announced().do(CHIEF, a.AnnounceStart())


def test_a_claim_is_checked_against_the_cartón_that_the_pinned_series_draws() -> None:
    cards = drawn()
    hall = hall_with(cards, rows(cards, 1)[2]).drawn(5).call(1).do(CHIEF, a.ShowMaster("B-1047/1"))
    assert hall.game.pause.masters["B-1047/1"] == rows(cards, 1)
    assert hall.check(1).wait().do(CHIEF, a.OrderResume()).game.awards[LINE][0].card == "B-1047/1"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret": "0c" * 32}, "digest-differs"),
        ({"digest": "0" * 64}, "digest-differs"),
        ({"value": 1_00}, "digest-differs"),
        ({"size": 66}, "digest-differs"),
        ({"law": Law.SINGLES}, "digest-differs"),
        ({"kind": "double"}, "digest-differs"),
        ({"size": 61}, "size-not-strips"),
        ({"secret": None}, "series-secret-missing"),
        ({"digest": ""}, "series-digest-missing"),
        ({"law": Law.FOREIGN, "secret": None}, "cards-not-held"),
    ],
)
def test_a_series_is_refused_whose_cartones_are_not_those_of_its_digest(changes: dict[str, object], code: str) -> None:
    hall = Hall()
    hall.play.game.cartones = Bingo().cartones
    assert hall.accepts(MANAGER, drawn_series(drawn()))
    assert hall.refused(MANAGER, replace(drawn_series(drawn()), **changes)) == code


ROWS = ("4 16 30 52 81 7 22 45 60 77 19 28 38 63 90", "5 16 32 54 83 9 23 46 61 78 19 29 38 63 88")
PRINTED = "\n".join(f"{number} {row}" for number, row in zip((501, 777), ROWS, strict=True)).replace(" ", ",")


def printed_series(text: str, letter: str) -> a.RegisterSeries:
    fields = {"letter": letter, "id": 7, "face_value": 200, "double": False, "law": "foreign"}
    made = read_series(text.encode(), fields)
    assert isinstance(made, SeriesFile), made
    one = made.series
    told = {"law": one.law, "secret": made.secret, "numbers": one.runs or ()}
    return a.RegisterSeries(letter, 7, one.size, 200, digest=one.digest, **told)


OTHER = "9,4,17,31,53,82,8,22,45,61,77,20,29,39,64,89"
FIRST, SECOND = PRINTED.split("\n")


@pytest.mark.parametrize("again", [PRINTED, f"{SECOND}\n{FIRST}", SECOND, f"{PRINTED}\n{OTHER}"])
def test_a_card_is_registered_in_one_series_whatever_else_its_file_holds(again: str) -> None:
    hall = Hall().do(HOUSE, printed_series(PRINTED, "F"))
    refused = hall.refusal(HOUSE, printed_series(again, "G"))
    due = ("cards-registered", {"series": "F-7"}, ("HP.BG.printed-series",))
    assert (refused.code, refused.facts, refused.clauses) == due
    assert hall.accepts(HOUSE, printed_series(OTHER, "G"))


def test_a_card_that_a_hall_has_drawn_is_registered_once_too_when_it_comes_back_in_a_file() -> None:
    ours, of_file = drawn_series(drawn()), registering(f"9: {write_grid(drawn().grid(60))}\n".encode())
    for first, other, name in ((ours, of_file, "B-1047"), (of_file, ours, "F-7")):
        refused = Hall().do(HOUSE, first).refusal(HOUSE, other)
        assert (refused.code, refused.facts) == ("cards-registered", {"series": name})
    assert Hall().do(HOUSE, ours).accepts(HOUSE, printed_series(OTHER, "G"))
    again = drawn_series(drawn(letter="C"))
    assert Hall().do(HOUSE, ours).refused(HOUSE, again) == "cards-registered", "one secret draws one series"


def test_the_command_line_and_a_hall_pin_a_file_by_one_digest_and_say_what_is_so(tmp_path: Path) -> None:
    file, run = tmp_path / "cards.csv", CliRunner().invoke
    file.write_text(PRINTED)
    asked = ["bingo", "cards", "--foreign", str(file), "--letter", "F", "--id", "7", "--lang", "es"]
    told = run(app, asked).output
    assert printed_series(PRINTED, "F").digest in told, told
    assert "no se podrán comprobar" not in told
    wrong = run(app, [*asked[:4], "--range", "1-60", "--lang", "es"])
    assert wrong.exit_code == 2
    assert "501" in wrong.output
    assert "A-1" not in wrong.output
    file.write_text(",".join(str(one or "") for row in drawn().grid(60) for one in reversed(row)))
    assert [run(app, [*asked, *option]).exit_code for option in ((), ("--any-columns",))] == [2, 0]


NAMES = "jefe jefa jefe-1 admision portero chief chef publico público CHIEF Jefe·2"


@pytest.mark.parametrize("name", NAMES.split())
def test_a_post_is_nobodys_name(name: str) -> None:
    assert shown_name(name) is None
    assert shown_name("Ana Portero") == "Ana Portero"
