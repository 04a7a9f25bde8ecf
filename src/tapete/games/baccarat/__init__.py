"""What the three baccarat games share: totals, drawing tables, the layout of cards, priority, auction, effects of a
ruling.

Nothing here names a clause of one game: it uses values of the rulebook (:class:`tapete.clauses.Sourced`), and those
cite.
"""
