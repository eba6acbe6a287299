"""Settle a deal: the tokens it pays (000 "Scoring", "Variants"; 002; 004 "Rule Violations", "Caps").

The tokens follow from the cards, and from an arbiter's rulings: whether a Caps call was right, early, late or missing,
and whether a seat broke a rule that costs the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import CapsRuled, DealSettled, ViolationRuled
from domain.engine.state import NOBODY
from domain.games.three04.slams import slam
from domain.games.three04.stages.marriages import points_needed
from domain.games.three04.stages.tricks import possible_points

if TYPE_CHECKING:
    from domain.games.three04.state import Three04State


def settle(s: Three04State, caps: CapsRuled | None, violation: ViolationRuled | None) -> DealSettled | None:
    """Return the settlement of a deal; None while it is not over, or if the sides are not known.

    ``caps``, ``violation``: the arbiter's rulings that stand, or None.
    """
    remedy = s.rules.ruleset.violation
    awarded = violation is not None and remedy.remedy == "award_game_plus" and s.maker != NOBODY
    if not s.outcome and not awarded:
        return None
    if s.outcome not in ("", "played") and not awarded:
        return _make_settlement(s, s.outcome, 0)
    if not s.has_known_sides():
        return None
    win, lose = pay(s)
    if violation is not None and awarded:
        guilty = s.makers() >> s.rules.place[violation.seat] & 1
        won = -lose - remedy.plus if guilty else win + remedy.plus
        return _make_settlement(s, "awarded", won, None, ("violation", violation.code))
    made = _is_bid_made(s)
    won = win if made else -lose
    reasons: tuple[str, ...] = ("bid-made" if made else "bid-failed",)
    if s.marriages:
        reasons += ("marriages",)
    if not s.slam:
        won, because = _caps(s, caps, won)
        reasons += because
    if s.double != NOBODY:
        won, result = _double(s, won)
        reasons += (result,)
    return _make_settlement(s, "played", won, made, reasons)


def settle_play(s: Three04State, points: int, all_tricks: str, end: Three04State | None) -> DealSettled | None:
    """Return the settlement if the play ends so (`domain.engine.game.Game.settle_play`).

    Marriages are those of ``end``. Caps and Double are those announced before ``s``, a call of Caps taken as right.
    """
    rules, s = s.rules, s.copy()
    caller = s.caps_caller if s.caps_caller != NOBODY else s.double
    makers = s.makers_teams()
    opponents = [team for team in range(rules.team_count) if team not in makers]
    # One team stands for its side: that of the caller, who has to win all tricks.
    called = rules.team[caller] if caller != NOBODY else NOBODY
    ours, theirs = (called if called in side else side[0] for side in (makers, opponents))
    s.outcome, s.counted, s.vague, s.last_winner = "played", NOBODY, False, NOBODY
    if end is not None:
        s.marriages = end.marriages
    s.points = [0] * rules.team_count
    s.tricks = [0] * rules.team_count
    # The points include the bonus of the last trick, so nobody is named as its winner.
    s.points[ours], s.points[theirs] = points, rules.ruleset.points_in_play + rules.ruleset.last_trick_bonus - points
    won = {"makers": s.rounds, "opponents": 0}.get(all_tricks, 1)
    s.tricks[ours], s.tricks[theirs] = won, s.rounds - won
    return settle(s, None, None)


def pay(s: Three04State) -> tuple[int, int]:
    """Return the tokens that the trump maker's team wins if the bid is made, and those that it loses if it fails."""
    game = s.rules.ruleset
    if s.slam:
        band = slam(game, s.slam).pay
        return band.win, band.lose
    reached = [band for band in game.pay.bands if band.least <= s.bid] or game.pay.bands[:1]
    return reached[-1].win, reached[-1].lose


def _is_bid_made(s: Three04State) -> bool:
    """Return whether the trump maker's side made its bid."""
    makers = s.makers_teams()
    if s.slam:
        return sum(s.tricks[team] for team in makers) == s.rounds
    if s.counted >= 0:
        return s.counted >= points_needed(s)
    # Unknown cards may leave the points open although it is certain that the bid was made.
    certain = possible_points(s)[0] if s.vague else 0
    return max(certain, sum(s.points[team] for team in makers)) >= points_needed(s)


def _caps(s: Three04State, ruled: CapsRuled | None, won: int) -> tuple[int, tuple[str, ...]]:
    """Return the tokens that the maker's side wins once Caps is taken into account, and the reasons."""
    rules = s.rules
    terms = rules.ruleset.caps
    if terms.teams == "nobody":
        return won, ()
    if s.caps_caller != NOBODY:
        caller = s.caps_caller
        verdict = ruled.verdict if ruled else "right"
        lost = s.tricks[rules.team[caller]] < s.rounds
    elif ruled is not None and ruled.verdict == "missing":
        caller = rules.place[ruled.seat]
        verdict, lost = "missing", False
    else:
        return won, ()
    external = not s.makers() >> caller & 1
    sign = -1 if external else 1
    if lost or verdict != "right":
        if external and terms.external_wrong == "none":
            return won, ()
        penalty = terms.trick_lost if lost else terms.wrong
        if terms.wrong_combine == "add" and won * sign < 0:
            penalty += abs(won)
        return -penalty * sign, ("caps-trick-lost" if lost else f"caps-{verdict}",)
    if external and (terms.external == "off" or terms.teams == "maker_only"):
        return won, ("caps-right", "caps-no-bonus")
    if s.caps_trick >= rules.ruleset.caps_bonus_before_trick:
        return won, ("caps-right", "caps-no-bonus")
    if external and terms.external == "fixed_8":
        return 8 * sign, ("caps-external",)
    return won + terms.bonus * sign, ("caps-external" if external else "caps-right",)


def _double(s: Three04State, won: int) -> tuple[int, str]:
    """Return the tokens that the maker's side wins with Double (000 "Tamil Nadu version"; B16), and the reason."""
    terms = s.rules.ruleset.double
    made = s.tricks[s.rules.team[s.double]] == s.rounds
    gained = terms.bonus if made else -terms.penalty
    return won + (gained if s.makers() >> s.double & 1 else -gained), f"double-{'made' if made else 'failed'}"


def _make_settlement(
    s: Three04State, outcome: str, won: int, made: bool | None = None, reasons: tuple[str, ...] = ()
) -> DealSettled:
    """Return the settlement when the maker's side wins ``won`` tokens (below 0: loses)."""
    game = s.rules.ruleset
    teams = game.seating.teams
    points = dict(zip(teams, s.points, strict=True))
    tokens = dict.fromkeys(teams, 0)
    makers = s.makers_teams() if won else []
    opponents = [team for team in range(len(teams)) if team not in makers]
    for team in makers:
        # A maker alone against three wins or pays three times (000 "Maharashtrian version" has no score; ours).
        tokens[teams[team]] = won * (len(opponents) // len(makers))
    if won:
        for team in opponents:
            tokens[teams[team]] = -won
    if s.counted >= 0 and len(teams) == 2:
        maker = s.rules.team[s.maker]
        points[teams[maker]] = s.counted
        points[teams[1 - maker]] = game.pack.total - s.counted
    return DealSettled(outcome, tokens, points, dict(zip(teams, s.tricks, strict=True)), made, reasons)
