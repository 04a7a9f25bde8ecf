"""Makes houses, each in a process of its own that is killed one step later than the last; prints how each ended."""

import os
import signal
import sys
from pathlib import Path

from tapete.cli import app

STEPS = ("os.link", "os.remove", "sqlite3.connect", "os.mkdir")
"""What a house is made by, as Python tells it to an audit hook."""


def main(folder: str) -> None:
    """Make one house after the other, until one is made without being killed.

    One is made before the first fork: what is imported and made at first use is then there for all of them.
    """
    make(Path(folder))
    for number in range(1, 30):
        here = Path(folder) / str(number)
        here.mkdir()
        child = os.fork()
        if child == 0:
            die_at(number)
            make(here)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)
        if status == 0:
            return


def make(folder: Path) -> None:
    """Make a house, as somebody at a command line does."""
    made = ["init", "--store", str(folder / "house.db"), "--name", "Casino de Prueba", "--director", "dora"]
    assert not app(made, standalone_mode=False)


def die_at(left: int) -> None:
    """Let this process die at the step with this number."""

    def step(event: str, _: object) -> None:
        nonlocal left
        if event in STEPS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(step)


if __name__ == "__main__":
    main(sys.argv[1])
