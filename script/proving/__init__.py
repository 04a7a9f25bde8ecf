"""How the knock-out judges: what is a failed assertion, where a clause decided, which test proves which clause."""
