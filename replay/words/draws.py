"""Sentences about draws: reasons, and later changes to the scores behind them (`replay.tournaments.draw_changes`).

Reasons are stored as English sentences (`domain.tournament.draws.reasons`) and parsed again to translate them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.values import Listing, Names, Term
from domain.tournament.draws.reasons import FORMER, Reason
from domain.tournament.formats import FORMATS
from domain.tournament.standings.scores import UNITS, adjustment_words
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.aggregate import Tournament
    from replay.words import Language

SENTENCES: Final = frozenset({"reason", "seats", "often", "partners", "again", "movement"})
"""The values that are sentences or phrases themselves."""
NUMBER: Final = r"\d+"
FORMS: Final = {
    **dict.fromkeys(("round", "table", "other_table", "count", "next", "needed", "board"), NUMBER),
    **dict.fromkeys(("place", "other_place"), NUMBER),
    **dict.fromkeys(("rounds", "boards"), r"\d+(?:, \d+)*(?: and \d+)?"),
    **dict.fromkeys(("score", "other_score"), r"[-\d.½⅓⅔¼¾]+ (?:victory )?[a-z-]+"),
    "amount": r"[-\d.½⅓⅔¼¾]+",
    "reason": ".+",
}
"""The patterns of values by name; all other values are names."""
PLACE: Final = re.compile(r"\\{(\w+)\\}")


def _pattern(msgid: str) -> re.Pattern[str]:
    """Return the pattern of a sentence with its values."""
    escaped = PLACE.sub(lambda each: f"(?P<{each[1]}>{FORMS.get(each[1], '.+?')})", re.escape(msgid))
    return re.compile(escaped, re.DOTALL)


PATTERNS: Final = [
    (reason, _pattern(wording))
    for reason in Reason
    if reason is not Reason.TWO
    for wording in (reason.value, *(former for former, now in FORMER.items() if now is reason))
]
"""The patterns of each reason: of its wording and of its former wordings."""
TWO: Final = _pattern(Reason.TWO)
AMOUNTS: Final = [
    (plural, num, _pattern(form)) for plural in UNITS.values() for num, form in enumerate((plural.one, plural.many), 1)
]


def translate_reason(language: Language, text: str) -> str:
    """Return a stored reason in a language. Any other text, such as a director's own, stays unchanged."""
    return text if language.is_english else translate(language, read_back(text) or text)


@lru_cache(maxsize=4096)
def read_back(text: str) -> Term | None:
    """Return the reason of an English text, with its values; None if the text is no reason."""
    for reason, pattern in PATTERNS:
        if match := pattern.fullmatch(text):
            values = {name: _value(name, part) for name, part in match.groupdict().items()}
            if None not in values.values():
                return Term(reason, {name: value for name, value in values.items() if value is not None})
    return None


def _value(name: str, text: str) -> Value | None:
    """Return the value of a text by its name; None if it must be a sentence or a score and the text is none."""
    if name in SENTENCES:
        return read_back(text)
    match name:
        case "score" | "other_score":
            return _amount(text)
        case "rounds" | "boards":
            return Names(tuple(re.findall(NUMBER, text)))
        case "format":
            return next((Term(each.name) for key, each in FORMATS.items() if text in (key, each.name.lower())), text)
        case "couples":
            return Listing(tuple(map(_couple, text.split("; "))), "; ")
    return text


def _amount(text: str) -> Value | None:
    for plural, num, pattern in AMOUNTS:
        if match := pattern.fullmatch(text):
            return plural.of(num, **match.groupdict())
    return None


def _couple(text: str) -> Value:
    match = TWO.fullmatch(text)
    return Term(Reason.TWO, match.groupdict()) if match else text


# --- changes since a draw ---------------------------------------------------------------------------


def side(language: Language, names: Sequence[str]) -> str:
    """Return the names of one side: of one entry, or of two partners."""
    if len(names) == 1:
        return names[0]
    return language.gettext("%(one)s with %(other)s", one=names[0], other=names[1])


def changed_result(language: Language, row: Mapping[str, Any]) -> str:
    """Return the sentence of a result that has changed. ``row``: one of `draw_changes.changed_results`."""
    ours, theirs = row["sides"]
    values = {
        "round": row["round"],
        "table": row["table"],
        "ours": ours,
        "theirs": theirs,
        "was": _result(language, row["was"], row["sides"]),
        "now": _result(language, row["now"], row["sides"]),
    }
    if row["board"]:
        return language.gettext(
            "Round %(round)s, table %(table)s, board %(board)s, %(ours)s against %(theirs)s: %(was)s at the time of "
            "this draw, now %(now)s.",
            **values,
            board=row["board"],
        )
    return language.gettext(
        "Round %(round)s, table %(table)s, %(ours)s against %(theirs)s: %(was)s at the time of this draw, now %(now)s.",
        **values,
    )


def _result(language: Language, result: Mapping[str, Any] | None, sides: Sequence[str]) -> str:
    _ = language.gettext
    if result is None:
        return _("no result")
    if "assumed" in result:
        return _("assumed as %(result)s", result=_assumed(language, result["won"], result["assumed"], sides))
    if "forfeits" in result:
        return _("forfeited by %(sides)s", sides=language.together(sides[each] for each in result["forfeits"]))
    if "artificial" in result:
        return _("artificial score")
    if "assigned" in result:
        return _("assigned score")
    return _("%(ours)s to %(theirs)s", ours=result["won"][0], theirs=result["won"][1])


def assumed_result(language: Language, row: Mapping[str, Any]) -> str:
    """Return the sentence of an assumed result. ``row``: one of `replay.tournaments.draw_changes.assumed_results`."""
    _ = language.gettext
    values = {
        "round": row["round"],
        "table": row["table"],
        "ours": row["sides"][0],
        "theirs": row["sides"][1],
        "result": _assumed(language, row["won"], row["counts"], row["sides"]),
        "now": _result(language, row["now"], row["sides"]),
    }
    match row["state"]:
        case "playing":
            return _(
                "Round %(round)s, table %(table)s, %(ours)s against %(theirs)s: assumed as %(result)s. "
                "There is no result yet.",
                **values,
            )
        case "as-assumed":
            return _(
                "Round %(round)s, table %(table)s, %(ours)s against %(theirs)s: assumed as %(result)s. "
                "The result counts the same: %(now)s.",
                **values,
            )
    return _(
        "Round %(round)s, table %(table)s, %(ours)s against %(theirs)s: assumed as %(result)s. "
        "The result is different: %(now)s.",
        **values,
    )


def _assumed(language: Language, won: Sequence[int], counts: str, sides: Sequence[str]) -> str:
    """Return an assumed result in words: a draw or a win if wins count, otherwise what each side has."""
    _ = language.gettext
    if won[0] == won[1]:
        return _("a draw")
    if counts == "wins":
        return _("a win of %(side)s", side=sides[won[1] > won[0]])
    return _("%(ours)s to %(theirs)s", ours=won[0], theirs=won[1])


def changed_ruling(language: Language, tournament: Tournament, number: int) -> str:
    """Return the sentence of a ruling that was made, or taken back, after a round was drawn."""
    _ = language.gettext
    ruling = tournament.adjustments.get(number)
    if ruling is None:
        return _("Ruling %(number)s was withdrawn after this round was drawn.", number=number)
    return _(
        "Ruling %(number)s was made after this round was drawn: %(name)s, %(amount)s.",
        number=number,
        name=tournament.entries[ruling.entry].name,
        amount=translate(language, adjustment_words(tournament.terms, ruling.amount, ruling.unit)),
    )
