"""Shapes of a player's own page: seat, results that wait, the last evening, figures."""

from __future__ import annotations

from typing import Any

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.card_play import CardPlayRow
from schemas.fields import at, name
from schemas.people import RequestLine
from schemas.tournaments.clocks import ClockState
from schemas.tournaments.commands import number


def own_club() -> dict[str, Any]:
    """Return the fields that name a club."""
    return {"club": f.text("the id of the club"), "club_name": f.text()}


def counts() -> dict[str, Any]:
    """Return the fields that count some deals of a player."""
    return {
        "won": f.integer("the deals in which the caller's side won tokens"),
        "lost": f.integer(),
        "tokens": f.integer("the tokens that the caller's side won, less those that it lost"),
        "bids": f.integer("the contracts that the caller bid, made or failed"),
        "made": f.integer(),
    }


class OwnPage(Answer):
    """The caller's players, where they sit now, and the results that wait for them."""

    players = f.many(
        f.part(
            "a registered player whom the caller is",
            player=f.text("the player's id"),
            name=f.text(),
            **own_club(),
        )
    )
    waiting = f.many(
        f.part(
            "a result at a table of the caller that the caller's side has not confirmed",
            tournament=f.text("the id of the tournament"),
            name=f.text("the name of the tournament"),
            encounter=f.text("the id of the table of the round"),
            version=f.integer("the version of the encounter, for If-Match"),
            round=f.integer(),
            table=f.integer("the number in the draw"),
            board=f.integer("0 without boards"),
            opponents=f.many(f.text()),
            won=f.integer("the tokens or points of the caller's side"),
            lost=f.integer("those of the other side"),
            entered_by=f.text(),
            entered_at=f.text(),
            is_contested=f.flag("whether a side says that it is wrong"),
        )
    )
    now = f.many(
        f.part(
            "a running tournament in which the caller is entered, at most the newest five of each club",
            tournament=f.text("the id"),
            name=f.text(),
            **own_club(),
            round=f.integer("the round that was drawn last"),
            place=f.optional(f.integer("the place so far; absent before the first result")),
            among=f.integer("the number of places"),
            now=f.text("the time of the server, by which the clock's `left` is counted down"),
            clock=f.optional(f.nested_field(ClockState, description="absent if no clock was started")),
            table=f.optional(
                f.part(
                    "the table of the caller; absent with a bye",
                    number=f.integer("the number in the draw"),
                    name=f.text("the club's name of the table; empty if it has none"),
                    encounter=f.text("the id of the table of the round"),
                    seat=f.optional(f.seat("absent if the table names no players")),
                    side=f.integer("0: North and South; 1: East and West"),
                    partners=f.many(f.text()),
                    opponents=f.many(f.text()),
                    status=f.text("open, playing, provisional, confirmed or forfeit"),
                    boards=f.many(f.integer()),
                )
            ),
        )
    )


def own_deal() -> dict[str, Any]:
    """Return the fields that name a deal."""
    return {
        "deal": f.text("the id of the deal"),
        "number": f.integer("the number of the deal in its match"),
        "ruleset": f.text("the key of the ruleset"),
    }


class OwnEvening(Answer):
    """The last evening of the caller. All of it is read from stored analyses of deals whose hands are shown."""

    evening = f.optional(
        f.part(
            "absent if no evening is known",
            **own_club(),
            begins=f.text("the time of the first deal or round"),
            tournament=f.optional(
                f.part(
                    "absent if no tournament was played",
                    tournament=f.text("the id"),
                    name=f.text(),
                    entry=f.text("the caller's entry"),
                    place=f.optional(f.integer()),
                    among=f.integer("the number of places"),
                    score=f.optional(f.number()),
                    is_over=f.flag("whether the final result was announced"),
                    boards=f.part(
                        "the boards of the entry, compared with the field; all 0 if no boards are compared",
                        above=f.integer(),
                        level=f.integer(),
                        below=f.integer(),
                    ),
                )
            ),
            deals=f.optional(
                f.part(
                    "the recorded deals, at most the newest 100; absent if there are none",
                    event=f.text(),
                    day=f.text("the day, if only the day is known; else empty"),
                    number=f.integer("the number of deals"),
                    **counts(),
                    partners=f.many(f.text()),
                    analysed=f.integer("the deals that have an analysis"),
                )
            ),
            card=f.optional(
                f.part(
                    "the card that cost most, those first that the seat could know to be worse; absent if none cost",
                    **own_deal(),
                    ply=f.integer(),
                    card=f.card("the card that was played"),
                    better=f.optional(f.card("the best card as far as the seat could know, else with all hands open")),
                    goal=f.text("what both sides played for: points, all tricks or no trick"),
                    cost=f.integer("the points that the card cost with all hands open"),
                    pay_cost=f.integer("the tokens, or the score, that it cost with all hands open"),
                    avoidable=f.optional(f.flag("whether the seat could know a better card; absent if not judged")),
                    behind=f.number("the mean points by which the better card is better for the seat, if avoidable"),
                    deals=f.integer("the number of deals in this mean; 0 if not avoidable"),
                )
            ),
            bid=f.optional(
                f.part(
                    "the failed bid that was farthest above what could be made; absent if none was",
                    **own_deal(),
                    bid=f.integer(),
                    could=f.integer("the highest number that both sides' best play makes, with all hands open"),
                )
            ),
            caps=f.many(
                f.part(
                    "a call of Caps that the caller made or owed",
                    **own_deal(),
                    verdict=f.one_of("right", "early", "late", "missing"),
                    ply=f.integer("the ply of the call, or from which it was owed"),
                )
            ),
            waiting=f.many(
                f.part(
                    "a deal outside of a tournament whose result the caller's side has not confirmed, the newest eight",
                    **own_deal(),
                    tokens=f.integer("the tokens that the caller's side won, less those that it lost"),
                )
            ),
        )
    )


