"""What the pages of the card games share: sentences of remedies, forms of reports and corrections, letter keys.

The pages of a game that is none of these use nothing of it.
"""
