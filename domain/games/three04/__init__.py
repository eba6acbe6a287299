"""304 and its variants (documents 000, 001, 002 and 004)."""
