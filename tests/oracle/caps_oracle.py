"""A second, slow and obvious way to say whether a player can be certain of the remaining tricks.

Nothing here is shared with the engine or the adjudicator. A deal is told from its first card with lists and sets, as
the table saw it; what a player saw of it is a list of words. Every way to lay out the cards that the player has not
seen is tried, and kept if it can be played by the rules and looks the same to that player. Then every order of the
player's cards is tried against every such deal and every legal play of the others.

Four players, trumps chosen, play begun. Reading: the player must be certain in the game as it stands, so what binds the
maker of a closed game binds its order. Under "caps.call_opens_trump" a maker who calls shows the indicator, and play
goes on with trumps open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, islice, permutations
from typing import Any

SEATS = ["S", "E", "N", "W"]
RANKS = ["7", "8", "Q", "K", "T", "A", "9", "J"]  # weakest first
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]

DEFAULTS: dict[str, Any] = {
    "closed.maker_cut_with_hand_trump": False,
    "exhausted.applies_closed": True,
    "exhausted.trigger": "unanswered_lead",
    "reveal.maker_discard": "hidden",
    "caps.order": "strict",
    "caps.call_opens_trump": False,
}

Play = tuple[str, str, str]
"""Seat, card, and how: "up", "down", "ind_down", "ind_up"."""


class Illegal(Exception):
    """The rules do not allow this card."""


def right_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def partners(a: str, b: str) -> bool:
    return (SEATS.index(a) - SEATS.index(b)) % 2 == 0


def beats(card: str, other: str, led: str, trump: str) -> bool:
    """Whether a card takes the trick from another."""
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump or (card[1] == led and other[1] != trump)


@dataclass
class Game:
    """A deal being played: everything that is so, and what was seen of it."""

    hands: dict[str, set[str]]
    maker: str
    indicator: str
    opened: bool
    dealer: str
    bid: int
    params: dict[str, Any]
    on_table: bool = True
    open: bool = False
    duty: bool = False
    leader: str = ""
    trick: list[Play] = field(default_factory=list)
    tricks: list[str] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)

    @classmethod
    def begin(
        cls, hands: dict[str, set[str]], maker: str, indicator: str, opened: bool, dealer: str, bid: int,
        params: dict[str, Any],
    ) -> Game:  # fmt: skip
        game = cls({seat: set(cards) for seat, cards in hands.items()}, maker, indicator, opened, dealer, bid, params)
        game.hands[maker].discard(indicator)
        game.leader = right_of(dealer)
        if opened:
            game.turn_up()
        elif game.leader == maker and not any(card[1] != game.trump for card in game.hands[maker]):
            raise Illegal("must open")
        return game

    def copy(self) -> Game:
        return Game(
            {seat: set(cards) for seat, cards in self.hands.items()}, self.maker, self.indicator, self.opened,
            self.dealer, self.bid, self.params, self.on_table, self.open, self.duty, self.leader, list(self.trick),
            list(self.tricks),
        )  # fmt: skip

    @property
    def trump(self) -> str:
        return self.indicator[1]

    def turn(self) -> str:
        return SEATS[(SEATS.index(self.leader) + len(self.trick)) % 4]

    def turn_up(self) -> None:
        """The indicator is shown; if it still lies there, it goes to the hand."""
        self.events.append(("shown", self.indicator))
        self.open = True
        if self.on_table:
            self.on_table = False
            self.hands[self.maker].add(self.indicator)

    def may_play(self) -> list[Play]:
        """Every card the seat in turn may play."""
        seat = self.turn()
        hand = self.hands[seat]
        table = seat == self.maker and self.on_table
        trump = self.trump
        if not self.trick:
            if not hand and table:
                return [(seat, self.indicator, "ind_up")]
            cards = set(hand)
            if seat == self.maker:
                trumps = {card for card in hand if card[1] == trump}
                if not self.open and not self.tricks:
                    cards -= trumps
                elif trumps and self.must_lead_trumps():
                    cards = trumps
            return [(seat, card, "up") for card in sorted(cards)]
        led = self.trick[0][1][1]
        follow = {card for card in hand if card[1] == led}
        if follow:
            return [(seat, card, "up") for card in sorted(follow)]
        if self.open:
            return [(seat, card, "up") for card in sorted(hand)]
        if not table:
            return [(seat, card, "down") for card in sorted(hand)]
        if led == trump:
            return [(seat, card, "down") for card in sorted(hand)] or [(seat, self.indicator, "ind_up")]
        plain = {card for card in hand if card[1] != trump or self.params["closed.maker_cut_with_hand_trump"]}
        return [(seat, card, "down") for card in sorted(plain)] + [(seat, self.indicator, "ind_down")]

    def must_lead_trumps(self) -> bool:
        if not self.open and not self.params["exhausted.applies_closed"]:
            return False
        if self.params["exhausted.trigger"] == "unanswered_lead":
            return self.duty
        elsewhere = {card for seat in SEATS if seat != self.maker for card in self.hands[seat]}
        return not any(card[1] == self.trump for card in elsewhere)

    def play(self, what: Play) -> None:
        seat, card, how = what
        if how.startswith("ind"):
            self.on_table = False
            if how == "ind_up":
                self.open = True
        else:
            self.hands[seat].remove(card)
        self.events.append(("play", *what))
        self.trick.append(what)
        if len(self.trick) == 4:
            self.end_trick()

    def end_trick(self) -> None:
        trick, trump = self.trick, self.trump
        led = trick[0][1][1]
        down = [each for each in trick if each[2] in ("down", "ind_down")]
        hidden: set[str] = set()
        if down:
            trumps = any(card[1] == trump for _, card, _ in down)
            self.events.append(("inspect", trumps, [(seat, card) for seat, card, _ in down if seat != self.maker]))
            if trumps:
                cut = any(how == "ind_down" for _, _, how in trick)
                own = [each for each in down if each[0] == self.maker and each[2] == "down"]
                keep = (
                    own
                    and self.params["reveal.maker_discard"] != "shown"
                    and own[0][1][1] != trump
                    and (cut or len(down) > len(own))
                )
                turned = [each for each in down if each[2] == "down" and not (keep and each in own)]
                self.events.append(("turned", [(seat, card) for seat, card, _ in turned]))
                if not self.open:
                    self.turn_up()
                hidden = {card for _, card, _ in own} if keep else set()
            else:
                hidden = {card for _, card, _ in down}
        best = trick[0]
        for each in trick[1:]:
            if each[1] not in hidden and beats(each[1], best[1], led, trump):
                best = each
        if led == trump and trick[0][0] == self.maker and not any(card[1] == trump for _, card, _ in trick[1:]):
            self.duty = True
        self.tricks.append(best[0])
        self.leader = best[0]
        self.trick = []
        if len(self.tricks) == 1 and not self.open and self.bid >= 250:
            self.turn_up()

    def seen_by(self, me: str) -> list[tuple[Any, ...]]:
        """The plays as one player saw them: other players' cards that lie face down are unknown."""
        observed: list[tuple[Any, ...]] = []
        for event in self.events:
            if event[0] == "play":
                _, seat, card, how = event
                observed.append(("play", seat, card if seat == me or how in ("up", "ind_up") else "??", how))
            elif event[0] == "inspect":
                observed.append(event if me == self.maker else ("inspect", event[1]))
            else:
                observed.append(event)
        return observed


