"""Make and verify bundles: one file with a deal's record and the proof that the record is in a signed log.

A bundle is a JSON object (`schemas/bundle.schema.json`). A reader needs no server and no database to verify it: each
claim is derived again from the events, and the log's signature proves the events. A bundle reveals all hands.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError, StoredEvent

from domain.dispute.aggregate import Dispute
from domain.dispute.facts import DisputeOpened
from domain.engine.rules import settle
from domain.kernel.events import Recorded
from domain.kernel.mapper import to_plain
from domain.proof import checkpoints, entries, notes, seals, texts, tree
from domain.proof.canonical import CanonicalError, canonical, read
from domain.proof.checkpoints import Checkpoint
from domain.proof.notes import NoteError, PublicKey
from domain.proof.witness_policies import WitnessPolicy
from domain.record.record import Record
from domain.record.record_seals import openings
from domain.registry import MAPPER
from replay.audits.audit import audit
from replay.maker import made_by
from replay.notation.archive import read_archived, write_archived
from replay.notation.document import DealDocument, document_of, record_of
from replay.notation.errors import NotationError

VERSION: Final = 1
KIND: Final = "bundle"
KEYS: Final = frozenset(
    {
        "nought", "kind", "deal", "log", "maker", "checkpoint", "streams", "texts", "record", "ruleset", "settlement",
        "parts",
    }
)  # fmt: skip
NEEDED: Final = KEYS - {"maker", "texts"}
STREAM_KEYS: Final = frozenset({"id", "kind", "events"})
EVENT_KEYS: Final = frozenset({"place", "entry", "path"})
TEXT_KEYS: Final = frozenset({"text", "salt"})
"""The keys of a bundle, those that it must have, and the keys of a stream, of an event and of a text in it
(`schemas/bundle.schema.json`)."""
LARGEST: Final = 32 * 1024 * 1024
"""The most bytes of a bundle."""

PARTS: Final[dict[str, Callable[[Record], Any]]] = {"audit": audit}
"""Further claims that follow from the record of the deal, by their key in the bundle."""


class BundleError(ValueError):
    """Raised when a file is no bundle or a claim in it is wrong; the message names the claim."""


@dataclass(frozen=True, slots=True)
class Proved:
    """An event with its entry, its place in the log, and the path from there to the log's head."""

    place: int
    entry: Mapping[str, Any]
    path: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream of events. ``kind``: ``deal``, or another kind that concerns the deal."""

    id: UUID
    kind: str
    events: Sequence[Proved]


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text about people that stands apart from the events.

    ``salt``: in hexadecimal; empty if the text was removed, and then ``text`` is what stands in its place.
    """

    text: str
    salt: str = ""


@dataclass(frozen=True, slots=True)
class LogKeys:
    """The log's public keys, newest first, and the signed notes of the changes of key."""

    keys: Sequence[str]
    changes: Sequence[str] = ()


# --- making -------------------------------------------------------------------------------------


def bundle(
    deal: UUID, streams: Sequence[Stream], checkpoint: str, keys: LogKeys, apart: Mapping[str, OpenText]
) -> dict[str, Any]:
    """Return the bundle of a deal. The deal's own stream comes first; ``checkpoint`` is the signed note.

    ``apart``: the texts about people, by token.
    """
    opened = {token: each.text for token, each in apart.items()}
    document = document_of(_read_events(streams[0].id, [each.entry for each in streams[0].events], opened), str(deal))
    return {
        "nought": VERSION,
        "kind": KIND,
        "deal": str(deal),
        "log": {"keys": list(keys.keys), "changes": list(keys.changes)},
        "maker": made_by(),
        "checkpoint": checkpoint,
        "streams": [_stream(each) for each in streams],
        "texts": {
            token: {"text": each.text, **({"salt": each.salt} if each.salt else {})} for token, each in apart.items()
        },
        **claims(document),
    }


