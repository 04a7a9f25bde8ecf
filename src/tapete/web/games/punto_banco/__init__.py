"""The pages of punto y banca and of its mini form."""

from tapete.web.games.punto_banco.stage import SCREEN as SCREEN
