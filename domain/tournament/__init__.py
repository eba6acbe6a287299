"""Tournaments: who is entered, who meets whom, what is scored, and who is ahead. Pure, like the games.

A tournament is told by its `Terms` (data), its `Entry`s, the `Draw` of each round, and a `Line` for each entry and
round: what it came to there. Draws are made by `draws`, standings from the lines by `standings`; nothing here reads a
clock or draws randomness: chance is given.
"""
