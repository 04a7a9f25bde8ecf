"""What the page on running a house tells people to type at the machine is done as it stands there, and works.

What serves a house, installs it or asks PostgreSQL is tried by tests of its own (``test_serving``, ``test_deploy``,
``tests/record/test_roles.py``); here are the lines that make, check, copy and put back.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tests.support import ROOT
from tests.support.live.days import house_with_minutes

PAGE = (ROOT / "docs" / "how-to" / "run-a-house.md").read_text("utf-8")
FOLDERS = {
    "/mnt/copies": "copias",
    "/var/lib/tapete-witness": "testigo",
    "/var/lib/tapete": "datos",
    "/etc/tapete": "llaves",
}
"""The folders of the page, and where a test has them."""
ELSEWHERE = ("tapete serve", "createuser", "tapete store")

runner = CliRunner(env={"TAPETE_LANG": "es"})


def lines_of(title: str) -> Iterator[list[str]]:
    """Yield the words of each line that is typed in a section of the page; what has a test of its own is left out."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert section, title
    for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL):
        for line in block.splitlines():
            if not line.startswith(ELSEWHERE) and "postgresql:" not in line:
                for there, here in FOLDERS.items():
                    line = line.replace(there, here)
                yield shlex.split(line.replace("KEY_FILE", "casa.db.key"), comments=True)


def typed(words: list[str]) -> str:
    """Do what is typed; return what it said."""
    if words[0] == "mkdir":
        Path(words[1]).mkdir()
        return ""
    if words[0] == "cp":
        shutil.copy(*words[1:])
        return ""
    assert words[0] == "tapete", words
    found = runner.invoke(app, words[1:])
    assert found.exit_code == 0, (words, found.output, found.exception)
    return found.stdout


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder, with the folders of the page."""
    monkeypatch.chdir(tmp_path)
    for folder in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(folder, str(tmp_path / folder))
    for one in FOLDERS.values():
        (tmp_path / one).mkdir()
    return tmp_path


def test_a_house_is_made_as_the_page_says(here: Path) -> None:
    (words,) = lines_of("Make it")
    assert "/personal/alta" in typed(words)
    (elsewhere,) = (words for words in lines_of("Check it") if words[1] == "init")
    typed(elsewhere)
    made = {str(one.relative_to(here)) for one in here.rglob("casa.*")}
    assert made >= {"casa.db", "datos/casa.db", "llaves/casa.key"}


def test_a_house_is_checked_as_the_page_says(here: Path) -> None:
    house_with_minutes(here, "casa.db")
    done = [words for words in lines_of("Check it") if words[1] != "init"]
    told = {tuple(words[1:3]): typed(words) for words in done}
    assert [words[1] for words in done] == ["audit", "accounts", "minutes", "export", "audit", "audit"]
    assert "corte de luz" in told["minutes", "casa.db"]
    assert "open " in (here / "casa.beancount").read_text("utf-8")
    assert list((here / "dia").glob("house*"))


def test_a_house_is_copied_put_back_and_practised_with_as_the_page_says(here: Path) -> None:
    db = house_with_minutes(here, "casa.db")
    verbs = []
    for words in lines_of("Copy it, and put it back"):
        if words[1:] and words[1] == "restore" and not Path(words[3]).parent.name:
            db.rename(here / "perdido.db")  # what is left of the old one is moved away first
        typed(words)
        verbs.append(words[1])
    assert verbs == ["backup", "audit", "restore", "ensayo", "backup", "casa.db.witness", "restore", "audit"]
    assert (here / "ensayo" / "casa.witness").stat().st_size
