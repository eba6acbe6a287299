"""Sidi Barrani, a Swiss Jass (document 003).

`ruleset` has the parameters, `orders` the order and points of the cards in each denomination, `weis` the combinations
in a hand. In `stages`, `auction` and `play` are the stages, and `declaration`, `comparison`, `display` and `stoeck`
the calls during the play. `settlement` adds up the deal.
"""
