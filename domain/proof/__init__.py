"""Proof that nothing was changed: events as leaves of a Merkle tree (RFC 9162) with signed heads.

`canonical` writes JSON in one way only; `entries` says what of an event is fixed, and turns it into a leaf; `tree` has
heads and proofs and how they are checked; `notes` and `checkpoints` are the signed notes and the checkpoints of C2SP.
Nothing here draws randomness or reads a clock. What it can and cannot prove stands in ``docs/trust.md``.
"""
