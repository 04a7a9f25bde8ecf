"""Lets recorded tables that begin alike say so: ``like`` names the one, ``first`` how many of its actions they share.

    python -m tests.support.recorded.shorten GAME ...

A table that is written whole is taken as it is, and read anew afterwards: it comes to the same notation.
"""

from __future__ import annotations

import sys
import tomllib
from typing import Any

from tapete.record.notation import NotationSyntaxError, parse_notation, read_notation
from tapete.record.notation.text import SHARED
from tests.support.recorded.faults import HERE

LAID_OVER = ("people", "open", "rulebooks")
LEAST, MOST_BASES = 8, 40
LAST_RESORT = ("pair-", "irregular-", "noted-")
"""Tables by these names say of themselves what goes wrong: others begin like them only where nothing else serves."""


def shared(base: dict[str, Any], tree: dict[str, Any]) -> int:
    pairs = zip(base["actions"], tree["actions"], strict=False)
    return next(
        (at for at, (one, other) in enumerate(pairs) if one != other), min(len(base["actions"]), len(tree["actions"]))
    )


def saved(base: dict[str, Any], tree: dict[str, Any]) -> int:
    for key in SHARED:
        if key in base and (key not in tree or (key in LAID_OVER and not base[key].keys() <= tree[key].keys())):
            return -1
    same = sum(base[key] == tree[key] for key in SHARED if key in base)
    fields = sum(base[key][one] == tree[key][one] for key in LAID_OVER if key in base for one in base[key])
    return shared(base, tree) + same + fields - 2


def chosen(trees: dict[str, dict[str, Any]]) -> dict[str, str]:
    gains = {
        base: {name: saved(one, tree) for name, tree in trees.items() if name != base} for base, one in trees.items()
    }
    best, bases = dict.fromkeys(trees, 0), list[str]()
    like: dict[str, str] = {}
    for _ in range(MOST_BASES):
        found = {
            base: sum(max(0, gain - best[name]) for name, gain in gains[base].items() if name not in bases) - best[base]
            for base in trees
            if base not in bases
        }
        base = max(found, key=lambda one: (found[one] * (0.3 if one.startswith(LAST_RESORT) else 1), one))
        if found[base] < LEAST:
            break
        bases.append(base)
        like.pop(base, None)
        for name, gain in gains[base].items():
            if name not in bases and gain > best[name]:
                best[name], like[name] = gain, base
    return like


def shortened(text: str, tree: dict[str, Any], name: str, base: dict[str, Any]) -> str:
    head, _, rest = text.partition("actions = [\n")
    block, _, tail = rest.partition("]\n")
    first = shared(base, tree)
    kept = [line for line in head.splitlines() if not _is_shared(line, tree, base)]
    at = next(number for number, line in enumerate(kept) if line.startswith("tapete"))
    kept[at + 1 : at + 1] = [f'like = "{name}"', f"first = {first}"]
    lines = block.splitlines(keepends=True)[first:]
    actions = ["actions = [\n", *lines, "]\n"] if lines else []
    return "".join([*(f"{line}\n" for line in kept if line), *actions, *_own_tables(tail, tree, base)])


def _is_shared(line: str, tree: dict[str, Any], base: dict[str, Any]) -> bool:
    key = line.partition(" = ")[0]
    return key in SHARED and key in base and tree[key] == base[key]


def _own_tables(tail: str, tree: dict[str, Any], base: dict[str, Any]) -> list[str]:
    found: list[str] = []
    table, heading = "", ""
    for line in filter(None, tail.splitlines()):
        if line.startswith("["):
            table, heading = line.strip("[]"), f"\n{line}\n"
            continue
        key = line.partition(" = ")[0]
        if (there := _within(base, table).get(key)) is None or there != _within(tree, table).get(key):
            found += [heading, f"{line}\n"]
            heading = ""
    return found


def _within(tree: dict[str, Any], table: str) -> dict[str, Any]:
    for name in table.split("."):
        tree = tree.get(name, {})
    return tree


def main() -> None:
    for game in sys.argv[1:]:
        files = {path.stem: path for path in sorted((HERE / game).glob("*.toml"))}
        texts = {name: path.read_text("utf-8") for name, path in files.items()}
        whole = {name: tree for name, text in texts.items() if "like" not in (tree := tomllib.loads(text))}
        for name, base in chosen(whole).items():
            before = parse_notation(texts[name])
            files[name].write_text(shortened(texts[name], whole[name], base, whole[base]), "utf-8")
            try:
                is_same = read_notation(files[name]) == before
            except NotationSyntaxError:
                is_same = False
            if not is_same:
                files[name].write_text(texts[name], "utf-8")
                print(f"{name} stays whole")


if __name__ == "__main__":
    main()
