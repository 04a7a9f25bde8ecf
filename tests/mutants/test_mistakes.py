"""The mistakes of the mutation run: what each looks like, where it can be made, how a program comes to make it."""

import gc
import zlib
from pathlib import Path
from types import ModuleType

import msgspec
import numpy as np
from cosmic_ray.mutating import mutate_code
from script.mutating.comparisons import COMPARISONS
from script.mutating.figures import Figures
from script.mutating.importers import Importers
from script.mutating.marks import Marks
from script.mutating.operators import operators
from script.mutating.places import Mutant, mutants, mutated, sample
from script.mutating.reach import Reach, Told
from script.mutating.swap import Functions
from script.mutating.trial import Tried

from tests.support import ROOT
from tests.support.rows import rows

TEXT = '''"""A bank."""
from functools import cache

LEAST = 10


@cache
def is_enough(amount: int, least: int = LEAST) -> bool:
    """Return True if an amount is enough."""
    return amount >= least and amount > 0


class Bank(object, metaclass=type):
    """A bank."""

    chips: int = 1

    def stake(self, amount: int | None) -> int:
        """Return a stake."""
        return min(amount, 100) if amount else 0
'''


@rows("name", lambda: sorted(operators()))
def test_an_operator_makes_the_mistakes_it_shows(name: str) -> None:
    examples = operators()[name].examples()  # type: ignore[attr-defined]
    assert examples
    for one in examples:
        made = mutate_code(one.pre_mutation_code, operators()[name](), one.occurrence)
        assert made == one.post_mutation_code


def found(tmp_path: Path, text: str) -> list[Mutant]:
    file = tmp_path / "src" / "tapete" / "games" / "toy" / "bank.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return list(mutants(tmp_path, [file]))


def test_each_condition_number_and_comparison_is_a_place(tmp_path: Path) -> None:
    places = {(one.operator, one.definition, one.start[0]) for one in found(tmp_path, TEXT)}
    assert {
        ("ReplaceComparisonOperator_GtE_Gt", "is_enough", 10),
        ("ReplaceComparisonOperator_Gt_GtE", "is_enough", 10),
        ("ReplaceAndWithOr", "is_enough", 10),
        ("DropOperand", "is_enough", 10),
        ("NumberReplacer", "", 4),
        ("NumberReplacer", "", 16),
        ("NumberReplacer", "Bank.stake", 20),
        ("SwapBuiltin", "Bank.stake", 20),
        ("AddNot", "Bank.stake", 20),
    } <= places


def test_no_mistake_is_made_in_annotations_decorators_and_heads_of_classes(tmp_path: Path) -> None:
    lines = {one.start[0] for one in found(tmp_path, TEXT)}
    assert lines == {4, 10, 16, 20}


