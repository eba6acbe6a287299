"""The stages of 304, from the auction to the last trick."""
