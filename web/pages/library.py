"""Pages of deals, clubs, players and matches, with charts of their statistics."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode
from uuid import UUID

from flask import Blueprint, redirect, render_template, request
from flask_babel import gettext
from markupsafe import Markup
from marshmallow import ValidationError

from api.analyses import card_play
from api.callers import Place, caller
from api.deals import access as deal_access
from api.deals import lists as deal_lists
from api.deals.search import SEATS, write_shape
from api.lists import catalogue
from api.live.tables import live_tables
from api.people.register import count_waiting
from api.people.who_sees import is_closed
from api.permissions import EVERYBODY, KEEPERS, OFFICE, SCRIBES, allow
from api.replicas import from_replica
from api.services import ledger, services
from api.statistics import access as counted_numbers
from domain.club.name_matching import begins, key
from domain.club.similar_names import similar_among
from domain.games.catalogue import RULESETS
from domain.kernel.errors import NotFound
from replay import statistics
from replay.tournaments.ratings import BEGIN
from web import charts
from web.histories import Book, steps
from web.pictures.scenes import scene_of_lesson
from web.rules.own_rulesets import own_rulesets
from web.search import HANDS, HOLDINGS, LEADS, address, cards_offered, chips
from web.tournaments.tops import last_evening, tops
from web.venues import show_times_of, zones
from web.wording import names, words
from web.wording.spoken import reasons_of_results

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from werkzeug.wrappers import Response

    from domain.match.aggregate import Match
    from replay.tally import Evening
    from store.tables.catalogue import Row

blp = Blueprint("library", __name__)

MOST: Final = 2000
"""The number of newest players among whom a name is looked for."""
EVENINGS: Final = 60
"""The number of newest evenings of a player whose tokens are listed."""
MOST_MEANT: Final = 5
"""The most players that a search without a result offers."""
HAND_SIZES: Final = (8, 9, 6, 5, 4)
"""The numbers of cards in a hand of the known games, the commonest games first."""
ON_A_PAGE: Final = 25
NEWEST: Final = 10
SCENES_OF_CLUBS: Final = ("08-points-and-tokens", "05-the-trump-indicator", "11-caps", "02-following-suit")
"""The lessons whose hands are the pictures of clubs, in turn."""


def _shapes(cards: int, suits: int, most: int) -> Iterator[str]:
    """Yield the ways to divide the cards of a hand among its suits, the most even first: ``2-2-2-2``, ``3-2-2-1``."""
    if suits == 1:
        if cards <= most:
            yield str(cards)
        return
    for longest in range(-(-cards // suits), min(cards, most) + 1):
        for rest in _shapes(cards - longest, suits - 1, longest):
            yield f"{longest}-{rest}"


SHAPES: Final = [(cards, list(_shapes(cards, 4, cards))) for cards in HAND_SIZES]
"""The numbers of cards of each suit that the form offers, by the cards of a hand."""


@blp.get("/deals")
@allow(EVERYBODY)
@from_replica
def deals() -> str | Response:
    """Show the deals of a search, and chips of its filters."""
    kept = {name: value for name, value in request.args.items() if value and name not in ("cursor", "limit")}
    if not {"held", "shape"} & kept.keys():
        kept.pop("hand", None)
    club, _, own = kept.get("ruleset", "").rpartition("/")
    if club:
        # The form names a club's own ruleset with its club: another club may have one with the same key.
        kept |= {"ruleset": own, "club": club}
    if club or ("cursor" not in request.args and kept.keys() != request.args.keys() - {"limit"}):
        # A form sends its empty fields too. The address of a search has only what was chosen.
        return redirect(address(kept))
    query, wrong = _deal_query()
    good = {name: value for name, value in kept.items() if name not in wrong}
    page = deal_lists.find_deals(query)
    show_times_of(query.get("club"))
    return render_template(
        "deals.html",
        page=page,
        query=kept,
        player=names.player(kept.get("player", "")),
        meant={} if page.rows or "player" not in query else _players_meant(query, good),
        wrong=wrong,
        chips=chips(good, query),
        good=good,
        address=address(good),
        hands={**HANDS, **{seat: words.seat(seat) for seat in SEATS}},
        holdings=cards_offered(HOLDINGS, "" if "held" in wrong else str(query.get("held", ""))),
        shapes=SHAPES,
        shape=write_shape(query["shape"]) if "shape" in query else "",
        leads=cards_offered(LEADS, "" if "lead" in wrong else str(query.get("lead", ""))),
        held=query.get("held"),
        lead=query.get("lead"),
        reasons=reasons_of_results(),
        more=f"?{urlencode({**kept, 'cursor': page.next})}" if page.next else None,
        rulesets=RULESETS,
        own_games=own_rulesets(withdrawn=True),
        results=words.RESULTS,
        clubs=catalogue().page("club", limit=200).rows,
    )


def _players_meant(query: dict[str, Any], good: dict[str, str]) -> dict[str, str]:
    """Return the addresses of the search for registered players whose names are like the typed one, by name."""
    rows = list(islice(catalogue().rows("player", club=query.get("club")), MOST))
    similar = set(similar_among(query["player"], (row.title for row in rows)))
    meant = [row for row in rows if row.title in similar or begins(row.title, query["player"])]
    return {row.title: address({**good, "player": str(row.id)}) for row in meant[:MOST_MEANT]}


def _deal_query() -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the query of the form without its invalid fields, and the errors of those fields by name."""
    params = {name: value for name, value in request.args.items() if value}
    try:
        return deal_lists.DealQuery().load({"limit": ON_A_PAGE, **params}), {}
    except ValidationError as error:
        wrong: dict[str, list[str]] = dict(error.messages_dict)
        good = {name: value for name, value in params.items() if name not in wrong}
        return deal_lists.DealQuery().load({"limit": ON_A_PAGE, **good}), wrong


