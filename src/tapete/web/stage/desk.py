"""The desk of a post: what has happened, what is proposed about it, what officials put right, the log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.web.action_buttons import Action
from tapete.web.page_context import PageContext, clock_to_extend, editions, is_stopped
from tapete.web.second_official import Fate, Proposal, fate, proposals
from tapete.web.stage.build import post_offers, say
from tapete.web.stage.model import Clause, LogLine, Part, Post, Tone
from tapete.words import label


class OtherRemedy(Part, frozen=True):
    """Another remedy that a clause allows. ``act`` takes it, where the viewer may; ``by``: the post that alone may."""

    sentences: tuple[str, ...]
    clauses: tuple[Clause, ...] = ()
    by: str = ""
    act: Action | None = None


class OpenIncident(Part, frozen=True):
    """An incident that waits for its ruling, with the remedy that the rules propose, in sentences."""

    title: str
    note: str = ""
    remedy: tuple[str, ...] = msgspec.field(name="proposed", default=())
    clauses: tuple[Clause, ...] = ()
    findings: tuple[str, ...] = ()
    """What was found out about it: whose doing, of which hand."""
    remarks: tuple[str, ...] = ()
    """That nothing is due, that an official decides, that two clauses agree or do not, whom to hear first."""
    mark: str = ""
    """What a ruling on it confirms."""
    pronounce: Action | None = None
    alternatives: tuple[OtherRemedy, ...] = ()
    may_find_own: bool = False


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


class Noting(Part, frozen=True):
    """What the croupier of a real table writes down for somebody: they touch a place, then say the act.

    ``tag`` is the act of noting; ``coming`` those by which somebody sits, stands and brings chips. ``usual`` are the
    acts of this phase; ``rest`` stands for everybody whose stakes are one total; ``chips`` is what
    somebody usually brings (cents).
    """

    tag: str
    command: str
    coming: tuple[str, str, str]
    acts: tuple[Action, ...]
    usual: tuple[str, ...]
    people: tuple[tuple[str, str, int], ...]
    """Pseudonym, name and place (0: on their feet) of everybody at the table."""
    rest: str = ""
    rest_name: str = ""
    chips: int = 0
    last_seat: int = 0


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
    accidents: tuple[Action, ...] = ()
    """What may have happened: each form is looked at first, and confirmed with the remedy before one's eyes."""
    noting: Noting | None = None
    link_for: tuple[tuple[str, str], ...] = ()
    """Players to whom the viewer may give a link to their own page."""


def desk(sight: PageContext, kind: type[Desk] = Desk, **more: object) -> msgspec.Raw:
    """Return the desk of the viewer; ``more`` is what their game puts on it, on a desk of a ``kind`` of its own."""
    table, person, lang = sight.table, sight.person, sight.lang
    posts = post_offers(sight)
    can_be_moved = bool(sight.roles) and not is_stopped(sight.view)
    made = kind(
        proposals=proposals(sight),
        fate=fate(sight),
        may_give_time=can_be_moved and clock_to_extend(table, person, sight.more_time) is not None,
        send_to=tuple(
            Post(id=one, name=say("send-to-post", lang, role=one))
            for one in (*posts.posts_to_fill, *posts.posts_to_open)
        ),
        hand_back=tuple(
            Post(id=str(one), name=say("hand-back", lang, role=str(one)))
            for one in sight.roles
            if one in sight.machines
        ),
        rulebook=editions(sight),
        log=sight.log,
        **more,  # type: ignore[arg-type]
    )
    return msgspec.Raw(msgspec.json.encode(made))


class Preview(Part, frozen=True, tag="preview", tag_field="kind"):
    """The answer to a report before it is made: what it would come to, and the fields that confirm just this."""

    code: str
    heading: str
    incident: OpenIncident
    fields: tuple[tuple[str, str], ...]
    confirm: str


def preview(one: OpenIncident, fields: Mapping[str, str], lang: str, *, changed: bool = False) -> bytes:
    """Return the preview of a report as data. ``changed``: another remedy than this one was confirmed, and nothing
    is recorded.
    """
    said = label("refusal", "remedy-changed", lang) if changed else label("desk", "would-open", lang)
    told = Preview(
        code="remedy-changed" if changed else "preview",
        heading=said,
        incident=one,
        fields=tuple(fields.items()),
        confirm=label("desk", "confirm-report", lang),
    )
    return msgspec.json.encode(told)
