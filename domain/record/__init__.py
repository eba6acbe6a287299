"""A deal: its record, the aggregate that is stored, notes and sealed cards."""
