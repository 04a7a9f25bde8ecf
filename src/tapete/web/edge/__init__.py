"""The edge of a hall: under which addresses it answers, and how much of it one address may have."""
