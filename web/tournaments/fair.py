"""The packs for boards and the lots of a tournament, sealed and opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from domain.fair.packs import in_short
from domain.tournament.draws.movements import boards_needed
from domain.tournament.facts.lots import LotsDrawn, LotsPromised
from domain.tournament.facts.packs import PacksCommitted, PacksOpened
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.tournament.state import EntryId
    from web.tournaments.seen import Seen


@dataclass(frozen=True, slots=True)
class Chance:
    """Packs or lots: sealed, opened, or, for lots that were not sealed before, only drawn."""

    kind: str
    """``packs`` or ``lots``."""
    name: str
    """The stem of its files: ``packs-1``, ``lots-7``."""
    number: int
    """The number of the packs or lots in the API; 0 for lots that were not sealed before."""
    boards: str = ""
    """The boards of packs, such as ``1–8, 12``."""
    purpose: str = ""
    """The purpose of lots: ``draws`` or ``tie-break``."""
    promised_at: str = ""
    commitment: dict[str, Any] | None = None
    opened_at: str = ""
    opening: dict[str, Any] | None = None
    order: tuple[EntryId, ...] = ()
    let_go: bool = False
    """True if other lots were promised before these were opened, so that these stay sealed."""

    @property
    def digest(self) -> str:
        """Return the digest that was published as the promise; empty if there is none."""
        return str(self.commitment["digest"]) if self.commitment else ""

    def files(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the public files with their names."""
        if self.commitment:
            yield f"{self.name}-commitment.json", self.commitment
        if self.opening:
            yield f"{self.name}.json", self.opening


def chances(seen: Seen) -> list[Chance]:
    """Return all packs and lots of a tournament, oldest first."""
    by_name: dict[str, Chance] = {}
    sealed: dict[str, str] = {}
    for event in seen.access.history(seen.id):
        match event.fact:
            case PacksCommitted(number, boards, commitment):
                name = f"packs-{number}"
                by_name[name] = Chance("packs", name, number, in_short(boards), "", event.at, commitment)
            case PacksOpened(number, opening):
                name = f"packs-{number}"
                by_name[name] = replace(by_name[name], opened_at=event.at, opening=opening)
            case LotsPromised(number, purpose, commitment):
                if purpose in sealed:
                    by_name[sealed[purpose]] = replace(by_name[sealed[purpose]], let_go=True)
                name = sealed[purpose] = f"lots-{event.originator_version}"
                by_name[name] = Chance("lots", name, number, "", purpose, event.at, commitment)
            case LotsDrawn(purpose, order, lots):
                name = sealed.pop(purpose, f"lots-{event.originator_version}")
                there = by_name.get(name, Chance("lots", name, 0, "", purpose))
                by_name[name] = replace(there, opened_at=event.at, opening=lots or None, order=order)
    return list(by_name.values())


def boards_left(seen: Seen) -> str:
    """Return the boards to be played that have no pack yet, as the form takes them: ``1-8, 12``."""
    try:
        needed = set(boards_needed(seen.terms, tuple(seen.tournament.entries.values())))
    except DrawError:
        needed = set(range(1, (seen.terms.rounds or 1) * seen.terms.boards + 1))
    needed |= {board for each in seen.tournament.draws for pairing in each.pairings for board in pairing.boards}
    dealt = seen.tournament.boards_with_packs
    return in_short(needed - dealt).replace("–", "-")


def all_played(seen: Seen) -> bool:
    """Return whether every board has been played, or the tournament is over."""
    last = seen.rounds_at_most
    return bool(seen.tournament.ended) or (
        seen.last > 0
        and (last is None or seen.last >= last)
        and all(met.done for number in seen.tournament.rounds for met in seen.met(number))
    )
