"""Slates: the scores of a Schieber or a Coiffeur, kept without the cards."""
