"""The aggregates of clubs, players and tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final
from zoneinfo import ZoneInfo

from domain.club.facts import (
    BroadcastDelaySet,
    ClubOpened,
    ClubRenamed,
    ConsentRecorded,
    ConsentWithdrawn,
    MinorMarked,
    PlayerFact,
    PlayerRegistered,
    PlayerRenamed,
    RetentionChosen,
    RulesetNamed,
    RulesetWithdrawn,
    ShownAsChosen,
    TableOpened,
    TableRenamed,
    WhoSeesChosen,
    ZoneSet,
)
from domain.club.name_matching import key
from domain.club.policy import FORMS, FULL, LEVELS, OPEN, PSEUDONYM
from domain.club.shown_rows import SEEN
from domain.engine.parameters import parse, plain
from domain.engine.words.values import sentence
from domain.games.catalogue import RULESETS, UnknownRuleset
from domain.games.house import house_ruleset
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.moments import is_day
from domain.kernel.ports import Listing, TakenName

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from uuid import UUID

    from domain.engine.ruleset import Ruleset
    from domain.engine.words.values import Term
    from domain.kernel.events import Recorded


HIGHEST_AGE: Final = 25
"""The highest age below which a club may mark players as minors."""
LONGEST_RETENTION: Final = 3650
"""The most days after which a club may have files and pupils removed."""
LONGEST_DELAY: Final = 86_400
"""The longest broadcast delay in seconds: a day."""


def is_time_zone(name: str) -> bool:
    """Whether a name is one of the IANA time zone database."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


class _Named(ListedAggregate):
    """A club, or a named aggregate that may belong to one."""

    __slots__ = ("club", "name")
    THING: ClassVar[Term]
    """The kind of aggregate in a sentence."""

    name: str
    club: UUID | None

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.name = ""
        self.club = None

    def fold(self, event: Recorded) -> None:
        fact = event.fact
        if isinstance(fact, ClubOpened | ClubRenamed | PlayerRegistered | PlayerRenamed | TableOpened | TableRenamed):
            self.name = fact.name
        if isinstance(fact, PlayerRegistered | TableOpened):
            self.club = as_id(fact.club)

    def listing(self) -> Listing:
        return Listing(self.id, self.KIND, self.club, None, self.name, self.opened_at, {})

    def other_name(self, name: str) -> str:
        """Return the new name. Raises `Declined` if it is the current one."""
        if name == self.name:
            raise Declined("same-name", "{thing} is called {name} already", thing=self.THING, name=name)
        return name


@dataclass(frozen=True, slots=True)
class HouseVersion:
    """One version of a club's own ruleset, and the time when it was named."""

    named: RulesetNamed
    at: str


@dataclass(frozen=True, slots=True)
class House:
    """A club's own ruleset with all its versions, oldest first. ``withdrawn_at``: empty unless it is withdrawn."""

    key: str
    versions: tuple[HouseVersion, ...]
    withdrawn_at: str = ""
    why: str = ""
    """The reason for the withdrawal."""

    @property
    def newest(self) -> RulesetNamed:
        """Return the newest version."""
        return self.versions[-1].named

    def version(self, number: int | None) -> RulesetNamed:
        """Return a version by its number, counted from 1; the newest for None. Raises `Declined` for any other."""
        if number is None:
            return self.newest
        if not 1 <= number <= len(self.versions):
            raise Declined(
                "house-ruleset",
                "{ruleset} has versions 1 to {last}, and no {number}",
                ruleset=self.key,
                last=len(self.versions),
                number=number,
            )
        return self.versions[number - 1].named


