"""What the page of a game shows: one module for each game, which makes a model for its templates from one look.

``shared`` has what every page shows; ``punto_banco`` and ``chemin`` their own, with their models beside them. Nothing
here looks at a table's state: what a viewer's view does not hold cannot come onto his page.
:mod:`tapete.web.table_pages` maps games to them.
"""
