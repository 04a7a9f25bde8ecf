"""Stakes on two cloths: where they lie, what of them plays, which of them the bank covers, and banco."""
