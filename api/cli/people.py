"""`people`: show what is kept about a person, forget the person, remove what somebody wrote, list the removals.

`api.cli.who_sees` has the commands that choose what others see.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from api.cli.parts.books import book, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.files import open_output
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, json_option, print_json, say
from api.cli.people_requests import requests
from api.cli.who_sees import COMMANDS as CHOICES
from api.clock import now
from api.people.own_file import write_own_file
from api.people.subjects import IsRegistered, Subject, subject_of, subject_of_player
from domain.kernel.errors import Declined
from domain.removal.facts import PersonForgotten, TextRemoved
from store.events.texts import former

if TYPE_CHECKING:
    from api.services import Services
    from domain.kernel.ports import HeldTexts

club_option = click.option("--club", type=click.UUID, help="The club; without it, what belongs to no club.")
player_option = click.option("--player", type=click.UUID, help="A registered player, with every name of theirs.")
by_option = click.option("--by", default="administrator", show_default=True, help="Who does it, for the record.")


@click.group()
def people() -> None:
    """Show what is kept about a person, forget the person, choose who sees names.

    Names, reasons, notes and claims stand apart from the events. Forgetting removes those of one person in one club;
    cards, results and ratings stay, under a name such as Former player 7, and every proof holds (docs/trust.md).

    \b
    nought people held --club 0190a000-0000-7000-8000-00000000c001 "Ravi Kumaran"
    nought people forget --club 0190a000-0000-7000-8000-00000000c001 "Ravi Kumaran"
    """


@people.command()
@click.argument("names", nargs=-1)
@club_option
@player_option
@json_option
@data_option
def held(names: tuple[str, ...], club: UUID | None, player: UUID | None, as_json: bool, data: Path | None) -> None:
    """Show what is kept about a person.

    NAMES are the names under which the person was entered, each as it was written.

    \b
    nought people held --club 0190a000-0000-7000-8000-00000000c001 "Ravi Kumaran" "R. Kumaran"
    nought people held --player 0190a000-0000-7000-8000-00000000b001
    """
    with book(data) as services:
        club, called = _person(services, club, names, player)
        kept = services.ledger.forgetting.find(club, called, player)
        if as_json:
            print_json(
                {
                    "names": called,
                    "kept": len(kept.digests),
                    "in": dict(kept.kinds),
                    "texts": [{"id": each.stream, "text": each.text} for each in kept.texts],
                }
            )
            return
        _print_held(called, kept)


@people.command("file")
@click.argument("names", nargs=-1)
@club_option
@player_option
@click.option("-o", "--output", required=True, help="The ZIP to write.")
@data_option
def own_file(names: tuple[str, ...], club: UUID | None, player: UUID | None, output: str, data: Path | None) -> None:
    """Write a person's own file.

    It is a ZIP with everything that is kept about the person: where the names stand, what others wrote, and each deal
    that the person played, as a hand file. Other people are left out. Give it to nobody else.

    \b
    nought people file --player 0190a000-0000-7000-8000-00000000b001 -o ravi.zip
    """
    with open_output(output) as target, book(data) as services:
        club, called = _person(services, club, names, player)
        kept = services.ledger.forgetting.find(club, called, player)
        if not kept.digests:
            raise Trouble(f"nothing is kept under the name {called[0]}")
        with show_progress("writing deals") as work:
            count = write_own_file(services, Subject(club, called, player), kept, target, work.advance)
    say(f"{counted(count, 'deal')} in {output}", err=True)


@people.command()
@click.argument("names", nargs=-1)
@club_option
@player_option
@by_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def forget(
    names: tuple[str, ...], club: UUID | None, player: UUID | None, by: str, yes: bool, data: Path | None
) -> None:
    """Forget a person in a club.

    The names are removed, and every reason, note and claim in the club that has one of them in it. Cards, results and
    ratings stay. The command shows what is kept, and asks: it cannot be undone. It does not reach papers, files that
    others hold, and backups until they expire (docs/privacy.md).

    \b
    nought people forget --club 0190a000-0000-7000-8000-00000000c001 "Ravi Kumaran"
    nought people forget --player 0190a000-0000-7000-8000-00000000b001 --yes
    """
    with book(data) as services:
        club, called = _person(services, club, names, player)
        kept = services.ledger.forgetting.find(club, called, player)
        _print_held(called, kept)
        if kept.digests and not yes and not click.confirm("Forget this person? It cannot be undone"):
            raise Trouble("nothing was removed")
        try:
            saved = services.forgetter().forget(club, called, player, by=by, at=now())
        except Declined as error:
            raise Trouble(str(error)) from None
        fact = saved.events[-1].fact
        assert isinstance(fact, PersonForgotten)  # noqa: S101 - the command records nothing else
        say(f"forgotten: {former(fact.number)} stands there from now on")
        left = services.texts_of_people.lists.count_waiting()
        with show_progress("making lists anew", left or None) as work:
            services.forgetter().list_on(advance=work.advance)


@people.command("remove-text")
@click.argument("stream", type=click.UUID)
@click.argument("version", type=click.IntRange(1))
@click.option("--why", required=True, help="The reason, which is shown.")
@club_option
@by_option
@data_option
def remove_text(stream: UUID, version: int, why: str, club: UUID | None, by: str, data: Path | None) -> None:
    """Remove what somebody wrote in an event.

    It may be a claim, a reason, a note or the name of a file.

    STREAM and VERSION say which event, as `nought show` and the pages number them. The event stays, and so does the
    proof that it was recorded.

    \b
    nought people remove-text DISPUTE 3 --club 0190a000-0000-7000-8000-00000000c001 --why "it insults a player"
    """
    with book(data) as services:
        try:
            services.forgetter().remove_text(club, stream, version, why, by=by, at=now())
        except Declined as error:
            raise Trouble(str(error)) from None
    say("the text is removed")


@people.command()
@club_option
@json_option
@data_option
def removals(club: UUID | None, as_json: bool, data: Path | None) -> None:
    """List who was forgotten and what was removed.

    The oldest come first. The list names nobody.

    \b
    nought people removals --club 0190a000-0000-7000-8000-00000000c001
    """
    with book(data) as services:
        unfinished = {each.former: each for each in services.texts_of_people.lists.progress(club) if each.left}
        for event in services.ledger.forgetting.get(club).done:
            match event.fact:
                case PersonForgotten(number, _, _, texts, streams):
                    line = {"at": event.at, "by": event.by, "person": number, "texts": texts, "streams": streams}
                    words = f"{former(number)}: {counted(texts, 'text')} from {streams} deals, matches and so on"
                    if progress := unfinished.get(former(number)):
                        line |= {"lists": progress.left, "of_lists": progress.lists}
                        words += f"; {progress.lists - progress.left} of {progress.lists} lists are made anew"
                case TextRemoved(stream, version, why):
                    line = {"at": event.at, "by": event.by, "id": stream, "version": version, "why": why}
                    words = f"a text of event {version} of {stream}: {why}"
                case _:
                    continue
            if as_json:
                print_json(line)
            else:
                say(f"{event.at[:16].replace('T', ' ')}  {event.by}  {words}")


def _person(
    services: Services, club: UUID | None, names: tuple[str, ...], player: UUID | None
) -> tuple[UUID | None, list[str]]:
    """Return the club and the names of a person. Raises `Trouble` if nobody is named, or a player is by name only."""
    with show_progress("reading in which events names stand") as work:
        services.forgetter().read_on(advance=work.advance)
    if player is not None:
        subject = subject_of_player(services, player, names)
        return club or subject.club, list(subject.names)
    try:
        return club, list(subject_of(services, club, names).names)
    except IsRegistered as error:
        raise Trouble(f"a registered player has this name: give --player {error.player}") from None
    except Declined:
        raise Trouble("name the person, or a registered player with --player") from None


def _print_held(called: list[str], kept: HeldTexts) -> None:
    where = ", ".join(f"{number} × {kind.lower()}" for kind, number in sorted(kept.kinds.items())) or "nothing"
    say(f"kept under {', '.join(map(repr, called))}: {counted(len(kept.digests), 'text')} in {where}")
    for each in kept.texts:
        say(f"  would be removed: {each.text!r} ({each.stream})")


for each_choice in CHOICES:
    people.add_command(each_choice)
people.add_command(requests)

COMMANDS = (people,)