def test_what_runs_at_import_is_tried_by_who_imports_it(tmp_path: Path) -> None:
    texts = {
        "src/tapete/terms.py": "LEAST = 10\n",
        "src/tapete/bank.py": "from tapete import terms\n\ndef least():\n    return terms.LEAST\n",
        "src/tapete/door/__init__.py": "",
        "tests/test_terms.py": "from tapete.terms import LEAST\n",
        "tests/test_bank.py": "import tapete.bank\nfrom tapete.door import inside\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    known = Importers(tmp_path, (tmp_path / "src", tmp_path / "tests"))
    assert known.of("src/tapete/terms.py") == {"src/tapete/bank.py", "tests/test_terms.py"}
    assert known.of("src/tapete/bank.py") == {"tests/test_bank.py"}
    assert known.of("src/tapete/door/__init__.py") == {"tests/test_bank.py"}
    assert known.of("src/tapete/door/inside.py") == {"tests/test_bank.py"}
    data = tmp_path / "reach"
    data.mkdir()
    marks = Marks(tmp_path, tmp_path / "src" / "tapete")
    bits = np.zeros(marks.count, dtype=np.uint8)
    bits[marks.of_lines("src/tapete/bank.py", 4, 4)] = 1
    least, it, other = "tests/test_bank.py::test_least", "tests/test_terms.py::test_it", "tests/test_x.py::test_x"
    reached = {least: zlib.compress(np.packbits(bits).tobytes())}
    (data / "told.alone").write_bytes(msgspec.msgpack.encode(Told(reached, {least: 0.1, it: 0.5, other: 0.0}, [])))
    reach = Reach(tmp_path, data)
    assert reach.of_import("src/tapete/terms.py") == ["tests/test_terms.py::test_it", "tests/test_bank.py::test_least"]
    assert reach.of_import("src/tapete/bank.py") == ["tests/test_bank.py::test_least"]


def test_the_quickest_tests_are_asked_first_then_one_of_each_function_in_turn(tmp_path: Path) -> None:
    (tmp_path / "src/tapete").mkdir(parents=True)
    (tmp_path / "src/tapete/bank.py").write_text("def least():\n    return 1\n", encoding="utf-8")
    marks = Marks(tmp_path, tmp_path / "src" / "tapete")
    bits = zlib.compress(np.packbits(np.ones(marks.count, dtype=np.uint8)).tobytes())
    seconds = {"t::quick[a]": 1, "t::quick[b]": 2, "t::slow": 50, **{f"t::many[{one}]": 31 + one for one in range(3)}}
    seconds |= {"t::other[a]": 40, "t::other[b]": 60, "t::fails": 0}
    told = Told(dict.fromkeys(seconds, bits), seconds, ["t::fails"])
    (tmp_path / "told.alone").write_bytes(msgspec.msgpack.encode(told))
    asked = Reach(tmp_path, tmp_path).of_lines("src/tapete/bank.py", 2, 2)
    first = ["t::quick[a]", "t::quick[b]", "t::many[0]", "t::other[a]", "t::slow"]
    assert asked == [*first, "t::many[1]", "t::other[b]", "t::many[2]"]


def test_a_mistake_keeps_its_identity_when_lines_are_added_above(tmp_path: Path) -> None:
    before = {one.id for one in found(tmp_path, TEXT)}
    after = {one.id for one in found(tmp_path, TEXT.replace("LEAST = 10", "\n\nLEAST = 10\nMOST = 20"))}
    assert before < after


def test_the_same_word_draws_the_same_sample_and_no_room_is_left_out(tmp_path: Path) -> None:
    here = found(tmp_path, TEXT)
    alone = Mutant("f" * 12, "alone", "src/tapete/alone.py", "AddNot", 0, (1, 0), (1, 1), "", "if a:")
    drawn = sample([*here, alone], 4, "a word", least=1)
    assert (drawn, len(drawn)) == (sample([alone, *here[::-1]], 4, "a word", least=1), 4)
    assert alone in drawn
    assert drawn != sample([*here, alone], 4, "another word", least=1)


def test_a_running_program_makes_the_mistake_in_that_function_alone(tmp_path: Path) -> None:
    here = found(tmp_path, TEXT)
    file = tmp_path / here[0].path
    module = ModuleType("bank")
    exec(compile(TEXT, str(file), "exec"), module.__dict__)  # noqa: S102
    gc.freeze()  # as the suite does: frozen functions are found all the same
    functions = Functions(tmp_path / "src")
    boundary = next(one for one in here if one.operator == "ReplaceComparisonOperator_GtE_Gt")
    assert functions.exchange(file, TEXT, mutated(TEXT, boundary) or "") == 1
    assert module.is_enough(10) is False
    assert module.is_enough(11) is True
    assert module.Bank().stake(500) == 100


def test_only_an_assertion_or_a_program_that_never_begins_or_ends_counts() -> None:
    endings = ("assertion", "endless", "lifeless", "exception", "survived", "unreached")
    one = Mutant("a" * 12, "toy", "src/tapete/toy.py", "AddNot", 0, (1, 0), (1, 1), "", "if a:")
    table = Figures.of([(one, Tried(ending)) for ending in endings]).table()
    assert table.splitlines()[-1] == "| all | 6 | 50 % | 1 | 1 | 1 | 1 | 1 | 1 |"


def test_a_test_that_compares_with_kept_output_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "src/tapete").mkdir(parents=True)
    (tmp_path / "src/tapete/bank.py").write_text("def least():\n    return 1\n", encoding="utf-8")
    marks = Marks(tmp_path, tmp_path / "src" / "tapete")
    bits = zlib.compress(np.packbits(np.ones(marks.count, dtype=np.uint8)).tobytes())
    kept = "tests/record/test_declared.py::test_what_a_kind_declares_is_written_down[a]"
    tests = {kept: 1.0, "tests/record/test_entry.py::test_y": 2.0}
    (tmp_path / "told.alone").write_bytes(msgspec.msgpack.encode(Told(dict.fromkeys(tests, bits), tests, [])))
    assert Reach(tmp_path, tmp_path).of_lines("src/tapete/bank.py", 2, 2) == ["tests/record/test_entry.py::test_y"]
    assert [one for file, one in COMPARISONS.items() if f"def {one}(" not in (ROOT / file).read_text("utf-8")] == []
