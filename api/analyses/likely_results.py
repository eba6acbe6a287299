"""The likely result without each breach, added to the findings of an audit. It stands beside the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from analysis.breach import result_without
from analysis.position import Goal, Unsolvable
from analysis.solver import Solver, Unfinished
from domain.audit.findings import POSSIBLE
from domain.engine.facts import CardPlayed
from replay.audits.audit import audit
from replay.words import ENGLISH, breaches
from replay.words.places import Moments

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.words import Language

LIMIT: Final = 1_000_000
"""The most positions of one question: less than a second."""
MOST: Final = 5
"""The most breaches of a deal for which a result is computed."""


def audit_with_results(record: Record, language: Language = ENGLISH) -> dict[str, Any]:
    """Return the audit of a deal as JSON, with the likely result without each breach from the first card on.

    A breach that depends on unseen cards has none, since the result would depend on them too.
    """
    payload = audit(record, language)
    first = next((ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed)), len(record.acts))
    findings = [each for each in payload["breaches"]["findings"] if each["sure"] != POSSIBLE and each["ply"] >= first]
    solver = Solver(limit=LIMIT)
    for finding in findings[:MOST]:
        finding["without"] = _result(record, finding["ply"], solver, language)
    return payload


def _result(record: Record, ply: int, solver: Solver, language: Language) -> dict[str, Any]:
    try:
        likely = result_without(record, ply, solver)
    except (Unsolvable, Unfinished) as reason:
        return {"reason": str(reason), "words": breaches.no_result(language)}
    settled = likely.settled
    result: dict[str, Any] = {"ply": likely.ply, "made": bool(settled.made)}
    if likely.goal is Goal.POINTS:
        result["points"] = settled.points
    result |= {"score": settled.score} if settled.score else {"tokens": settled.tokens}
    texts = {
        name: _by_team(record, name, result[name], language) for name in ("points", "score", "tokens") if name in result
    }
    return result | {"words": breaches.without(Moments.of(language, record), likely.ply, made=result["made"], **texts)}


def _by_team(record: Record, name: str, numbers: dict[str, int], language: Language) -> str:
    """Return numbers of teams as text: North and South 105, East and West 199. ``name``: what they count."""
    game = record.rules.ruleset
    write = {"points": game.format_points, "tokens": "{:+d}".format}.get(name, str)
    return ", ".join(
        f"{language.together(language.seat(seat) for seat in game.seating.of_team(team))} {write(number)}"
        for team, number in numbers.items()
    )
