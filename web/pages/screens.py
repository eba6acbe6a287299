"""The screen in the hall: slides of the draw, the newest results and the standings, in large type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import Blueprint, make_response, render_template, request
from flask_babel import gettext

from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from api.responses import bytes_response, etag_of
from api.tournaments import access as tournament_access
from web.pages.papers import final
from web.tournaments import seating
from web.tournaments.seen import see

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from web.tournaments.seen import Seen

blp = Blueprint("screens", __name__)

SECONDS: Final = 12
"""The seconds that each slide is shown, unless ``?seconds=`` gives others (`LEAST` to `MOST`)."""
LEAST: Final = 3
MOST: Final = 300
SEATING: Final = "seating"
"""The slides of names and tables alone, by ``?show=``."""
DELAY: Final = "Nought-Delay"
"""The header with the delay of the slides in seconds."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next round and when it begins."""

    round: int
    time: str
    """The local time, such as ``20:30``."""


@blp.get("/tournaments/<uuid:tournament_id>/screen")
@allow(EVERYBODY)
@from_replica
def screen(tournament_id: UUID) -> Response:
    """Show the screen. ``?seconds=``: for each slide; ``?round=`` and ``?next=``: a round and its time.

    ``?show=seating``: only the names and their tables.
    """
    seconds = request.args.get("seconds", SECONDS, type=int)
    late = tournament_access.delay(tournament_id)
    page = make_response(
        render_template(
            "papers/screen.html",
            seen=see(tournament_id),
            slides=_slides(tournament_id),
            known={"seconds": min(max(seconds, LEAST), MOST), "delay": late},
            screen_words=_words(),
        )
    )
    page.headers["Cache-Control"] = "no-store"
    return page


@blp.get("/tournaments/<uuid:tournament_id>/screen/slides")
@allow(EVERYBODY)
@heavy
@from_replica
def slides(tournament_id: UUID) -> Response:
    """Send the current slides to the page's script, which polls them."""
    body = _slides(tournament_id).encode()
    answer = bytes_response(body, etag_of(body), "text/html; charset=utf-8")
    answer.headers[DELAY] = f"{tournament_access.delay(tournament_id):g}"
    return answer


def _slides(tournament_id: UUID) -> str:
    seen = see(tournament_id)
    if request.args.get("show") == SEATING:
        return render_template("papers/seating-slides.html", seen=seen, places=seating.places(seen), next=_next(seen))
    shown = seen.met(seen.last) if seen.last else []
    return render_template(
        "papers/slides.html",
        seen=seen,
        met=shown,
        done=sum(each.done for each in shown),
        begun=any(each.begun for each in shown),
        next=_next(seen),
        final=final(seen) if seen.tournament.ended else (),
    )


def _next(seen: Seen) -> Next | None:
    """Return the time of the next round by ``?next=``; None if ``?round=`` is not that round or the time is invalid."""
    time, number = request.args.get("next", ""), seen.tournament.next_round
    if seen.tournament.ended or request.args.get("round", type=int) != number:
        return None
    return Next(number, time) if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", time) else None


def _words() -> dict[str, str]:
    """Return the words of the page's script."""
    return {
        "live": gettext("Up to date"),
        "seconds": gettext("Delayed by {n} seconds"),
        "minutes": gettext("Delayed by {n} minutes"),
        "lost": gettext("Connection lost. Last updated at {time}."),
        "pause": gettext("Pause"),
        "go_on": gettext("Resume"),
        "page": gettext("{n} of {all}"),
        "fresh": gettext("new"),
    }
