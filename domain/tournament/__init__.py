"""Tournaments: entries, draws, results and standings.

The data of a tournament are its `Terms`, its `Entry`s, the `Draw` of each round, and a `Line` for each entry and round
with its result. `draws` makes the draws, `standings` makes the standings from the lines. Nothing here reads a clock or
draws a random number: callers pass random bytes or lots.
"""