@blp.get("/clubs")
@allow(EVERYBODY)
@from_replica
def clubs() -> str:
    """Show the newest 200 clubs."""
    clubs = catalogue().page("club", limit=200).rows
    return render_template(
        "clubs.html",
        clubs=clubs,
        players=_players_of([club.id for club in clubs if not is_closed(club.id)]),
        scenes=[scene_of_lesson(lesson) for lesson in SCENES_OF_CLUBS],
        opens=caller().role in KEEPERS,
    )


def _players_of(clubs: list[UUID]) -> dict[UUID, int]:
    """Return the number of registered players of clubs; empty if there are too many to count for a list."""
    counts = catalogue().counts("player", [{"club": club} for club in clubs])
    return {} if counts.is_cut else dict(zip(clubs, counts.narrower, strict=True))


@blp.get("/clubs/<uuid:club_id>")
@allow(EVERYBODY)
@from_replica
def club(club_id: UUID) -> str:
    """Show a club: its players, matches, deals and statistics."""
    lists = catalogue()
    row = _row("club", club_id)
    show_times_of(club_id)
    counted = counted_numbers.of_club(club_id)
    numbers = statistics.of_club(counted.tally)
    tables = lists.page("table", club=club_id, limit=200).rows[::-1]
    shut = services().moves.shut(club_id)
    keeps = caller().role in OFFICE and caller().covers(Place(str(club_id)))
    opens = keeps and shut is None
    days = counted.play.by_day(numbers.days[:NEWEST])
    closed = is_closed(club_id)
    tournaments = () if closed else lists.page("tournament", club=club_id, limit=NEWEST).rows
    ended, last = last_evening(tournaments), numbers.last
    if ended and last and datetime.fromisoformat(ended.tournament.ended_at) < last.begins:
        ended = None  # other deals were played since
    return render_template(
        "club.html",
        club=row,
        closed=closed,
        numbers=numbers,
        is_cut=counted.is_cut,
        games=_games_of(counted),
        pictures=_pictures_of_club(numbers),
        players=sorted(lists.page("player", club=club_id, limit=200).rows, key=lambda each: key(each.title)),
        tables=tables,
        live_tables=live_tables(club_id),
        matches=lists.page("match", club=club_id, limit=NEWEST).rows,
        tournaments=tournaments,
        tops=tops(tournaments),
        seen=ended,
        last=None if ended or last is None else _evening_of({"club": str(club_id)}, last),
        best=() if ended or last is None else counted_numbers.best_of_evening(club_id, last),
        slates=_newest_slates(club_id),
        writes_slates=shut is None and caller().role in SCRIBES and caller().covers(Place(str(club_id))),
        shut=shut,
        opens=opens,
        has_cards=opens and services().invitations.are_of([each.id for each in tables]),
        requests_to_join=services().joining.count_requests(club_id) if opens else 0,
        requests_waiting=count_waiting(ledger(), club_id) if keeps else 0,
        registered=request.args.get("registered", type=int),
        there=request.args.get("there", 0, type=int),
        zones=zones(),
        deals=lists.page("deal", club=club_id, limit=NEWEST).rows,
        play=counted.play.by_game(),
        days=days,
        day_names={day: words.day(datetime.fromisoformat(day)) for day in days.rows},
    )


def _newest_slates(club_id: UUID) -> list[Row]:
    """Return the newest slates of a club, without those that were opened by mistake."""
    rows = catalogue().page("slate", club=club_id, limit=2 * NEWEST).rows
    return [row for row in rows if row.data["status"] != "void"][:NEWEST]


@blp.get("/players/<uuid:player_id>")
@allow(EVERYBODY)
@from_replica
def player(player_id: UUID) -> str:
    """Show a player: bids, points and tokens."""
    row = _row("player", player_id)
    show_times_of(row.club)
    counted = counted_numbers.of_player(row.club, deal_lists.names_of(str(player_id)))
    numbers = statistics.of_player(counted.tally)
    return render_template(
        "player.html",
        player=row,
        club=catalogue().find(row.club) if row.club else None,
        last=[_evening_of({"player": str(row.id)}, each) for each in numbers.evenings],
        numbers=numbers,
        is_cut=counted.is_cut,
        pictures=_pictures_of_player(numbers),
        evenings=[(_day_of(each), each.tokens) for each in numbers.tokens[-EVENINGS:]],
        renames=caller().role in OFFICE and caller().covers(Place(str(row.club) if row.club else None)),
        play=counted.play.by_game(),
        play_names=_games_of(counted),
        **_in_tournaments(row),
    )


