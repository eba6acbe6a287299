"""The audit of a deal: what broke a rule, who could know it, and what follows. Pure: no clock, no chance."""
