"""The coup: dealing, words, third cards, the banker, the comparison of each cloth with the bank, the settlement."""
