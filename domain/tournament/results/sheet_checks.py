"""Checks of a score sheet that two sides filled in, and the lines of a checked sheet.

The numbers on the sheet must be possible by the ruleset: a deal of 304 pays tokens of its table and shares out the
points of its pack; the card points of a Jass sum to 157 a deal, so to 1256 in eight deals and 1884 in twelve, plus a
bonus for each Match. Impossible numbers raise `SheetError` with the reason; nothing is corrected silently.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from domain.engine.game import Game
from domain.engine.words.values import Listing, Plural, Term, sentence
from domain.engine.words.worded import WordedError
from domain.games.sidi.game import SIDI
from domain.games.three04.game import THREE04
from domain.tournament.results.possible import (
    announcement_points,
    contracts,
    is_among,
    jass_points,
    numbers,
    played_pay,
    short_pay,
    side_points,
    stoeck,
    sums,
    times,
    weis,
)
from domain.tournament.results.sheet import BLANK, Count, Sheet, by_points, due, lines_of, together, total

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from domain.engine.ruleset import Ruleset
    from domain.engine.words.values import Value
    from domain.games.sidi.ruleset import SidiRuleset
    from domain.games.three04.ruleset import Three04Ruleset
    from domain.tournament.results.sheet import Both
    from domain.tournament.state import Line, Pairing
    from domain.tournament.terms import Terms

SIDES: Final = (Term("North-South"), Term("East-West"))
"""The names of the two sides of a pairing."""
MOST_DEALS: Final = 99
"""The largest number of deals in an encounter (ours)."""


ITEMS: Final = {
    "tokens": Term("tokens"),
    "points": Term("points"),
    "weis": Term("Weis and Stöck"),
    "contract": Term("contract"),
    "total": Term("total"),
    "deals": Term("deals won"),
}
"""The words for each number of a `Count`."""
NO_POINTS: Final = Term("Say how many points each side had.")
NO_TOKENS: Final = Term("Say how many tokens each side won.")
THE_DEAL: Final = Term("The deal")
DEALS: Final = Plural("{count} deal", "{count} deals")
PLAYED: Final = Plural("{count} deal was played", "{count} deals were played")


class SheetError(WordedError, ValueError):
    """Raised for a sheet that cannot be right; the message gives the reason."""


def read(
    terms: Terms, game: Ruleset, round_: int, pairing: Pairing, sheet: Sheet, *, confirmed: bool = False
) -> tuple[Line, ...]:
    """Return the lines of a sheet, one for each entry at the table. Raises `SheetError` if it cannot be right."""
    check(terms, game, sheet, pairing.stage)
    return lines_of(game, round_, pairing, sheet, confirmed=confirmed)


def check(terms: Terms, game: Ruleset, sheet: Sheet, stage: str = "") -> None:
    """Raise `SheetError` if the sheet cannot be right by the terms and the ruleset. ``stage``: that of the pairing."""
    if len(game.seating.teams) != 2:
        raise SheetError("{game} is not played by two sides, so this sheet cannot tell it.", game=Term(game.name))
    _in_bounds(sheet)
    played = [deal for deal in sheet.deals if not (deal[0].blank and deal[1].blank)]
    for place, deal in enumerate(sheet.deals, 1):
        if deal in played:
            check_deal(game, deal, sentence("Deal {number}", number=place))
    _adds_up(game, sheet)
    whole = together(game, sheet)
    CHECKS[game.game].whole(terms, game, sheet, whole, len(played))
    won = total(game, sheet).won
    race = terms.encounter.race
    if stage == "final" and terms.encounter.final_race is not None:
        race = terms.encounter.final_race
    if race is not None:
        _check_race(game, race, sheet, won, level=terms.may_be_level)
    elif played:
        _check_extra(terms, game, played)
    if won[0] == won[1] and not terms.may_be_level:
        if terms.rules.needs_winner:
            raise SheetError(
                "{one} to {other} is no result: a {format} needs a winner.",
                one=won[0], other=won[1], format=Term(terms.format),
            )  # fmt: skip
        raise SheetError(
            "{one} to {other} is no result: one deal more is played while it is level.", one=won[0], other=won[1]
        )


def check_written(game: Ruleset, deal: tuple[Count, Count]) -> None:
    """Raise `SheetError` if a board lacks what it is compared by: tokens, or points if they are played for."""
    if game.game.scores_weis:
        if deal == (BLANK, BLANK):
            raise SheetError(NO_POINTS)
    elif by_points(game):
        if all(count.points is None for count in deal):
            raise SheetError(NO_POINTS)
    elif all(count.tokens is None for count in deal):
        raise SheetError(NO_TOKENS)


def check_deal(game: Ruleset, deal: tuple[Count, Count], named: Value = THE_DEAL) -> None:
    """Raise `SheetError` if a played deal cannot have these counts. ``named``: the name of the deal in messages."""
    CHECKS[game.game].deal(game, deal, named)


def _check_token_deal(game: Three04Ruleset, deal: tuple[Count, Count], named: Value) -> None:
    """Check one deal of 304: only one side has tokens, the ruleset pays them, and the pack has the card points."""
    if any(count.weis or count.contract or count.total for count in deal):
        raise SheetError(
            "{named}: {game} has tokens and card points, no Weis and no contracts.", named=named, game=Term(game.name)
        )
    tokens = [count.tokens for count in deal]
    short = True
    if tokens != [None, None]:
        paid = max(each or 0 for each in tokens)
        if all(tokens):
            raise SheetError(
                "{named}: only one side wins a deal, so both cannot have tokens ({one} and {other}).",
                named=named, one=tokens[0] or 0, other=tokens[1] or 0,
            )  # fmt: skip
        if not is_among(paid, played_pay(game) | short_pay(game)):
            raise SheetError(
                "{named} pays {paid} tokens; {game} pays {numbers}.",
                named=named, paid=paid, game=Term(game.name), numbers=_numbers(_pay(game)),
            )  # fmt: skip
        short = is_among(paid, short_pay(game))
    if all(count.points is None for count in deal):
        return
    points = [count.points or 0 for count in deal]
    total = game.pack.total
    if sum(points) > total or (sum(points) < total and not short):
        _refuse_sum(
            named,
            [game.format_points(each) for each in (*points, sum(points))],
            sentence("the pack has {points}", points=game.format_points(total)),
        )
    for each, side in zip(points, SIDES, strict=True):
        if not is_among(each, side_points(game)):
            raise SheetError(
                "{named}: no cards of the pack are worth {points}, as {side} wrote.",
                named=named, points=game.format_points(each), side=side,
            )  # fmt: skip


def _check_jass_deal(game: SidiRuleset, deal: tuple[Count, Count], named: Value) -> None:
    """Check one deal of a Jass: card points of the pack, Weis of one side, Stöck once, and at most one contract."""
    _no_tokens(game, deal, named)
    if any(count.total is not None for count in deal):
        total = sum(count.scored for count in deal)
        if not is_among(total, _all_of_it(game, 1)):
            raise SheetError("{named}: no deal comes to {total} for both sides together.", named=named, total=total)
        return
    points = [count.points or 0 for count in deal]
    match = game.points_in_play + game.bonus.match
    if sorted(points) != [0, match]:
        if sum(points) != game.points_in_play:
            _refuse_sum(named, [*map(str, points), str(sum(points))], _target(game, 1))
        if not is_among(points[0], jass_points(game)):
            raise SheetError(
                "{named}: no cards are worth {one}, against {other} for the others.",
                named=named, one=points[0], other=points[1],
            )  # fmt: skip
    less, more = sorted(count.weis or 0 for count in deal)
    if not (less == 0 and is_among(more, announcement_points(game))):
        stock = stoeck(game)
        if not stock or stock not in (less, more) or not is_among(less + more - stock, weis(game)):
            raise SheetError(
                "{named}: {weis}; {less} and {more} cannot be.", named=named, weis=_weis(game), less=less, more=more
            )
    brought = [count.contract for count in deal]
    if brought == [None, None]:
        return
    bids = contracts(game)
    gained = max(each or 0 for each in brought)
    if all(brought) or gained not in bids:
        raise SheetError(
            "{named}: one side gets what was bid, doubled or not; {one} and {other} cannot be.",
            named=named, one=brought[0] or 0, other=brought[1] or 0,
        )  # fmt: skip
    made = points[brought.index(gained)]
    rest = sum(points) - made
    if not any(made >= bid or rest < bid for bid in bids[gained]):
        raise SheetError(
            "{named}: {gained} for a contract, but {made} card points do not make it, and {rest} do not fail it.",
            named=named, gained=gained, made=made, rest=rest,
        )  # fmt: skip


def _check_tokens(terms: Terms, game: Three04Ruleset, sheet: Sheet, whole: tuple[Count, Count], rows: int) -> None:
    """Check all deals of 304 together: their number by the terms, and the tokens and card points possible in them."""
    count = _deals(terms, sheet, rows)
    match "points" if by_points(game) else terms.scoring.counts:
        case "deals":
            if all(each.deals is None for each in whole):
                raise SheetError("Say how many deals each side won.")
        case "points":
            if all(each.points is None for each in whole):
                raise SheetError(NO_POINTS)
        case _ if all(each.tokens is None for each in whole):
            raise SheetError(NO_TOKENS)
    won = [each.deals for each in whole]
    if won != [None, None] and count is not None and sum(each or 0 for each in won) > count:
        raise SheetError(
            "{one} and {other} deals won, but {played}.",
            one=won[0] or 0, other=won[1] or 0, played=PLAYED.of(count, count=count),
        )  # fmt: skip
    if rows:
        return
    if any(each.tokens is not None for each in whole):
        _check_pay(game, whole, count)
    if count is not None and all(each.points is not None for each in whole):
        points = [each.points or 0 for each in whole]
        total = count * game.pack.total
        tokens = max(each.tokens or 0 for each in whole)
        least = (short_pay(game) & -short_pay(game)).bit_length() - 1
        if sum(points) > total or (sum(points) < total and tokens < least):
            _refuse_sum(
                DEALS.of(count, count=count),
                [game.format_points(each) for each in (*points, sum(points))],
                sentence("so many packs have {points}", points=game.format_points(total)),
            )


def _check_pay(game: Three04Ruleset, whole: tuple[Count, Count], count: int | None) -> None:
    """Check that the deals can pay these tokens. ``count``: their number, None if it is not known."""
    pays = played_pay(game) | short_pay(game)
    tokens = (whole[0].tokens or 0, whole[1].tokens or 0)
    if whole[0].deals is not None and whole[1].deals is not None:
        for paid, deals, side in zip(tokens, (whole[0].deals, whole[1].deals), SIDES, strict=True):
            if not is_among(paid, times(pays, deals)):
                raise SheetError(
                    "{side}: {paid} tokens from {deals}; a deal pays {numbers}.",
                    side=side, paid=paid, deals=DEALS.of(deals, count=deals), numbers=_numbers(pays),
                )  # fmt: skip
    elif count is not None and not any(
        is_among(tokens[0], times(pays, each)) and is_among(tokens[1], times(pays, count - each))
        for each in range(count + 1)
    ):
        raise SheetError(
            "{one} and {other} tokens from {deals}; a deal pays {numbers} to one side.",
            one=tokens[0], other=tokens[1], deals=DEALS.of(count, count=count), numbers=_numbers(pays),
        )  # fmt: skip


def _check_jass(terms: Terms, game: SidiRuleset, sheet: Sheet, whole: tuple[Count, Count], rows: int) -> None:
    """Check all deals of a Jass together: the sum of the card points, and possible sums of Weis and contracts."""
    _no_tokens(game, whole, sentence("The sheet"))
    count = _deals(terms, sheet, rows)
    if count is None:
        raise SheetError("Say how many deals were played.")
    if rows:
        return
    if any(each.total is not None for each in whole):
        total = sum(each.scored for each in whole)
        if not is_among(total, _all_of_it(game, count)):
            _refuse_total(game, whole, count)
        return
    if all(each.points is None for each in whole):
        raise SheetError(NO_POINTS)
    points = [each.points or 0 for each in whole]
    if not _can_share_out(game, points, count):
        _refuse_sum(DEALS.of(count, count=count), [*map(str, points), str(sum(points))], _target(game, count))
    combinations = sum(each.weis or 0 for each in whole)
    if not is_among(combinations, times(announcement_points(game), count)):
        raise SheetError("{points} for Weis and Stöck cannot be: {weis}.", points=combinations, weis=_weis(game))
    if any(each.contract is not None for each in whole):
        brought = sum(each.contract or 0 for each in whole)
        if not is_among(brought, times(numbers(contracts(game)), count)):
            deals = DEALS.of(count, count=count)
            raise SheetError("{points} for contracts cannot be the bids of {deals}.", points=brought, deals=deals)


def _can_share_out(game: SidiRuleset, points: Sequence[int], count: int) -> bool:
    """Return whether ``count`` deals, Matches among them, can give the two sides these card points."""
    deal, bonus = game.points_in_play, game.bonus.match
    for first in range(count + 1):
        for second in range(count + 1 - first):
            rest = points[0] - first * (deal + bonus)
            others = points[1] - second * (deal + bonus)
            left = count - first - second
            if rest + others == left * deal and is_among(rest, times(jass_points(game), left)):
                return True
    return False


def _all_of_it(game: SidiRuleset, count: int) -> int:
    """Return the possible sums of both sides' scores in ``count`` deals, with or without contracts, as bits."""
    cards = numbers({game.points_in_play, game.points_in_play + game.bonus.match})
    plain = sums(times(cards, count), times(announcement_points(game), count))
    return plain | sums(plain, times(numbers(contracts(game)), count))


