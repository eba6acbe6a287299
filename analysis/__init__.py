"""Compute the best result after each card with all hands open, by the kernel in `analysis/kernel`."""
