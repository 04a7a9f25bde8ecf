"""Rulebooks of one game beside each other, and hands that show where they part.

For each option: what each rulebook settles and where it has it from, whether they differ, and a recorded hand that
ends otherwise because of it. A hand is data, decided anew under each rulebook; no end is written down.
"""

from tapete.comparison.hands import HandFile, ShownHand, hand_file
from tapete.comparison.options import ComparedOption, Comparison, Shown, compared_options
from tapete.comparison.parting import HandsBeside, beside
from tapete.comparison.reasons import NoEnd
from tapete.comparison.run import End, HandRun, Step, end_of, run_hand, under

__all__ = [
    "ComparedOption",
    "Comparison",
    "End",
    "HandFile",
    "HandRun",
    "HandsBeside",
    "NoEnd",
    "Shown",
    "ShownHand",
    "Step",
    "beside",
    "compared_options",
    "end_of",
    "hand_file",
    "run_hand",
    "under",
]
