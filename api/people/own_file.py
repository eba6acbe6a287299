"""Write what the book keeps about one person into one file, for that person: a ZIP that needs no Nought to be read.

Other people are left out: a deal has the name of the person alone, and nobody's as its scribe.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from replay.notation import document_of
from replay.notation.errors import HandFileError
from replay.notation.hand_file import write_hand
from store.tables.people.own_notes import MOST as MOST_NOTES
from store.tables.people.tokens import SESSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from uuid import UUID

    from api.people.subjects import Subject
    from api.services import Services
    from domain.kernel.ports import HeldTexts
    from replay.notation.document import DealDocument
    from store.tables.catalogue import Row

READ_ME = """This file holds what a record book for 304 and Jass keeps about one person.

kept.json    the names, how many texts have them, the texts that others wrote, and each deal, match, tournament and so
             on in which the person appears
deals/       each deal that the person played to its end, as a hand file: a text with the cards of all hands
lists.json   what is listed of the person: the registered player, with the names it has had
account.json the account of the player, if there is one: how it signs in, and where it is signed in
notes.json   the notes and lines that the account keeps on deals of the club, if it reads this file itself
messages.json
             of the player's account, if there is one: what it wants to be told and where, and what it was told of
"""


def write_own_file(
    here: Services,
    subject: Subject,
    kept: HeldTexts,
    target: BinaryIO,
    advance: Callable[[], None] = lambda: None,
    deals: Iterable[Row] | None = None,
    reader: UUID | None = None,
) -> int:
    """Write the file. Return the number of deals in it. ``advance`` is called after each.

    ``deals``: some of the deals of the person, as `deals_of` returns them; by default all. ``reader``: the account of
    the person, if it reads the file itself: most of its own notes are for nobody else.
    """
    called = conditions_of(subject)["people"]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", READ_ME)
        file.writestr("kept.json", _json(_kept(here, subject, kept)))
        registered = here.catalogue.find(subject.player) if subject.player else None
        file.writestr("lists.json", _json([registered.data] if registered else []))
        file.writestr("account.json", _json(_account(here, subject)))
        file.writestr("notes.json", _json(_notes(here, subject, reader)))
        file.writestr("messages.json", _json(_messages(here, subject)))
        count = 0
        for row in here.catalogue.rows("deal", **conditions_of(subject)) if deals is None else deals:
            if row.data["status"] == "open":
                continue
            document = document_of(here.ledger.repository.history(row.id), str(row.id))
            try:
                text = write_hand(_own(document, called))
            except HandFileError:  # what no hand file can hold stands in kept.json
                continue
            file.writestr(f"deals/{row.created_at:%Y-%m-%d}-{row.id}.nought.toml", text)
            count += 1
            advance()
    return count


def conditions_of(subject: Subject) -> dict[str, Any]:
    """Return the conditions of the catalogue for the deals of a person."""
    people = [*subject.names, *([str(subject.player)] if subject.player else [])]
    return {"people": people, **({"club": subject.club} if subject.club else {"no_club": True})}


def _kept(here: Services, subject: Subject, kept: HeldTexts) -> dict[str, Any]:
    rows = here.catalogue.find_all(kept.streams)
    return {
        "names": list(subject.names),
        "texts_with_a_name": len(kept.digests),
        "texts": [{"id": str(each.stream), "text": each.text} for each in kept.texts],
        "appears_in": [
            {"kind": row.kind, "id": str(row.id), "at": row.created_at.isoformat()}
            for row in sorted(rows, key=lambda each: (each.kind, each.created_at, each.id))
        ],
        "in": dict(kept.kinds),
    }


def _account(here: Services, subject: Subject) -> dict[str, Any]:
    """Return what is kept of the account of a registered player; nothing secret, and no other club."""
    own = here.account_players.of_player(subject.player) if subject.player else None
    account = here.accounts.find(own.account) if own else None
    if own is None or account is None:
        return {}
    sessions = [each for each in here.tokens.of_account(account.id) if each.kind == SESSION]
    passkeys = here.passkeys.of_account(account.id)
    return {
        "login": account.login,
        "name": account.name,
        "player_since": own.linked_at.isoformat(),
        "created": account.created_at.isoformat(),
        "has_password": account.password_hash is not None,
        "signs_in_at": here.issuers.of_account(account.id),
        "passkeys": [{"name": each.name, "created": each.created_at.isoformat()} for each in passkeys],
        "signed_in": [{"device": each.label, "since": each.issued_at.isoformat()} for each in sessions],
    }


def _notes(here: Services, subject: Subject, reader: UUID | None) -> list[dict[str, Any]]:
    """Return the reader's notes on deals of the club, and on those of no club."""
    kept = here.own_notes.of_account(reader, limit=MOST_NOTES) if reader else []
    return [
        {
            "deal": str(note.deal), "ply": note.ply, "cards": list(note.cards), "text": note.text,
            "at": note.at.isoformat(), "for_club": note.is_shown, "taken_back": note.is_taken_back,
        }
        for note in kept
        if note.club in (subject.club, None)
    ]  # fmt: skip


def _messages(here: Services, subject: Subject) -> dict[str, Any]:
    """Return what is kept of the messages to the account of a registered player; nothing if there is none."""
    own = here.account_players.of_player(subject.player) if subject.player else None
    choices = here.message_choices.of_account(own.account) if own else None
    if own is None or choices is None:
        return {}
    return {
        "kinds": list(choices.kinds),
        "by_mail": choices.by_mail,
        "language": choices.language,
        "quiet": [each.isoformat("minutes") for each in choices.quiet or ()],
        "calendar": choices.has_calendar,
        "devices": [
            {"label": each.label, "endpoint": each.endpoint, "added_at": each.added_at.isoformat()}
            for each in here.message_choices.devices(own.account)
        ],
        "messages": [
            {"kind": each.kind, "id": str(each.stream), "at": each.made_at.isoformat()}
            for each in here.messages.of_account(own.account, most=1000)
        ],
    }


def _own(document: DealDocument, called: Sequence[str]) -> DealDocument:
    """Return a deal without the names of others."""
    opened = document.opened
    players = {seat: name for seat, name in opened.players.items() if name in called}
    items = tuple(replace(item, by="") for item in document.items)
    return replace(document, opened=replace(opened, players=players, note=""), items=items, by="")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
