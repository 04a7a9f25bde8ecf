"""The pages of the two-cloth game."""

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.wording import PAGE_WORDS as SHARED_WORDS, without_clearing
from tapete.web.games.dos_panos.felt import picture
from tapete.web.games.dos_panos.keys import LETTERS
from tapete.web.games.dos_panos.notices import NOTABLE_ACTS, RecentEvents
from tapete.web.games.dos_panos.screen import facts, preview, screen
from tapete.web.games.dos_panos.wording import EFFECTS, PAGE_WORDS, QUIET_EVENTS, RULING_FORM, log_wording, told_ruling
from tapete.web.more_time import MoreTime

SCREEN = GameScreen(
    model=screen,
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    style_sheet="dos_panos.css",
    names={**SHARED_WORDS, **PAGE_WORDS, "noted": NOTABLE_ACTS, "ruling_form": RULING_FORM},
    effects=EFFECTS,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    telling_events=without_clearing,
    log_wording=log_wording,
    picture=picture,
    ruling=told_ruling,
    history=RecentEvents,
    preview=preview,
    more_time=MoreTime(frozenset({"bets", "auction"}), {"close-bets": "bets"}),
)
