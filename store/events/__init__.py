"""The table of events: written, read in order, followed, and the log over it."""
