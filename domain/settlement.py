"""What a deal pays (000 "Scoring", "Variants"; 002; 004 "Rule Violations", "Caps").

The tokens follow from the cards alone, but for what an arbiter ruled: whether a Caps call was right,
early, late or missing, and whether somebody broke a rule that costs the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.facts import CapsRuled, DealSettled, ViolationRuled
from domain.slams import slam
from domain.stages.tricks import possible_points
from domain.state import NOBODY

if TYPE_CHECKING:
    from domain.state import State

VERDICTS: Final = ("right", "early", "late", "missing")
"""What an arbiter may say of a Caps call, or of its absence."""


def settle(s: State, caps: CapsRuled | None = None, violation: ViolationRuled | None = None) -> DealSettled | None:
    """The settlement of a deal that is over; None while it is not, or while points must be counted."""
    rules = s.rules
    teams = rules.ruleset.seating.teams
    remedy = rules.ruleset.violation
    awarded = violation is not None and remedy.remedy == "award_game_plus" and s.maker != NOBODY
    if not s.outcome and not awarded:
        return None
    points = dict(zip(teams, s.points, strict=True))
    tricks = dict(zip(teams, s.tricks, strict=True))
    nothing = dict.fromkeys(teams, 0)
    if violation is not None and awarded:
        guilty = rules.team[rules.place[violation.seat]]
        win, lose = pay(s)
        tokens = (lose if guilty == rules.team[s.maker] else win) + remedy.plus
        return _paid(s, guilty, tokens, "awarded", points, tricks, None, ("violation", violation.code))
    if s.outcome != "played":
        return DealSettled(s.outcome, nothing, points, tricks)
    maker = rules.team[s.maker]
    if s.counted >= 0:
        points[teams[maker]] = s.counted
        points[teams[1 - maker]] = rules.ruleset.pack.total - s.counted
    win, lose = pay(s)
    if s.slam:
        made = s.tricks[maker] == s.rounds
    else:
        # Cards that nobody named may leave the points open, but not whether the bid was made.
        certain = possible_points(s)[0] if s.vague and s.counted < 0 else 0
        made = max(certain, points[teams[maker]]) >= s.bid
    payer, tokens = (1 - maker, win) if made else (maker, lose)
    because: tuple[str, ...] = ()
    if not s.slam:
        payer, tokens, because = _caps(s, caps, payer, tokens, maker)
    if s.double != NOBODY:
        payer, tokens, result = _double(s, payer, tokens)
        because += (result,)
    reasons = ("bid-made" if made else "bid-failed", *because)
    return _paid(s, payer, tokens, "played", points, tricks, made, reasons)


def pay(s: State) -> tuple[int, int]:
    """What the trump maker's team wins if the bid is made, and loses if it fails."""
    game = s.rules.ruleset
    if s.slam:
        band = slam(game, s.slam).band
        return band.win, band.lose
    reached = [band for band in game.pay.bands if band.least <= s.bid] or game.pay.bands[:1]
    return reached[-1].win, reached[-1].lose


def _caps(s: State, ruled: CapsRuled | None, payer: int, tokens: int, maker: int) -> tuple[int, int, tuple[str, ...]]:
    """Who pays how much once Caps is taken into account."""
    rules = s.rules
    terms = rules.ruleset.caps
    if s.caps_caller != NOBODY:
        team = rules.team[s.caps_caller]
        verdict = ruled.verdict if ruled else "right"
        lost = s.tricks[team] < s.rounds
    elif ruled is not None and ruled.verdict == "missing":
        team = rules.team[rules.place[ruled.seat]]
        verdict, lost = "missing", False
    else:
        return payer, tokens, ()
    external = team != maker
    if lost or verdict != "right":
        if external and terms.external_wrong == "none":
            return payer, tokens, ()
        penalty = terms.trick_lost if lost else terms.wrong
        if terms.wrong_combine == "add" and payer == team:
            penalty += tokens
        return team, penalty, ("caps-trick-lost" if lost else f"caps-{verdict}",)
    if external and (terms.external == "off" or terms.teams == "maker_only"):
        return payer, tokens, ("caps-right", "caps-no-bonus")
    if s.caps_trick >= rules.ruleset.caps_bonus_before_trick:
        return payer, tokens, ("caps-right", "caps-no-bonus")
    if external and terms.external == "fixed_8":
        return payer, 8, ("caps-external",)
    return payer, tokens + terms.bonus, ("caps-external" if external else "caps-right",)


def _double(s: State, payer: int, tokens: int) -> tuple[int, int, str]:
    """Who pays how much once Double is taken into account (000 "Tamil Nadu version"; B16)."""
    rules = s.rules
    terms = rules.ruleset.double
    team = rules.team[s.double]
    made = s.tricks[team] == s.rounds
    won = (tokens if payer != team else -tokens) + (terms.bonus if made else -terms.penalty)
    return (1 - team if won >= 0 else team), abs(won), f"double-{'made' if made else 'failed'}"


def _paid(
    s: State,
    payer: int,
    tokens: int,
    outcome: str,
    points: dict[str, int],
    tricks: dict[str, int],
    made: bool | None,
    reasons: tuple[str, ...],
) -> DealSettled:
    teams = s.rules.ruleset.seating.teams
    moved = {teams[payer]: -tokens, teams[1 - payer]: tokens}
    return DealSettled(outcome, {team: moved[team] for team in teams}, points, tricks, made, reasons)