def replay(game: Game, plays: list[Play]) -> Game:
    """The deal after these cards. Raises `Illegal`."""
    for each in plays:
        if each not in game.may_play():
            raise Illegal(each)
        game.play(each)
    return game


@dataclass
class Point:
    """A moment of a deal: how it was dealt and what was played."""

    hands: dict[str, set[str]]
    maker: str
    indicator: str
    opened: bool
    dealer: str
    bid: int
    plays: list[Play]
    params: dict[str, Any]

    def begin(self, hands: dict[str, set[str]] | None = None, indicator: str = "") -> Game:
        return Game.begin(
            hands or self.hands, self.maker, indicator or self.indicator, self.opened, self.dealer, self.bid,
            self.params,
        )  # fmt: skip

    def game(self) -> Game:
        return replay(self.begin(), self.plays)


class TooMany(Exception):
    """More deals than somebody has time for."""


STEPS = 5_000
"""The number of times that a hand may be dealt out before it is too many."""


def consistent(point: Point, me: str, most: int = 10**9) -> list[tuple[dict[str, set[str]], str, list[Play]]]:
    """Every deal, with its indicator and its plays, that looks to one player like the one that was played."""
    truth = point.game()
    observed = truth.seen_by(me)
    shown = set(point.hands[me])
    for event in observed:
        match event:
            case ("play", _, card, _) if card != "??":
                shown.add(card)
            case ("shown", card):
                shown.add(card)
            case ("inspect", _, cards) | ("turned", cards):
                shown |= {card for _, card in cards}
    unseen = [card for card in PACK if card not in shown]
    hidden = [n for n, play in enumerate(point.plays) if play[1] not in shown]
    table = not truth.open and truth.on_table and me != point.maker
    count = {seat: len(truth.hands[seat] - shown) for seat in SEATS if seat != me}
    could = {seat: {card for card in unseen if could_hold(point, seat, card[1], len(point.plays))} for seat in count}
    deals = []
    laid = list(islice(ways(unseen, count, could, hidden, point, table), most + 1))
    if len(laid) > most:
        raise TooMany
    for cards in laid:
        hands_left, dead, indicator = cards
        plays = list(point.plays)
        for n, card in dead.items():
            plays[n] = (plays[n][0], card, plays[n][2])
        true_indicator = next((card for n, card in dead.items() if plays[n][2] == "ind_down"), "")
        indicator = indicator or true_indicator or point.indicator
        hands = {me: set(point.hands[me])}
        for seat in count:
            played = {card for who, card, _ in plays if who == seat}
            hands[seat] = hands_left[seat] | (truth.hands[seat] & shown) | played
        hands[point.maker].add(indicator)
        try:
            game = replay(point.begin(hands, indicator), plays)
        except Illegal:
            continue
        if game.seen_by(me) == observed:
            deals.append((hands, indicator, plays))
    return deals


