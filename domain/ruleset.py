"""The rulesets of the 304 family, and how a ruleset of any family goes to JSON and back.

Each parameter is named as in the table of contradictions and gaps (``auction4.minimum``,
``caps.grace`` …); `override` changes some by name, `plain` and `parse` take a ruleset to JSON and back.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import lru_cache
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from domain.consistency import check_family, check_game
from domain.game import Game
from domain.game import RulesetError as RulesetError
from domain.jass.ruleset import JassRuleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers one may bid (000 "Bidding with Four Cards", "Variants")."""

    step: int = 10
    step_from_200: int = 10
    five_step_starts: Literal["above_200", "at_200"] = "above_200"
    """Where steps of ``step_from_200`` begin; either way the first number they add is 205."""
    maximum: int = 300

    def allows(self, points: int) -> bool:
        """Whether this number is on the ladder, the minimum aside."""
        if points > self.maximum:
            return False
        fine = points > 200 if self.five_step_starts == "above_200" else points >= 200
        return points % (self.step_from_200 if fine else self.step) == 0


@dataclass(frozen=True, slots=True)
class Redeal:
    """Dealer's right may reject a weak first batch (000 "Bidding with Four Cards")."""

    threshold: int | None = 15
    """Hands worth less than this may be rejected; None: never."""
    after_ask: bool = False
    max: int | None = None
    """How often in one deal; None: without limit."""


@dataclass(frozen=True, slots=True)
class AskPartner:
    """Asking partner to bid in one's place (000 "Bidding with Four Cards")."""

    allowed: bool = True
    back: bool = False
    when_partner_high: bool = False


@dataclass(frozen=True, slots=True)
class FirstAuction:
    """The auction on the first batch (000 "Bidding with Four Cards"; 004 "Four card bid")."""

    minimum: int = 160
    first_must_bid: bool = False
    """The first to speak may not pass (000 "Variants", the game for six)."""
    later_turn_minimum: int | None = 200
    """The least bid of a seat that has had a turn; None: it may bid no more."""
    over_partner_minimum: int | None = 200
    """The least bid over one's partner; None: forbidden."""
    high_bidder_turn: Literal["skipped", "may_raise"] = "skipped"


@dataclass(frozen=True, slots=True)
class SecondAuction:
    """The auction on the whole hand (000 "Bidding with Eight Cards"; 002; 004 "Eight Card Bid")."""

    held: bool = True
    """Whether there is a second auction (000 and 002 differ for six players; A21)."""
    first_speaker: Literal["maker", "dealer_right"] = "maker"
    minimum: int = 250
    minimum_inclusive: bool = True
    over_four_card: Literal["exceed", "equal_ok"] = "exceed"
    over_partner: Literal["forbidden_in_round"] = "forbidden_in_round"
    ask_partner: bool = False
    stop_after_pcc: bool = True


@dataclass(frozen=True, slots=True)
class Court:
    """The bids to win every trick that some allow (000 "Variants", "Maharashtrian version"; A27)."""

    half: Literal["off", "alone", "with_partner"] = "off"
    """Half Court, on the first cards: no more are dealt."""
    full: bool = False
    """Full Court, with a partner."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The closed game (000 "Closed Trump games")."""

    maker_cut_with_hand_trump: bool = False
    no_legal_lead: Literal["force_open"] = "force_open"
    indicator_trick8: Literal["up_if_led_or_follows"] = "up_if_led_or_follows"
    reveal_from: int = 250
    """From this bid on the indicator is shown after the first trick."""


