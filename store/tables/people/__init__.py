"""The tables about people: accounts, tokens, how they join and sign in, and what they are told."""
