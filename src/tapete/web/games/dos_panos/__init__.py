"""The pages of the two-cloth game."""

from functools import partial
from typing import Any

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.desk import examined
from tapete.web.games.baccarat.news import without_clearing
from tapete.web.games.dos_panos.buttons import LETTERS
from tapete.web.games.dos_panos.felt import picture
from tapete.web.games.dos_panos.notices import NOTABLE_ACTS, QUIET_EVENTS, RecentEvents, log_wording
from tapete.web.games.dos_panos.stage import EFFECTS, about, facts, ruling_words, stage, told_ruling
from tapete.web.more_time import MoreTime

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="dos_panos",
    facts=facts,
    about=about,
    examined=partial(examined, wording=ruling_words),
    letters=LETTERS,
    may_stand=True,
    effects=EFFECTS,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    telling_events=without_clearing,
    log_wording=log_wording,
    picture=picture,
    ruling=told_ruling,
    history=RecentEvents,
    more_time=MoreTime(frozenset({"bets", "auction"}), {"close-bets": "bets"}),
)