class OwnSheet(Answer):
    """The sheet of the caller's entry in a tournament."""

    entry = f.text()
    name = f.text("the name of the entry")
    place = f.optional(f.integer())
    among = f.integer("the number of places")
    score = f.optional(f.number())
    rounds = f.many(
        f.part(
            "a round with a result",
            round=f.integer(),
            encounter=f.optional(f.text("the id of the table of the round; absent without a table")),
            table=f.integer("0 without a table"),
            kind=f.text("played, bye, walkover, forfeit or another reason"),
            opponents=f.many(f.text(), "the names of entries"),
            partners=f.many(f.text(), "the names of other entries on the same side"),
            won=f.integer("the tokens or points of the entry"),
            lost=f.integer(),
            is_confirmed=f.flag(),
            boards=f.many(
                f.part(
                    "a board",
                    board=f.integer(),
                    won=f.integer(),
                    lost=f.integer(),
                    score=f.optional(f.number("above 0 if the entry did better than the field; absent if unknown")),
                )
            ),
        )
    )
    deals = f.many(
        f.part(
            "a finished deal",
            deal=f.text("the id"),
            round=f.integer(),
            table=f.integer(),
            number=f.integer("the number of the deal in its match"),
            board=f.integer("0 without boards"),
            bid=f.optional(f.raw("a number, or the name of a bid; absent without a contract")),
            is_own_bid=f.flag("whether the side of the entry bid it"),
            result=f.text("made or failed, or how the deal ended"),
            tokens=f.integer("the tokens or points that the side won, less those that it lost"),
            lost=f.optional(
                f.integer("the points that the caller's cards cost, with all hands open; absent if unknown")
            ),
        )
    )


class OwnFigures(Answer):
    """The figures of the caller's players, for each club."""

    items = f.many(
        f.part(
            "a player in a club",
            **own_club(),
            deals=f.integer("the deals that are counted"),
            is_cut=f.flag("whether there may be older deals, which are not counted yet"),
            analysed=f.integer("the deals that have an analysis"),
            months=f.many(
                f.part(
                    "a month, newest first",
                    month=f.text("such as 2026-02, in UTC"),
                    deals=f.integer(),
                    **counts(),
                    made_interval=f.optional(f.many(f.share(), "the 95 % interval of the share that was made")),
                    card_play=f.optional(f.nested_field(CardPlayRow, "absent without an analysed deal")),
                )
            ),
            partners=f.many(
                f.part(
                    "a partner, most deals first", name=f.text(), deals=f.integer(), won=f.integer(), lost=f.integer()
                )
            ),
        )
    )


class OwnLeagues(Answer):
    """The series in which the caller has a place."""

    items = f.many(
        f.part(
            "a series of one of the caller's clubs",
            series=f.text("the id"),
            name=f.text(),
            club_name=f.text(),
            place=f.integer(),
            among=f.integer("the number of rows"),
            total=f.text("the points"),
            evenings=f.integer("the evenings that the caller played"),
            is_over=f.flag(),
        )
    )


class OwnProblems(Answer):
    """Problems from the caller's own deals, and the caller's deck."""

    deck = f.part(
        "the deck of the account",
        is_open=f.flag(),
        due=f.integer("the problems that are due"),
        problems=f.integer("all problems of the deck"),
    )
    items = f.many(
        f.part(
            "a problem of a deal that the caller played, those of the caller's seat first",
            id=f.text(),
            deal=f.text("the id of the deal"),
            theme=f.text(),
            level=f.integer(),
            game=f.text(),
            ruleset=f.text(),
            viewer=f.text(),
        )
    )


class ConfirmOwnResult(Command):
    """The confirmation of the result of a table of a round, by a player who sits there."""

    board = number(999, metadata={"description": "one board of a duplicate; by default all with a result"})
    at = at()


class ConfirmOwnDeal(Command):
    """The confirmation of the result of a deal, by a player of the deal."""

    at = at()


class AskForCorrection(Command):
    """A mistake in a deal or a result, for the officials of the club."""

    text = name(required=True, metadata={"description": "what is wrong, in a sentence or two"})
    at = at()


class OwnCorrection(RequestLine):
    """A correction that the caller has asked for, with its answer."""

    club = f.text("the id of the club")
    club_name = f.text()


class OwnCorrections(Answer):
    """The corrections that the caller has asked for, newest first."""

    items = f.many(f.nested_field(OwnCorrection))


class OwnDealConfirmed(Answer):
    """The seat for which the result of a deal was confirmed."""

    deal = f.text("the id of the deal")
    seat = f.seat()
    replayed = f.flag("whether the request was carried out before")
