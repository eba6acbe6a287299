"""What the commands of `nought` share: the book, files, errors, text for a terminal, worker processes."""