def _check_race(game: Ruleset, race: int, sheet: Sheet, won: Both, *, level: bool) -> None:
    """Check that a side won the race, and that no deal was played afterwards.

    ``level``: True if an encounter may end level.
    """
    unit = "points" if by_points(game) else "tokens"
    values: dict[str, Value] = {"one": won[0], "other": won[1], "race": race, "unit": ITEMS[unit]}
    if not _is_over(race, won, level=level):
        if max(won) >= race:
            raise SheetError("{one} to {other}: the race to {race} {unit} goes on until one side is ahead.", **values)
        raise SheetError("{one} to {other}: neither side has the {race} {unit} of the race.", **values)
    if unit == "tokens" and min(won) >= race:
        raise SheetError("{one} to {other}: both cannot have {race} tokens, as the race ends with the first.", **values)
    if any(sheet.ruled):
        return
    so_far = [0, 0]
    ended = 0
    for place, deal in enumerate(sheet.deals, 1):
        if deal[0].blank and deal[1].blank:
            continue
        if ended:
            raise SheetError(
                "The race to {race} was over with deal {ended}: deal {deal} was not played for it.",
                race=race, ended=ended, deal=place,
            )  # fmt: skip
        so_far = [sum_ + due(game, count) for sum_, count in zip(so_far, deal, strict=True)]
        if _is_over(race, so_far, level=level):
            ended = place
    if not sheet.deals and unit == "tokens":
        _check_last_deal(game, race, sheet, max(won), won.index(max(won)))


