"""What the package answers on the way of a test: a refusal that nobody awaited is a failed assertion, and so is an
exception that nobody awaited.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import pytest

import tapete
from tapete.kernel import RefusedError
from tapete.play import UsageError

TESTS = Path(__file__).resolve().parent.parent
PACKAGE = Path(tapete.__file__).resolve().parent


@contextmanager
def lawful_steps() -> Iterator[None]:
    """Raise AssertionError where a refusal ends the block, with code, facts and clauses, or where the package raised.

    The error of a test stays what it is.
    """
    try:
        yield
    except RefusedError as error:
        raise AssertionError(f"a lawful step was refused: {error}") from error
    except (AssertionError, UsageError):
        raise
    except BaseExceptionGroup as group:  # several kinds of examples fail
        if not any(is_failed(each) for each in group.exceptions):
            raise
        raise AssertionError(f"{group.message}: {group.exceptions}") from group
    except Exception as error:
        if not is_unanswered(error.__traceback__):
            raise
        raise AssertionError(f"the package did not answer: {type(error).__name__}: {error}") from error


def is_failed(error: BaseException) -> bool:
    """Return True for a failed assertion, and for an exception of the package."""
    return isinstance(error, AssertionError | pytest.fail.Exception) or is_unanswered(error.__traceback__)


def is_unanswered(traceback: TracebackType | None) -> bool:
    """Return True if an exception was raised while the package answered, by nothing that the test had put in."""
    asked = False
    while traceback is not None:
        file = Path(traceback.tb_frame.f_code.co_filename)
        if asked and file.is_relative_to(TESTS):
            return False
        asked = asked or file.is_relative_to(PACKAGE)
        traceback = traceback.tb_next
    return asked
