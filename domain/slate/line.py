"""One line of a slate: the result of a deal as its players enter it, without the factor of its contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from domain.kernel.errors import Declined

FULL: Final = 157
"""The card points of a deal, with the five for the last trick (Swisslos, "Jass-Regeln"; 003 "Players and Cards")."""
STOECK: Final = 20
"""The points for Stöck (Schweizer Jassreglement "Puur Näll As", "Die Stöcke"; 003 "Weis and Stöck")."""
MOST_WEIS: Final = 1000
"""More than the points of any Weis that one team can have in a deal."""


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one deal. Teams are codes such as ``A``; points are card points without a factor."""

    announcer: str
    """The team that announced the trump or the contract."""
    team: str
    """The team whose card points are typed; the other one has the rest of `FULL`."""
    points: int
    contract: str = ""
    """The name of the trump or the contract; empty if it makes no difference."""
    match: bool = False
    """Whether the team made all tricks; then ``points`` is `FULL`, and the bonus for a match is added."""
    weis: Mapping[str, int] = field(default_factory=dict)
    """The points of Weis by team; only one team scores its Weis."""
    stoeck: str = ""
    """The team with Stöck; empty if nobody has them."""
    out: str = ""
    """The team that declared during the deal that it has reached the target; empty if none did."""
    others: int | None = None
    """The card points of the other team if the deal was broken off after such a declaration; else None."""

    @property
    def points_left(self) -> int:
        """Return the card points of the other team."""
        return FULL - self.points if self.others is None else self.others


def plain(line: Line) -> dict[str, Any]:
    """Return a line as JSON values. Fields at their default are left out."""
    values = asdict(line)
    values["weis"] = {team: points for team, points in line.weis.items() if points}
    needed = ("announcer", "team", "points")
    return {name: value for name, value in values.items() if name in needed or value not in ("", False, None, {})}


def load(data: Mapping[str, Any]) -> Line:
    """Return a stored line, without a check."""
    return Line(**data)


def parse(data: Mapping[str, Any], announcer: str) -> Line:
    """Return the line from JSON values. Raises `Declined` if a value is of another type or out of its range.

    ``announcer``: the team that is left out as the announcer. The team of the points is the announcer, if left out.
    """
    names = [each.name for each in fields(Line)]
    if unknown := sorted(set(data) - set(names)):
        raise Declined(
            "slate-line",
            "a line has no {name}; it has {names}",
            name=repr(unknown[0][:40]),
            names=", ".join(names),
        )
    for name in ("announcer", "team", "contract", "stoeck", "out"):
        if not isinstance(data.get(name, ""), str):
            raise Declined("slate-line", "{name} is a text", name=name)
    match = data.get("match", False)
    if not isinstance(match, bool):
        raise Declined("slate-line", "match is true or false")
    who = data.get("announcer") or announcer
    team = data.get("team") or who
    line = Line(
        announcer=who,
        team=team,
        points=_points(data, is_match=match),
        contract=data.get("contract", ""),
        match=match,
        weis=_weis(data.get("weis") or {}),
        stoeck=data.get("stoeck", ""),
        out=data.get("out", ""),
        others=data.get("others"),
    )
    _check_others(line)
    return line


def _points(data: Mapping[str, Any], *, is_match: bool) -> int:
    points = data.get("points", FULL if is_match else None)
    if not _is_whole(points, FULL):
        raise Declined("slate-line", "points is a whole number from 0 to {most}", most=FULL)
    if is_match and points != FULL:
        raise Declined("slate-line", "a match is all {most} points of a deal, not {points}", most=FULL, points=points)
    return int(points)


def _weis(data: Any) -> dict[str, int]:
    if not isinstance(data, Mapping) or not all(_is_whole(each, MOST_WEIS) for each in data.values()):
        raise Declined("slate-line", "weis is points by team, each a whole number from 0 to {most}", most=MOST_WEIS)
    weis = {team: points for team, points in data.items() if points}
    if len(weis) > 1:
        raise Declined("slate-line", "only the team with the best Weis scores its Weis; leave out that of the other")
    return weis


def _check_others(line: Line) -> None:
    if line.others is None:
        return
    if not line.out:
        raise Declined("slate-line", "others are the points of a deal that was broken off: say as out who declared")
    if not _is_whole(line.others, FULL) or line.points + line.others > FULL:
        raise Declined("slate-line", "both teams together have at most {most} points in a deal", most=FULL)


def _is_whole(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
