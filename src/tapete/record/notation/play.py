"""Replaying a notation file, writing one from a record, and the words between both and the acts of a game."""

from __future__ import annotations

import string
import tomllib
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from tapete import chance
from tapete.cards import Card, packs
from tapete.chance import BallOut, CardOut, LotOut
from tapete.kernel import HOUSE, SYSTEM, Act, ActBody, Draw, Game, PersonId, Refused, Ruled
from tapete.play import ActResult, ChanceError, transition
from tapete.record.codec import members, read_act, read_event, tag_of, to_tree
from tapete.record.entry import Entry
from tapete.record.notation.text import (
    UNKNOWN,
    Action,
    Notation,
    NotationSyntaxError,
    Value,
    format_action,
    with_rulebooks,
)
from tapete.rulebooks import Library, ReadsRulebooks, RulebookError
from tapete.table.state import SeatsPeople, StaffsPosts
from tapete.words import CodedError, place_of, sentence_fact

# Between a game's acts and the words of the notation: one table for each game, as data.
#
# ``words/<game key>.toml`` (or, for a game that :class:`BringsWords`, a tree of the same shape) names the opening act,
# gives acts shorter verbs and orders their arguments, and says how events are written as results. An act that the table
# does not name is written with its own tag, its required fields first.

ACTORS = {"c": "croupier", "i": "chief", "d": "director", "h": str(HOUSE)}
"""Actors that need no entry in ``people``; any other word is a pseudonym itself (``p3`` is the person ``p3``)."""

NOTHING: Mapping[str, str] = {}


class UnknownVerbError(CodedError, ValueError):
    """No act of the game has this verb, or its arguments do not fit."""


