"""The pages of chemin de fer."""

from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat.wording import PAGE_WORDS as SHARED_WORDS, without_clearing
from tapete.web.games.chemin_de_fer.keys import LETTERS
from tapete.web.games.chemin_de_fer.notices import LUMP_SUM, NOTABLE_ACTS, RecentEvents, prepare_lump_sum
from tapete.web.games.chemin_de_fer.screen import EFFECTS, RULING_FORM, facts, preview, screen
from tapete.web.games.chemin_de_fer.wording import PAGE_WORDS, PLACES, QUIET_EVENTS, log_wording
from tapete.web.more_time import MoreTime

SCREEN = GameScreen(
    model=screen,
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    style_sheet="chemin_de_fer.css",
    names={
        **SHARED_WORDS,
        **PAGE_WORDS,
        "chemin": PLACES,
        "noted": NOTABLE_ACTS,
        "rest": LUMP_SUM,
        "ruling_form": RULING_FORM,
    },
    effects=EFFECTS,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    telling_events=without_clearing,
    log_wording=log_wording,
    history=RecentEvents,
    prepare=prepare_lump_sum,
    preview=preview,
    more_time=MoreTime(frozenset({"bets", "auction", "withdrawals"}), {"close-bets": "bets"}),
)
