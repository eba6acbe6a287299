"""Read a puzzle's deal from its acts alone: face-down cards that were seen later, voids, points and pay.

Nothing here reads the knowledge tables or the settlement of the product. Suits, the order of ranks and the points of
special packs are data of the ruleset; the pay is that of the rule documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    PartnerCardNamed,
    RedealDemanded,
    TrumpClosed,
    TrumpOpened,
)
from replay.puzzles.puzzle import Puzzle

UNKNOWN: Final = "??"


@dataclass
class Play:
    """A card that was played, with the card that turned out to lie there if it was face down."""

    ply: int
    seat: Seat
    card: Card
    down: bool
    indicator: bool
    trick: int
    led: Card = UNKNOWN
    is_inspected: bool = False
    """Whether the maker looked at it, and turned it up if it was a trump."""


class Reading:
    """The last dealing of a deal as the viewer of a puzzle saw it."""

    def __init__(self, puzzle: Puzzle) -> None:
        position = puzzle.position
        self.rules, self.viewer = position.rules, position.viewer
        acts: list[tuple[int, Act]] = list(enumerate(position.acts))
        again = [n for n, act in acts if isinstance(act, RedealDemanded)]
        self.acts = [(ply, act) for ply, act in acts if not again or ply > again[-1]]
        self.plays: list[Play] = []
        self.dealt: dict[Seat, set[Card]] = {seat: set() for seat in self.rules.seats}
        self.shown: dict[Seat, set[Card]] = {seat: set() for seat in self.rules.seats}
        self.indicator: Card = UNKNOWN
        self.opened_at: int | None = None
        self.placed: Seat | None = None
        for ply, act in self.acts:
            self._read(ply, act)

    def _read(self, ply: int, act: Act) -> None:
        match act:
            case CardsDealt():
                for seat, cards in act.hands.items():
                    self.dealt[seat] |= {card for card in cards if card != UNKNOWN}
            case IndicatorPlaced(seat=seat, card=card):
                self.placed, self.indicator = seat, card
            case TrumpOpened(card=card):
                self._show_indicator(ply, card)
            case IndicatorRevealed(card=card):
                self._show_indicator(ply, card)
                for play in self.plays:
                    if play.indicator and play.card == UNKNOWN:
                        play.card = card
            case CardPlayed():
                width = self.rules.seat_count
                n = len(self.plays)
                play = Play(ply, act.seat, act.card, act.down, act.indicator, n // width)
                play.led = act.card if n % width == 0 else self.plays[n - n % width].card
                self.plays.append(play)
            case FaceDownInspected() | CardsRevealed():
                last = self.plays[-1].trick
                for play in self.plays:
                    if play.trick == last and play.down:
                        play.is_inspected = True
                        if (card := act.cards.get(play.seat, UNKNOWN)) != UNKNOWN:
                            play.card = card
            case CapsCalled():
                self.shown[act.seat] |= {card for card in act.order if card != UNKNOWN}

    def _show_indicator(self, ply: int, card: Card) -> None:
        self.opened_at = ply
        if card != UNKNOWN:
            self.indicator = card

    @property
    def is_complete(self) -> bool:
        """Return whether every card that was played is known."""
        return all(play.card != UNKNOWN for play in self.plays)

    def tricks(self) -> list[list[Play]]:
        """Return the whole tricks."""
        width = self.rules.seat_count
        return [self.plays[n : n + width] for n in range(0, len(self.plays) - width + 1, width)]

    def points(self, worth: dict[Card, int]) -> Counter[Seat]:
        """Return the points that each seat has won: of the seat that leads next, and of the best card of the last."""
        won: Counter[Seat] = Counter()
        tricks = self.tricks()
        for n, trick in enumerate(tricks):
            following = self.plays[(n + 1) * len(trick)].seat if len(self.plays) > (n + 1) * len(trick) else None
            winner = following or self._best(trick)
            won[winner] += sum(worth[play.card] for play in trick)
        return won

    def _best(self, trick: list[Play]) -> Seat:
        """Return who wins a trick whose cards are all known: the highest trump, else the highest card of the suit."""
        ranks = self.rules.ruleset.pack.ranks
        led, trump = trick[0].card[-1], self.indicator[-1]
        in_trumps = [play for play in trick if play.card[-1] == trump]
        ranked = in_trumps or [play for play in trick if play.card[-1] == led]
        return max(ranked, key=lambda play: ranks.index(play.card[:-1])).seat


# --- who can have a card ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slot:
    """A place in which an unseen card lies, with the suits that cannot lie there, and cards that cannot."""

    seat: Seat
    in_hand: bool
    without: frozenset[str]
    ply: int = -1
    """The ply at which it was played face down; -1 if it is in the hand."""


class TooComplex(Exception):
    """Raised if a deal has something that this reading does not know."""


def holders(puzzle: Puzzle, card: Card) -> set[Seat]:
    """Return the seats that hold a card in some deal that fits what the viewer saw.

    The unseen cards are matched with the places where they lie: one place for each card of a hand and for each card
    face down. Raises `TooComplex`.
    """
    reading = Reading(puzzle)
    holding: set[Seat] = set()
    for indicator in _indicators(reading):
        unseen, slots = _slots(reading, indicator)
        if card not in unseen:
            was_played = any(play.indicator for play in reading.plays)
            if indicator == card and reading.placed and not was_played and _matches(unseen, slots, None):
                holding.add(reading.placed)
            continue
        if _matches(unseen, slots, None):
            holding |= {
                seat for seat in reading.rules.seats if seat not in holding and _matches(unseen, slots, (card, seat))
            }
    return holding


def _indicators(reading: Reading) -> Iterator[Card]:
    """Yield every card that can be the indicator; one that was seen is the only one."""
    if reading.placed is None:
        raise TooComplex("there is no indicator")
    if reading.indicator != UNKNOWN:
        yield reading.indicator
        return
    cards_seen = {play.card for play in reading.plays} | reading.dealt[reading.viewer]
    no_trumps = {play.card[-1] for play in reading.plays if play.down and play.is_inspected and play.card != UNKNOWN}
    is_closed = any(isinstance(act, TrumpClosed) for _, act in reading.acts)
    if is_closed and reading.plays and reading.plays[0].seat == reading.placed:
        # 000 "Play": a trump maker at the dealer's right leads no trump to the first trick of a closed game.
        no_trumps.add(reading.plays[0].card[-1])
    for card in reading.rules.tables.bit:
        if card not in cards_seen and card[-1] not in no_trumps:
            yield card


def _slots(reading: Reading, indicator: Card) -> tuple[set[Card], list[Slot]]:
    """Return the cards that the viewer has not seen, and the places where they lie."""
    rules, me, trump = reading.rules, reading.viewer, indicator[-1]
    known: dict[Seat, set[Card]] = {seat: set(reading.shown[seat]) for seat in rules.seats}
    known[me] |= reading.dealt[me]
    if reading.placed:
        known[reading.placed].add(indicator)
    for play in reading.plays:
        if play.card != UNKNOWN:
            known[play.seat].add(play.card)
    unseen = set(rules.tables.bit) - set().union(*known.values())
    slots: list[Slot] = []
    for seat in rules.seats:
        if seat == me:
            continue
        plays = [play for play in reading.plays if play.seat == seat and not (play.indicator and play.card == UNKNOWN)]
        voids: list[tuple[int, str]] = []
        for play in (play for play in reading.plays if play.seat == seat):
            if play.led == UNKNOWN or play.card == play.led:
                continue
            if play.card == UNKNOWN or play.card[-1] != play.led[-1]:
                voids.append((play.ply, play.led[-1]))
        for play in plays:
            if play.card == UNKNOWN:
                without = {suit for ply, suit in voids if ply <= play.ply}
                slots.append(
                    Slot(seat, False, frozenset(without | ({trump} if play.is_inspected else set())), play.ply)
                )
        left = rules.hand_size - len(known[seat]) - sum(play.card == UNKNOWN for play in plays)
        slots += [Slot(seat, True, frozenset(suit for _, suit in voids))] * left
    slots += [Slot("", False, frozenset())] * (len(unseen) - len(slots))
    if len(slots) != len(unseen):
        raise TooComplex("the cards do not add up")
    return unseen, slots


Dealt: TypeAlias = tuple[dict[Seat, list[Card]], dict[int, Card], Card]
"""The cards of the other seats, the cards face down by ply, and the indicator."""


def all_deals(puzzle: Puzzle, most: int) -> Iterator[Dealt]:
    """Yield every deal that fits what the viewer saw. Raises `TooComplex`, also after ``most`` deals."""
    reading = Reading(puzzle)
    count = 0
    for indicator in _indicators(reading):
        unseen, slots = _slots(reading, indicator)
        places = Counter(slots)
        for assignment in _ways(sorted(unseen), places):
            if (count := count + 1) > most:
                raise TooComplex("too many ways")
            yield _dealt(reading, indicator, assignment)


def _ways(cards: list[Card], places: Counter[Slot]) -> Iterator[list[tuple[Slot, Card]]]:
    """Yield every way to lay the cards into the places; equal places are one place with room for several."""
    if not cards:
        yield []
        return
    for slot in list(places):
        if places[slot] and cards[0][-1] not in slot.without:
            places[slot] -= 1
            for rest in _ways(cards[1:], places):
                yield [(slot, cards[0]), *rest]
            places[slot] += 1


def random_deal(puzzle: Puzzle, rng: Random) -> Dealt | None:
    """Return the cards of the other seats, the cards face down by ply, and the indicator, in a deal that fits.

    Every deal that fits can come, not all as often. Returns None if the first try failed. Raises `TooComplex`.
    """
    reading = Reading(puzzle)
    indicator = rng.choice(list(_indicators(reading)))
    unseen, slots = _slots(reading, indicator)
    order = sorted(unseen)
    rng.shuffle(order)
    rng.shuffle(slots)
    assignment = _assign(order, lambda card, slot: card[-1] not in slot.without, slots)
    if assignment is None:
        return None
    return _dealt(reading, indicator, [(slots[n], card) for n, card in assignment.items()])


def _dealt(reading: Reading, indicator: Card, assignment: list[tuple[Slot, Card]]) -> Dealt:
    hands: dict[Seat, list[Card]] = {seat: [] for seat in reading.rules.seats if seat != reading.viewer}
    for seat in hands:
        cards = reading.shown[seat] | {
            play.card for play in reading.plays if play.seat == seat and play.card != UNKNOWN
        }
        hands[seat] = sorted(cards | ({indicator} if seat == reading.placed else set()))
    down: dict[int, Card] = {}
    for slot, card in assignment:
        if slot.seat:
            hands[slot.seat].append(card)
        if slot.ply >= 0:
            down[slot.ply] = card
    down |= {play.ply: indicator for play in reading.plays if play.indicator and play.card == UNKNOWN}
    return hands, down, indicator


def _matches(unseen: set[Card], slots: list[Slot], fixed: tuple[Card, Seat] | None) -> bool:
    """Return whether every unseen card has a place of its own; ``fixed``: a card that is in the hand of a seat."""

    def may_lie(card: Card, slot: Slot) -> bool:
        if fixed and card == fixed[0] and (slot.seat != fixed[1] or not slot.in_hand):
            return False
        return card[-1] not in slot.without

    return _assign(sorted(unseen), may_lie, slots) is not None


def _assign(cards: list[Card], may_lie: Callable[[Card, Slot], bool], slots: list[Slot]) -> dict[int, Card] | None:
    """Return a card for each place by its number; None if there is no way (Kuhn's algorithm)."""
    assignment: dict[int, Card] = {}

    def place(card: Card, tried: set[int]) -> bool:
        for n, slot in enumerate(slots):
            if n not in tried and may_lie(card, slot):
                tried.add(n)
                if n not in assignment or place(assignment[n], tried):
                    assignment[n] = card
                    return True
        return False

    return assignment if all(place(card, set()) for card in cards) else None


# --- the pay ------------------------------------------------------------------------------------------

FOUR: Final = ((0, 1, 2), (200, 2, 3), (250, 3, 4))
"""The least bid of each line of the table, what it wins and what it loses (000 "Scoring")."""
SIX_OR_EIGHT: Final = ((0, 2, 3), (250, 3, 4))
BANDS: Final = {
    "304-six-24": SIX_OR_EIGHT,
    "304-eight": SIX_OR_EIGHT,
    "504": ((0, 1, 2), (340, 2, 3), (420, 3, 4)),
    "904": ((0, 1, 2), (600, 2, 3), (750, 3, 4)),
}
"""Those of the games with other bids; the documents do not give them, so these are the catalogue's own."""


def settlement(puzzle: Puzzle, worth: dict[Card, int]) -> dict[str, int]:
    """Return the tokens of a deal of 304 in which the bid alone decides. Raises `TooComplex` for others."""
    reading = Reading(puzzle)
    bids = [act for _, act in reading.acts if isinstance(act, BidMade)]
    if any(isinstance(act, CapsCalled) for _, act in reading.acts) or not bids:
        raise TooComplex("Caps was called")
    if reading.placed is None or reading.indicator == UNKNOWN or not reading.is_complete:
        raise TooComplex("not every card is known")
    last = bids[-1]
    if not isinstance(last.bid, int):
        raise TooComplex("the bid is no number")
    seating = reading.rules.ruleset.seating
    makers = {seating.team(last.seat)}
    for _, act in reading.acts:
        if isinstance(act, PartnerCardNamed):
            makers |= {seating.team(seat) for seat, cards in reading.dealt.items() if act.card in cards}
    won = reading.points(worth)
    if reading.rules.ruleset.key == "304-maharashtra" and len(reading.tricks()) == reading.rules.hand_size:
        won[reading._best(reading.tricks()[-1])] += 10
    made = sum(points for seat, points in won.items() if seating.team(seat) in makers) >= last.bid
    _, win, lose = [band for band in BANDS.get(reading.rules.ruleset.key, FOUR) if band[0] <= last.bid][-1]
    tokens = win if made else -lose
    others = len(seating.teams) - len(makers)
    # Whoever has no partner against three wins or pays three times (no document has this score; the rulebook says so).
    of_makers = tokens * others // len(makers)
    return {team: of_makers if team in makers else -tokens for team in seating.teams}


def resolved(puzzle: Puzzle) -> tuple[Act, ...]:
    """Return the acts of the last dealing, each face-down card as it was seen later."""
    reading = Reading(puzzle)
    cards = {play.ply: play.card for play in reading.plays}
    return tuple(replace(act, card=cards[ply]) if isinstance(act, CardPlayed) else act for ply, act in reading.acts)
