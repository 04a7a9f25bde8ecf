"""Which files import a module: whoever tests what runs at import need not run a line of the module itself."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path


class Importers:
    """The files below some folders, relative to a root, by the modules that they import."""

    def __init__(self, root: Path, folders: tuple[Path, ...]) -> None:
        self._files: dict[str, set[str]] = defaultdict(set)
        for folder in folders:
            for file in sorted(folder.rglob("*.py")):
                for module in imported(file.read_text(encoding="utf-8")):
                    self._files[module].add(str(file.relative_to(root)))

    def of(self, path: str) -> set[str]:
        """Return the files that import a module, given its path; for a package its name alone, not its modules'."""
        return set(self._files[module_name(path)])


def module_name(path: str) -> str:
    """Return the name under which ``src/tapete/money.py`` is imported."""
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[1:] if parts[-1] != "__init__" else parts[1:-1])


def imported(source: str) -> set[str]:
    """Return what a text imports: modules, and names of modules, of which some are modules themselves."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{one.name}" for one in node.names)
    return found
