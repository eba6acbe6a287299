"""Problems to solve, mined from recorded deals. The code calls them puzzles: a `Problem` is an error answer."""
