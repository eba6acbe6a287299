"""The known rulesets by key, each built when it is asked for.

A key never changes once deals were stored under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from domain.engine.faces import suit_names
from domain.engine.packs import PACK_304, PACK_304_24, PACK_304_36, PACK_504, PACK_904, PACK_JASS
from domain.engine.parameters import check, override
from domain.engine.ruleset import Ruleset
from domain.engine.seats import EIGHT, FOUR, FOUR_ALONE, SIX
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError
from domain.games.sidi.ruleset import SidiRuleset
from domain.games.three04.ruleset import Three04Ruleset

Make = Callable[[str], Ruleset]
"""A function that builds the ruleset of a key."""


class Catalogue(Mapping[str, Ruleset]):
    """Rulesets by key. To ask for one builds it and those that it is based on, once in a process."""

    def __init__(self, known: Mapping[str, Make]) -> None:
        self._known = known
        self._built: dict[str, Ruleset] = {}

    def __getitem__(self, key: str) -> Ruleset:
        if key not in self._built:
            self._built.setdefault(key, self._known[key](key))
        return self._built[key]

    def __contains__(self, key: object) -> bool:
        return key in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def variant(base: str, name: str, changes: Mapping[str, Any], **parts: Any) -> Make:
    """Return the function that builds a ruleset that differs from ``base`` in parameters, or in whole ``parts``."""
    return lambda key: override(replace(RULESETS[base], **parts), key, name, changes)


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


RULESETS: Final[Mapping[str, Ruleset]] = Catalogue(
    {
        # 304 for four players (document 000).
        "304": lambda key: check(
            Three04Ruleset(key=key, version=1, name="304", pack=PACK_304, seating=FOUR, stages=dealt_in(4, 4))
        ),
        # 000 "Variants": the shorter game.
        "304-bank": variant("304", "304, tokens paid to the bank", {"match.pay_to": "bank", "match.end": "bank"}),
        # 304 for four players (document 004).
        "304-jaffna": variant(
            "304",
            "304 as played in Jaffna",
            {
                "auction4.later_turn_minimum": None,
                "auction4.over_partner_minimum": None,
                "auction8.over_four_card": "equal_ok",
                "caps.grace": "none",
                "violation.remedy": "award_game_plus",
            },
        ),
        # 304 for four players (document 002), with the optional External Caps of 002.
        "304-cats": variant(
            "304",
            "304 as on CatsAtCards",
            {
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
        ),
        # 002 "Alternate Scoring Variant": all points are written as tenths. The minimum bids in 002, 1.6 and 2.0, are
        # hundredths, and a game is for 25.0 points: a club that plays this overrides `auction4.minimum`,
        # `auction8.minimum`, `bids.step`, `pay.bands` and `match.end` (A24).
        "304-decimal": variant("304-cats", "304 in decimals", {"points_scale": "0.1"}),
        # 000 "Variants": six players without 8's and 7's; a fourth card after the bidding. In 002 there is a second
        # auction, and nobody must bid: `auction8.held` and `auction4.first_must_bid` (A20, A21). There is no redeal
        # with three cards (B19).
        "304-six-24": variant(
            "304",
            "304 for six with 24 cards",
            {
                "auction4.minimum": 200,
                "auction4.first_must_bid": True,
                "auction8.held": False,
                "redeal.threshold": None,
                "pay.bands": [{"least": 200, "win": 2, "lose": 3}, {"least": 250, "win": 3, "lose": 4}],
            },
            pack=PACK_304_24,
            seating=SIX,
            stages=dealt_in(3, 1),
        ),
        # 000 "Variants", reported by Suren Nanayakkara: with sixes, two auctions, and all else as for four players.
        "304-six-36": variant(
            "304", "304 for six with 36 cards", {}, pack=PACK_304_36, seating=SIX, stages=dealt_in(4, 2)
        ),
        # 000 "Variants": "a similar game" for eight players with all 32 cards, so dealt and bid like the game for six.
        "304-eight": variant("304-six-24", "304 for eight", {}, pack=PACK_304, seating=EIGHT),
        # 000 "Tamil Nadu version", for four players. Double stands in the place of Caps (ours).
        "304-tamil-nadu": variant("304", "304 as in Tamil Nadu", {"double.allowed": True, "caps.teams": "nobody"}),
        # 000 "Tamil Nadu version": six players with threes, six cards each. The batches, 4 and 2, are ours.
        "504": variant("304", "504", limits(260, 340, 420, 500), pack=PACK_504, seating=SIX, stages=dealt_in(4, 2)),
        # 000 "Tamil Nadu version": eight players with threes and twos, five cards each. The batches, 4 and 1, are ours.
        "904": variant("304", "904", limits(460, 600, 750, 900), pack=PACK_904, seating=EIGHT, stages=dealt_in(4, 1)),
        # 000 "Maharashtrian version": marriages and the last trick count, with the values that 000 conjectures (A28).
        "304-maharashtra": variant(
            "304-doso-viso", "304 as in Maharashtra", {"marriages.allowed": True, "last_trick_bonus": 10}
        ),
        # 000 "Maharashtrian version", as Kishor Gordhandas remembered it: marriages and the last trick do not score.
        # With four cards only Half Court is bid; if nobody bids it, there is an auction with eight. The trump maker
        # names its partner's card. Two rules are in no document (ours): with eight cards nobody demands a redeal, and
        # with unknown partners nobody calls Caps.
        "304-doso-viso": variant(
            "304",
            "Doso Viso",
            {
                "redeal.threshold": None,
                "ask_partner.allowed": False,
                "court.half": "with_partner",
                "court.full": True,
                "caps.teams": "nobody",
            },
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
        # Sidi Barrani, the Swiss Jass with an auction (document 003).
        "sidi-barrani": lambda key: check(
            SidiRuleset(
                key=key,
                version=1,
                name="Sidi Barrani",
                pack=PACK_JASS,
                seating=FOUR,
                stages=("cut", "deal 3", "deal 3", "deal 3", "contract", "tricks"),
            )
        ),
    }
)

if TYPE_CHECKING:
    STANDARD: Three04Ruleset
    BANK: Three04Ruleset
    JAFFNA: Three04Ruleset
    CATS: Three04Ruleset
    DECIMAL: Three04Ruleset
    SIX_24: Three04Ruleset
    TAMIL_NADU: Three04Ruleset
    DOSO_VISO: Three04Ruleset
    SIDI_BARRANI: SidiRuleset
else:
    NAMED: Final = {
        "STANDARD": "304",
        "BANK": "304-bank",
        "JAFFNA": "304-jaffna",
        "CATS": "304-cats",
        "DECIMAL": "304-decimal",
        "SIX_24": "304-six-24",
        "TAMIL_NADU": "304-tamil-nadu",
        "DOSO_VISO": "304-doso-viso",
        "SIDI_BARRANI": "sidi-barrani",
    }
    """The rulesets that modules import by a name, with their keys."""

    def __getattr__(name: str) -> Ruleset:
        """Return the ruleset that has a name of its own, built like all others when it is asked for."""
        if name in NAMED:
            return RULESETS[NAMED[name]]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class UnknownRuleset(WordedError, LookupError):
    """Raised when no ruleset has this key. ``own``: the keys of the club's own rulesets, if they were searched too."""

    code = "unknown-ruleset"

    def __init__(self, key: str, own: Iterable[str] = ()) -> None:
        known, clubs = ", ".join(RULESETS), ", ".join(own)
        message = sentence("there is no ruleset {key}; known: {known}", key=repr(key), known=known)
        if clubs:
            message = sentence(
                "there is no ruleset {key}; the club's own: {own}; known: {known}",
                key=repr(key),
                own=clubs,
                known=known,
            )
        super().__init__(message)


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
