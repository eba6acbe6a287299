"""The `Game` object of Sidi Barrani."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from domain.engine.card_play import CardPlay, TrickTables
from domain.engine.facts import Act, DealSettled
from domain.engine.game import Game
from domain.engine.refusals import Clause, Refusal
from domain.engine.rulebook.figures import CardValues
from domain.engine.words.values import Term
from domain.games.sidi import clauses, hiding, idle
from domain.games.sidi.acts import ACTS
from domain.games.sidi.card_play import card_play, trick_tables
from domain.games.sidi.consistency import wrong_parameters
from domain.games.sidi.faces import SWISS
from domain.games.sidi.information import SidiWatcher
from domain.games.sidi.rulebook import CHAPTERS
from domain.games.sidi.rulebook.cards import card_values
from domain.games.sidi.rules import SidiRules
from domain.games.sidi.ruleset import RETIRED, SidiRuleset
from domain.games.sidi.settlement import settle_play
from domain.games.sidi.stages.auction import ContractStage
from domain.games.sidi.stages.play import TricksStage
from domain.games.sidi.state import SidiState


class Sidi(Game):
    """Sidi Barrani, a Swiss Jass, and its variations."""

    playing = "tricks"
    ruleset = SidiRuleset
    rules = SidiRules
    state = SidiState
    stages: ClassVar = {"contract": ContractStage, "tricks": TricksStage}
    acts = ACTS
    hidden = hiding.HIDDEN
    public = hiding.PUBLIC
    chapters = CHAPTERS
    codes = clauses.CODES
    noted = clauses.NOTED
    slips = clauses.SLIPS
    clauses = clauses.DECIDED
    waits = idle.WAITS
    retired: ClassVar = RETIRED
    scores_weis = True
    watcher = SidiWatcher
    faces = SWISS

    def name_double(self, ruleset: SidiRuleset, factor: int) -> str:
        return "doubled" if factor == ruleset.double.factor else "redoubled"

    def card_play(self, s: SidiState) -> CardPlay:
        return card_play(s)

    def settle_play(
        self, s: SidiState, points: int, all_tricks: Literal["", "makers", "opponents"], end: SidiState | None = None
    ) -> DealSettled | None:
        return settle_play(s, points, end)

    def trick_tables(self, s: SidiState) -> TrickTables:
        return trick_tables(s)

    def clause_of_act(self, ruleset: SidiRuleset, act: Act, broke: Refusal) -> Clause:
        return clauses.clause_of_act(ruleset, act, broke)

    def card_values(self, ruleset: SidiRuleset) -> Iterator[CardValues]:
        return card_values(ruleset)

    def wrong(self, ruleset: SidiRuleset) -> Iterator[Term]:
        return wrong_parameters(ruleset)

    def explain_idle(self, base: SidiRuleset, ruleset: SidiRuleset, path: str) -> Iterator[Term]:
        return idle.explain_idle(base, ruleset, path)


SIDI: Final = Sidi()
