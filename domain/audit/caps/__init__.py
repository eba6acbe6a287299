"""Caps: could a player be certain, was the call made in time, and what would have gone wrong (000 "Caps"; 004 "Caps").

`question` puts what a player knows into numbers; `adversary` is everybody else, and the deal; `search` looks for an
order of the player's cards that nothing can stop, after `closed_forms` has tried to find one by counting; `examples`
tells what stops one; `points` asks one seat at one ply (`is_owed`); `report` looks at a whole deal.
"""
