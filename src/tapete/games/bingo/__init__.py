"""Bingo: one table is one hall, with its sessions, and games of single or double cartones in each."""
