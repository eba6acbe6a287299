"""The compact core of an archived deal: fixed layouts for what almost every deal consists of.

Those of a Jass that differ are in `jass_core`.

Packing and unpacking know no rule of the game: a core says what happened, also what it compelled.
`pack` tries, and keeps the core only if `unpack` gives the same facts back.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final

import msgspec

from domain.cards import Card, Seat
from domain.facts import (
    PCC,
    Act,
    BidMade,
    CardPlayed,
    CardsDealt,
    CardsRevealed,
    DealSettled,
    FaceDownInspected,
    Fact,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    PackCut,
    PackShuffled,
    PartnerAsked,
    Passed,
    TrumpClosed,
    TrumpOpened,
)
from domain.rules import Rules
from replay.notation.cards_code import CARD, LETTER, pack_cards, unpack_cards
from replay.notation.errors import ArchiveError

UNCOUNTED: Final = 0
DECLINED: Final = -1
CALLS: Final = {"---": Passed, "ask": PartnerAsked}
OUTCOMES: Final = {"m": ("played", True), "f": ("played", False), "p": ("passed_out", None), "s": ("spoilt", None)}
USUAL: Final = {"m": ("bid-made",), "f": ("bid-failed",), "p": (), "s": ()}
HOW: Final = 48
"""The character code of the first seat playing face up: ``0``."""


class Core(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a plain deal consists of, each part in a layout of its own; docs/formats.md tells them."""

    cards: str = ""
    cut: int = DECLINED
    pack: str | None = None
    auction: str = ""
    second: str = ""
    trump: str = ""
    plays: str = ""
    looks: str = ""
    talk: str = ""
    result: str = ""


# --- packing --------------------------------------------------------------------------------------


def pack(facts: Sequence[Fact], dealer: Seat, rules: Rules) -> Core | None:
    """The core of these facts; None when they are more than a core can say."""
    try:
        core = _pack(facts, rules)
        return core if list(unpack(core, dealer, rules)) == list(facts) else None
    except (KeyError, ValueError, IndexError):
        return None


def _pack(facts: Sequence[Fact], rules: Rules) -> Core:
    core = Core()
    place = rules.place
    dealt = 0
    trick: list[str] = []
    for fact in facts:
        match fact:
            case PackShuffled():
                core.pack = pack_cards(fact.order)
            case PackCut():
                core.cut = DECLINED if fact.depth is None else fact.depth
            case CardsDealt():
                dealt += 1
                core.cards += "".join(pack_cards(fact.hands[seat]) for seat in rules.seats)
            case BidMade() | Passed() | PartnerAsked():
                call = f"{place[fact.seat]}{_call(fact)}"
                if dealt > 1:
                    core.second += call
                else:
                    core.auction += call
            case IndicatorPlaced():
                core.trump += LETTER[fact.card]
            case TrumpOpened():
                core.trump += "+"
            case TrumpClosed():
                core.trump += "-"
            case CardPlayed():
                if fact.seat in trick or len(trick) == _in_trick(core, rules):
                    trick = []
                trick.append(fact.seat)
                if len(trick) == _in_trick(core, rules):
                    core.looks += "."
                how = place[fact.seat] << 2 | fact.indicator << 1 | fact.down
                core.plays += LETTER[fact.card] + chr(HOW + how)
            case FaceDownInspected():
                core.looks = core.looks[:-1] + ("t" if fact.trumps else "n")
            case CardsRevealed(seat, cards) if seat in cards:
                core.looks = core.looks[:-1] + "s"
            case IndicatorRevealed() if core.looks[-1] in ".n":
                core.looks = core.looks[:-1] + ("i" if core.looks[-1] == "." else "j")
            case DealSettled():
                core.result = _result(fact, rules)
    return core


def _in_trick(core: Core, rules: Rules) -> int:
    """How many cards make a trick: in Partner Close Caps the bidder's team mates sleep."""
    return rules.seat_count - len(rules.mates[0]) * (PCC in core.second)


