"""Check the events of received clubs against the logs of their old servers, and prove single ones there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from api.proof.keeper import LogError, entry_of, leaf_of
from domain.club.facts import ClubMovedIn
from domain.proof import checkpoints, club_moves, subsets
from domain.proof.canonical import canonical
from domain.proof.notes import NoteError, PublicKey
from domain.proof.tlog_proofs import TlogProof
from domain.proof.tree import HASH_BYTES
from store.events.leaves import split

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from api.services import Services
    from store.tables.moves import KeptLeaf, Received


def check_kept(services: Services) -> tuple[int, list[str]]:
    """Check all received clubs. Return how many events are as they stood in other logs, and what is wrong."""
    count, faults = 0, []
    for came in services.moves.received():
        wrong = list(_faults(services, came))
        faults += [f"the club {came.club}, which came from another server: {each}" for each in wrong]
        if not wrong:
            count += sum(1 for _ in services.moves.leaves(came.club))
    return count, faults


def make_old_proof(services: Services, stream: UUID, version: int) -> TlogProof:
    """Return the proof that an event of a received club stood in the log of its old server. Raises `LogError`."""
    club = services.recorder.texts.clubs_of([stream]).get(stream)
    came = next(iter(services.moves.received(club)), None) if club else None
    event = next((each for each in services.log.events_of(stream) if each.version == version), None)
    leaves = {leaf.place: leaf for leaf in services.moves.leaves(club)} if came and club else {}
    leaf = next((leaf for leaf in leaves.values() if (leaf.id, leaf.version) == (stream, version)), None)
    if came is None or event is None or leaf is None:
        raise LogError(f"version {version} did not come from another server")
    hashes = {place: each.hash for place, each in leaves.items()}
    path = subsets.compute(hashes, came.size, split(came.proof), leaf.place).path
    return TlogProof(leaf.place, path, came.checkpoint, canonical(entry_of(event, leaf.salt)))


def _faults(services: Services, came: Received) -> Iterator[str]:
    keys = checkpoints.follow_key_changes([PublicKey.parse(each) for each in came.keys], came.changes)
    facts = [event.fact for event in services.ledger.moving.get(came.club).done]
    opened = [fact for fact in facts if isinstance(fact, ClubMovedIn)]
    if opened and services.moves.shut(came.club) is None and opened[-1].log not in came.keys:
        yield "the key of its old server is not the one that was recorded"
    try:
        statement = club_moves.read_statement(came.statement, keys)
        head = checkpoints.verify_note(came.checkpoint, keys, statement.origin)
    except NoteError as error:
        yield str(error)
        return
    leaves = list(services.moves.leaves(came.club))
    yield from _changed(services, leaves)
    try:
        root = subsets.compute({leaf.place: leaf.hash for leaf in leaves}, came.size, _hashes(came.proof)).head
    except ValueError as error:
        yield f"what proves its events is not as it was: {error}"
        return
    if not root == head.root == statement.root or len(leaves) != statement.events:
        yield f"its events are not those of the log {statement.origin}"


def _hashes(proof: bytes) -> list[bytes]:
    if len(proof) % HASH_BYTES:
        raise ValueError("it is cut off")
    return split(proof)


def _changed(services: Services, leaves: list[KeptLeaf]) -> Iterator[str]:
    """Yield the first event of each stream that is not as it stood in the other log."""
    streams: defaultdict[UUID, list[KeptLeaf]] = defaultdict(list)
    for leaf in leaves:
        streams[leaf.id].append(leaf)
    for stream, own in streams.items():
        events = {event.version: event for event in services.log.events_of(stream)}
        for leaf in own:
            event = events.get(leaf.version)
            if event is None or leaf_of(event, leaf.salt) != leaf.hash:
                what = "was removed" if event is None else "was changed"
                yield f"version {leaf.version} of {stream} {what} since it came"
                break
