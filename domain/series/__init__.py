"""Series: the evenings of a club that count together, and their standings."""
