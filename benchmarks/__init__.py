"""Benchmarks of Nought and its peers: ratios measured in one run on one machine. No test depends on a time.

``python -m benchmarks`` runs every row; ``python -m benchmarks peers`` or ``python -m benchmarks 1 3``
runs some of them. The peers come with the ``bench`` extra.
"""
