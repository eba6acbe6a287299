"""Presets: the terms of usual tournaments, to fill in the form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask_babel import lazy_gettext as _

from domain.tournament.rotating_four import four_terms
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
        _("Swiss, five rounds"),
        _("Everybody plays every round, against an opponent with a similar score. Race to 7 tokens."),
        "304",
        Terms("swiss", rounds=5, encounter=Encounter(race=7), tie_breaks=WINS),
    ),
    Preset(
        "knockout",
        _("304 knockout"),
        _("The loser of an encounter is out. Race to 7 tokens, in the final to 10; a match decides third place."),
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
        _("Every pair plays every other pair for eight deals. Best for up to ten pairs."),
        "304",
        Terms(
            "round-robin",
            encounter=Encounter(deals=8),
            tie_breaks=("head-to-head", "sonneborn-berger", "difference", "wins", "lot"),
        ),
    ),
    Preset(
        "rotating-four",
        _("Rotating four"),
        _("Four players, three sets. Partners change after each set. Race to 10 tokens; the most sets won decide."),
        "304",
        four_terms(),
    ),
    Preset(
        "passen",
        _("Jass with drawn partners"),
        _("Four rounds (Passen) of 12 deals. Partners and opponents are drawn for each round. All points count."),
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
        _("Duplicate, Mitchell movement"),
        _("Every table plays the same boards: five rounds of four boards. Scored by matchpoints."),
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
        "team-swiss",
        _("Team Swiss, five rounds"),
        _("Teams of four play eight boards a round at two tables. Scored by imps and victory points."),
        "304",
        Terms(
            "team-swiss",
            side=4,
            rounds=5,
            boards=8,
            scoring=Scoring(counts="victory-points", bye=12),
            tie_breaks=("head-to-head", "quotient", "difference", "lot"),
        ),
    ),
    Preset(
        "ladder",
        _("Ladder over a season"),
        _(
            "Each entry can challenge an entry up to three places above. The winner gets the "
            "higher place. Race to 7 tokens."
        ),
        "304",
        Terms("ladder", reach=3, encounter=Encounter(race=7), tie_breaks=("seed", "lot")),
    ),
)
"""The presets in the form's order; the form starts with the first."""