class Club(_Named):
    """A club, what others see of it, the time zone of its venue, and its own rulesets."""

    __slots__ = ("age", "houses", "level", "retention", "zone")
    NAME = sentence("club")
    THING = sentence("the club")
    OPENING = ClubOpened
    houses: dict[str, House]
    """The club's own rulesets by key, including withdrawn ones."""
    zone: str
    """The IANA name of the venue's time zone; empty if nobody set it."""
    level: str
    """The choice of the club (`domain.club.policy`)."""
    age: int
    """The age in years below which the club marks players as minors; 0 if it named none."""
    retention: tuple[int, int]
    """The days after which files of evidence, and pupils of classes, are removed; 0 for never."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.houses = {}
        self.zone = ""
        self.level = OPEN
        self.age = 0
        self.retention = (0, 0)

    def belongs_to(self) -> UUID | None:
        return self.id

    def fold(self, event: Recorded) -> None:
        super().fold(event)
        match event.fact:
            case ClubOpened(_, sees):
                self.level = sees or OPEN
            case WhoSeesChosen(level, age):
                self.level, self.age = level, age
            case RetentionChosen(files, classes):
                self.retention = (files, classes)
            case ZoneSet(zone):
                self.zone = zone
            case RulesetNamed(key) as named:
                before = self.houses[key].versions if key in self.houses else ()
                self.houses[key] = House(key, (*before, HouseVersion(named, event.at)))
            case RulesetWithdrawn(key, why) if key in self.houses:
                self.houses[key] = replace(self.houses[key], withdrawn_at=event.at, why=why)

    def listing(self) -> Listing:
        data: dict[str, Any] = {"zone": self.zone} if self.zone else {}
        if (self.level, self.age) != (OPEN, 0):
            data[SEEN] = {"level": self.level, "age": self.age}
        if any(self.retention):
            data["retention"] = dict(zip(("files", "classes"), self.retention, strict=True))
        return replace(super().listing(), data=data)

    def choose_retention(self, files: int, classes: int) -> RetentionChosen:
        """Choose after how many days things are removed. Raises `Declined` for too many or the current choice."""
        if not all(0 <= days <= LONGEST_RETENTION for days in (files, classes)):
            raise Declined("retention", "give 0 to {most} days", most=LONGEST_RETENTION)
        if (files, classes) == self.retention:
            raise Declined("same-choice", "the club has chosen that already")
        return RetentionChosen(files, classes)

    def choose_who_sees(self, level: str, age: int) -> WhoSeesChosen:
        """Choose what others see. Raises `Declined` for an unknown or the current choice."""
        if level not in LEVELS:
            raise Declined("who-sees", "a club is {levels}", levels=", ".join(LEVELS))
        if not 0 <= age <= HIGHEST_AGE:
            raise Declined("who-sees", "an age is 0 to {most} years", most=HIGHEST_AGE)
        if (level, age) == (self.level, self.age):
            raise Declined("same-choice", "the club has chosen that already")
        return WhoSeesChosen(level, age)

    def other_zone(self, zone: str) -> str:
        """Return the venue's new time zone. Raises `Declined` if it is unknown or the current one."""
        if zone == self.zone:
            raise Declined("same-zone", "the time zone of the club is {zone} already", zone=zone or "-")
        if zone and not is_time_zone(zone):
            raise Declined(
                "zone", "no time zone is called {zone}; an example of a name is Asia/Colombo", zone=repr(zone)
            )
        return zone

    def house(self, key: str) -> House:
        """Return the club's own ruleset with a key, withdrawn or not. Raises `Declined` if there is none."""
        if key in self.houses:
            return self.houses[key]
        if not self.houses:
            raise Declined(
                "house-ruleset", "the club has no ruleset {ruleset}; it has named none of its own", ruleset=repr(key)
            )
        raise Declined(
            "house-ruleset",
            "the club has no ruleset {ruleset}; its own are {rulesets}",
            ruleset=repr(key),
            rulesets=", ".join(sorted(self.houses)),
        )

    def ruleset(self, key: str) -> Ruleset:
        """Return the ruleset with a key: the newest version of the club's own, else the one of the catalogue.

        Raises `UnknownRuleset` if neither has the key.
        """
        if key in self.houses:
            return parse(self.houses[key].newest.ruleset)
        if key in RULESETS:
            return RULESETS[key]
        raise UnknownRuleset(key, sorted(own for own, house in self.houses.items() if not house.withdrawn_at))

    def playable_ruleset(self, key: str) -> Ruleset:
        """Return the ruleset with a key for a new deal or match. Raises `Declined` if the club has withdrawn it."""
        house = self.houses.get(key)
        if house is None or not house.withdrawn_at:
            return self.ruleset(key)
        if key in RULESETS:
            return RULESETS[key]
        raise Declined("ruleset-withdrawn", "the club has withdrawn its ruleset {ruleset}", ruleset=repr(key))

    def name_ruleset(self, base: Ruleset, key: str, name: str, changes: Mapping[str, Any], note: str) -> RulesetNamed:
        """Name a ruleset, or its next version. ``changes``: the changed parameters of ``base``.

        Raises `RulesetError` if the parameters do not fit together, `Declined` if the ruleset does not change.
        """
        known = self.houses.get(key)
        version = len(known.versions) + 1 if known else 1
        ruleset, changed = house_ruleset(base, key, name, changes, version)
        named = RulesetNamed(key, version, name, base.key, base.version, changed, plain(ruleset), note)
        if known and not known.withdrawn_at and parse(known.newest.ruleset) == replace(ruleset, version=version - 1):
            raise Declined(
                "same-ruleset",
                "{ruleset} is so already, since version {version}",
                ruleset=key,
                version=version - 1,
            )
        return named

    def withdraw_ruleset(self, key: str, why: str) -> RulesetWithdrawn:
        """Withdraw one of the club's own rulesets. Raises `Declined` if it is unknown or withdrawn already."""
        if self.house(key).withdrawn_at:
            raise Declined("ruleset-withdrawn", "the club has withdrawn {ruleset} already", ruleset=key)
        return RulesetWithdrawn(key, why)


