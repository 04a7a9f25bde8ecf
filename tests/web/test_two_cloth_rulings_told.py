"""What is ruled on two cloths is told to everybody, in each language, by a whole sentence, and tells no hidden face.

The rows are generated: everything that can go wrong, and each remedy that an official may take, proposed or not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import Refused
from tapete.record.codec import to_tree
from tapete.web.games import screen_of
from tapete.words import LANGS, codes
from tests.support.dos_panos.observed import Observed, first_cards
from tests.support.dos_panos.pairs import STEPS, go_on, steps
from tests.support.dos_panos.troubles import TROUBLES, happened, picked_up
from tests.support.web.still import still_part

GAME = DosPanos()
SHOWN = ("croupier", "inspector", "director", "rosa", "ana", "carla", "bea", None)
"""The posts, the banker, who holds the cards of each cloth, another player, and the public screen."""
OTHERS = f"{first_cards('As 2s', 'Kh 7h', '9c 5c')} 5d 4d 6d 7d 2s 2h 4c 4h"
"""The second cloth and the bank hold other cards than in the usual shoe."""
TAGS = frozenset(codes("effect")) | frozenset(codes("remedy")) - frozenset(codes("hand"))


class Case(NamedTuple):
    """A trouble, where it happened, and which of the remedies was taken."""

    trouble: str
    step: str
    remedy: int

    def played(self, shoe: str | None = None) -> Observed | None:
        """Return the table after the ruling; ``None`` where the trouble or the remedy cannot be so."""
        made = open_case(self.trouble, self.step, shoe)
        given = dict(enumerate(remedies(made) if made is not None else ())).get(self.remedy)
        if made is None or given is None:
            return None
        twin = made.fork()
        return None if not ruled(twin, given[0]) else twin


@cache
def open_case(trouble: str, step: str, shoe: str | None) -> Observed | None:
    """Return a table at which a trouble waits for its ruling."""
    for kind in TROUBLES[trouble].objects:
        begun = steps(shoe) if shoe else steps()
        found = happened(begun[step], trouble, kind, None)
        for _ in range(20 if found else 0):
            assert found is not None
            if found[0].state.docket.open:
                return picked_up(found[0])
            go_on(found[0])
    return None


def remedies(made: Observed) -> Iterator[tuple[Any]]:
    """Yield what an official may rule: as proposed, another remedy of the rules, and one of his own."""
    yield (None,)
    yield from ((one.effects,) for one in made.incident.alternatives)
    yield ((VoidCoup(),),)
    yield ((VoidCoup("primero"),),)
    yield ((NoteOnly(str(made.incident.kind)),),)


def ruled(made: Observed, effects: Any) -> bool:
    for official in ("inspector", "director"):
        given = GiveRuling(made.incident.serial, effects, "seen by all")
        if not isinstance(made.play.attempt(given, official).outcome, Refused):
            made.do(official, given)
            return True
    return False


def history(made: Observed) -> Any:
    """Return what the pages read out of the record of a table."""
    read = screen_of("dos-panos").history
    assert read is not None
    found = read()
    for turn in made.turns:
        for event in turn.events:
            found.read({**to_tree(event), **dict.fromkeys(event.private())}, turn.rests_on)
    return found


def told(made: Observed, viewer: str | None, lang: str) -> list[str]:
    """Return what a page says was ruled, case by case."""
    page = still_part(GAME, made.state, viewer, lang, history(made))
    found = re.findall(r'<div class="said-back ruled ruled-case"><p>(.*?)</p>', page, re.S)
    return [html.unescape(re.sub(r"<[^>]+>", "", one)) for one in found]


def cases(trouble: str) -> list[Case]:
    """Return the remedies of a trouble at the first step at which it can happen, and the proposed one at the second."""
    first, *others = (step for step in STEPS if open_case(trouble, step, None) is not None)
    return [Case(trouble, first, remedy) for remedy in range(5)] + [Case(trouble, step, 0) for step in others[:1]]


def effects_of(made: Observed) -> list[Any]:
    return [effect for turn in made.turns for one in turn.events for effect in getattr(one, "effects", ())]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_is_ruled_is_told_to_everybody_in_whole_sentences(trouble: str) -> None:
    tried = 0
    for case in cases(trouble):
        made = case.played()
        if made is None:
            continue
        tried += 1
        for lang in LANGS:
            pages = {viewer: told(made, viewer, lang) for viewer in (SHOWN if lang == "es" else (None, "ana"))}
            for viewer, sentences in pages.items():
                assert sentences, (case, viewer, lang)
                for one in sentences:
                    assert one.rstrip().endswith("."), (case, one)
                    assert not re.search(r"[{}_]|None|\bbanca-3\b", one), (case, one)
                    assert not [tag for tag in TAGS if "-" in tag and tag in one], (case, one)
        other = case.played(OTHERS)
        if other is not None and len(effects_of(other)) == len(effects_of(made)):
            assert told(other, None, "es") == told(made, None, "es"), case
            assert told(other, "bea", "es") == told(made, "bea", "es"), case
    assert tried
