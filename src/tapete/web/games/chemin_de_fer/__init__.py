"""The pages of chemin de fer."""

from functools import partial
from typing import Any

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.desk import examined
from tapete.web.games.baccarat.news import without_clearing
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.games.chemin_de_fer.buttons import LETTERS
from tapete.web.games.chemin_de_fer.notices import (
    NOTABLE_ACTS,
    QUIET_EVENTS,
    RecentEvents,
    log_wording,
    prepare_lump_sum,
)
from tapete.web.games.chemin_de_fer.stage import EFFECTS, about, facts, stage
from tapete.web.more_time import MoreTime

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="chemin_de_fer",
    about=about,
    examined=partial(examined, wording=RemedyContext),
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    effects=EFFECTS,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    telling_events=without_clearing,
    log_wording=log_wording,
    history=RecentEvents,
    prepare=prepare_lump_sum,
    more_time=MoreTime(frozenset({"bets", "auction", "withdrawals"}), {"close-bets": "bets"}),
)
