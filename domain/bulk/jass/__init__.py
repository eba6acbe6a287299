"""Judging many finished deals of a Jass at once (document 003), as the rest of `domain.bulk` does for 304.

A card is sixteen times its suit, plus its place in the pack's order of ranks, so that each suit has sixteen of the
64 bits of a set, the lowest rank first. A denomination is the number of its trump suit, or `OBENABE`, or `UNDENUFE`.

No rule of the auction and none about combinations stands here: `contract` asks the engine for every state of the
auction, `weis` for whatever combination comes along, once each. What is said in the play must be said as the record
itself puts it, everybody in turn and nothing left out; whatever else the engine would allow is left to it.
"""