class Player(_Named):
    """A player, with or without a club, and how others see the name."""

    __slots__ = ("consent", "form", "is_minor", "names", "pseudonym")
    NAME = sentence("player")
    THING = sentence("the player")
    OPENING = PlayerRegistered

    names: list[str]
    """All names that the player ever had; earlier deals hold the earlier names."""
    form: str
    """The form in which others see the name: in full, as initials, or as a pseudonym."""
    pseudonym: str
    is_minor: bool
    consent: ConsentRecorded | None
    """The guardian's consent that a minor is shown like an adult; None if there is none."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.names = []
        self.form, self.pseudonym = FULL, ""
        self.is_minor, self.consent = False, None

    def fold(self, event: Recorded) -> None:
        super().fold(event)
        if self.name not in self.names:
            self.names.append(self.name)
        match event.fact:
            case ShownAsChosen(form, pseudonym):
                self.form, self.pseudonym = form, pseudonym
            case MinorMarked(is_minor):
                self.is_minor = is_minor
            case ConsentRecorded() as consent:
                self.consent = consent
            case ConsentWithdrawn():
                self.consent = None

    def listing(self) -> Listing:
        data: dict[str, Any] = {"names": tuple(self.names)}
        if self.form != FULL or self.is_minor:
            data[SEEN] = {"form": self.form}
            if self.pseudonym:
                data[SEEN][PSEUDONYM] = self.pseudonym
            if self.is_minor:
                data[SEEN] |= {"minor": True, "consent": self.consent is not None}
        return replace(super().listing(), data=data)

    def choose_shown_as(self, form: str, pseudonym: str) -> ShownAsChosen:
        """Choose how others see the name. Raises `Declined` for an unknown form, or a pseudonym that is the name."""
        if form not in FORMS:
            raise Declined("shown-as", "a name is shown as {forms}", forms=", ".join(FORMS))
        if (form == PSEUDONYM) != bool(pseudonym):
            raise Declined("shown-as", "give a pseudonym if the name is shown as a pseudonym, and only then")
        if pseudonym and any(key(pseudonym) == key(each) for each in self.names):
            raise Declined("shown-as", "a pseudonym is another name than the player's own")
        if (form, pseudonym) == (self.form, self.pseudonym):
            raise Declined("same-choice", "the player has chosen that already")
        return ShownAsChosen(form, pseudonym)

    def mark_minor(self, is_minor: bool) -> MinorMarked:
        """Mark the player as a minor, or not. Raises `Declined` if the player is marked so already."""
        if is_minor == self.is_minor:
            raise Declined("same-choice", "the player is marked so already")
        return MinorMarked(is_minor)

    def record_consent(self, day: str, guardian: str) -> ConsentRecorded:
        """Record a guardian's consent. Raises `Declined` unless the player is a minor, or for an invalid day."""
        if not self.is_minor:
            raise Declined("consent", "the player is not marked as a minor")
        if not is_day(day):
            raise Declined("consent", "write the day of the consent as YYYY-MM-DD")
        return ConsentRecorded(day, guardian)

    def withdraw_consent(self, day: str) -> ConsentWithdrawn:
        """Withdraw the guardian's consent. Raises `Declined` if there is none, or for an invalid day."""
        if self.consent is None:
            raise Declined("consent", "no consent is recorded")
        if not is_day(day):
            raise Declined("consent", "write the day as YYYY-MM-DD")
        return ConsentWithdrawn(day)

    def choose_sight(
        self, shown: tuple[str, str], *, is_minor: bool, consent: tuple[str, str], withdrawn: str
    ) -> Iterator[PlayerFact]:
        """Choose at once how others see the name, and whether the player is a minor with a guardian's consent.

        ``shown``: form and pseudonym; ``consent``: day and guardian, both empty for none; ``withdrawn``: the day on
        which the consent is withdrawn, else empty. What is so already is left out. Each fact is decided after the one
        before has been taken. Raises `Declined` as the single commands do, or if nothing changes.
        """
        changes = len(self.pending)
        if shown != (self.form, self.pseudonym):
            yield self.choose_shown_as(*shown)
        if withdrawn and self.consent is not None:
            yield self.withdraw_consent(withdrawn)
        if is_minor != self.is_minor:
            yield self.mark_minor(is_minor)
        if any(consent):
            yield self.record_consent(*consent)
        if len(self.pending) == changes:
            raise Declined("same-choice", "the player has chosen that already")


