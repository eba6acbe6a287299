"""Tournaments as callers may see them, and what their commands would change."""
