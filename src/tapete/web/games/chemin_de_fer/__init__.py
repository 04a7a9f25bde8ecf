"""The pages of chemin de fer."""

from typing import Any

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.wording import without_clearing
from tapete.web.games.chemin_de_fer.keys import LETTERS
from tapete.web.games.chemin_de_fer.notices import NOTABLE_ACTS, RecentEvents, prepare_lump_sum
from tapete.web.games.chemin_de_fer.stage import EFFECTS, about, examined, facts, stage
from tapete.web.games.chemin_de_fer.wording import QUIET_EVENTS, log_wording
from tapete.web.more_time import MoreTime

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="chemin_de_fer",
    about=about,
    examined=examined,
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
