"""Tables of chemin de fer: played by scenes, observed, and two that differ in hidden cards."""
