"""The parts of a player's own page: the seat now, results that wait, the last evening, figures over months."""
