"""The pages of punto y banca and of its mini form."""

from typing import Any

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.news import QUIET
from tapete.web.games.baccarat.remedies import EFFECTS
from tapete.web.games.punto_banco.stage import LETTERS, RecentEvents, facts, last_bets, stage
from tapete.web.more_time import MoreTime

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    facts=facts,
    letters=LETTERS,
    effects=EFFECTS,
    quiet_events=QUIET,
    more_time=MoreTime(frozenset({"bets"}), {"close-bets": "bets"}),
    last_bets=last_bets,
    history=RecentEvents,
)
