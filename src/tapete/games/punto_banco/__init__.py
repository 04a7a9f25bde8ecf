"""Punto y banca and mini punto y banca: every clause of the annex of 2011, one module for each part of the game."""
