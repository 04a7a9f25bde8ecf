"""People of the two-cloth table: places of each cloth, priority, whose turn the cards are, the waiting list."""
