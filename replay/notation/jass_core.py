"""The compact core of an archived Jass deal: the layouts that are not those of 304.

As there, packing and unpacking know no rule of the game, and `pack` keeps the core only if `unpack` gives the
same facts back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from domain.cards import Seat
from domain.facts import (
    Act,
    CardPlayed,
    CardsDealt,
    ContractBid,
    DealSettled,
    Doubled,
    Fact,
    PackCut,
    PackShuffled,
    Passed,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.jass.ruleset import OBENABE, UNDENUFE
from domain.rules import Rules
from replay.notation.cards_code import CARD, LETTER, SUITS, pack_cards
from replay.notation.core import DECLINED, HOW, OUTCOMES, Core, cards_of, dealings, opening, seat_of
from replay.notation.errors import ArchiveError

CALL: Final = 5
"""Characters of a call."""
CALLS: Final = {"----": Passed, "dbl-": Doubled, "rdbl": Redoubled}
DENOMINATION: Final = {**{suit: suit for suit in SUITS}, "o": OBENABE, "u": UNDENUFE}
LETTERS: Final = {denomination: letter for letter, denomination in DENOMINATION.items()}
USUAL: Final = {"m": ("contract-made",), "f": ("contract-failed",), "p": ()}
RESULT: Final = 17
"""Characters of a result for the usual reasons."""
LETTER_OF: Final = {meant: letter for letter, meant in OUTCOMES.items()}
HEAD: Final = 4
"""Characters of what is said before its value: after how many cards, who, and what kind."""
PLAIN: Final = {"x": WeisConceded, "k": StoeckClaimed, "p": Passed}
"""What is said during the play and has no value."""
KIND_OF: Final[dict[type[Act], str]] = {kind: letter for letter, kind in PLAIN.items()}
DIGITS: Final = 4
"""Most digits of a number that is said."""


# --- packing --------------------------------------------------------------------------------------


def pack(facts: Sequence[Fact], dealer: Seat, rules: Rules) -> Core | None:
    """The core of these facts; None when they are more than a core can say."""
    try:
        core = _pack(facts, rules)
        return core if list(unpack(core, dealer, rules)) == list(facts) else None
    except (KeyError, ValueError):
        return None


def _pack(facts: Sequence[Fact], rules: Rules) -> Core:
    core = Core()
    place = rules.place
    talk: list[str] = []
    for fact in facts:
        match fact:
            case PackShuffled():
                core.pack = pack_cards(fact.order)
            case PackCut():
                core.cut = DECLINED if fact.depth is None else fact.depth
            case CardsDealt():
                core.cards += "".join(pack_cards(fact.hands[seat]) for seat in rules.seats)
            case ContractBid():
                core.auction += f"{place[fact.seat]}{fact.points:03d}{LETTERS[fact.denomination]}"
            case Doubled():
                core.auction += f"{place[fact.seat]}dbl-"
            case Redoubled():
                core.auction += f"{place[fact.seat]}rdbl"
            case Passed() if not core.plays:
                core.auction += f"{place[fact.seat]}----"
            case CardPlayed():
                core.plays += LETTER[fact.card] + chr(HOW + 4 * place[fact.seat])
            case DealSettled():
                core.result = _result(fact, rules)
            case Act():
                talk.append(f"{len(core.plays) // 2:02d}{place[fact.seat]}{_said(fact, rules)}")
    core.talk = " ".join(talk)
    return core


def _said(act: Act, rules: Rules) -> str:
    """What was said during the play: its kind and its value."""
    match act:
        case WeisDeclared():
            return f"d{act.value}"
        case WeisDetailed(_, int(cards), None, None):
            return f"c{cards}"
        case WeisDetailed(_, None, str(top), None):
            return f"h{top}"
        case WeisDetailed(_, None, None, bool(trump)):
            return "t+" if trump else "t-"
        case WeisScored():
            return "s" + ",".join(map(str, act.values))
        case WeisDemanded():
            return f"q{rules.place[act.of]}{act.value}"
        case WeisShown():
            return f"v{pack_cards(act.cards)}"
    return KIND_OF[type(act)]


def _result(fact: DealSettled, rules: Rules) -> str:
    first, second = rules.game.seating.teams
    letter = LETTER_OF[fact.outcome, fact.made]
    told = "" if fact.reasons == USUAL[letter] else ":" + ",".join(fact.reasons)
    score, points, tricks = fact.score, fact.points, fact.tricks
    return (
        f"{letter}{score[first]:04d}{score[second]:04d}{points[first]:03d}{points[second]:03d}"
        f"{tricks[first]:1d}{tricks[second]:1d}{told}"
    )


# --- unpacking ------------------------------------------------------------------------------------


def unpack(core: Core, dealer: Seat, rules: Rules) -> Iterator[Fact]:
    """The facts that a core tells. Raises `ArchiveError` that names the part which does not fit its layout."""
    for part in ("second", "trump", "looks"):
        if getattr(core, part):
            raise ArchiveError(f"{part}: a Jass has none")
    yield from opening(core, dealer, rules)
    for batch in dealings(core, rules):
        yield CardsDealt(dealer, batch)
    yield from _calls(core.auction, rules)
    yield from _play(core, rules)
    if core.result:
        yield _unpack_result(core.result, rules)


def _number(digits: str) -> int | None:
    """A number of plain digits; None for anything else."""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS else None


def _calls(text: str, rules: Rules) -> Iterator[Act]:
    if len(text) % CALL:
        raise ArchiveError(f"auction: {len(text)} characters are not five for each call")
    for n in range(0, len(text), CALL):
        seat = seat_of(text[n], "auction", rules)
        call = text[n + 1 : n + CALL]
        if call in CALLS:
            yield CALLS[call](seat)
            continue
        number, denomination = _number(call[:3]), DENOMINATION.get(call[3])
        if number is None or denomination is None:
            raise ArchiveError(f"auction: {call!r} is no call: write three digits and S, H, D, C, o or u, or ----")
        yield ContractBid(seat, number, denomination)


@lru_cache(maxsize=16)
def every_play(seats: tuple[Seat, ...]) -> dict[str, CardPlayed]:
    """Every card that each of these seats may ever play, by its two characters."""
    return {
        letter + chr(HOW + 4 * n): CardPlayed(seat, card)
        for n, seat in enumerate(seats)
        for letter, card in CARD.items()
    }


def _play(core: Core, rules: Rules) -> Iterator[Act]:
    """The cards, two characters each, and between them what was said."""
    text = core.plays
    if len(text) % 2:
        raise ArchiveError(f"plays: {len(text)} characters are not two for each play")
    words = core.talk.split(" ") if core.talk else []
    said = 0
    plays = every_play(rules.seats)
    for n in range(0, len(text) + 1, 2):
        while said < len(words) and words[said][:2] == f"{n // 2:02d}":
            yield _spoken(words[said], rules)
            said += 1
        if n == len(text):
            break
        play = plays.get(text[n : n + 2])
        if play is None:
            raise ArchiveError(f"plays: {text[n : n + 2]!r} is no play")
        yield play
    if said < len(words):
        raise ArchiveError(f"talk: {words[said]!r} does not begin with a number of cards, or not in their order")


def _spoken(word: str, rules: Rules) -> Act:
    """One thing that was said."""
    seat, kind, value = seat_of(word[2:3], "talk", rules), word[3:HEAD], word[HEAD:]
    number = _number(value)
    if kind in PLAIN and not value:
        return PLAIN[kind](seat)
    if kind == "d" and number is not None:
        return WeisDeclared(seat, number)
    if kind == "c" and number is not None:
        return WeisDetailed(seat, cards=number)
    if kind == "h" and value:
        return WeisDetailed(seat, top=value)
    if kind == "t" and value in ("+", "-"):
        return WeisDetailed(seat, trump=value == "+")
    if kind == "s":
        values = [_number(each) for each in value.split(",")] if value else []
        if None not in values:
            return WeisScored(seat, tuple(each for each in values if each is not None))
    if kind == "q" and (asked := _number(value[1:])) is not None:
        return WeisDemanded(seat, seat_of(value[0], "talk", rules), asked)
    if kind == "v":
        return WeisShown(seat, cards_of(value, "talk"))
    raise ArchiveError(f"talk: {word!r} is nothing that is said in the play")


def _unpack_result(text: str, rules: Rules) -> DealSettled:
    first, second = rules.game.seating.teams
    letter, numbers, colon = text[:1], text[1:RESULT], text[RESULT : RESULT + 1]
    whole = len(numbers) == RESULT - 1 and numbers.isascii() and numbers.isdecimal()
    if letter not in USUAL or not whole or colon not in ("", ":"):
        raise ArchiveError(f"result: {text!r} is not m, f or p, scores 4 + 4, points 3 + 3, tricks 1 + 1")
    outcome, made = OUTCOMES[letter]
    reasons = tuple(text[RESULT + 1 :].split(",")) if colon else USUAL[letter]
    return DealSettled(
        outcome,
        {first: 0, second: 0},
        {first: int(numbers[8:11]), second: int(numbers[11:14])},
        {first: int(numbers[14]), second: int(numbers[15])},
        made,
        tuple(reason for reason in reasons if reason),
        {first: int(numbers[:4]), second: int(numbers[4:8])},
    )
