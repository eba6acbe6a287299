"""Pictures: hands on tiles, and what a chat shows of a page whose address is pasted into it."""
