"""The numbers of clubs and players: computed day by day in the background, and as callers may see them."""
