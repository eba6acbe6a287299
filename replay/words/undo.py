"""The commands of a director that can be previewed, by endpoint of the API, each with how it is undone.

docs/tournaments.md, "Undo", has the whole list; a test compares both.
"""

from __future__ import annotations

from typing import Final

from replay.words import gettext_noop

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
    "entry_files.import_entries": gettext_noop("Withdraw the entries."),
    "entries.request_bye": gettext_noop("Withdraw the request for a bye."),
    "entries.withdraw_bye_request": gettext_noop("Request the bye again."),
    "avoidances.add_avoidance": gettext_noop("Withdraw the avoidance."),
    "avoidances.withdraw_avoidance": gettext_noop("Keep the entries apart again."),
    "entries.set_seeds": gettext_noop("Set the seeds again; the log has the earlier order."),
    "entries.enter_qualifiers": gettext_noop("Withdraw the entries."),
    "rounds.redraw_round": gettext_noop("Redraw the round again."),
    "rounds.withdraw_draw": gettext_noop("Draw the round again."),
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
}
