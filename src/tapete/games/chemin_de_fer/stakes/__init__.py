"""What players put against the bank: calls and their award, ordinary stakes, the line, late stakes."""
