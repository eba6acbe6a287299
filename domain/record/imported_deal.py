"""A deal that is to be imported, as it is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.facts import DealOpened, Fact


@dataclass(frozen=True, slots=True)
class Entered:
    """One fact of an imported deal, with its time and the name of the recorder.

    ``broke``: not empty if the act is marked as one that broke a rule.
    """

    fact: Fact
    at: str
    by: str = ""
    broke: str = ""


@dataclass(frozen=True, slots=True)
class ImportedDeal:
    """A whole deal to be imported.

    ``lines``: all facts after the opening, in order; they are stored unchanged. ``complete``: acts that the rules
    compel, and the settlement, may be missing and are added, as at the table. ``strict``: an act that breaks a rule
    must be marked so.
    """

    id: UUID
    opened: DealOpened
    at: str
    by: str
    lines: tuple[Entered, ...]
    complete: bool = False
    strict: bool = False