def _check_last_deal(game: Any, race: int, sheet: Sheet, won: int, winner: int) -> None:
    """Check that the winner of the race was below the target before the last deal."""
    pays = played_pay(game) | short_pay(game)
    deals = sheet.whole[winner].deals
    for last in _members(pays):
        before = won - last
        if before < race and (deals is None or is_among(before, times(pays, deals - 1) if deals else 0)):
            return
    most = race - 1 + max(_members(pays))
    raise SheetError(
        "{won} tokens: a race to {race} is over before, and the last deal can bring it to {most} at most.",
        won=won,
        race=race,
        most=most,
    )


def _check_extra(terms: Terms, game: Ruleset, played: list[tuple[Count, Count]]) -> None:
    """Check that further deals were played after the planned number only while the sides were level."""
    planned = terms.encounter.deals
    if planned is None:
        return
    so_far = [0, 0]
    for place, deal in enumerate(played, 1):
        if place > planned and so_far[0] != so_far[1]:
            raise SheetError(
                "After {deals} it was not level, so no other was to be played.",
                deals=DEALS.of(place - 1, count=place - 1),
            )
        so_far = [sum_ + due(game, count) for sum_, count in zip(so_far, deal, strict=True)]


def _deals(terms: Terms, sheet: Sheet, rows: int) -> int | None:
    """Return the number of deals played; None if neither the sheet nor the terms have it.

    ``rows``: the number of deals on the sheet. Raises `SheetError` if the number contradicts the sheet or the terms.
    """
    planned = terms.encounter.deals
    if rows and sheet.played is not None and sheet.played != rows:
        played = PLAYED.of(sheet.played, count=sheet.played)
        raise SheetError("{played}, but the sheet has {rows}.", played=played, rows=rows)
    count = rows or sheet.played
    if count is not None and not 1 <= count <= MOST_DEALS:
        raise SheetError("{count} deals: 1 to {most} can be played.", count=count, most=MOST_DEALS)
    if planned is None:
        return count
    if count is None:
        return planned
    if count < planned or (count > planned and terms.may_be_level):
        raise SheetError("{played}; the terms have {planned}.", played=PLAYED.of(count, count=count), planned=planned)
    return count


