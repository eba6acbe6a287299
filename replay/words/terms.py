"""The terms of a tournament in words: the name of each, as forms have it, and its value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from domain.tournament.formats import FORMATS
from domain.tournament.standings.boards import AVERAGE_RULES
from domain.tournament.standings.scores import format_number
from domain.tournament.standings.tie_break_names import NAMES
from domain.tournament.terms import ACCELERATIONS, COUNTS, SHARES, UNPLAYED
from replay.words import gettext_noop
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.words.values import Value
    from replay.words import Language

TERMS: Final = {
    "format": gettext_noop("Format"),
    "side": gettext_noop("Type of entry"),
    "rounds": gettext_noop("Rounds"),
    "legs": gettext_noop("Everybody plays everybody"),
    "consolation": gettext_noop("Consolation for first-round losers"),
    "third_place": gettext_noop("Match for third place"),
    "movement": gettext_noop("Movement"),
    "winners": gettext_noop("Places"),
    "boards": gettext_noop("Boards per round"),
    "reach": gettext_noop("Challenge up to … places above"),
    "encounter.race": gettext_noop("Race to … tokens or points"),
    "encounter.deals": gettext_noop("Deals of an encounter"),
    "encounter.final_race": gettext_noop("Race in the final"),
    "encounter.level": gettext_noop("If the sides are level after that"),
    "scoring.counts": gettext_noop("Score by"),
    "scoring.win": gettext_noop("A win is worth"),
    "scoring.draw": gettext_noop("A draw is worth"),
    "scoring.loss": gettext_noop("A loss is worth"),
    "scoring.bye": gettext_noop("A bye is worth"),
    "scoring.forfeit": gettext_noop("A win by forfeit is worth"),
    "scoring.requested_bye": gettext_noop("A requested bye is worth"),
    "scoring.late": gettext_noop("A round before a late entry is worth"),
    "scoring.drop_worst": gettext_noop("Drop the worst … rounds"),
    "tie_breaks": gettext_noop("Tie-breaks, in order"),
    "unplayed": gettext_noop("Unplayed rounds in Buchholz and Sonneborn-Berger"),
    "averages": gettext_noop("Average plus and average minus"),
    "acceleration": gettext_noop("Accelerated first rounds"),
    "requested_byes": gettext_noop("Byes that an entry may ask for"),
    "last_entry": gettext_noop("Last round that an entry may begin with"),
    "analysis_after_round": gettext_noop("Show analyses of deals only after the round is closed"),
}
"""The terms by name, each as a form calls it."""
WORTH: Final = ("scoring.win", "scoring.draw", "scoring.loss", "scoring.bye", "scoring.forfeit")
"""The terms that are scores: in half points if wins count."""
NAMED: Final[Mapping[str, Mapping[str, Value]]] = {
    "scoring.counts": COUNTS,
    "scoring.requested_bye": SHARES,
    "scoring.late": SHARES,
    "unplayed": UNPLAYED,
    "averages": AVERAGE_RULES,
    "acceleration": ACCELERATIONS,
}
"""The terms whose values have names, with the words for each."""
CHOICES: Final[Mapping[str, Mapping[Any, str]]] = {
    "side": {
        1: gettext_noop("Single players"),
        2: gettext_noop("Pairs"),
        3: gettext_noop("Teams of three"),
        4: gettext_noop("Teams of four"),
    },
    "legs": {1: gettext_noop("once"), 2: gettext_noop("twice")},
    "winners": {
        1: gettext_noop("one list of all pairs"),
        2: gettext_noop("North and South apart from East and West (Mitchell)"),
    },
    "encounter.level": {"draw": gettext_noop("it is a draw"), "deal": gettext_noop("play more deals")},
}
"""The terms whose values are choices of a form, with the words for each."""


def term_name(language: Language, name: str) -> str:
    """Return the name of a term, such as ``scoring.late``, in words."""
    return language.gettext(TERMS[name])


def term_value(language: Language, name: str, value: Any, *, wins: bool) -> str:
    """Return the value of a term in words; a dash for none. ``wins``: True if wins count, so that scores are halves."""
    _ = language.gettext
    if value is None or value in ("", ()):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in NAMED:
        return translate(language, NAMED[name][value])
    if name in WORTH:
        return format_number(Fraction(value, 2 if wins else 1)).replace("-", "−")
    if name == "format":
        return _(FORMATS[value].name)
    if name in CHOICES:
        return _(CHOICES[name][value])
    if name == "tie_breaks":
        return ", ".join(translate(language, NAMES[each]) for each in value)
    return str(value).capitalize() if name == "movement" else str(value)
