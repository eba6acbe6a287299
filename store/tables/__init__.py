"""The tables beside the events: the catalogue, standings, analyses, classes, and so on."""
