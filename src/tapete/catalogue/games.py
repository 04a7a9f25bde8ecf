"""The only list of games: the entry of each, and the questions that are asked of the list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tapete import words
from tapete.catalogue.entry import GameEntry, Offices, OpeningForm, Post, opening_form
from tapete.clauses import Cite, Fault, Origin, Sourced, trace
from tapete.clauses.register import FOLDERS as PRACTICE_FOLDERS, GAMES, documents
from tapete.games.chemin_de_fer import acts as cf_acts, people as cf_people, rules as cf_rules
from tapete.games.punto_banco import acts as pb_acts, bets as pb_bets, rules as pb_rules
from tapete.games.punto_banco.terms import Variant
from tapete.house import admission
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import ActBody, Game, LimitOf, LimitsTime, PersonId
from tapete.rulebooks import (
    HouseLayerError,
    Library,
    Rulebook,
    RulebookError,
    UnknownRulebookError,
    house_layer,
    house_library,
    library,
    recipe,
)
from tapete.rulebooks.library import misfit, options_of_book, require_options
from tapete.rulebooks.resolve import STATED
from tapete.spelling import plain
from tapete.table.staff import Role
from tapete.words import place_of


def punto_banco_engine(library: Library | None) -> Game[Any]:
    from tapete.games.punto_banco.game import PuntoBanco

    return PuntoBanco(library)


def punto_banco_form() -> OpeningForm:
    """Return the opening form; the mini form is a variant of its own name."""
    return opening_form(
        pb_acts.OpenTable,
        {
            "maximum": "Highest stake, in euros; 20, 50 or 100 times the minimum.",
            "standing_allowed": "Standing players.",
            "multiples_only": "Multiples of the minimum.",
            "players_deal": "The shoe stays with the croupier.",
            "side_bets": "A bet beside the three; repeatable.",
        },
        money=frozenset({"maximum"}),
        renamed={
            "standing_allowed": "standing",
            "multiples_only": "multiples",
            "players_deal": "croupier-deals",
            "side_bets": "side-bet",
        },
        fixed=frozenset({"variant"}),
    )


def punto_banco_days(book: Rulebook, day: str) -> tuple[str, bool | None]:
    """Return the month from which the rulebook's document applies, and whether it governs a day: not known from its
    adoption to the end of that month, since the document does not give its day of publication.
    """
    document = documents().get(book.content.get("document", ""))
    if document is None or not document.in_force:
        return "", None
    month = document.in_force
    if day <= document.date:
        return month, False
    return month, None if day.startswith(month) else day > month


PUNTO_BANCO: Final = GameEntry(
    key="punto-y-banca",
    room="punto_banco",
    engine=punto_banco_engine,
    form=punto_banco_form,
    read_rules=pb_rules.read,
    posts={Role.CROUPIER: Post("crupier", "crupier"), Role.TABLE_CHIEF: Post("jefe", "jefe de mesa")},
    further_posts={
        Role.INSPECTOR: Post("inspector", "inspector"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    prefixes=("PB", "MPB"),
    variants={"mini": {"variant": Variant.MINI.value}},
    days=punto_banco_days,
    one_seat=pb_bets.require_one_seat,
    demo=(
        {"name": "punto", "rulebook": "asturias-2011", "minimum": 1000, "maximum": 50_000},
        {"name": "mini", "rulebook": "asturias-2011", "minimum": 500, "maximum": 25_000, "variant": Variant.MINI.value},
    ),
)


def chemin_de_fer_engine(library: Library | None) -> Game[Any]:
    from tapete.games.chemin_de_fer.game import CheminDeFer

    return CheminDeFer(library)


def chemin_de_fer_form() -> OpeningForm:
    return opening_form(
        cf_acts.OpenTable,
        {
            "bank_minimum": "Least bank, in euros; 0: as the minimum.",
            "banco_freedom": "Whoever covers the bank alone plays freely.",
            "no_bank_max": "The bank plays without a maximum.",
        },
        money=frozenset({"bank_minimum"}),
    )


def is_called_chemin_de_fer(name: str) -> bool:
    return cf_rules.key_of_name(name) is not None


def chemin_de_fer_days(book: Rulebook, day: str) -> tuple[str, bool | None]:
    rules = cf_rules.read(book)
    return rules.in_force, cf_rules.is_in_force_on(rules, day) if rules.in_force else None


def chemin_de_fer_offices(_rules: Any) -> Offices:
    """Return the croupier and the inspector, who open a table, and the games director; the text knows no table chief.
    Each of them may pronounce what the rules say.
    """
    posts = frozenset({Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR})
    return Offices(filled=posts, filled_by=("HP.CF.staff",), ruling=posts, ruling_by=("CF.A.36", "CF.C4.21"))


CHEMIN_DE_FER: Final = GameEntry(
    key="chemin-de-fer",
    room="chemin_de_fer",
    engine=chemin_de_fer_engine,
    form=chemin_de_fer_form,
    read_rules=cf_rules.read,
    posts={Role.CROUPIER: Post("crupier", "crupier"), Role.INSPECTOR: Post("inspector", "inspector")},
    further_posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    offices=chemin_de_fer_offices,
    prefixes=("CF",),
    is_called=is_called_chemin_de_fer,
    days=chemin_de_fer_days,
    one_seat=cf_people.require_one_seat,
    demo=({"name": "ferrocarril", "rulebook": "asturias-2011", "minimum": 1000},),
)


def dos_panos_engine(library: Library | None) -> Game[Any]:
    from tapete.games.dos_panos.game import DosPanos

    return DosPanos(library)


def dos_panos_form() -> OpeningForm:
    from tapete.games.dos_panos.acts import OpenTable

    return opening_form(
        OpenTable,
        {
            "maximum": "Highest stake, in euros; 0: none.",
            "bank_minimum": "Least bank, in euros; 0: as the minimum.",
            "bank_maximum": "Highest limited bank, in euros; an open bank has none.",
            "mode": "limited (the bank answers with its chips) or open (the banker answers for every stake).",
            "needs_director": "A banco player plays freely only by the director's word.",
            "banco_freedom": "The director lets banco players play freely.",
            "session_shoes": "Shoes left of the session of an open bank; 0: all of them.",
            "session": "Session of the day of an open bank, dinner between two of them; 0: as the house counts.",
        },
        money=frozenset({"maximum", "bank_minimum", "bank_maximum"}),
        fixed=frozenset({"award", "is_in_house"}),
    )


def dos_panos_required_posts(fields: Mapping[str, Any]) -> frozenset[Role]:
    """Return the posts that a rulebook asks for, and the director, who alone proves the deposit of an open bank."""
    from tapete.games.dos_panos.rules import read
    from tapete.games.dos_panos.terms import BankMode

    director = frozenset({Role.DIRECTOR}) if fields.get("mode") == BankMode.OPEN else frozenset()
    named = fields.get("rulebook", "")
    try:
        book = named if isinstance(named, Rulebook) else house_library().by_id("dos-panos", str(named))
    except UnknownRulebookError:
        return director
    return director | frozenset(read(book).staff.least.value)


def is_called_dos_panos(name: str) -> bool:
    from tapete.games.dos_panos.rules import key_of_name

    return key_of_name(name) is not None


def dos_panos_read_rules(book: Rulebook) -> Any:
    from tapete.games.dos_panos.rules import read

    return read(book)


def dos_panos_offices(rules: Any) -> Offices:
    """Return the least staff of the rulebook and the games director. The text leaves to the inspector what it does not
    foresee, to the director what is exceptional, and gives changer and assistant nothing to decide.
    """
    least = rules.staff.least
    return Offices(
        filled=frozenset({*least.value, Role.DIRECTOR}),
        filled_by=least.clauses,
        ruling=frozenset({Role.CROUPIER, Role.INSPECTOR, Role.TABLE_CHIEF, Role.DIRECTOR}),
        ruling_by=("DP.C1.04", "DP.C5.13", "DP.F.18"),
    )


DOS_PANOS: Final = GameEntry(
    key="dos-panos",
    room="dos_panos",
    engine=dos_panos_engine,
    form=dos_panos_form,
    read_rules=dos_panos_read_rules,
    posts={
        Role.CROUPIER: Post("crupier", "crupier"),
        Role.CHANGER: Post("cambista", "cambista"),
        Role.ASSISTANT: Post("auxiliar", "auxiliar"),
        Role.INSPECTOR: Post("inspector", "inspector"),
    },
    further_posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    required_posts=dos_panos_required_posts,
    offices=dos_panos_offices,
    variants={"banca-libre": {"mode": "open"}},
    prefixes=("DP",),
    is_called=is_called_dos_panos,
    demo=(
        {
            "name": "dos-panos",
            "rulebook": "asturias-2011",
            "minimum": 1000,
            "bank_minimum": 100_000,
            "bank_maximum": 1_000_000,
        },
    ),
)


def bingo_engine(library: Library | None) -> Game[Any]:
    from tapete.games.bingo.game import Bingo

    return Bingo(library)


def bingo_form() -> OpeningForm:
    from tapete.games.bingo.acts import OpenHall

    return opening_form(
        OpenHall,
        {
            "balls": "sealed (the server draws, and proves it) or keyed (the balls of a real machine are keyed in).",
            "elements": "Installations that the hall has.",
            "pause": "Seconds in which the caller says a ball before it stands on the panel.",
        },
        fixed=frozenset({"inventory", "is_in_house", "secrets"}),
    )


def bingo_read_rules(book: Rulebook) -> Any:
    from tapete.games.bingo.rules import read

    return read(book)


def bingo_read_file(data: bytes, fields: Mapping[str, Any]) -> ActBody | tuple[Fault, ...]:
    from tapete.games.bingo.cards import series_from_file

    return series_from_file(data, fields)


BINGO: Final = GameEntry(
    key="bingo",
    room="bingo",
    engine=bingo_engine,
    form=bingo_form,
    read_rules=bingo_read_rules,
    read_file=bingo_read_file,
    posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.CALLER: Post("locutor", "vendedor-locutor"),
        Role.CASHIER: Post("cajero", "cajero"),
        Role.HALL_MANAGER: Post("jefe-de-sala", "jefe de sala"),
    },
    further_posts={
        **{
            role: Post(f"vendedor-{number}", f"vendedor {number}")
            for number, role in enumerate((Role.SELLER_1, Role.SELLER_2, Role.SELLER_3, Role.SELLER_4), start=1)
        },
        Role.ASSISTANT: Post("auxiliar", "auxiliar de sala"),
        Role.ADMISSION: Post("admision", "admisión y control"),
    },
    prefixes=("BG",),
    closing="close-hall",
    demo=({"name": "bingo", "rulebook": "orden-1979"},),
)


HOUSE: Final = (PUNTO_BANCO, CHEMIN_DE_FER, DOS_PANOS, BINGO)

FOLDERS: Final = MappingProxyType({"words": words.FOLDERS, "clauses": PRACTICE_FOLDERS, "rulebooks": library.FOLDERS})
"""The folders that a game may bring data for, by the name that each has in the game's own data."""