class Table(_Named):
    """A table where deals are played. ``delay``: the broadcast delay in seconds, for viewers away from the table."""

    __slots__ = ("delay",)
    NAME = sentence("table")
    THING = sentence("the table")
    OPENING = TableOpened

    delay: int

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.delay = 0

    def fold(self, event: Recorded) -> None:
        super().fold(event)
        if isinstance(event.fact, BroadcastDelaySet):
            self.delay = event.fact.seconds

    def listing(self) -> Listing:
        line = super().listing()
        return replace(line, data={"delay": self.delay}) if self.delay else line

    def taken_name(self) -> TakenName | None:
        is_named = any(isinstance(event.fact, TableOpened | TableRenamed) for event in self.pending)
        return TakenName(self.id, self.club, key(self.name)) if self.club and is_named else None

    def other_delay(self, seconds: int) -> int:
        """Return the new delay in seconds. Raises `Declined` if it is out of range or the current one."""
        if not 0 <= seconds <= LONGEST_DELAY:
            raise Declined(
                "delay",
                "a broadcast delay is 0 to {most} seconds, not {seconds}",
                most=LONGEST_DELAY,
                seconds=seconds,
            )
        if seconds == self.delay:
            raise Declined("same-delay", "the broadcast delay is {seconds} seconds already", seconds=seconds)
        return seconds
