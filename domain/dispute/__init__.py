"""Disputes: claimed, agreed on, ruled, appealed."""
