"""The knowledge of one seat: the deals that agree with what it saw, counted, drawn or listed."""
