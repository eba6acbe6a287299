"""The news of a club as Atom: tournaments that were opened, and those that ended. It is what everybody sees."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from api.callers import answer_anybody
from api.lists import catalogue, find_row
from api.people.who_sees import names_are_hidden
from api.permissions import EVERYBODY, allow
from api.services import ledger, services
from api.site import base_url
from api.tournaments import access as tournament_access
from domain.club.aggregates import Club
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.lifecycle import TournamentCancelled, TournamentEnded
from web.languages import current

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.events import Recorded
    from store.tables.catalogue import Row

blp = Blueprint("news", __name__)

MOST: Final = 30
"""The most tournaments, the newest ones."""
ATOM: Final = "http://www.w3.org/2005/Atom"


@blp.get("/clubs/<uuid:club_id>/news.atom")
@allow(EVERYBODY)
def feed(club_id: UUID) -> Response:
    """Send the news of a club, the newest first. The answer is the same for everybody of a language."""
    answer_anybody()
    club = find_row(catalogue(), Club.KIND, club_id)
    rows = catalogue().newest(Tournament.KIND, MOST, club=club_id)
    body = tostring(_feed(club, rows), "utf-8", xml_declaration=True)
    answer = Response(body, content_type="application/atom+xml; charset=utf-8")
    answer.set_etag(sha256(body).hexdigest()[:32])
    answer.headers["Cache-Control"] = "public, max-age=300"
    answer.vary.update(("Accept-Language", "Cookie"))
    if names_are_hidden():
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer.make_conditional(request)  # type: ignore[return-value]


def _feed(club: Row, rows: list[Row]) -> Element:
    base = base_url() or request.host_url.rstrip("/")
    news = [(row.created_at.isoformat(), row, _("A new tournament.")) for row in rows]
    over = {row.id: row for row in rows if row.data["status"] == "over"}
    topics = [TournamentEnded.TOPIC, TournamentCancelled.TOPIC]
    # A tournament that was opened again may end twice: the last end that everybody may know of counts.
    last = {
        event.originator_id: event for event in ledger().repository.events_of(list(over), topics) if _is_seen(event)
    }
    ends = {key: event.at for key, event in last.items() if isinstance(event.fact, TournamentEnded)}
    news += [(at, over[key], _("The final standings are there.")) for key, at in ends.items()]
    news.sort(key=lambda each: (each[0].replace("Z", "+00:00"), each[1].id), reverse=True)
    root = Element("feed", {"xmlns": ATOM, "xml:lang": current()})
    own = base + url_for("news.feed", club_id=club.id)
    page = base + url_for("library.club", club_id=club.id)
    _add(root, {"id": own, "title": club.title, "updated": news[0][0] if news else club.created_at.isoformat()})
    SubElement(root, "link", {"rel": "self", "href": own})
    SubElement(root, "link", {"rel": "alternate", "href": page})
    SubElement(SubElement(root, "author"), "name").text = club.title
    for at, row, words in news:
        is_end = ends.get(row.id) == at
        view = "standings" if is_end else "tournament"
        address = base + url_for(f"tournaments_page.{view}", tournament_id=row.id)
        entry = SubElement(root, "entry")
        _add(entry, {"id": address, "title": row.title, "updated": at, "summary": words})
        SubElement(entry, "link", {"rel": "alternate", "href": address})
    return root


def _is_seen(event: Recorded) -> bool:
    """Return whether everybody may see an event of a tournament by now."""
    seconds = tournament_access.delay(event.originator_id)
    newest = services().recorder.version_ago(event.originator_id, seconds) if seconds else None
    return newest is None or event.originator_version <= newest


def _add(parent: Element, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = text
