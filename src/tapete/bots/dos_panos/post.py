"""What the machines on all posts of a two-cloth table share."""

from __future__ import annotations

from typing import Any

from tapete.bots.act_builder import Offers, build_act
from tapete.bots.bot import Bot, Move
from tapete.bots.dos_panos.mind import ACTS
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer


class Post(Bot[View]):
    """A machine on a post does only what its post lets it do.

    When a person takes the post over it stops, and it goes on should the post be given back to it.
    """

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Do what the post asks for, as long as it is held."""
        if view.me is None or not view.me.roles:
            return None
        return self.does_duty(view, offers)

    def does_duty(self, view: View, offers: Offers) -> Move | None:
        """Return what whoever holds the post would do now."""
        raise NotImplementedError

    def _does(
        self, offer: Offer, wait: tuple[float, float], about: object = None, clock: str = "", **given: Any
    ) -> Move:
        return Move(build_act(ACTS, offer, self.chance, **given), wait, str(about), clock)
