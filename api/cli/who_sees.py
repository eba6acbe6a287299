"""`people who-sees`, `shown-as`, `minor`, `consent`, `retention`: choose what others see, and how long it is kept."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from api.cli.parts.books import book, by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import counted, say
from api.clock import now
from domain.club.policy import FORMS, LEVELS
from domain.kernel.errors import Declined, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from api.services import Services

player_argument = click.argument("player", type=click.UUID)


@contextmanager
def _open(data: Path | None) -> Iterator[Services]:
    """Open a book. Raises `Trouble` if a command is declined."""
    with book(data) as services:
        try:
            yield services
        except (Declined, NotFound) as error:
            raise Trouble(str(error)) from None


@click.command("who-sees")
@click.argument("club", type=click.UUID)
@click.argument("level", type=click.Choice(LEVELS), required=False)
@click.option("--age", type=click.IntRange(0, 25), help="The age below which players are marked as minors.")
@by_option
@data_option
def who_sees(club: UUID, level: str | None, age: int | None, by: str, data: Path | None) -> None:
    """Show or choose what others see of a club.

    Members see names: whoever is signed in for the club. Others see names in a club that is open, initials in one with
    names-for-members, and of one for members-only that it exists. A new club begins with names-for-members.

    \b
    nought people who-sees 0190a000-0000-7000-8000-00000000c001
    nought people who-sees 0190a000-0000-7000-8000-00000000c001 names-for-members --age 16
    """
    with _open(data) as services:
        clubs = services.ledger.clubs
        if level is not None or age is not None:
            known = clubs.get_club(club)
            clubs.choose_who_sees(
                club, level or known.level, known.age if age is None else age, expected_version=None, by=by, at=now()
            )
        chosen = clubs.get_club(club)
        say(f"{chosen.name}: {chosen.level}" + (f", minors are under {chosen.age}" if chosen.age else ""))


@click.command("shown-as")
@player_argument
@click.argument("form", type=click.Choice(FORMS))
@click.argument("pseudonym", default="")
@by_option
@data_option
def shown_as(player: UUID, form: str, pseudonym: str, by: str, data: Path | None) -> None:
    """Choose how others see a player's name.

    It is shown in full, as initials, or as the PSEUDONYM. Members of the club see the name. A club that shows initials
    to others shows them of everybody who did not choose a pseudonym.

    \b
    nought people shown-as 0190a000-0000-7000-8000-00000000b001 pseudonym Falcon
    nought people shown-as 0190a000-0000-7000-8000-00000000b001 full
    """
    with _open(data) as services:
        services.ledger.clubs.choose_shown_as(player, form, pseudonym, expected_version=None, by=by, at=now())
    say(f"shown to others as {pseudonym or form}")


@click.command()
@player_argument
@click.option("--no-longer", is_flag=True, help="The player is no minor any more.")
@by_option
@data_option
def minor(player: UUID, no_longer: bool, by: str, data: Path | None) -> None:
    """Mark a player as a minor.

    Others see a minor's initials at most, unless a guardian has consented.

    \b
    nought people minor 0190a000-0000-7000-8000-00000000b001
    nought people minor 0190a000-0000-7000-8000-00000000b001 --no-longer
    """
    with _open(data) as services:
        services.ledger.clubs.mark_minor(player, not no_longer, expected_version=None, by=by, at=now())
    say("the player is no minor" if no_longer else "the player is a minor")


@click.command()
@player_argument
@click.argument("day")
@click.argument("guardian", default="")
@click.option("--withdraw", is_flag=True, help="The guardian withdraws the consent.")
@by_option
@data_option
def consent(player: UUID, day: str, guardian: str, withdraw: bool, by: str, data: Path | None) -> None:
    """Record a guardian's consent.

    The minor is then shown like an adult. DAY is the day of the consent, or of its withdrawal; GUARDIAN is who gave it.

    \b
    nought people consent 0190a000-0000-7000-8000-00000000b001 2026-11-29 "Sita Kumaran"
    nought people consent 0190a000-0000-7000-8000-00000000b001 2026-12-24 --withdraw
    """
    with _open(data) as services:
        clubs = services.ledger.clubs
        if withdraw:
            clubs.withdraw_consent(player, day, expected_version=None, by=by, at=now())
        else:
            clubs.record_consent(player, day, guardian, expected_version=None, by=by, at=now())
    say("the consent is withdrawn" if withdraw else "the consent is recorded")


@click.command()
@click.argument("club", type=click.UUID)
@click.option("--files", type=click.IntRange(0, 3650), help="Days for files of decided disputes; 0 for never.")
@click.option("--classes", type=click.IntRange(0, 3650), help="Days for pupils of classes that ended; 0 for never.")
@click.option("--check", is_flag=True, help="Only show what the choice would remove now.")
@click.option("--remove", is_flag=True, help="Remove now what is kept too long; a server does so within an hour.")
@by_option
@data_option
def retention(
    club: UUID, files: int | None, classes: int | None, check: bool, remove: bool, by: str, data: Path | None
) -> None:
    """Show or choose how long a club keeps files and pupils.

    Files are the evidence of decided disputes, counted from when they were given; pupils the nicknames and answers of
    classes that a teacher keeps, counted from the end. A club that chose nothing keeps them. Each removal is recorded.

    \b
    nought people retention 0190a000-0000-7000-8000-00000000c001
    nought people retention 0190a000-0000-7000-8000-00000000c001 --files 180 --classes 30 --check
    """
    choice = {name: days for name, days in (("files", files), ("classes", classes)) if days is not None}
    with _open(data) as services:
        rule = services.retention().of(club, choice)
        if choice and not check:
            services.ledger.clubs.choose_retention(
                club, rule["files"], rule["classes"], expected_version=None, by=by, at=now()
            )
        if remove and not check:
            say(f"removed: {_counts(services.retention().remove(club, by))}")
            return
        kept = (f"{name} {f'{rule[name]} days' if rule[name] else 'for ever'}" for name in ("files", "classes"))
        say(f"kept: {', '.join(kept)}")
        say(f"kept too long: {_counts(rule['overdue'])}")


def _counts(overdue: Mapping[str, int]) -> str:
    """Return the numbers of files and classes in words."""
    return f"{counted(overdue['files'], 'file')}, the pupils of {counted(overdue['classes'], 'class', 'classes')}"


COMMANDS = (who_sees, shown_as, minor, consent, retention)
