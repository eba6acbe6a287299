"""How much order survived a shuffle, and how the cards were dealt, as plain values and in sentences."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from domain.audit.shuffle import (
    Dealing,
    Gathering,
    Survived,
    allowing_for,
    batches_of,
    dealings,
    shuffled_pack,
    survived,
    tricks_of,
)
from domain.faces import faces_of
from domain.game import Game
from domain.jass.ruleset import JassRuleset
from domain.record import Record
from domain.ruleset import Ruleset
from replay.words import ENGLISH
from replay.words.knowledge import MANY

Told = dict[str, Any]

WARNING: Final = (
    "This is no proof of guilt. It says how often chance alone leaves as much order, not why order was left. "
    "How tricks are picked up is assumed, since no document tells; and order also survives an honest, short shuffle."
)

RARE: Final = Fraction(1, 100)
"""Below this a result is called unlikely after a thorough shuffle."""

MINIMAL: Final = (
    "The rules of this game let the dealer shuffle little (000 “Deal”, 004 “Shuffling Rules”); the cut is the answer."
)
THOROUGH: Final = "The rules of this game ask for a thorough shuffle."


def shuffle(record: Record, before: Record | None) -> Told:
    """A deal's shuffle held against the deal before, and its dealing against pack and cut, as JSON.

    ``before`` is the match's deal before this one. All hands of both are told.
    """
    game = record.rules.game
    told: Told = {"dealings": [_dealing(record, each) for each in dealings(record)], "warning": WARNING}
    told["rules"] = MINIMAL if _minimal(game) else THOROUGH
    if before is None or not (found := survived(before, record)):
        told["why_not"] = _why_not(record, before)
        return told
    chance = allowing_for(found)
    told["survived"] = {
        "evidence": found[0].evidence,
        "chance": float(chance),
        "text": _verdict(found, chance),
        "assumed": [_survived(each) for each in found],
    }
    return told


def _minimal(game: Game) -> bool:
    return isinstance(game, Ruleset | JassRuleset) and game.shuffle == "minimal"


def _why_not(record: Record, before: Record | None) -> str:
    """Why nothing can be said of the shuffle."""
    if before is None:
        return "There is no deal before this one in a match, so nothing is known of the pack that was shuffled."
    if before.rules.tables is not record.rules.tables:
        return "The deal before was played with another pack."
    if not tricks_of(before):
        return "No trick was played in the deal before, so nobody can tell how its cards lay."
    if not (shuffled_pack(record) or batches_of(record)):
        return "Neither the pack nor all the cards dealt are recorded."
    return "Too little is known."


def gathering_words(gathering: Gathering) -> str:
    """An assumption in words."""
    piles = {
        "one": "each trick laid on the one before",
        "by_team": "each side's tricks in a pile, the trump maker's on the other",
    }
    top = {"first": "the card played first on top", "last": "the card played last on top"}
    return f"{piles[gathering.piles]}; in a trick {top[gathering.top]}"


def _survived(found: Survived) -> Told:
    told: Told = {
        "key": found.gathering.key,
        "assumption": gathering_words(found.gathering),
        "pairs": found.pairs,
        "kept": found.kept,
        "longest": found.longest,
        "chance": float(found.chance),
    }
    if found.evidence == "order":
        told["rising"] = found.rising
        told["rising_chance"] = float(found.rising_chance)
        what = f"{found.kept} of {found.pairs} cards still had the same card below"
        what += f"; the longest run is {_cards(found.longest)}, and there are {found.rising} rising sequences"
    else:
        what = f"{found.kept} of {found.pairs} neighbours were dealt in one batch"
        what += f"; the most of one run in a batch is {_cards(found.longest)}"
    told["text"] = f"{what}. A perfect shuffle leaves as much {odds(found.chance)}."
    if found.evidence == "order":
        told["text"] += f" It leaves as few rising sequences {odds(found.rising_chance)}."
    return told


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def odds(chance: Fraction) -> str:
    """A chance as one says it."""
    if chance == 1:
        return "always"
    if chance < Fraction(1, 10**15):
        return "less than once in a quadrillion times"
    if chance >= Fraction(1, 20):
        return f"{float(chance):.0%} of the time"
    times = int(1 / chance)
    return f"once in {f'about {ENGLISH.in_words(times)}' if times >= MANY else ENGLISH.number(times)} times"


def _verdict(found: tuple[Survived, ...], chance: Fraction) -> str:
    """What it comes to, in a sentence or two."""
    best = min(found, key=lambda each: each.least)
    if chance >= RARE:
        return "No more order survived than a thorough shuffle may well leave."
    told = gathering_words(best.gathering)
    what = "so few rising sequences" if best.rising_chance < best.chance else "so many neighbours"
    return (
        f"More order survived than a thorough shuffle is likely to leave ({what}): with {len(found)} assumptions "
        f"tried, {odds(chance)}. Best fits: {told}."
    )


def _dealing(record: Record, dealing: Dealing) -> Told:
    told: Told = {"ply": dealing.ply, "verdict": dealing.verdict, "counted": dealing.counted}
    if dealing.depth is not None:
        told["depth"] = dealing.depth
    if wrong := dealing.wrong:
        told["wrong"] = {
            "ply": wrong.ply,
            "card": wrong.card,
            "position": wrong.position,
            "due": wrong.due,
            "dealt": wrong.dealt,
        }
    told["text"] = _dealing_words(record, dealing)
    return told


def _dealing_words(record: Record, dealing: Dealing) -> str:
    names = dict(zip(record.rules.seats, record.rules.names, strict=True))
    cut = "" if dealing.depth is None else "the pack not cut" if not dealing.depth else f"a cut of {dealing.depth}"
    if dealing.verdict == "unknown":
        return "Pack or cards are not recorded, so the dealing cannot be checked."
    if wrong := dealing.wrong:
        card = faces_of(record.rules.game).spoken(wrong.card)
        got = f"came to {names[wrong.dealt]}" if wrong.dealt else "came to nobody in this batch"
        cards = (
            "" if dealing.counted else " The cut was not counted, and no depth fits; this is the one that fits longest."
        )
        return (
            f"With {cut} card {wrong.position} from the top, the {card}, was {names[wrong.due]}'s; it {got}."
            f"{cards} First wrong at ply {wrong.ply} (000 “Deal”)."
        )
    if dealing.counted:
        return f"Every card came to the seat that pack and cut give it to, with {cut}."
    told = f"they fit {cut}" if cut else "several depths fit"
    return f"The cut was not counted; by the cards, {told}, and every card is where it belongs."


__all__ = ["gathering_words", "odds", "shuffle"]
