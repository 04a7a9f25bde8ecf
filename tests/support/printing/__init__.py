"""What the tests of printing share: a sheet of paper that remembers what was drawn on it."""
