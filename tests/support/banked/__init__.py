"""Tables of nothing but what banked games share."""