def _adds_up(game: Ruleset, sheet: Sheet) -> None:
    """Check that the sums on the sheet equal those of its deals, where both were written."""
    if not sheet.deals:
        return
    added = together(game, Sheet(deals=sheet.deals))
    for count, sum_, side in zip(sheet.whole, added, SIDES, strict=True):
        for item in fields(Count):
            wrote, computed = getattr(count, item.name), getattr(sum_, item.name)
            if item.name == "total" and wrote is not None:
                computed = sum_.scored
            if wrote is not None and wrote != (computed or 0):
                raise SheetError(
                    "{side} wrote {wrote} as {item}; the deals add up to {computed}.",
                    side=side, wrote=wrote, item=ITEMS[item.name], computed=computed or 0,
                )  # fmt: skip


def _is_over(race: int, won: Sequence[int], *, level: bool) -> bool:
    """Return whether a race is over: a side has reached the target and, if it may not end level, is ahead."""
    return max(won) >= race and (level or won[0] != won[1])


def _in_bounds(sheet: Sheet) -> None:
    """Raise `SheetError` if a number is below 0, or if a side won more than `MOST_DEALS` deals."""
    for count in (*sheet.whole, *(count for deal in sheet.deals for count in deal)):
        for each in fields(count):
            if (getattr(count, each.name) or 0) < 0:
                number = getattr(count, each.name)
                raise SheetError("{item}: {number} is less than nothing.", item=ITEMS[each.name], number=number)
        if (count.deals or 0) > MOST_DEALS:
            raise SheetError(
                "{count} deals won: {most} can be played at most.", count=count.deals or 0, most=MOST_DEALS
            )


