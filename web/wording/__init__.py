"""The words of pages in the reader's language, also for their scripts."""
