"""Make the bundle of a deal: its events, their salts and proofs, under a signed checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.proof.keeper import LogError, entry_of
from domain.proof import tree
from domain.proof.canonical import canonical
from domain.proof.texts import tokens
from domain.proof.tiles import Tiles
from domain.proof.tlog_proofs import TlogProof
from replay.bundle import LogKeys, OpenText, Proved, Stream, bundle
from store.events.event_recorder import hidings_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.proof.checkpoints import Checkpoint
    from domain.proof.tree import Nodes
    from store.events.log import Log
    from store.events.texts import Hiding, Row


def make_bundle(
    log: Log, deal: UUID, head: Checkpoint, note: str, last: int, others: Iterable[tuple[UUID, str]] = ()
) -> dict[str, Any]:
    """Return the bundle of a deal up to its version ``last``. Raises `LogError` if the checkpoint lacks an event of it.

    ``others``: id and kind of further streams about the deal, which are included as far as the checkpoint holds them.
    The receiver must be allowed to see all of them.
    """
    nodes = Tiles(log.hashes)
    streams = [_stream(log, nodes, head, deal, "deal", last)]
    streams += [_stream(log, nodes, head, item, kind) for item, kind in others]
    keys = log.keys()
    log_keys = LogKeys([item.vkey for item in keys[::-1]], [item.change for item in keys if item.change])
    held = [item for item in streams if item.events]
    used = {token for item in held for each in item.events for token in tokens(each.entry.get("body"))}
    hiding = hidings_of(log.recorder, [deal]).get(deal)
    apart = {token: _open_text(row, hiding) for token, row in sorted(log.texts(used).items())}
    return bundle(deal, held, note, log_keys, apart)


def make_proof(log: Log, deal: UUID, version: int, head: Checkpoint, note: str) -> TlogProof:
    """Return the proof that an event of a deal is in the log. Raises `LogError` if the checkpoint lacks it.

    It holds the event with its salt, so the receiver must be allowed to see the whole event.
    """
    leaf = log.leaf_of(deal, version)
    event = next((each for each in log.events_of(deal) if each.version == version), None)
    if leaf is None or event is None or leaf.place >= head.size:
        raise LogError(f"version {version} is not under the checkpoint yet")
    path = tree.inclusion(Tiles(log.hashes), leaf.place, head.size)
    return TlogProof(leaf.place, tuple(path), note, canonical(entry_of(event, leaf.salt)))


def _open_text(row: Row, hiding: Hiding | None) -> OpenText:
    """Return a text with its salt. Without the salt, what stands in its place: it was removed, or is for members."""
    shown = row.shown if row.text is None or hiding is None else hiding.open(row.letter, row.text)
    return OpenText(shown, row.salt.hex() if row.salt and shown == row.text else "")


def _stream(log: Log, nodes: Nodes, head: Checkpoint, identity: UUID, kind: str, last: int | None = None) -> Stream:
    """Return a stream with the proofs of its events, as far as the checkpoint holds them.

    Raises `LogError` if the checkpoint does not hold the events up to version ``last``.
    """
    leaves = {item.version: item for item in log.leaves_of(identity)}
    proved = []
    for event in log.events_of(identity):
        leaf = leaves.get(event.version)
        if last is not None and event.version > last:
            break
        if leaf is None or leaf.place >= head.size:
            if last is not None:
                raise LogError(f"version {event.version} is not under the checkpoint yet")
            break
        proved.append(Proved(leaf.place, entry_of(event, leaf.salt), tree.inclusion(nodes, leaf.place, head.size)))
    return Stream(identity, kind, proved)
