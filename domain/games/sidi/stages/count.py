"""Count card points after the last trick of a deal in which some cards were never named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import POSSIBLE, Verdict, refuse
from domain.engine.state import COUNT

if TYPE_CHECKING:
    from domain.engine.facts import PointsCounted
    from domain.games.sidi.orders import Order
    from domain.games.sidi.state import SidiState


def possible_points(s: SidiState, order: Order) -> tuple[int, int]:
    """Return the least and the most points that the declarer's side can have after the last trick."""
    tables = s.rules.tables
    side = s.maker & 1
    missing = tables.all & ~s.gone
    if missing.bit_count() != sum(s.unnamed):
        # A card was recorded twice or never, so only the points of the cards seen are certain.
        return s.points[side], s.points[side] + order.worth(missing)
    worth = sorted(order.points[tables.bit[card]] for card in tables.cards(missing))
    ours = s.unnamed[side]
    return s.points[side] + sum(worth[:ours]), s.points[side] + sum(worth[len(worth) - ours :])


def count(s: SidiState, order: Order, points: int) -> None:
    """Set the points of the declarer's side, bonuses included, and give the rest to the opponents."""
    side = s.maker & 1
    total = sum(s.points) + order.worth(s.rules.tables.all & ~s.gone)
    s.points[side] = points
    s.points[1 - side] = total - points


def judge_count(s: SidiState, order: Order, seat: int, act: PointsCounted) -> Verdict:
    """Judge a count of points, which is legal only if unknown cards leave the points open."""
    if s.owed != COUNT:
        return refuse("jass-count", act.seat, "{who} counted the points, but the known cards already give them")
    if seat % 2 != s.maker % 2:
        return refuse("jass-count", act.seat, "{who} counted the points", "only the declarer's side may count")
    least, most = possible_points(s, order)
    if not least <= act.points <= most:
        return refuse(
            "jass-count",
            act.seat,
            "{who} counted {points}",
            "allowed: {least} to {most} points",
            points=act.points,
            least=least,
            most=most,
        )
    return POSSIBLE
