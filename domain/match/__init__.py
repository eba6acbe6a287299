"""A match: deals played in a row by the same players."""
