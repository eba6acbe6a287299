"""The published list of witnesses: those of this log, and the logs that this server witnesses."""

from __future__ import annotations

from typing import Any

from api.proof import published
from api.proof.witness import find_witness_key
from api.services import services
from api.site import site
from domain.proof import checkpoints, notes
from domain.proof.cosignatures import witness_key


def witnessed() -> dict[str, Any]:
    """Return the witnesses of this log and what each cosigned, and the logs that this server cosigns.

    Checkpoints that the caller may not see yet count for nothing.
    """
    policy, table, newest = site().witnesses, services().witnesses, published.newest_checkpoint()
    size = newest.size if newest else 0
    cosigned = table.largest(list(policy.keys), size)
    seen = {each.origin: each for each in table.witnessed()}
    return {
        "size": size,
        "witnessed": published.witnessed_size(size),
        "witnesses": [
            {"name": each.name, "key": each.key.text, "cosigned": cosigned.get(each.key.text)}
            for each in policy.witnesses
        ],
        "key": witness_key(find_witness_key(services().keys, site().host)).text if policy.logs else None,
        "logs": [
            {"origin": each.key.name, "key": each.key.text, "seen": seen.get(each.key.name)} for each in policy.logs
        ],
        "conflicts": [
            {
                "origin": each.origin,
                "sizes": sorted((checkpoints.parse(notes.parse(each.witnessed)).size, each.size)),
                "notes": [each.witnessed, each.sent],
                "is_proof": each.is_proof,
                "seen_at": each.seen_at,
            }
            for each in table.conflicts()
        ],
    }


def is_watched() -> bool:
    """Return whether this site has witnesses, or witnesses logs."""
    policy = site().witnesses
    return bool(policy.witnesses or policy.logs)
