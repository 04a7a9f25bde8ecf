"""The pages of a bingo hall: the wall, the desks of its posts, the page of a player."""

from typing import Any

from tapete.web.game_screen import GameScreen
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