_listed: dict[str, GameEntry] = {one.key: one for one in HOUSE}


def entries() -> Mapping[str, GameEntry]:
    return MappingProxyType(_listed)


def entry(key: str) -> GameEntry:
    """Return one game. Raises ``KeyError`` for a key that no game has."""
    return _listed[key]


@contextmanager
def additional_game(one: GameEntry) -> Iterator[GameEntry]:
    """Put a game beside the others while the context lasts, and its data beside those of the house.

    Raises ``ValueError`` for a key that is taken, and for data that name none of the folders that are read.
    """
    if one.key in _listed:
        raise ValueError(f"there is a game {one.key} already")
    if one.data is not None and not any((one.data / name).is_dir() for name in FOLDERS):
        raise ValueError(f"{one.data} has none of the folders {', '.join(FOLDERS)}")
    with ExitStack() as beside:
        if one.data is not None:
            for name, folders in FOLDERS.items():
                beside.enter_context(folders.beside(one.data / name))
        _listed[one.key] = one
        beside.callback(_listed.pop, one.key)
        yield one


def house_games(books: Library | None = None) -> Mapping[str, Game[Any]]:
    return {key: one.engine(books) for key, one in _listed.items()}


def recorded_engines(books: Library | None = None) -> Mapping[str, Game[Any]]:
    """Return whatever can have a record of its own, by key: the games, and the house above their tables."""
    return {**house_games(books), ESTABLISHMENT.key: ESTABLISHMENT}


