"""Presets: the terms of usual tournaments, to fill in the form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask_babel import lazy_gettext as _

from domain.tournament.terms import Encounter, Scoring, Terms, plain

if TYPE_CHECKING:
    from flask_babel.speaklater import LazyString


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to play a tournament, and the game that it is usually played with."""

    key: str
    name: LazyString
    about: LazyString
    ruleset: str
    terms: Terms

    def payload(self) -> dict[str, Any]:
        """Return the preset for the script that fills in the form."""
        return {"name": str(self.name), "ruleset": self.ruleset, "terms": plain(self.terms)}


WINS: Final = ("head-to-head", "buchholz", "sonneborn-berger", "difference", "lot")

PRESETS: Final = (
    Preset(
        "swiss",
        _("Swiss of five rounds"),
        _("Everybody plays every round, against an opponent with a similar score. Race to 7 tokens."),
        "304",
        Terms("swiss", rounds=5, encounter=Encounter(race=7), tie_breaks=WINS),
    ),
    Preset(
        "knockout",
        _("304 knockout"),
        _("The loser is out. Race to 7 tokens, the final to 10, and a match for third place."),
        "304",
        Terms(
            "knockout",
            third_place=True,
            encounter=Encounter(race=7, final_race=10),
            tie_breaks=("seed", "lot"),
        ),
    ),
    Preset(
        "round-robin",
        _("Round robin"),
        _("A round robin of eight deals each. Best for up to ten pairs."),
        "304",
        Terms(
            "round-robin",
            encounter=Encounter(deals=8),
            tie_breaks=("head-to-head", "sonneborn-berger", "difference", "wins", "lot"),
        ),
    ),
    Preset(
        "passen",
        _("Jass with drawn partners"),
        _("Four Passen of 12 deals; partners and opponents are drawn for each. All points count."),
        "sidi-barrani",
        Terms(
            "drawn-partners",
            side=1,
            rounds=4,
            encounter=Encounter(deals=12),
            scoring=Scoring(counts="points"),
            tie_breaks=("best-round", "drop-worst", "lot"),
        ),
    ),
    Preset(
        "mitchell",
        _("Duplicate, Mitchell"),
        _("The same boards at every table, four boards a round, five rounds. Matchpoints."),
        "304",
        Terms(
            "duplicate",
            rounds=5,
            movement="mitchell",
            boards=4,
            scoring=Scoring(counts="matchpoints"),
            tie_breaks=("head-to-head", "best-round", "lot"),
        ),
    ),
    Preset(
        "ladder",
        _("A ladder over a season"),
        _("Challenge an entry up to three places above; the winner takes the place. Race to 7 tokens."),
        "304",
        Terms("ladder", reach=3, encounter=Encounter(race=7), tie_breaks=("seed", "lot")),
    ),
)
"""The presets in the form's order; the form starts with the first."""
