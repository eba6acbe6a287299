"""Players that do not exist: seeded, within the rules, each deciding from what its own seat has seen.

For demonstrations, tests and benchmarks. Whatever they play is labelled as generated, with its seed.
"""
