"""The base class of a card game with all its variants, as the engine, the audit and the score sheets use it.

Each game is one object (`domain.games.three04.game`, `domain.games.sidi.game`), and the attribute ``game`` of its
rulesets. `domain.games` registers all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from domain.engine.faces import FRENCH, Faces
from domain.engine.hiding import Hider, decide
from domain.engine.refusals import CLAUSES, COMMON, SLIPS, add_codes
from domain.engine.ruleset import Ruleset
from domain.engine.words.values import Term

if TYPE_CHECKING:
    from domain.engine.card_play import CardPlay, TrickTables
    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act, DealSettled, Fact
    from domain.engine.knowledge.information import Watcher
    from domain.engine.refusals import Clause, Refusal
    from domain.engine.rulebook.figures import CardValues, PayRow
    from domain.engine.rules import Rules
    from domain.engine.stage import Stage
    from domain.engine.state import State

Decides: TypeAlias = "Callable[[Any, Any, Any], Clause | None]"
"""A function of the rules, the state and the act that returns the clause; None: the clause of the refusal's code."""

Sentences: TypeAlias = Callable[[Any], Iterator[tuple[str, str]]]
"""A function of a ruleset that yields the sentences of a chapter, each with its document and heading."""

Condition: TypeAlias = tuple[tuple[str, ...], Callable[[Any], bool], Term]
"""Parameters or groups, a function that says whether they matter in a ruleset, and the condition in words."""


