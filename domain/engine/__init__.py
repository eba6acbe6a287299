"""The parts of every card game here: cards, rulesets, stages, states, refusals, hiding. Knows no game."""
