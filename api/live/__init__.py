"""Deals and tables as they are followed while they happen: server-sent events.

`hub` watches the store and wakes the listeners, `channel` says what each viewer is sent, `stream` sends it.
"""
