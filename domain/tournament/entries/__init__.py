"""The entries of a tournament: decisions, commands, and lists and files that name them."""
