"""A deal's evidence on paper: the record, the audit, and the proof that it is in the log.

The bundle holds the same for programs (docs/trust.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, render_template, url_for
from flask_babel import gettext

from api import disputes as dispute_access
from api.deals import access as deal_access
from api.resources.bundles import evidence
from domain.dispute.aggregate import Dispute
from domain.engine.faces import faces_of
from domain.engine.facts import CardPlayed, CardsDealt, PackShuffled
from domain.engine.hiding import ARBITER
from domain.proof.entries import leaf
from replay.audits.audit import audit
from replay.notation.actions import write_action
from web.languages import reader
from web.printing import pdf, qr
from web.printing.pdf import PAGE
from web.venues import show_times_of
from web.wording import words
from web.wording.speech import Speech

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.cards import Card
    from domain.engine.facts import Act
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Record

blp = Blueprint("evidence", __name__)


@dataclass(frozen=True, slots=True)
class Line:
    """An act of the record as it is printed. ``was``: the entries that corrections replaced."""

    card: int | None
    """The number of a card that was played."""
    act: str
    at: str
    by: str
    was: tuple[str, ...]


@pdf.paper(blp, "/deals/<uuid:deal_id>/evidence", "evidence")
def paper(deal_id: UUID, layout: str = PAGE) -> str:
    """Show the evidence on paper, for readers who may see all hands."""
    look = deal_access.get(deal_id, ARBITER)
    bundle, record = evidence(look), look.record
    lines = list(_lines(record))
    show_times_of(record.opened.club)
    return render_template(
        "evidence/paper.html",
        layout=layout,
        deal=deal_id,
        opened=record.opened,
        game=record.rules.ruleset,
        hands=_dealt(record),
        lines=lines,
        settlement=record.settlement,
        audit=audit(record, reader()),
        disputes=[
            dispute_access.get(UUID(each["id"])).payload() for each in bundle["streams"] if each["kind"] == Dispute.KIND
        ],
        checkpoint=bundle["checkpoint"],
        code=qr.of_note(bundle["checkpoint"], gettext("QR code of a signed checkpoint")),
        keys=bundle["log"]["keys"],
        leaves=list(_leaves(bundle)),
        pdf=url_for(".paper_pdf", deal_id=deal_id) if layout == PAGE else None,
    )


def _dealt(record: Record) -> dict[str, list[str]]:
    """Return the cards that each seat was dealt, batch after batch."""
    hands: dict[str, list[str]] = {seat: [] for seat in record.rules.seats}
    for act in record.acts:
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                hands[seat].extend(map(record.rules.faces.card, cards))
    return hands


def _lines(record: Record) -> Iterator[Line]:
    game = record.rules.ruleset
    speech = Speech(game)
    cards = 0
    for entry in record.entries:
        is_card = isinstance(entry.act, CardPlayed)
        cards += is_card
        was = tuple(_in_words(each.was, speech, game) for each in entry.corrections if each.was is not None)
        yield Line(cards if is_card else None, _in_words(entry.act, speech, game), entry.stamp.at, entry.stamp.by, was)


def _in_words(act: Act, speech: Speech, game: Ruleset) -> str:
    """Return an act in words, with all cards that it names."""
    text = speech.act(write_action(act))
    if by_seat := act.cards_by_seat():
        return f"{text}: {', '.join(f'{words.seat(seat)} {_cards(cards, game)}' for seat, cards in by_seat.items())}"
    if isinstance(act, PackShuffled) and act.order:
        return f"{text}: {_cards(act.order, game)}"
    return text


def _cards(cards: Sequence[Card], game: Ruleset) -> str:
    """Return cards in short form."""
    return " ".join(map(faces_of(game).card, cards))


def _leaves(bundle: dict[str, Any]) -> Iterator[tuple[str, int, int, str]]:
    """Yield for each event: its stream's kind, its version, its place in the log, the hash of its leaf."""
    for stream in bundle["streams"]:
        for event in stream["events"]:
            yield stream["kind"], event["entry"]["version"], event["place"], leaf(event["entry"]).hex()
