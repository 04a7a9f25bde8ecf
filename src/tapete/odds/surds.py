"""Exact numbers of the form a + b·√n, which two curves of the second degree meet in."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import total_ordering
from math import isqrt, lcm
from typing import Final

from tapete.odds.shoe import fraction_text


@total_ordering
class Surd:
    """``whole + part * sqrt(root)``; ``root`` is no square. Numbers under one root alone may be reckoned together."""

    __slots__ = ("part", "root", "whole")

    def __init__(self, whole: Fraction, part: Fraction, root: int) -> None:
        self.whole: Fraction = whole
        self.part: Fraction = part
        self.root: int = root

    def __add__(self, other: Fraction | int | Surd) -> Fraction | Surd:
        whole, part = self._parts(other)
        return _made(self.whole + whole, self.part + part, self.root)

    def __mul__(self, other: Fraction | int | Surd) -> Fraction | Surd:
        whole, part = self._parts(other)
        crossed = self.whole * part + self.part * whole
        return _made(self.whole * whole + self.part * part * self.root, crossed, self.root)

    __radd__: Final = __add__
    __rmul__: Final = __mul__

    def __neg__(self) -> Surd:
        return Surd(-self.whole, -self.part, self.root)

    def __sub__(self, other: Fraction | int | Surd) -> Fraction | Surd:
        return self + -other

    def __rsub__(self, other: Fraction | int) -> Fraction | Surd:
        return -self + other

    def __truediv__(self, other: Fraction | int | Surd) -> Fraction | Surd:
        if isinstance(other, Surd):
            norm = other.whole**2 - other.part**2 * other.root
            return self * Surd(other.whole / norm, -other.part / norm, other.root)
        return _made(self.whole / other, self.part / other, self.root)

    def __rtruediv__(self, other: Fraction | int) -> Fraction | Surd:
        return Surd(Fraction(other), Fraction(0), self.root) / self

    def __lt__(self, other: Fraction | int | Surd) -> bool:
        return sign(self - other) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Fraction, Fraction]:
        return self.whole, self.part * abs(self.part) * self.root

    def __float__(self) -> float:
        scale = lcm(self.whole.denominator, self.part.denominator) << 80
        whole, part = int(self.whole * scale), int(self.part * scale)
        root = isqrt(part * part * self.root)
        return float(Fraction(whole + (root if part > 0 else -root), scale))

    def __str__(self) -> str:
        whole, part = fraction_text(self.whole), fraction_text(abs(self.part))
        return f"{whole}{'+' if self.part > 0 else '-'}{part}*sqrt({self.root})"

    def _parts(self, other: Fraction | int | Surd) -> tuple[Fraction | int, Fraction | int]:
        if not isinstance(other, Surd):
            return other, 0
        if other.root != self.root:
            raise ValueError("numbers under different roots")
        return other.whole, other.part


def _made(whole: Fraction, part: Fraction, root: int) -> Fraction | Surd:
    return Surd(whole, part, root) if part else whole


def sign(one: Fraction | int | Surd) -> int:
    if not isinstance(one, Surd):
        return (one > 0) - (one < 0)
    whole, part = sign(one.whole), sign(one.part)
    if whole * part >= 0:
        return whole or part
    return whole * sign(one.whole**2 - one.part**2 * one.root)


def square_root(of: Fraction) -> Fraction | Surd:
    """Return the root of a number that is not below nought."""
    under, root = of.numerator * of.denominator, isqrt(of.numerator * of.denominator)
    if root * root == under:
        return Fraction(root, of.denominator)
    part = Fraction(1, of.denominator)
    for prime in (2, 3, 5, 7, 11, 13):
        while under % prime**2 == 0:
            under, part = under // prime**2, part * prime
    return Surd(Fraction(0), part, under)


def number_text(one: Fraction | Surd) -> str:
    return str(one) if isinstance(one, Surd) else fraction_text(one)


def read_number(text: str) -> Fraction | Surd:
    """Read a number as :func:`number_text` writes it; raise ``ValueError`` for anything else."""
    found = re.fullmatch(r"(-?\d+/\d+)([+-])(\d+/\d+)\*sqrt\((\d+)\)", text)
    if found is None:
        return Fraction(text)
    part = Fraction(found[3]) * (1 if found[2] == "+" else -1)
    root = int(found[4])
    if isqrt(root) ** 2 == root:
        raise ValueError(text)
    return _made(Fraction(found[1]), part, root)
