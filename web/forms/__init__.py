"""Forms of pages: those that only send a command, the ids in them, the page after a refusal, and previews."""
