"""A deal's evidence from the record book: its events, their salts and proofs, under a signed checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.proof.keeper import LogError, entry_of
from domain.proof import tree
from domain.proof.tiles import Tiles
from replay.bundle import LogKeys, Proved, Stream, bundle

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.proof.checkpoints import Checkpoint
    from domain.proof.tree import Nodes
    from store.log import Log


def made(
    log: Log, deal: UUID, head: Checkpoint, note: str, last: int, beside: Iterable[tuple[UUID, str]] = ()
) -> dict[str, Any]:
    """The bundle of a deal up to its version ``last``, under a checkpoint. `LogError` if that does not hold it all.

    ``beside``: further streams that tell something about the deal, by id and kind, as far as the checkpoint holds them.
    Whoever gets the bundle must be allowed to know all that is in them.
    """
    nodes = Tiles(log.hashes)
    streams = [_stream(log, nodes, head, deal, "deal", last)]
    streams += [_stream(log, nodes, head, each, kind) for each, kind in beside]
    keys = log.keys()
    told = LogKeys([each.vkey for each in keys[::-1]], [each.change for each in keys if each.change])
    return bundle(deal, [each for each in streams if each.events], note, told)


def _stream(log: Log, nodes: Nodes, head: Checkpoint, identity: UUID, kind: str, last: int | None = None) -> Stream:
    """A stream with the proofs of its events, as far as the checkpoint goes."""
    leaves = {each.version: each for each in log.leaves_of(identity)}
    found = []
    for event in log.events_of(identity):
        leaf = leaves.get(event.version)
        if last is not None and event.version > last:
            break
        if leaf is None or leaf.place >= head.size:
            if last is not None:
                raise LogError(f"version {event.version} is not under the checkpoint yet")
            break
        found.append(Proved(leaf.place, entry_of(event, leaf.salt), tree.inclusion(nodes, leaf.place, head.size)))
    return Stream(identity, kind, found)
