"""Who is at the table: seats, the waiting list, whoever is silent, the relief of the croupier."""
