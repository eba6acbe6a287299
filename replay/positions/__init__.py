"""Positions: deals in their middle, given by hands, contract, trump and tricks."""
