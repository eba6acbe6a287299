"""The interface by which the front reports what it did, for the figures of monitoring."""

from __future__ import annotations

from typing import Final

METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PATCH", "PUT", "DELETE"})
"""The methods that are named in figures and traces: a client must not be able to add others."""


class Observer:
    """An observer that keeps nothing. Its methods are called on the event loop, so they must not wait."""

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """Count an answered request by the template of its route, which is empty if there is no such route.

        ``seconds``: from the request's head to the answer; None if it was refused before the application saw it.
        """

    def count_refusal(self, error: Exception) -> None:
        """Count a request that was refused before the application saw it."""

    def add_streams(self, count: int) -> None:
        """Add to the number of open streams: 1 or -1."""
