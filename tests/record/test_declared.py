"""What acts and events declare is what was written down of them, above all the defaults of fields added later."""

from typing import Any

from tapete.kernel import Game
from tests.support.record.declared import ENGINES, FOLDER, lines
from tests.support.rows import rows


@rows("game", ENGINES.values())
def test_what_a_kind_declares_is_written_down(game: Game[Any]) -> None:
    """After a change that is meant: ``python -m tests.support.record.declared``, and read the difference."""
    written = (FOLDER / f"{game.key}.txt").read_text(encoding="utf-8").splitlines()
    assert lines(game) == written
