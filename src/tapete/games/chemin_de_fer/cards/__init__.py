"""What may be known and must be done with the cards that lie: duties, whose hands they are, where the shoe ends."""
