"""The read side: what each viewer saw of a deal at every ply, and how deals are written and read."""
