"""Parts of the tournament pages: tournaments as the reader may know them, words, pictures, score sheets."""
