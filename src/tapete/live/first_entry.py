"""The first entry of a house, written by whoever makes its store: no hall is running yet."""

from __future__ import annotations

from tapete.house.acts import OpenHouse
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, PersonId, Refused, RefusedError
from tapete.live.clock import Clock, SystemClock
from tapete.live.keys import Keys
from tapete.live.vault import KeyedOrders
from tapete.play import transition
from tapete.record.compose import compose
from tapete.record.private import KeySealer
from tapete.record.store import Store


def begin_house(
    store: Store,
    keys: Keys,
    name: str,
    director: PersonId,
    clock: Clock | None = None,
    *,
    has_admission: bool = True,
) -> None:
    """Begin the record of a house: from its first entry on its director is on duty.

    Inside a transaction of the store the entry is a part of it. Raises
    :class:`~tapete.kernel.RefusedError` when the act is refused, and what the store raises.
    """
    opening = Act(HOUSE, OpenHouse(name, director, has_admission))
    made = transition(ESTABLISHMENT, ESTABLISHMENT.blank(), opening, KeyedOrders())
    if isinstance(made.outcome, Refused):
        raise RefusedError(made.outcome)
    writer = store.take_over(KEY, new=True, authority=keys.authority)
    time = (clock or SystemClock()).wall()
    sealer = KeySealer(keys.sealing)
    writer.append(compose(ESTABLISHMENT, made, writer.head, sealer, table=KEY, epoch=writer.epoch, time=time))
