"""The pages of the two-cloth game."""

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat import page_words as shared
from tapete.web.games.baccarat.quiet_events import without_clearing
from tapete.web.games.dos_panos.croupier_notes import NOTABLE_ACTS
from tapete.web.games.dos_panos.log_wording import QUIET_EVENTS, log_wording
from tapete.web.games.dos_panos.notices import RecentEvents
from tapete.web.games.dos_panos.page_words import PAGE_WORDS
from tapete.web.games.dos_panos.picture import picture
from tapete.web.games.dos_panos.preview import preview
from tapete.web.games.dos_panos.ruling_words import EFFECTS, RULING_FORM, told_ruling
from tapete.web.games.dos_panos.screen import facts, screen
from tapete.web.games.dos_panos.shortcuts import LETTERS
from tapete.web.more_time import MoreTime

SCREEN = GameScreen(
    model=screen,
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    style_sheet="dos_panos.css",
    names={**shared.PAGE_WORDS, **PAGE_WORDS, "noted": NOTABLE_ACTS, "ruling_form": RULING_FORM},
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
