"""`--preview`: print what a tournament command would change, and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

from api.cli.parts import books
from api.cli.parts.terminal import say
from domain.kernel.repository import Rehearsed, rehearse
from domain.tournament.aggregate import Tournament
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from uuid import UUID

    from api.services import Services
    from domain.kernel.aggregate import Aggregate


def _begin(context: click.Context, _option: click.Parameter, chosen: bool) -> None:
    if chosen:
        context.with_resource(rehearse(stops=True))


preview_option: Callable[..., Any] = click.option(
    "--preview",
    is_flag=True,
    expose_value=False,
    callback=_begin,
    help="Only print what it would change, and how to undo it.",
)


@contextmanager
def book(data: Path | None, *, new: bool = False) -> Iterator[Services]:
    """Open the record book for a command with `preview_option`.

    With ``--preview`` the command ends, instead of saving, when it has decided what to record; the effects are printed.
    ``new`` as in `books.book`. Raises `Trouble` if there is no record book.
    """
    with books.book(data, new=new) as services:
        try:
            yield services
        except Rehearsed as stopped:
            if opened := [each for each in stopped.drafted if isinstance(each, Tournament) and each.read == 0]:
                show_opening(services, opened)
            else:
                show_effects(services, stopped.drafted)
            raise click.exceptions.Exit(0) from None


def show_effects(services: Services, drafted: Sequence[Aggregate]) -> None:
    """Print the effects of the draft of a command to a tournament or to one of its tables."""
    from api.tournaments.effects import effects_of
    from replay.words import ENGLISH
    from replay.words.undo import how_undone

    effect = effects_of(services, _tournament_of(drafted), drafted)
    say("Would be recorded:")
    for sentence in effect["recorded"]:
        say(f"  {sentence}")
    for group in effect["changes"]:
        say(f"{group['title']}:")
        for row in group["rows"]:
            say(f"  {row['what']}: {row['before']} → {row['after']}")
        for note in group["notes"]:
            say(f"  {note}")
    for row in effect["standings"]:
        say(f"{row['name']}: {_place(row['before'])} → {_place(row['after'])}")
    if not effect["standings"] and not effect["by_lot"]:
        say("No place and no score would change.")
    say(f"To undo: {how_undone(drafted, ENGLISH)}")


def show_opening(services: Services, opened: Sequence[Tournament]) -> None:
    """Print what would be recorded of new tournaments, and their terms by the names that ``--set`` takes."""
    from api.tournaments.effects import players_of
    from replay.effects import opening
    from replay.effects.terms import values_of
    from replay.words import ENGLISH
    from replay.words.undo import how_undone

    for each in opened:
        say("Would be recorded:")
        for sentence in opening(each, players_of(services, opened), ENGLISH):
            say(f"  {sentence}")
    say("Terms:")
    for name, value in values_of(opened[0].terms).items():
        say(f"  {name}={_as_option(value)}")
    say(f"To undo: {how_undone(opened, ENGLISH)}")


def _as_option(value: Any) -> str:
    """Return the value of a term as ``--set`` takes it."""
    if value is None or isinstance(value, str):
        return value or "none"
    return msgspec.json.encode(value).decode()


def _place(row: dict[str, Any] | None) -> str:
    """Return a place with its score; a dash for an entry that is not in the standings."""
    if row is None:
        return "–"
    return f"place {row['place']}, {row['score']}{', provisional' if row['provisional'] else ''}"


def _tournament_of(drafted: Sequence[Aggregate]) -> UUID:
    """Return the id of the tournament that a draft is about."""
    for each in drafted:
        if isinstance(each, Tournament):
            return each.id
        if isinstance(each, Encounter):
            return each.tournament
    raise TypeError("the command is not about a tournament")
