"""Practice: a deal that one person plays against bots. It is in no list and no figure of the record book."""
