"""The shared parts of the command `nought`: the book, files, errors, text for a terminal, worker processes."""
