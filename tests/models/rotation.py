"""To whom a bank of chemin de fer that was let go comes next (CF.E1.01-02, .09-13, .25-26, CF.D.07-10, .16, .19)."""

from dataclasses import dataclass, field

SEATED, STANDING, JOINT, RECOVERY, FORCED = "seated", "standing", "joint", "recovery", "forced"


@dataclass
class Round:
    places: tuple[int, ...]
    seated: dict[int, str]
    standing: list[tuple[str, int]]
    """In order of arrival."""
    waiting: list[str]
    away: set[str]
    unsaluted: set[str]
    barred: set[str]
    """Who may not hold the bank by a ruling."""
    origin: int | None
    """From whose right it goes round; from the first place where nobody has held it."""
    former: str
    passed: bool
    amount: int
    """What it stood at when its last banker let it go."""
    least: int
    pledges: dict[str, str] = field(default_factory=dict)
    """Who would put a part into a bank that another takes."""
    refused: set[str] = field(default_factory=set)
    """Who refused the hand when it last came to him."""
    stage: str = SEATED
    went_by: set[str] = field(default_factory=set)
    """Whom the hand has gone by in this round: asked, or not to be asked."""
    counted: set[str] = field(default_factory=set)
    """Whose refusal of this bank counts already."""

    def order(self) -> list[int]:
        labels = list(self.places)
        at = 0 if self.origin is None else labels.index(self.origin) + 1
        return labels[at:] + labels[:at]

    def sits(self, who: str) -> bool:
        return who in self.seated.values()

    def at_table(self, who: str) -> bool:
        return self.sits(who) or any(one == who for one, _ in self.standing)

    def by_priority(self, people: set[str]) -> list[str]:
        seated = [self.seated[place] for place in self.order() if place in self.seated]
        everybody = seated + [who for place in self.order() for who, behind in self.standing if behind == place]
        return sorted((one for one in everybody if one in people), key=lambda one: one in self.unsaluted)

    def joined(self, leader: str) -> bool:
        return any(self.at_table(who) for who, one in self.pledges.items() if one == leader)

    def next_asked(self) -> tuple[str, str, int] | None:
        if self.stage == FORCED:
            who = self.next_seated()
            return None if who is None else (who, FORCED, self.least)
        for stage in (SEATED, STANDING, JOINT, RECOVERY)[(SEATED, STANDING, JOINT, RECOVERY).index(self.stage) :]:
            if stage != self.stage and stage in (JOINT, RECOVERY):
                self.went_by = set()
            self.stage = stage
            who = self.next_seated() if stage == SEATED else self.next_other()
            if who is not None:
                floor = max(self.least, self.amount) if self.passed or stage == RECOVERY else self.least
                return who, stage, floor
        return None

    def next_seated(self) -> str | None:
        for place in self.order():
            who = self.seated.get(place)
            if who is None or who == self.former or who in self.went_by:
                continue
            if who in self.away:
                self.lose_place(who)
                heir = next((one for one in self.waiting if one not in self.away), None)
                if heir is not None:
                    self.take_place(heir, place)
                continue
            if who in self.unsaluted or who in self.barred:
                if who in self.unsaluted:
                    self.unsaluted.discard(who)
                    self.went_by.add(who)
                continue
            return who
        return None

    def next_other(self) -> str | None:
        candidates = {
            STANDING: {one for one, _ in self.standing if one != self.former},
            JOINT: {one for one in self.pledges.values() if one != self.former and self.joined(one)},
            RECOVERY: {self.former},
        }[self.stage]
        there = {one for one in candidates if one not in self.went_by | self.away | self.barred}
        return next(iter(self.by_priority(there)), None)

    def lets_go(self, who: str) -> None:
        self.went_by.add(who)
        if self.stage == FORCED:
            self.lose_place(who)
            return
        may_come_again = self.stage == SEATED and self.joined(who)
        if self.stage not in (SEATED, JOINT) or not self.sits(who) or may_come_again or who in self.counted:
            return
        if who in self.refused:
            self.lose_place(who)
        else:
            self.refused.add(who)
            self.counted.add(who)

    def auction_floor(self) -> int:
        return max(self.least, self.amount) if self.passed else self.least

    def leaves(self, who: str) -> None:
        self.seated = {place: one for place, one in self.seated.items() if one != who}
        self.standing = [one for one in self.standing if one[0] != who]
        self.waiting = [one for one in self.waiting if one != who]
        for people in (self.away, self.unsaluted, self.refused):
            people.discard(who)

    def nobody_bids(self) -> None:
        self.stage, self.went_by = FORCED, set()

    def lose_place(self, who: str) -> None:
        place = next(place for place, one in self.seated.items() if one == who)
        del self.seated[place]
        self.standing.append((who, place))
        self.refused.discard(who)
        self.unsaluted.discard(who)

    def take_place(self, who: str, place: int) -> None:
        self.standing = [one for one in self.standing if one[0] != who]
        self.waiting.remove(who)
        self.seated[place] = who
        self.went_by.add(who)


@dataclass
class Origin:
    origin: int | None = None
    last_seat: int | None = None
    """The last place that held the bank."""
    passed_by: str = ""
    """Who passed the hand that is held now; nobody where it was not acquired of somebody who passed."""

    def taken(self, seat: int | None) -> None:
        self.last_seat = self.last_seat if seat is None else seat

    def let_go(self, who: str, seat: int | None, how: str) -> int | None:
        his = self.last_seat if seat is None else seat
        if how == "lost":
            self.origin = self.origin if self.passed_by not in ("", who) else his
            self.passed_by = ""
        elif how == "passed":
            self.origin, self.passed_by = his, who
        return self.origin
