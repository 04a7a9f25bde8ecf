"""Why an option on which rulebooks differ alters no end of a hand."""

from __future__ import annotations

from enum import StrEnum


class NoEnd(StrEnum):
    """The rulebooks say the same in other words; they name who fixes a number that the table is given anyway; they
    describe the felt, where a stake lies and not what it does; a hand for it is not recorded.
    """

    OTHER_WORDS = "other-words"
    WHO_FIXES_IT = "who-fixes-it"
    ON_THE_FELT = "on-the-felt"
    NOT_RECORDED = "not-recorded"
