"""Rulings of directors: forfeits, given scores, adjustments, boards not played as they were drawn."""
