"""The read side: the views of a deal at every ply, replays, audits as JSON, sentences, and the notation of deals."""
