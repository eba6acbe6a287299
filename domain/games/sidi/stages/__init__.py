"""The stages of Sidi Barrani, and the calls during the play."""
