"""Proof that no event was changed: events as leaves of a Merkle tree (RFC 9162) with signed heads.

`canonical` writes canonical JSON; `entries` turns the immutable part of an event into a leaf; `tree` makes and verifies
heads and proofs; `notes` and `checkpoints` are the signed notes and the checkpoints of C2SP. Nothing here draws random
numbers or reads a clock. ``docs/trust.md`` says what can be proved and what cannot.
"""