def could_hold(point: Point, seat: str, suit: str, until: int) -> bool:
    """Whether a seat can have had a card of a suit in hand all along: it never failed to follow to it."""
    for start in range(0, until, 4):
        led = point.plays[start][1][1]
        for who, card, how in point.plays[start + 1 : min(start + 4, until)]:
            if who == seat and led == suit and (card[1] != led or how in ("down", "ind_down")):
                return False
    return True


def ways(
    unseen: list[str], count: dict[str, int], could: dict[str, set[str]], hidden: list[int], point: Point, table: bool
) -> Any:
    """Every way to lay out unseen cards: in hands, as cards that lie face down, as the indicator on the table.

    Raises `TooMany` when that is more work than somebody has time for.
    """
    seats = sorted(count, key=lambda seat: len(could[seat]))
    steps = iter(range(STEPS))

    def lay(left: list[str], dead: dict[int, str], rest: list[int]) -> Any:
        if rest:
            n = rest[0]
            seat = point.plays[n][0]
            for card in left:
                if point.plays[n][2] == "ind_down" or could_hold(point, seat, card[1], n + 1):
                    yield from lay([each for each in left if each != card], {**dead, n: card}, rest[1:])
            return
        for indicator in left if table else [""]:
            yield from deal([card for card in left if card != indicator], dead, indicator, seats, {})

    def deal(left: list[str], dead: dict[int, str], indicator: str, to: list[str], hands: dict[str, set[str]]) -> Any:
        if not to:
            if not left:
                yield hands, dead, indicator
            return
        if next(steps, None) is None:
            raise TooMany
        seat = to[0]
        others: set[str] = set().union(*(could[other] for other in to[1:]))
        if any(card not in could[seat] and card not in others for card in left):
            return
        for some in combinations([card for card in left if card in could[seat]], count[seat]):
            rest = [card for card in left if card not in some]
            yield from deal(rest, dead, indicator, to[1:], {**hands, seat: set(some)})

    yield from lay(unseen, {}, hidden)


def losing(game: Game, me: str, order: list[str], strict: bool) -> int | None:
    """The number of cards of the order that can be played before the player's side loses a trick; None: it loses none.

    A card of the order that may not be played when its turn comes counts as a loss.
    """
    known: dict[Any, int | None] = {}

    def lost(game: Game, left: list[str]) -> int | None:
        done = len(order) - len(left)
        if not left and not game.trick and not any(game.hands.values()) and not game.on_table:
            return None
        key = (
            tuple(game.trick), game.leader, game.open, game.duty, game.on_table,
            tuple(map(frozenset, game.hands.values())),
        )  # fmt: skip
        if key in known:
            return known[key]
        options = game.may_play()
        seat = game.turn()
        answer: int | None = None
        if seat == me:
            may = [play for play in options if play[1] == left[0]]
            if not strict:
                first = next(card for card in left if any(card == play[1] for play in options))
                may = [play for play in options if play[1] == first]
            if not may:
                known[key] = done + 1
                return done + 1
            options = may
        for play in options:
            after = game.copy()
            before = len(after.tricks)
            after.play(play)
            rest = [card for card in left if card != play[1]] if seat == me else left
            if len(after.tricks) > before and not partners(after.tricks[-1], me):
                answer = len(order) - len(rest)
            else:
                answer = lost(after, rest)
            if answer is not None:
                break
        known[key] = answer
        return answer

    return lost(game, order)


def winning_orders(point: Point, me: str, most: int = 10**9) -> list[tuple[str, ...]]:
    """The first order of the player's cards, if any, that wins every remaining trick in every consistent deal."""
    games = []
    for hands, indicator, plays in consistent(point, me, most):
        game = replay(point.begin(hands, indicator), plays)
        if point.params["caps.call_opens_trump"] and me == game.maker and game.on_table:
            game.turn_up()
        games.append(game)
    assert games, "the deal that was played is one of them"
    strict = point.params["caps.order"] == "strict"
    refuted: set[tuple[str, ...]] = set()
    mine = games[0].hands[me] | ({point.indicator} if me == point.maker and games[0].on_table else set())
    for order in permutations(sorted(mine)):
        if strict and any(order[:n] in refuted for n in range(len(order) + 1)):
            continue
        for game in games:
            at = losing(game, me, list(order), strict)
            if at is not None:
                if strict:
                    refuted.add(order[:at])
                games.remove(game)
                games.insert(0, game)
                break
        else:
            return [order]
    return []


def order_wins(point: Point, me: str, order: tuple[str, ...], most: int = 10**9) -> bool:
    """Whether this order wins in every consistent deal."""
    for hands, indicator, plays in consistent(point, me, most):
        game = replay(point.begin(hands, indicator), plays)
        if point.params["caps.call_opens_trump"] and me == game.maker and game.on_table:
            game.turn_up()
        if losing(game, me, list(order), point.params["caps.order"] == "strict") is not None:
            return False
    return True
