"""What one seat can know: the deals that agree with what it saw, counted, drawn or listed."""
