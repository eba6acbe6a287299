"""What every card game here is made of: cards, rulesets, stages, states, refusals, hiding. Knows no game."""
