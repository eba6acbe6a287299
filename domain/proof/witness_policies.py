"""Policies: which logs are known, which witnesses, and how many of them must have cosigned (C2SP tlog-policy)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.proof.cosignatures import WitnessKey
from domain.proof.notes import NoteError, PublicKey

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.proof.notes import Note

MOST: Final = 32
"""The most logs, witnesses and groups of a policy, each."""
NONE: Final = "none"
SPACES: Final = re.compile("[ \t]+")


class PolicyError(ValueError):
    """Raised when a text is no policy; the message names the line."""


@dataclass(frozen=True, slots=True)
class KnownLog:
    """A log: the key that signs its checkpoints, and its address, if any."""

    key: PublicKey
    url: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness: its name in the policy, its key, and the address that takes checkpoints, if any."""

    name: str
    key: WitnessKey
    url: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Witnesses or groups, by name, of which at least ``least`` must have cosigned."""

    least: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WitnessPolicy:
    """The witnesses that a checkpoint needs. ``quorum``: the name of one, or of a group; ``none`` needs nobody."""

    logs: tuple[KnownLog, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    groups: Mapping[str, Group] = field(default_factory=dict)
    quorum: str = NONE

    def is_met(self, cosigners: Collection[WitnessKey]) -> bool:
        """Return whether a checkpoint that these witnesses cosigned has its quorum."""
        names = {each.name for each in self.witnesses if each.key in cosigners}
        return self.quorum == NONE or self._has(self.quorum, names)

    @property
    def keys(self) -> dict[str, WitnessKey]:
        """Return the keys of the witnesses by their text."""
        return {each.key.text: each.key for each in self.witnesses}

    def _has(self, name: str, names: set[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in names
        return sum(self._has(member, names) for member in group.members) >= group.least

    def find_times(self, note: Note) -> dict[WitnessKey, int]:
        """Return which witnesses of the policy cosigned a note, and when, in seconds since 1970.

        Raises `NoteError` if a cosignature by one of them is wrong.
        """
        times = {each.key: each.key.find_time(note) for each in self.witnesses}
        return {key: time for key, time in times.items() if time is not None}


def parse_policy(text: str) -> WitnessPolicy:
    """Return the policy of a text. Raises `PolicyError` that names the line for any other text."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        if any((letter < " " and letter != "\t") or letter == "\x7f" for letter in line):
            raise PolicyError(f"line {number}: there is a control character")
        words = SPACES.split(line.strip(" \t"))
        if words == [""] or words[0].startswith("#"):
            continue
        try:
            reader.read(words[0], words[1:])
        except (NoteError, PolicyError) as error:
            raise PolicyError(f"line {number}: {error}") from None
    return reader.finish()


class _Reader:
    """The lines of a policy that were read so far."""

    def __init__(self) -> None:
        self._logs: list[KnownLog] = []
        self._witnesses: list[Witness] = []
        self._groups: dict[str, Group] = {}
        self._quorum: str | None = None
        self._members: set[str] = set()

    def read(self, kind: str, words: list[str]) -> None:
        """Read one line. Raises `PolicyError` or `NoteError`."""
        match kind, words:
            case "log", [vkey, *url] if len(url) <= 1:
                self._add_log(KnownLog(PublicKey.parse(vkey), *url))
            case "witness", [name, vkey, *url] if len(url) <= 1:
                self._add_witness(Witness(self._new(name), WitnessKey.parse(vkey), *url))
            case "group", [name, least, *members] if members:
                self._add_group(self._new(name), least, members)
            case "quorum", [name]:
                if self._quorum is not None:
                    raise PolicyError("there is a quorum already")
                self._quorum = name if name == NONE else self._known(name)
            case _:
                raise PolicyError(
                    "write log VKEY [URL], witness NAME VKEY [URL], group NAME all|any|NUMBER NAME …, or quorum NAME"
                )

    def finish(self) -> WitnessPolicy:
        """Return the policy. Raises `PolicyError` without a quorum."""
        if self._quorum is None:
            raise PolicyError("a line with the quorum is needed: “quorum NAME”, or “quorum none”")
        return WitnessPolicy(tuple(self._logs), tuple(self._witnesses), self._groups, self._quorum)

    def _add_log(self, log: KnownLog) -> None:
        if any(each.key.public == log.key.public for each in self._logs):
            raise PolicyError("this log is named already")
        self._logs.append(log)
        _check_number(self._logs)

    def _add_witness(self, witness: Witness) -> None:
        if any(each.key.public == witness.key.public for each in self._witnesses):
            raise PolicyError("this witness is named already")
        self._witnesses.append(witness)
        _check_number(self._witnesses)

    def _add_group(self, name: str, least: str, members: list[str]) -> None:
        for member in members:
            if self._known(member) in self._members:
                raise PolicyError(f"{member} is a member of a group already")
            self._members.add(member)
        numbers = {"all": len(members), "any": 1}
        number = numbers.get(least) or (int(least) if re.fullmatch("[1-9][0-9]{0,3}", least) else 0)
        if not 1 <= number <= len(members):
            raise PolicyError(f"{least} is not “all”, “any” or a number from 1 to {len(members)}")
        self._groups[name] = Group(number, tuple(members))
        _check_number(self._groups)

    def _new(self, name: str) -> str:
        if name == NONE or name in self._names():
            raise PolicyError(f"{name} is the name of something else")
        return name

    def _known(self, name: str) -> str:
        if name not in self._names():
            raise PolicyError(f"no line above names {name}")
        return name

    def _names(self) -> set[str]:
        return {each.name for each in self._witnesses} | set(self._groups)


def _check_number(things: Collection[object]) -> None:
    if len(things) > MOST:
        raise PolicyError(f"at most {MOST} logs, witnesses and groups are read, each")