def claims(document: DealDocument) -> dict[str, Any]:
    """Return the claims of a bundle that follow from the events of its deal."""
    record = record_of(document)
    return {
        "record": json.loads(write_archived(document)),
        "ruleset": document.opened.ruleset,
        "settlement": to_plain(record.settlement) if record.settlement else None,
        "parts": {name: _as_json(part(record)) for name, part in PARTS.items()},
    }


def _stream(stream: Stream) -> dict[str, Any]:
    return {
        "id": str(stream.id),
        "kind": stream.kind,
        "events": [
            {"place": each.place, "entry": dict(each.entry), "path": [b64encode(hash_).decode() for hash_ in each.path]}
            for each in stream.events
        ],
    }


# --- checking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified bundle. ``by``: the key that signed it; ``shown``: the verified claims, in sentences."""

    deal: UUID
    checkpoint: Checkpoint
    by: PublicKey
    document: DealDocument
    shown: tuple[str, ...]
    unchecked: tuple[str, ...] = ()
    """Claims that could not be verified, in sentences."""


def load(text: bytes) -> dict[str, Any]:
    """Return the JSON object of a file. Raises `BundleError` if the file is no bundle."""
    if len(text) > LARGEST:
        raise BundleError(f"too long for a bundle: at most {LARGEST} bytes are read")
    try:
        bundle = read(text)
    except CanonicalError as error:
        raise BundleError(str(error)) from None
    if not isinstance(bundle, dict) or bundle.get("kind") != KIND:
        raise BundleError("this is no bundle")
    if bundle.get("nought") != VERSION or isinstance(bundle.get("nought"), bool):
        raise BundleError(f"nought: {bundle.get('nought')!r} is no version of the format that is known here")
    if missing := sorted(NEEDED - bundle.keys()):
        raise BundleError(f"this is no whole bundle: {', '.join(missing)} is missing")
    return bundle


def verify(bundle: Mapping[str, Any], keys: Iterable[PublicKey] = (), policy: WitnessPolicy | None = None) -> Checked:
    """Verify every claim of a bundle. Return the result. Raises `BundleError` for the first claim that is wrong.

    ``keys``: the public keys that the reader trusts. Without any, the bundle's own keys are used; then it proves no
    more than the word of its signer. ``policy``: the witnesses that must have cosigned the checkpoint.
    """
    try:
        return _verify(bundle, list(keys), policy)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, BundleError):
            raise
        if isinstance(error, NoteError | NotationError):
            raise BundleError(str(error)) from None
        raise BundleError(f"it does not have the shape of a bundle: {type(error).__name__} {error}"[:200]) from None


def _verify(bundle: Mapping[str, Any], trusted: list[PublicKey], policy: WitnessPolicy | None) -> Checked:
    deal = UUID(bundle["deal"])
    _keys_of(bundle, "the bundle", KEYS)
    head, by = _head(bundle, trusted)
    shown = [f"the checkpoint of {head.size} leaves is signed by {by.name} ({by.id.hex()})"]
    if policy is not None:
        shown += _cosigned(bundle["checkpoint"], policy)
    streams = bundle["streams"]
    if not streams or streams[0]["kind"] != "deal" or streams[0]["id"] != str(deal):
        raise BundleError("the first stream is not that of the deal")
    for stream in streams:
        shown.append(_in_the_log(stream, head))
    opened, removed = _open_texts(bundle.get("texts", {}))
    unchecked = [problem for stream in streams[1:] if (problem := _about(deal, stream, opened))]
    unchecked += _texts_hold(streams, opened, removed, shown)
    events = _read_events(deal, [each["entry"] for each in streams[0]["events"]], opened)
    document = document_of(events, str(deal))
    unchecked += _claims_hold(bundle, document, shown)
    return Checked(deal, head, by, document, tuple(shown), tuple(unchecked))


def _keys_of(value: Mapping[str, Any], where: str, known: frozenset[str]) -> None:
    """Raise `BundleError` for unknown keys, which a reader could take for verified."""
    if unknown := sorted(value.keys() - known):
        raise BundleError(f"{where}: {', '.join(unknown)[:100]} has no place in it")


