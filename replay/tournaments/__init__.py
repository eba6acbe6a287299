"""Tournaments as JSON: the whole, the log, boards, ratings, changes of scores."""
