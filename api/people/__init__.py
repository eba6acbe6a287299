"""Who somebody is: accounts, sessions, PINs, mail, registered players."""
