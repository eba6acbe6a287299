"""Series as callers may see them, and the clubs' own score sheets."""
