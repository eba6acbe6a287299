"""The commands on decks. Each names the account whose deck it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.deck.aggregate import Deck, deck_id
from domain.kernel.commands import Saved, Sent, request
from domain.kernel.errors import Declined, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.kernel.repository import Draft, Repository


class Decks:
    """Commands on decks."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def find(self, account: UUID) -> Deck | None:
        """Return the open deck of an account; None if there is none."""
        deck = self._find(account)
        return deck if deck is not None and deck.is_open else None

    def is_closed(self, account: UUID) -> bool:
        """Return whether the account closed its deck."""
        deck = self._find(account)
        return deck is not None and not deck.is_open

    def open(self, account: UUID, **sent: Unpack[Sent]) -> Saved:
        """Open the deck of an account. Raises `Declined` if it is open."""
        return self._do(account, sent, ("open",), lambda deck: deck.open(account), is_new=True)

    def add(self, account: UUID, puzzle: UUID, deal: UUID | None = None, **sent: Unpack[Sent]) -> Saved:
        """Add a puzzle, of a recorded deal or without one. Raises `Declined` if it is there."""
        of_deal = str(deal) if deal else ""
        content = ("add", str(puzzle), *([of_deal] if of_deal else []))
        return self._do(account, sent, content, lambda deck: deck.add(str(puzzle), of_deal))

    def answer_wrong(
        self, account: UUID, puzzle: UUID, deal: UUID | None = None, lesson: str = "", **sent: Unpack[Sent]
    ) -> Saved:
        """Take in a puzzle that was answered wrong, or the question of a lesson. Opens the first deck of an account.

        Raises `Declined` if the account closed its deck, or if it is full.
        """
        of_deal = str(deal) if deal else ""
        content = ("wrong", str(puzzle), of_deal, lesson)
        return self._do(
            account, sent, content, lambda deck: deck.answer_wrong(account, str(puzzle), of_deal, lesson), is_new=True
        )

    def review(self, account: UUID, puzzle: UUID, rating: int, **sent: Unpack[Sent]) -> Saved:
        """Record that a puzzle was answered. Raises `Declined` if it is not in the deck."""
        return self._do(account, sent, ("review", str(puzzle), rating), lambda deck: deck.review(str(puzzle), rating))

    def remove(self, account: UUID, puzzle: UUID, **sent: Unpack[Sent]) -> Saved:
        """Remove a puzzle. Raises `Declined` if it is not in the deck."""
        return self._do(account, sent, ("remove", str(puzzle)), lambda deck: deck.remove(str(puzzle)))

    def close(self, account: UUID, **sent: Unpack[Sent]) -> Saved:
        """Close the deck, and remove all its puzzles. Raises `Declined` if it is closed."""
        return self._do(account, sent, ("close",), lambda deck: deck.close())

    def _find(self, account: UUID) -> Deck | None:
        try:
            return self._repository.get(Deck, deck_id(account))
        except NotFound:
            return None

    def _do(
        self,
        account: UUID,
        sent: Sent,
        content: tuple[object, ...],
        decide: Callable[[Deck], Fact | list[Fact]],
        *,
        is_new: bool = False,
    ) -> Saved:
        identity = deck_id(account)
        command = request(f"deck {identity}", sent, *content)

        def draft() -> Draft:
            deck = self._find(account) or (Deck(identity) if is_new else None)
            if deck is None:
                raise Declined("deck", "you have no deck; open it first")
            decided = decide(deck)
            for fact in decided if isinstance(decided, list) else [decided]:
                deck.take(fact, *command.stamp)
            return (deck,)

        return self._repository.execute(command, identity, draft)
