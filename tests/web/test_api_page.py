"""Promise: what the page on the API shows in three languages is run as it stands, one after the other at one table."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.e2e.served import Served, served

pytestmark = pytest.mark.slow
PAGE = (ROOT / "docs" / "the-api.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL))
CALLS = {
    "sh": ["bash", "-eu", "-c"],
    "python": [sys.executable, "-c"],
    "js": ["node", "--input-type=module", "--no-warnings", "-e"],
}
SAID = {"sh": '"outcome":"accepted"', "python": "accepted\n20000\n", "js": "5\n"}
NEEDS = {"sh": "curl", "python": sys.executable, "js": "node"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a hall that is served, and a table of it."""

    async def make() -> tuple[Hall, dict[str, Any]]:
        made = await Hall.start(f"sqlite:///{tmp_path_factory.mktemp('served') / 'hall.db'}", Keys.fresh())
        return made, {"staff_access": StaffAccess(is_open=True)}

    with served(make) as found:
        assert isinstance(found, Served)
        yield found.address, found.open("mesa")


@pytest.mark.parametrize("language", list(CALLS))
def test_the_examples_of_the_page_do_what_they_say(place: tuple[str, str], language: str) -> None:
    if shutil.which(NEEDS[language]) is None:
        pytest.skip(f"no {NEEDS[language]} here")
    address, table = place
    code = BLOCKS[language].replace("http://127.0.0.1:8000", address)
    code = re.sub(r"\bpunto\b", table, code)
    done = subprocess.run([*CALLS[language], code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert SAID[language] in done.stdout, done.stdout + done.stderr
