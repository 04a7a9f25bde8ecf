"""``python -m tapete``: the command line where its program is not on the path."""

from __future__ import annotations

from tapete.cli import app

if __name__ == "__main__":
    app(prog_name="tapete")
