"""The ply that a page's address names."""

from __future__ import annotations

from flask import request

from api.problems import Problem
from domain.engine.words.values import sentence


def requested_ply(last: int) -> int:
    """Return the ply that ``?at=`` names, from -1 to ``last``, which is also the default. Raises `Problem`."""
    text = request.args.get("at", "")
    if not text:
        return last
    if not text.removeprefix("-").isdecimal() or len(text) > 4 or not -1 <= int(text) <= last:
        raise Problem(
            "ply",
            sentence("there is no entry {ply}", ply=text[:8]),
            allowed=sentence("the steps are {first} to {last}", first=-1, last=last),
        )
    return int(text)
