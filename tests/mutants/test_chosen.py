"""The mutation run with a part of the suite: what it records lies apart, and is no figure of the suite."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from script.mutating.chosen import Chosen, Made, State
from script.mutating.reach import Told, is_anything_told, keep_of

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = {
    "src/tapete/bank.py": "LEAST = 10\n",
    "tests/support/made.py": "A = 1\n",
    "tests/conftest.py": "",
    "tests/bank/test_bank.py": "from tests.support import made\n\ndef test_least(): ...\n",
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
        ("tests/support/other.py", False),
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


BANK, COVER, PAGE = "tests/bank/test_bank.py", "tests/bank/test_cover.py", "tests/web/test_page.py"


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("src/tapete/bank.py", [BANK, COVER, PAGE]),
        ("tests/support/made.py", [BANK]),
        ("tests/support/__init__.py", [BANK]),
        ("tests/conftest.py", [BANK, COVER, PAGE]),
        ("tests/bank/conftest.py", [BANK, COVER]),
        (COVER, [COVER]),
        ("tests/web/test_new.py", ["tests/web/test_new.py"]),
        ("tests/support/other.py", []),
    ],
)
def test_only_what_changed_and_what_is_made_of_it_is_recorded_anew(root: Path, file: str, changed: list[str]) -> None:
    before = Chosen(root).state()
    (root / file).write_text("B = 2\n", encoding="utf-8")
    now = Chosen(root).state()
    assert now.changed(before) == changed
    assert now.changed(None) == sorted(now.files)
    assert now.changed(now) == []
    assert now.without(changed).files == {file: digest for file, digest in before.files.items() if file not in changed}


def test_a_file_is_made_of_what_its_modules_import_too(root: Path) -> None:
    (root / "tests/support/made.py").write_text("from tests.support.deeper import A\n", encoding="utf-8")
    (root / "tests/support/deeper.py").write_text("from tests.support import made\n", encoding="utf-8")
    before = Made(root).digest(root / BANK)
    (root / "tests/support/deeper.py").write_text("from tests.support import made  # a circle\n", encoding="utf-8")
    assert Made(root).digest(root / BANK) != before


def test_of_changed_files_the_tests_that_were_named_are_run(root: Path) -> None:
    named = Chosen(root, ("tests/web", f"{BANK}::test_least", COVER))
    assert named.of_files([BANK, PAGE]) == (f"{BANK}::test_least", PAGE)
    assert named.of_files([COVER]) == (COVER,)
    assert Chosen(root).of_files([PAGE, BANK]) == (BANK, PAGE)


def test_what_was_recorded_of_other_files_is_kept(tmp_path: Path) -> None:
    tests = {one: f"{one}::test_it" for one in (BANK, COVER, PAGE)}
    for worker, (file, test) in zip(("gw0", "gw1", "before"), tests.items(), strict=True):
        told = Told({test: b"1"}, {test: 1.0}, [test], [(file, 1), (f"tests/support/{worker}.py", 2)])
        (tmp_path / f"told.{worker}").write_bytes(msgspec.msgpack.encode(told))
    keep_of(tmp_path, {BANK, PAGE})
    assert [one.name for one in tmp_path.iterdir()] == ["told.before"]
    kept = msgspec.msgpack.decode((tmp_path / "told.before").read_bytes(), type=Told)
    assert sorted(kept.reached) == sorted(kept.seconds) == sorted(kept.failing) == [tests[BANK], tests[PAGE]]
    supports = [(f"tests/support/{worker}.py", 2) for worker in ("before", "gw0", "gw1")]
    assert sorted(kept.asserts) == sorted([(BANK, 1), (PAGE, 1), *supports])
    keep_of(tmp_path, ())
    assert list(tmp_path.iterdir()) == []


def test_a_recording_in_which_no_test_ran_is_none(tmp_path: Path) -> None:
    files = [tmp_path / f"told.{worker}" for worker in ("gw0", "gw1")]
    for file in files:
        file.write_bytes(msgspec.msgpack.encode(Told({}, {}, [])))
    assert not is_anything_told(files)
    files[1].write_bytes(msgspec.msgpack.encode(Told({f"{BANK}::test_it": b"1"}, {}, [])))
    assert is_anything_told(files)


def test_a_state_is_read_as_it_was_written(root: Path) -> None:
    state = Chosen(root).state()
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


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