def house_limits(games: Mapping[str, Game[Any]]) -> dict[str, LimitOf]:
    return {key: game.time_limit for key, game in games.items() if isinstance(game, LimitsTime)}


def game_key(name: str) -> str | None:
    """Return the key of the game that goes by ``name``, whatever its capitals and accents; ``None`` for no game.

    Games of the register that cannot be played yet have their keys too. «Bacarrá» alone is chemin de fer, as its
    document says; the two-cloth game needs its name in full.
    """
    known = next((key for key in (*GAMES, *_listed) if plain(key) == plain(name)), None)
    if known is not None:
        return known
    return next((key for key, one in _listed.items() if one.is_called is not None and one.is_called(name)), None)


class Applicability(msgspec.Struct, frozen=True):
    """A rulebook on a day. ``since`` is its first day as its document gives it, empty where the document gives none;
    then ``applies`` is unknown. ``clauses`` are those that say so.
    """

    since: str
    applies: bool | None = None
    clauses: tuple[Cite, ...] = ()


def applicability(book: Rulebook, day: str) -> Applicability:
    """Return since when ``book`` applies, if it does so on ``day`` (2011-06-22), and the clauses that say so."""
    entry = entries().get(book.game)
    if entry is None or entry.days is None:
        return Applicability("")
    with trace() as trail:
        since, holds = entry.days(book, day)
    return Applicability(since, holds, trail.rests_on)


