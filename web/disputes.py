"""What pages say of disputes: their words, which deals and tables are disputed, and where the reader may open one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask_babel import lazy_gettext

from api.callers import VIEWER, Place, caller
from api.lists import catalogue
from domain.dispute.aggregate import PENDING
from domain.engine.hiding import ARBITER, PUBLIC
from domain.engine.refusals import CLAUSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from flask import Flask

    from api.looking import Look

STATUSES: Final = {
    "open": lazy_gettext("claimed"),
    "ruled": lazy_gettext("ruled on"),
    "appealed": lazy_gettext("appealed"),
    "final": lazy_gettext("final"),
    "withdrawn": lazy_gettext("withdrawn"),
}
REMEDIES: Final = {
    "nothing": lazy_gettext("Nothing changes"),
    "undo": lazy_gettext("Undo this act; play continues from there"),
    "replay": lazy_gettext("Cancel the deal and deal again"),
    "violation": lazy_gettext("A rule was broken: apply the ruleset"),
    "caps": lazy_gettext("A verdict on Caps"),
    "result": lazy_gettext("Change the result of the encounter"),
    "penalty": lazy_gettext("Adjust the score of an entry"),
    "warning": lazy_gettext("A warning"),
}
VERDICTS: Final = {
    "right": lazy_gettext("called correctly"),
    "early": lazy_gettext("called too early"),
    "late": lazy_gettext("called too late"),
    "missing": lazy_gettext("obligatory, but not called"),
}


def may_open(place: Place) -> bool:
    """Whether the reader may open a dispute about a deal that is played there."""
    who = caller()
    return who.role != VIEWER and who.covers(place) and not who.reads_only


def about_deal(deal: UUID | str) -> list[Any]:
    """The disputes about a deal, newest first."""
    return list(catalogue().page("dispute", where={"deal": str(deal)}, limit=50).rows)


def of_tournament(tournament: UUID) -> list[Any]:
    """All disputes of a tournament, newest first."""
    return list(catalogue().rows("dispute", where={"tournament": str(tournament)}))


def of_encounter(encounter: UUID) -> list[Any]:
    """The disputes about deals of a table of a round."""
    return list(catalogue().page("dispute", where={"encounter": str(encounter)}, limit=50).rows)


def disputed_deals(deals: Iterable[Any]) -> set[str]:
    """Of these deals, the ids of those that are disputed."""
    return catalogue().disputed("deal", [str(each) for each in deals], PENDING)


def pending(rows: Iterable[Any]) -> list[Any]:
    """Those that are not decided for good."""
    return [row for row in rows if row.data["status"] in PENDING]


def eyes(look: Look, open_to: Iterable[str]) -> str:
    """Through whose eyes the reader of a dispute looks at its deal: all hands if they may, else their own."""
    viewers = list(open_to)
    return ARBITER if ARBITER in viewers else look.viewer if look.viewer in viewers else PUBLIC


def clause(told: Mapping[str, Any]) -> str:
    """Where a rule stands: as somebody said it, else the clause behind its code."""
    said = told.get("clause") or ""
    code = told.get("code") or ""
    return str(said or CLAUSES.get(code, ""))


def codes() -> list[tuple[str, str]]:
    """The rules that somebody may have broken, with their clauses; not those about keeping the record."""
    return [(code, str(each)) for code, each in CLAUSES.items() if each.document != "architecture"]


def spaced(code: str) -> str:
    """A code as words."""
    return code.replace("-", " ").replace("_", " ")


def register(app: Flask) -> None:
    """Let templates use them."""
    app.jinja_env.filters["d_status"] = lambda name: str(STATUSES.get(name, name))
    app.jinja_env.filters["d_remedy"] = lambda name: str(REMEDIES.get(name, name))
    app.jinja_env.filters["d_verdict"] = lambda name: str(VERDICTS.get(name, name))
    app.jinja_env.filters["d_clause"] = clause
    app.jinja_env.filters["spaced"] = spaced
    app.jinja_env.globals.update(
        disputes_of_encounter=of_encounter, disputed_deals=disputed_deals, pending_disputes=pending
    )
