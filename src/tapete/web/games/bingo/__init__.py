"""The pages of a bingo hall: the wall, the desks of its posts, the page of a player."""

from typing import Any

from tapete.web.game_screen import GameScreen, listed_events
from tapete.web.games.bingo.book import book
from tapete.web.games.bingo.desk import HEADS, NoteLink, prepare
from tapete.web.games.bingo.staff_page import READERS, players
from tapete.web.games.bingo.stage import BROWSER_WORDS, facts, stage
from tapete.web.games.bingo.wording import LETTERS, answer_words, log_wording

SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="bingo",
    browser_words=BROWSER_WORDS,
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    quiet_events=frozenset(
        {"ball-wanted", "number-marked", "window-opened", "phase-opened", "balls-sealed", "ball-opened"}
    ),
    public_events=listed_events("""
    hall-opened name rulebook; hall-closed; session-opened session; session-closed; window-opened window;
    staff-assigned role person; post-vacated role person; said formula text; sale-announced game series kind value;
    sold-announced cards; prizes-announced game line bingo; game-started game part; ball-announced ball said_number;
    ball-shown ball; announcement-corrected ball wrong; prize-called prize card; call-taken-back prize card;
    master-shown card rows; card-checked prize card valid; calls-dropped prizes; others-asked prizes; interval-passed;
    prize-awarded prize; game-voided game; game-ended game
    """),
    asking_events={"money-asked": "asked", "takings-counted": "counted"},
    answer_words=answer_words,
    log_wording=log_wording,
    minutes=book,
    book_readers=READERS,
    prepare=prepare,
    link_givers=HEADS,
    note_link=NoteLink,
    players=players,
    has_camera=True,
)