@dataclass(frozen=True, slots=True)
class Exhausted:
    """When the maker must go on leading trumps (000 "Exhausted Trumps")."""

    applies_closed: bool = True
    trigger: Literal["unanswered_lead", "holding_all"] = "unanswered_lead"


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Who may declare spoilt trumps, until when (000 "Spoilt Trumps"; 002; 004 "Playing Trumps")."""

    who: Literal["any", "opponents"] = "any"
    until: Literal["last_card", "before_last_trick"] = "last_card"


@dataclass(frozen=True, slots=True)
class PartnerCloseCaps:
    """The bid to win every trick alone (000 "Partner Close Caps")."""

    closed_lead_restriction: bool = True
    spoilt: Literal["partner_counts", "maker_alone"] = "partner_counts"
    """Whether trumps in the sleeping hand are the maker's side's, or keep a deal from being spoilt."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Calling Caps and what it pays (000 "Caps", "Scoring"; 002; 004 "Caps")."""

    teams: Literal["both", "maker_only", "nobody"] = "both"
    basis: Literal["information", "actual_hands"] = "information"
    grace: Literal["none", "until_next_own_lead", "end_of_trick"] = "until_next_own_lead"
    order: Literal["strict", "first_legal"] = "strict"
    bonus: int = 1
    bonus_before_trick: int | None = None
    """The call pays extra only before this trick begins; None: one less than the cards of a hand."""
    wrong: int = 2
    trick_lost: int = 5
    wrong_combine: Literal["replace", "add"] = "replace"
    external: Literal["plus_one", "fixed_8", "off"] = "plus_one"
    external_wrong: Literal["same", "none"] = "same"
    forced_plays_count: bool = True
    call_opens_trump: bool = False
    """Whether a call of the maker of a closed game turns up the indicator and so opens the trump (`docs/caps.md`)."""


@dataclass(frozen=True, slots=True)
class Double:
    """Announcing Double after winning the first tricks (000 "Tamil Nadu version"; B16)."""

    allowed: bool = False
    after_trick: int = 5
    bonus: int = 1
    penalty: int = 1
    """What the announcer's side loses when it does not win all tricks after all."""


@dataclass(frozen=True, slots=True)
class Marriages:
    """King and Queen of a suit change the points that are needed (000 "Maharashtrian version"; A28)."""

    allowed: bool = False
    trump: int = 40
    plain: int = 20


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is shown when (000 "Closed Trump games"; 002)."""

    maker_discard: Literal["hidden", "shown"] = "hidden"
    after_hand: bool = True


@dataclass(frozen=True, slots=True)
class PayBand:
    """Tokens for bids from ``least`` up to the next band."""

    least: int
    win: int
    lose: int


@dataclass(frozen=True, slots=True)
class Pay:
    """The token table (000 "Scoring")."""

    bands: tuple[PayBand, ...] = (PayBand(160, 1, 2), PayBand(200, 2, 3), PayBand(250, 3, 4))
    pcc: PayBand = PayBand(0, 4, 5)
    half_court: PayBand = PayBand(0, 4, 5)
    full_court: PayBand = PayBand(0, 4, 5)
    """Nobody gives the score of the Courts; they pay as Partner Close Caps does (A27, ours)."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What a breach of the rules costs (004 "Rule Violations"; the others are silent)."""

    remedy: Literal["undo", "award_game_plus"] = "undo"
    plus: int = 2


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """Tokens, and when a match is over (000 "Scoring", "Variants")."""

    tokens: int = 11
    pay_to: Literal["other_team", "bank"] = "other_team"
    end: Literal["all_tokens", "bank", "free", "points"] = "all_tokens"
    """``all_tokens``: a team holds all; ``bank``: a team has none left; ``free``: when the players stop;
    ``points``: a team has so many card points."""
    decimal_target: int = 250
    """How many (002 "Alternate Scoring Variant": 25.0; A24)."""
    short_payment: Literal["pays_what_it_has"] = "pays_what_it_has"


