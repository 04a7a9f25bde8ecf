"""A process that plays orders: see ``driver.py``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.support import ROOT, program


class Driver:
    """Plays orders in children of a process that has everything imported."""

    def __init__(self, *before: str) -> None:
        self.process = subprocess.Popen(
            [*before, *program("faults.driver")], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, url: str, key: Path, acts: int, **more: Any) -> dict[str, Any]:
        return self.order(url=url, key=str(key), acts=acts, **more)

    def order(self, **order: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()
