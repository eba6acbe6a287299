"""The tables of a round (encounters): who sits there, and the match that is recorded for them."""
