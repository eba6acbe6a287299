"""The version of a deal, and the kernel, that a stored analysis belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from analysis.machine import digest
from domain.engine.facts import DealConfirmed, IrregularityNoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.kernel.events import Recorded

QUIET: Final = (DealConfirmed, IrregularityNoted)
"""The facts that leave the play of a deal as it was, so that its analysis stays good."""
QUIET_TOPICS: Final = tuple(fact.TOPIC for fact in QUIET)
FORM: Final = 4
"""The form of the stored answers. Raise it when the payload or the method changes: all deals are analysed again.

`tests/analysis/test_stored_form.py` fails if the answers of some worked hands change without it."""


def kernel_key() -> str:
    """Return the key of stored answers: the digest of the kernel, and their form."""
    return f"{digest()} {FORM}"


def version_of(events: Iterable[Recorded]) -> int:
    """Return the version of the last event that changes the play of a deal."""
    return max(event.originator_version for event in events if not isinstance(event.fact, QUIET))
