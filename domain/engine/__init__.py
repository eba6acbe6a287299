"""The parts that all card games share: cards, rulesets, stages, states, refusals, hiding. They name no game."""
