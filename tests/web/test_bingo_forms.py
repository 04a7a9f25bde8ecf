"""Whatever is done in a recorded evening of bingo can be done by a form of a page, with the values that were given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tapete.games.bingo.game import BINGO
from tapete.kernel import Accepted
from tapete.record.codec import to_tree
from tapete.record.notation import play, read_notation
from tapete.record.notation.books import with_rulebooks
from tapete.web.games.bingo.announcing import FURTHER
from tests.support.bingo.endings import ENDINGS, FOLDER
from tests.support.web.still import still_part

NOT_ON_A_DESK = {
    "announce-ball": "a desk announces the ball that came out; that another number was said is reported",
    "relieve": "posts are relieved on the page of the posts",
    "part": "a page calls with the part of a double that is being played",
}
"""What is not done by a form of a desk, and why."""

OF_ONE_BALL = frozenset({"draw-ball", "ball-out", "announce-ball", "show-ball"})
"""The acts that one press on the caller's page does."""

FOUND_LATER = frozenset({"digest", "law", "secret"})
"""What the hall draws when a series is entered."""


def controls(form: str) -> dict[str, set[str] | None]:
    """Return the fields of a form: the values that each admits, None where something is typed."""
    found: dict[str, set[str] | None] = {}
    for tag in re.findall(r"<(?:input|button|textarea)\b[^>]*>", form):
        name, value = (re.search(rf'\b{one}="([^"]*)"', tag) for one in ("name", "value"))
        if name is None:
            continue
        is_fixed = value is not None and re.search(r'type="(?:hidden|submit|radio|checkbox)"', tag) is not None
        if not is_fixed:
            found[name[1]] = None
        elif found.setdefault(name[1], set()) is not None:
            known = found[name[1]]
            assert known is not None
            known.add(unescape(value[1]) if value is not None else "")
    for name, options in re.findall(r'<select\b[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.S):
        found[name] = {unescape(one) for one in re.findall(r'<option[^>]*value="([^"]*)"', options)}
    return found


def forms(page: str) -> Iterator[dict[str, set[str] | None]]:
    for form in re.findall(r"<form\b.*?</form>", page, re.S):
        yield controls(form)


def given(what: Any) -> dict[str, str]:
    """Return what an act says, as a form writes it; what stands at its default is left out."""
    names, defaults = type(what).__struct_fields__, type(what).__struct_defaults__
    plain = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    said = {name: value for name, value in to_tree(what).items() if name not in ("act", *FOUND_LATER)}
    for place, one in enumerate(said.pop("series") if isinstance(said.get("series"), list) else (), start=1):
        said["series" if place == 1 else f"{FURTHER}{place}"] = one
    kept = (name for name in said if name not in plain or plain[name] != getattr(what, name))
    return {name: typed(said[name]) for name in kept}


def typed(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def admits(form: dict[str, set[str] | None], tag: str, said: dict[str, str]) -> bool:
    if form.get("act") != {tag}:
        return False
    for name, value in said.items():
        values = form.get(name, form.get(f"{name}-euros", set()))
        if values is not None and value not in values:
            return False
    return True


def checked(engine: Any, state: Any, act: Any) -> Iterator[str]:
    """Yield what is done if the page of whoever does it has no form that admits it."""
    tag, said = str(act.body.__struct_config__.tag), given(act.body)
    if tag in OF_ONE_BALL and "number" not in said:
        tag, said = "show-ball", {name: value for name, value in said.items() if name == "token"}
    if tag in NOT_ON_A_DESK or said.keys() & NOT_ON_A_DESK.keys():
        return
    page = still_part(engine, state, str(act.by))
    if not any(admits(form, tag, said) for form in forms(page)):
        yield f"{act.by} {tag} {said} in {state.phase}"


def lacking(name: str) -> list[str]:
    """Return what somebody did in a recorded evening for which his page had no form."""
    notation = read_notation(FOLDER / f"{name}.toml")
    engine, run = with_rulebooks(BINGO, notation), play(BINGO, notation)
    assert run.opening is not None
    state, found, seen = run.opening.state, list[str](), set[tuple[Any, ...]]()
    for turn in run.turns:
        act = turn.acts[0] if turn.acts else None
        if isinstance(turn.outcome, Accepted) and act is not None and not str(act.by).startswith("system:"):
            once = (state.phase, act.by, str(act.body))  # ninety balls are let out by one form
            found += () if once in seen else checked(engine, state, act)
            seen.add(once)
        state = turn.state
    return found


@pytest.mark.parametrize("name", [one.name for one in ENDINGS])
def test_every_act_of_a_recorded_evening_has_a_form_on_the_page_of_whoever_does_it(name: str) -> None:
    assert lacking(name) == []
