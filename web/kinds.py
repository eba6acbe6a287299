"""Which requests are not ordinary: those that cost next to nothing, and those that cost much."""

from __future__ import annotations

from typing import Final

from api.front import Kinds
from api.resources import archives
from domain.dispute import commands as disputes

KINDS: Final = Kinds(
    light=frozenset({
        "health.health", "health.ready", "assets.asset", "docs.page", "docs.script", "problems.list_kinds",
        "problems.get_kind", "rulesets.list_rulesets", "rulesets.get_ruleset", "record.worker", "record.manifest",
    }),
    heavy=frozenset({
        # papers and pictures
        "papers.draw", "papers.draw_pdf", "papers.sheets", "papers.sheets_pdf", "papers.boards", "papers.boards_pdf",
        "papers.sealed_boards", "papers.signs", "papers.standings", "papers.standings_pdf", "papers.standings_csv",
        "papers.results", "papers.results_pdf", "evidence.paper", "evidence.paper_pdf", "disputes_page.paper",
        "disputes_page.paper_pdf", "tournaments_page.picture", "screens.slides", "ratings.ratings",
        # what is found out about a deal
        "audits.get_audit", "audit_page.show", "knowledge.get_knowledge", "knowledge_page.show", "seats_page.show",
        "shuffles.get_shuffle", "what-if.get_what_if", "bundles.get_bundle",
        # much text
        "api-docs.openapi_json", "rulesets.get_rulebook", "rulesets.get_differences", "club_rulesets.get_rulebook",
        "club_rulesets.get_differences",
    }),
    streams=frozenset({"streams.follow_deal", "streams.follow_table"}),
    large={"archives.import_deals": archives.LARGEST, "disputes.attach": disputes.LARGEST + 1},
)  # fmt: skip
"""By endpoint; a request of every other endpoint is ordinary."""