def _games_of(counted: counted_numbers.Numbers) -> dict[str, str]:
    """Return the names of the games by ruleset."""
    own = counted.tally.own_games
    return {ruleset: own.get(ruleset) or words.game(ruleset) for ruleset in counted.tally.rulesets}


def _evening_of(place: Mapping[str, str], evening: Evening) -> dict[str, Any]:
    """Return what the card of an evening shows: its numbers, its day, and the search that finds its deals.

    ``place``: the search without the days, for a player or a club.
    """
    days = {"since": evening.begins, "until": evening.ends}
    since = {name: at.astimezone(UTC).date().isoformat() for name, at in days.items()}
    return {
        "numbers": evening,
        "day": words.day(datetime.fromisoformat(evening.day)) if evening.day else words.on_day(evening.begins),
        "address": address({**place, **since}),
    }


def _in_tournaments(row: Row) -> dict[str, Any]:
    """Return a player's tournaments, and the rating over time with its picture."""
    book = Book(row.club)
    finishes = book.finishes(row.id)
    own = steps(book.courses().get(str(row.id), ())) if finishes else []
    picture = None
    if own:
        days = [words.day(each.at) for each in own]
        picture = charts.line(gettext("Rating over time"), [BEGIN, *(each.shown for each in own)], days[0], days[-1])
    rows = [(words.on_day(each.at), each.shown) for each in own]
    return {"finishes": finishes, "steps": rows, "rating": picture}


@blp.get("/matches/<uuid:match_id>")
@allow(EVERYBODY)
@from_replica
def match(match_id: UUID) -> str:
    """Show a match: deal by deal, and its tokens or points."""
    row = _row("match", match_id)
    stored = deal_access.get_match(match_id)
    show_times_of(row.club)
    play = card_play.of_match(match_id)
    teams = {code: names.team(row.data, code) for code in stored.ruleset.seating.teams}
    return render_template(
        "match.html",
        match=row,
        lines=[line for _, line in sorted(stored.lines.items())],
        deals={str(deal.id): deal for deal in catalogue().page("deal", parent=match_id, limit=200).rows},
        teams=teams,
        by_points=stored.ruleset.match.by_points,
        picture=_picture_of_match(stored, teams),
        play=play,
        play_names={player: names.player(player) for player in play.rows},
    )


def _picture_of_match(match: Match, teams: dict[str, str]) -> Markup | None:
    """Return the chart of the tokens or points of every team after each deal; None before the first result."""
    counted = [line for _, line in sorted(match.lines.items()) if line.counted]
    if not counted:
        return None
    stake = match.ruleset.match.stake
    runs = {
        name: [stake, *(line.counted.balance[code] for line in counted if line.counted)] for code, name in teams.items()
    }
    points = match.ruleset.match.by_points
    title = gettext("Points after each deal") if points else gettext("Tokens after each deal")
    return charts.steps(title, runs, "0", str(counted[-1].number))


def _row(kind: str, identity: UUID) -> Row:
    row = catalogue().find(identity)
    if row is None or row.kind != kind:
        raise NotFound(kind, identity)
    return row


def _bids(title: str, bids: tuple[statistics.Bids, ...]) -> Markup | None:
    rows = [charts.Bar(words.bid(each.bid), (("made", each.made), ("failed", each.failed))) for each in bids]
    return charts.bars(title, rows) if rows else None


def _points(title: str, points: tuple[statistics.Share, ...]) -> Markup | None:
    rows = [charts.Bar(str(each.least), (("plain", each.deals),)) for each in points]
    return charts.bars(title, rows) if rows else None


def _day_of(balance: statistics.Balance) -> str | Markup:
    """Return the day of a balance: a day stays a day."""
    return words.day(datetime.fromisoformat(balance.day)) if balance.day else words.on_day(balance.at)


def _pictures_of_player(numbers: statistics.Player) -> dict[str, Markup | None]:
    tokens = None
    if len(numbers.tokens) > 1:  # one evening is no course of time
        first, last = numbers.tokens[0].at, numbers.tokens[-1].at
        balance = [each.tokens for each in numbers.tokens]
        tokens = charts.steps(gettext("Tokens over time"), {"": [0, *balance]}, words.day(first), words.day(last))
    return {
        "bids": _bids(gettext("Bids of the player, made and failed"), numbers.as_maker),
        "points": _points(gettext("Points of the player's side in a deal"), numbers.points),
        "tokens": tokens,
    }


def _pictures_of_club(numbers: statistics.Club) -> dict[str, Markup | None]:
    months = [charts.Bar(month, (("plain", deals),)) for month, deals in numbers.months]
    return {
        "bids": _bids(gettext("Bids, made and failed"), numbers.bids),
        "points": _points(gettext("Points of the bidders' side in a deal"), numbers.points),
        "months": charts.bars(gettext("Deals in each month"), months) if len(months) > 1 else None,
    }