@runtime_checkable
class BringsWords(Protocol):
    notation: Mapping[str, Any]
    """What the file of the game would hold."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of event is written.

    Either ``text`` for each element of the list field ``each`` (``{value}``, where it has no fields), or the one of
    ``texts`` that belongs to the value of the field ``by``, nothing where there is none.
    """

    each: str = ""
    text: str = ""
    by: str = ""
    texts: dict[str, str] = msgspec.field(default_factory=dict)


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of one game, as in the file.

    ``holds`` names acts that hold another act, and the field it stands in: it is written as a verb and its arguments
    behind the act's own (``c note p5 stake 4000``).
    """

    opening: str = ""
    verbs: dict[str, str] = msgspec.field(default_factory=dict)
    fields: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    holds: dict[str, str] = msgspec.field(default_factory=dict)
    results: dict[str, str | Rule] = msgspec.field(default_factory=dict)


class Verbs:
    """The words of one game. Raises :class:`ValueError` for a table that names what the game does not have."""

    def __init__(self, game: Game[Any], table: Table) -> None:
        self.game = game
        self.table = table
        self.acts: dict[str, Any] = {tag_of(one): one for one in members(game.act_types)}
        self.events: Final = {tag_of(one).partition("@")[0] for one in members(game.event_types)}
        named = {*table.verbs, *table.fields, *table.holds, *filter(None, [table.opening])}
        if strange := sorted((named - set(self.acts)) | (set(table.results) - self.events)):
            raise ValueError(f"{game.key} has no {', '.join(strange)}")
        self.people: Final = {tag: _people(one) for tag, one in self.acts.items()}
        self.verb_of: Final = {tag: table.verbs.get(tag, tag) for tag in self.acts}
        self.tag_of: Final = {verb: tag for tag, verb in self.verb_of.items()}
        if len(self.tag_of) != len(self.verb_of):
            raise ValueError(f"two acts of {game.key} share a verb")

    def fields(self, tag: str) -> tuple[str, ...]:
        required = tuple(one.name for one in _fields(self.acts[tag]) if one.required)
        return tuple(one for one in self.table.fields.get(tag, required) if one != self.table.holds.get(tag))

    def write(self, what: Any, actors: Mapping[str, str]) -> tuple[str, tuple[Value, ...], dict[str, Value]]:
        tag = tag_of(type(what))
        tree = to_tree(what)
        people, held = self.people[tag], self.table.holds.get(tag, "")
        given = {
            one.name: _word(tree[one.name], actors if one.name in people else {})
            for one in _fields(self.acts[tag])
            if one.name != held and (one.required or tree[one.name] != _default(one))
        }
        args = list[Value]()
        for name in self.fields(tag):
            if name not in given:
                break
            args.append(given.pop(name))
        if held:
            verb, others, named = self.write(getattr(what, held), actors)
            args, given = [*args, verb, *others], given | named
        return self.verb_of[tag], tuple(args), given

    def read(self, action: Action, people: Mapping[str, str], hashes: Mapping[str, str] = NOTHING) -> Any:
        """Return the act of an action; ``hashes`` name rulebooks. Raises :class:`UnknownVerbError`."""
        tag = self.tag_of.get(action.verb)
        if tag is None:
            raise UnknownVerbError("not-a-verb", verb=action.verb, game=self.game.key)
        order, held = self.fields(tag), self.table.holds.get(tag, "")
        own, inner = (action.args[: len(order)], action.args[len(order) :]) if held else (action.args, ())
        if held and not inner:
            raise UnknownVerbError("verb-needs-verb", verb=action.verb, order=", ".join(order))
        if len(own) > len(order):
            raise UnknownVerbError("verb-arguments", verb=action.verb, count=len(order))
        given = dict[str, Any](zip(order, own, strict=False))
        if twice := sorted(set(given) & set(action.named_args)):
            raise UnknownVerbError("given-twice", names=", ".join(twice))
        given |= {} if held else action.named_args
        for name in self.people[tag] & set(given):
            given[name] = person(str(given[name]), people)
        if "sha256" in given:
            given["sha256"] = hashes.get(str(given["sha256"]), given["sha256"])
        if held:
            what = Action(action.actor, str(inner[0]), inner[1:], action.named_args)
            given[held] = to_tree(self.read(what, people))
        return self.make(tag, given)

    def make(self, tag: str, fields: Mapping[str, Any]) -> Any:
        """Return an act from its fields; words are read as numbers or booleans where the field asks for them."""
        try:
            return msgspec.convert({**fields, "act": tag}, self.acts[tag], strict=False)
        except msgspec.ValidationError as error:
            raise UnknownVerbError(
                "verb-unfit", verb=self.verb_of[tag], place=place_of(str(error)), detail=str(error)
            ) from error

    def results(self, events: Sequence[Any], actors: Mapping[str, str]) -> tuple[str, ...]:
        """Return the results of events in words. Private fields are ``??``, whoever reads."""
        found = []
        for event in events:
            rule = self.table.results.get(tag_of(type(event)).partition("@")[0])
            tree = {**to_tree(event), **dict.fromkeys(event.private(), UNKNOWN)}
            match rule:
                case str():
                    found.append(_fill(rule, tree, actors))
                case Rule(by=""):
                    each = (one if isinstance(one, dict) else {"value": one} for one in tree[rule.each])
                    found += [_fill(rule.text, one, actors) for one in each]
                case Rule() if (text := rule.texts.get(str(tree[rule.by]).lower())) is not None:
                    found.append(_fill(text, tree, actors))
        return tuple(found)


def verbs_of(game: Game[Any]) -> Verbs:
    if isinstance(game, BringsWords):
        own = game.notation
    else:
        file = files("tapete.record.notation") / "words" / f"{game.key}.toml"
        own = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return Verbs(game, msgspec.convert(own, Table))


def actors_of(people: Mapping[str, str]) -> dict[str, str]:
    return {name: actor for actor, name in {**ACTORS, **people}.items()}


def person(actor: str, people: Mapping[str, str]) -> PersonId:
    return PersonId(people.get(actor) or ACTORS.get(actor, actor))


@cache
def _fields(what: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of an act; to read them from its annotations takes longer than to play the act."""
    return msgspec.structs.fields(what)


