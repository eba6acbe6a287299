"""The commands of a director that can be previewed, by endpoint of the API, each with how it is undone.

The command line has no endpoints: there the first fact of a command tells which one it is. docs/tournaments.md, "Undo",
has the whole list; a test compares both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.facts import Fact
from domain.tournament.facts import (
    adjustments,
    clock,
    encounters,
    entries,
    lifecycle,
    lots,
    matches,
    packs,
    results,
    rounds,
    rulings,
    wishes,
)
from replay.words import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.kernel.aggregate import Aggregate
    from replay.words import Language

UNDO: Final[dict[str, str]] = {
    "tournaments.rename_tournament": gettext_noop("Rename the tournament again."),
    "tournaments.change_terms": gettext_noop("Change the terms back."),
    "tournaments.name_tables": gettext_noop("Assign the tables again."),
    "tournaments.adjust": gettext_noop("Withdraw the ruling."),
    "tournaments.withdraw_adjustment": gettext_noop("Rule again."),
    "tournaments.end_tournament": gettext_noop("Reopen the tournament."),
    "tournaments.cancel_tournament": gettext_noop("Reopen the tournament."),
    "tournaments.reopen_tournament": gettext_noop("Announce the final result again."),
    "entries.make_entry": gettext_noop("Withdraw the entry."),
    "entries.change_entry": gettext_noop("Change the entry back."),
    "entries.withdraw_entry": gettext_noop("Readmit the entry."),
    "entries.return_entry": gettext_noop("Withdraw the entry again."),
    "entries.set_starting_score": gettext_noop("Set the score as it was; 0 takes it away."),
    "entries.set_categories": gettext_noop("Set the categories as they were."),
    "entries.set_details": gettext_noop("Set the rating and the club as they were."),
    "entry_files.import_entries": gettext_noop(
        "Withdraw the entries. If rounds were taken too, cancel the tournament and open another one."
    ),
    "entries.request_bye": gettext_noop("Withdraw the request for a bye."),
    "entries.withdraw_bye_request": gettext_noop("Request the bye again."),
    "avoidances.add_avoidance": gettext_noop("Withdraw the avoidance."),
    "avoidances.withdraw_avoidance": gettext_noop("Keep the entries apart again."),
    "entries.set_seeds": gettext_noop("Set the seeds again; the log has the earlier order."),
    "entries.enter_qualifiers": gettext_noop("Withdraw the entries."),
    "tournaments.draw_lots": gettext_noop("Draw lots again: they replace these."),
    "tournaments.promise_lots": gettext_noop("Seal other lots: they replace these."),
    "rounds.draw_round": gettext_noop("Withdraw the draw or redraw the round, before anything is recorded at a table."),
    "rounds.redraw_round": gettext_noop("Redraw the round again."),
    "rounds.withdraw_draw": gettext_noop("Draw the round again."),
    "packs.commit_packs": gettext_noop("Discard the packs."),
    "packs.open_packs": gettext_noop("Nothing undoes it: everybody has seen the cards. Discard the packs instead."),
    "packs.discard_packs": gettext_noop("Deal and seal packs for these boards again."),
    "rounds.close_round": gettext_noop("Reopen the round."),
    "rounds.reopen_round": gettext_noop("Close the round again."),
    "round_results.enter_results": gettext_noop("Withdraw or correct each result."),
    "encounters.enter_result": gettext_noop("Withdraw or correct the result."),
    "encounters.correct_result": gettext_noop("Correct the result again."),
    "encounters.withdraw_result": gettext_noop("Enter the result again."),
    "encounters.confirm_result": gettext_noop("Withdraw the confirmation."),
    "encounters.withdraw_confirmation": gettext_noop("Confirm the result again."),
    "encounters.contest_result": gettext_noop("Confirm the result."),
    "encounters.rule_forfeit": gettext_noop("Withdraw the forfeit."),
    "encounters.lift_forfeit": gettext_noop("Record the forfeit again."),
    "encounters.give_artificial_score": gettext_noop("Withdraw the artificial score."),
    "encounters.withdraw_artificial_score": gettext_noop("Give the artificial score again."),
    "encounters.assign_score": gettext_noop("Withdraw the assigned score."),
    "encounters.withdraw_assigned_score": gettext_noop("Assign the score again."),
    "board_faults.switch_arrows": gettext_noop("Withdraw the arrow switch."),
    "board_faults.withdraw_arrow_switch": gettext_noop("Record the arrow switch again."),
    "board_faults.record_wrong_board": gettext_noop("Withdraw the wrong board."),
    "board_faults.withdraw_wrong_board": gettext_noop("Record the wrong board again."),
    "encounters.change_seats": gettext_noop("Save the seats as they were."),
    "encounters.seat_match": gettext_noop("Enter the result by hand, as long as no deal is recorded."),
    "encounters.adopt_match": gettext_noop("Correct the result by a ruling: the deals stay with the table."),
    "clocks.start_clock": gettext_noop("Stop the clock."),
    "clocks.pause_clock": gettext_noop("Resume the clock."),
    "clocks.resume_clock": gettext_noop("Pause or stop the clock."),
    "clocks.stop_clock": gettext_noop("Resume the clock: the time that was left is kept."),
    "clocks.add_minutes": gettext_noop("Take the minutes away again, or give them back."),
}
"""The way to undo each command."""
COMMANDS: Final[dict[type[Fact], str]] = {
    lifecycle.TournamentRenamed: "tournaments.rename_tournament",
    lifecycle.TermsChanged: "tournaments.change_terms",
    lifecycle.TablesNamed: "tournaments.name_tables",
    adjustments.AdjustmentMade: "tournaments.adjust",
    adjustments.AdjustmentWithdrawn: "tournaments.withdraw_adjustment",
    lifecycle.TournamentEnded: "tournaments.end_tournament",
    lifecycle.TournamentCancelled: "tournaments.cancel_tournament",
    lifecycle.TournamentReopened: "tournaments.reopen_tournament",
    entries.EntryMade: "entries.make_entry",
    entries.EntryChanged: "entries.change_entry",
    entries.EntryWithdrawn: "entries.withdraw_entry",
    entries.EntryReturned: "entries.return_entry",
    adjustments.StartingScoreSet: "entries.set_starting_score",
    entries.CategoriesSet: "entries.set_categories",
    entries.EntryDetailsSet: "entries.set_details",
    wishes.ByeRequested: "entries.request_bye",
    wishes.ByeRequestWithdrawn: "entries.withdraw_bye_request",
    wishes.AvoidanceAdded: "avoidances.add_avoidance",
    wishes.AvoidanceWithdrawn: "avoidances.withdraw_avoidance",
    entries.SeedsSet: "entries.set_seeds",
    lots.LotsDrawn: "tournaments.draw_lots",
    lots.LotsPromised: "tournaments.promise_lots",
    rounds.RoundDrawn: "rounds.draw_round",
    rounds.RoundRedrawn: "rounds.redraw_round",
    rounds.DrawWithdrawn: "rounds.withdraw_draw",
    packs.PacksCommitted: "packs.commit_packs",
    packs.PacksOpened: "packs.open_packs",
    packs.PacksDiscarded: "packs.discard_packs",
    rounds.RoundClosed: "rounds.close_round",
    rounds.RoundReopened: "rounds.reopen_round",
    results.ResultEntered: "encounters.enter_result",
    results.ResultCorrected: "encounters.correct_result",
    results.ResultWithdrawn: "encounters.withdraw_result",
    results.ResultConfirmed: "encounters.confirm_result",
    results.ConfirmationWithdrawn: "encounters.withdraw_confirmation",
    results.ResultContested: "encounters.contest_result",
    rulings.ForfeitRuled: "encounters.rule_forfeit",
    rulings.ForfeitLifted: "encounters.lift_forfeit",
    rulings.ArtificialScoreGiven: "encounters.give_artificial_score",
    rulings.ArtificialScoreWithdrawn: "encounters.withdraw_artificial_score",
    rulings.AssignedScoreGiven: "encounters.assign_score",
    rulings.AssignedScoreWithdrawn: "encounters.withdraw_assigned_score",
    rulings.ArrowSwitched: "board_faults.switch_arrows",
    rulings.ArrowSwitchWithdrawn: "board_faults.withdraw_arrow_switch",
    rulings.WrongBoardRecorded: "board_faults.record_wrong_board",
    rulings.WrongBoardWithdrawn: "board_faults.withdraw_wrong_board",
    encounters.SeatsChanged: "encounters.change_seats",
    matches.MatchSeated: "encounters.seat_match",
    matches.MatchAdopted: "encounters.adopt_match",
    clock.ClockStarted: "clocks.start_clock",
    clock.ClockPaused: "clocks.pause_clock",
    clock.ClockResumed: "clocks.resume_clock",
    clock.ClockStopped: "clocks.stop_clock",
    clock.ClockChanged: "clocks.add_minutes",
}
"""The command of a draft by the first of these facts in it. The lots of a draw come before it: they are part of it."""


IMPORT: Final = "entry_files.import_entries"
"""The import of a file. It begins with entries, and has draws if rounds are taken too."""
OPENING: Final = gettext_noop("Cancel the tournament.")
"""The way to undo an opening. It has no preview over the API: nothing is there before it."""


def how_undone(drafted: Iterable[Aggregate], language: Language) -> str:
    """Return how the command with this draft is undone. Raises StopIteration if it is none of these commands."""
    every = [type(event.fact) for each in drafted for event in each.pending]
    if lifecycle.TournamentOpened in every:
        return language.gettext(OPENING)
    if entries.EntryMade in every and rounds.RoundDrawn in every:
        return language.gettext(UNDO[IMPORT])
    kinds = [each for each in every if each in COMMANDS]
    drawn = (kind for kind in kinds if kind in (rounds.RoundDrawn, rounds.RoundRedrawn))
    return language.gettext(UNDO[COMMANDS[next(drawn, None) or next(iter(kinds))]])
