"""All that is open to a seat: the acts that can be sent, and those that cannot be before something is filled in."""

from __future__ import annotations

from domain.engine.facts import Act, PointsCounted
from domain.engine.rules import Rules
from domain.engine.state import State
from domain.games.three04.acts import CapsCalled


def open_to(rules: Rules, s: State, seat: str) -> list[Act]:
    """The acts that the seat may do; a call of Caps stands there without its order, a count without its points."""
    calls = [each.act for each in rules.templates(s, seat) if isinstance(each.act, CapsCalled | PointsCounted)]
    return [*rules.legal(s, seat), *calls]
