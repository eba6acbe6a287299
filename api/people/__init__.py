"""People: accounts, sessions, PINs, mail, registered players."""
