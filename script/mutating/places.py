"""Where a mistake can be made: each place of an operator in the source has an identity that outlives other changes."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from script.mutating.operators import operators

OUT_OF_SCOPE = ("migrations", "__main__.py", "conf.py")


class Mutant(msgspec.Struct, frozen=True):
    """One mistake: which operator, at which of its places in a file."""

    id: str
    room: str
    path: str
    """Relative to the root of the project."""
    operator: str
    occurrence: int
    """Counts the places of the operator in the file, from nought."""
    start: tuple[int, int]
    end: tuple[int, int]
    definition: str
    """The function in which the mistake is made; empty where code runs at import."""
    line: str
    """The line as it stands."""


def room_of(path: Path) -> str:
    """Return the room that a file lies in, given its path below the package: a game, a folder or a single module."""
    parts = path.with_suffix("").parts
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


def mutants(root: Path, files: Sequence[Path]) -> Iterator[Mutant]:
    """Yield every mistake that the operators can make in ``files``."""
    package = root / "src" / "tapete"
    for file in files:
        inside = file.relative_to(package)
        if not any(part in OUT_OF_SCOPE for part in inside.parts):
            yield from _of_file(file.read_text(encoding="utf-8"), str(file.relative_to(root)), room_of(inside))


def _of_file(source: str, path: str, room: str) -> Iterator[Mutant]:
    nodes = list(ast_nodes(parso.parse(source)))
    lines = source.splitlines()
    seen: Counter[str] = Counter()
    for name, make in operators().items():
        operator, occurrence = make(), -1
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                occurrence += 1
                if _is_out_of_scope(node):
                    continue
                definition, line = _definition(node), lines[start[0] - 1].strip()
                key = f"{path} {definition} {name} {line}"
                digest = hashlib.sha256(f"{key} {seen[key]}".encode()).hexdigest()[:12]
                seen[key] += 1
                yield Mutant(digest, room, path, name, occurrence, start, end, definition, line)


def mutated(source: str, mutant: Mutant) -> str | None:
    """Return the source with the mistake in it; nothing where that is no Python, or the same program."""
    changed = mutate_code(source, operators()[mutant.operator](), mutant.occurrence)
    if changed is None:
        return None
    try:
        made = ast.dump(ast.parse(changed))
    except SyntaxError:
        return None
    return changed if made != ast.dump(ast.parse(source)) else None


def difference(source: str, changed: str) -> str:
    """Return the lines that a mistake changes, as a person reads them: what stands there, an arrow, the mistake."""
    pairs = zip_longest(source.splitlines(), changed.splitlines(), fillvalue="")
    return "; ".join(f"{a.strip()}  ->  {b.strip()}" for a, b in list(pairs) if a != b)[:400]


def _is_out_of_scope(node: Any) -> bool:
    """Return True for a place where no mistake of play can be made: annotations, decorators, the head of a class, what
    is there for the type checker, and the list of what a module gives away, which the linter holds.
    """
    if node.type == "if_stmt" and node.children[1].get_code().strip() == "TYPE_CHECKING":
        return True
    while node.parent is not None:
        above = node.parent
        if above.type == "expr_stmt" and above.children[0].get_code().strip() == "__all__":
            return True
        if above.type == "expr_stmt" and above.children[-1].get_code().strip().startswith(("TypeVar(", "ParamSpec(")):
            return True
        if node.type in ("decorator", "annassign") and not (node.type == "annassign" and len(node.children) > 2):
            return True
        if above.type in ("annassign", "tfpdef") and above.children[1 if above.type == "annassign" else -1] is node:
            return True
        if above.type == "funcdef" and above.annotation is node:
            return True
        if above.type == "classdef" and node is not above.children[-1]:
            return True
        node = above
    return False


def _definition(node: Any) -> str:
    """Return the dotted name of the function around a place; empty where code runs at import."""
    names: list[str] = []
    inside = False
    below, above = node, node.parent
    while above is not None:
        if above.type == "funcdef":
            names.append(above.name.value)
            inside = inside or below is above.children[-1]
        elif above.type == "classdef":
            names.append(above.name.value)
        below, above = above, above.parent
    return ".".join(reversed(names)) if inside else ""


def sample(found: Sequence[Mutant], size: int, seed: str, least: int = 10) -> list[Mutant]:
    """Return ``size`` mutants: the same ones for the same seed, some of every room (``least``, or a fair share if that
    is fewer), the rest by lot. A mutant keeps its lot whatever else is added to the source.
    """
    drawn = sorted(found, key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).digest())
    taken: dict[str, Mutant] = {}
    rooms = sorted({one.room for one in drawn})
    least = min(least, size // max(1, len(rooms)))
    for room in rooms:
        taken |= {one.id: one for one in [one for one in drawn if one.room == room][:least]}
    for one in drawn:
        if len(taken) >= size:
            break
        taken.setdefault(one.id, one)
    return [one for one in drawn if one.id in taken]
