"""Disputes on pages: their words, the disputed deals and tables, and whether the reader may open one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask_babel import lazy_gettext

from api.callers import VIEWER, Place, caller
from api.lists import catalogue
from domain.dispute.facts import Ruling
from domain.dispute.state import PENDING
from domain.engine.hiding import ARBITER, PUBLIC
from domain.engine.refusals import CLAUSES
from domain.options import options
from replay.words.disputes import VERDICTS as CAPS_VERDICTS
from replay.words.refusals import rules
from web.languages import reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from flask import Flask

    from api.deals.access import VisibleDeal
    from domain.engine.refusals import Clause
    from domain.engine.ruleset import Ruleset

STATUSES: Final = {
    "open": lazy_gettext("claimed"),
    "ruled": lazy_gettext("ruled on"),
    "appealed": lazy_gettext("appealed"),
    "final": lazy_gettext("final"),
    "withdrawn": lazy_gettext("withdrawn"),
}
REMEDIES: Final = {
    "nothing": lazy_gettext("Change nothing"),
    "undo": lazy_gettext("The table takes this back and plays on from there"),
    "replay": lazy_gettext("Cancel the deal and deal again"),
    "violation": lazy_gettext("Apply the ruleset’s penalty for a broken rule"),
    "caps": lazy_gettext("Give a verdict on Caps"),
    "assign": lazy_gettext("Assign a result to each side of the deal"),
    "result": lazy_gettext("Change the result of the encounter"),
    "penalty": lazy_gettext("Adjust the score of an entry"),
    "warning": lazy_gettext("Give a warning"),
}
STAGES: Final = {
    "deal": lazy_gettext("Shuffle, cut and deal"),
    "auction": lazy_gettext("Auction"),
    "trump": lazy_gettext("Trump"),
    "play": lazy_gettext("Play"),
    "calls": lazy_gettext("Caps and other calls"),
    "manners": lazy_gettext("Talk, looks and shown cards"),
}
"""The stages of a deal by which rules are grouped, in order."""
HEADINGS: Final = {
    "deal": ("Deal", "Players and Cards", "Note on Shuffling"),
    "auction": ("Bidding with Four Cards", "Bidding with Eight Cards", "Bidding", "Four card bid", "Eight Card Bid"),
    "trump": ("Choosing the Trump Suit", "The Trump", "Open Trump games"),
    "play": ("Play", "Closed Trump games", "Exhausted Trumps", "Scoring"),
}
"""The headings of the rule documents by stage; those that are not here are about calls."""
VERDICTS: Final = {verdict: lazy_gettext(words) for verdict, words in CAPS_VERDICTS.items()}


def may_open(place: Place) -> bool:
    """Return whether the reader may open a dispute about a deal of this place."""
    who = caller()
    return who.role != VIEWER and who.covers(place) and not who.reads_only


def about_deal(deal: UUID | str) -> list[Any]:
    """Return the newest 50 disputes about a deal, newest first."""
    return list(catalogue().page("dispute", where={"deal": str(deal)}, limit=50).rows)


def of_tournament(tournament: UUID) -> list[Any]:
    """Return all disputes of a tournament, newest first."""
    return list(catalogue().rows("dispute", where={"tournament": str(tournament)}))


def of_encounter(encounter: UUID) -> list[Any]:
    """Return the newest 50 disputes about deals of a table of a round."""
    return list(catalogue().page("dispute", where={"encounter": str(encounter)}, limit=50).rows)


def disputed_deals(deals: Iterable[Any]) -> set[str]:
    """Return the ids of the deals that have a dispute that is not final."""
    return catalogue().find_disputed("deal", [str(each) for each in deals], PENDING)


def pending(rows: Iterable[Any]) -> list[Any]:
    """Return the disputes that are not final."""
    return [row for row in rows if row.data["status"] in PENDING]


def deal_viewer(look: VisibleDeal, open_to: Iterable[str]) -> str:
    """Return the viewer of a dispute's deal: `ARBITER` if open to the reader, else the reader's own, else `PUBLIC`."""
    viewers = list(open_to)
    return ARBITER if ARBITER in viewers else look.viewer if look.viewer in viewers else PUBLIC


def clause(breach: Mapping[str, Any]) -> str:
    """Return the clause of a breach: the entered one, else that of its code; empty if there is neither."""
    heading = breach.get("clause") or ""
    code = breach.get("code") or ""
    return str(heading or CLAUSES.get(code, ""))


def codes(game: Ruleset | None = None, chosen: str = "") -> dict[str, list[tuple[str, str, str]]]:
    """Return the codes of rules that a player can break, each with its sentence and its source, by stage of the deal.

    ``game``: only the codes of this ruleset, and ``chosen``; by default those of all games.
    """
    known = game.game.breakable(game) if game else CLAUSES
    groups: dict[str, list[tuple[str, str, str]]] = {stage: [] for stage in STAGES}
    for code, each in (known | {chosen: CLAUSES[chosen]} if chosen in CLAUSES else known).items():
        if each.document != "architecture":
            groups[stage_of(code, each)].append((code, rule_sentence(code), str(each)))
    return {str(STAGES[stage]): rules for stage, rules in groups.items() if rules}


def stage_of(code: str, source: Clause) -> str:
    """Return the stage of the deal in which a rule is broken, a key of `STAGES`."""
    if code.partition("-")[0] in ("look", "table", "trump", "card") or source.heading == "Communication":
        return "manners"
    if code in ("must-bid", "bid-once-only") or code.startswith(("redouble", "double")):
        return "auction"
    return next((stage for stage, headings in HEADINGS.items() if source.heading in headings), "calls")


def rule_sentence(code: str) -> str:
    """Return the general sentence for a code in the reader's language; the code's words if there is no sentence."""
    return rules(reader(), code) or code.replace("-", " ").replace("_", " ")


def register(app: Flask) -> None:
    """Let templates use these functions."""
    app.jinja_env.filters["d_status"] = lambda name: str(STATUSES.get(name, name))
    app.jinja_env.filters["d_remedy"] = lambda name: str(REMEDIES.get(name, name))
    app.jinja_env.filters["d_verdict"] = lambda name: str(VERDICTS.get(name, name))
    app.jinja_env.filters["d_clause"] = clause
    app.jinja_env.filters["d_rule"] = rule_sentence
    app.jinja_env.globals["ruling_options"] = options(Ruling)
    app.jinja_env.globals.update(
        disputes_of_encounter=of_encounter, disputed_deals=disputed_deals, pending_disputes=pending
    )
