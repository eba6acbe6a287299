"""Generated players and deals, for demonstrations, tests and benchmarks.

A player follows the rules and decides by the cards and acts that its own seat has seen, and by a seeded generator. The
deals are labelled as generated, with the seed.
"""
