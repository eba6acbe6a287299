"""The games Nought knows, by key. A key never changes once deals were stored under it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from domain.packs import PACK_304
from domain.ruleset import Ruleset, check, override
from domain.seats import FOUR

STANDARD: Final = check(
    Ruleset(
        key="304",
        version=1,
        name="304",
        pack=PACK_304,
        seating=FOUR,
        stages=(
            "cut",
            "deal 4",
            "auction4",
            "indicator",
            "deal 4",
            "auction8",
            "indicator again",
            "declare",
            "play",
        ),
    )
)
"""Four players, as document 000 tells it."""

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
"""Four players, as document 004 tells it."""

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
"""Four players, as document 002 tells it, with its optional External Caps."""

RULESETS: Final = MappingProxyType({ruleset.key: ruleset for ruleset in (STANDARD, BANK, JAFFNA, CATS)})


class UnknownRuleset(LookupError):
    """No game of that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"there is no ruleset {key!r}; known: {', '.join(RULESETS)}")


def ruleset(key: str) -> Ruleset:
    """The game of that key; `UnknownRuleset` names those there are."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None
