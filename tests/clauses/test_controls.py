"""The knock-out rejects the wrong proofs kept in ``controls/``, each for its own reason, and takes the right ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from script.proving.matching import matched

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).resolve().parents[2] / "script" / "knockout"


def test_every_control_is_judged_as_it_says() -> None:
    found = subprocess.run([sys.executable, str(SCRIPT), "--controls"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines()[-1] == "35 controls, 0 judged wrongly"


def test_a_test_is_given_to_the_clause_that_has_no_other() -> None:
    assert matched({"A": ["one", "two"], "B": ["one"]}) == {"A": "two", "B": "one"}
    assert matched({"A": ["one", "two"], "B": ["one"], "C": ["two", "three"]}) == {"A": "two", "B": "one", "C": "three"}


def test_two_clauses_with_one_test_between_them_are_not_both_proved() -> None:
    assert matched({"A": ["one"], "B": ["one"]}) == {"A": "one"}
    assert len(matched({"A": ["one", "two"], "B": ["one", "two"], "C": ["one", "two"]})) == 2
    assert matched({"A": []}) == {}


def test_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pytest.py").write_text("raise ModuleNotFoundError('no pytest', name='pytest')")
    paths = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    found = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert found.returncode == 1
    assert found.stderr.strip() == "knockout: pytest is not installed here; run script/setup-env test first"
