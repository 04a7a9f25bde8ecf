"""Who deals and who turns the Player hand at punto y banca (PB.B.14, PB.C.04-11), by the places and the stakes."""

from dataclasses import dataclass

CROUPIER = "croupier"


@dataclass(frozen=True)
class Turn:
    places: tuple[int, ...]
    seated: dict[int, str]
    standing: tuple[str, ...]
    """In order of arrival."""
    behind: dict[str, int]
    """The places behind which they stand."""
    holder: int | None = None
    """The place that has the shoe."""
    last: int | None = None
    """The place that had it last in the shoe before."""
    lost: bool = False
    declined: frozenset[int] = frozenset()

    def rightwards(self, place: int) -> list[int]:
        at = self.places.index(place) + 1
        return [*self.places[at:], *self.places[:at]]

    def to_the_right(self, place: int, but: frozenset[int] = frozenset()) -> int | None:
        return next((one for one in self.rightwards(place) if one in self.seated and one not in but), None)


def first_in_shoe(turn: Turn, *, anew: bool) -> int | str:
    if anew or turn.last is None:
        found = next((one for one in turn.places if one in turn.seated), None)
    elif turn.last in turn.seated and not turn.lost:
        found = turn.last
    else:
        found = turn.to_the_right(turn.last)
    return CROUPIER if found is None else found


def let_go(turn: Turn, place: int) -> int | str:
    found = turn.to_the_right(place, turn.declined | {place})
    return CROUPIER if found is None else found


def after_coup(turn: Turn, winner: str) -> int | str | None:
    if winner != "punto" or turn.holder is None:
        return None
    found = turn.to_the_right(turn.holder)
    return CROUPIER if found is None else found


def player_hand(turn: Turn, stakes: dict[str, int], *, standing_too: bool) -> list[str]:
    dealer = None if turn.holder is None else turn.seated.get(turn.holder)
    fit = {who: cents for who, cents in stakes.items() if who != dealer}
    if not standing_too:
        fit = {who: cents for who, cents in fit.items() if who in turn.seated.values()}
    best = [who for who, cents in fit.items() if cents == max(fit.values())]
    start = turn.places[-1] if turn.holder is None else turn.holder
    round_ = turn.rightwards(start)
    seated = [turn.seated[place] for place in round_ if place in turn.seated]
    on_feet = sorted(turn.standing, key=lambda who: (round_.index(turn.behind[who]), turn.standing.index(who)))
    return [who for who in [*seated, *on_feet] if who in best]
