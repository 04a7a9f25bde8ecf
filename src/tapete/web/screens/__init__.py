"""What the pages of every game show: the frame around the felt, and the names of buttons that all tables have.

Nothing here looks at a table's state: what a viewer's view does not hold cannot come onto their page. The pages of one
game lie in :mod:`tapete.web.games`.
"""
