"""How commands are carried out and stored: the base of aggregates, events, the repository, and the application.

`Ledger` (in `domain.ledger.application`) takes every command; nothing else writes.
"""
