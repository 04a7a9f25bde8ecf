"""Bingo: sale, drawing, calls of línea and bingo, checks, and the sharing of prizes.

So far one game with single cards: enough to show that calls made in one pause are claims like those of the card games.
"""
