"""Bacarrá a dos paños (baccara banque): one banker against the hand players of two cloths."""
