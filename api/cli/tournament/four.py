"""`tournament four`: a rotating four in one step."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.parts.books import by_option, data_option, find_id
from api.cli.parts.terminal import say
from api.cli.tournament.common import tournament
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.tournaments.rotating_four import open_four
from domain.tournament.rotating_four import MOST_RACE, RACE


@tournament.command()
@click.argument("players", nargs=4, metavar="PLAYER PLAYER PLAYER PLAYER")
@click.option("--name", "called", default="", help="The name. Default: the four players.")
@click.option("--race", type=click.IntRange(1, MOST_RACE), default=RACE, show_default=True, help="Tokens to win a set.")
@click.option("--ruleset", default="304", show_default=True, help="The key of the game.")
@click.option("--club", help="The club, by name or id. Its registered players may be given by name.")
@click.option("--series", help="Add it to this series of the club, by name or id.")
@by_option
@preview_option
@data_option
def four(
    players: tuple[str, ...],
    called: str,
    race: int,
    ruleset: str,
    club: str | None,
    series: str | None,
    by: str,
    data: Path | None,
) -> None:
    """Open a rotating four: three sets with new partners.

    Lots decide which of the four players begin together. A preview shows no first set: the real lots are others.

    \b
    nought tournament four Anna Bea Cleo Dora --club Lagoon --series "Winter league"
    """
    with book(data, new=True) as services:
        home = find_id(services, "club", club) if club else None
        league = services.ledger.series.get(find_id(services, "series", series)) if series else None
        if league:
            league.check_joins("tournament", home)
        saved = open_four(services, players, ruleset, called=called, club=home, race=race, by=by, at=now())
        if league:
            services.ledger.series.add_evening(league.id, saved.id, by=by, at=now())
        opened = services.ledger.tournaments.get(saved.id)
    say(f"{opened.opened.name} is open: {saved.id}")
    for number, round_ in sorted(opened.rounds.items()):
        for pairing in round_.drawn.pairings:
            sides = [" + ".join(opened.entries[entry].name for entry in side) for side in pairing.sides]
            say(f"set {number}: {' – '.join(sides)}")
