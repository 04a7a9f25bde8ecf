"""Replaying a notation file, and taking out of one what a viewer may not see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tapete import chance
from tapete.cards import Card, packs
from tapete.kernel import HOUSE, Act, ActBody, Draw, Game, Refused, Ruled
from tapete.play import ActResult, ChanceError, transition
from tapete.record.notation.text import UNKNOWN, Action, Notation, NotationSyntaxError, with_rulebooks
from tapete.record.notation.verbs import UnknownVerbError, Verbs, actors_of, person, verbs_of
from tapete.rulebooks import Library, ReadsRulebooks, RulebookError
from tapete.words import CodedError, sentence_fact

S = TypeVar("S")


class NotationError(CodedError):
    """Replaying went otherwise than the file says. ``at`` is the number of the action, from 1; 0 is the opening."""

    def __init__(self, at: int, line: str, code: str, **facts: Any) -> None:
        super().__init__("replay-otherwise", at=at, line=line, why=sentence_fact("error", code, facts))
        self.at, self.line = at, line


class NotationRun(msgspec.Struct, Generic[S], frozen=True):
    """What replaying gave: the last state, the turn of each action, and the results in words, by action."""

    state: S
    turns: tuple[ActResult[S], ...]
    results: tuple[tuple[str, ...], ...]
    opening: ActResult[S] | None = None
    """The turn that opened the table, where the file says how."""


class ListedOrders:
    """The listed cards and tokens as a source: then the rest of the packs or of the urn in order, then nothing."""

    kind = chance.ChanceKind.SEEDED

    def __init__(self, notation: Notation) -> None:
        self.sealed = False
        self.listed_urns = notation.urns
        self.urns: dict[int, tuple[str, ...]] = {}
        self.orders = [_order(shoe, notation.decks) for shoe in notation.shoes] or [_order((), notation.decks)]

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Commit to as many cards by a word that opens none."""
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
    from tapete.record.notation.text import format_action

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
    """Return the copy for a viewer (an actor or pseudonym, or the public): what he has never seen is ``??``."""
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
