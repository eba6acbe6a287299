"""What each card was worth: the best result of the play, computed by the kernel in `analysis/kernel`."""