def _call(act: Act) -> str:
    if isinstance(act, BidMade):
        if act.bid == PCC:
            return PCC
        return f"{act.bid:03d}"
    return "---" if isinstance(act, Passed) else "ask"


def _result(fact: DealSettled, rules: Rules) -> str:
    first, second = rules.ruleset.seating.teams
    letter = next((letter for letter, meant in OUTCOMES.items() if meant == (fact.outcome, fact.made)), "")
    told = "" if fact.reasons == USUAL[letter] else ":" + ",".join(fact.reasons)
    points, tricks = fact.points, fact.tricks
    return (
        f"{letter}{fact.tokens[first]:+03d}{points[first]:03d}{points[second]:03d}"
        f"{tricks[first]:1d}{tricks[second]:1d}{told}"
    )


# --- unpacking ------------------------------------------------------------------------------------


def unpack(core: Core, dealer: Seat, rules: Rules) -> Iterator[Fact]:
    """The facts that a core tells. Raises `ArchiveError` that names the part which does not fit its layout."""
    if core.talk:
        raise ArchiveError("talk: only a Jass has it")
    yield from opening(core, dealer, rules)
    batches = dealings(core, rules)
    if batches:
        yield CardsDealt(dealer, batches[0])
    maker = yield from _calls(core.auction, "auction", rules)
    trump = core.trump.rstrip("+-")
    indicators = cards_of(trump, "trump")
    ends = core.trump[len(trump) :]
    if ends not in ("", "+", "-") or len(indicators) > 2:
        raise ArchiveError(f"trump: {core.trump!r} is not one or two cards and + (open) or - (closed)")
    if indicators:
        yield IndicatorPlaced(_known(maker, "auction"), indicators[0])
    for batch in batches[1:]:
        yield CardsDealt(dealer, batch)
    again = yield from _calls(core.second, "second", rules)
    if again is not None and indicators:
        yield IndicatorTakenBack(_known(maker, "auction"), indicators[0])
        maker = again
    if len(indicators) == 2:
        yield IndicatorPlaced(_known(again, "second"), indicators[1])
    if ends:
        chosen = _known(maker, "auction")
        yield TrumpClosed(chosen) if ends == "-" else TrumpOpened(chosen, indicators[-1] if indicators else "??")
    if core.plays or core.looks:
        yield from _plays(core, _known(maker, "auction"), indicators[-1] if indicators else "??", rules)
    if core.result:
        yield _unpack_result(core.result, rules)


def opening(core: Core, dealer: Seat, rules: Rules) -> Iterator[Fact]:
    """What came before the cards: the shuffle, if it was recorded, and the cut."""
    if core.pack is not None:
        yield PackShuffled(dealer, cards_of(core.pack, "pack"))
    left = rules.seats[(rules.place[dealer] - 1) % rules.seat_count]
    if core.cut < DECLINED:
        raise ArchiveError(f"cut: {core.cut} is less than -1")
    yield PackCut(left, None if core.cut == DECLINED else core.cut)


def _known(seat: Seat | None, part: str) -> Seat:
    if seat is None:
        raise ArchiveError(f"{part}: nobody bid, so there is no trump maker")
    return seat


def cards_of(letters: str, part: str) -> tuple[Card, ...]:
    """The cards of a part."""
    try:
        return unpack_cards(letters)
    except KeyError as e:
        raise ArchiveError(f"{part}: {e.args[0]!r} is no card letter") from None


def dealings(core: Core, rules: Rules) -> list[dict[Seat, tuple[Card, ...]]]:
    """What each seat was dealt, batch by batch."""
    cards = cards_of(core.cards, "cards")
    found = []
    for size in rules.ruleset.batches:
        if not cards:
            break
        seats = rules.seats
        found.append({seat: cards[n * size : (n + 1) * size] for n, seat in enumerate(seats)})
        cards = cards[size * len(seats) :]
    if cards or (found and len(core.cards) not in _sizes(rules)):
        raise ArchiveError(f"cards: {len(core.cards)} letters do not make whole batches")
    return found


