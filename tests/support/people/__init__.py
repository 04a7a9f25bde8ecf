"""Programs that the tests about people run and kill."""
