"""The rounds of a tournament: draws, clocks, wishes, and the packs and lots promised before play."""
