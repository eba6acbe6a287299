"""The fingerprint by which a repeated command is recognised never changes, or keys of stored commands would be refused.

``tests/record/fingerprints.txt`` has a line for each command: the service, the method, the scope of its key, and the
fingerprint of a command with the arguments of `SAMPLES`. `python -m tests.record.test_fingerprints` writes it. A new
command adds a line; a line that is there must stay.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from unittest.mock import MagicMock
from uuid import UUID

import pytest

from domain.dispute.facts import Remedy, Ruling
from domain.engine.facts import CapsRuled, CardPlayed, CardsDisclosed, IrregularityNoted, RulingLifted, ViolationRuled
from domain.games.catalogue import STANDARD
from domain.kernel.commands import Request
from domain.ledger import Ledger
from domain.lesson.facts import Source, Step
from domain.removal.commands import EarlierRemoval
from domain.tournament.state import EntryDetails

FILE: Final = Path(__file__).with_name("fingerprints.txt")
ID: Final = UUID("019c5dca-fa06-769a-9f91-ffa78b4e2e69")
SENT: Final = {"by": "Nimal", "at": "2026-02-14T20:15:09.318Z", "key": "once"}
ACT: Final = CardPlayed("N", "JH")
BY_NAME: Final[dict[str, Any]] = {
    "acts": [ACT],
    "cards": CardsDisclosed({"N": (("JH",),)}),
    "categories": ["juniors"],
    "challenges": [("1", "2")],
    "content": "a text",
    "entropy": bytes(32),
    "irregularity": IrregularityNoted(3, "revoke"),
    "lifted": RulingLifted("caps", "N"),
    "order": ["2", "1"],
    "place": (1, 2),
    "first": (1, 2),
    "shown": ("initials", ""),
    "consent": ("2026-11-29", "G. Devi"),
    "rank": lambda _: [],
    "registered": MagicMock(),
    "rows": [],
    "scores": ("60", "40"),
    "sheet": {"whole": [{"tokens": 7}, {"tokens": 4}]},
    "shuffled": ["JH", "9H"],
    "solved": [(1, 3)],
    "stages": [(ID, 4)],
    "tallies": [],
    "texts": {"title": "A title"},
    "unknown": "keep",
    "verdict": CapsRuled("right", "N"),
    "zone": "Asia/Colombo",
    "dealer": "S",
    "game": "schieber",
    "pace": "led",
    "north_south": ((7, 1),),
    "east_west": ((4, 1),),
    "visibility": "public",
    "salt": bytes(16),
    "seconds": 60,
    "media_type": "text/plain",
    "choose": lambda _: ACT,
    "shift": False,
    "sees": "names-for-members",
}
"""The arguments by name, where the type does not say enough, or which were added later and count only if given."""
BY_TYPE: Final[dict[str, Any]] = {
    "UUID": ID, "UUID | None": ID, "str": "a text", "int": 3, "int | None": 3, "bool": True, "Seat": "N",
    "Seat | None": "N", "Act": ACT, "Fraction": Fraction(3, 2), "EntryId": "1", "Sequence[EntryId]": ["1", "2"],
    "Sequence[str]": ["Kumar", "Ravi"], "Collection[int]": [2, 1], "Sequence[int]": [5, 1], "Card": "JH",
    "bytes": b"file",
    "Mapping[str, Any]": {"a": 1}, "Mapping[str, str]": {"NS": "The Lions"}, "Mapping[Seat, str]": {"N": "Kumar"},
    "Mapping[str, Sequence[str]]": {"A": ["Kumar"]}, "Mapping[int, UUID]": {1: ID},
    "tuple[str, ...]": ("a", "b"), "Sequence[Mapping[str, Any]]": [{"place": 1}],
    "Ruling": Ruling((Remedy("warning", "N"),), "a reason"), "ViolationRuled": ViolationRuled("N", "revoke"),
    "CapsRuled": CapsRuled("right", "N"), "Sequence[Step]": [Step("text", 1, "a")], "str | Ruleset": "304",
    "Ruleset": STANDARD, "Terms | Mapping[str, Any]": {"format": "swiss", "rounds": 3},
    "Sequence[tuple[str, Sequence[str]]]": [("Lions", ["Kumar", "Ravi"])],
    "EntryDetails": EntryDetails(3, "a text"),
    "EarlierRemoval": EarlierRemoval([b"0123456789abcdef"], ID, 7),
    "Source": Source("worked", {"a": 1}), "Step": Step("text", 1, "a"),
}  # fmt: skip


ELSEWHERE: Final = frozenset(
    {
        "moving.record",
        "packs.commit_packs",
        "practices.again",
        "practices.go_on_from",
        "practices.next",
        "practices.take_over",
        "rounds.redraw_round",
    }
)
"""Commands whose arguments are made by others: packs, records, draws, moves of clubs."""


class Captured(Exception):
    """Raised in place of the saving of a command."""


class Capturing:
    """Takes a command where the repository would decide and save it."""

    def __init__(self) -> None:
        self.request: Request | None = None

    def _take(self, request: Request, *_: Any, **__: Any) -> None:
        self.request = request
        raise Captured

    change = create = execute = save_until_done = _take

    def known_id(self, _: Any, identity: UUID | None) -> str | None:
        return str(identity) if identity else None

    def __getattr__(self, name: str) -> Any:
        return MagicMock()


def commands(ledger: Ledger) -> Iterator[tuple[str, str, Any]]:
    """Yield each command of the ledger: the service, the method's name, the bound method."""
    for service in sorted(vars(ledger)):
        if service == "repository":
            continue
        for name, method in inspect.getmembers(getattr(ledger, service), inspect.ismethod):
            kinds = [each.kind for each in inspect.signature(method).parameters.values()]
            if not name.startswith("_") and inspect.Parameter.VAR_KEYWORD in kinds:
                yield service, name, method


def arguments(service: str, method: Any) -> dict[str, Any]:
    """Return an argument for each parameter of a command."""
    given: dict[str, Any] = {}
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        kind = str(parameter.annotation).removesuffix(" | None")
        sample = BY_NAME.get(name, BY_TYPE.get(kind, parameter.default))
        if name == "terms" and service == "series":
            sample = {"best": 3}
        if name == "match" and service == "practices":
            sample = False
        if sample is not parameter.default:
            given[name] = sample
    return given


def lines() -> list[str]:
    """Return a line for each command."""
    capturing = Capturing()
    ledger = Ledger.__new__(Ledger)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("domain.ledger.Repository", lambda *_: capturing)
        ledger.__init__({})  # type: ignore[misc]
    rows = []
    for service, name, method in commands(ledger):
        if f"{service}.{name}" in ELSEWHERE:
            continue
        (_, first), *others = arguments(service, method).items()
        with pytest.raises(Captured):
            method(first, **dict(others), **SENT)
        assert capturing.request is not None
        rows.append(f"{service}.{name} | {capturing.request.scopes[-1]} | {capturing.request.fingerprint.hex()[:32]}")
    return rows


def test_the_fingerprint_of_a_command_never_changes() -> None:
    assert lines() == FILE.read_text().splitlines()


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
