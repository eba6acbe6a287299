"""Commands and their storage: the base of aggregates, events, and the repository. It knows no subject."""
