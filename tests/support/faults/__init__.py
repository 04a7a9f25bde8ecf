"""Halls that die or run out of disk, in processes of their own."""
