"""``tapete open``: a new table in a store, for the hall that serves it next, with the options of its game's form."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from typer.main import get_command

from tapete.cli import output, stores
from tapete.cli.root import SpokenCommand, SpokenGroup, frame_word, help_text, speak
from tapete.money import read_euros

if TYPE_CHECKING:
    from tapete.catalogue import GameEntry, OpeningOption
    from tapete.kernel import ActBody, Refused
    from tapete.rulebooks import Rulebook


NAME: Final = "mesa-1"
"""The id of a table that nobody names."""


def usual_values(game: GameEntry) -> dict[str, str]:
    """Return what is taken for required fields that nobody says: a name, and the rulebook of the game's demo."""
    book = next((str(table["rulebook"]) for table in game.demo if "rulebook" in table), None)
    return {"name": NAME} if book is None else {"name": NAME, "rulebook": book}


def options_of(game: GameEntry) -> dict[str, OpeningOption]:
    """Return the options of a game's form by field, with what is taken for those that nobody says."""
    import msgspec

    defaults = usual_values(game)
    return {
        one.field: msgspec.structs.replace(one, default=defaults[one.field], required=False)
        if one.field in defaults
        else one
        for one in game.form().options
    }


def cents(text: str, option: str, least: int = 1) -> int:
    """Return an amount in cents from euros written as on the pages; end with status 2 where it is none."""
    amount = read_euros(text, output.lang())
    if amount is None or not (amount or least < 1):
        output.bad_input("not-euros", option=option, text=text)
    return amount


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


