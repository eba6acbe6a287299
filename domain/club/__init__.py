"""Clubs, their rulesets, players and tables."""
