"""A hall in a process of its own, with few descriptors, and what may be done to it on this machine."""
