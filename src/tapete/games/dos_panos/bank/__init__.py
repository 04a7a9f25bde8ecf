"""The bank: how it is awarded, deposited and handed over, how it is lost, left and offered again."""