class Game(ABC):
    """One card game with all its variants."""

    playing: ClassVar[str]
    """The stage in which the cards are played; it differs from game to game and identifies a stored ruleset's game."""
    ruleset: ClassVar[type[Ruleset]]
    rules: ClassVar[type[Rules]]
    state: ClassVar[type[State]]
    stages: ClassVar[Mapping[str, type[Stage]]]
    """The game's stages by their names in rulesets; a common stage only if the game replaces it."""
    acts: ClassVar[tuple[type[Act], ...]]
    """The acts that only this game has."""
    hidden: ClassVar[Mapping[type[Fact], Hider]] = {}
    """For each kind of act that has secret parts, the function that hides them from a viewer."""
    public: ClassVar[frozenset[type[Act]]]
    """The kinds of acts that every viewer sees whole."""
    names_card: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts that name one card, which may be unknown."""
    names_cards: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts that name a card for each of several seats."""
    laid: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts whose one card can be disclosed later, like the card of a `CardPlayed`."""
    telling: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts from which players draw conclusions. If such an act breaks a rule, these may be false."""
    own: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts that name cards from the hand of the acting seat."""
    unseen: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts whose cards only the owner sees. If only one is legal, the scribe need not record it."""
    announced: ClassVar[tuple[type[Act], ...]] = ()
    """The kinds of acts that everybody hears in part.

    They are obvious (`domain.engine.onward`) only if the public knows the announcement.
    """
    chapters: ClassVar[tuple[tuple[str, Sentences], ...]]
    """The chapters of the rulebook: the title of each and the function that yields its sentences."""
    codes: ClassVar[Mapping[str, Clause]]
    """The codes of this game's refusals, each with its clause."""
    noted: ClassVar[Mapping[str, Clause]]
    """The codes of breaches that only people can notice, each with its clause."""
    slips: ClassVar[frozenset[str]] = frozenset()
    """The codes that only a faulty record has: no player can break these rules with real cards."""
    clauses: ClassVar[Mapping[str, Decides]]
    """For refusal codes whose clause depends on the ruleset or the deal: the function that chooses the clause."""
    waits: ClassVar[tuple[Condition, ...]] = ()
    """The parameters that have an effect only if another parameter allows it."""
    earlier: ClassVar[Mapping[str, Any]] = {}
    """The parameters that are newer than some stored rulesets, each with the value that was the rule before."""
    groups: ClassVar[Mapping[str, type]] = {}
    """The groups of the parameters in ``earlier``, by name."""
    retired: ClassVar[Mapping[str, str | int]] = {}
    """The parameters that only stored rulesets name, each with its one possible value."""
    watcher: ClassVar[type[Watcher]]
    """The class that follows the legal knowledge of a seat, act after act."""
    with_caps: ClassVar[bool] = False
    """Whether the game has Caps (000 "Caps"); one of its rulesets may still leave Caps out."""
    scores_weis: ClassVar[bool] = False
    """Whether a deal scores Weis and the contract besides card points (003 "Scoring")."""
    faces: ClassVar[Faces] = FRENCH
    """The names of the game's cards."""

    @abstractmethod
    def card_values(self, ruleset: Any) -> Iterator[CardValues]:
        """Yield the points of the cards of a suit under a ruleset of this game, in each order that it has."""

    def pay_rows(self, ruleset: Any) -> Iterator[PayRow]:
        """Yield the rows of the ruleset's token table; none if the game pays no tokens."""
        yield from ()

    def citable(self, ruleset: Any) -> dict[str, Clause]:
        """Return the codes of the rules on which a deal under a ruleset of this game can fail, with their clauses.

        They are the codes whose clause the ruleset's rulebook cites, those of breaches that only people can notice,
        and the common ones. Codes about keeping the record are not among them.
        """
        common = {code: CLAUSES[code] for code in COMMON if CLAUSES[code].document != "architecture"}
        cited = {source for _, sentences in self.chapters for _, source in sentences(ruleset)}
        own = {code: clause for code, clause in self.codes.items() if any(str(clause) in each for each in cited)}
        return {**dict(sorted(common.items())), **own, **self.noted}

    def breakable(self, ruleset: Any) -> dict[str, Clause]:
        """Return the codes of `citable` that a player can break: without slips of recording."""
        slips = SLIPS | self.slips
        return {code: clause for code, clause in self.citable(ruleset).items() if code not in slips}

    def name_cards(self, s: Any, act: Act) -> Act | None:
        """Return the act with its cards named from the state; None if it turns up a card that the state lacks."""
        return act

    def fill(self, s: Any, act: Act) -> Act:
        """Return the act with each unknown card named that the state knows."""
        return act

    def shows(self, act: Act) -> Iterator[tuple[Seat, Card, type[Act]]]:
        """Yield each card of an earlier act that this act shows: seat, card, and the kind of the earlier act."""
        yield from ()

    def with_result(self, s: Any, act: Act) -> Act:
        """Return the act with its result: a claim that the table checks, such as spoilt trumps, is upheld or not."""
        return act

    def is_redeal(self, act: Act) -> bool:
        """Return whether the cards are dealt anew after this act."""
        return False

    def has_caps(self, ruleset: Any) -> bool:
        """Return whether a ruleset of this game has Caps (000 "Caps")."""
        return False

    def caps_caller(self, s: Any) -> int | None:
        """Return the place of the seat that called Caps; NOBODY if no seat has; None in a game without Caps."""
        return None

    def traits(self, s: Any) -> Iterator[str]:
        """Yield the traits of a deal with a maker that only this game has (`domain.record.traits`)."""
        yield from ()

    @abstractmethod
    def trick_tables(self, s: Any) -> TrickTables:
        """Return the orders of the cards and the trump of this state, as a recorder needs them without a server."""

    def points_needed(self, s: Any) -> int:
        """Return the card points that the maker's side needs."""
        needed: int = s.bid
        return needed

    def name_double(self, ruleset: Any, factor: int) -> str:
        """Return the word for a contract that counts ``factor`` times, such as ``doubled``."""
        raise NotImplementedError

    def is_declining(self, act: Act) -> bool:
        """Return whether the act, like a pass, declines something: the game left closed, no trump found."""
        return False

    @abstractmethod
    def settle_play(
        self, s: Any, points: int, all_tricks: Literal["", "makers", "opponents"], end: Any = None
    ) -> DealSettled | None:
        """Return the settlement if the play from this state on ends so; None if the sides are not known.

        ``points``: the makers' points, with all bonuses, and those of a Match of the opponents as a negative number.
        ``all_tricks``: the side that wins every trick of the deal. ``end``: the last state of the deal, for the
        announcements that change a result, such as marriages and Weis.
        """

    @abstractmethod
    def card_play(self, s: Any) -> CardPlay:
        """Return the rest of the play as tables. The trump, the contract and the sides must be known."""

    @abstractmethod
    def clause_of_act(self, ruleset: Any, act: Act, broke: Refusal) -> Clause:
        """Return the clause that says when, and by whom, such an act is done.

        If the game lacks the act, it is the clause or the parameter that leaves it out. ``broke``: why it was refused.
        """

    @abstractmethod
    def wrong(self, ruleset: Any) -> Iterator[Term]:
        """Yield a sentence for each fault in the parameters of a ruleset."""

    @abstractmethod
    def explain_idle(self, base: Any, ruleset: Any, path: str) -> Iterator[Term]:
        """Yield a sentence if the value of the parameter ``path`` means the same as another value."""


GAMES: dict[str, Game] = {}
"""The registered games by the names of their playing stages."""


def register(game: Game) -> None:
    """Register a game with the engine: its rulesets, its refusal codes and the visibility of its acts."""
    GAMES[game.playing] = game
    game.ruleset.game = game
    add_codes(game.codes, game.noted)
    decide(game.acts, game.hidden, game.public)


def game_of(stages: Iterable[str]) -> Game:
    """Return the game whose playing stage is among these stages; if there is none, the game registered first."""
    named = [GAMES[stage] for stage in stages if stage in GAMES]
    return named[0] if named else next(iter(GAMES.values()))