def _head(bundle: Mapping[str, Any], trusted: list[PublicKey]) -> tuple[Checkpoint, PublicKey]:
    """Return the signed checkpoint of the bundle, and the key that signed it.

    Raises `BundleError` or `NoteError` if no trusted key signed it.
    """
    log = bundle["log"]
    keys = checkpoints.follow_key_changes(trusted or [PublicKey.parse(each) for each in log["keys"]], log["changes"])
    note = notes.parse(bundle["checkpoint"])
    head = checkpoints.parse(note)
    signers = note.verify(key for key in keys if key.name == head.origin)
    if signers[0].text not in log["keys"]:
        raise BundleError(f"log.keys: the key that signed, {signers[0].text}, is not among them")
    return head, signers[0]


def _cosigned(whole: str, policy: WitnessPolicy) -> list[str]:
    """Return which witnesses cosigned a checkpoint, and when. Raises `BundleError` if they are too few."""
    times = policy.find_times(notes.parse(whole))
    if not policy.is_met(times):
        by = ", ".join(key.name for key in times)
        raise BundleError(f"the checkpoint is cosigned by {by or 'none of the witnesses'}: the policy asks for more")
    moments = {key: datetime.fromtimestamp(time, UTC) for key, time in times.items()}
    return [
        f"{key.name} ({key.id.hex()}) cosigned the checkpoint on {moment:%Y-%m-%d at %H:%M} UTC"
        for key, moment in moments.items()
    ]


def _in_the_log(stream: Mapping[str, Any], head: Checkpoint) -> str:
    """Raise `BundleError` unless the events of a stream are in the log, complete and in order."""
    identity, before = stream["id"], -1
    events = stream["events"]
    _keys_of(stream, f"{stream['kind']} {identity}", STREAM_KEYS)
    for version, each in enumerate(events, 1):
        entry, place = each["entry"], each["place"]
        where = f"{stream['kind']} {identity}, event {version}"
        _keys_of(each, where, EVENT_KEYS)
        if entry.get("kind") != entries.KIND or entry.get("nought") != entries.VERSION:
            raise BundleError(f"{where}: this is no entry of the log that is known here")
        if entry["id"] != identity or entry["version"] != version:
            raise BundleError(f"{where}: here stands version {entry['version']} of {entry['id']}")
        if not isinstance(place, int) or place <= before:
            raise BundleError(f"{where}: it stands before the one it follows")
        path = [notes.base64(hash_) for hash_ in each["path"]]
        try:
            leaf = entries.leaf(entry)
        except CanonicalError as error:
            raise BundleError(f"{where}: {error}") from None
        if not tree.includes(head.root, head.size, leaf, place, path):
            raise BundleError(f"{where}: it is not in the log as it stands here; it was changed, or its proof was")
        before = place
    if not events:
        raise BundleError(f"{stream['kind']} {identity}: there are no events")
    return f"{len(events)} events of the {stream['kind']} are in the log, in this order"


def _open_texts(apart: Mapping[str, Any]) -> tuple[dict[str, str], set[str]]:
    """Return the texts about people by token, and the tokens of those that were removed.

    Raises `BundleError` if a text is not the one that its token stands for.
    """
    opened, removed = {}, set()
    for token, each in apart.items():
        _keys_of(each, f"the text {token}", TEXT_KEYS)
        opened[token] = each["text"]
        if "salt" not in each:
            removed.add(token)
        elif texts.token(bytes.fromhex(each["salt"]), each["text"]) != token:
            raise BundleError(f"the text {token}: it was changed, or its salt was")
    return opened, removed


def _texts_hold(
    streams: Sequence[Mapping[str, Any]], opened: Mapping[str, str], removed: set[str], shown: list[str]
) -> list[str]:
    """Return a sentence if texts were removed. Adds how many are as the events say. Raises `BundleError` for others."""
    used = {
        token for stream in streams for each in stream["events"] for token in texts.tokens(each["entry"].get("body"))
    }
    if missing := sorted(used - opened.keys()):
        raise BundleError(f"the text {missing[0]}: it is not in the bundle")
    if spare := sorted(opened.keys() - used):
        raise BundleError(f"the text {spare[0]}: no event holds it")
    if held := len(used - removed):
        shown.append(f"{held} names and other texts about people are what the events were recorded with")
    if not removed:
        return []
    return [f"texts about people that were removed: {len(removed)}; the record shows what stands in their place"]


