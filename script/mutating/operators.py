"""The mistakes that are tried: chosen operators of Cosmic Ray, and others that rules made of conditions need.

An operator finds places in a syntax tree (``mutation_positions``) and makes one mistake there (``mutate``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import parso
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.operators.provider import OperatorProvider

CHOSEN = (
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBreakWithContinue",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceContinueWithBreak",
    "ReplaceFalseWithTrue",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceUnaryOperator_Delete_Not",
    "ZeroIterationForLoop",
)
"""Operators of Cosmic Ray. The others make mistakes that nobody makes (``==`` becomes ``>>``) or undo a citation."""

CHAINS = frozenset({"or_test", "and_test"})
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
Position = tuple[tuple[int, int], tuple[int, int]]


class _Replacement(Operator):
    """An operator that replaces one node by another text; ``texts`` says of a node what may stand in its place."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        raise NotImplementedError

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the place of the node once for each text."""
        for _ in self.texts(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the node's substitute, which keeps what stands before the node."""
        made = parso.parse(self.texts(node)[index]).children[0]
        made.get_first_leaf().prefix = node.get_first_leaf().prefix
        return made

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what each mistake looks like; the tests try them."""
        return tuple(Example(*pair) for pair in EXAMPLES[cls.__name__])


class DropOperand(_Replacement):
    """Forget one condition of ``a and b and c``, or one check of ``a or b or c``."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        if node.type not in CHAINS:
            return ()
        return tuple(f"({_less(node, at)})" for at in range(0, len(node.children), 2))


class DropFilter(_Replacement):
    """Forget the condition of a comprehension."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        return ("if True",) if node.type == "comp_if" else ()

    def mutate(self, node: Any, index: int) -> Any:
        """Set the condition to one that always holds."""
        always = parso.parse("True").children[0]
        always.prefix = " "
        node.children[1] = always
        return node


class SwapMembership(_Replacement):
    """Take ``in`` for ``not in``, and the reverse."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        if node.type != "comparison" or len(node.children) != 3:
            return ()
        word = " ".join(node.children[1].get_code().split())
        if word not in ("in", "not in"):
            return ()
        other = "not in" if word == "in" else "in"
        return (f"{node.children[0].get_code().strip()} {other} {node.children[2].get_code().strip()}",)


class SwapBuiltin(_Replacement):
    """Take the least for the most, one for all."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        called = node.type == "name" and node.value in SWAPPED and node.get_next_sibling() is not None
        return (SWAPPED[node.value],) if called and node.get_next_sibling().type == "trailer" else ()


class DropElement(_Replacement):
    """Forget one member of a tuple, a list or a set that is written out: an event, a leg, a name."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        if node.type != "testlist_comp" or len(node.children) < 3 or node.children[1] != ",":
            return ()
        return tuple(f"{_less(node, at)}," for at in range(0, len(node.children), 2))


class DropKeyword(_Replacement):
    """Forget a keyword of a call, so that its default holds; or one of a ``case`` that tells cases apart.

    A ``case`` without one of its names is left aside: whatever uses the name says so at once.
    """

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        if node.type != "arglist":
            return ()
        named = [at for at, one in enumerate(node.children) if one.type == "argument" and one.children[1] == "="]
        if _is_of_case(node):
            named = [at for at in named if node.children[at].children[2].type != "name"]
        return tuple(f"f({_less(node, at)})" for at in named)

    def mutate(self, node: Any, index: int) -> Any:
        """Take the list of arguments out of the call that it was parsed in."""
        call = super().mutate(node, index)
        return call.children[1].children[1]


class DropStatement(_Replacement):
    """Forget a statement that only does something: a call that is nobody's value."""

    @staticmethod
    def texts(node: Any) -> tuple[str, ...]:
        alone = node.type in ("atom_expr", "power") and node.parent is not None and node.parent.type == "simple_stmt"
        awaited = node.type == "await_expr" and node.parent is not None and node.parent.type == "simple_stmt"
        return ("pass",) if alone or awaited else ()


def _is_of_case(node: Any) -> bool:
    """Return True within the pattern of a ``case``, which the parser knows as a word and what follows it."""
    while node is not None and node.type != "error_node":
        node = node.parent
    before = None if node is None else node.get_previous_sibling()
    return before is not None and before.get_code().strip() == "case"


def _less(node: Any, at: int) -> str:
    """Return the text of nodes with separators between them, without the one at ``at``."""
    left = list(node.children)
    if at == 0:
        del left[:2]
    else:
        del left[at - 1 : at + 1]
    return "".join(one.get_code() for one in left).strip().removesuffix(",")


EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "DropOperand": (("x = a and b", "x = (b)"), ("x = a or b or c", "x = (b or c)")),
    "DropFilter": (("[a for a in b if c]", "[a for a in b if True]"),),
    "SwapMembership": (("a in b", "a not in b"), ("a not in b", "a in b")),
    "SwapBuiltin": (("min(a, b)", "max(a, b)"), ("any(a)", "all(a)")),
    "DropElement": (("x = (a, b, c)", "x = (b, c,)"), ("x = [a, b]", "x = [b,]")),
    "DropKeyword": (("f(a, b=1, c=2)", "f(a, c=2)"),),
    "DropStatement": (("if a:\n    f(a)\n", "if a:\n    pass\n"),),
}

OWN = (DropOperand, DropFilter, SwapMembership, SwapBuiltin, DropElement, DropKeyword, DropStatement)


def operators() -> dict[str, Callable[[], Operator]]:
    """Return every operator that is tried, by name."""
    theirs = OperatorProvider()
    return {name: theirs[name] for name in CHOSEN} | {one.__name__: one for one in OWN}
