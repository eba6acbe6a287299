"""The log of a series in sentences, one for each of its facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.options import options
from domain.series import facts
from domain.series.terms import SeriesTerms, parse, plain
from replay.words import gettext_noop
from replay.words.tournament_log import because
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded
    from replay.words import Language


VALUES: Final = {
    "place-points": gettext_noop("Points for the place"),
    "score": gettext_noop("The evening's own score"),
    "share": gettext_noop("Percentage of the evening's best score"),
    "player": gettext_noop("Single players"),
    "pair": gettext_noop("Pairs or teams"),
    "best-evening": gettext_noop("Best evening"),
    "evenings": gettext_noop("Number of evenings"),
    "name": gettext_noop("Alphabetical order"),
}
"""Names of the values of terms."""


def evenings_of(events: Iterable[Recorded]) -> set[UUID]:
    """Return the ids of the tournaments, matches and slates that are or were evenings of a series."""
    ids = set()
    for event in events:
        match event.fact:
            case facts.EveningAdded(added) | facts.MatchAdded(added) | facts.SlateAdded(added):
                ids.add(UUID(added))
    return ids


def rows(
    events: Sequence[Recorded], evenings: Mapping[str, str], players: Mapping[str, str], language: Language
) -> list[dict[str, Any]]:
    """Return a row for each event, oldest first. ``evenings``, ``players``: names by id."""
    changes = _changes(events, language)
    return [
        {
            "version": event.originator_version,
            "at": event.at,
            "by": event.by,
            "topic": event.fact.TOPIC,
            "sentence": " ".join(
                [
                    sentence(event.fact, evenings, players, language),
                    *changes.get(event.originator_version, ()),
                    *because(getattr(event.fact, "why", "")),
                ]
            ),
        }
        for event in events
    ]


def _changes(events: Iterable[Recorded], language: Language) -> dict[int, list[str]]:
    """Return what each change of the terms changed, by the version of its event."""
    changes, known = {}, plain(parse({}))
    for event in events:
        if isinstance(event.fact, facts.SeriesOpened | facts.SeriesTermsChanged):
            terms = plain(parse(event.fact.terms))
            if isinstance(event.fact, facts.SeriesTermsChanged):
                changes[event.originator_version] = [
                    f"{translate(language, each.label)}: {_value(known[term], language)}"
                    f" → {_value(terms[term], language)}."
                    for term, each in options(SeriesTerms).items()
                    if terms[term] != known[term]
                ]
            known = terms
    return changes


def _value(value: Any, language: Language) -> str:
    """Return the value of a term in words."""
    if isinstance(value, list | tuple):
        return ", ".join(_value(each, language) for each in value) or "–"
    return language.gettext(VALUES[value]) if value in VALUES else str(value)


def sentence(fact: Fact, evenings: Mapping[str, str], players: Mapping[str, str], language: Language) -> str:
    """Return the sentence of a fact. Raises TypeError if it is not one of a series."""
    _ = language.gettext
    match fact:
        case facts.SeriesOpened(name):
            return _("%(name)s was opened.", name=name)
        case facts.SeriesRenamed(name):
            return _("The series is now called %(name)s.", name=name)
        case facts.SeriesTermsChanged():
            return _("The terms were changed.")
        case facts.EveningAdded(evening) | facts.MatchAdded(evening) | facts.SlateAdded(evening):
            return _("%(name)s was added.", name=evenings.get(evening, evening))
        case facts.SheetRecorded(_id, name, _day, results):
            return language.ngettext(
                "%(name)s was recorded from a score sheet, with %(num)s result.",
                "%(name)s was recorded from a score sheet, with %(num)s results.",
                len(results),
                name=name,
            )
        case facts.EveningRemoved(evening):
            return _("%(name)s was removed.", name=evenings.get(evening, evening))
        case facts.SeriesEnded(places):
            winners = [
                " – ".join(players.get(each, each) for each in row["players"]) for row in places if row["place"] == 1
            ]
            return _("The final result was announced. First: %(names)s.", names=language.together(winners))
        case facts.SeriesReopened():
            return _("The series was opened again.")
    raise TypeError(f"the log of a series has no sentence for {fact.TOPIC}")
