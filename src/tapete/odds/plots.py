"""Pictures of what is counted and simulated: panels with curves, which one function draws by matplotlib."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from math import isqrt
from typing import Any, Final, NamedTuple

import numpy as np

from tapete.odds.simulation import Array

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00")
"""Told apart by eyes that see few colours."""
MARKS: Final = "osD^v*"
BINS: Final = 25
STEEP: Final = 40
"""So many times the usual column the highest is where columns grow by their logarithm."""
MOST_STEPS: Final = 100
BANDS: Final = ((5, 95), (25, 75))


class Curve(NamedTuple):
    """Points, joined as ``look`` says: ``-`` by a line, ``.`` not at all; ``steps``: a column for each, ``log``: as
    high as its logarithm. ``low``: what lies between it and ``y`` is filled.
    """

    name: str
    x: Array
    y: Array
    look: str = "-"
    low: Array | None = None


class Panel(NamedTuple):
    title: str
    across: str
    up: str
    curves: Sequence[Curve]


def spread(values: Array, name: str = "") -> Curve:
    """Return which part of the values lies where, in per cent; the outermost two of a thousand stand at the ends."""
    low, high = np.percentile(values, (0.1, 99.9))
    edges = np.linspace(low, high + (high == low), BINS + 1)
    counts, _ = np.histogram(np.clip(values, low, high), edges)
    look = "log" if counts.max() > STEEP * np.median(counts[counts > 0]) else "steps"
    return Curve(name, (edges[1:] + edges[:-1]) / 2, 100 * counts / len(values), look)


def shares(values: Array, name: str = "", look: str = "steps") -> Curve:
    """Return how often each whole number came, in per cent, as far as all but one in 200 go."""
    least, most = int(values.min()), int(np.percentile(values, 99.5))
    found = np.bincount(values.ravel(), minlength=most + 1)[least : most + 1]
    return Curve(name, np.arange(least, most + 1), 100 * found / values.size, look)


def bands(values: Array, name: str, middle: str) -> list[Curve]:
    """Return between what 90 and 50 of 100 sums of so many values in a row lie, by ``name``, and the middle one."""
    steps = min(MOST_STEPS, isqrt(len(values)))
    paths = values[: len(values) // steps * steps].reshape(-1, steps).cumsum(axis=1)
    after = np.arange(1, steps + 1)
    found = [
        Curve(name.format(high - low), after, top, low=bottom)
        for low, high in BANDS
        for bottom, top in (np.percentile(paths, (low, high), axis=0),)
    ]
    return [*found, Curve(middle, after, np.median(paths, axis=0))]


def dots(points: Iterable[tuple[str, float, Any]]) -> list[Curve]:
    """Return points by their names as curves."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, x, y in points:
        found.setdefault(name, []).append((x, float(y)))
    return [Curve(name, np.array(of)[:, 0], np.array(of)[:, 1], ".") for name, of in found.items()]


def draw(panels: Sequence[Panel], kind: str) -> bytes:
    """Return a picture, ``svg`` or ``png``, the same for the same panels. Raises ``ModuleNotFoundError``."""
    settings = {"svg.hashsalt": "tapete", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"], "font.size": 9}
    made, across = io.BytesIO(), min(2, len(panels))
    down = -(-len(panels) // across)
    with import_module("matplotlib").rc_context(settings):
        figure = import_module("matplotlib.figure").Figure((4.4 * across, 3 * down), layout="constrained")
        for at, panel in enumerate(panels, 1):
            axes = figure.add_subplot(down, across, at, title=panel.title, xlabel=panel.across, ylabel=panel.up)
            for number, curve in enumerate(panel.curves):
                _add(axes, curve, number)
            axes.locator_params(axis="x", nbins=6, integer=float(panel.curves[0].x[0]).is_integer())
            axes.spines[["top", "right"]].set_visible(False)
            if any(curve.name for curve in panel.curves):
                beside = {"loc": "center left", "bbox_to_anchor": (1, 0.5)} if panel.curves[0].look == "." else {}
                axes.legend(fontsize=8, framealpha=0.8, edgecolor="none", handletextpad=0.3, **beside)
        figure.savefig(made, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    shortened = re.sub(rb"(\.\d\d)\d+", rb"\1", made.getvalue()) if kind == "svg" else made.getvalue()
    return re.sub(rb"\s*\n\s*", b"\n", shortened) if kind == "svg" else shortened


def _add(axes: Any, curve: Curve, number: int) -> None:
    name, colour = curve.name or None, COLOURS[number % len(COLOURS)]
    if curve.look in ("steps", "log"):
        half = (curve.x[1] - curve.x[0]) / 2 if len(curve.x) > 1 else 0.5
        edges = np.append(curve.x - half, curve.x[-1] + half)
        axes.stairs(curve.y, edges, fill=True, facecolor=(colour, 0.35), edgecolor=colour, label=name)
        axes.set_yscale("log" if curve.look == "log" else "linear")
    elif curve.low is not None:
        axes.fill_between(
            curve.x, curve.low, curve.y, alpha=0.25 + 0.2 * number, color=COLOURS[0], linewidth=0, label=name
        )
    else:
        mark = {"linestyle": "", "marker": MARKS[number % len(MARKS)], "markersize": 3} if curve.look == "." else {}
        axes.plot(curve.x, curve.y, color=colour, label=name, **mark)
