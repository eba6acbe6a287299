"""The tables beside the events: the catalogue, accounts, tokens, classes, and so on."""
