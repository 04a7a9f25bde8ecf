"""The pages of the two-cloth game."""

from tapete.web.games.dos_panos.stage import SCREEN as SCREEN
