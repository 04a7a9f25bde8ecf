"""The mutation run with a part of the suite: what it records lies apart, and is no figure of the suite."""

import subprocess
import sys
from pathlib import Path

import pytest
from script.mutating.chosen import Chosen

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = {
    "src/tapete/bank.py": "LEAST = 10\n",
    "tests/support/made.py": "A = 1\n",
    "tests/conftest.py": "",
    "tests/bank/test_bank.py": "def test_least(): ...\n",
    "tests/bank/test_cover.py": "def test_cover(): ...\n",
    "tests/web/test_page.py": "def test_page(): ...\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_suite_has_the_names_without_a_mark(root: Path) -> None:
    suite = Chosen(root)
    assert (suite.asked, suite.reach, suite.session) == (("tests",), "reach", "session.sqlite")
    assert suite.missing() == []


def test_each_list_of_tests_has_a_recording_and_a_session_of_its_own(root: Path) -> None:
    lists = [(), ("tests",), ("tests/bank",), ("tests/bank/test_bank.py",), ("tests/bank", "tests/web")]
    chosen = [Chosen(root, one) for one in lists]
    assert len({one.reach for one in chosen}) == len({one.session for one in chosen}) == len(lists)


def test_the_order_in_which_tests_are_named_makes_no_difference(root: Path) -> None:
    there, back = (Chosen(root, one) for one in (("tests/bank", "tests/web"), ("tests/web", "tests/bank", "tests/web")))
    assert (there.asked, there.reach, there.state()) == (back.asked, back.reach, back.state())


@pytest.mark.parametrize("name", ["tests/bank", "tests/bank/test_bank.py", "tests/bank/test_bank.py::test_least"])
@pytest.mark.parametrize(
    ("file", "is_of_it"),
    [
        ("src/tapete/bank.py", True),
        ("tests/support/made.py", True),
        ("tests/conftest.py", True),
        ("tests/bank/test_bank.py", True),
        ("tests/web/test_page.py", False),
    ],
)
def test_it_is_recorded_anew_where_the_source_these_tests_or_what_they_are_made_of_changed(
    root: Path, name: str, file: str, is_of_it: bool
) -> None:
    before = Chosen(root, (name,)).state()
    assert Chosen(root, (name,)).state() == before
    (root / file).write_text("B = 2\n", encoding="utf-8")
    assert (Chosen(root, (name,)).state() != before) == is_of_it


def test_a_file_beside_the_named_one_is_none_of_it_but_one_in_the_named_folder_is(root: Path) -> None:
    single, folder = Chosen(root, ("tests/bank/test_bank.py",)), Chosen(root, ("tests/bank",))
    before = (single.state(), folder.state())
    (root / "tests/bank/test_cover.py").write_text("C = 3\n", encoding="utf-8")
    assert single.state() == before[0]
    assert folder.state() != before[1]


def test_a_name_without_a_file_below_the_tests_is_said(root: Path) -> None:
    names = ("tests/bank/test_page.py", "src/tapete/bank.py", "tests/web::test_page", "tests")
    assert Chosen(root, names).missing() == ["src/tapete/bank.py", "tests/bank/test_page.py"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tests", "tests/mutants", "--write"), "--write takes the figures of the whole suite"),
        (("--tests", "tests/nowhere.py"), "no test file or folder tests/nowhere.py"),
    ],
)
def test_a_part_of_the_suite_writes_no_figures_and_its_tests_must_be_there(words: tuple[str, ...], said: str) -> None:
    command = [sys.executable, str(ROOT / "script" / "mutants"), "money", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert said in done.stderr
