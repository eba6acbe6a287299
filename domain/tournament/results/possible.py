"""The possible results of one deal, from its ruleset: tokens paid, card points, Weis, contracts.

A set of numbers is one int here: bit n is set if n is in the set. So the sums of two sets take only a few shifts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.games.three04.acts import FULL, HALF, PCC
from domain.games.three04.slams import slam

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.games.sidi.ruleset import SidiRuleset
    from domain.games.three04.ruleset import PayBand, SlamPay, Three04Ruleset


def numbers(each: Iterable[int]) -> int:
    """Return a set of numbers from 0 up as bits."""
    bits = 0
    for number in each:
        bits |= 1 << number
    return bits


def is_among(number: int, bits: int) -> bool:
    """Return whether a number is in a set."""
    return number >= 0 and bool(bits >> number & 1)


def sums(one: int, other: int) -> int:
    """Return every sum of a number of one set and a number of the other."""
    if other.bit_count() > one.bit_count():
        one, other = other, one
    bits = 0
    while other:
        low = other & -other
        bits |= one << (low.bit_length() - 1)
        other ^= low
    return bits


@lru_cache(maxsize=4096)
def times(one: int, count: int) -> int:
    """Return every sum of ``count`` numbers of a set; a number may occur several times."""
    return sums(times(one, count - 1), one) if count else 1


@lru_cache(maxsize=64)
def played_pay(game: Three04Ruleset) -> int:
    """Return the tokens that the winning side can gain in a deal with all cards played (000 "Scoring")."""
    return numbers(_with_calls(game, game.pay.bands, caps=game.caps.teams != "nobody"))


@lru_cache(maxsize=64)
def short_pay(game: Three04Ruleset) -> int:
    """Return the tokens of a deal that can end before all cards are played: by a bid to win every trick or a breach."""
    bids = [PCC]
    if "half court" in game.stages and game.court.half != "off":
        bids.append(HALF)
    if game.court.full:
        bids.append(FULL)
    slams = [slam(game, bid).pay for bid in bids]
    amounts = _with_calls(game, slams, caps=False)
    if game.violation.remedy == "award_game_plus":
        bands: list[PayBand | SlamPay] = [*game.pay.bands, *slams]
        amounts |= {paid + game.violation.plus for band in bands for paid in (band.win, band.lose)}
    return numbers(amounts)


def _with_calls(game: Three04Ruleset, bands: Iterable[PayBand | SlamPay], *, caps: bool) -> set[int]:
    """Return the tokens that bands pay, without and with Caps and Double (`domain.games.three04.settlement`)."""
    amounts = {paid for band in bands for paid in (band.win, -band.lose)}
    if caps:
        terms = game.caps
        called = {won + sign * terms.bonus for won in amounts for sign in (1, -1) if won * sign > 0}
        if terms.external == "fixed_8":
            called.add(8)
        for penalty in (terms.wrong, terms.trick_lost):
            called.add(penalty)
            if terms.wrong_combine == "add":
                called |= {penalty + abs(won) for won in amounts}
        amounts |= called
    if game.double.allowed:
        gains = (game.double.bonus, -game.double.penalty)
        amounts |= {won + sign * gained for won in amounts for gained in gains for sign in (1, -1)}
    return {abs(won) for won in amounts}


@lru_cache(maxsize=64)
def side_points(game: Three04Ruleset) -> int:
    """Return the card points that a side can have in a deal of 304: any part of the pack."""
    return _parts(game.pack.points * len(game.pack.suits))


@lru_cache(maxsize=64)
def jass_points(game: SidiRuleset) -> int:
    """Return the card points that a side can have in a deal of a Jass, including the last trick, without a Match."""
    cards = 0
    for denomination in game.denominations:
        if denomination in game.pack.suits:
            cards |= _parts((*game.trump.points, *game.trump.others * (len(game.pack.suits) - 1)))
        else:
            cards |= _parts(game.pack.points * len(game.pack.suits))
    return cards | cards << game.bonus.last_trick


@lru_cache(maxsize=64)
def weis(game: SidiRuleset) -> int:
    """Return the possible points of one side's Weis in a deal (003 "Weis and Stöck"): no card counts twice."""
    if not game.weis.enabled:
        return 1
    cards = 2 * game.hand_size
    table = game.weis.table
    by_cards = [1] + [0] * cards
    for four in table.fours:
        if four:
            for used in range(cards, len(game.pack.suits) - 1, -1):
                by_cards[used] |= by_cards[used - len(game.pack.suits)] << four
    for length, value in enumerate(table.sequences, 3):
        for used in range(length, cards + 1):
            by_cards[used] |= by_cards[used - length] << value
    bits = 0
    for each in by_cards:
        bits |= each
    return bits


def stoeck(game: SidiRuleset) -> int:
    """Return the points of Stöck in a deal (003 "Weis and Stöck"); 0 if Stöck does not count."""
    return game.stoeck.points if game.stoeck.enabled else 0


def announcement_points(game: SidiRuleset) -> int:
    """Return the possible points of Weis and Stöck of both sides in a deal: one side scores Weis, one has Stöck."""
    return weis(game) | weis(game) << stoeck(game)


def contracts(game: SidiRuleset) -> dict[int, list[int]]:
    """Return the possible points of a contract, doubled or not, each with the bids that score them (003 "Scoring")."""
    factors = [1]
    if game.double.mode != "none":
        factors.append(game.double.factor)
    if game.double.mode == "redouble":
        factors.append(game.double.redouble_factor)
    by_worth: dict[int, list[int]] = {}
    for bid in game.bids.ladder:
        for factor in factors:
            by_worth.setdefault(bid * factor, []).append(bid)
    return by_worth


def _parts(cards: Iterable[int]) -> int:
    """Return every sum of the points of some of these cards, as bits."""
    bits = 1
    for worth in cards:
        bits |= bits << worth
    return bits