@cache
def _people(what: Any) -> frozenset[str]:
    hints = typing.get_type_hints(what)
    return frozenset(
        name
        for name, hint in hints.items()
        if hint is PersonId or (PersonId in typing.get_args(hint) and type(None) in typing.get_args(hint))
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return to_tree(made)


def _word(value: Any, actors: Mapping[str, str]) -> Value:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return actors.get(value, value)
        case _:
            plain: Value = value
            return plain


class _Words(string.Formatter):
    def __init__(self, actors: Mapping[str, str]) -> None:
        self.actors = actors

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str | int]:
        try:
            found: tuple[Any, str | int] = super().get_field(field_name, args, kwargs)
        except KeyError:  # a hand that has no score, a cloth on which nobody won
            return None, field_name
        return found

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "+":
            return f"{value:+d}"
        if isinstance(value, list):
            joint = ", " if any(isinstance(one, dict) for one in value) else " "
            return joint.join(self.format_field(one, "") for one in value)
        if isinstance(value, dict):
            return " ".join(self.format_field(one, "") for one in value.values() if one not in (None, "", []))
        return UNKNOWN if value is None else self.actors.get(str(value), str(value))


def _fill(text: str, tree: Mapping[str, Any], actors: Mapping[str, str]) -> str:
    return _Words(actors).format(text, **tree).strip()


def from_entries(
    game: Game[Any], entries: Iterable[Entry], info: Mapping[str, str] | None = None, verbs: Verbs | None = None
) -> Notation:
    """Write a table's record as notation. The entries must be joined with their private parts to be replayed later.

    Persons who take a numbered place are written ``pN`` or ``sN`` by the first place they take; officials who hold a
    post from the opening on by its letter; everybody else by their pseudonym.
    """
    words = verbs or verbs_of(game)
    entries = tuple(entries)
    own = {str(entry.by) for entry in entries}
    people = {name: name for name in own if name in ACTORS}  # a pseudonym that looks like an actor stands for itself
    state, opening = game.blank(), dict[str, Any]()
    shoes: dict[int, dict[int, str]] = {}
    urns: dict[int, dict[int, str]] = {}
    rows: list[tuple[PersonId, Any, tuple[Any, ...]]] = []
    for number, entry in enumerate(entries):
        act, events = read_act(game, entry.act), tuple(read_event(game, tree) for tree in entry.events)
        drawn = [read_act(game, tree).body for tree in entry.chance]
        if number == 0 and act.by == HOUSE and to_tree(act.body)["act"] == words.table.opening:
            opening = {name: value for name, value in to_tree(act.body).items() if name != "act" and value is not None}
        else:
            rows.append((act.by, act.body, events))
        for event in events:
            state = game.evolve(state, event)
        for one in drawn:
            match one:
                case CardOut(position=position, face=face):
                    shoes.setdefault(game.step(state).series, {})[position] = face or UNKNOWN
                case LotOut(urn=urn, position=position, token=token) | BallOut(urn=urn, position=position, token=token):
                    urns.setdefault(urn, {})[position] = token
                case _:
                    pass  # a fresh shoe or urn
        _name(state, people, own)
    actors = actors_of(people)
    actions = tuple(
        Action(actors.get(by, by), *words.write(what, actors), "; ".join(words.results(events, actors)))
        for by, what, events in rows
    )
    return Notation(game.key, actions, opening, _lines(shoes), people=people, info=dict(info or {}), urns=_lines(urns))


