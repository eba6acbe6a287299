"""Judging many finished deals at once, over arrays: each is certainly good, or the engine must be asked.

The engine (`domain.rules`) is the only source of the rules. What stands here is a sieve in front of it: it
may pass a deal only if the engine would find nothing wrong with it, and it need not pass any. So it knows the
plain course of a deal and the rulesets that `terms` can read, and leaves everything else alone.

Arrays have the deals along their last axis, so that one step over thousands of deals is one operation on
neighbouring numbers; only what is told trick by trick has the eight tricks behind it. Seats are places
counter-clockwise, 0 to 3; a card is its place in the pack, 0 to 31: eight times its suit, plus its strength within
the suit. That is the number of its bit in the engine.

`jass` does the same for Sidi Barrani, with what is its own: nine tricks, six denominations, Weis.

Only commands that read archives import this package: it needs numpy, which the games do not.
"""
