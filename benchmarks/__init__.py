"""Nought beside its peers: ratios taken in one run on one machine, never a timed test.

``python -m benchmarks`` runs every row; ``python -m benchmarks peers`` or ``python -m benchmarks 1 3``
runs some of them. The peers come with the ``bench`` extra.
"""