def _lines(orders: Mapping[int, Mapping[int, str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(_line(orders.get(number, {})) for number in range(1, max(orders, default=0) + 1))


def _line(drawn: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(drawn.get(position, UNKNOWN) for position in range(max(drawn, default=-1) + 1))


def _name(state: Any, people: dict[str, str], own: set[str]) -> None:
    staff = state.staff if isinstance(state, StaffsPosts) else {}
    named = set(people.values()) | {str(one) for one in SYSTEM}
    posts = {"croupier": "c", "table-chief": "i", "inspector": "i", "director": "d"}
    for role, who in sorted(staff.items()):
        actor = posts.get(str(role), "")
        if actor and actor not in people and who not in named and ACTORS[actor] != who:
            people[actor] = who
            named.add(who)
    if not isinstance(state, SeatsPeople):
        return
    seats = state.seats
    places = [(f"p{seat}", who) for seat, who in sorted(seats.occupants.items())]
    for actor, who in [*places, *((f"s{one.behind}", one.person) for one in seats.standing)]:
        if actor not in people and who not in named and who not in ACTORS.values() and actor not in own - {who}:
            people[actor] = who
            named.add(who)


S = TypeVar("S")


class NotationError(CodedError):
    """Replaying went otherwise than the file says. ``at`` is the number of the action, from 1; 0 is the opening."""

    def __init__(self, at: int, line: str, code: str, **facts: Any) -> None:
        super().__init__("replay-otherwise", at=at, line=line, why=sentence_fact("error", code, facts))
        self.at = at
        self.line = line


class NotationRun(msgspec.Struct, Generic[S], frozen=True):
    """What replaying gave: the last state, the turn of each action, and the results in words, by action."""

    state: S
    turns: tuple[ActResult[S], ...]
    results: tuple[tuple[str, ...], ...]
    opening: ActResult[S] | None = None


class ListedOrders:
    """The listed cards and tokens as a source: then the rest of the packs or of the urn in order, then nothing."""

    kind = chance.ChanceKind.SEEDED

    def __init__(self, notation: Notation) -> None:
        self.sealed = False
        self.listed_urns: Final = notation.urns
        self.urns: dict[int, tuple[str, ...]] = {}
        self.orders: Final = [_order(shoe, notation.decks) for shoe in notation.shoes] or [_order((), notation.decks)]

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ("0" * 64,) * size if self.sealed else ()

    def card(self, shoe: int, committed: int) -> Card | None:
        order = self.orders[min(shoe, len(self.orders)) - 1]
        return order[committed] if committed < len(order) else None

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        listed = self.listed_urns[urn - 1] if urn <= len(self.listed_urns) else ()
        self.urns[urn] = (*listed, *_rest_of_urn(urn, tokens, listed))
        return ("0" * 64,) * len(tokens) if self.sealed else ()

    def token(self, urn: int, position: int) -> str:
        return self.urns[urn][position]


def _rest_of_urn(urn: int, tokens: Sequence[str], listed: Sequence[str]) -> tuple[str, ...]:
    rest = list(tokens)
    for token in listed:
        if token not in rest:
            raise NotationError(0, " ".join(listed), "urn-too-few", urn=urn, token=token)
        rest.remove(token)
    return tuple(rest)


def as_listed(source: chance.Source, draw: Draw) -> ActBody:
    """Return what chance does; a listed shoe counts its cards as they leave it, whatever the cut was."""
    match draw:
        case chance.CardDraw(shoe=shoe, position=position) | chance.FaceDraw(shoe=shoe, position=position):
            return chance.CardOut(position, source.card(shoe, position))
        case _:
            return chance.answer_draw(source, draw)


def _order(listed: Sequence[str], decks: int) -> tuple[Card | None, ...]:
    rest = list(packs(decks)) if decks else []
    known: list[Card | None] = []
    for word in listed:
        face = None if word == UNKNOWN else Card(word)
        if face is not None and decks:
            if face not in rest:
                raise NotationError(0, " ".join(listed), "packs-too-few", packs=decks, face=face)
            rest.remove(face)
        known.append(face)
    return (*known, *rest) if UNKNOWN not in listed else tuple(known)


def play(game: Game[S], notation: Notation, verbs: Verbs | None = None) -> NotationRun[S]:
    """Replay a file through :func:`tapete.play.transition` with its listed cards and tokens.

    Each part of a written result (parts are separated by ``;``) must be among the results of its action, in order;
    ``refused CODE`` and ``ruled CODE`` are results too, and a refusal must be written. Raises :class:`NotationError`
    naming the first action that went otherwise, :class:`NotationSyntaxError` for a rulebook that cannot be read.
    """
    if notation.game != game.key:
        raise NotationError(0, notation.game, "other-game", game=notation.game, here=game.key)
    try:
        furnished = with_rulebooks(game, notation)
        return _play(furnished, notation, verbs or verbs_of(furnished))
    except RulebookError as error:
        raise NotationSyntaxError("rulebook-broken", why=error.told) from error


def _play(game: Game[S], notation: Notation, words: Verbs) -> NotationRun[S]:
    source = ListedOrders(notation)
    actors = actors_of(notation.people)
    opening: ActResult[S] | None = None
    state, done, results = game.blank(), list[ActResult[S]](), list[tuple[str, ...]]()
    for number, (action, line) in enumerate(_with_opening(words, notation), start=0 if notation.opening_fields else 1):
        shown = line or "open"
        try:
            what = _what(words, notation, action, game)
        except UnknownVerbError as error:
            raise NotationError(number, shown, error.code, **error.facts) from error
        by = HOUSE if action is None else person(action.actor, notation.people)
        if action is None and isinstance(what, chance.OpensTable):
            source.sealed = what.chance_kind() is chance.ChanceKind.SEALED
        try:
            made = transition(game, state, Act(by, what, game.step(state)), source, as_listed)
        except ChanceError as error:
            raise NotationError(number, shown, "cards-too-few") from error
        found = _results(words, made, actors)
        written = "" if action is None else action.result
        if isinstance(made.outcome, Refused) and not written:
            raise NotationError(
                number,
                shown,
                "refused-unwritten",
                refusal=made.outcome.code,
                why=sentence_fact("refusal", made.outcome.code, made.outcome.facts),
            )
        _check(number, shown, written, found)
        state = made.state
        if action is None:
            opening = made
        else:
            done.append(made)
            results.append(found)
    return NotationRun(state, tuple(done), tuple(results), opening)


def _what(words: Verbs, notation: Notation, action: Action | None, game: Game[Any]) -> Any:
    if action is None:
        return words.make(words.table.opening, notation.opening_fields)
    library = game.library if isinstance(game, ReadsRulebooks) else Library(())
    hashes = {name: library.by_id(game.key, name).sha256 for name in notation.rulebooks}
    return words.read(action, notation.people, hashes)


def _with_opening(words: Verbs, notation: Notation) -> Iterable[tuple[Action | None, str]]:
    if notation.opening_fields:
        if not words.table.opening:
            raise NotationError(0, "open", "game-without-opening", game=notation.game)
        yield None, ""
    for action in notation.actions:
        yield action, format_action(action)


def _results(words: Verbs, made: ActResult[Any], actors: Mapping[str, str]) -> tuple[str, ...]:
    match made.outcome:
        case Refused(code=code):
            return (f"refused {code}",)
        case Ruled(faults=faults):
            return (*(f"ruled {one.code}" for one in faults), *words.results(made.events, actors))
        case _:
            return words.results(made.events, actors)


def _check(number: int, line: str, written: str, found: Sequence[str]) -> None:
    rest = iter(found)
    for part in filter(None, (one.strip() for one in written.split(";"))):
        if part not in rest:
            raise NotationError(number, line, "other-result", written=part, found="; ".join(found))


def redact(game: Game[Any], notation: Notation, viewer: str | None) -> Notation:
    """Return the copy for a viewer (an actor or pseudonym, or the public): what they have never seen is ``??``."""
    who = None if viewer is None else person(viewer, notation.people)
    seen: set[tuple[int, int]] = set()

    own = with_rulebooks(game, notation)
    played = _play(own, notation, verbs_of(own))
    state = own.blank()
    for event in (event for made in (played.opening, *played.turns) if made is not None for event in made.events):
        state = own.evolve(state, event)
        shoe = own.step(state).series
        for card in own.cards_on_table(state) if isinstance(own, chance.DealsCards) else ():
            if card.face_up or (who is not None and who in card.seen_by):
                seen.add((shoe, card.position))
    shoes = tuple(
        tuple(face if (number, position) in seen else UNKNOWN for position, face in enumerate(shoe))
        for number, shoe in enumerate(notation.shoes, start=1)
    )
    return msgspec.structs.replace(notation, shoes=shoes, decks=0)
