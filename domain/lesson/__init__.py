"""Lessons: chapters of deals, explained step by step, with questions."""
