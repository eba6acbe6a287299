"""The standings: scores, tie-breaks, places and their reasons."""
