"""The pages of punto y banca and of its mini form."""

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.remedies import EFFECTS
from tapete.web.games.baccarat.wording import QUIET
from tapete.web.games.punto_banco.screen import facts, screen
from tapete.web.games.punto_banco.stage import stage
from tapete.web.games.punto_banco.wording import LETTERS, PLACES, RecentEvents, last_bets
from tapete.web.more_time import MoreTime

SCREEN = GameScreen(
    model=screen,
    stage=stage,
    facts=facts,
    letters=LETTERS,
    style_sheet="punto_banco.css",
    names={"shown": PLACES},
    effects=EFFECTS,
    quiet_events=QUIET,
    more_time=MoreTime(frozenset({"bets"}), {"close-bets": "bets"}),
    last_bets=last_bets,
    history=RecentEvents,
)
