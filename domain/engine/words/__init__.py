"""Sentences with values that each language writes in its own way, and which texts are allowed."""
