"""Above one table: the establishment with its day, people, posts on duty and cash desk.

It has the shape of a game (:mod:`tapete.kernel`): acts are decided, events are folded, and its record is kept and
audited like that of a table. It plays nothing, and it has no chance and no clock: the day that somebody opens is named
in their act. ``tapete.house.engine`` is the whole of it; the modules beside it hold one idea each.
"""

from tapete.house.admission import require_one_seat as require_one_seat
