"""Caps: could a player be certain, was the call made in time, and what would have gone wrong (000 "Caps"; 004 "Caps").

`question` puts a player's knowledge into numbers. `adversary` plays for all others and chooses the unseen cards.
`search` looks for an order of the player's cards that always wins, after `closed_forms` has tried to find one by
counting. `examples` shows a deal in which an order fails. `points` examines one seat at one ply (`is_owed`), `report` a
whole deal.
"""
