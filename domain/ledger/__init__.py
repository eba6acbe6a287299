"""The event-sourced ring round the games: what is stored, the files it is kept in, and the one application.

`Ledger` (in `domain.ledger.application`) takes every command; nothing else writes.
"""
