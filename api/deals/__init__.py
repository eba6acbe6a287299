"""Deals as callers may see them, find them and import them."""
