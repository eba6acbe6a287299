"""The known rulesets by key. A key never changes once deals were stored under it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from domain.engine.faces import suit_names
from domain.engine.packs import PACK_304, PACK_304_24, PACK_304_36, PACK_504, PACK_904, PACK_JASS
from domain.engine.parameters import check, override
from domain.engine.ruleset import Ruleset
from domain.engine.seats import EIGHT, FOUR, FOUR_ALONE, SIX
from domain.engine.words.values import Term
from domain.engine.words.worded import WordedError
from domain.games.sidi.ruleset import SidiRuleset
from domain.games.three04.ruleset import Three04Ruleset


def dealt_in(first: int, rest: int) -> tuple[str, ...]:
    """Return the stages of a game that deals ``first`` cards, auctions them, and then deals the rest."""
    return (
        "cut",
        f"deal {first}",
        "auction4",
        "indicator",
        f"deal {rest}",
        "auction8",
        "indicator again",
        "declare",
        "play",
    )


STANDARD: Final = check(
    Three04Ruleset(
        key="304",
        version=1,
        name="304",
        pack=PACK_304,
        seating=FOUR,
        stages=dealt_in(4, 4),
    )
)
"""304 for four players (document 000)."""

BANK: Final = override(
    STANDARD,
    key="304-bank",
    name="304, tokens paid to the bank",
    changes={"match.pay_to": "bank", "match.end": "bank"},
)
"""000 "Variants": the shorter game."""

JAFFNA: Final = override(
    STANDARD,
    key="304-jaffna",
    name="304 as played in Jaffna",
    changes={
        "auction4.later_turn_minimum": None,
        "auction4.over_partner_minimum": None,
        "auction8.over_four_card": "equal_ok",
        "caps.grace": "none",
        "violation.remedy": "award_game_plus",
    },
)
"""304 for four players (document 004)."""

CATS: Final = override(
    STANDARD,
    key="304-cats",
    name="304 as on CatsAtCards",
    changes={
        "shuffle": "thorough",
        "auction8.first_speaker": "dealer_right",
        "auction8.minimum_inclusive": False,
        "reveal.maker_discard": "shown",
        "spoilt.who": "opponents",
        "spoilt.until": "before_last_trick",
        "caps.basis": "actual_hands",
        "caps.wrong_combine": "add",
        "caps.external": "fixed_8",
        "match.end": "free",
    },
)
"""304 for four players (document 002), with the optional External Caps of 002."""

SIX_24: Final = override(
    replace(STANDARD, pack=PACK_304_24, seating=SIX, stages=dealt_in(3, 1)),
    key="304-six-24",
    name="304 for six with 24 cards",
    changes={
        "auction4.minimum": 200,
        "auction4.first_must_bid": True,
        "auction8.held": False,
        "redeal.threshold": None,
        "pay.bands": [{"least": 200, "win": 2, "lose": 3}, {"least": 250, "win": 3, "lose": 4}],
    },
)
"""000 "Variants": six players without 8's and 7's; a fourth card after the bidding.

In 002 there is a second auction, and nobody must bid: `auction8.held` and `auction4.first_must_bid` (A20, A21). There
is no redeal with three cards (B19).
"""

EIGHT_32: Final = override(
    replace(SIX_24, pack=PACK_304, seating=EIGHT), key="304-eight", name="304 for eight", changes={}
)
"""000 "Variants": "a similar game" for eight players with all 32 cards, so dealt and bid like the game for six."""

SIX_36: Final = override(
    replace(STANDARD, pack=PACK_304_36, seating=SIX, stages=dealt_in(4, 2)),
    key="304-six-36",
    name="304 for six with 36 cards",
    changes={},
)
"""000 "Variants", reported by Suren Nanayakkara: with sixes, two auctions, and all else as for four players."""

TAMIL_NADU: Final = override(
    STANDARD,
    key="304-tamil-nadu",
    name="304 as in Tamil Nadu",
    changes={"double.allowed": True, "caps.teams": "nobody"},
)
"""000 "Tamil Nadu version", for four players. Double stands in the place of Caps (ours)."""


DECIMAL: Final = override(CATS, key="304-decimal", name="304 in decimals", changes={"points_scale": "0.1"})
"""002 "Alternate Scoring Variant": all points are written as tenths.

