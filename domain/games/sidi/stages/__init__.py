"""The stages of Sidi Barrani, and what is said during the play."""
