"""Requests to the servers of other logs and witnesses, whose addresses the operator wrote into the policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.proof import notes
from domain.proof.notes import NoteError

if TYPE_CHECKING:
    from collections.abc import Sequence

STEP_SECONDS: Final = 5.0
"""The most seconds to wait for each step of a request."""
LARGEST_ANSWER: Final = 16 * 1024
AGENT: Final = {"User-Agent": "Nought"}


def submit(url: str, old: int, path: Sequence[bytes], note: str) -> tuple[int, str]:
    """Submit a checkpoint to a witness; return the status and the text of its answer. Raises ``OSError`` without one.

    ``path``: the proof that the checkpoint continues the one of ``old`` leaves (C2SP tlog-witness).
    """
    hashes = "".join(f"{notes.write_base64(each)}\n" for each in path)
    body = f"old {old}\n{hashes}\n{note}".encode()
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    return _request("POST", f"{url.rstrip('/')}/add-checkpoint", data=body, headers=headers)


def fetch_consistency(url: str, old: int, new: int) -> list[bytes]:
    """Return the proof of a Nought server that its log of ``new`` leaves continues that of ``old`` leaves.

    Raises ``OSError`` if there is no answer, `NoteError` if it is no proof.
    """
    query = {"from": old, "to": new}
    status, body = _request("GET", f"{url.rstrip('/')}/api/v1/log/consistency", params=query)
    try:
        answer = msgspec.json.decode(body, type=_Consistency)
    except msgspec.DecodeError:
        raise NoteError(f"the answer {status} is no proof") from None
    return [notes.base64(each) for each in answer.path]


class _Consistency(msgspec.Struct):
    path: list[str]


def _request(method: str, url: str, *, headers: dict[str, str] | None = None, **more: Any) -> tuple[int, str]:
    """Return the status and the text of an answer. Redirects are not followed. Raises ``OSError``."""
    import requests  # takes a tenth of a second, and only servers with witnesses need it

    body = b""
    with requests.request(
        method,
        url,
        headers={**AGENT, **(headers or {})},
        timeout=STEP_SECONDS,
        allow_redirects=False,
        stream=True,
        **more,
    ) as answer:
        for part in answer.iter_content(LARGEST_ANSWER):
            body += part
            if len(body) > LARGEST_ANSWER:
                raise OSError(f"the answer of {url} is too long")
    return answer.status_code, body.decode("utf-8", "replace")
