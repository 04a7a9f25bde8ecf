"""What play came to as rows: each row's money is that of the books, to the cent."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import chemin_de_fer as cf, dos_panos as dp, punto_banco as pb
from tapete.accounts import ASSOCIATES, BANK, CAGNOTTE, HOUSE, PERSON
from tapete.catalogue import entry
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.bingo.events import GameVoided, TakingsDivided
from tapete.games.chemin_de_fer import acts as a
from tapete.record.notation import play, read_notation
from tapete.record.notation.text import with_rulebooks
from tapete.results import PrizeRow, StakeRow, as_csv, rows_of
from tapete.results.bingo import BingoResults
from tapete.results.card_games import CardResults
from tests.support import ROOT
from tests.support.bots.evening import EVENINGS, acts_played
from tests.support.chemin_de_fer.observed import at
from tests.support.chemin_de_fer.table import opened
from tests.support.every_game import tables
from tests.support.rows import rows
from tests.test_front import BANK_OF_ROSA, punto, train, two_cloths

CARD_GAMES = ("punto-y-banca", "chemin-de-fer", "dos-panos")
PAYS = frozenset({"coup-settled@1", "payment-corrected@1"})


def booked(game: Any, event: Any, banker: str) -> Counter[str]:
    """Return what the books give to each person, and to the house, at a payment; a bank is its banker's."""
    found: Counter[str] = Counter()
    for leg in game.postings(event):
        kind, _, who = leg.account.partition(":")
        if leg.account.startswith((PERSON, ASSOCIATES)):
            found[who] += leg.amount
        elif kind == BANK:
            found[banker] += leg.amount
        elif kind in (HOUSE, CAGNOTTE):
            found[kind] += leg.amount
    if isinstance(event, PaymentCorrected):  # what the house lends, or gets back, is no result
        for sign, lent in ((-1, event.debts), (1, event.set_off)):
            for one in lent:
                found[one.person] += sign * one.amount
                found[HOUSE] -= sign * one.amount
    return found


def told(rows: list[Any], is_banked: bool) -> Counter[str]:
    """Return what rows give to each person with their stake back, and to the house."""
    found: Counter[str] = Counter()
    for row in rows:
        stays = row.spot in ("bank", "correction") or (not is_banked and not row.won)  # a stake that stays lies there
        found[row.person] += row.won + (0 if stays else row.amount)
        found[CAGNOTTE if is_banked else HOUSE] += row.commission if is_banked else -row.won
    return found


def turns_of(key: str) -> Iterator[tuple[Any, Any]]:
    """Yield each table of a game that was recorded by hand, and one at which bots play an evening."""
    for path in tables(key):
        notation = read_notation(ROOT / "tests" / path)
        made, game = play(entry(key).engine(None), notation), with_rulebooks(entry(key).engine(None), notation)
        yield game, [*filter(None, (made.opening,)), *made.turns]
    table = EVENINGS[key].opened()
    for who, what in acts_played(key):
        table = table.do(what, by=who)
    yield table.game, list(table.turns())


@pytest.mark.slow
@pytest.mark.parametrize("key", CARD_GAMES)
def test_the_rows_of_a_payment_are_its_postings_to_the_cent(key: str) -> None:
    wrong, payments = [], 0
    for game, turns in turns_of(key):
        found, before = CardResults(game, "t"), 0
        for event in (event for made in turns for event in made.events):
            found.take((event,))
            rows, before = found.rows[before:], len(found.rows)
            if event.__struct_config__.tag not in PAYS:
                assert not rows, "a row without a payment"
                continue
            payments += 1
            wrong += differences(game, event, rows)
    assert not wrong, "\n".join(wrong[:5])
    assert payments >= 16, f"{key}: only {payments} payments were looked at"


def differences(game: Any, event: Any, rows: list[Any]) -> list[str]:
    banker = next((row.person for row in rows if row.spot in ("bank", "correction")), "")
    due, says = booked(game, event, banker), told(rows, game.key != "punto-y-banca")
    return [] if (+due, -due) == (+says, -says) else [f"{event}\n   books {dict(due)}\n   rows {dict(says)}"]


def test_the_prizes_of_bingo_are_what_the_takings_were_divided_into() -> None:
    games = unwon = 0
    for path in tables("bingo"):
        notation = read_notation(ROOT / "tests" / path)
        played, found = play(entry("bingo").engine(None), notation), BingoResults("b")
        due: Counter[tuple[str, ...]] = Counter()
        for made in (*filter(None, (played.opening,)), *played.turns):
            found.take(made.events)
            for event in made.events:
                if isinstance(event, TakingsDivided):
                    due.update({(event.game, one.prize, one.card): one.amount for one in event.shares})
                elif isinstance(event, GameVoided):
                    due = Counter({one: amount for one, amount in due.items() if one[0] != event.game})
        says = Counter[tuple[str, ...]]()
        for row in found.rows:
            says[row.number, row.prize, row.card] += row.amount
            assert set(map(int, row.balls.split())) <= set(range(1, 91)), path
            games += row.result == "over"
        assert +says == +due, path
        known = {(row.session, row.number, row.prize, bool(row.card)) for row in found.rows}
        assert not {one for one in known if (*one[:3], not one[3]) in known}, f"{path}: a prize won, and by nobody"
        unwon += sum(bool(row.prize) and not row.card for row in found.rows)
    assert games > 20, f"only {games} prizes were looked at"
    assert unwon > 5, unwon


