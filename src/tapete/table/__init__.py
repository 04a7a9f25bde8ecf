"""One table: its numbered places, the people seated and standing at it, its staff, and windows in which people call
at once.
"""
