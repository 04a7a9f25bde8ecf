"""Makes houses, each in a process of its own that is killed one step later than the last; prints how each ended."""

import os
import signal
import sys
from pathlib import Path

from tapete.cli import app

STEPS = ("os.link", "os.remove", "sqlite3.connect", "os.mkdir")
"""What a house is made by, as Python tells it to an audit hook."""


def main(folder: str) -> None:
    """Make one house after the other, until one is made without being killed."""
    for number in range(1, 30):
        here = Path(folder) / str(number)
        here.mkdir()
        child = os.fork()
        if child == 0:
            make(here, number)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)
        if status == 0:
            return


def make(folder: Path, left: int) -> None:
    """Make a house; die at the step with this number."""

    def step(event: str, _: object) -> None:
        nonlocal left
        if event in STEPS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(step)
    app(["init", "--store", str(folder / "house.db"), "--name", "Casino de Prueba", "--director", "dora"])


if __name__ == "__main__":
    main(sys.argv[1])
