"""Pages of the documentation as notebooks: a ``python`` block, and below it what it prints as a ``text`` block.

All blocks of a page share their names. The value of a block's last line is shown as an interpreter shows it; an error
that ends a block is shown by its class and text.
"""

import ast
import contextlib
import io
import re
from typing import Any

BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[tuple[str, str]]:
    """Return the code of each block with the output written below it."""
    return [(found["code"], found["output"] or "") for found in BLOCK.finditer(page)]


def run(code: str, names: dict[str, Any]) -> str:
    """Run a block and return what it shows."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        try:
            exec(compile(tree, "<page>", "exec"), names)  # noqa: S102
            value = None if last is None else eval(compile(ast.Expression(last.value), "<page>", "eval"), names)  # noqa: S307
            if value is not None:
                print(repr(value))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return shown.getvalue()


def rewritten(page: str) -> str:
    """Return the page with the output that its blocks really have."""
    names: dict[str, Any] = {}

    def shown(found: re.Match[str]) -> str:
        output = run(found["code"], names)
        below = f"\n```text\n{output}```\n" if output else ""
        return f"```python\n{found['code']}```\n{below}"

    return BLOCK.sub(shown, page)
