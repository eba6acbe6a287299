"""Live streams of deals and tables, as server-sent events.

`hub` watches the store and wakes the listeners, `channel` makes the messages of a viewer, `stream` sends them.
"""
