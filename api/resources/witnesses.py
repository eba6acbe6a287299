"""Witnesses: who cosigned this log, and the logs that this server cosigns (docs/trust.md)."""

from __future__ import annotations

from typing import Final

from flask import Response, request

from api import openapi
from api.blueprint import Blueprint
from api.front.kinds import takes
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.proof.keys import KeysError
from api.proof.witness import LARGEST
from api.proof.witnessed import witnessed
from api.responses import json_response
from api.services import services
from api.site import site
from schemas.proofs import WitnessesAnswer

TEXT: Final = "text/plain; charset=utf-8"
SIZE: Final = "text/x.tlog.size"
PROBLEMS: Final = {
    400: "submission", 403: "log-signature", 404: "unknown-log", 422: "log-continues", 503: "witness-clock",
}  # fmt: skip

blp = Blueprint("witnesses", __name__, url_prefix="/api/v1/log", description="Servers that watch each other's logs")


@blp.get("/witnesses")
@blp.answers(WitnessesAnswer)
@blp.reads(EVERYBODY)
def list_witnesses() -> Response:
    """List the witnesses of this log and what each cosigned, and the logs that this server cosigns."""
    return json_response(WitnessesAnswer().dump(witnessed()))


@blp.post("/witness/add-checkpoint")
@allow(EVERYBODY)
@blp.document(
    requestBody={
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string", "description": "old size, proof, signed checkpoint"}}},
    }
)
@blp.response(200, openapi.TEXT, content_type="text/plain", description="The line of the cosignature")
@blp.problems(403, 404, 413, 422)
@blp.also(409, "The witness knows another size, which is the body")
@takes(LARGEST)
def add_checkpoint() -> Response:
    """Submit a checkpoint of another log to this server as its witness (C2SP tlog-witness).

    The body is `old`, a space and the size that the witness knows; the proof, a hash in base64 on each line; an empty
    line; and the signed checkpoint.
    """
    request.max_content_length = LARGEST
    if not site().witnesses.logs:
        raise Problem("unknown-log")
    try:
        answer = services().witness(site()).add_checkpoint(request.get_data())
    except KeysError:
        raise Problem("no-witness-key") from None
    if answer.status in PROBLEMS:
        raise Problem(PROBLEMS[answer.status], answer.text)
    media_type = TEXT if answer.status == 200 else SIZE
    return Response(answer.text, answer.status, content_type=media_type)
