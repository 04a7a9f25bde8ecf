"""How the bank goes round: kept, passed, offered, taken, auctioned."""
