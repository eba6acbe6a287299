"""The log of the record book: who adds to it, who signs it, and how it is gone through again (docs/trust.md)."""
