"""A hall whose minutes book is read: it keeps its events."""

from typing import Any

from tapete.games.bingo.minutes import Minutes, kind_of, minutes
from tapete.record.codec import to_tree
from tapete.web.games.bingo.wording import log_wording
from tapete.words import event as event_sentence
from tests.support.bingo.hall import Hall


class Told(Hall):
    def __init__(self, *balls: Any, **options: Any) -> None:
        self.events: list[Any] = []
        super().__init__(*balls, **options)

    def do(self, by: str, *acts: Any) -> Hall:
        for act in acts:
            super().do(by, act)
            assert self.play.last is not None
            self.events += self.play.last.events
        return self


def book_of(hall: Any) -> Minutes:
    return minutes([(f"t{number}", to_tree(one)) for number, one in enumerate(hall.events)])


def lines(hall: Any, *kinds: str) -> list[str]:
    told = [one.event for one in book_of(hall).incidents if not kinds or kind_of(one.event) in kinds]
    return [event_sentence(*log_wording(kind_of(one), one), "es").replace("\xa0", " ") for one in told]
