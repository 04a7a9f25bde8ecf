"""The books of a table or a whole house, written for a bookkeeper's own tool and checked by it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from tapete.cli import app
from tapete.house.terms import KEY


def books_of_house(store: Path) -> dict[str, str]:
    """Return what each account of a house and its tables holds in the end; the tool finds nothing wrong with them."""
    file = store.with_name("casa.beancount")
    assert CliRunner().invoke(app, ["accounts", str(store), KEY, str(file), "--with-tables"]).exit_code == 0
    program = [str(Path(sys.executable).with_name("bean-check")), str(file)]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    ends = [line.split(" balance ")[1] for line in file.read_text("utf-8").splitlines() if " balance " in line]
    return {line.split()[0]: line.split()[1] for line in ends}


def balances_told(text: str) -> dict[str, int]:
    """Return what each account holds at the end of a file, in cents, by our own name of it."""
    ours = {name: json.loads(own) for name, own in re.findall(r" open (\S+) EUR\n  account: (.+)", text)}
    ends = re.findall(r" balance (\S+) (-?)(\d+)\.(\d\d) ~ 0\.00 EUR", text)
    return {ours[name]: int(f"{sign}{units}{cents}") for name, sign, units, cents in ends}
