"""Evenings in which people and bots come, go and blunder."""
