"""Leave out parts of the table that a chapter has not explained yet, such as the bids for somebody who never played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from domain.lesson.facts import Source

BIDS: Final = "bids"
TRUMP: Final = "trump"
POINTS: Final = "points"

FIELDS: Final = {
    BIDS: ("contract", "auction", "auctions", "maker", "dealer", "stage"),
    TRUMP: ("trump",),
    POINTS: ("points", "taken", "score"),
}
"""The fields of a view by the part that a chapter can leave out. Without bids the trump has no indicator either, whose
card then lies with the trump maker's hand."""


def parts_left_out(source: Source) -> Collection[str]:
    """Return the parts that the tables of a chapter leave out (`replay.lessons.sources.Terms.without`)."""
    return [part for part in source.terms.get("without", ()) if part in FIELDS]


def leave_out(view: dict[str, Any], parts: Collection[str]) -> dict[str, Any]:
    """Return a view without some parts."""
    fields = {field for part in parts for field in FIELDS[part]}
    kept = {name: value for name, value in view.items() if name not in fields}
    if BIDS in parts and "indicator" in view.get("trump", {}):
        indicator, maker = view["trump"]["indicator"], view["maker"]
        kept["hands"] = kept["hands"] | {maker: [*kept["hands"][maker], indicator]}
        if "trump" in kept:
            kept["trump"] = {name: value for name, value in kept["trump"].items() if name != "indicator"}
    return kept
