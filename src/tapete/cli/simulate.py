"""``tapete simulate``: what so many shoes, banks or games bring, with the bounds of each mean."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
import typer

from tapete.cli import output, plots
from tapete.cli.odds import RulebookOption, ThetaOption, answering, read_commission, read_share
from tapete.cli.open import cents
from tapete.cli.records import write_out

if TYPE_CHECKING:
    from tapete.odds.banks import BanksResult
    from tapete.odds.bingo_evenings import Evenings, EveningsResult
    from tapete.odds.plots import Panel
    from tapete.odds.punto_shoes import Bet, ShoesResult
    from tapete.odds.simulation import Asked, Mean

R = TypeVar("R")
MOST_SHOES: Final = 1_000_000
"""What memory holds beside each other: some 400 MB."""
MOST_BANKS: Final = 300_000
"""Shoes, of some thirty banks each; or banks of several shoes."""
MOST_EVENINGS: Final = 10_000
CARDS: Final = 600
ENDS: Final = {"lost": "simulate-end-lost", "given-up": "simulate-end-given-up", "shoe": "simulate-end-shoe"}
SeedOption = Annotated[int | None, typer.Option(min=0, help="The same cards again.")]
WorkersOption = Annotated[int, typer.Option(min=0, max=256, help="Processes; 0: one a core.")]
DaskOption = Annotated[str, typer.Option("--dask", help="A Dask cluster that works instead: tcp://HOST:PORT.")]
CsvOption = Annotated[Path | None, typer.Option("--csv", help="A file for a row each.")]
ParquetOption = Annotated[Path | None, typer.Option("--parquet", help="The same as Parquet; needs pyarrow.")]
DecksOption = Annotated[int, typer.Option(min=1, max=8, help="Packs in the shoe.")]
BankOption = Annotated[str, typer.Option(help="What a banker puts up, in euros.")]
MinimumOption = Annotated[str, typer.Option(help="The least stake, in euros.")]
GiveUpOption = Annotated[int, typer.Option(min=0, max=200, help="Give the bank up after so many wins; 0: never.")]
BankerOption = Annotated[str, typer.Option(help="Where the banker is free: equilibrium, draw, stand, or a share.")]
TableOption = Annotated[bool, typer.Option("--table", help="The banker follows the drawing table.")]
CommissionOption = Annotated[str, typer.Option(help="Of what the banker wins, such as 5%; as the rulebook says.")]
PaceOption = Annotated[int, typer.Option(min=1, max=1000, help="Coups an hour.")]


def punto_banco(
    shoes: Annotated[int, typer.Option(min=2, max=MOST_SHOES, help="How many shoes are dealt.")] = 10_000,
    decks: Annotated[int, typer.Option(min=1, max=99, help="Packs in the shoe.")] = 8,
    bet: Annotated[
        list[str] | None, typer.Option(help="A stake on every coup, such as banca=10; may be given again.")
    ] = None,
    rulebook: RulebookOption = "asturias-2011",
    seed: SeedOption = None,
    workers: WorkersOption = 0,
    dask: DaskOption = "",
    out: CsvOption = None,
    parquet: ParquetOption = None,
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Deal whole shoes of punto y banca and settle stakes on every coup; Ctrl-C shows what there is so far."""
    from tapete.odds.punto_shoes import Shoes, rows, summed

    asked = Shoes(decks, read_stakes(bet or ("punto=10", "banca=10", "empate=10")), rulebook)
    pictured = None if plot is None else (plot, partial(plots.of_shoes, asked))
    run(
        asked,
        shoes,
        seed,
        (workers, dask),
        (out, parquet),
        summed,
        partial(rows, asked),
        show,
        pictured,
        as_json=as_json,
    )


