"""All pages."""

from __future__ import annotations

from typing import Final

from web.pages.account import blp as account
from web.pages.accounts import blp as accounts
from web.pages.at_table import blp as at_table
from web.pages.audit import blp as audit
from web.pages.cards import blp as cards
from web.pages.class_pupils import blp as class_pupils
from web.pages.classes import blp as classes
from web.pages.clubs import blp as clubs
from web.pages.deck import blp as deck
from web.pages.disputes import blp as disputes
from web.pages.embedding import blp as embedding
from web.pages.entry_files import blp as entry_files
from web.pages.evidence import blp as evidence
from web.pages.explore import blp as explore
from web.pages.hands import blp as hands
from web.pages.home import blp as home
from web.pages.imports import blp as imports
from web.pages.issuer import blp as issuer
from web.pages.joining import blp as joining
from web.pages.knowledge import blp as knowledge
from web.pages.learn import blp as learn
from web.pages.leaving import blp as leaving
from web.pages.lesson_editor import blp as lesson_editor
from web.pages.lesson_paper import blp as lesson_paper
from web.pages.library import blp as library
from web.pages.link_pictures import blp as link_pictures
from web.pages.live import blp as live
from web.pages.mail_links import blp as mail_links
from web.pages.me import blp as me
from web.pages.members import blp as members
from web.pages.messages import blp as messages
from web.pages.news import blp as news
from web.pages.oembed import blp as oembed
from web.pages.own_notes import blp as own_notes
from web.pages.own_ruleset import blp as own_ruleset
from web.pages.papers import blp as papers
from web.pages.passkeys import blp as passkeys
from web.pages.people import blp as people
from web.pages.player_joining import blp as player_joining
from web.pages.practice import blp as practice
from web.pages.preferences import blp as preferences
from web.pages.puzzles import blp as puzzles
from web.pages.ratings import blp as ratings
from web.pages.record import blp as record
from web.pages.replay import blp as replay
from web.pages.rotating_four import blp as rotating_four
from web.pages.rules import blp as rules
from web.pages.score_files import blp as score_files
from web.pages.screens import blp as screens
from web.pages.seating import blp as seating
from web.pages.seats import blp as seats
from web.pages.sections import blp as sections
from web.pages.series import blp as series
from web.pages.signing_in import blp as signing_in
from web.pages.slates import blp as slates
from web.pages.style import blp as style
from web.pages.tables import blp as tables
from web.pages.tournament_boards import blp as tournament_boards
from web.pages.tournament_desk import blp as tournament_desk
from web.pages.tournament_public import blp as tournaments
from web.pages.tournament_webhooks import blp as tournament_webhooks
from web.pages.what_if import blp as what_if
from web.pages.who_sees import blp as who_sees
from web.pages.witnesses import blp as witnesses

PAGES: Final = (
    home, learn, lesson_editor, classes, class_pupils, lesson_paper, puzzles, deck, practice, hands, rules,
    own_ruleset, library, live, replay, explore, what_if, record, preferences, signing_in, account, accounts, clubs,
    who_sees, people, tables, cards, joining, at_table, tournaments, tournament_boards, tournament_desk, entry_files,
    tournament_webhooks, papers, screens, seating, embedding, ratings, disputes, knowledge, audit, seats, evidence,
    series, sections, score_files, rotating_four, slates, style, imports, link_pictures, messages, news,
    oembed, player_joining, passkeys, mail_links, members, leaving, issuer, me, own_notes, witnesses,
)  # fmt: skip
