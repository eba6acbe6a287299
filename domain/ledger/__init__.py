"""Commands and their storage: the base of aggregates, events, the repository, and the application.

Every write of the record book goes through `Ledger` (in `domain.ledger.application`).
"""