def chemin_de_fer(
    shoes: Annotated[int, typer.Option(min=2, max=MOST_BANKS, help="How many shoes are dealt.")] = 10_000,
    decks: DecksOption = 6,
    bank: BankOption = "100",
    minimum: MinimumOption = "10",
    cover: Annotated[str, typer.Option(help="The share of the bank that the others stake.")] = "100%",
    give_up: GiveUpOption = 0,
    garage: Annotated[str, typer.Option(help="The share of winnings that the banker sets aside.")] = "0",
    unlimited: Annotated[bool, typer.Option("--unlimited", help="No bank is too great.")] = False,
    punto: Annotated[
        str, typer.Option(help="Where the punto is free: equilibrium, draw, stand, or a share.")
    ] = "equilibrium",
    banker: BankerOption = "equilibrium",
    table: TableOption = False,
    banco: Annotated[bool, typer.Option("--banco", help="The punto plays banco and is not bound.")] = False,
    commission: CommissionOption = "",
    pace: PaceOption = 60,
    rulebook: RulebookOption = "asturias-2011",
    seed: SeedOption = None,
    workers: WorkersOption = 0,
    dask: DaskOption = "",
    out: CsvOption = None,
    parquet: ParquetOption = None,
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Deal whole shoes of chemin de fer, bank after bank; Ctrl-C shows what there is so far."""
    from tapete.odds.banks import rows, summed
    from tapete.odds.chemin_shoes import Table

    asked = Table(
        decks=decks,
        bank=amount(bank, "--bank"),
        minimum=amount(minimum, "--minimum"),
        cover=read_share(cover),
        give_up=give_up,
        garage=read_share(garage),
        is_unlimited=unlimited,
        punto=read_drawing(punto, "--punto"),
        banker=read_drawing(banker, "--banker"),
        is_by_table=table,
        is_banco_free=banco,
        commission=read_commission(commission) if commission else None,
        pace=pace,
        rulebook=rulebook,
    )
    pictured = None if plot is None else (plot, plots.of_banks)
    run(asked, shoes, seed, (workers, dask), (out, parquet), summed, rows, show_banks, pictured, as_json=as_json)


def dos_panos(
    banks: Annotated[int, typer.Option(min=2, max=MOST_BANKS, help="How many banks are held.")] = 10_000,
    decks: DecksOption = 6,
    shoes: Annotated[int, typer.Option(min=1, max=99, help="For how many shoes a bank is.")] = 1,
    bank: BankOption = "5000",
    minimum: MinimumOption = "10",
    stakes: Annotated[str, typer.Option(help="What the others stake on a coup, in euros.")] = "500",
    theta: ThetaOption = "1/2",
    give_up: GiveUpOption = 0,
    first: Annotated[str, typer.Option(help="The first cloth: equilibrium, draw, stand, or a share.")] = "equilibrium",
    second: Annotated[str, typer.Option(help="The second cloth: the same.")] = "equilibrium",
    apart: Annotated[bool, typer.Option("--apart", help="Each cloth plays for itself.")] = False,
    banker: BankerOption = "equilibrium",
    table: TableOption = False,
    commission: CommissionOption = "",
    pace: PaceOption = 60,
    rulebook: RulebookOption = "asturias-2011",
    seed: SeedOption = None,
    workers: WorkersOption = 0,
    dask: DaskOption = "",
    out: CsvOption = None,
    parquet: ParquetOption = None,
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Deal whole banks of bacarrá a dos paños; Ctrl-C shows what there is so far."""
    from tapete.odds.banks import rows, summed
    from tapete.odds.cloths_shoes import TwoCloths

    asked = TwoCloths(
        decks=decks,
        shoes=shoes,
        bank=amount(bank, "--bank"),
        minimum=amount(minimum, "--minimum"),
        stakes=amount(stakes, "--stakes"),
        theta=read_share(theta),
        give_up=give_up,
        first=read_drawing(first, "--first"),
        second=read_drawing(second, "--second"),
        banker=read_drawing(banker, "--banker"),
        is_apart=apart,
        is_by_table=table,
        commission=read_commission(commission) if commission else None,
        pace=pace,
        rulebook=rulebook,
    )
    pictured = None if plot is None else (plot, partial(plots.of_banks, house="plot-house-bank"))
    run(asked, banks, seed, (workers, dask), (out, parquet), summed, rows, show_banks, pictured, as_json=as_json)


def bingo(
    evenings: Annotated[int, typer.Option(min=2, max=MOST_EVENINGS, help="How many evenings there are.")] = 100,
    games: Annotated[int, typer.Option(min=1, max=200, help="Games of an evening.")] = 30,
    cards: Annotated[int | None, typer.Option(min=1, max=20_000, help="Cards that are sold for a game.")] = None,
    price: Annotated[str, typer.Option(help="Of a card, in euros.")] = "2",
    within: Annotated[int, typer.Option(min=0, max=90, help="An extra prize within so many balls.")] = 0,
    extra: Annotated[str, typer.Option(help="The extra prize, in euros.")] = "",
    series: Annotated[Path | None, typer.Option(help="Always the cards of a series that was kept.")] = None,
    numbers: Annotated[str, typer.Option("--range", help="Only the cards of these numbers: 1-60.")] = "",
    rulebook: RulebookOption = "orden-1979",
    seed: SeedOption = None,
    workers: WorkersOption = 0,
    dask: DaskOption = "",
    out: CsvOption = None,
    parquet: ParquetOption = None,
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Draw whole evenings of bingo; Ctrl-C shows what there is so far."""
    from tapete.odds.bingo_evenings import Evenings, rows, summed

    if (cards is not None and series is not None) or (numbers and series is None) or bool(extra) != bool(within):
        output.bad_input("simulate-bingo-options")
    asked = Evenings(cards or CARDS, games, amount(price, "--price"), within, rulebook=rulebook)
    if extra:
        asked = msgspec.structs.replace(asked, extra=amount(extra, "--extra"))
    if series is not None:
        from tapete.cli import series_files

        made = series_files.read_kept(series)
        grids = tuple(made.grids[number] for number in series_files.numbers_in(made, numbers))
        asked = msgspec.structs.replace(asked, cards=len(grids), grids=grids)
    pictured = None if plot is None else (plot, partial(plots.of_evenings, asked))
    run(
        *(asked, evenings, seed, (workers, dask), (out, parquet), summed, partial(rows, asked)),
        *(lambda found: show_bingo(found, asked), pictured),
        as_json=as_json,
    )


def run(
    asked: Asked[Any],
    count: int,
    seed: int | None,
    crew: tuple[int, str],
    files: tuple[Path | None, Path | None],
    summed: Callable[[Any, Iterator[Any], int], R],
    rows: Callable[[Iterable[Any]], Iterator[Mapping[str, Any]]],
    show: Callable[[R], None],
    pictured: tuple[Path, Callable[[Sequence[Any]], Sequence[Panel]]] | None,
    *,
    as_json: bool,
) -> None:
    """Simulate, telling on standard error how far it is; print what it says, write rows and draw where asked for."""
    from tapete.odds.simulation import as_csv, new_seed, parts, simulate
    from tapete.results import write_parquet

    if files[1] is not None and not output.has_module("pyarrow"):
        output.bad_input("no-pyarrow")
    workers, cluster = crew
    if cluster and not output.has_module("distributed"):
        output.bad_input("no-dask")
    plots.require_plot(pictured and pictured[0])
    chosen = new_seed() if seed is None else seed
    sizes = [size for size, _ in parts(count, asked.part_size)]
    is_kept = any(files) or pictured is not None
    progress, kept = output.Progress(len(sizes)), list[Any]()

    def made() -> Iterator[Any]:
        cores = workers or os.cpu_count() or 1
        for one in simulate(asked, count, chosen, cores, cluster=cluster, is_summed=not is_kept):
            yield asked.sum_up(one) if is_kept else one
            kept.append(one if is_kept else None)  # whatever comes after an interruption is in no sum either
            progress.step()

    with answering():
        found = summed(asked, made(), chosen)
    progress.close()
    if len(kept) < len(sizes):
        output.progress("simulate-cut-short", done=sum(sizes[: len(kept)]), all=count)
    if as_json:
        output.data(found)
    else:
        show(found)
    for file, is_parquet in zip(files, (False, True), strict=True):
        if file is not None:
            with noting_an_interruption() as noted:
                whole = takewhile(lambda _: not noted, rows(kept))
                data = write_parquet(whole) if is_parquet else as_csv(whole)
            write_out(data, file, "" if as_json else output.say("simulate-rows", file=str(file)))
            if noted:
                output.progress("simulate-rows-cut-short", file=str(file))
                return
    if pictured is not None:
        plots.picture(pictured[1](kept), pictured[0], as_json=as_json)


@contextmanager
def noting_an_interruption() -> Iterator[Sequence[int]]:
    """Yield where a first Ctrl-C is noted, so that what is being written ends whole; the next one ends the verb."""
    noted, before = list[int](), signal.getsignal(signal.SIGINT)

    def note(number: int, _frame: object) -> None:
        noted.append(number)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def read_stakes(given: Sequence[str]) -> dict[Bet, int]:
    from tapete.odds.punto_shoes import Bet
    from tapete.odds.simulation import MOST_STAKED

    found: dict[Bet, int] = {}
    for text in given:
        name, _, amount = text.partition("=")
        stake = cents(amount, "--bet") if name in list(Bet) and name not in found else MOST_STAKED + 1
        if stake > MOST_STAKED:
            output.bad_input("simulate-no-bet", given=text, bets=tuple(map(str, Bet)))
        found[Bet(name)] = stake
    return found


def amount(text: str, option: str) -> int:
    """Return an amount of which sums stay whole numbers; end with status 2 for another."""
    from tapete.odds.simulation import MOST_STAKED

    found = cents(text, option)
    if found > MOST_STAKED:
        output.bad_input("simulate-too-much", option=option, most=euros(MOST_STAKED))
    return found


def read_drawing(text: str, option: str) -> Fraction | None:
    """Return how often somebody draws who is free to; ``None``: as in equilibrium."""
    from tapete.odds.banks import FREE

    name = text.strip().lower()
    share = FREE[name] if name in FREE else read_share(text)
    if share is not None and not 0 <= share <= 1:
        output.bad_input("simulate-no-strategy", given=text, option=option, words=tuple(FREE))
    return share


def bounds(one: Mean) -> str:
    return f"{one.value:.4%} ({one.low:.4%} – {one.high:.4%})"


def euros(amount: float) -> str:
    from tapete.words import money

    return money(round(amount), output.lang())


def amounts(one: Mean) -> dict[str, str]:
    return {"mean": euros(one.value), "low": euros(one.low), "high": euros(one.high)}


def show_spread(code: str, spread: Mapping[int, float], written: Callable[[float], str] = euros) -> None:
    told = ", ".join(f"{part} %: {written(one)}" for part, one in spread.items())
    typer.echo("  " + output.say(code, spread=told))


def show(found: ShoesResult) -> None:
    from tapete.words import label

    lang = output.lang()
    a_shoe = f"{found.coups_a_shoe.value:.2f}"
    output.tell(output.say("simulate-dealt", shoes=found.shoes, coups=found.coups, mean=a_shoe, seed=str(found.seed)))
    show_shares("bet", found.wins)
    for name, one in found.stakes.items():
        facts = {"staked": euros(one.staked), "net": euros(one.net), "deducted": euros(one.deducted)}
        told = output.say("simulate-stake" if one.deducted else "simulate-stake-free", **facts)
        typer.echo(f"\n{output.bold(label('bet', name, lang))}: {told}")
        typer.echo("  " + output.say("simulate-edge", edge=bounds(one.edge)))
    typer.echo("\n" + output.say("simulate-house", **amounts(found.house_a_shoe)))
    show_spread("simulate-spread", found.house_quantiles)


def show_shares(topic: str, shares: Mapping[str, Mean]) -> None:
    from tapete.words import label

    for name, share in shares.items():
        typer.echo(f"{label(topic, name, output.lang()):<20} {bounds(share)}")


def show_bingo(found: EveningsResult, asked: Evenings) -> None:
    facts = {"evenings": found.evenings, "games": found.games, "cards": found.cards, "seed": str(found.seed)}
    output.tell(output.say("simulate-bingo", sales=euros(found.sales), **facts))
    for code, one in (("odds-bingo-line", found.line), ("odds-bingo-full", found.bingo)):
        ball = {"mean": f"{one.ball.value:.3f}", "low": f"{one.ball.low:.3f}", "high": f"{one.ball.high:.3f}"}
        typer.echo(f"\n{output.bold(output.say(code))}: {output.say('simulate-bingo-ball', **ball)}")
        show_spread("simulate-bingo-below", one.quantiles, lambda ball: f"{ball:.0f}")
        told = {"alone": bounds(one.alone), "prize": euros(one.prize)}
        typer.echo("  " + output.say("simulate-bingo-prize", **told, **amounts(one.a_winner)))
    if asked.within:
        typer.echo("\n" + output.say("simulate-bingo-within", balls=asked.within, share=bounds(found.within)))
    typer.echo("\n" + output.say("simulate-bingo-house", **amounts(found.house_an_evening)))
    if asked.extra:
        show_spread("simulate-bingo-evenings-below", found.house_quantiles)


def show_banks(found: BanksResult) -> None:
    from tapete.words import label

    lang, coups = output.lang(), found.coups_a_bank
    facts = {"banks": found.banks, "coups": found.coups, "seed": str(found.seed)}
    output.tell(output.say("simulate-banks", **facts))
    for hand, wins in found.wins.items():
        if len(found.wins) > 1:
            typer.echo(output.bold(label("hand", hand, lang)))
        show_shares("winner", wins)
    lasts = {"mean": f"{coups.value:.3f}", "low": f"{coups.low:.3f}", "high": f"{coups.high:.3f}"}
    typer.echo("\n" + output.say("simulate-lives", **lasts))
    show_spread("simulate-banks-below", found.coups_quantiles, lambda one: f"{one:.0f}")
    for name, share in found.ends.items():
        typer.echo(f"{output.say(ENDS[name]):<20} {bounds(share)}")
    typer.echo("\n" + output.say("simulate-banker", share=bounds(found.banker), **amounts(found.bank_net)))
    show_spread("simulate-banks-below", found.net_quantiles)
    told = {"share": bounds(found.house), "coup": euros(found.house_a_coup.value), "pace": found.pace}
    code = "simulate-bank-house" if found.kept else "simulate-bank-free"
    typer.echo(output.say(code, **told, **amounts(found.house_an_hour)))
