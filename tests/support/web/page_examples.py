"""Writes docs/generated/page-examples.md: of each game a message of the page of one player, out of an evening by lot.

After a change of the model: ``python -m tests.support.web.page_examples``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tapete.catalogue import entries
from tapete.web.games import has_screen, screen_of
from tapete.web.page_context import PageContext
from tapete.web.stage import build
from tapete.words import label
from tests.support import ROOT
from tests.support.every_game import Evening, settings
from tests.support.web.still import StillTable

PAGE = ROOT / "docs" / "generated" / "page-examples.md"
HEAD = """# Messages of a page

Of each game what one player is sent while they may act, out of an evening that machines played
([](../the-page-model.md) tells what it means). Lists stop after two, parts below `rail`, `felt` and `ask` after four
fields; `…` stands for the rest. `python -m tests.support.web.page_examples` writes this page.
"""
MOST, FIELDS, LONGEST = 2, 4, 60
COMMAND = re.compile("[0-9a-f]{32}")


def shortened(tree: Any, depth: int = 0) -> Any:
    if isinstance(tree, list):
        return [shortened(one, depth + 1) for one in tree[:MOST]] + ["…"] * (len(tree) > MOST)
    if isinstance(tree, dict):
        most = FIELDS if depth > 1 else len(tree)
        kept = {name: shortened(tree[name], depth + 1) for name in list(tree)[:most]}
        return kept | ({"…": "…"} if len(tree) > most else {})
    if isinstance(tree, str) and (len(tree) > LONGEST or COMMAND.fullmatch(tree)):
        return tree[: LONGEST if " " in tree else 0] + "…"
    return tree


def example(key: str) -> dict[str, Any]:
    """Return the message of an evening that shows and offers a player most, as it is sent."""
    setting, screen = next(iter(settings(key, 0))), screen_of(key)
    one = Evening(setting, watched=False).run(150)
    tables: Iterator[Any] = (StillTable(one.game, turn.state) for turn in one.turns[::3])
    looks = (PageContext(table, who, "es", more_time=screen.more_time) for table in tables for who in one.people)
    players = [made for made in map(screen.stage, looks) if made.screen == "player"]
    made = max(players, key=lambda one: len(build.regions(one)["ask"] + build.regions(one)["felt"]))
    told: dict[str, Any] = json.loads(build.message(made, 0, build.regions(made), {}))
    return told


def lines() -> Iterator[str]:
    yield from HEAD.splitlines()
    for key in filter(has_screen, entries()):
        told = example(key)
        yield from ("", f"## {label('game', key, 'en')}", "", "```json")
        regions = [written(name, shortened(told["regions"][name])) for name in ("rail", "felt", "ask")]
        head = json.dumps({name: value for name, value in told.items() if name != "regions"})
        yield from f'{head[:-1]}, "regions": {{{",".join(regions)}}}}}'.splitlines()
        yield "```"


def written(name: str, region: dict[str, Any]) -> str:
    fields = ",\n".join(f'    "{one}": {json.dumps(value, ensure_ascii=False)}' for one, value in region.items())
    return f'\n  "{name}": {{\n{fields}}}'


if __name__ == "__main__":
    PAGE.write_text("\n".join(lines()) + "\n", "utf-8")
