"""Reads the file that names the witnesses of a log and the logs that a server witnesses (docs/trust.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from domain.proof.witness_policies import PolicyError, parse_policy

if TYPE_CHECKING:
    from domain.proof.witness_policies import WitnessPolicy


def read_policy(path: str) -> WitnessPolicy:
    """Return the policy of witnesses in a file. Raises ``ValueError`` that names the file and the line."""
    try:
        return parse_policy(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise ValueError(f"the policy of witnesses, {path}, cannot be read: {why}") from None
    except PolicyError as error:
        raise ValueError(f"{path}: {error}") from None
