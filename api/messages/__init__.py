"""Messages to players: what they are about, and how they are pushed, mailed or shown in a calendar."""
