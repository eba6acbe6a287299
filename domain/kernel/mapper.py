"""Facts to JSON and back: ``{"at", "by", "key", "broke", "device_at", "fact": {...}}``, with ``key``, ``broke`` and
``device_at`` only if they are not empty.

A fact is written with all its fields, also those that have default values, so that a new default in the code does not
change stored facts. Acts inside a correction carry the topic of their type. The names and texts about people are
marked, so that the store can keep them apart (`domain.kernel.personal`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from uuid import UUID

import msgspec
from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent, Transcoder

from domain.engine.facts import Act, EntryAmended, EntryInserted, EntryRetracted, Fact
from domain.engine.personal import Kind
from domain.kernel.events import Recorded
from domain.kernel.personal import mark, marker_of, unmark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.kernel.personal import Divide, Marker

F = TypeVar("F")

NESTED: Final = frozenset({EntryAmended, EntryInserted, EntryRetracted})
"""The facts that hold acts, in the fields ``was`` and ``now``."""


class Body(msgspec.Struct, Generic[F], frozen=True, kw_only=True, omit_defaults=True):
    """The stored JSON of an event."""

    at: str
    by: str
    key: str = ""
    broke: str = ""
    device_at: str = ""
    fact: F


_encode: Final = msgspec.json.Encoder().encode


def to_plain(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON values, without its topic."""
    if type(fact) not in NESTED:
        plain: dict[str, Any] = msgspec.to_builtins(fact, str_keys=True)
        for spare in fact.SPARE:
            _drop_empty(plain, spare)
        return plain
    names: tuple[str, ...] = type(fact).__match_args__
    return {name: _tag(getattr(fact, name)) for name in names}


def _drop_empty(plain: dict[str, Any], path: str) -> None:
    """Remove an empty field, named by its path."""
    name, _, rest = path.partition(".")
    if not rest:
        if not plain[name]:
            del plain[name]
        return
    parts = plain[name] if isinstance(plain[name], list | tuple) else (plain[name],)
    for part in parts:
        _drop_empty(part, rest)


class FactMapper(Mapper[UUID]):
    """Maps `Recorded` to rows of the event table and back. The topic of a row is the fact's own."""

    def __init__(self, topics: Mapping[str, type[Fact]], divide: Divide = lambda text: (text,)) -> None:
        """``topics``: every type of fact that can be read, by its topic. ``divide``: the names in a text."""
        super().__init__(_NoTranscoder())
        self._topics = topics
        self._markers: dict[type[Fact], Marker] = {
            kind: marker for kind in topics.values() if (marker := marker_of(kind, divide))
        }
        # All at once: msgspec is not safe when two threads make the decoder of one type at the same time.
        self._decoders: dict[str, msgspec.json.Decoder[Body[Any]]] = {
            topic: msgspec.json.Decoder(Body[dict[str, Any]] if kind in NESTED else Body[kind])  # type: ignore[valid-type]
            for topic, kind in topics.items()
        }

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Return the row of an event."""
        fact = domain_event.fact
        body = Body(
            at=domain_event.at,
            by=mark(domain_event.by, Kind.NAME),
            key=domain_event.key,
            broke=domain_event.broke,
            device_at=domain_event.device_at,
            fact=self._marked(fact),
        )
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, fact.TOPIC, _encode(body))

    def _marked(self, fact: Fact) -> Any:
        """Return a fact in the form that is stored, with its texts about people marked. An act holds none."""
        marker = self._markers.get(type(fact))
        if marker is None:
            return to_plain(fact) if type(fact) in NESTED or fact.SPARE else fact
        return marker(to_plain(fact))

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Return the event of a row. Raises ``MapperDeserialisationError`` with the stream and version of the row."""
        topic = stored_event.topic
        try:
            body = self._decoders[topic].decode(unmark(stored_event.state))
            fact = self.from_plain(topic, body.fact) if self._topics[topic] in NESTED else body.fact
        except (KeyError, msgspec.MsgspecError) as error:
            raise MapperDeserialisationError(
                f"version {stored_event.originator_version} of {stored_event.originator_id} "
                f"cannot be read as {topic!r}: {error!r}"
            ) from error
        assert isinstance(stored_event.originator_id, UUID)  # noqa: S101
        return Recorded(
            stored_event.originator_id,
            stored_event.originator_version,
            fact,
            body.at,
            body.by,
            body.key,
            body.broke,
            body.device_at,
        )

    def from_plain(self, topic: str, data: dict[str, Any]) -> Fact:
        """Return the fact that `to_plain` wrote.

        Raises ``msgspec.ValidationError`` for data of another shape, ``KeyError`` for an unknown topic.
        """
        kind = self._topics[topic]
        if kind not in NESTED:
            return msgspec.convert(data, kind, str_keys=True)
        held = {name: self._untag(data[name]) for name in ("was", "now") if name in kind.__match_args__}
        return kind(**{"ply": msgspec.convert(data["ply"], int), "why": msgspec.convert(data["why"], str), **held})

    def _untag(self, data: dict[str, Any]) -> Act:
        rest = dict(data)
        act = self.from_plain(rest.pop("topic"), rest)
        if not isinstance(act, Act):
            raise msgspec.ValidationError(f"{act.TOPIC} is no act of the table")
        return act


def _tag(value: Any) -> Any:
    return {"topic": value.TOPIC, **to_plain(value)} if isinstance(value, Act) else value


class _NoTranscoder(Transcoder):
    """A transcoder that the library requires and `FactMapper` does not use."""

    def encode(self, obj: Any) -> bytes:
        raise NotImplementedError

    def decode(self, data: bytes) -> Any:
        raise NotImplementedError
