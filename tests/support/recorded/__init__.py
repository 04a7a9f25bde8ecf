"""What the recorded tables are made and checked with."""
