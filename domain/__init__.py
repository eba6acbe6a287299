"""The games: cards, rulesets as data, stages, facts, the fold, and what each viewer may see.

The pure part (everything but `ledger/`) imports only the standard library. `ledger/` is the
event-sourced ring round it: the aggregates and the application that saves them.
"""