def require_one_seat(
    game: str, tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str
) -> Fault | None:
    """Return a Fault if a person asks for a seat at ``table``, a table of ``game``, and has one at another table."""
    one = entries().get(game)
    check = admission.require_one_seat if one is None or one.one_seat is None else one.one_seat
    return check(tables, person, table)


RULING: Final = frozenset({"authority.pronounce", "authority.decide"})
"""Options that say who rules on an incident."""
AUTHORITIES: Final = RULING | {"authority.report"}
"""Options that give posts a power which nobody else has."""


def house_book(text: str, file: str, library: Library | None = None) -> Rulebook:
    """Return the rulebook of a document's file, or of a house's layer. Raises
    :class:`~tapete.rulebooks.RulebookError` for one that is not written as such, for a layer that sets what a document
    settles, for values that do not fit the rules of the game, for a post that the game does not have, or for an
    authority given to one that cannot use it.
    """
    try:
        tree = recipe.read_tree(text, file)
        is_own = house_layer.is_document(tree)
        read = house_layer.read_document if is_own else house_layer.read_house_layer
        book = read(tree, file, library or house_library())
    except RecursionError as error:
        raise RulebookError("too-deep", file) from error
    game = entries().get(book.game)
    if game is None or game.read_rules is None:
        return book
    try:
        rules = game.read_rules(book)
        if is_own:
            require_options(book, type(rules))
    except ValueError as error:
        if is_own:
            raise document_error(error, book, file) from error
        facts = error.facts if isinstance(error, RulebookError) else {}
        place = str(facts.get("place") or place_of(str(error)))
        raise HouseLayerError("value-unfit", file, place=place, detail=str(error)) from error
    for key, post in posts_named(rules):
        if post not in game.all_posts:
            known = ", ".join(game.all_posts)
            raise HouseLayerError("post-unknown", file, key=key, post=str(post), game=book.game, known=known)
    require_authorities(game, rules, book.id if is_own else str(book.content[house_layer.OVER]["id"]), file)
    return book


def document_error(error: ValueError, book: Rulebook, file: str) -> RulebookError:
    """Return why a document does not fit the rules of its game: for a missing option, who would state it."""
    found = error if isinstance(error, RulebookError) else misfit(error, file)
    key, origins = str(found.facts.get("key", "")), (*STATED, Origin.IMPORT)
    options = ((one.id, options_of_book(one).get(key)) for one in house_library().of(book.game))
    stating = ", ".join(name for name, option in options if option is not None and option.origin in origins)
    if found.code == "option-without-origin" and stating:
        return RulebookError("not-in-chain", file, key=key, known=stating)
    found.facts["file"] = file
    return found


def require_authorities(game: GameEntry, rules: Any, over: str, file: str) -> None:
    """Raise unless authorities go to posts that the table has under ``over``, and rulings to posts that may rule."""
    if game.offices is None:
        return
    offices, given = game.offices(rules), dict[str, list[Role]]()
    for key, post in posts_named(rules):
        given.setdefault(key, []).append(post)
    for key in sorted(AUTHORITIES & given.keys()):
        posts = given[key]
        if offices.filled.isdisjoint(posts):
            known, clauses = _named_posts(offices.filled), ", ".join(offices.filled_by)
            named = ", ".join(posts)
            raise HouseLayerError("post-unfilled", file, key=key, posts=named, book=over, known=known, clauses=clauses)
        silent = [one for one in posts if one not in offices.ruling]
        if key in RULING and silent:
            known, clauses = _named_posts(offices.ruling & offices.filled), ", ".join(offices.ruling_by)
            raise HouseLayerError(
                "post-without-ruling", file, key=key, post=str(silent[0]), known=known, clauses=clauses
            )


def _named_posts(posts: frozenset[Role]) -> str:
    return ", ".join(one for one in Role if one in posts)


def posts_named(rules: Any, key: str = "") -> Iterator[tuple[str, Role]]:
    match rules:
        case Role():
            yield key, rules
        case Sourced():
            yield from posts_named(rules.value, key)
        case msgspec.Struct():
            for field in msgspec.structs.fields(rules):
                inner = f"{key}.{field.encode_name}" if key else field.encode_name
                yield from posts_named(getattr(rules, field.name), inner)
        case Mapping():
            for name, one in rules.items():
                yield from posts_named(one, f"{key}.{name}" if key else str(name))
        case tuple() | list() | frozenset():
            for one in rules:
                yield from posts_named(one, key)
        case _:
            return