def _about(deal: UUID, stream: Mapping[str, Any], opened: Mapping[str, str]) -> str:
    """Raise `BundleError` if a dispute's stream holds no dispute, or one about another deal: its kind is not signed.

    Return a sentence if the stream is of another kind, which cannot be checked; else empty.
    """
    where = f"{stream['kind']} {stream['id']}"
    if stream["kind"] != Dispute.KIND:
        return f"{where}: this version of Nought does not know what that is, nor whether it is about the deal"
    first = _read_events(UUID(stream["id"]), [stream["events"][0]["entry"]], opened)[0].fact
    if not isinstance(first, DisputeOpened):
        raise BundleError(f"{where}: this is no dispute, for it begins with {type(first).__name__}")
    if first.deal != str(deal):
        raise BundleError(f"{where}: it is about the deal {first.deal}")
    return ""


def _read_events(identity: UUID, entries: Iterable[Mapping[str, Any]], opened: Mapping[str, str]) -> list[Recorded]:
    """Return the events of some entries with their texts. Raises `BundleError` for one that is no readable event."""
    mapper = MAPPER
    events = []
    for entry in entries:
        if "body" not in entry:
            raise BundleError(f"version {entry['version']} of {identity} is no event that can be read")
        try:
            body = texts.opened(entry["body"], opened)
        except KeyError as error:
            raise BundleError(f"the text {error.args[0]}: it is not in the bundle") from None
        stored = StoredEvent(identity, entry["version"], entry["topic"], canonical(body))
        try:
            events.append(cast("Recorded", mapper.to_domain_event(stored)))
        except MapperDeserialisationError as error:
            raise BundleError(str(error)) from None
    return events


def _claims_hold(bundle: Mapping[str, Any], document: DealDocument, shown: list[str]) -> list[str]:
    """Compare the claims with the events. Return the claims that cannot be compared, in sentences.

    Adds the claims that hold to ``shown``. Raises `BundleError` for the first claim that is wrong.
    """
    unchecked = []
    if "core" in bundle["record"]:
        unchecked.append("record: it is in the encoding of older versions, which this version does not read")
    elif read_archived(canonical(bundle["record"])) == document:
        shown.append("the record says what the events say")
    else:
        raise BundleError("record: it does not say what the events say")
    if bundle["ruleset"] != document.opened.ruleset:
        raise BundleError("ruleset: it is not the one that the deal was opened with")
    shown.append("the ruleset is the one that the deal was opened with")
    record = record_of(document)
    settled = to_plain(record.settlement) if record.settlement else None
    if _as_json(settled) != bundle["settlement"]:
        raise BundleError("settlement: it is not the one that the events tell")
    if record.settlement and settle(record.state, record.caps_ruling, record.violation) != record.settlement:
        raise BundleError("settlement: by the rules something else follows from what was played")
    shown.append("the settlement follows from what was played" if settled else "the deal has no settlement")
    for opening in openings(record).values():
        if seals.digest(bundle["deal"], opening.seat, opening.card, opening.salt) != opening.digest:
            raise BundleError(f"seal {opening.digest}: it was opened as {opening.card}, which is not what was sealed")
        shown.append(f"the sealed {opening.card} of {opening.seat} is what was committed to")
    for name, part in bundle["parts"].items():
        if name not in PARTS:
            unchecked.append(f"{name}: this version of Nought has no such part")
        elif _as_json(PARTS[name](record)) == part:
            shown.append(f"the {name} is what follows from the record")
        elif bundle["maker"] == made_by():
            raise BundleError(f"{name}: it is not what follows from the record")
        else:
            # The stamp is not signed: it may have been changed together with the part.
            unchecked.append(
                f"{name}: this version of Nought works out another one. The file says that version {bundle['maker']} "
                f"made it, which proves nothing; this is {made_by()}"
            )
    return unchecked


def _as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
