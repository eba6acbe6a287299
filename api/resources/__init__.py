"""The resources of the API, one module each. What a route may answer, and to whom, is declared beside it."""

from __future__ import annotations

from api.resources import (
    actions,
    archives,
    clubs,
    corrections,
    deals,
    disclosures,
    docs,
    events,
    health,
    irregularities,
    matches,
    players,
    problems,
    replays,
    rulesets,
    rulings,
    tables,
    timelines,
    tokens,
    views,
)

DOCUMENTED = (
    deals.blp,
    actions.blp,
    corrections.blp,
    disclosures.blp,
    irregularities.blp,
    rulings.blp,
    views.blp,
    replays.blp,
    timelines.blp,
    events.blp,
    archives.blp,
    matches.blp,
    clubs.blp,
    players.blp,
    tables.blp,
    rulesets.blp,
    tokens.blp,
    problems.blp,
    health.blp,
)
"""In the order of the documentation."""

PAGES = (docs.blp,)
"""What is not part of the API itself."""
