"""What went wrong: what can be reported, what is found when cards are shown, claims, and the remedy of each."""
