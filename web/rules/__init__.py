"""Rulebooks as pages, and the rulesets of clubs."""
