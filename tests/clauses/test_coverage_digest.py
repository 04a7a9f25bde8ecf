"""The digest by which a knock-out report is known to be of this code."""

import ast
from pathlib import Path

import tapete
from tapete.clauses.coverage import DECIDING, citations_in

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
