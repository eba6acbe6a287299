"""Decks: the problems that an account repeats at growing intervals."""
