"""What a table answers on the way of a test: a refusal that nobody awaited is a failed assertion, and so is an act that
the table does not answer at all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from tapete import kernel, play
from tapete.kernel import RefusedError
from tapete.play import Play, UsageError

TESTS = Path(__file__).resolve().parent.parent
QUESTIONS = (kernel.answer, kernel.fold, play.transition, Play.view, Play.legal, Play.explain)
"""Where the package answers: every act, every question to a table, and what becomes of every event."""
ASKED = frozenset(one.__code__ for one in QUESTIONS)


@contextmanager
def lawful_steps() -> Iterator[None]:
    """Raise AssertionError where a refusal ends the block, with code, facts and clauses, or an exception of the core.

    The error of a test stays what it is.
    """
    try:
        yield
    except RefusedError as error:
        raise AssertionError(f"a lawful step was refused: {error}") from error
    except (AssertionError, UsageError):
        raise
    except Exception as error:
        if not is_unanswered(error.__traceback__):
            raise
        raise AssertionError(f"the table did not answer: {type(error).__name__}: {error}") from error


def is_unanswered(traceback: TracebackType | None) -> bool:
    """Return True if an exception was raised while a table answered, by nothing that the test had put in."""
    asked = False
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if asked and Path(code.co_filename).is_relative_to(TESTS):
            return False
        asked = asked or code in ASKED
        traceback = traceback.tb_next
    return asked
