"""Wishes for the next draws: entries that a director keeps apart, and byes that entries ask for.

The functions return facts and change nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Listing, Term
from domain.kernel.errors import Declined
from domain.tournament.facts.wishes import AvoidanceAdded, AvoidanceWithdrawn, ByeRequested, ByeRequestWithdrawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId

MOST_AVOIDANCES: Final = 200


def add_avoidance(tournament: Tournament, entries: Sequence[EntryId], why: str, *, absolute: bool) -> AvoidanceAdded:
    """Keep some entries apart in draws. ``absolute``: as in `Avoidance`.

    Raises `Declined` if the format does not keep entries apart, or for fewer than two entries, or the same ones again.
    """
    tournament.check_not_over()
    rules = tournament.terms.rules
    if not rules.keeps_apart:
        raise Declined(
            "avoidance",
            "{format} does not keep entries apart: its pairings are fixed by other rules",
            format=Term(rules.name),
        )
    for entry in entries:
        tournament.entry(entry)
    if len(set(entries)) < max(2, len(entries)):
        raise Declined("avoidance", "name at least two entries, each once")
    if len(tournament.avoidances) >= MOST_AVOIDANCES:
        raise Declined("avoidance", "a tournament has up to {most} avoidances", most=MOST_AVOIDANCES)
    for number, other in tournament.avoidances.items():
        if set(other.entries) == set(entries) and other.absolute == absolute:
            raise Declined("same-avoidance", "avoidance {number} keeps the same entries apart already", number=number)
    return AvoidanceAdded(tuple(entries), absolute, why)


def withdraw_avoidance(tournament: Tournament, number: int, why: str) -> AvoidanceWithdrawn:
    """Take back an avoidance."""
    tournament.check_not_over()
    if number not in tournament.avoidances:
        raise Declined("not-found", "there is no avoidance {number} in this tournament", number=number)
    return AvoidanceWithdrawn(number, why)


def request_bye(tournament: Tournament, entry: EntryId, number: int, why: str) -> ByeRequested:
    """Let an entry sit out a round that it asks not to play.

    Raises `Declined` if the terms do not allow (so many) requests, or the entry does not take part in the round.
    """
    tournament.check_not_over()
    asking, most = tournament.entry(entry), tournament.terms.requested_byes
    if not most:
        raise Declined("bye-request", "by the terms, no entry may ask for a bye; change requested_byes first")
    _check_round(tournament, number)
    if number in asking.requested:
        raise Declined(
            "same-bye-request",
            "entry {entry} has asked for a bye in round {number} already",
            entry=entry,
            number=number,
        )
    if not asking.plays(number):
        raise Declined("bye-request", "entry {entry} does not take part in round {number}", entry=entry, number=number)
    rounds = [each for each in asking.requested if counts_as_request(tournament, entry, each)]
    if len(rounds) >= most:
        raise Declined(
            "bye-request",
            "by the terms, an entry may ask for up to {most}; entry {entry} has: {rounds}",
            most=most,
            entry=entry,
            rounds=Listing(tuple(rounds)),
        )
    return ByeRequested(entry, number, why)


def withdraw_bye_request(tournament: Tournament, entry: EntryId, number: int, why: str) -> ByeRequestWithdrawn:
    """Let an entry play a round for which it had asked for a bye."""
    tournament.check_not_over()
    if number not in tournament.entry(entry).requested:
        raise Declined(
            "not-found", "entry {entry} has not asked for a bye in round {number}", entry=entry, number=number
        )
    _check_round(tournament, number)
    return ByeRequestWithdrawn(entry, number, why)


def counts_as_request(tournament: Tournament, entry: EntryId, number: int) -> bool:
    """Return whether a request still stands, or was fulfilled; not if the director drew the entry nevertheless."""
    there = tournament.rounds.get(number)
    return there is None or entry in there.drawn.requested


def _check_round(tournament: Tournament, number: int) -> None:
    """Raise `Declined` for a round that is not played, or can no longer be drawn, not even anew."""
    last = tournament.terms.rounds
    if last is not None and not 1 <= number <= last:
        raise Declined("bye-request", "there is no round {number}: {last} rounds are played", number=number, last=last)
    if number < 1:
        raise Declined("bye-request", "there is no round {number}", number=number)
    drawn = len(tournament.rounds)
    if number < drawn or (number == drawn and tournament.rounds[number].closed):
        raise Declined("round-drawn", "round {number} is drawn already", number=number)