COMMON: Final = (
    parameter("store", Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")]),
    parameter(
        "staff", Annotated[list[str] | None, typer.Option(help="POST=PERSON, such as croupier=ana; repeatable.")], None
    ),
    parameter(
        "key",
        Annotated[Path | None, typer.Option(help="Key file of the hall; beside a SQLite file when not given.")],
        None,
    ),
    parameter(
        "witness", Annotated[Path | None, typer.Option(help="Witness file; beside a SQLite file when not given.")], None
    ),
    parameter("lang", output.LangOption, output.LANGS[0]),
    parameter("as_json", output.JsonOption, False),
)
"""Options that do not depend on the game."""


SERIES: Final = parameter(
    "series", Annotated[list[str] | None, typer.Option(help="Register the series of this file; repeatable.")], None
)
"""For games whose material comes in files."""


def annotation_of(one: OpeningOption) -> tuple[Any, Any]:
    """Return how the command line reads a field of a form, and what it is when nobody gives it."""
    from tapete.catalogue import Unit

    told = frame_word("needed") if one.required else frame_word("otherwise").format(_default_text(one))
    text = help_text("open", one.field, one.help)
    option = f"--{one.name}"
    match one.unit:
        case Unit.SWITCH | Unit.SWITCH_OFF:
            return Annotated[bool, typer.Option(option, help=text)], False
        case Unit.NUMBER:
            limits = typer.Option(option, min=one.least, max=one.most, help=f"{text} ({told})", show_default=False)
            return Annotated[int | None, limits], None
        case Unit.CHOICES:
            metavar = "|".join(one.choices)
            return Annotated[list[str] | None, typer.Option(option, help=text, metavar=metavar)], None
        case Unit.CHOICE:
            metavar = "|".join(one.choices)
            return Annotated[str | None, typer.Option(option, help=f"{text} ({told})", metavar=metavar)], None
        case _:
            return Annotated[str | None, typer.Option(option, help=f"{text} ({told})")], None


def _default_text(one: OpeningOption) -> str:
    from tapete.catalogue import Unit

    return f"{one.default / 100:g}" if one.unit is Unit.MONEY else str(one.default)


def value_of(one: OpeningOption, value: Any, game: str) -> Any:
    """Return what a field of the opening act is given; ``None`` leaves it as the act has it."""
    from tapete.catalogue import Unit

    match one.unit, value:
        case Unit.SWITCH, bool():
            return True if value else None
        case Unit.SWITCH_OFF, bool():
            return False if value else None
        case _, None if one.required:
            code = "table-needs-euros" if one.unit is Unit.MONEY else "table-needs"
            return output.bad_input(code, game=game, option=one.name)
        case _, None | []:
            return None
        case Unit.MONEY, str():
            return cents(value, f"--{one.name}", 1 if one.least is None else one.least)
        case Unit.CHOICE, str() if value not in one.choices:
            return _no_choice(one, value)
        case Unit.CHOICES, list() if strange := set(value) - set(one.choices):
            return _no_choice(one, min(strange))
        case _:
            return value


def _no_choice(one: OpeningOption, value: str) -> NoReturn:
    output.bad_input("not-a-choice", option=one.name, value=value, choices=one.choices)


class OpeningGroup(SpokenGroup):
    """One command for each name in the catalogue, made when it is asked for; other names of a game lead to it."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_names())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        from tapete.catalogue import game_key

        known, name = _names(), game_key(cmd_name) or cmd_name
        if name not in known:
            output.bad_input("no-game", game=cmd_name, games=tuple(known))
        made = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        made.command(name, cls=SpokenCommand)(_verb(known[name], name))
        found = speak(get_command(made), "open-game")
        found.help = output.say("help-open-game", game=name)
        return found


open_app: typer.Typer = typer.Typer(
    cls=OpeningGroup,
    help="Open a table in a store that nobody serves now. Its posts are filled by name; people take them with the "
    "staff key at the hall's pages. Every game has its own options: tapete open GAME --help.",
    no_args_is_help=True,
    add_completion=False,
    subcommand_metavar="GAME [OPTIONS]",
)


open_app.callback()(output.group)


def _names() -> dict[str, GameEntry]:
    from tapete.catalogue import entries

    return {name: one for one in entries().values() for name in one.names}


def _verb(game: GameEntry, name: str) -> Any:
    options = options_of(game)
    taken = {field: value for field, value in usual_values(game).items() if field in options}

    def verb(
        *,
        store: str,
        staff: list[str] | None,
        key: Path | None,
        witness: Path | None,
        lang: str,
        as_json: bool,
        series: list[str] | None = None,
        **given: Any,
    ) -> None:
        if not game.has_pages:
            output.bad_input("game-without-pages", game=name)
        fields = {field: value_of(options[field], value, name) for field, value in given.items()}
        what = taken | {field: value for field, value in fields.items() if value is not None} | dict(game.names[name])
        book, below = _layer(game, what)
        what["staff"] = _staff(game, name, what | below, staff or [])
        _run(game, name, what, store, (key, witness), book, as_json, _read_files(game, series or ()))

    store, *rest = COMMON
    of_files = () if game.read_file is None else (SERIES,)
    asked = [store, *(parameter(one.field, *annotation_of(one)) for one in options.values()), *of_files, *rest]
    verb.__signature__ = Signature(asked)  # type: ignore[attr-defined]
    verb.__annotations__ = {one.name: one.annotation for one in asked}
    return verb


def _read_files(game: GameEntry, named: Sequence[str]) -> tuple[ActBody, ...]:
    """Return the acts that register the series of files; end with status 2 where one is wrong."""
    from tapete.cartones.reading import MOST_BYTES, arranged_in
    from tapete.cli import series_files

    found = []
    for place, text in enumerate(named, start=1):
        file, fields = series_files.asked_for(text, place)
        data = output.read_file(file, MOST_BYTES + 1)
        made = None if game.read_file is None else game.read_file(data, fields)
        if made is None or isinstance(made, tuple):
            series_files.end_with(made or (), file)
        series_files.tell_arranged(arranged_in(data))
        found.append(made)
    return tuple(found)


def _layer(game: GameEntry, what: dict[str, Any]) -> tuple[tuple[Rulebook, ...], dict[str, Any]]:
    """Return the rulebook of the file that ``--rulebook`` names, whose id the table is opened with then, and the field
    with it; nothing where it names a rulebook by its id.
    """
    from tapete.cli.rules import ENDING, layer_of

    if not str(what.get("rulebook", "")).endswith(ENDING):
        return (), {}
    book = layer_of(str(what["rulebook"]), game.key)
    what["rulebook"] = book.id
    return (book,), {"rulebook": book}


def _staff(game: GameEntry, name: str, what: dict[str, Any], given: list[str]) -> dict[str, str]:
    """Return who holds each post; further posts only where given; end with status 2 for no post and no name."""
    from tapete.kernel import PSEUDONYM
    from tapete.people.players import is_of_post
    from tapete.words import fill, label

    found = {
        str(role): f"{what['name'][: 39 - len(post.link)]}-{post.link}"
        for role, post in game.opening_posts(what).items()
    }
    posts = tuple(map(str, game.all_posts))
    filled: dict[str, str] = {}
    for one in given:
        post, _, person = one.partition("=")
        if not post or not person:
            output.bad_input("staff-form", text=one)
        if post not in posts:
            output.bad_input("no-post", text=one, game=name, post=post, posts=posts)
        if not re.fullmatch(PSEUDONYM, person):
            output.bad_input("not-a-person", text=one)
        if is_of_post(person) and person != found.get(post):
            output.bad_input(fill(label("ui", "name-of-post", output.lang()), {"name": person}, output.lang()))
        if post in filled:
            output.bad_input("post-twice", post=post, person=filled[post], other=person)
        filled[post] = person
    return found | filled


def _act(game: GameEntry, name: str, what: dict[str, Any]) -> Any:
    """Return the opening act; end with status 2 and a sentence about the option that it cannot hold."""
    import msgspec

    from tapete.kernel import unfit_value

    try:
        return game.form().make(what)
    except msgspec.ValidationError as error:
        field = str(error).rpartition("$.")[2].split("`")[0].split("[")[0].split(".")[0]
        options = {one.field: one.name for one in game.form().options}
        if field in ("name", "staff"):  # posts are named after the table
            output.bad_input("not-a-name", text=what["name"])
        why = unfit_value(error, game.form().act, {**what, "act": game.form().tag})
        output.bad_input("option-unfit", option=options.get(field, field), game=name, why=why)


def _run(
    game: GameEntry,
    name: str,
    what: dict[str, Any],
    store: str,
    files: tuple[Path | None, Path | None],
    books: tuple[Rulebook, ...],
    as_json: bool,
    material: tuple[ActBody, ...],
) -> None:
    import asyncio

    key, witness = stores.key_file(store, files[0]), stores.witness_file(store, files[1])
    act = _act(game, name, what)
    if is_new := not stores.has_hall(store):
        _require_openable(game, (act, *material), books)
    else:
        stores.require_key(store, key)
    found = asyncio.run(_open(game, act, store, key, witness, books, material))
    if is_new:
        output.progress("hall-made", store=stores.public_address(store), key=str(key))
    if as_json:
        output.data(found)
    else:
        where = stores.public_address(store)
        typer.echo(f"{output.bold(found['table'])}: {output.say('opened', game=name, store=where)}")
        for post, link in found["posts"].items():
            typer.echo(f"  {post:<12} {link}")
        typer.echo(f"tapete serve --store {shlex.quote(where)}")


def _require_openable(game: GameEntry, acts: Sequence[ActBody], books: tuple[Rulebook, ...]) -> None:
    """End with status 2 where the game refuses one of the acts: no store is made for nothing."""
    from tapete.catalogue import house_games
    from tapete.kernel import HOUSE, Act, Refused, fold
    from tapete.rulebooks import house_library

    engine = house_games(house_library().with_books(*books))[game.key]
    state = engine.blank()
    for one in acts:
        outcome = engine.decide(state, Act(HOUSE, one, engine.step(state)))
        if isinstance(outcome, Refused):
            output.bad_input(_refusal_sentence(outcome))
        state = fold(engine.evolve, state, outcome.events)


async def _open(
    game: GameEntry,
    act: Any,
    store: str,
    key: Path,
    witness: Path | None,
    books: tuple[Rulebook, ...],
    material: tuple[ActBody, ...],
) -> dict[str, Any]:
    from tapete.kernel import HOUSE, Act, Refused, RefusedError
    from tapete.live import Hall, Keys, LiveError
    from tapete.record.source import open_plain
    from tapete.record.store import StoreLockedError
    from tapete.record.witness import is_writable

    stores.require_own_witness(store, key, witness)
    with stores.starting(store, key):
        for file in filter(None, (stores.database_file(store), witness)):
            if not is_writable(file):  # asked before a key is made
                open(file, "ab", opener=open_plain).close()
        try:
            hall = await Hall.start(store, Keys.load(key), witness_file=witness, recover=False, rulebooks=books)
        except StoreLockedError:
            output.bad_input("store-held-open", store=stores.public_address(store))
    try:
        if act.name in await hall.recorded_tables() and not await hall.may_go_on(game.key, act.name):
            output.bad_input("table-exists", table=act.name)
        table = await hall.open_table(game.key, act)
        for place, one in enumerate(material):
            answer = await table.act(Act(HOUSE, one), f"material-{place}")
            if isinstance(answer.outcome, Refused):
                output.bad_input(_refusal_sentence(answer.outcome))
    except RefusedError as error:
        output.bad_input(_refusal_sentence(error.refused))
    except LiveError as error:  # a table that may be of the same kind cannot be read
        stores.cannot_start(error, store, key)
    finally:
        await hall.stop()
    links = game.all_posts
    posts = {str(role): f"/mesa/{table.id}/{links[role].link}" for role in act.staff}
    return {"table": table.id, "game": game.key, "store": stores.public_address(store), "key": str(key), "posts": posts}


def _refusal_sentence(refused: Refused) -> str:
    return output.refusal(refused) + "".join(f" [{one}]" for one in refused.clauses)
