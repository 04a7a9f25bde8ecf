"""``--plot FILE``: what an answer of ``tapete odds`` or ``tapete simulate`` looks like, with words in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer

from tapete.cli import output
from tapete.cli.records import write_out

if TYPE_CHECKING:
    from tapete.odds.banks import Part
    from tapete.odds.bingo import Law
    from tapete.odds.bingo_evenings import Evenings
    from tapete.odds.chemin_de_fer import Terms
    from tapete.odds.dos_panos import Terms as ClothsTerms
    from tapete.odds.plots import Curve, Panel
    from tapete.odds.punto_shoes import Shoes
    from tapete.odds.simulation import Array

PlotOption = Annotated[Path | None, typer.Option("--plot", help="A picture: a file .svg or .png; needs matplotlib.")]
KINDS: Final = ("svg", "png")
FIRSTS: Final = ("odds-bingo-line", "odds-bingo-full")
BRING: Final = ("plot-punto", "plot-bank-side", "plot-of-house")
CLOTHS_BRING: Final = ("plot-both-cloths", "plot-bank-side", "plot-of-house")
CLOTHS: Final = ("plot-p-first", "plot-p-second")
MOST_WINNERS: Final = 6
STEPS: Final = 20
"""Commissions up to one tenth, shares of the stakes up to one half."""


def require_plot(file: Path | None) -> None:
    """End with status 2 where no picture can be drawn, before anything is counted."""
    if file is None:
        return
    if file.suffix[1:].lower() not in KINDS:
        output.bad_input("plot-no-kind", file=str(file))
    if not output.has_module("matplotlib"):
        output.bad_input("no-matplotlib")


def picture(panels: Sequence[Panel], file: Path, *, as_json: bool) -> None:
    from tapete.odds.plots import draw

    told = "" if as_json else output.say("plot-written", file=str(file))
    write_out(draw([one for one in panels if one.curves], file.suffix[1:].lower()), file, told)


def panel(title: str, across: str, up: str, curves: Sequence[Curve]) -> Panel:
    from tapete.odds.plots import Panel

    return Panel(output.say(title), output.say(across), output.say(up), curves)


def money_panels(house: Array, gains: Array, codes: Sequence[str]) -> list[Panel]:
    """Return what a unit brings the house, and what lies on the other side after so many; of cents."""
    from tapete.odds.plots import bands, spread

    of_house, of_gains, units = codes
    words = output.say("plot-band", share="{}"), output.say("plot-middle")
    return [
        panel(of_house, "plot-euros", "plot-per-cent", [spread(house / 100)]),
        panel(of_gains, units, "plot-euros", bands(gains / 100, *words)),
    ]


def of_shoes(asked: Shoes, made: Sequence[Array]) -> list[Panel]:
    import numpy as np

    gains = asked.sum_up(np.concatenate(made))[:, 4::2].sum(axis=1)
    return money_panels(-gains, gains, ("plot-house-shoe", "plot-purse", "plot-shoes"))


def of_banks(made: Sequence[Part], house: str = "plot-house-shoe") -> list[Panel]:
    """``house``: the title of what a unit brings the house: a shoe, or a bank of several."""
    import numpy as np

    from tapete.odds.plots import shares, spread

    banks = np.concatenate([one.banks for one in made])
    kept = np.concatenate([np.bincount(one.banks["unit"], one.banks["kept"], len(one.ways)) for one in made])
    return [
        panel("plot-lives", "plot-coups", "plot-per-cent", [shares(banks["coups"])]),
        panel("plot-bank", "plot-euros", "plot-per-cent", [spread(banks["net"] / 100)]),
        *money_panels(kept, banks["net"], (house, "plot-banker", "plot-banks")),
    ]


def of_evenings(asked: Evenings, made: Sequence[Array]) -> list[Panel]:
    import numpy as np

    from tapete.odds.bingo_evenings import BALLS, house_of
    from tapete.odds.plots import shares

    games = np.concatenate(made)
    house = house_of(asked, games).reshape(-1, asked.games).sum(axis=1)
    firsts = list(zip(FIRSTS, BALLS.values(), strict=True))
    balls = [shares(games[ball], output.say(code)) for code, (ball, _) in firsts]
    cards = [shares(games[winners], output.say(code), ".") for code, (_, winners) in firsts]
    codes = ("plot-house-evening", "plot-house", "plot-evenings")
    return [
        panel("plot-first", "plot-ball", "plot-per-cent", balls),
        panel("plot-winners", "plot-cards", "plot-per-cent", cards),
        *(money_panels(house, house, codes) if house.min() < house.max() else []),
    ]


def of_laws(laws: Mapping[Any, Law]) -> list[Panel]:
    import numpy as np

    from tapete.odds.plots import Curve

    fallen, balls, cards = list[Curve](), list[Curve](), list[Curve]()
    for code, law in zip(FIRSTS, laws.values(), strict=True):
        name, least = output.say(code), 100 * np.array(law.by_ball, dtype=float)
        most = 100 * np.array(law.most or law.by_ball, dtype=float)
        fallen.append(Curve(name, np.arange(len(least)), most, low=least if law.most else None))
        if not law.most:
            balls.append(Curve(name, np.arange(1, len(least)), np.diff(least), "steps"))
        if len(shown := 100 * np.array(law.winners[:MOST_WINNERS], dtype=float)) > 1:
            cards.append(Curve(name, 1 + np.arange(len(shown)), shown, "."))
    told = {"plot-fallen": fallen, "plot-first": balls, "plot-winners": cards}
    across = ("plot-ball", "plot-ball", "plot-cards")
    return [panel(one, axis, "plot-per-cent", told[one]) for one, axis in zip(told, across, strict=True) if told[one]]


def by_commission(terms: Terms) -> list[Panel]:
    """Draw the equilibria of a coup of chemin de fer with a commission of up to one tenth."""
    from tapete.odds.chemin_de_fer import MOST_COMMISSION, solve
    from tapete.odds.plots import dots

    drawn, brings = list[tuple[str, float, Any]](), list[tuple[str, float, Any]]()
    for step in range(STEPS + 1):
        share = MOST_COMMISSION * step / STEPS
        at = float(100 * share)
        for one in solve(msgspec.structs.replace(terms, commission=share)).equilibria:
            drawn += [(f"p({hand.strip('()')})", at, draw) for hand, draw in one.punto.items()]
            drawn += [(f"q{place}", at, draw) for place, draw in one.q.items()]
            values = zip(BRING, (one.player, one.banker, one.house), strict=True)
            brings += [(output.say(code), at, 100 * value) for code, value in values]
    return [
        panel("plot-draws", "plot-commission", "plot-probability", dots(drawn)),
        panel("plot-brings", "plot-commission", "plot-per-cent", dots(brings)),
    ]


def by_share(terms: ClothsTerms) -> list[Panel]:
    """Draw the equilibria of a coup on two cloths with a share of up to one half on the first: the rest is alike."""
    from tapete.odds.dos_panos import Cloths, Concept
    from tapete.odds.plots import dots

    together, apart, mixed, brings = (list[tuple[str, float, Any]]() for _ in range(4))
    cloths, progress = Cloths(terms), output.Progress(2 * STEPS)
    for step in range(1, STEPS + 1):
        share, at = Fraction(step, 2 * STEPS), step / (2 * STEPS)
        for concept, code in ((Concept.CORRELATED, "odds-correlated"), (Concept.NASH, "odds-nash")):
            for one in cloths.solve(share, concept, terms.commission).equilibria:
                if concept is Concept.NASH:
                    apart += [(output.say(cloth), at, draw) for cloth, draw in zip(CLOTHS, one.p, strict=True)]
                else:
                    together += [(play, at, draw) for play, draw in one.plays.items()]
                    values = zip(CLOTHS_BRING, (one.cloths, one.banker, one.house), strict=True)
                    brings += [(output.say(side), at, 100 * value) for side, value in values]
                mixed += [(output.say(code), at, draw) for draw in one.q.values()]
            progress.step()
    progress.close()
    return [
        panel("odds-correlated", "plot-theta", "plot-probability", dots(together)),
        panel("odds-nash", "plot-theta", "plot-probability", dots(apart)),
        panel("plot-mixed", "plot-theta", "plot-probability", dots(mixed)),
        panel("plot-brings", "plot-theta", "plot-per-cent", dots(brings)),
    ]
