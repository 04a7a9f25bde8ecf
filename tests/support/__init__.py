"""What the tests share: tables that are brought somewhere, toy games, walks, programs to be killed.

Each room of the tests has its helpers in a package of its own here; a ``conftest.py`` holds fixtures alone.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The repository: programs of the tests run from here."""
TAPETE = [sys.executable, "-c", "from tapete.cli import app; app()"]
"""The program itself, as a command line."""


def program(name: str, *arguments: object) -> list[str]:
    """Return the command line of a helper that is a program, to be run from :data:`ROOT`."""
    return [sys.executable, "-m", f"{__name__}.{name}", *map(str, arguments)]
