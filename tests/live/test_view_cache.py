"""Views are kept for those who look, but not for any number of them."""

from typing import Any, cast

from tapete.kernel import PersonId
from tapete.live.view_cache import VIEWERS, ViewCache


class Plain:
    """A game that counts how often it is looked at."""

    looked = 0

    def view(self, state: object, viewer: PersonId | None) -> str:
        self.looked += 1
        return f"{state} {viewer}"


def test_a_view_is_drawn_once_and_strangers_do_not_fill_the_memory() -> None:
    game = Plain()
    cache: ViewCache[Any] = ViewCache(cast(Any, game), "s")
    assert [cache.view(PersonId("ana")) for _ in range(3)] == ["s ana"] * 3
    assert game.looked == 1
    for number in range(3 * VIEWERS):
        cache.view(PersonId(f"eva-{number}"))
    assert len(cache._views) <= VIEWERS
