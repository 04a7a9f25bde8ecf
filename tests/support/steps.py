"""The steps by which a test brings a table somewhere are lawful: a refusal of one is a failed assertion."""

from collections.abc import Iterator
from contextlib import contextmanager

from tapete.kernel import RefusedError


@contextmanager
def lawful_steps() -> Iterator[None]:
    """Raise AssertionError, with code, facts and clauses, where a refusal that nobody awaited ends the block."""
    try:
        yield
    except RefusedError as error:
        raise AssertionError(f"a lawful step was refused: {error}") from error
