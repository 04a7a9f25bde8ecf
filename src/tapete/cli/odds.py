"""``tapete odds``: exact chances, counted over every run of cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
import typer

from tapete.cli import output, plots

if TYPE_CHECKING:
    from tapete.odds.bets import BetsOdds
    from tapete.odds.bingo import Law
    from tapete.odds.certificate import Problem
    from tapete.odds.chemin_de_fer import Equilibrium, Solution, Terms
    from tapete.odds.dos_panos import Equilibrium as ClothsEquilibrium, Solution as ClothsSolution, Terms as ClothsTerms

E = TypeVar("E")
M = TypeVar("M", bound=StrEnum)
MOST_DIGITS: Final = 60
"""A longer number is told by --json alone."""
CONCEPTS: Final = {"correlated": "odds-correlated", "independent": "odds-independent", "nash": "odds-nash"}
PLAYS: Final = ("odds-play-ss", "odds-play-sd", "odds-play-ds", "odds-play-dd")
DRAWS: Final = ("odds-play-first", "odds-play-second")
CLOTHS_BRING: Final = ("odds-brings-first", "odds-brings-second", "odds-brings-banker", "odds-brings-house")
ModelOption = Annotated[str, typer.Option(help="A: cards go back; B: they do not. 1, 2, 3: who sees what.")]
DecksOption = Annotated[int | None, typer.Option(min=1, max=8, help="Packs in the shoe.")]
ShoeOption = Annotated[
    str, typer.Option(help="What is left of tens, aces, 2 to 9, such as 96,24,24,24,24,24,24,24,24,24.")
]
RemovedOption = Annotated[str, typer.Option(help='Cards already out, such as "7s Kh".')]
ClothsOption = Annotated[str, typer.Option(help="A1: cards go back; B1, B2: they do not. 2: the banker sees cards.")]
ThetaOption = Annotated[str, typer.Option(help="Share of the stakes on the first cloth, such as 1/2 or 40%.")]
RulebookOption = Annotated[str, typer.Option(help="Whose rules are counted.")]
CommissionOption = Annotated[str, typer.Option(help="What the house keeps of the banker's wins, such as 5%.")]


@contextmanager
def answering() -> Iterator[None]:
    """End with status 2, and a sentence, where what is asked for has no answer."""
    from tapete.cards import UnknownCardError
    from tapete.words import CodedError

    try:
        yield
    except UnknownCardError as error:
        output.bad_input("no-card", card=str(error))
    except CodedError as error:
        output.bad_input(error.sentence(output.lang()))


def punto_banco(
    decks: Annotated[int, typer.Option(min=1, max=99, help="Packs in the shoe.")] = 8,
    removed: Annotated[str, typer.Option(help='Cards already out, such as "7s Kh".')] = "",
    infinite: Annotated[bool, typer.Option("--infinite", help="A shoe without end.")] = False,
    bets: Annotated[str, typer.Option(help="A file of bets, or known for those best known.")] = "",
    removal: Annotated[bool, typer.Option("--removal", help="What one card less does to each bet.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Count in how many of all ordered deals the punto, the bank or neither wins, or what bets bring."""
    from tapete.cards import cards
    from tapete.odds.bets import KNOWN, count_bets, known_bets, read_bets
    from tapete.odds.punto_banco import NAMES, exact, removal_effects
    from tapete.odds.shoe import fraction_text
    from tapete.words import label

    if removal and (infinite or bets):
        output.bad_input("odds-removal-alone")
    with answering():
        out = cards(removed)
        if bets:
            wanted = known_bets() if bets == KNOWN else read_bets(output.read_file(Path(bets), 1 << 20), bets)
            show_bets(count_bets(wanted, decks, out, is_infinite=infinite), as_json=as_json)
            return
        odds = exact(decks, out, is_infinite=infinite)
        effects = removal_effects(decks, out) if removal else {}
    if as_json:
        told = {face[0]: {bet: fraction_text(one) for bet, one in bets.items()} for face, bets in effects.items()}
        output.data(odds.to_json() | ({"removal": told} if removal else {}))
        return
    typer.echo(output.say("odds-edges"))
    for bet, key in NAMES.items():
        name, won = output.bold(f"{label('bet', bet, output.lang()):<20}"), odds.wins[key]
        typer.echo(f"{name} {won:>22}  {won / odds.total:>10.6%} {float(odds.edges[key]):>11.6%}")
    if removal:
        typer.echo("\n" + output.say("odds-removal"))
    for face, bets_of in effects.items():
        typer.echo(face[0] + "".join(f"{float(bets_of[key]):>+14.6%}" for key in ("player", "banker", "tie")))


