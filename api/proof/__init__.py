"""The log of the record book: adding to it, signing it, and checking it (docs/trust.md)."""
