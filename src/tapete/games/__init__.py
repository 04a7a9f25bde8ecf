"""The games, one folder each; they never import each other. What three of them share is in
:mod:`tapete.games.baccarat`.
"""
