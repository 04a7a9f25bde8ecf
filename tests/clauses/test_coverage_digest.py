"""The digest by which a knock-out report is known to be of this code."""

import ast
from pathlib import Path

import pytest

import tapete
from tapete.clauses import coverage
from tapete.clauses.coverage import DECIDING, citations_in, sources_digest

PACKAGE = Path(tapete.__file__).parent


def test_every_module_with_a_rule_counts_for_the_digest() -> None:
    texts = {module: module.read_text("utf-8") for module in PACKAGE.rglob("*.py")}
    ruling = {
        module.relative_to(PACKAGE).parts[0]
        for module, text in texts.items()
        if "rule(" in text and "rule" in {how for how, _ in citations_in(ast.parse(text))}
    }
    assert ruling
    assert ruling <= set(DECIDING)


RULES = (*(f"{room}/deep/rule.py" for room in DECIDING), "rulebooks/data/book.toml", "clauses/data/register.csv")
NO_RULES = ("web/page.py", "games/notes.md", "clauses/data/register.fr.toml", "clauses/cite.py")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a package that has a file of each kind."""
    for name in (*RULES, *NO_RULES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(coverage, "files", lambda _: tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", [*RULES, *NO_RULES])
def test_a_report_is_of_other_code_once_a_rule_is_written_otherwise(package: Path, name: str) -> None:
    before = sources_digest()
    (package / name).write_text("2")
    assert (sources_digest() != before) is (name in RULES)


@pytest.mark.parametrize("name", RULES)
def test_a_report_is_of_other_code_once_a_file_has_another_name(package: Path, name: str) -> None:
    before = sources_digest()
    (package / name).rename((package / name).with_stem("other"))
    assert sources_digest() != before
