"""A toy game for halls, and a stage for them."""
