"""A card game with all its variants: what the engine, the audit and the score sheets ask of it.

Each game is one object (`domain.games.three04.game`, `domain.games.sidi.game`); its rulesets lead to it by their
attribute ``game``. `domain.games` registers all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from domain.engine.faces import FRENCH, Faces
from domain.engine.hiding import Hider, decide
from domain.engine.refusals import add_codes
from domain.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act, Fact
    from domain.engine.information import Watcher
    from domain.engine.refusals import Clause, Refusal
    from domain.engine.rules import Rules
    from domain.engine.stage import Stage
    from domain.engine.state import State

Decides: TypeAlias = "Callable[[Any, Any, Any], Clause | None]"
"""The clause for an act, of the rules, the state and the act; None: the one of the refusal's code."""

Sentences: TypeAlias = Callable[[Any], Iterator[tuple[str, str]]]
"""The sentences of a chapter of the rulebook, each with its document and heading, of a ruleset."""

Condition: TypeAlias = tuple[tuple[str, ...], Callable[[Any], bool], str]
"""Parameters or groups, whether they matter in a ruleset, and what they wait for, in words."""


class Game(ABC):
    """One card game."""

    playing: ClassVar[str]
    """The stage in which the cards are played. No two games have the same: a stored ruleset is told by it."""
    ruleset: ClassVar[type[Ruleset]]
    rules: ClassVar[type[Rules]]
    state: ClassVar[type[State]]
    stages: ClassVar[Mapping[str, type[Stage]]]
    """Its stages by the names that rulesets give them; those that every game has only where it has them otherwise."""
    acts: ClassVar[tuple[type[Act], ...]]
    """The acts that only this game has."""
    hidden: ClassVar[Mapping[type[Fact], Hider]] = {}
    """How those that not everybody sees whole are hidden from a viewer."""
    public: ClassVar[frozenset[type[Act]]]
    """Those that everybody sees whole."""
    names_card: ClassVar[tuple[type[Act], ...]] = ()
    """Those that name one card, which may be unknown."""
    names_cards: ClassVar[tuple[type[Act], ...]] = ()
    """Those that name a card of several seats."""
    laid: ClassVar[tuple[type[Act], ...]] = ()
    """Those whose one card can be disclosed later, as that of a card played."""
    telling: ClassVar[tuple[type[Act], ...]] = ()
    """Those from which players draw conclusions: where one is against the rules, conclusions may be false."""
    own: ClassVar[tuple[type[Act], ...]] = ()
    """Those that name cards out of the hand of the seat that acts."""
    unseen: ClassVar[tuple[type[Act], ...]] = ()
    """Those whose cards only their owner sees: where just one of them is open, there is nothing to ask a scribe."""
    announced: ClassVar[tuple[type[Act], ...]] = ()
    """Those of which everybody hears a part: what was announced is foregone only where the table knows it."""
    chapters: ClassVar[tuple[tuple[str, Sentences], ...]]
    """The rulebook: titles, and what makes the sentences."""
    codes: ClassVar[Mapping[str, Clause]]
    """The codes of this game's refusals, each with its clause."""
    noted: ClassVar[Mapping[str, Clause]]
    """The codes of breaches that only people can tell."""
    clauses: ClassVar[Mapping[str, Decides]]
    """By the code of a refusal, what decides on the clause where the ruleset or the deal decides on it."""
    waits: ClassVar[tuple[Condition, ...]] = ()
    """Parameters that say something only where another parameter lets them."""
    earlier: ClassVar[Mapping[str, Any]] = {}
    """Parameters newer than some stored rulesets, with the rule that was followed before there was a choice."""
    groups: ClassVar[Mapping[str, type]] = {}
    """The groups of parameters in which ``earlier`` has some."""
    retired: ClassVar[Mapping[str, str | int]] = {}
    """Parameters that only stored rulesets name, each with the one value it can have."""
    watcher: ClassVar[type[Watcher]]
    """Follows what a seat legally knows, act after act."""
    with_caps: ClassVar[bool] = False
    """Whether the game knows Caps (000 "Caps"), which a ruleset may still leave out."""
    scores_weis: ClassVar[bool] = False
    """Whether a deal scores more than card points: Weis, and the contract (003 "Scoring")."""
    faces: ClassVar[Faces] = FRENCH
    """The names of the cards."""

    def name_cards(self, s: Any, act: Act) -> Act | None:
        """Return the act with the cards that the state knows; None if it turns up a card that the state lacks."""
        return act

    def fill(self, s: Any, act: Act) -> Act:
        """Return the act with cards that it left open but that the state knows."""
        return act

    def shows(self, act: Act) -> Iterator[tuple[Seat, Card, type[Act]]]:
        """Yield what the act shows of earlier ones: whose, which card, and of which kind that act was."""
        yield from ()

    def as_found(self, s: Any, act: Act) -> Act:
        """Return the act with what the table finds when it looks."""
        return act

    def begins_again(self, act: Act) -> bool:
        """Return whether the cards are dealt anew after this act."""
        return False

    def caps_caller(self, s: Any) -> int | None:
        """Return who called Caps, by place; NOBODY if nobody has; None in a game without Caps."""
        return None

    def needed(self, s: Any) -> int:
        """Return how many points the maker's side needs."""
        needed: int = s.bid
        return needed

    def doubled(self, ruleset: Any, factor: int) -> str:
        """Return how a contract that counts so many times is called."""
        raise NotImplementedError

    def lets_be(self, act: Act) -> bool:
        """Whether a seat lets things be with this act, as with a pass."""
        return False

    @abstractmethod
    def clause_of_act(self, ruleset: Any, act: Act, broke: Refusal) -> Clause:
        """Return where the game tells when such an act is done, and by whom; if it lacks the act, why it does."""

    @abstractmethod
    def wrong(self, ruleset: Any) -> Iterator[str]:
        """Yield what in the parameters of a ruleset does not fit together, in plain words."""

    @abstractmethod
    def says_nothing(self, base: Any, ruleset: Any, path: str) -> Iterator[str]:
        """Yield why the value of a parameter means what another value means, in words."""


GAMES: dict[str, Game] = {}
"""Every game by its playing stage."""


def register(game: Game) -> None:
    """Make a game known to the engine."""
    GAMES[game.playing] = game
    game.ruleset.game = game
    add_codes(game.codes, game.noted)
    decide(game.acts, game.hidden, game.public)


def game_of(stages: Iterable[str]) -> Game:
    """Return the game that is played in these stages; the first one registered, if it is none."""
    named = [GAMES[stage] for stage in stages if stage in GAMES]
    return named[0] if named else next(iter(GAMES.values()))
