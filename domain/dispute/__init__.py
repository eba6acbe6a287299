"""Disputes: claims, agreed facts, rulings, appeals."""
