"""Removals: persons who were forgotten, and texts that were removed. The record of each says what, and no name."""
