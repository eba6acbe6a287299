"""Which moment of a deal a page is asked for."""

from __future__ import annotations

from flask import request

from api.problems import Problem


def asked_ply(last: int) -> int:
    """The ply that ``?at=`` names, from -1 to ``last``; the latest, if it names none."""
    asked = request.args.get("at", "")
    if not asked:
        return last
    if not asked.removeprefix("-").isdecimal() or len(asked) > 4 or not -1 <= int(asked) <= last:
        raise Problem("ply", f"there is no ply {asked[:8]}", allowed=f"plies -1 to {last}")
    return int(asked)
