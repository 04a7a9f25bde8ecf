"""The pages of chemin de fer."""

from tapete.web.games.chemin_de_fer.stage import SCREEN as SCREEN
