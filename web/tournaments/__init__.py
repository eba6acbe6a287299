"""Parts of the tournament pages: what the reader may know, words, pictures, score sheets."""
