"""Words of tournaments in the reader's language: formats, scoring, tie-breaks, states of tables, numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from flask_babel import gettext, lazy_gettext, ngettext

from domain.engine.seats import SIX
from domain.engine.words.values import Capital
from domain.options import options
from domain.tournament.formats import FORMATS
from domain.tournament.rulings.artificial import MARKS
from domain.tournament.standings.boards import AVERAGE_RULES, FIXED
from domain.tournament.standings.scores import format_number, format_score, format_value
from domain.tournament.standings.tie_break_names import NAMES, TIE_BREAKS
from domain.tournament.state import EntryDetails
from domain.tournament.terms import ACCELERATIONS, COUNTS, SHARES, UNPLAYED
from replay.words.draws import translate_reason
from replay.words.tournament_log import ARTIFICIAL, outcomes
from web.languages import reader, text_of

if TYPE_CHECKING:
    from flask import Flask

    from domain.tournament.aggregate import Tournament
    from domain.tournament.terms import Encounter, Terms

SIDES: Final = {
    1: lazy_gettext("Single players"),
    2: lazy_gettext("Pairs"),
    3: lazy_gettext("Teams of three"),
    4: lazy_gettext("Teams of four"),
}
SHORT: Final = {
    "head-to-head": lazy_gettext("H2H"),
    "buchholz": lazy_gettext("Buch"),
    "buchholz-cut-1": lazy_gettext("Buch −1"),
    "buchholz-cut-2": lazy_gettext("Buch −2"),
    "median-buchholz": lazy_gettext("Median"),
    "median-buchholz-2": lazy_gettext("Median 2"),
    "sonneborn-berger": lazy_gettext("SB"),
    "progressive": lazy_gettext("Prog"),
    "progressive-cut-1": lazy_gettext("Prog −1"),
    "difference": lazy_gettext("Diff"),
    "quotient": lazy_gettext("Quot"),
    "wins": lazy_gettext("Wins"),
    "best-round": lazy_gettext("Best"),
    "drop-worst": lazy_gettext("−worst"),
    "seed": lazy_gettext("Seed"),
    "lot": lazy_gettext("Lot"),
}
"""Heads of narrow columns; the full name is added for screen readers."""
BY_MARK: Final = {mark: name for name, mark in MARKS.items()}
"""The artificial score of each average."""
LOG_KINDS: Final = {
    "tournament": lazy_gettext("Tournament and terms"),
    "entries": lazy_gettext("Entries"),
    "rounds": lazy_gettext("Rounds"),
    "results": lazy_gettext("Results"),
    "rulings": lazy_gettext("Rulings"),
    "disputes": lazy_gettext("Disputes"),
    "deals": lazy_gettext("Recorded deals"),
    "lots": lazy_gettext("Packs and lots"),
    "clock": lazy_gettext("Clock"),
    "webhooks": lazy_gettext("Webhooks"),
}
"""The kinds of rows of the log (`replay.tournaments.log.KINDS`)."""
STATUSES: Final = {
    "entries": lazy_gettext("open for entries"),
    "playing": lazy_gettext("being played"),
    "over": lazy_gettext("over"),
}
STATES: Final = {
    "open": lazy_gettext("not started"),
    "playing": lazy_gettext("playing"),
    "provisional": lazy_gettext("awaiting confirmation"),
    "late": lazy_gettext("to be played late"),
    "confirmed": lazy_gettext("done"),
    "forfeit": lazy_gettext("forfeit"),
}
"""The states of a table of a round."""
SIGNS: Final = {"open": "○", "playing": "▸", "provisional": "…", "late": "…", "confirmed": "✓", "forfeit": "✕"}


def stage(name: str) -> str:
    """Return the name of a stage of a knockout."""
    consolation, name = name.startswith("consolation"), name.removeprefix("consolation ")
    label = {
        "final": gettext("Final"),
        "semi-final": gettext("Semi-finals"),
        "quarter-final": gettext("Quarter-finals"),
        "third place": gettext("Third place"),
        "first round": gettext("first round"),
    }.get(name)
    if label is None and name.startswith("round of "):
        label = gettext("Round of %(number)s", number=name.removeprefix("round of "))
    if label is None:
        label = name
    return str(gettext("Consolation: %(stage)s", stage=label) if consolation else label)


def number(value: Fraction | None) -> str:
    """Return a score or the value of a tie-break as text; a dash for None."""
    return "–" if value is None else format_number(value).replace("-", "−")


def score(value: Fraction, terms: Terms) -> str:
    """Return a score as text, in the form of its unit."""
    return format_score(terms, value).replace("-", "−")


def tie_break_value(value: Fraction | None, name: str, terms: Terms) -> str:
    """Return the value of a tie-break as text; a dash for None."""
    return "–" if value is None else format_value(terms, name, value).replace("-", "−")


def encounter(played: Encounter, points: bool) -> str:
    """Return the length of an encounter in words. ``points``: a race is to points, else to tokens."""
    if played.race is not None:
        text = (
            gettext("race to %(race)s points", race=played.race)
            if points
            else gettext("race to %(race)s tokens", race=played.race)
        )
        if played.final_race:
            text = gettext("%(race)s, the final to %(final)s", race=text, final=played.final_race)
        return str(text)
    if played.deals is not None:
        return str(ngettext("%(num)s deal", "%(num)s deals", played.deals))
    return str(gettext("until the players stop"))


def tie_break(name: str) -> str:
    """Return the name of a tie-break."""
    return text_of(Capital(NAMES[name]))


def format_name(key: str) -> str:
    """Return the name of a format."""
    return str(gettext(FORMATS[key].name)) if key in FORMATS else key


def counts(name: str) -> str:
    """Return in words what a score counts."""
    return text_of(COUNTS[name]) if name in COUNTS else name


def unplayed(name: str) -> str:
    """Return the name of the rules for unplayed rounds."""
    return text_of(UNPLAYED[name]) if name in UNPLAYED else name


def acceleration(name: str) -> str:
    """Return in words how the first rounds are accelerated."""
    return text_of(ACCELERATIONS[name]) if name in ACCELERATIONS else name


def share(name: str) -> str:
    """Return in words what a round is worth for which an entry was not drawn."""
    return text_of(SHARES[name]) if name in SHARES else name


def averages(name: str) -> str:
    """Return the name of the rule for average plus and average minus."""
    return text_of(AVERAGE_RULES[name]) if name in AVERAGE_RULES else name


def average(mark: str) -> str:
    """Return the name of an average: ``A+``, ``A`` or ``A-``."""
    return str(gettext(ARTIFICIAL[BY_MARK[mark]]))


def whole(value: int) -> str:
    """Return a whole number with a proper minus sign."""
    return str(value).replace("-", "−")


def tie_break_about(name: str) -> str:
    """Return the description of a tie-break."""
    return text_of(Capital(TIE_BREAKS[name])) if name in TIE_BREAKS else name


def format_about(key: str) -> str:
    """Return a sentence about a format."""
    return str(gettext(FORMATS[key].about)) if key in FORMATS else key


def formats_with(term: str) -> str:
    """Return the keys of the formats that have a term, separated by spaces, as forms list them."""
    return " ".join(key for key, rules in FORMATS.items() if term in rules.own_terms)


def formats_counting(counts: str) -> str:
    """Return the keys of the formats that can count so, separated by spaces, as forms list them."""
    return " ".join(key for key, rules in FORMATS.items() if counts in rules.counts)


def terms(agreed: Terms, points: bool) -> list[str]:
    """Return the terms of a tournament, a phrase each. ``points``: a race is to points, else to tokens."""
    own = agreed.rules.own_terms
    phrases = [format_name(agreed.format), str(SIDES[agreed.side])]
    if "rounds" in own and agreed.rounds:
        phrases.append(str(ngettext("%(num)d round", "%(num)d rounds", agreed.rounds)))
    if "legs" in own and agreed.legs == 2:
        phrases.append(str(gettext("everybody plays everybody twice")))
    if "movement" in own:
        phrases.append({"mitchell": "Mitchell", "howell": "Howell"}[agreed.movement])
    if "boards" in own:
        phrases.append(str(ngettext("%(num)d board per round", "%(num)d boards per round", agreed.boards)))
    if "encounter" in own:
        phrases.append(encounter(agreed.encounter, points))
    if agreed.consolation:
        phrases.append(str(gettext("with a consolation bracket")))
    if agreed.third_place:
        phrases.append(str(gettext("with a match for third place")))
    if agreed.analysis_after_round:
        phrases.append(str(gettext("analyses are shown after each round")))
    if agreed.scoring.counts != "wins":
        phrases.append(str(gettext("scored by %(what)s", what=counts(agreed.scoring.counts).lower())))
    if agreed.scoring.drop_worst:
        worst = agreed.scoring.drop_worst
        phrases.append(str(ngettext("the worst round is dropped", "the worst %(num)d rounds are dropped", worst)))
    if agreed.unplayed != "own-score":
        phrases.append(str(gettext("unplayed rounds in tie-breaks: %(rules)s", rules=unplayed(agreed.unplayed))))
    if agreed.acceleration != "none":
        phrases.append(str(gettext("accelerated first rounds")))
    if agreed.requested_byes:
        phrases.append(_requested(agreed))
    if agreed.scoring.late != "none":
        phrases.append(str(gettext("each round before a late entry: %(worth)s", worth=share(agreed.scoring.late))))
    if agreed.last_entry is not None:
        phrases.append(str(gettext("entries up to round %(number)s", number=agreed.last_entry)))
    if agreed.winners != 1:
        phrases.append(str(gettext("North and South ranked apart from East and West")))
    if agreed.averages != FIXED:
        phrases.append(str(gettext("average plus and minus: %(rule)s", rule=averages(agreed.averages))))
    return phrases


def _requested(agreed: Terms) -> str:
    worth = share(agreed.scoring.requested_bye)
    text = ngettext(
        "%(num)d bye on request, worth %(worth)s",
        "up to %(num)d byes on request, worth %(worth)s each",
        agreed.requested_byes,
        worth=worth,
    )
    return str(text)


def _of(known: dict[Any, Any]) -> Any:
    return lambda name: str(known.get(name, name))


def side_names(tournament: Tournament) -> tuple[str, str]:
    """Return what the first and the second side of each table are called: by the compass, or odd and even seats."""
    if tournament.ruleset.seating.teams == SIX.teams:
        return gettext("Odd seats"), gettext("Even seats")
    return gettext("North and South"), gettext("East and West")


def register(app: Flask) -> None:
    """Let templates use these functions and tables as filters."""
    app.jinja_env.globals["side_names"] = side_names
    known = {
        "tie_break_short": SHORT,
        "log_kind": LOG_KINDS,
        "status": STATUSES,
        "state": STATES,
        "sign": SIGNS,
    }
    known["artificial"] = {name: lazy_gettext(word) for name, word in ARTIFICIAL.items()}
    filters: dict[str, Any] = {name: _of(words) for name, words in known.items()} | {
        "format": format_name,
        "format_about": format_about,
        "stored": lambda text: translate_reason(reader(), text),
        "tie_break": tie_break,
        "tie_break_about": tie_break_about,
        "counts": counts,
        "unplayed": unplayed,
        "averages": averages,
        "share": share,
        "acceleration": acceleration,
        "average": average,
        "whole": whole,
        "outcomes": outcomes,
        "stage": stage,
        "number": number,
        "score": score,
        "value": tie_break_value,
    }
    app.jinja_env.filters.update({f"t_{name}": words for name, words in filters.items()})
    app.jinja_env.globals["formats_with"] = formats_with
    app.jinja_env.globals["formats_counting"] = formats_counting
    app.jinja_env.globals["detail_options"] = options(EntryDetails)
    app.jinja_env.globals["unplayed_rules"] = UNPLAYED
    app.jinja_env.globals["average_rules"] = AVERAGE_RULES
    app.jinja_env.globals["accelerations"] = ACCELERATIONS
    app.jinja_env.globals["artificial_scores"] = tuple(ARTIFICIAL)
