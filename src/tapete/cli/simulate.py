"""``tapete simulate``: what so many shoes bring, with the bounds of each mean."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import output
from tapete.cli.odds import RulebookOption, answering
from tapete.cli.open import cents
from tapete.cli.records import write_out

if TYPE_CHECKING:
    from tapete.odds.punto_shoes import Array, Bet, Shoes
    from tapete.odds.simulation import Mean, ShoesResult

MOST_SHOES = 1_000_000
"""What memory holds beside each other: some 400 MB."""


def punto_banco(
    shoes: Annotated[int, typer.Option(min=2, max=MOST_SHOES, help="How many shoes are dealt.")] = 10_000,
    decks: Annotated[int, typer.Option(min=1, max=99, help="Packs in the shoe.")] = 8,
    bet: Annotated[
        list[str] | None, typer.Option(help="A stake on every coup, such as banca=10; may be given again.")
    ] = None,
    rulebook: RulebookOption = "asturias-2011",
    seed: Annotated[int | None, typer.Option(min=0, help="The same shoes again.")] = None,
    workers: Annotated[int, typer.Option(min=0, max=256, help="Processes; 0: one a core.")] = 0,
    out: Annotated[Path | None, typer.Option("--csv", help="A file for a row a shoe.")] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Deal whole shoes of punto y banca and settle stakes on every coup; Ctrl-C shows what there is so far."""
    from tapete.odds.punto_shoes import Shoes
    from tapete.odds.simulation import new_seed, parts, simulate, summed

    stakes = read_stakes(bet or ("punto=10", "banca=10", "empate=10"))
    asked, chosen = Shoes(decks, stakes, rulebook), new_seed() if seed is None else seed
    progress = output.Progress(len(list(parts(shoes))))
    kept: list[Array] = []

    def counted() -> Iterator[Array]:
        for one in simulate(asked, shoes, chosen, workers or os.cpu_count() or 1):
            if out is not None:
                kept.append(one)
            progress.step()
            yield one

    with answering():
        found = summed(asked, counted(), chosen)
    progress.close()
    if found.shoes < shoes:
        output.progress("simulate-cut-short", done=found.shoes, shoes=shoes)
    if out is not None:
        write_out(as_rows(asked, kept), out, "" if as_json else output.say("simulate-rows", file=str(out)))
    if as_json:
        output.data(found)
        return
    show(found)


MOST_STAKED = 1_000_000_00
"""Sums over all shoes stay whole numbers of 64 bits."""


def read_stakes(given: Sequence[str]) -> dict[Bet, int]:
    from tapete.odds.punto_shoes import Bet

    found: dict[Bet, int] = {}
    for text in given:
        name, _, amount = text.partition("=")
        stake = cents(amount, "--bet") if name in list(Bet) and name not in found else MOST_STAKED + 1
        if stake > MOST_STAKED:
            output.bad_input("simulate-no-bet", given=text, bets=tuple(map(str, Bet)))
        found[Bet(name)] = stake
    return found


def as_rows(asked: Shoes, parts: list[Array]) -> str:
    from tapete.odds.simulation import rows

    written, first = io.StringIO(), 1
    writer: csv.DictWriter[str] | None = None
    for counts in parts:
        for row in rows(asked, counts, first):
            if writer is None:
                writer = csv.DictWriter(written, list(row), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
        first += len(counts)
    return written.getvalue()


def show(found: ShoesResult) -> None:
    from tapete.words import label, money

    lang = output.lang()

    def bounds(one: Mean) -> str:
        return f"{one.value:.4%} ({one.low:.4%} – {one.high:.4%})"

    def euros(amount: float) -> str:
        return money(round(amount), lang)

    a_shoe = f"{found.coups_a_shoe.value:.2f}"
    output.tell(output.say("simulate-dealt", shoes=found.shoes, coups=found.coups, mean=a_shoe, seed=str(found.seed)))
    for name, share in found.wins.items():
        typer.echo(f"{label('bet', name, lang):<20} {bounds(share)}")
    for name, one in found.stakes.items():
        facts = {"staked": euros(one.staked), "net": euros(one.net), "deducted": euros(one.deducted)}
        typer.echo(f"\n{output.bold(label('bet', name, lang))}: {output.say('simulate-stake', **facts)}")
        typer.echo("  " + output.say("simulate-edge", edge=bounds(one.edge)))
    house = found.house_a_shoe
    facts = {"mean": euros(house.value), "low": euros(house.low), "high": euros(house.high)}
    typer.echo("\n" + output.say("simulate-house", **facts))
    spread = ", ".join(f"{part} %: {euros(one)}" for part, one in found.house_quantiles.items())
    typer.echo("  " + output.say("simulate-spread", spread=spread))
