"""Sidi Barrani, a Swiss Jass (document 003): what it does not share with 304.

`ruleset` holds its parameters, `orders` what the cards are worth in each denomination, `weis` the
combinations in a hand. `auction` and `play` are its stages; `announcing`, `comparing`, `displaying` and
`stoeck` are the calls that go with the play, `settlement` adds up the deal.
"""
