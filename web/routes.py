"""Every page, and who may open it."""

from __future__ import annotations

from typing import Final

from api.permissions import BENCH, EVERYBODY, OFFICE, SAME_FOR_ALL, SCRIBES, TABLE, Permission
from web.pages.account import blp as account
from web.pages.accounts import blp as accounts
from web.pages.at_table import blp as at_table
from web.pages.audit import blp as audit
from web.pages.cards import blp as cards
from web.pages.disputes import blp as disputes
from web.pages.evidence import blp as evidence
from web.pages.home import blp as home
from web.pages.joining import blp as joining
from web.pages.knowledge import blp as knowledge
from web.pages.library import blp as library
from web.pages.live import blp as live
from web.pages.papers import blp as papers
from web.pages.preferences import blp as preferences
from web.pages.ratings import blp as ratings
from web.pages.record import blp as record
from web.pages.replay import blp as replay
from web.pages.screens import blp as screens
from web.pages.seats import blp as seats
from web.pages.signing_in import blp as signing_in
from web.pages.tables import blp as tables
from web.pages.tournament_desk import blp as tournament_desk
from web.pages.tournaments import blp as tournaments

PAGES: Final = (
    home, library, live, replay, record, preferences, signing_in, account, accounts, tables, cards, joining, at_table,
    tournaments, tournament_desk, papers, screens, ratings, disputes, knowledge, audit, seats,
    evidence,
)  # fmt: skip

SIGNED_IN: Final = EVERYBODY - {"viewer"}

PERMISSIONS: Final = {
    "assets.asset": SAME_FOR_ALL,
    "home.home": Permission(EVERYBODY),
    "library.deals": Permission(EVERYBODY),
    "library.clubs": Permission(EVERYBODY),
    "library.club": Permission(EVERYBODY),
    "library.player": Permission(EVERYBODY),
    "library.match": Permission(EVERYBODY),
    "live.show": Permission(EVERYBODY),
    "preferences.prefer": Permission(EVERYBODY),
    "replay.show": Permission(EVERYBODY),
    "replay.embedded": Permission(EVERYBODY),
    "knowledge_page.show": Permission(EVERYBODY),
    "seats_page.show": Permission(EVERYBODY),
    "audit_page.show": Permission(EVERYBODY),
    "evidence.paper": Permission(EVERYBODY),
    "evidence.paper_pdf": Permission(EVERYBODY),
    "record.begin": Permission(EVERYBODY),
    "record.desk": Permission(EVERYBODY),
    "record.shell": Permission(EVERYBODY),
    "record.worker": SAME_FOR_ALL,
    "record.manifest": SAME_FOR_ALL,
    # papers and screens of tournaments
    "papers.papers": Permission(EVERYBODY),
    "papers.draw": Permission(EVERYBODY),
    "papers.draw_pdf": Permission(EVERYBODY),
    "papers.sheets": Permission(EVERYBODY),
    "papers.sheets_pdf": Permission(EVERYBODY),
    "papers.boards": Permission(EVERYBODY),
    "papers.boards_pdf": Permission(EVERYBODY),
    "papers.sealed_boards": Permission(OFFICE, "tournament_id"),
    "papers.signs": Permission(EVERYBODY),
    "papers.cards": Permission(OFFICE, "tournament_id"),
    "papers.standings": Permission(EVERYBODY),
    "papers.standings_pdf": Permission(EVERYBODY),
    "papers.standings_csv": Permission(EVERYBODY),
    "papers.results": Permission(EVERYBODY),
    "papers.results_pdf": Permission(EVERYBODY),
    "screens.screen": Permission(EVERYBODY),
    "screens.slides": Permission(EVERYBODY),
    "ratings.ratings": Permission(EVERYBODY),
    # signing in
    "signing_in.sign_in": Permission(EVERYBODY),
    "signing_in.by_password": Permission(EVERYBODY),
    "signing_in.ask_for_link": Permission(EVERYBODY),
    "signing_in.with_link": Permission(EVERYBODY),
    "signing_in.by_link": Permission(EVERYBODY),
    "signing_in.sign_out": Permission(EVERYBODY),
    "account.account": Permission(SIGNED_IN),
    "account.set_password": Permission(SIGNED_IN),
    "account.issue": Permission(SIGNED_IN),
    "account.end": Permission(SIGNED_IN),
    "accounts.accounts": Permission(OFFICE),
    "accounts.make": Permission(OFFICE),
    "accounts.make_link": Permission(OFFICE),
    "accounts.disable": Permission(OFFICE),
    "accounts.enable": Permission(OFFICE),
    # at a table
    "tables_page.tables": Permission(SCRIBES),
    "tables_page.make": Permission(OFFICE),
    "cards.cards": Permission(SCRIBES, "table_id"),
    "cards.make": Permission(SCRIBES, "table_id"),
    "cards.end": Permission(SCRIBES, "table_id"),
    "joining.invitation": Permission(EVERYBODY),
    "joining.join": Permission(EVERYBODY),
    "at_table.table": Permission(SIGNED_IN),
    "at_table.results": Permission(EVERYBODY),
    "at_table.confirm": Permission(TABLE, "deal_id"),
    "at_table.set_pin": Permission(TABLE, "deal_id"),
    # tournaments
    "tournaments_page.tournaments": Permission(EVERYBODY),
    "tournaments_page.new": Permission(OFFICE),
    "tournaments_page.tournament": Permission(EVERYBODY),
    "tournaments_page.entries": Permission(EVERYBODY),
    "tournaments_page.entry": Permission(EVERYBODY),
    "tournaments_page.round_": Permission(EVERYBODY),
    "tournaments_page.table": Permission(EVERYBODY),
    "tournaments_page.standings": Permission(EVERYBODY),
    "tournaments_page.picture": Permission(EVERYBODY),
    "tournaments_page.fair": Permission(EVERYBODY),
    "tournaments_page.fair_file": Permission(EVERYBODY),
    "tournaments_page.log": Permission(EVERYBODY),
    "tournament_desk.entries": Permission(BENCH, "tournament_id"),
    "tournament_desk.round_": Permission(BENCH, "tournament_id"),
    "tournament_desk.by_hand": Permission(OFFICE, "tournament_id"),
    "tournament_desk.tables": Permission(BENCH, "tournament_id"),
    "tournament_desk.rulings": Permission(BENCH, "tournament_id"),
    "tournament_desk.disputes": Permission(BENCH, "tournament_id"),
    "tournament_desk.fair": Permission(BENCH, "tournament_id"),
    "tournament_desk.sealed": Permission(OFFICE, "tournament_id"),
    "tournament_desk.terms": Permission(BENCH, "tournament_id"),
    # disputes
    "disputes_page.claim": Permission(EVERYBODY),
    "disputes_page.all_": Permission(EVERYBODY),
    "disputes_page.dispute": Permission(EVERYBODY),
    "disputes_page.paper": Permission(EVERYBODY),
    "disputes_page.paper_pdf": Permission(EVERYBODY),
    "disputes_page.casebook": Permission(EVERYBODY),
}
"""The pages by their endpoints, like the table of the API; what a page shows is asked of the viewer."""
