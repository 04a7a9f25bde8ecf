"""Copies a store, or puts it back, in processes that are killed one step later each; prints how each ended."""

import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from tapete.cli import app

STEPS = ("os.link", "os.remove", "os.rename", "sqlite3.connect", "open")
"""What a copy is made by, as Python tells it to an audit hook."""


def main(verb: str, source: str, folder: str, every: int) -> None:
    """Do it once more after each death, until it is done without one; ``every`` so many steps."""
    for room in ("live.restoring", "record.store.copies", "cli.stores", "cli.records"):
        import_module(f"tapete.{room}")  # once, and not in each child
    for number in range(1, 1000):
        here = Path(folder) / str(number)
        here.mkdir()
        child = os.fork()
        if child == 0:
            work(verb, source, here, 1 + (number - 1) * every)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)
        if status == 0:
            return


def work(verb: str, source: str, folder: Path, left: int) -> None:
    """Work in a folder; die at the step with this number, of those that touch the folder."""

    def step(event: str, told: tuple[object, ...]) -> None:
        nonlocal left
        if event in STEPS and str(folder) in str(told):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(step)
    if verb == "backup":
        app(["backup", source, str(folder / "copy.db"), "--with-key"])
    else:
        app(["restore", source, str(folder / "hall.db"), "--no-witness"])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