@dataclass(frozen=True, slots=True)
class Ruleset(Game):
    """A game of the 304 family."""

    bids: Bids = Bids()
    redeal: Redeal = Redeal()
    ask_partner: AskPartner = AskPartner()
    auction4: FirstAuction = FirstAuction()
    auction8: SecondAuction = SecondAuction()
    court: Court = Court()
    closed: Closed = Closed()
    exhausted: Exhausted = Exhausted()
    spoilt: Spoilt = Spoilt()
    pcc: PartnerCloseCaps = PartnerCloseCaps()
    caps: Caps = Caps()
    double: Double = Double()
    marriages: Marriages = Marriages()
    reveal: Reveal = Reveal()
    pay: Pay = Pay()
    violation: Violation = Violation()
    match: MatchTerms = MatchTerms()
    shuffle: Literal["minimal", "thorough"] = "minimal"
    last_trick_bonus: int = 0
    """What the last trick takes off the points needed, if the maker's side wins it (000: perhaps 10; A28)."""
    may_review_tricks: int = 1
    """How many completed tricks a player may look back at (000 "Play")."""
    points_scale: Literal["1", "0.1"] = "1"
    """How card points are written for people; inside they are always whole numbers (002)."""

    def written(self, points: int) -> str:
        """002 "Alternate Scoring Variant"; A24."""
        return f"{points / 10:.1f}" if self.points_scale == "0.1" else str(points)

    @property
    def two_auctions(self) -> bool:
        """Whether the whole hand is auctioned again (A21)."""
        return "auction8" in self.stages and self.auction8.held

    @property
    def partner_named(self) -> bool:
        """Whether the trump maker's partner is whoever holds a card that it names."""
        return "partner card" in self.stages

    @property
    def partners(self) -> int:
        """How many partners each player has."""
        return len(self.seating.seats) // len(self.seating.teams) - 1

    @property
    def caps_bonus_before_trick(self) -> int:
        """The trick before whose start a Caps call pays extra."""
        return self.caps.bonus_before_trick or self.hand_size - 1

    @property
    def half_court_cards(self) -> int:
        """How many cards each seat holds when Half Court may be bid."""
        return self.cards_before("half court" if "half court" in self.stages else "auction4")

    def check_terms(self) -> None:
        check_family(self)


AnyRuleset: TypeAlias = Ruleset | JassRuleset

GROUPS: Final[Mapping[str, type]] = MappingProxyType({"caps": Caps})
"""The groups of parameters in which `EARLIER` has some."""

FAMILIES: Final[dict[str, type[AnyRuleset]]] = {"play": Ruleset, "tricks": JassRuleset}
"""The families of games, by the stage in which their cards are played."""

LABELS: Final = frozenset({"key", "version", "name"})
"""What a ruleset is called. Everything else in it is a rule."""

MOST: Final = 1_000_000
"""No number of any ruleset is above this."""


def check(game: G) -> G:
    """The same ruleset, if its parts fit together; otherwise `RulesetError` says what does not."""
    _build(type(game), plain(game), game.key)
    _check_numbers(game, game.key)
    check_game(game)
    game.check_terms()
    return game


def override(base: G, key: str, name: str, changes: Mapping[str, Any], version: int = 1) -> G:
    """A ruleset that differs from ``base`` in the named parameters only.

    A change may name one parameter (``pay.pcc.win``), or some of a group (``pay.pcc``: ``{"win": 5}``). Raises
    `RulesetError` for a parameter that does not exist, a value that does not fit, or a whole that makes no game.
    """
    data = plain(base)
    for path, value in spelled_out(base, changes).items():
        group = data
        *groups, parameter = path.split(".")
        for each in groups:
            group = group[each]
        group[parameter] = value
    whole: G = _build(type(base), {**data, "key": key, "name": name, "version": version}, key)
    return check(whole)


