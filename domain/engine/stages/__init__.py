"""The stages that every game has."""
