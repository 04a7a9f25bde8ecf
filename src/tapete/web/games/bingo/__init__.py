"""The pages of a bingo hall: panel, desks of its posts, page of a player."""

from tapete.web.game_screen import GameScreen
from tapete.web.games.bingo.caller import LETTERS
from tapete.web.games.bingo.counter import LINK_GIVERS, READERS, NoteLink, book, players
from tapete.web.games.bingo.desk import prepare
from tapete.web.games.bingo.screen import facts, screen
from tapete.web.games.bingo.wording import PLACES, answer_words, log_wording

SCREEN = GameScreen(
    model=screen,
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    style_sheet="bingo.css",
    names={"shown": PLACES},
    quiet_events=frozenset({"ball-wanted", "number-marked", "window-opened", "phase-opened", "balls-sealed"}),
    asking_events={"money-asked": "asked", "takings-counted": "counted"},
    answer_words=answer_words,
    log_wording=log_wording,
    minutes=book,
    book_readers=READERS,
    prepare=prepare,
    link_givers=LINK_GIVERS,
    note_link=NoteLink,
    players=players,
)
