"""Players that are programs: each decides by what its own seat saw."""
