"""Looking back at a deal: who knew what, what broke a rule, and whether Caps was owed. Pure, over `domain.record`."""