def show_bets(found: BetsOdds, *, as_json: bool) -> None:
    if as_json:
        output.data(found.to_json())
        return
    from tapete.odds.shoe import fraction_text

    for bet in found.bets:
        edge = fraction_text(bet.edge)
        output.tell(output.say("odds-bet", bet=bet.name, edge=f"{float(bet.edge):.6%}", exact=edge), is_bold=True)
        for to, count in (*bet.pays, (Fraction(-1), bet.losses)):
            typer.echo(f"{to!s:>8} {count:>22}  {count / found.total:.6%}")


def chemin_de_fer(
    decks: DecksOption = None,
    removed: RemovedOption = "",
    shoe: ShoeOption = "",
    commission: CommissionOption = "",
    model: ModelOption = "B2",
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show how a coup ends when both sides play as well as can be, and what it is worth to be free."""
    from tapete.odds.chemin_de_fer import exact
    from tapete.odds.shoe import fraction_text

    plots.require_plot(plot)
    terms = chemin_terms(model, decks, shoe, removed, commission)
    with answering():
        found = exact(terms)
    if plot is not None:
        plots.picture(plots.by_commission(terms), plot, as_json=as_json)
    if as_json:
        output.data(found.to_json())
        return
    show_terms(terms)
    for code, solution in (("odds-free", found.free), ("odds-by-table", found.by_table)):
        for one in headed(code, solution.equilibria):
            show_wins(one.wins)
            show_equilibrium(one)
    typer.echo()
    for code, side in (("odds-banker-freedom", "banker"), ("odds-banco-freedom", "player")):
        worth = found.freedom[side]
        if worth is not None:
            typer.echo(output.say(code, worth=f"{float(worth):.6%}", exact=fraction_text(worth)))


def chemin_terms(model: str, decks: int | None, shoe: str, removed: str, commission: str) -> Terms:
    """Return what is to be solved; end with status 2 where an option does not say it."""
    from tapete.odds.chemin_de_fer import Model, Terms, house_commission

    share = read_commission(commission) if commission else house_commission()
    return Terms(held_shoe(decks, shoe, removed), read_model(model, Model), share)


def read_model(given: str, models: type[M]) -> M:
    name = given.strip().upper()
    if name not in list(models):
        output.bad_input("odds-no-model", given=given, models=tuple(map(str, models)))
    return models(name)


def held_shoe(decks: int | None, shoe: str, removed: str) -> tuple[int, ...]:
    """Return the cards of each kind; end with status 2 where an option does not say them."""
    from tapete.odds.chemin_de_fer import DECKS, deck_shoe

    if shoe and (removed or decks is not None):
        output.bad_input("odds-one-shoe")
    with answering():
        return read_shoe(shoe) if shoe else deck_shoe(decks or DECKS, removed)


def read_commission(text: str) -> Fraction:
    share = read_share(text)
    if not 0 <= share <= Fraction(1, 10):
        output.bad_input("odds-no-commission", given=text)
    return share


def read_share(text: str) -> Fraction:
    """Return a share written as 5%, 5/100 or 0.05; below nought for anything else."""
    found = re.fullmatch(r"\s*(\d{1,9}(?:[.,]\d{1,9})?)\s*(?:(%)|/\s*(\d{1,9}))?\s*", text, re.ASCII)
    share = Fraction(-1)
    if found and found[3] is None:
        share = Fraction(found[1].replace(",", ".")) / (100 if found[2] else 1)
    elif found and int(found[3]) and found[1].isdigit():
        share = Fraction(int(found[1]), int(found[3]))
    return share


def read_shoe(text: str) -> tuple[int, ...]:
    """Return a shoe that is written as ten counts; end with status 2 for anything else."""
    counts = re.split(r"[\s,;]+", text.strip())
    if len(counts) != 10 or not all(re.fullmatch(r"\d{1,4}", one, re.ASCII) for one in counts):
        output.bad_input("odds-no-shoe", given=text)
    return tuple(map(int, counts))


def show_terms(terms: Terms | ClothsTerms) -> None:
    facts = {"model": str(terms.model), "size": sum(terms.shoe), "share": f"{float(100 * terms.commission):.6g}"}
    typer.echo(output.say("odds-terms", **facts))


def show_wins(*columns: Mapping[str, Any]) -> None:
    for key in ("player", "banker", "tie"):
        shares = "".join(f" {float(one[key]):>10.6%}" for one in columns)
        typer.echo(f"{output.say(f'wins-{key}'):<8}{shares}")


def show_equilibrium(one: Equilibrium) -> None:
    """Print who mixes where, and what a coup brings each side."""
    from tapete.odds.shoe import fraction_text

    for hand, draw in one.punto.items():
        typer.echo(output.say("odds-punto", hand=hand, share=f"{float(draw):.6f}", exact=fraction_text(draw)))
    for place, draw in one.q.items():
        hand, _, third = place[1:-1].rpartition(",")
        code = "odds-banker-stood" if third == "none" else "odds-banker-third"
        typer.echo(output.say(code, hand=hand, third=third, share=f"{float(draw):.6f}", exact=fraction_text(draw)))
    sides = {"odds-brings-player": one.player, "odds-brings-banker": one.banker, "odds-brings-house": one.house}
    for code, payoff in sides.items():
        typer.echo(output.say(code, share=f"{float(payoff):+.6%}", exact=fraction_text(payoff)))


def bingo(
    cards: Annotated[int, typer.Option(min=1, max=10_000_000, help="So many cards, drawn uniformly.")] = 1,
    strip: Annotated[bool, typer.Option("--strip", help="One strip of six.")] = False,
    series: Annotated[Path | None, typer.Option(help="The file of a series that was kept.")] = None,
    numbers: Annotated[str, typer.Option("--range", help="Only the cards of these numbers: 1-60.")] = "",
    within: Annotated[int, typer.Option(min=0, max=90, help="How likely within so many balls.")] = 0,
    prize: Annotated[str, typer.Option(help="A prize, in euros.")] = "",
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show with which ball the first line and the first full card fall, and how many win with it."""
    from tapete.cartones import card_count
    from tapete.cli.open import cents
    from tapete.odds.bingo import given_cards, layout_count, one_card, one_strip, uniform_cards

    if (cards > 1) + strip + (series is not None) > 1 or (numbers and series is None):
        output.bad_input("odds-bingo-one-law")
    plots.require_plot(plot)
    amount = cents(prize, "--prize") if prize else 0
    count = 6 if strip else cards
    with answering():
        if series is not None:
            from tapete.cli import series_files

            made = series_files.read_kept(series)
            sold = [made.grids[number] for number in series_files.numbers_in(made, numbers)]
            laws, count = given_cards(sold), len(sold)
        else:
            laws = one_strip() if strip else uniform_cards(cards) if cards > 1 else one_card()
    if plot is not None:
        plots.picture(plots.of_laws(laws), plot, as_json=as_json)
    if as_json:
        every = {"layouts": layout_count(), "cards_in_all": str(card_count())}
        output.data({"cards": count, **every, **{str(what): law.to_json() for what, law in laws.items()}})
        return
    output.tell(output.say("odds-bingo-cards", layouts=layout_count(), cards=card_count()))
    for what, law in laws.items():
        show_law(what, law, count, within, amount)


def show_law(what: str, law: Law, cards: int, within: int, prize: int) -> None:
    """Print when the first falls, how many have it, and what a prize comes to."""
    from tapete.words import money

    mean, least = f"{float(law.mean):.7f}", f"{float(law.least_mean):.7f}"
    code = "odds-bingo-between" if law.most else "odds-bingo-mean"
    falls = output.say(code, mean=mean, least=least, median=str(law.median))
    name = {"line": "odds-bingo-line", "bingo": "odds-bingo-full"}[what]
    typer.echo(f"{output.bold(output.say(name))}: {falls}")
    if len(law.winners) > 1:
        one, two = (float(share) for share in law.winners[:2])
        shares = {"one": f"{one:.4%}", "two": f"{two:.4%}", "more": f"{max(0.0, 1 - one - two):.4%}"}
        typer.echo("  " + output.say("odds-bingo-winners", **shares))
    if within:
        least_share, most_share = (float(chances[within]) for chances in (law.by_ball, law.most or law.by_ball))
        shown = f"{least_share:.6%}" + (f" – {most_share:.6%}" if law.most else "")
        typer.echo("  " + output.say("odds-bingo-within", balls=within, share=shown))
    if prize and not law.most:
        part = float(law.by_ball[within]) if within else 1.0
        amounts = [prize * float(law.share), prize * part / cards, prize * part]
        each, card, house = (money(round(one), output.lang()) for one in amounts)
        typer.echo("  " + output.say("odds-bingo-prize", each=each if law.winners else "…", card=card, house=house))


def solve_chemin_de_fer(
    model: ModelOption = "B2",
    decks: DecksOption = None,
    commission: CommissionOption = "0",
    shoe: ShoeOption = "",
    removed: RemovedOption = "",
    table: Annotated[bool, typer.Option("--table", help="The banker follows the drawing table.")] = False,
    banco: Annotated[bool, typer.Option("--banco", help="The punto plays banco and is not bound.")] = False,
    check: Annotated[bool, typer.Option("--verify", help="Count everything anew and check the answer.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Solve a coup between punto and banker: its equilibria."""
    from tapete.odds.chemin_de_fer import solve, verify

    terms = chemin_terms(model, decks, shoe, removed, commission)
    with answering():
        found = solve(msgspec.structs.replace(terms, is_by_table=table, is_punto_free=banco))

    def show() -> None:
        show_terms(found.terms)
        for number, one in enumerate(found.equilibria, 1):
            typer.echo(f"\n{output.bold(output.say('solve-equilibrium', number=number))}")
            show_equilibrium(one)
            show_wins(one.wins)
            if one.continuum is not None:
                typer.echo(output.say("solve-continuum"))

    tell_solution(found, verify if check else None, show, as_json=as_json)


def tell_solution(
    found: Solution | ClothsSolution,
    verify: Callable[[dict[str, Any]], Sequence[Problem]] | None,
    show: Callable[[], None],
    *,
    as_json: bool,
) -> None:
    """Print a solution, as JSON or as ``show`` does, and what ``verify`` finds wrong in it; end with status 1 then."""
    tree = found.to_json()
    problems = () if verify is None else verify(tree)
    if as_json:
        told = [
            {"at": one.at, "code": "certificate-wrong", "text": output.say("solve-wrong", number=one.at, part=one.part)}
            for one in problems
        ]
        output.data(tree | ({} if verify is None else {"verified": not problems, "problems": told}))
    else:
        show()
        show_checks(problems, is_complete=found.is_complete, is_checked=verify is not None)
    output.answer(not problems)


def show_checks(problems: Sequence[Problem], *, is_complete: bool, is_checked: bool) -> None:
    typer.echo("\n" + output.say("solve-complete" if is_complete else "solve-incomplete"))
    for problem in problems:
        typer.echo(output.say("solve-wrong", number=problem.at, part=problem.part))
    if is_checked and not problems:
        typer.echo(output.say("solve-verified"))


def dos_panos(
    theta: ThetaOption = "1/2",
    decks: DecksOption = None,
    removed: RemovedOption = "",
    shoe: ShoeOption = "",
    commission: CommissionOption = "",
    model: ClothsOption = "B2",
    rulebook: RulebookOption = "asturias-2011",
    plot: plots.PlotOption = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show how a coup ends when cloths and banker play as well as can be."""
    from tapete.odds.dos_panos import exact

    terms = cloths_terms(model, theta, held_shoe(decks, shoe, removed), commission, rulebook)
    plots.require_plot(plot)
    with answering():
        found = exact(terms)
    if plot is not None:
        plots.picture(plots.by_share(terms), plot, as_json=as_json)
    if as_json:
        output.data(found.to_json())
        return
    show_cloths_terms(terms)
    told = {"odds-correlated": found.correlated, "odds-nash": found.nash, "odds-cloths-by-table": found.by_table}
    for code, solution in told.items():
        for one in headed(code, solution.equilibria):
            show_cloths(one, is_together=solution is not found.nash)


def solve_dos_panos(
    model: ClothsOption = "B2",
    theta: ThetaOption = "1/2",
    concept: Annotated[str, typer.Option(help="correlated, independent or nash.")] = "correlated",
    decks: DecksOption = None,
    commission: CommissionOption = "0",
    shoe: ShoeOption = "",
    removed: RemovedOption = "",
    table: Annotated[bool, typer.Option("--table", help="The banker follows the drawing table.")] = False,
    rulebook: RulebookOption = "asturias-2011",
    check: Annotated[bool, typer.Option("--verify", help="Count everything anew and check the answer.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Solve a coup between two cloths and a banker: its equilibria."""
    from tapete.odds.dos_panos import Concept, solve, verify

    if concept not in CONCEPTS:
        output.bad_input("odds-no-concept", given=concept, concepts=tuple(CONCEPTS))
    terms = cloths_terms(model, theta, held_shoe(decks, shoe, removed), commission, rulebook)
    with answering():
        found = solve(msgspec.structs.replace(terms, is_by_table=table, concept=Concept(concept)))

    def show() -> None:
        show_cloths_terms(found.terms)
        typer.echo(f"\n{output.bold(output.say(CONCEPTS[concept]))}")
        if not found.equilibria and found.is_complete:
            typer.echo(output.say("solve-no-independent"))
        for number, one in enumerate(found.equilibria, 1):
            typer.echo(f"\n{output.bold(output.say('solve-equilibrium', number=number))}")
            show_cloths(one, is_together=concept == Concept.CORRELATED)
            if not one.is_isolated:
                typer.echo(output.say("solve-continuum"))
        if found.shares:
            least, most = (str(one) if len(str(one)) < 16 else f"{float(one):.15f}" for one in found.shares)
            typer.echo("\n" + output.say("solve-shares", least=least, most=most))

    tell_solution(found, verify if check else None, show, as_json=as_json)


def cloths_terms(model: str, theta: str, shoe: tuple[int, ...], commission: str, rulebook: str) -> ClothsTerms:
    """Return what is to be solved; end with status 2 where an option does not say it."""
    from tapete.odds.dos_panos import Model, Terms, house_commission

    found, share = read_model(model, Model), read_share(theta)
    if not 0 < share < 1:
        output.bad_input("odds-no-theta", given=theta)
    with answering():
        usual = house_commission(rulebook)
    kept = read_commission(commission) if commission else usual
    return Terms(shoe, found, share, commission=kept, rulebook=rulebook)


def headed(code: str, equilibria: Sequence[E]) -> Iterator[E]:
    """Yield each equilibrium after its heading, which is numbered where there are several."""
    for number, one in enumerate(equilibria, 1):
        which = f" · {output.say('solve-equilibrium', number=number)}" if len(equilibria) > 1 else ""
        typer.echo(f"\n{output.bold(output.say(code) + which)}")
        yield one


def show_cloths_terms(terms: ClothsTerms) -> None:
    show_terms(terms)
    typer.echo(output.say("odds-cloths-terms", theta=f"{float(100 * terms.theta):.6g}"))


def show_cloths(one: ClothsEquilibrium, *, is_together: bool) -> None:
    """Print who mixes where, how a coup ends on each cloth, and what it brings."""
    from tapete.odds.surds import number_text

    def amount(number: Any, form: str) -> dict[str, str]:
        exact = number_text(number)
        return {"share": format(float(number), form), "exact": exact if len(exact) <= MOST_DIGITS else "…"}

    told = dict(zip(PLAYS, one.plays.values(), strict=True)) if is_together else dict(zip(DRAWS, one.p, strict=True))
    for code, share in told.items():
        typer.echo(output.say("odds-play", play=output.say(code), **amount(share, ".6f")))
    for place, draw in one.q.items():
        hand, first, second = place[1:-1].rsplit(",", 2)
        columns = {"first": column_words(first), "second": column_words(second)}
        typer.echo(output.say("odds-banker-between", hand=hand, **columns, **amount(draw, ".6f")))
    show_wins(one.wins["first"], one.wins["second"])
    brings = (one.first, one.second, one.banker, one.house)
    for code, number in zip(CLOTHS_BRING, brings, strict=True):
        typer.echo(output.say(code, **amount(number, "+.6%")))


def column_words(column: str) -> str:
    codes = {"none": "odds-column-none", "natural": "odds-column-natural"}
    return output.say(codes.get(column, "odds-column-third"), third=column)
