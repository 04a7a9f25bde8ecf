"""What the tests of the command line share: calls whose whole answers are kept."""
