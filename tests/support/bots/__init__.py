"""Tables where bots play."""
