"""``tapete open``: a new table in a store, for the hall that serves it next."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tapete.cli import default_paths, output

if TYPE_CHECKING:
    from tapete.kernel import Refused

EUROS: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))?")
POSTS: Final = {
    "punto-y-banca": {"croupier": "crupier", "table-chief": "jefe"},
    "chemin-de-fer": {"croupier": "crupier", "inspector": "inspector"},
}
"""Posts that must be filled when a table of a game opens, with the link of each."""

NAMES: Final = {"punto-y-banca": "punto-y-banca", "mini": "punto-y-banca", "chemin-de-fer": "chemin-de-fer"}
"""What may be opened, and the game behind it."""


def cents(text: str, option: str) -> int:
    """Return an amount in cents from euros as people write them: ``10``, ``2.5``, ``2,50``. Nothing is rounded."""
    found = EUROS.fullmatch(text.strip())
    amount = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else 0
    if not found or not (amount or option in ("--bank-minimum",)):
        output.bad_input(f"{option}: «{text}» is no amount in euros; write 10 or 2.50")
    return amount


def open_table(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="punto-y-banca, mini or chemin-de-fer (ferrocarril, bacarrá).")
    ],
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    minimum: Annotated[str, typer.Option(help="Least stake, in euros.")],
    name: Annotated[str, typer.Option(help="Id of the table.")] = "mesa-1",
    maximum: Annotated[
        str | None, typer.Option(help="Highest stake, in euros; 20, 50 or 100 times the minimum. Punto y banca only.")
    ] = None,
    bank_minimum: Annotated[str | None, typer.Option(help="Least bank, in euros. Chemin de fer only.")] = None,
    authorised_minimum: Annotated[str | None, typer.Option(help="Least minimum authorised, in euros.")] = None,
    rulebook: Annotated[str, typer.Option(help="Id of the rulebook.")] = "asturias-2011",
    places: Annotated[int, typer.Option(min=0, max=20, help="Places; 0: as the rulebook says.")] = 0,
    decks: Annotated[int, typer.Option(min=0, max=12, help="Packs in the shoe; 0: as the rulebook says.")] = 0,
    shoe: Annotated[str, typer.Option(help="sealed (the server shuffles) or keyed (real cards are keyed in).")] = "",
    conduct: Annotated[str, typer.Option(help="strict (refuses faults) or observed (they become incidents).")] = "",
    staff: Annotated[list[str] | None, typer.Option(help="POST=PERSON, such as croupier=ana; repeatable.")] = None,
    standing: Annotated[bool, typer.Option("--standing", help="Standing players. Punto y banca only.")] = False,
    multiples: Annotated[
        bool, typer.Option("--multiples", help="Multiples of the minimum. Punto y banca only.")
    ] = False,
    croupier_deals: Annotated[
        bool, typer.Option("--croupier-deals", help="The shoe stays with the croupier. Punto y banca only.")
    ] = False,
    banco_freedom: Annotated[
        bool, typer.Option("--banco-freedom", help="Whoever covers the bank alone plays freely. Chemin de fer only.")
    ] = False,
    no_bank_max: Annotated[
        bool, typer.Option("--no-bank-max", help="The bank plays without a maximum. Chemin de fer only.")
    ] = False,
    key: Annotated[Path | None, typer.Option(help="Key file of the hall; beside a SQLite file when not given.")] = None,
    witness: Annotated[Path | None, typer.Option(help="Witness file; beside a SQLite file when not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Open a table in a store that nobody serves now. Its posts are filled by name; people take them with the staff key
    at the hall's pages.
    """
    import asyncio

    from tapete.games.naming import game_key

    game = game_key(game) or game
    if game not in NAMES:
        output.bad_input(f"no game «{game}»; there are {', '.join(NAMES)}")
    what: dict[str, Any] = {"act": "open-table", "name": name, "rulebook": rulebook}
    own = {
        "minimum": cents(minimum, "--minimum"),
        "authorised_minimum": None if authorised_minimum is None else cents(authorised_minimum, "--authorised-minimum"),
        "places": places,
        "decks": decks,
        "shoe": shoe,
        "conduct": conduct,
    }
    table = {
        "variant": "mini" if game == "mini" else "",
        "maximum": None if maximum is None else cents(maximum, "--maximum"),
        "standing_allowed": standing,
        "multiples_only": multiples,
    }
    railway = {
        "bank_minimum": None if bank_minimum is None else cents(bank_minimum, "--bank-minimum"),
        "banco_freedom": banco_freedom,
        "no_bank_max": no_bank_max,
    }
    of_game = NAMES[game]
    foreign = railway if of_game == "punto-y-banca" else {**table, "croupier_deals": croupier_deals}
    if any(foreign.values()):
        output.bad_input(f"not for {game}: --{next(one for one, value in foreign.items() if value).replace('_', '-')}")
    if of_game == "punto-y-banca" and maximum is None:
        output.bad_input("a table of punto y banca needs --maximum, in euros")
    what |= {one: value for one, value in {**own, **(table if foreign is railway else railway)}.items() if value}
    if croupier_deals:
        what["players_deal"] = False
    what["staff"] = _staff(of_game, name, staff or [])
    if shoe == "seeded":
        output.bad_input("a table that lasts has no seeded shoe")
    found = asyncio.run(
        _open(of_game, what, store, default_paths.key_file(store, key), default_paths.witness_file(store, witness))
    )
    if as_json:
        output.data(found)
    else:
        typer.echo(f"{output.bold(found['table'])}: {game}, abierta en {store}")
        for post, link in found["posts"].items():
            typer.echo(f"  {post:<12} {link}")
        typer.echo(f"tapete serve --store {store}")


def _staff(game: str, table: str, given: list[str]) -> dict[str, str]:
    found = {post: f"{table[:28]}-{link}" for post, link in POSTS[game].items()}
    for one in given:
        post, separator, person = one.partition("=")
        if not separator or not post or not person:
            output.bad_input(f"--staff {one}: write POST=PERSON, such as croupier=ana")
        found[post] = person
    return found


async def _open(game: str, what: dict[str, Any], store: str, key: Path, witness: Path | None) -> dict[str, Any]:
    import msgspec

    from tapete.kernel import RefusedError
    from tapete.live import Hall, KeyFileError, Keys, LiveError
    from tapete.live.rng_health import RandomnessError
    from tapete.record.store import StoreError, StoreLockedError

    try:
        hall = await Hall.start(store, Keys.load(key), witness_file=witness, recover=False)
    except StoreLockedError:
        output.bad_input(f"a server holds {store} now: stop it, open the table, start it again")
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError) as error:
        output.bad_input(str(error))
    try:
        if what["name"] in await hall.recorded():
            output.bad_input(f"there is a table «{what['name']}» in the store already; choose another --name")
        kind = _opening_act(hall.games[game].act_types)
        table = await hall.open_table(game, msgspec.convert(what, kind))
    except msgspec.ValidationError as error:
        output.bad_input(str(error))
    except RefusedError as error:
        output.bad_input(_why(error.refused))
    finally:
        await hall.stop()
    posts = {post: f"/mesa/{table.id}/{link}" for post, link in POSTS[game].items()}
    return {"table": table.id, "game": game, "store": store, "key": str(key), "posts": posts}


def _opening_act(types: Any) -> Any:
    from tapete.record.codec import members, tag_of

    return next(one for one in members(types) if tag_of(one) == "open-table")


def _why(refused: Refused) -> str:
    from tapete.words import refusal

    return refusal(refused.code, refused.facts, "es") + "".join(f" [{one}]" for one in refused.clauses)
