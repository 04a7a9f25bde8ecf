"""Tapete: rules engine and live tables for the games of the Spanish casino catalogue.

The games are chemin de fer (ferrocarril), bacarrá a dos paños, punto y banca with its mini form, and bingo. Each lives
in its own package under ``tapete.games``; the clauses they rest on are in ``tapete.clauses``.
"""

__version__ = "0.2.0"
