"""The shapes of the log's routes: checkpoints, proofs, keys."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.base import Answer, Command
from schemas.fields import instant

MOST = 2**53


def _size(**more: object) -> fields.Integer:
    return fields.Integer(validate=validate.Range(0, MOST), metadata={"description": "of a checkpoint"}, **more)  # type: ignore[arg-type]


def _hash() -> fields.String:
    return fields.String(required=True, metadata={"description": "32 bytes in base64"})


def _path() -> fields.List[str]:
    return fields.List(
        fields.String(), required=True, metadata={"description": "hashes in base64, as RFC 9162 orders them"}
    )


class CheckpointQuery(Command):
    """Which part of the list."""

    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))
    before = _size()


class CheckpointLine(Answer):
    """A signed checkpoint."""

    size = fields.Integer(required=True)
    made_at = instant(required=True, metadata={"description": "by the server's clock; the signature is not about it"})
    note = fields.String(required=True, metadata={"description": "the signed note (C2SP tlog-checkpoint)"})


class CheckpointPage(Answer):
    """Some checkpoints, the largest first."""

    items = fields.List(fields.Nested(CheckpointLine), required=True)


class InclusionQuery(Command):
    """Of which event, and under which checkpoint."""

    version = fields.Integer(validate=validate.Range(1, 1_000_000))
    size = _size()


class LeafLine(Answer):
    """Where an event is in the log, and the proof of it."""

    version = fields.Integer(required=True)
    place = fields.Integer(required=True, metadata={"description": "from 0"})
    leaf = _hash()
    path = _path()


class InclusionAnswer(Answer):
    """That events of a deal are under a checkpoint."""

    deal = fields.UUID(required=True)
    origin = fields.String(required=True)
    size = fields.Integer(required=True)
    root = _hash()
    leaves = fields.List(fields.Nested(LeafLine), required=True)


class ConsistencyQuery(Command):
    """From which checkpoint to which."""

    from_ = _size(required=True, data_key="from", attribute="from")
    to = _size()


class HeadLine(Answer):
    """The head of the log's tree."""

    size = fields.Integer(required=True)
    root = _hash()


class ConsistencyAnswer(Answer):
    """That a checkpoint grew from an earlier one."""

    origin = fields.String(required=True)
    old = fields.Nested(HeadLine, required=True)
    new = fields.Nested(HeadLine, required=True)
    path = _path()


class KeyLine(Answer):
    """A public key of the log."""

    vkey = fields.String(required=True, metadata={"description": "as C2SP signed-note writes it"})
    since = instant(required=True)
    change = fields.String(metadata={"description": "the note by which the key before it hands on, signed by both"})
    why = fields.String()


class KeysAnswer(Answer):
    """The keys of the log, the newest first."""

    origin = fields.String(required=True)
    keys = fields.List(fields.Nested(KeyLine), required=True)


class SealLine(Answer):
    """A sealed card; the card itself if the caller may know it."""

    seat = fields.String(required=True)
    digest = fields.String(required=True, metadata={"description": "what commits to the card (docs/trust.md)"})
    ply = fields.Integer(metadata={"description": "of the act; left out if that was retracted"})
    open = fields.Boolean(required=True)
    card = fields.String()
    salt = fields.String()


class SealsAnswer(Answer):
    """The seals of a deal."""

    deal = fields.UUID(required=True)
    seals = fields.List(fields.Nested(SealLine), required=True)
