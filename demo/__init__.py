"""Generated players: seeded, within the rules, each deciding from what its own seat has seen.

For demonstrations, tests and benchmarks. Their deals are labelled as generated, with the seed.
"""
