"""The pages of the two-cloth game."""

from typing import Any

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.wording import without_clearing
from tapete.web.games.dos_panos.felt import picture
from tapete.web.games.dos_panos.keys import LETTERS
from tapete.web.games.dos_panos.notices import NOTABLE_ACTS, RecentEvents
from tapete.web.games.dos_panos.stage import about, examined, facts, stage
from tapete.web.games.dos_panos.wording import EFFECTS, QUIET_EVENTS, log_wording, told_ruling
from tapete.web.more_time import MoreTime

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="dos_panos",
    facts=facts,
    about=about,
    examined=examined,
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
