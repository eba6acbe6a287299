"""What the pages of tournaments are made of: what the reader may know of one, its words, its pictures, its log."""
