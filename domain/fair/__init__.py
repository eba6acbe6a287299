"""Verifiable chance: packs for boards, and lots, committed to before play and opened afterwards.

`forms` has the algorithm: a text whose SHA-256 is published and whose SHAKE-256 shuffles. `packs` and `lots` define the
contents of the text. Nothing here draws random numbers: the caller passes the bytes of the seeds.
``docs/fair-deals.md`` describes the formats and the algorithm, with examples.
"""