def _sizes(rules: Rules) -> set[int]:
    batches = rules.ruleset.batches
    return {rules.seat_count * sum(batches[:n]) for n in range(len(batches) + 1)}


def seat_of(digit: str, part: str, rules: Rules) -> Seat:
    """The seat of a digit."""
    return _seat(ord(digit) - HOW if digit else -1, part, rules)


def _seat(number: int, part: str, rules: Rules) -> Seat:
    if not 0 <= number < rules.seat_count:
        raise ArchiveError(f"{part}: there is no seat number {number}")
    return rules.seats[number]


def _calls(text: str, part: str, rules: Rules) -> Generator[Fact, None, Seat | None]:
    """The calls of an auction, four characters each; returns the last bidder."""
    bidder = None
    if len(text) % 4:
        raise ArchiveError(f"{part}: {len(text)} characters are not four for each call")
    for n in range(0, len(text), 4):
        seat = seat_of(text[n], part, rules)
        call = text[n + 1 : n + 4]
        if call in CALLS:
            yield CALLS[call](seat)
            continue
        if call != PCC and not (call.isascii() and call.isdecimal()):
            raise ArchiveError(f"{part}: {call!r} is no call: write three digits, pcc, --- or ask")
        bidder = seat
        yield BidMade(seat, PCC if call == PCC else int(call))
    return bidder


def _plays(core: Core, maker: Seat, indicator: Card, rules: Rules) -> Iterator[Fact]:
    """The tricks, two characters each play, and after each trick what its look tells."""
    text = core.plays
    if len(text) % 2:
        raise ArchiveError(f"plays: {len(text)} characters are not two for each play")
    size = _in_trick(core, rules)
    if len(core.looks) != len(text) // (2 * size):
        raise ArchiveError(f"looks: {len(core.looks)} characters for {len(text) // (2 * size)} whole tricks")
    down: dict[Seat, Card] = {}
    for n in range(0, len(text), 2):
        card = CARD.get(text[n])
        how = ord(text[n + 1]) - HOW
        if card is None or how < 0:
            raise ArchiveError(f"plays: {text[n : n + 2]!r} is no play")
        seat = _seat(how >> 2, "plays", rules)
        if how & 1:
            down[seat] = card
        yield CardPlayed(seat, card, bool(how & 1), bool(how & 2))
        trick, last = divmod(n // 2, size)
        if last == size - 1:
            yield from _look(core.looks[trick], maker, indicator, down)
            down = {}


def _look(sign: str, maker: Seat, indicator: Card, down: dict[Seat, Card]) -> Iterator[Fact]:
    """What the maker did after a trick."""
    if sign not in ".ntsij":
        raise ArchiveError(f"looks: {sign!r} is no look: write one of . n t s i j")
    others = {seat: card for seat, card in down.items() if seat != maker}
    if sign in "ntsj":
        yield FaceDownInspected(maker, sign in "ts", others)
    if sign == "s" or (sign == "t" and others):
        yield CardsRevealed(maker, down if sign == "s" else others)
    if sign in "tsij":
        yield IndicatorRevealed(maker, indicator)


def _unpack_result(text: str, rules: Rules) -> DealSettled:
    first, second = rules.ruleset.seating.teams
    letter, tokens, numbers = text[:1], text[1:4], text[4:12]
    signed = tokens[:1] in ("+", "-") and (tokens[1:] + numbers).isdecimal() and text.isascii()
    if letter not in OUTCOMES or not signed or len(numbers) != 8 or text[12:13] not in ("", ":"):
        raise ArchiveError(f"result: {text!r} is not m, f, p or s, tokens as +01, points 3 + 3, tricks 1 + 1")
    outcome, made = OUTCOMES[letter]
    paid = int(tokens)
    reasons = tuple(text[13:].split(",")) if text[12:] else USUAL[letter]
    return DealSettled(
        outcome,
        {first: paid, second: -paid},
        {first: int(numbers[:3]), second: int(numbers[3:6])},
        {first: int(numbers[6]), second: int(numbers[7])},
        made,
        tuple(reason for reason in reasons if reason),
    )