The minimum bids in 002, 1.6 and 2.0, are hundredths, and a game is for 25.0 points: a club that plays this overrides
`auction4.minimum`, `auction8.minimum`, `bids.step`, `pay.bands` and `match.end` (A24).
"""


def limits(minimum: int, middle: int, high: int, maximum: int) -> dict[str, Any]:
    """Return changes that set the bidding limits of a pack with more points, in place of 160, 200, 250 and 300.

    ``minimum`` is half the points of the pack (B16); the others are the same share of the points as in 304. All are
    rounded up to ten (ours).
    """
    return {
        "bids.maximum": maximum,
        "redeal.threshold": None,
        "auction4.minimum": minimum,
        "auction4.later_turn_minimum": middle,
        "auction4.over_partner_minimum": middle,
        "auction8.minimum": high,
        "closed.reveal_from": high,
        "pay.bands": [{"least": least, "win": n, "lose": n + 1} for n, least in enumerate((minimum, middle, high), 1)],
    }


GAME_504: Final = override(
    replace(STANDARD, pack=PACK_504, seating=SIX, stages=dealt_in(4, 2)),
    key="504",
    name="504",
    changes=limits(260, 340, 420, 500),
)
"""000 "Tamil Nadu version": six players with threes, six cards each. The batches, 4 and 2, are ours."""

GAME_904: Final = override(
    replace(STANDARD, pack=PACK_904, seating=EIGHT, stages=dealt_in(4, 1)),
    key="904",
    name="904",
    changes=limits(460, 600, 750, 900),
)
"""000 "Tamil Nadu version": eight players with threes and twos, five cards each. The batches, 4 and 1, are ours."""

DOSO_VISO: Final = override(
    replace(
        STANDARD,
        seating=FOUR_ALONE,
        stages=(
            "cut",
            "deal 4",
            "half court",
            "deal 4",
            "auction4",
            "indicator",
            "partner card",
            "declare",
            "play",
        ),
    ),
    key="304-doso-viso",
    name="Doso Viso",
    changes={
        "redeal.threshold": None,
        "ask_partner.allowed": False,
        "court.half": "with_partner",
        "court.full": True,
        "caps.teams": "nobody",
    },
)
"""000 "Maharashtrian version", as Kishor Gordhandas remembered it: marriages and the last trick do not score.

With four cards only Half Court is bid; if nobody bids it, there is an auction with eight. The trump maker names its
partner's card. Two rules are in no document (ours): with eight cards nobody demands a redeal, and with unknown
partners nobody calls Caps.
"""

MAHARASHTRA: Final = override(
    DOSO_VISO,
    key="304-maharashtra",
    name="304 as in Maharashtra",
    changes={"marriages.allowed": True, "last_trick_bonus": 10},
)
"""000 "Maharashtrian version": marriages and the last trick count, with the values that 000 conjectures (A28)."""

SIDI_BARRANI: Final = check(
    SidiRuleset(
        key="sidi-barrani",
        version=1,
        name="Sidi Barrani",
        pack=PACK_JASS,
        seating=FOUR,
        stages=("cut", "deal 3", "deal 3", "deal 3", "contract", "tricks"),
    )
)
"""Sidi Barrani, the Swiss Jass with an auction (document 003)."""

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        ruleset.key: ruleset
        for ruleset in (
            STANDARD,
            BANK,
            JAFFNA,
            CATS,
            DECIMAL,
            SIX_24,
            SIX_36,
            EIGHT_32,
            TAMIL_NADU,
            GAME_504,
            GAME_904,
            MAHARASHTRA,
            DOSO_VISO,
            SIDI_BARRANI,
        )
    }
)


class UnknownRuleset(WordedError, LookupError):
    """Raised when no ruleset has this key. ``own``: the keys of the club's own rulesets, if they were searched too."""

    code = "unknown-ruleset"

    def __init__(self, key: str, own: Iterable[str] = ()) -> None:
        house = f"the club's own: {', '.join(own)}; " if own else ""
        super().__init__(Term(f"there is no ruleset {key!r}; {house}known: {', '.join(RULESETS)}"))


def ruleset(key: str) -> Ruleset:
    """Return the ruleset of this key. Raises `UnknownRuleset`, which names the known keys, if there is none."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None


def changed(game: str | Ruleset, changes: Mapping[str, Any] | None = None) -> Ruleset:
    """Return a game, given as a ruleset or its key, with some parameters changed, by path: ``{"caps.grace": None}``.

    Raises `UnknownRuleset` if the key is not known, `RulesetError` if the changes do not make a game.
    """
    known = ruleset(game) if isinstance(game, str) else game
    return override(known, f"{known.key}-house", known.name, changes) if changes else known


def own_game(game: Ruleset) -> dict[str, Any] | None:
    """Return the names of a club's own game, for lists, as JSON values; None for a ruleset of the catalogue."""
    if game.key in RULESETS:
        return None
    seating = game.seating
    decimals = {"decimals": True} if game.has_decimals else {}
    return decimals | {
        "name": game.name,
        "suits": suit_names(game),
        "seats": list(seating.seats),
        "teams": list(seating.teams),
    }
