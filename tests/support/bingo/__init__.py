"""Support of the tests of bingo."""
