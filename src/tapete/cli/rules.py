"""``tapete rules``: the register of clauses, one clause, or how far the code covers it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from datetime import date

    from tapete.clauses.coverage import DocumentCoverage, GameCoverage
    from tapete.clauses.register import Clause
    from tapete.rulebooks import Rulebook, RulebookOption


ENDING: Final = ".toml"
"""How the name of a rulebook's file ends; any other word is the id of a rulebook."""


def layer_of(file: str, game: str | None = None) -> Rulebook:
    """Return the rulebook of a file; end with status 2 for a bad one or one of another game."""
    from tapete.rulebooks import RulebookError

    try:
        book = read_layer(file)
    except RulebookError as error:
        typer.echo(f"tapete: {output.safe(error.sentence(output.lang()))}", err=True)
        raise typer.Exit(output.BAD_INPUT) from error
    if game is not None and book.game != game:
        output.bad_input("layer-of-other-game", file=file, game=book.game)
    return book


def read_layer(file: str) -> Rulebook:
    """Return the rulebook of a file; end with status 2 where there is none."""
    from tapete.catalogue.games import house_book
    from tapete.rulebooks import text_of

    name = Path(file).name
    return house_book(text_of(output.read_file(Path(file)), name), name)


def show_check(file: str, as_json: bool) -> None:
    """Print what a file sets or states, or the first thing that is wrong with it; end with status 1 then."""
    from tapete.rulebooks import OVER, RulebookError, house_library, options_of_book
    from tapete.words import option_name, option_value

    lang = output.lang()
    try:
        book = read_layer(file)
    except RulebookError as error:
        told = {"code": error.code, "text": error.sentence(lang), **_problem(error.facts)}
        if as_json:
            output.data({"ok": False, "rulebook": None, "problem": told})
        else:
            typer.echo(f"{output.bold(error.code)}: {told['text']}")
        output.answer(False)
        return
    if OVER not in book.content:
        _show_document(book, as_json)
        return
    below = options_of_book(house_library().by_hash(book.content[OVER]["sha256"]))
    found = {name: one for name, one in options_of_book(book).items() if one != below[name]}
    if as_json:
        values = {name: {"value": one.value, "was": below[name].value, "why": one.why} for name, one in found.items()}
        head = {**_head_of(book), "over": book.content[OVER]["id"]}
        output.data({"ok": True, "rulebook": {**head, "values": values}, "problem": None})
        return
    typer.echo(f"{output.bold(book.id)}  {book.content['title']}  {book.sha256}")
    for name, one in found.items():
        now, was = option_value(one.value, lang), option_value(below[name].value, lang)
        typer.echo(f"  {name} ({option_name(name, lang)}): {was} → {now}: {one.why}")


def _head_of(book: Rulebook) -> dict[str, Any]:
    return {"id": book.id, "game": book.game, "title": book.content["title"], "sha256": book.sha256}


def _show_document(book: Rulebook, as_json: bool) -> None:
    """Print what a document states itself, then what it takes from where, and what is house practice."""
    from tapete.clauses.register import documents
    from tapete.rulebooks import options_of_book
    from tapete.words import label, option_value

    document, lang = book.content["document"], output.lang()
    options = options_of_book(book)
    if as_json:
        told = {**_head_of(book), "document": document, "options": options}
        output.data({"ok": True, "rulebook": told, "problem": None})
        return
    typer.echo(f"{output.bold(book.id)}  {book.content['title']}  {book.sha256}")
    if document not in documents():
        typer.echo(output.say("document-unregistered", document=document))
    others = sorted({one.document for one in options.values()} - {document, ""})
    for key in (document, *others, ""):
        found = {name: one for name, one in options.items() if one.document == key}
        code = "document-states" if key == document else "document-takes" if key else "document-practice"
        typer.echo(output.say(code, document=key, count=len(found)))
        for name, one in found.items():
            why = f"{label('origin', one.origin, lang)}: {_place(one)}" if key else one.why
            typer.echo(output.safe(f"  {name}: {option_value(one.value, lang)} ({why})"))


def _place(value: RulebookOption) -> str:
    from tapete.words import source

    return source(" ".join((value.document, *value.at)), output.lang()).rstrip()


