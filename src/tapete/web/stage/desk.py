"""The desk of a post: what has happened, what is proposed about it, what officials put right, the log."""

from __future__ import annotations

import msgspec

from tapete.web.action_buttons import Action
from tapete.web.screens.frame import PageContext, frame
from tapete.web.stage.build import say
from tapete.web.stage.model import Clause, LogLine, Part, Post, Tone
from tapete.words import label


class OpenIncident(Part, frozen=True):
    """An incident that waits for its ruling, with the remedy that the rules propose, in sentences."""

    title: str
    note: str = ""
    proposed: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()


class EffectKind(Part, frozen=True):
    """An effect that a ruling may have; ``asks`` names the fields that tell it whole."""

    id: str
    name: str
    asks: tuple[str, ...] = ()


class EffectField(Part, frozen=True):
    """A field of an effect, with what may be chosen: pairs of value and name. Without options it is a number."""

    id: str
    name: str
    options: tuple[tuple[str, str], ...] = ()
    minimum: int = 0
    maximum: int = 0


class RulingForm(Part, frozen=True):
    """The form of a ruling of one's own; ``mark`` is what it confirms: no other incident is ruled by it."""

    action: Action
    mark: str
    is_proposed: bool
    effects: tuple[EffectKind, ...]
    fields: tuple[EffectField, ...]


class Proposal(Part, frozen=True):
    """A correction of two officials, before the second has confirmed it."""

    first: str
    text: str
    waits: str
    confirm: Action | None = None
    drop: str = ""


class Fate(Part, frozen=True):
    """What became of the viewer's proposal, until they have read it."""

    first: str
    text: str
    answer: str
    is_done: bool


class SlipRow(Part, frozen=True):
    """A bet to be collected or paid: whose and which, how much it brings, what the house keeps of that."""

    seat: str
    name: str
    bet: str
    stake: int
    outcome: str
    tone: Tone = ""
    pays: int = 0
    deduction: int = 0


class Desk(Part, frozen=True):
    slip: tuple[SlipRow, ...] = ()
    incidents: tuple[OpenIncident, ...] = ()
    ruling: RulingForm | None = None
    reports: tuple[Action, ...] = ()
    corrections: tuple[Action, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    fate: Fate | None = None
    may_give_time: bool = False
    send_to: tuple[Post, ...] = ()
    hand_back: tuple[Post, ...] = ()
    rulebook: Action | None = None
    log: tuple[LogLine, ...] = ()


def desk(sight: PageContext, **more: object) -> msgspec.Raw:
    """Return the desk of the viewer; ``more`` is what their game puts on it."""
    lang, told = sight.lang, frame(sight)
    proposals = tuple(
        Proposal(
            first=one.first,
            text=one.text,
            waits=say("proposed-to-you", lang, first=one.names[0])
            if one.confirm
            else say("awaits-confirmation", lang, second=one.names[1]),
            confirm=one.confirm,
            drop=label("ui", "drop-correction" if one.confirm else "withdraw-correction", lang),
        )
        for one in told["proposals"]
    )
    fate = told["proposal_fate"]
    posts = told["posts"]
    made = Desk(
        proposals=proposals,
        fate=None if fate is None else Fate(first=fate.first, text=fate.text, answer=fate.answer, is_done=fate.is_done),
        may_give_time=told["may_give_time"],
        send_to=tuple(
            Post(id=one, name=say("send-to-post", lang, role=one))
            for one in (*posts.posts_to_fill, *posts.posts_to_open)
        ),
        hand_back=tuple(Post(id=one, name=say("hand-back", lang, role=one)) for one in told["handbacks"]),
        rulebook=told["editions"],
        log=tuple(LogLine(time=one.time, text=one.text) for one in sight.log),
        **more,  # type: ignore[arg-type]
    )
    return msgspec.Raw(msgspec.json.encode(made))
