"""What the people who run a hall read of it: whether it lives, whether it can work, and its counts."""
