"""Shapes of tournaments: commands, answers, files."""