def spelled_out(base: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes parameter by parameter. Raises `RulesetError` for one that ``base`` does not have."""
    known = {path for path, _ in _flat(plain(base))} - LABELS
    found: dict[str, Any] = {}

    def spell(path: str, value: Any) -> None:
        if path in known:
            if path in found:
                raise RulesetError(f"{path} is told twice")
            found[path] = value
        elif not (inside := sorted(each for each in known if each.startswith(f"{path}."))):
            raise RulesetError(f"there is no rule parameter {path!r}{_instead(path, known)}")
        elif not isinstance(value, dict):
            raise RulesetError(f"{path} is a group; its parameters are {', '.join(inside)}")
        else:
            for name, item in value.items():
                spell(f"{path}.{name}", item)

    for path, value in changes.items():
        spell(path, value)
    return found


def _instead(path: str, known: Iterable[str]) -> str:
    """Which parameters might have been meant: those of the same group, or else the groups."""
    group = path.partition(".")[0]
    near = sorted(each for each in known if each.startswith(f"{group}."))
    groups = sorted({each.partition(".")[0] for each in known})
    return f"; there are {', '.join(near)}" if near else f"; the groups are {', '.join(groups)}"


def plain(value: Any) -> Any:
    """A ruleset (or a part of one) as JSON values."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def parse(data: Mapping[str, Any]) -> AnyRuleset:
    """The ruleset that `plain` wrote. Raises `RulesetError` when the data is none.

    Whether it makes a game that can be played is for `check`: what is recorded is read, whatever is asked of new
    rulesets since.
    """
    stages = data.get("stages")
    named = stages if isinstance(stages, list | tuple) else ()
    family = next((kind for stage, kind in FAMILIES.items() if stage in named), Ruleset)
    whole: AnyRuleset = _build(family, _as_it_was_meant(data), str(data.get("key", "ruleset")))
    return whole


EARLIER: Final[Mapping[str, Any]] = MappingProxyType({"caps.call_opens_trump": True})
"""Parameters that are newer than some stored rulesets, with the rule that was followed before there was a choice."""


def _as_it_was_meant(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in the parameters that a ruleset was stored without, as the rule was then.

    Only a ruleset that names all other parameters of the group was stored so. What somebody writes by hand leaves out
    more, and gets the defaults of today.
    """
    for path, value in EARLIER.items():
        group, _, name = path.partition(".")
        given = data.get(group)
        if isinstance(given, dict) and name not in given and given.keys() == _hints(GROUPS[group]).keys() - {name}:
            data = {**data, group: {**given, name: value}}
    return data


def same_game(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether two rulesets that `plain` wrote are one. A parameter that only the newer one names is no difference."""
    return a == b or parse(_completed(a, b)) == parse(_completed(b, a))


def _completed(data: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The ruleset with the parameters of `EARLIER` that only the other one names."""
    found = dict(data)
    for path in EARLIER:
        group, _, name = path.partition(".")
        mine, theirs = found.get(group), other.get(group)
        if isinstance(mine, dict) and isinstance(theirs, dict) and name in theirs:
            found[group] = {name: theirs[name], **mine}
    return found


def different(a: G, b: G) -> dict[str, tuple[Any, Any]]:
    """The parameters in which two rulesets differ, by name."""
    return {
        path: (value, other)
        for (path, value), (_, other) in zip(_flat(plain(a)), _flat(plain(b)), strict=True)
        if value != other and path not in LABELS
    }


def _flat(data: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in data.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name}.")
        else:
            rows.append((prefix + name, value))
    return rows


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _build(kind: Any, data: Any, path: str) -> Any:
    """One value of a ruleset from JSON, by its type."""
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(data, dict):
            raise RulesetError(f"{path} is {data!r}; a group of parameters is needed")
        hints = _hints(kind)
        unknown = sorted(set(data) - set(hints))
        if unknown:
            raise RulesetError(f"{path}: there is no rule parameter {', '.join(unknown)}")
        needed = [f.name for f in fields(kind) if f.default is MISSING]
        if missing := [name for name in needed if name not in data]:
            raise RulesetError(f"{path}: {', '.join(missing)} must be told")
        values = {name: _build(hints[name], item, f"{path}.{name}") for name, item in data.items()}
        try:
            return kind(**values)
        except (TypeError, ValueError) as e:
            raise RulesetError(f"{path}: {e}") from e
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple):
            raise RulesetError(f"{path} is {data!r}; a list is needed")
        inner = get_args(kind)[0]
        return tuple(_build(inner, item, f"{path}[{n}]") for n, item in enumerate(data))
    if get_origin(kind) is Literal:
        if data not in get_args(kind):
            raise RulesetError(f"{path} is {data!r}; allowed: {', '.join(map(str, get_args(kind)))}")
        return data
    options = get_args(kind) or (kind,)
    if type(data) not in options:
        raise RulesetError(f"{path} is {data!r}; {' or '.join(WORDS[each] for each in options)} is needed")
    return data


WORDS: Final = {int: "a whole number", bool: "true or false", str: "a text", NoneType: "nothing"}
"""The kinds of values, as one says them."""


def _check_numbers(value: Any, path: str) -> None:
    """No number is below nought, or beyond all bounds."""
    if is_dataclass(value):
        for f in fields(value):
            _check_numbers(getattr(value, f.name), f"{path}.{f.name}")
    elif isinstance(value, tuple):
        for n, item in enumerate(value):
            _check_numbers(item, f"{path}[{n}]")
    elif isinstance(value, int) and not 0 <= value <= MOST:
        raise RulesetError(f"{path} is {value}; a number from 0 to {MOST} is needed")


def with_tokens(ruleset: Ruleset, tokens: int) -> Ruleset:
    """The same game with another number of tokens a side (000 "Scoring": "normally 11")."""
    return check(replace(ruleset, match=replace(ruleset.match, tokens=tokens)))
