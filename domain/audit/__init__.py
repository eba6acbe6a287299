"""Audits of a recorded deal: breaches, the knowledge of each seat, the shuffle and the dealing, and Caps."""
