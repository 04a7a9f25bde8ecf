"""Measurements: this library beside a yardstick, both in one run. Nothing here passes or fails."""
