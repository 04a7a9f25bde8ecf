"""The mutation run: plausible one-line mistakes, each tried by the tests that reach its line."""
