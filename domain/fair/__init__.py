"""Verifiable chance: packs for boards, and lots, committed to before play and opened afterwards.

`forms` is the arithmetic: one text decides everything; its SHA-256 is published, its SHAKE-256 shuffles. `packs` and
`lots` say what stands in that text. Nothing here draws randomness: whoever calls gives the bytes of the seeds.
The formats and the algorithm, step by step and with examples, are in ``docs/fair-deals.md``.
"""
