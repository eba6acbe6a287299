"""The audit of Caps: whether a player could be certain, whether a call was in time, and how a wrong order fails.

The rules are 000 "Caps" and 004 "Caps".

`question` writes a player's knowledge as numbers. `adversary` plays for all others and chooses the unseen cards.
`search` looks for an order of the player's cards that always wins, after `closed_forms` has tried to find one by
counting. `examples` shows a deal in which an order fails. `points` examines one seat at one ply (`find_owed_call`),
`report` a whole deal.
"""
