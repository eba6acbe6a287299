"""Pages of lessons: answers in words, and where an author is in a chapter."""
