"""Files that a tournament reads and writes: results as clubs keep them, and the report file (TRF)."""