def _problem(facts: dict[str, Any]) -> dict[str, Any]:
    clauses = [one for one in str(facts.get("clauses", "")).split(", ") if one]
    return {"option": facts.get("key"), "clauses": clauses}


def rules(
    clause: Annotated[str | None, typer.Argument(help="Id of one clause, such as PB.A2.03.")] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Only one game, by its key or as people call it; any other word lists them."),
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which clauses are cited, tested, shown, open.")] = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="What each rulebook of --game says on each option, and where it has it from."),
    ] = False,
    rulebook: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --compare: a document, or a house's layer, beside them.")
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="What a document states, or a house's layer sets, or what is wrong there."),
    ] = None,
    day: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Which rulebooks govern a coup of that day.")
    ] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show the clauses of the regulations, in our own words, with their sources; English stands in for what a language
    lacks.
    """
    from tapete.catalogue import game_key
    from tapete.clauses import wording
    from tapete.clauses.register import GAMES, game_clauses

    key = None if game is None else game_key(game)
    if game is not None and key is None:
        output.bad_input("no-game", game=game, games=GAMES)
    if check is not None:
        if clause is not None or game is not None or coverage or compare or day is not None or rulebook is not None:
            output.bad_input("check-alone")

        show_check(check, as_json)
        return
    if rulebook is not None and not compare:
        output.bad_input("rulebook-with-compare")
    if clause is not None and (game is not None or coverage or compare or day is not None):
        output.bad_input("clause-alone")
    if compare and (coverage or day is not None):
        output.bad_input("compare-alone")
    if coverage and day is not None:
        output.bad_input("coverage-or-day")
    if clause is not None:
        _show_clause(clause, lang, as_json)
    elif day is not None:
        _show_rulebooks(day.date(), key, as_json)
    elif compare:
        _show_comparison(key, rulebook, as_json)
    elif coverage:
        _show_coverage(key, as_json)
    else:
        games = [key] if key is not None else list(GAMES)
        found = [one for name in games for one in game_clauses(name)]
        if as_json:
            output.data({"clauses": [tree(one, lang) for one in found]})
        else:
            told = [(one.id, wording(one.id, lang)) for one in found]
            for name, words in told:
                typer.echo(f"{output.bold(name):<12} {words.rule}")
            if any(words.lang != lang for _, words in told):
                output.progress("rules-in-english")


def tree(clause: Clause, lang: str) -> dict[str, Any]:
    """Return a clause as plain data: sources as they are written, ``lang`` for rule, example and variants."""
    import msgspec

    from tapete.clauses import wording

    words = wording(clause.id, lang)
    found: dict[str, Any] = msgspec.to_builtins(clause)
    return {
        **found,
        "sources": [str(one) for one in clause.sources],
        "lang": words.lang,
        "rule": words.rule,
        "example": words.example,
        "variants": words.variants,
    }


def _show_clause(name: str, lang: str, as_json: bool) -> None:
    from difflib import get_close_matches
    from functools import partial

    from tapete.clauses import is_practice, practices, wording
    from tapete.clauses.register import RETIRED, register
    from tapete.words import label, source

    known: tuple[str, ...] = (*register(), *practices())
    asked = next((one for one in known if one.upper() == name.upper()), name)
    if asked in RETIRED:
        output.bad_input("clause-retired", clause=asked, by=RETIRED[asked])
    if asked not in known:
        near = get_close_matches(name.upper(), known, n=3)
        output.bad_input("no-clause-near" if near else "no-clause", clause=name, near=near)
    if is_practice(asked):
        _show_practice(asked, lang, as_json)
        return
    clause = register()[asked]
    if as_json:
        output.data(tree(clause, lang))
        return
    words, part = wording(clause.id, lang), partial(label, "clause-part", lang=lang)
    about = (("game", clause.game), ("clause-topic", clause.topic), ("actor", clause.actor), ("kind", clause.kind))
    lines = [
        f"{output.bold(clause.id)}  {' · '.join(label(topic, code, lang) for topic, code in about)}",
        *_language_note(words.lang, lang),
        words.rule,
        *(f"{part('example')}: {words.example}" for _ in (1,) if words.example),
        *(f"{part('variants')}: {words.variants}" for _ in (1,) if words.variants),
        *(f"{part('ambiguity')}: {clause.ambiguity}" for _ in (1,) if clause.ambiguity),
        f"{part('sources')}: {'; '.join(source(str(one), lang) for one in clause.sources)}",
    ]
    typer.echo("\n".join(lines))


def _show_practice(name: str, lang: str, as_json: bool) -> None:
    from tapete.clauses import practices, wording
    from tapete.words import label

    found, words = practices()[name], wording(name, lang)
    if as_json:
        plain = {"id": name, "game": found.game, "kind": "practice"}
        output.data({**plain, "lang": words.lang, "rule": words.rule, "reason": words.reason})
        return
    about = f"{label('game', found.game, lang)} · {label('ui', 'practice', lang)}"
    lines = (f"{output.bold(name)}  {about}", *_language_note(words.lang, lang), words.rule, words.reason)
    typer.echo("\n".join(lines))


def _language_note(found: str, lang: str) -> tuple[str, ...]:
    from tapete.words import label

    return () if found == lang else (label("clause-part", "in-english", lang),)


def _show_rulebooks(day: date, game: str | None, as_json: bool) -> None:
    from tapete.catalogue import applicability
    from tapete.rulebooks import house_library

    found = [(one, applicability(one, day.isoformat())) for one in house_library().books if game in (None, one.game)]
    if as_json:
        output.data(
            {
                "rulebooks": [
                    {"id": one.id, "game": one.game, "since": how.since, "applies": how.applies, "clauses": how.clauses}
                    for one, how in found
                ]
            }
        )
        return
    for one, how in found:
        unknown = "applies-unknown" if how.since else "applies-unsaid"
        says = output.say({True: "applies", False: "applies-not-yet", None: unknown}[how.applies])
        since = output.say("since", since=how.since) + "".join(f", {clause}" for clause in how.clauses)
        typer.echo(f"{output.bold(one.game)} {one.id}: {says}" + (f" ({since})" if how.since else ""))


def _show_comparison(game: str | None, layer: str | None, as_json: bool) -> None:
    from tapete.catalogue import house_games
    from tapete.comparison import compared_options
    from tapete.rulebooks import house_library
    from tapete.words import label, option_value

    if game is None:
        output.bad_input("compare-game")
    own = () if layer is None else (layer_of(layer, game),)
    found = compared_options(game, house_games().get(game), (*house_library().of(game), *own))
    if as_json:
        output.data(found)
        return
    for one in found.options:
        typer.echo(output.bold(one.option) + (" *" if one.differs else ""))
        for book, value in one.values.items():
            if value is None:
                typer.echo(f"  {book}:  ()")
                continue
            lang = output.lang()
            told = f"{label('origin', value.origin, lang)} {_place(value)}".rstrip()
            typer.echo(f"  {book}: {option_value(value.value, lang)} ({told})")
        if one.shown_by is not None:
            typer.echo(f"  {output.say('shown-by', table=one.shown_by.table)}")
            for book, end in one.shown_by.ends.items():
                typer.echo(f"    {book}: {end}")
        elif one.reason is not None:
            typer.echo(f"  {label('no-end', one.reason, output.lang())}")


def _show_coverage(game: str | None, as_json: bool) -> None:
    from tapete.clauses import coverage as covered
    from tapete.rulebooks import house_library

    found = covered.coverage(book.content for book in house_library().books)
    if game is not None:
        import msgspec

        found = msgspec.structs.replace(found, games={game: found.games[game]})
    if as_json:
        output.data(found)
        return
    for name, one in found.games.items():
        typer.echo(f"{output.bold(name):<16} {output.say('coverage-game', **_counts(one))}")
        for document, part in one.by_document.items():
            typer.echo(f"  {document:<14} {output.say('coverage-document', **_counts(part))}")
    if not found.is_current:
        output.progress("report-old")


def _counts(part: GameCoverage | DocumentCoverage) -> dict[str, str]:
    import msgspec

    fields = {one.encode_name: getattr(part, one.name) for one in msgspec.structs.fields(part)}
    fields.pop("by_document", None)
    return {name: str(len(value) if isinstance(value, tuple) else value) for name, value in fields.items()}
