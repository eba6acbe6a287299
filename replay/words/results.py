"""The result of a deal in sentences (`domain.engine.facts.DealSettled`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.words import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.engine.facts import DealSettled
    from domain.engine.ruleset import Ruleset
    from replay.words import Language

REASONS: Final = {
    "marriages": gettext_noop("Marriages changed the points needed."),
    "caps-right": gettext_noop("Caps was called correctly."),
    "caps-early": gettext_noop("Caps was called too early."),
    "caps-late": gettext_noop("Caps was called too late."),
    "caps-missing": gettext_noop("Caps was obligatory but not called."),
    "caps-trick-lost": gettext_noop("Caps was called, but a trick was lost."),
    "caps-external": gettext_noop("Caps was called by the other side."),
    "caps-no-bonus": gettext_noop("The call earns nothing extra."),
    "double-made": gettext_noop("Double was announced and made."),
    "double-failed": gettext_noop("Double was announced but failed."),
    "doubled": gettext_noop("It was doubled."),
    "redoubled": gettext_noop("It was doubled and redoubled."),
    "assigned": gettext_noop("An arbiter assigned the result."),
    "match": gettext_noop("One side won all tricks."),
}
"""The reasons of a settlement as sentences, by their codes."""

OUTCOMES: Final = {
    "bid-made": gettext_noop("The bid was made."),
    "bid-failed": gettext_noop("The bid failed."),
    "contract-made": gettext_noop("The contract was made."),
    "contract-failed": gettext_noop("The contract failed."),
}
"""The reasons that say whether the bid was made, as sentences, by their codes."""


def settlement_sentences(language: Language, settled: DealSettled, game: Ruleset) -> str:
    """Return the points and tricks of each side, and what decided the pay."""
    sentences = [
        language.gettext("Points: %(points)s.", points=_numbers(settled.points, game.format_points)),
        language.gettext("Tricks: %(tricks)s.", tricks=_numbers(settled.tricks)),
    ]
    decided = OUTCOMES | REASONS
    sentences += [language.gettext(decided[code]) for code in settled.reasons if code in decided]
    return " ".join(sentences)


def _numbers(by_team: dict[str, int], write: Callable[[int], str] = str) -> str:
    return ", ".join(f"{team} {write(number)}" for team, number in by_team.items())
