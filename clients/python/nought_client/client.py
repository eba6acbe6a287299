"""The client: its connection, and the resources of the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

import httpx

from nought_client.resources import Resources
from nought_client.transport import NotModified, ProblemError, Transport, UnexpectedAnswer

__all__ = ["Client", "NotModified", "ProblemError", "UnexpectedAnswer", "iterate"]

Item = TypeVar("Item", covariant=True)


class Page(Protocol[Item]):
    """A part of a list; `next` is the cursor of the next part, and None on the last page."""

    @property
    def items(self) -> Sequence[Item]:
        """Return the items of this part."""

    @property
    def next(self) -> str | None:
        """Return the cursor of the next part."""


class Client(Resources):
    """A client for one server, by the URL of its site and a token. Use it as a context manager, or call `close`.

    A request whose connection fails, or that is answered 503, is sent again up to `retries` times. A command is sent
    again with the same Idempotency-Key, so the server carries it out once. `http` replaces the connection, for example
    to set a proxy.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        http: httpx.Client | None = None,
    ) -> None:
        self.transport = Transport(http or httpx.Client(base_url=url, timeout=timeout), token, retries)
        super().__init__(self.transport)

    def close(self) -> None:
        """Close the connections."""
        self.transport.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def iterate(fetch: Callable[[str | None], Page[Item]]) -> Iterator[Item]:
    """Yield the items of all pages of a list.

    `fetch` returns one page by its cursor: `iterate(lambda cursor: client.deals.list_deals(cursor=cursor))`.
    """
    cursor: str | None = None
    while True:
        page = fetch(cursor)
        yield from page.items
        if page.next is None:
            return
        cursor = page.next
