"""The rules of players, cards, card values and the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.cards import RANK_NAMES, SUIT_NAMES
from domain.engine.packs import tables
from domain.engine.rulebook.figures import CardValues
from domain.engine.rulebook.words import OURS, Sentences, capitalize, cite, join_words, number, partnership
from domain.games.sidi.orders import orders
from domain.games.sidi.rulebook.sources import DEAL, PLAYERS, TRUMPS
from domain.games.sidi.ruleset import OBENABE, UNDENUFE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.sidi.ruleset import SidiRuleset


NAMES: Final = {
    "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight", "9": "Nine",
    "T": "Banner", "J": "Under", "Q": "Ober", "K": "King", "A": "Ace",
}  # fmt: skip
"""The names of the ranks in a Swiss-German pack."""


def trumps(game: SidiRuleset) -> list[str]:
    """Return the suits that may be trumps."""
    return [each for each in game.denominations if each in game.pack.suits]


def cards(game: SidiRuleset) -> Sentences:
    """Yield the rules of the players and the cards."""
    count = capitalize(number(len(game.seating.seats)))
    yield f"{count} players in two teams; partners sit opposite each other: {partnership(game.seating)}.", PLAYERS
    yield "Dealing, bidding and play go counter-clockwise, to the right.", PLAYERS
    suits = join_words([SUIT_NAMES[suit] for suit in game.pack.suits])
    ranks = join_words([NAMES[rank] for rank in reversed(game.pack.ranks)])
    yield f"The pack has {game.pack.size} cards, in each suit {ranks}.", PLAYERS
    court = [f"the {RANK_NAMES[rank]} for the {NAMES[rank]}" for rank in "JQT" if rank in game.pack.ranks]
    instead = f", with {join_words(court)}" if court else ""
    yield f"A Swiss-German pack has bells, shields, acorns and roses, a French one {suits}{instead}.", PLAYERS


def values(game: SidiRuleset) -> Sentences:
    """Yield the rules of the values of the cards in each denomination."""
    pack, trump, bonus = game.pack, game.trump, game.bonus
    if trumps(game):
        called = NAMES | {"9": "Nine (Nell)", trump.ranks[-1]: f"{NAMES[trump.ranks[-1]]} (Puur)"}
        in_trumps = [(called[rank], value) for rank, value in zip(trump.ranks, trump.points, strict=True)]
        yield (
            f"With a trump suit its cards are, from high to low: {_list_values(in_trumps)}.",
            cite((trump.ranks, trump.points), {(TRUMPS.ranks, TRUMPS.points): PLAYERS}),
        )
        others = [(NAMES[rank], value) for rank, value in zip(pack.ranks, trump.others, strict=True)]
        yield (
            f"The other suits are then, from high to low: {_list_values(others)}.",
            cite(trump.others, {TRUMPS.others: PLAYERS}),
        )
    plain = [(NAMES[rank], value) for rank, value in zip(pack.ranks, pack.points, strict=True)]
    if OBENABE in game.denominations:
        yield f"In Obenabe there are no trumps; from high to low: {_list_values(plain)}.", PLAYERS
    if UNDENUFE in game.denominations:
        order, suit = orders(game)[UNDENUFE], game.pack.suits[0]
        upwards = [(NAMES[rank], order.points[tables(pack).bit[rank + suit]]) for rank in reversed(pack.ranks)]
        yield (
            f"In Undenufe there are no trumps, and the order is reversed; from high to low: {_list_values(upwards)}.",
            cite(game.undenufe.values, {"as_obenabe": PLAYERS}),
        )
    if bonus.last_trick:
        yield f"The last trick is worth {bonus.last_trick} points more.", cite(bonus.last_trick, {5: PLAYERS})
    totals = _totals(game)
    for points, where in totals.items():
        phrase = f" {join_words(where)}" if len(totals) > 1 else ""
        yield f"All tricks together are worth {points} points{phrase}.", cite(points, {157: PLAYERS})
    if bonus.match:
        yield (
            f"A team that wins all of them (Match) gets {bonus.match} points more.",
            cite(bonus.match, {100: PLAYERS}),
        )


def card_values(game: SidiRuleset) -> Iterator[CardValues]:
    """Yield the points of the cards of a suit in each order: as trumps, beside trumps, in Obenabe and Undenufe."""
    last = game.pack.suits[-1]
    if some := trumps(game):
        yield _values_of_suit(game, "trumps", some[0], some[0])
        yield _values_of_suit(game, "others", some[0], next(suit for suit in game.pack.suits if suit != some[0]))
    for each in (OBENABE, UNDENUFE):
        if each in game.denominations:
            yield _values_of_suit(game, each, each, last)


def _values_of_suit(game: SidiRuleset, name: str, denomination: str, suit: str) -> CardValues:
    """Return the points of a suit's cards in a denomination. ``name``: that of the order (`CardValues.order`)."""
    order, bit = orders(game)[denomination], tables(game.pack).bit
    cards = (rank + suit for rank in reversed(order.ranks[suit]))
    return CardValues(name, tuple((card, str(order.points[bit[card]])) for card in cards))


def _list_values(cards: list[tuple[str, int]]) -> str:
    """Return cards from high to low, each with its points, in words."""
    return join_words([f"{name} {value}" for name, value in reversed(cards)])


def _totals(game: SidiRuleset) -> dict[int, list[str]]:
    """Return the denominations, in words, by the sum of their card points."""
    whole = tables(game.pack).all
    totals: dict[int, list[str]] = {}
    for where, some in (("with trumps", trumps(game)), ("in Obenabe", [OBENABE]), ("in Undenufe", [UNDENUFE])):
        if some and some[0] in game.denominations:
            points = orders(game)[some[0]].worth(whole) + game.bonus.last_trick
            totals.setdefault(points, []).append(where)
    return totals


def deal(game: SidiRuleset) -> Sentences:
    """Yield the rules of the shuffle, the cut and the batches."""
    yield "The first dealer is chosen by lot; after each deal the turn to deal passes to the right.", DEAL
    if game.shuffle == "thorough":
        yield "The dealer shuffles.", DEAL
    else:
        yield "The dealer shuffles, and need not shuffle thoroughly.", OURS
    yield "The player at dealer's left cuts.", DEAL
    batches = game.batches
    if len(set(batches)) == 1:
        how = f"in batches of {number(batches[0])}"
    else:
        how = f"in batches of {join_words([number(size) for size in batches], 'then')}"
    yield (
        f"Beginning at dealer's right, all cards are dealt {how}, so that each player has {number(game.hand_size)}.",
        cite(batches, {(3, 3, 3): DEAL}),
    )
