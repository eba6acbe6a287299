"""Webhooks: the messages of a tournament to other servers."""
