"""Lessons, problems, decks and practice deals as callers may use them."""
