"""A player and his place: he comes, sits where there is room, goes to the cloth that needs him, and goes away."""

from __future__ import annotations

from tapete.bots.act_builder import Offers, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.dos_panos.mind import Mind, is_banker, is_depositor, punters
from tapete.bots.dos_panos.strategy import PUNTERS
from tapete.games.dos_panos.terms import CLOTHS, Hand, Phase, other_cloth
from tapete.games.dos_panos.view import View

CALM = (Phase.BETWEEN, Phase.CUSTODY, Phase.OPENING, Phase.SHUFFLE)
"""The phases in which he may think of going."""

COUPS_AWAY = 3
"""How many coups he stays away."""


class AtPlace(Mind):
    """What a player does about his place and his chips."""

    _back_at = 0

    def _comes_and_goes(self, view: View, offers: Offers) -> Move | None:
        if view.me is None or is_banker(view) or is_depositor(view):
            return None
        if view.me.cloth is None:
            return self._comes(view, offers)
        return self._takes_seat(view, offers) or self._changes_cloth(view, offers) or self._goes(view, offers)

    def _comes(self, view: View, offers: Offers) -> Move | None:
        """Take a place on the cloth that has fewer people; behind it where none is free."""
        if view.coup.number < self._back_at and self._may_be_missed(view):
            return None
        cloth = self._cloth_with_room(view)
        if not self.temper.on_foot:
            for offer in offers.get("sit", ()):
                free = [one for one in offer.options("seat") if isinstance(one, int)]
                there = [seat for seat in free if _cloth_of(view, seat) is cloth] or free
                liked = self.place if self.place in there else self._mind(view, "place").choice(there)
                return self._once(view, "place", self._does(view, offer, "place", seat=liked))
        return self._stands(view, offers, cloth)

    def _stands(self, view: View, offers: Offers, cloth: Hand) -> Move | None:
        """Sit or stand behind a place of a cloth."""
        wanted = ("sit-behind", "stand-behind")
        for name in wanted if self._will(view, "row", 0.5) else wanted[::-1]:
            for offer in offers.get(name, ()):
                seats = [one for one in offer.options("seat") if isinstance(one, int)]
                there = [seat for seat in seats if _cloth_of(view, seat) is cloth]
                if there:
                    seat = self._mind(view, name).choice(there)
                    return self._once(view, "behind", self._does(view, offer, "behind", seat=seat))
        return None

    def _takes_seat(self, view: View, offers: Offers) -> Move | None:
        """Sit down where he only stands because he has come from the other cloth or found no place."""
        if view.me is None or view.me.seat is not None or self.temper.on_foot:
            return None
        for offer in offers.get("sit", ()):
            free = [one for one in offer.options("seat") if _cloth_of(view, one) is view.me.cloth]
            if free:
                return self._once(view, "place", self._does(view, offer, "place", seat=free[0]))
        return None

    def _changes_cloth(self, view: View, offers: Offers) -> Move | None:
        """Go to the other cloth where it has too few punters: the last of those who can be spared."""
        if view.me is None or view.me.cloth is None or view.phase not in CALM:
            return None
        people, mine = punters(view), view.me.cloth
        there = other_cloth(mine)
        spare = people[mine][PUNTERS:]
        if len(people[there]) >= PUNTERS or spare[-1:] != [view.me.person]:
            return None
        seats = [one.seat for one in view.seats if one.cloth is there]
        seat = self._mind(view, "cloth").choice(seats)
        offer = offer_with_value(offers.get("stand-behind", ()), seat=seat)
        if offer is not None:
            return self._does(view, offer, "cloth", seat=seat)
        return self._does(view, offers["leave"][0], "cloth") if "leave" in offers else None

    def _goes(self, view: View, offers: Offers) -> Move | None:
        """Leave for some coups where nobody misses him."""
        if view.phase not in CALM or "leave" not in offers or not view.coup.number or not self._may_be_missed(view):
            return None
        if not self._will(view, "leave", self.temper.roams):
            return None
        return self._once(view, "leave", self._does(view, offers["leave"][0]))

    def _may_be_missed(self, view: View) -> bool:
        """Return True if the table can play without him."""
        if view.me is None:
            return False
        others = {cloth: [who for who in people if who != view.me.person] for cloth, people in punters(view).items()}
        return all(len(people) >= PUNTERS for people in others.values())

    def _cloth_with_room(self, view: View) -> Hand:
        people = punters(view)
        return min(CLOTHS, key=lambda cloth: len(people[cloth]))

    def _chips(self, view: View, offers: Offers) -> Move | None:
        """Change money when he has too little for some coups."""
        if view.me is None or "buy-in" not in offers or any(one.person == view.me.person for one in view.coup.laid):
            return None
        if view.me.chips >= max(2 * self.temper.stakes[1], 10) * view.minimum:
            return None
        return self._once(view, "chips", self._does(view, offers["buy-in"][0], amount=self.temper.chips * view.minimum))


def _cloth_of(view: View, seat: object) -> Hand | None:
    return next((one.cloth for one in view.seats if one.seat == seat), None)