def test_a_corrected_card_is_put_right_in_its_rows_and_a_corrected_payment_is_a_row() -> None:
    faces = iter(["2s", "7s", "Kd", "2h", "6c"])

    def croupier(asked: Any) -> Any:
        due = next((one for one in asked.offers if one.act == "card-out"), None)
        return due and pb.CardOut(due.fields["position"].value, next(faces))

    table = pb.open_table(shoe="keyed").do(pb.Sit(1), by="ana").do(pb.BuyIn(500_00), by="ana")
    table = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 100_00)}, croupier)
    asked = ("punto_cards", "punto_total", "winner", "natural", "spot", "amount", "won")
    assert [[row[name] for name in asked] for row in rows_of(table)] == [
        ["7s Kd", 7, "banca", True, "punto", 100_00, -100_00]
    ]
    position = table.state.history[-1].layout[0].position
    table = table.do(pb.CorrectCard(1, position, "9d", "chief", "the camera shows it"), by="croupier")
    table = table.do(pb.CorrectPayment(1, "ana", "chief", "so it is"), by="croupier")
    assert [[row[name] for name in asked] for row in rows_of(table)] == [
        ["9d Kd", 9, "punto", True, "punto", 100_00, -100_00],
        ["9d Kd", 9, "punto", True, "correction", 0, 200_00],
    ]


def test_a_corrected_payment_of_a_bank_is_told_of_everybody() -> None:
    """Ana was collected by a wrong key: the owners of the bank and the cagnotte give it back."""
    table = at(opened, "no", "5s Kc 2d 6h 3s 4c 2h 4d 9s 5c 5d 2s", real=True, stakes="two")
    table.do("bea", a.Stand()).shown().settled()
    table.do("croupier", a.CorrectCard(1, 3, "7h", "inspector", "seen"), a.CorrectPayment(1, "ana", "inspector", "so"))
    found = CardResults(table.play.game, "t")
    for made in table.turns:
        found.take(made.events)
    rows = [row for row in found.rows if row.spot == "correction"]
    event = next(event for event in table.play.last.events if isinstance(event, PaymentCorrected))
    assert len(rows) > 2
    assert not differences(table.play.game, event, rows)
    assert {(row.banca_cards, row.banca_total, row.winner) for row in found.rows} == {("Kc 7h", 7, "empate")}


ON_BOTH = {"ana": [dp.Stake(100_00, dp.Hand.PRIMERO), dp.Stake(50_00, dp.Hand.SEGUNDO)]}
ON_BOTH |= {"carla": dp.Stake(50_00, dp.Hand.SEGUNDO)}
AT_PUNTO = {"ana": pb.PlaceBet(pb.Bet.PUNTO, 10_00), "bea": pb.PlaceBet(pb.Bet.BANCA, 20_00)}
STAKES = {"bea": cf.Stake(30_00), "carla": cf.Stake(50_00), "dora": cf.Stake(40_00)}
BANK_OF_ANA = {"ana": cf.TakeBank(100_00)}


@rows(
    "table, hands, due",
    [
        (
            lambda: punto("Ac Kc Qs 7d Kh Kd 6c").play_coup(AT_PUNTO),
            "Qs Kh 6c=6 =None 7d Kd=7 False banca ",
            ["ana punto 10 -10 0", "bea banca 20 19 1"],
        ),
        (
            lambda: train().play_coup(STAKES, BANK_OF_ANA),
            "9s Kh=9 =None 2d 4c=6 True punto ",
            ["bea postura 30 30 0", "carla postura 50 50 0", "dora postura 20 20 0", "ana bank 100 -100 0"],
        ),
        (
            lambda: train("2s 9d Kh Kc").play_coup({"dora": cf.CallBanco()}, BANK_OF_ANA),
            "2s Kh=2 =None 9d Kc=9 True banca ",
            ["dora banco 100 -100 0", "ana bank 100 95 5"],
        ),
        (
            lambda: two_cloths().play_coup(ON_BOTH, BANK_OF_ROSA),
            "4s 5c=9 9h Qs=9 Kd 7h=7 True punto punto",
            ["ana primero 100 100 0", "ana segundo 50 50 0", "carla segundo 50 50 0", "rosa bank 500 -200 0"],
        ),
        (
            lambda: two_cloths("4s 2h Kd 5c Qs 7h 2d").play_coup(ON_BOTH, BANK_OF_ROSA),
            "4s 5c=9 2h Qs 2d=4 Kd 7h=7 True punto banca",
            ["ana primero 100 100 0", "ana segundo 50 -50 0", "carla segundo 50 -50 0", "rosa bank 500 0 0"],
        ),
    ],
)
def test_each_stake_is_a_row_with_its_spot_its_cards_and_what_it_won(table: Any, hands: str, due: list[str]) -> None:
    """Of Dora's 40 euros a bank of 100 covers 20; of a banco that the bank wins the cagnotte keeps 5 in 100."""
    found = rows_of(table())
    sums = [[row[name] // 100 for name in ("amount", "won", "commission")] for row in found]
    assert [" ".join(map(str, (row["person"], row["spot"], *of))) for row, of in zip(found, sums, strict=True)] == due
    for row in found:
        told = [f"{row[f'{one}_cards']}={row[f'{one}_total']}" for one in ("punto", "segundo", "banca")]
        assert " ".join((*told, str(row["natural"]), row["winner"], row["segundo_winner"])) == hands


@pytest.mark.parametrize("kind", [StakeRow, PrizeRow])
def test_every_column_stands_on_the_page(kind: Any) -> None:
    page = (ROOT / "docs" / "results.md").read_text("utf-8")
    section = page.partition("## Columns of bingo" if kind is PrizeRow else "## Columns of the card games")[2]
    told = re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (`[^|]+) \|", section.partition("\n## ")[0], re.M)))
    assert sorted(told) == sorted(kind.__struct_fields__)
    assert as_csv(kind, ()) == f"{','.join(kind.__struct_fields__)}\n"
