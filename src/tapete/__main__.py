"""The program ``tapete``, also where it is not on the path: ``python -m tapete``."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command line; whoever interrupts it, also before it knows its verbs, reads nothing."""
    try:
        from tapete.cli import app

        app(prog_name="tapete")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
