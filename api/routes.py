"""Every resource, in the order of the documentation."""

from __future__ import annotations

from api.resources.actions import blp as actions
from api.resources.analyses import blp as analyses
from api.resources.archives import blp as archives
from api.resources.audits import blp as audits
from api.resources.avoidances import blp as avoidances
from api.resources.board_faults import blp as board_faults
from api.resources.bundles import blp as bundles
from api.resources.card_play import blp as card_play
from api.resources.class_pupils import blp as class_pupils
from api.resources.classes import blp as classes
from api.resources.clocks import blp as clocks
from api.resources.club_rulesets import blp as club_rulesets
from api.resources.clubs import blp as clubs
from api.resources.confirmations import blp as confirmations
from api.resources.corrections import blp as corrections
from api.resources.deals import blp as deals
from api.resources.decks import blp as decks
from api.resources.desks import blp as desks
from api.resources.disclosures import blp as disclosures
from api.resources.disputes import blp as disputes
from api.resources.docs import blp as docs
from api.resources.encounters import blp as encounters
from api.resources.entries import blp as entries
from api.resources.entry_files import blp as entry_files
from api.resources.events import blp as events
from api.resources.health import blp as health
from api.resources.imports import blp as imports
from api.resources.irregularities import blp as irregularities
from api.resources.joining import account, invitations, members
from api.resources.knowledge import blp as knowledge
from api.resources.lessons import blp as lessons
from api.resources.log import blp as log
from api.resources.matches import blp as matches
from api.resources.me import blp as me
from api.resources.messages import blp as messages
from api.resources.notes import blp as notes
from api.resources.own_notes import blp as own_notes
from api.resources.packs import blp as packs
from api.resources.people import blp as people
from api.resources.pins import blp as pins
from api.resources.players import blp as players
from api.resources.practices import blp as practices
from api.resources.problems import blp as problems
from api.resources.puzzles import blp as puzzles
from api.resources.puzzles import of_clubs as club_puzzles
from api.resources.puzzles import of_deals as deal_puzzles
from api.resources.replays import blp as replays
from api.resources.round_results import blp as round_results
from api.resources.rounds import blp as rounds
from api.resources.rulesets import blp as rulesets
from api.resources.rulings import blp as rulings
from api.resources.seals import blp as seals
from api.resources.sections import blp as sections
from api.resources.series import blp as series
from api.resources.shuffles import blp as shuffles
from api.resources.slates import blp as slates
from api.resources.standings import blp as standings
from api.resources.streams import blp as streams
from api.resources.tables import blp as tables
from api.resources.tiles import blp as tiles
from api.resources.timelines import blp as timelines
from api.resources.tokens import blp as tokens
from api.resources.tournament_boards import blp as tournament_boards
from api.resources.tournaments import blp as tournaments
from api.resources.views import blp as views
from api.resources.webhooks import blp as webhooks
from api.resources.what_if import blp as what_if
from api.resources.withdrawals import blp as withdrawals
from api.resources.witnesses import blp as witnesses

DOCUMENTED = (
    deals, desks, actions, corrections, disclosures, irregularities, rulings, withdrawals, confirmations, pins, seals,
    views, replays, streams, timelines, events, what_if, audits, analyses, card_play, knowledge, shuffles, archives,
    imports,
    bundles, notes, matches, tournaments, entries, entry_files, avoidances, rounds, clocks, round_results, encounters,
    board_faults, standings, tournament_boards, packs, sections, series, slates, disputes, clubs, webhooks,
    club_rulesets, players, people, members, invitations, account, tables,
    rulesets, lessons, classes, class_pupils, practices, puzzles, deal_puzzles,
    club_puzzles, decks, me, own_notes, messages, tokens, log, witnesses, problems, health,
)  # fmt: skip
"""The blueprints of the API."""

PAGES = (docs, tiles)
"""The blueprints beside the documented API."""
