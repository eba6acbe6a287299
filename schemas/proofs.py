"""Shapes of the routes of the log: checkpoints, proofs, keys."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
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
    """The query for a part of the list."""

    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))
    before = _size()


class CheckpointLine(Answer):
    """A signed checkpoint."""

    size = f.integer()
    made_at = instant(required=True, metadata={"description": "the server's time; it is not covered by the signature"})
    note = f.text("the signed note (C2SP tlog-checkpoint)")


class CheckpointPage(Answer):
    """A part of the list of checkpoints, largest first."""

    items = f.many(CheckpointLine)


class InclusionQuery(Command):
    """The event and the checkpoint of an inclusion proof."""

    version = fields.Integer(validate=validate.Range(1, 1_000_000))
    size = _size()


class ProofQuery(Command):
    """The event of a proof."""

    version = fields.Integer(validate=validate.Range(1, 1_000_000))


class LeafLine(Answer):
    """The place of an event in the log, with its proof."""

    version = f.integer()
    place = f.integer("from 0")
    leaf = _hash()
    path = _path()


class InclusionAnswer(Answer):
    """The proof that events of a deal are under a checkpoint."""

    deal = fields.UUID(required=True)
    origin = f.text()
    size = f.integer()
    root = _hash()
    leaves = f.many(LeafLine)


class ConsistencyQuery(Command):
    """The two checkpoints of a consistency proof."""

    from_ = _size(required=True, data_key="from", attribute="from")
    to = _size()


class HeadLine(Answer):
    """The head of the log's tree."""

    size = f.integer()
    root = _hash()


class ConsistencyAnswer(Answer):
    """The proof that a checkpoint extends an earlier one."""

    origin = f.text()
    old = f.nested_field(HeadLine)
    new = f.nested_field(HeadLine)
    path = _path()


class KeyLine(Answer):
    """A public key of the log."""

    vkey = f.text("in the format of C2SP signed-note")
    since = instant(required=True)
    change = f.optional(f.text("the signed note by which the previous key hands over, signed by both keys"))
    why = f.optional(f.text())


class KeysAnswer(Answer):
    """The keys of the log, newest first."""

    origin = f.text()
    keys = f.many(KeyLine)


class SealLine(Answer):
    """A sealed card, with the card if the caller may know it."""

    seat = f.text()
    digest = f.text("the commitment to the card (docs/trust.md)")
    ply = f.optional(f.integer("the ply of the act; absent if the act was retracted"))
    open = f.flag()
    card = f.optional(f.text())
    salt = f.optional(f.text())


class SealsAnswer(Answer):
    """The seals of a deal."""

    deal = fields.UUID(required=True)
    seals = f.many(SealLine)


class CosignedLine(Answer):
    """The largest checkpoint that a witness cosigned."""

    size = f.integer()
    signed_at = instant(required=True, metadata={"description": "by the clock of the witness"})
    received_at = instant(required=True, metadata={"description": "by the clock of this server"})


class WitnessLine(Answer):
    """A witness of this log."""

    name = f.text()
    key = f.text("its verifier key (C2SP tlog-cosignature)")
    cosigned = fields.Nested(CosignedLine, metadata={"description": "absent if it cosigned nothing yet"})


class SeenLine(Answer):
    """The last checkpoint of a log that this server cosigned."""

    size = f.integer()
    note = f.text("the signed note (C2SP tlog-checkpoint)")
    signed_at = instant(required=True)


class WitnessedLog(Answer):
    """A log that this server witnesses."""

    origin = f.text()
    key = f.text("the verifier key of the log")
    seen = fields.Nested(SeenLine, metadata={"description": "absent if it sent nothing yet"})


class ConflictLine(Answer):
    """Two checkpoints that a log signed, of which neither was shown to continue the other."""

    origin = f.text()
    sizes = fields.List(fields.Integer(), required=True)
    notes = fields.List(fields.String(), required=True, metadata={"description": "the one witnessed, the one sent"})
    is_proof = fields.Boolean(
        required=True,
        metadata={
            "description": "true: both are of one size, so the log forked; false: it may still show that it continues"
        },
    )
    seen_at = instant(required=True)


class WitnessesAnswer(Answer):
    """The witnesses of this log, and the logs that this server witnesses."""

    size = f.integer("of the newest checkpoint")
    witnessed = fields.Integer(
        metadata={"description": "the size of the largest checkpoint with the quorum of the policy; absent without one"}
    )
    witnesses = f.many(WitnessLine)
    key = fields.String(
        metadata={"description": "the key with which this server cosigns; absent if it witnesses no log"}
    )
    logs = f.many(WitnessedLog)
    conflicts = f.many(ConflictLine)