def _no_tokens(game: SidiRuleset, counts: Sequence[Count], named: Value) -> None:
    if any(count.tokens for count in counts):
        raise SheetError("{named}: {game} is played for points, not for tokens.", named=named, game=Term(game.name))


def _refuse_sum(named: Value, parts: Sequence[str], right: Term) -> NoReturn:
    one, other, total = parts
    raise SheetError(
        "{named}: {one} and {other} make {sum}; {right}.", named=named, one=one, other=other, sum=total, right=right
    )


def _refuse_total(game: SidiRuleset, whole: Sequence[Count], count: int) -> NoReturn:
    one, other = (each.scored for each in whole)
    values: dict[str, Value] = {"one": one, "other": other, "sum": one + other, "right": _target(game, count)}
    if game.weis.enabled or stoeck(game):
        raise SheetError("{one} and {other} make {sum}; {right}, beside Weis, Stöck and contracts.", **values)
    raise SheetError("{one} and {other} make {sum}; {right}, beside contracts.", **values)


def _target(game: SidiRuleset, count: int) -> Term:
    """Return the words for the sum of the card points of ``count`` deals."""
    points, bonus = game.points_in_play, game.bonus.match
    if count == 1:
        if bonus:
            return sentence("a deal has {points}, and {bonus} more for each Match", points=points, bonus=bonus)
        return sentence("a deal has {points}", points=points)
    if bonus:
        return sentence(
            "{count} deals of {points} make {sum}, and {bonus} more for each Match",
            count=count, points=points, sum=count * points, bonus=bonus,
        )  # fmt: skip
    return sentence("{count} deals of {points} make {sum}", count=count, points=points, sum=count * points)


def _weis(game: SidiRuleset) -> Term:
    """Return the words for the Weis and Stöck that a deal can have."""
    stock = stoeck(game)
    if weis(game) == 1:
        if stock:
            return sentence("one has the {points} of Stöck", points=stock)
        return sentence("{game} has neither Weis nor Stöck", game=Term(game.name))
    if stock:
        return sentence("only one side scores Weis in a deal, and one has the {points} of Stöck", points=stock)
    return sentence("only one side scores Weis in a deal")


def _pay(game: Three04Ruleset) -> int:
    return played_pay(game) | short_pay(game)


def _members(numbers: int) -> list[int]:
    return [number for number in range(numbers.bit_length()) if is_among(number, numbers)]


def _numbers(numbers: int) -> Listing:
    """Return numbers in words: ``1, 2 or 3``."""
    *others, last = _members(numbers)
    return Listing((Listing(tuple(others)), last) if others else (last,), " or ")


class Checks(NamedTuple):
    """The checks of the sheets of one game."""

    whole: Callable[[Terms, Any, Sheet, tuple[Count, Count], int], None]
    """The check of all deals together."""
    deal: Callable[[Any, tuple[Count, Count], Value], None]
    """The check of one deal."""


CHECKS: Final[Mapping[Game, Checks]] = {
    THREE04: Checks(_check_tokens, _check_token_deal),
    SIDI: Checks(_check_jass, _check_jass_deal),
}
