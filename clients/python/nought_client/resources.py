# Written by `python -m scripts.client` from the OpenAPI document. Do not edit it.
"""The resources of the API: one method for each route."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from nought_client import models
from nought_client.transport import EventStream, Transport, path_of, version_tag


class Resource:
    """The base of all resources."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Actions(Resource):
    """Acts at the table"""

    def act(
        self,
        deal_id: str,
        body: models.RecordActs,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Record one act, or a batch of acts: all of them or none. `POST /api/v1/deals/{deal_id}/actions`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/actions", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Analyses(Resource):
    """What each card was worth"""

    def get_analysis(
        self, deal_id: str, *, if_none_match: str | None = None
    ) -> models.DealAnalysis | models.AnalysisProgress:
        """Get what each card of a deal was worth with all hands open. `GET /api/v1/deals/{deal_id}/analysis`"""
        answer: models.DealAnalysis | models.AnalysisProgress = self._transport.choice(
            {200: models.DealAnalysis, 202: models.AnalysisProgress},
            "GET",
            path_of("/api/v1/deals/{deal_id}/analysis", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )
        return answer

    def get_ply_analysis(self, deal_id: str, ply: int, *, if_none_match: str | None = None) -> models.PlyAnalysis:
        """Get what each legal card was worth at a ply: with all hands open, and as far as its seat could know.
        `GET /api/v1/deals/{deal_id}/analysis/{ply}`
        """
        return self._transport.json(
            {200: models.PlyAnalysis},
            "GET",
            path_of("/api/v1/deals/{deal_id}/analysis/{ply}", deal_id=deal_id, ply=ply),
            headers={"If-None-Match": if_none_match},
        )

    def explore(self, deal_id: str, body: models.Explore) -> models.Explored:
        """Get the position after a ply and a line of cards: the hands, the legal cards, and the question for the
        kernel. `POST /api/v1/deals/{deal_id}/explore`
        """
        return self._transport.json(
            {200: models.Explored}, "POST", path_of("/api/v1/deals/{deal_id}/explore", deal_id=deal_id), body=body
        )


class Archives(Resource):
    """Export and import of whole deals"""

    def list_deals_as_csv(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        held: str | None = None,
        hand: Literal["any", "maker", "S", "E", "N", "W", "1", "2", "3", "4", "5", "6", "7", "8"] | None = None,
        shape: str | None = None,
        lead: str | None = None,
        bid_from: int | None = None,
        bid_to: int | None = None,
        reason: Literal[
            "caps-right",
            "caps-early",
            "caps-late",
            "caps-missing",
            "caps-trick-lost",
            "caps-external",
            "caps-no-bonus",
            "double-made",
            "double-failed",
            "doubled",
            "redoubled",
            "match",
            "marriages",
            "weis",
            "stoeck",
        ]
        | None = None,
        only_trump: bool | None = None,
        club: str | None = None,
        match: str | None = None,
        table: str | None = None,
        status: Literal["open", "played", "passed_out", "spoilt", "awarded", "abandoned"] | None = None,
        result: Literal["made", "failed", "open", "played", "passed_out", "spoilt", "awarded", "abandoned"]
        | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        bid: str | None = None,
        suit: str | None = None,
        since: date | None = None,
        until: date | None = None,
        caps: bool | None = None,
        irregularities: bool | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """List deals as a table, newest first: the same query as the list. The header `Link` has the next part.
        `GET /api/v1/deals.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            "/api/v1/deals.csv",
            query={
                "limit": limit,
                "cursor": cursor,
                "held": held,
                "hand": hand,
                "shape": shape,
                "lead": lead,
                "bid_from": bid_from,
                "bid_to": bid_to,
                "reason": reason,
                "only_trump": only_trump,
                "club": club,
                "match": match,
                "table": table,
                "status": status,
                "result": result,
                "ruleset": ruleset,
                "player": player,
                "bid": bid,
                "suit": suit,
                "since": since,
                "until": until,
                "caps": caps,
                "irregularities": irregularities,
            },
            headers={"If-None-Match": if_none_match},
        )

    def export_deals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        held: str | None = None,
        hand: Literal["any", "maker", "S", "E", "N", "W", "1", "2", "3", "4", "5", "6", "7", "8"] | None = None,
        shape: str | None = None,
        lead: str | None = None,
        bid_from: int | None = None,
        bid_to: int | None = None,
        reason: Literal[
            "caps-right",
            "caps-early",
            "caps-late",
            "caps-missing",
            "caps-trick-lost",
            "caps-external",
            "caps-no-bonus",
            "double-made",
            "double-failed",
            "doubled",
            "redoubled",
            "match",
            "marriages",
            "weis",
            "stoeck",
        ]
        | None = None,
        only_trump: bool | None = None,
        club: str | None = None,
        match: str | None = None,
        table: str | None = None,
        status: Literal["open", "played", "passed_out", "spoilt", "awarded", "abandoned"] | None = None,
        result: Literal["made", "failed", "open", "played", "passed_out", "spoilt", "awarded", "abandoned"]
        | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        bid: str | None = None,
        suit: str | None = None,
        since: date | None = None,
        until: date | None = None,
        caps: bool | None = None,
        irregularities: bool | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """Export the deals of a query as an archive, newest first; deals that the caller may not see whole are
        left out. `GET /api/v1/archive`
        """
        return self._transport.text(
            "application/x-ndjson",
            "GET",
            "/api/v1/archive",
            query={
                "limit": limit,
                "cursor": cursor,
                "held": held,
                "hand": hand,
                "shape": shape,
                "lead": lead,
                "bid_from": bid_from,
                "bid_to": bid_to,
                "reason": reason,
                "only_trump": only_trump,
                "club": club,
                "match": match,
                "table": table,
                "status": status,
                "result": result,
                "ruleset": ruleset,
                "player": player,
                "bid": bid,
                "suit": suit,
                "since": since,
                "until": until,
                "caps": caps,
                "irregularities": irregularities,
            },
            headers={"If-None-Match": if_none_match},
        )

    def import_deals(
        self,
        body: bytes,
        *,
        content_type: Literal["application/x-ndjson"] = "application/x-ndjson",
        complete: bool | None = None,
        as_recorded: bool | None = None,
        dry_run: bool | None = None,
    ) -> models.ImportAnswer:
        """Import deals. A deal that is recorded already is skipped; a bad line does not stop the others. `POST
        /api/v1/archive`
        """
        return self._transport.json(
            {200: models.ImportAnswer},
            "POST",
            "/api/v1/archive",
            body=body,
            content_type=content_type,
            query={"complete": complete, "as_recorded": as_recorded, "dry_run": dry_run},
        )

    def export_deal(self, deal_id: str, *, if_none_match: str | None = None) -> str:
        """Export a deal as one line of an archive. Only officials may export it before the deal is over. `GET
        /api/v1/deals/{deal_id}/archive`
        """
        return self._transport.text(
            "application/x-ndjson",
            "GET",
            path_of("/api/v1/deals/{deal_id}/archive", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )

    def export_hand(self, deal_id: str, *, if_none_match: str | None = None) -> str:
        """Export a deal as a hand file, for people to read and edit; before the deal is over, only officials
        may. `GET /api/v1/deals/{deal_id}/hand-file`
        """
        return self._transport.text(
            "application/toml",
            "GET",
            path_of("/api/v1/deals/{deal_id}/hand-file", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )


class Audits(Resource):
    """Breaches and their consequences"""

    def get_audit(self, deal_id: str, *, if_none_match: str | None = None) -> models.Audit:
        """Get every breach of a deal, judged with all cards that are known by now. `GET
        /api/v1/deals/{deal_id}/audit`
        """
        return self._transport.json(
            {200: models.Audit},
            "GET",
            path_of("/api/v1/deals/{deal_id}/audit", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )


class Avoidances(Resource):
    """Entries that draws keep apart"""

    def add_avoidance(
        self,
        tournament_id: str,
        body: models.AddAvoidance,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Keep some entries apart, such as a family or a club, from the next draw on. `POST
        /api/v1/tournaments/{tournament_id}/avoidances`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/avoidances", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_avoidance(
        self,
        tournament_id: str,
        number: int,
        body: models.Why,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Take back an avoidance. `number` is its number in the tournament. `POST
        /api/v1/tournaments/{tournament_id}/avoidances/{number}/withdraw`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/avoidances/{number}/withdraw",
                tournament_id=tournament_id,
                number=number,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class BoardFaults(Resource):
    """Boards that a table played otherwise than it was drawn"""

    def switch_arrows(
        self,
        encounter_id: str,
        body: models.SwitchArrows,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Record that the table sat the other way round on some boards, before or after their results. `POST
        /api/v1/encounters/{encounter_id}/arrow-switches`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/arrow-switches", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_arrow_switch(
        self,
        encounter_id: str,
        body: models.SwitchArrows,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw an arrow switch: on these boards the table sat as it was drawn. `POST
        /api/v1/encounters/{encounter_id}/arrow-switches/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/arrow-switches/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_arrow_switch(self, encounter_id: str, body: models.CheckArrowSwitch) -> models.BoardFaultChecked:
        """Return which scores and places an arrow switch, or its withdrawal, would change. Nothing is recorded.
        `POST /api/v1/encounters/{encounter_id}/arrow-switches/check`
        """
        return self._transport.json(
            {200: models.BoardFaultChecked},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/arrow-switches/check", encounter_id=encounter_id),
            body=body,
        )

    def record_wrong_board(
        self,
        encounter_id: str,
        body: models.RecordWrongBoard,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Record that the table played a board instead of one of its own (Laws of Duplicate Bridge 2017, Law
        15B). `POST /api/v1/encounters/{encounter_id}/wrong-boards`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/wrong-boards", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_wrong_board(
        self,
        encounter_id: str,
        body: models.WithdrawWrongBoard,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw a wrong board: its result counts for the right board again, without artificial scores. `POST
        /api/v1/encounters/{encounter_id}/wrong-boards/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/wrong-boards/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_wrong_board(self, encounter_id: str, body: models.CheckWrongBoard) -> models.BoardFaultChecked:
        """Return whether the result of a wrong board would stand, and what it would change. Nothing is recorded.
        `POST /api/v1/encounters/{encounter_id}/wrong-boards/check`
        """
        return self._transport.json(
            {200: models.BoardFaultChecked},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/wrong-boards/check", encounter_id=encounter_id),
            body=body,
        )


class Boards(Resource):
    """The boards of a duplicate, compared"""

    def get_board(
        self, tournament_id: str, number: int, *, at: datetime | None = None, if_none_match: str | None = None
    ) -> models.BoardAnswer:
        """Get a board: the result of every table that the caller may know, the score of each side, and its
        calculation. `GET /api/v1/tournaments/{tournament_id}/boards/{number}`
        """
        return self._transport.json(
            {200: models.BoardAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/boards/{number}", tournament_id=tournament_id, number=number),
            query={"at": at},
            headers={"If-None-Match": if_none_match},
        )


class Bundles(Resource):
    """Evidence to be checked elsewhere"""

    def get_bundle(self, deal_id: str, *, if_none_match: str | None = None) -> models.Bundle:
        """Get a deal with its proofs: record, ruleset, settlement, events and salts. `GET
        /api/v1/deals/{deal_id}/bundle`
        """
        return self._transport.json(
            {200: models.Bundle},
            "GET",
            path_of("/api/v1/deals/{deal_id}/bundle", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )


class CardPlay(Resource):
    """Card play compared with the best"""

    def get_card_play_of_player(self, player_id: str, *, if_none_match: str | None = None) -> models.CardPlayTable:
        """Get the card play of a player: a row for each ruleset, named by its key. `GET
        /api/v1/players/{player_id}/card-play`
        """
        return self._transport.json(
            {200: models.CardPlayTable},
            "GET",
            path_of("/api/v1/players/{player_id}/card-play", player_id=player_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_card_play_of_club(self, club_id: str, *, if_none_match: str | None = None) -> models.CardPlayTable:
        """Get the card play of all named players in a club's deals: a row for each ruleset, named by its key.
        `GET /api/v1/clubs/{club_id}/card-play`
        """
        return self._transport.json(
            {200: models.CardPlayTable},
            "GET",
            path_of("/api/v1/clubs/{club_id}/card-play", club_id=club_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_card_play_of_match(self, match_id: str, *, if_none_match: str | None = None) -> models.CardPlayTable:
        """Get the card play in a match: a row for each player. `GET /api/v1/matches/{match_id}/card-play`"""
        return self._transport.json(
            {200: models.CardPlayTable},
            "GET",
            path_of("/api/v1/matches/{match_id}/card-play", match_id=match_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_card_play_of_tournament(
        self, tournament_id: str, *, if_none_match: str | None = None
    ) -> models.CardPlayTable:
        """Get the card play in a tournament: a row for each entry, named by its number. `GET
        /api/v1/tournaments/{tournament_id}/card-play`
        """
        return self._transport.json(
            {200: models.CardPlayTable},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/card-play", tournament_id=tournament_id),
            headers={"If-None-Match": if_none_match},
        )


class ClassPupils(Resource):
    """Classes, for their pupils"""

    def join(self, class_code: str, body: models.JoinClass) -> models.JoinedClass:
        """Join a class with a nickname. No account is needed. `POST /api/v1/class/{class_code}/pupils`"""
        return self._transport.json(
            {201: models.JoinedClass},
            "POST",
            path_of("/api/v1/class/{class_code}/pupils", class_code=class_code),
            body=body,
        )

    def get_standing(self, class_code: str, *, if_none_match: str | None = None) -> models.ClassPupil:
        """Get the state of the class, and the place of the pupil in the lesson. `GET /api/v1/class/{class_code}`"""
        return self._transport.json(
            {200: models.ClassPupil},
            "GET",
            path_of("/api/v1/class/{class_code}", class_code=class_code),
            headers={"If-None-Match": if_none_match},
        )

    def get_step(
        self, class_code: str, chapter: int, step: int, *, if_none_match: str | None = None
    ) -> models.ClassStep:
        """Get a step as its seat sees it, with the pupil's own answer. In a led class only up to the teacher's
        step. `GET /api/v1/class/{class_code}/read/{chapter}/{step}`
        """
        return self._transport.json(
            {200: models.ClassStep},
            "GET",
            path_of(
                "/api/v1/class/{class_code}/read/{chapter}/{step}", class_code=class_code, chapter=chapter, step=step
            ),
            headers={"If-None-Match": if_none_match},
        )

    def answer_step(
        self, class_code: str, chapter: int, step: int, body: models.AnswerClass, *, idempotency_key: str | None = None
    ) -> models.ClassAnswer:
        """Answer a question. The first answer counts; a later request changes nothing and returns the first
        answer. `POST /api/v1/class/{class_code}/read/{chapter}/{step}/answers`
        """
        return self._transport.json(
            {200: models.ClassAnswer},
            "POST",
            path_of(
                "/api/v1/class/{class_code}/read/{chapter}/{step}/answers",
                class_code=class_code,
                chapter=chapter,
                step=step,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def follow(self, class_code: str) -> EventStream:
        """Follow a class as a pupil. `GET /api/v1/class/{class_code}/stream`"""
        return self._transport.stream("GET", path_of("/api/v1/class/{class_code}/stream", class_code=class_code))


class Classes(Resource):
    """Classes, for their teachers"""

    def list_classes(
        self, *, limit: int | None = None, cursor: str | None = None, if_none_match: str | None = None
    ) -> models.ClassLinePage:
        """List the caller's classes, or those of a director's club, newest first. `GET /api/v1/classes`"""
        return self._transport.json(
            {200: models.ClassLinePage},
            "GET",
            "/api/v1/classes",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def open_class(self, body: models.OpenClass, *, idempotency_key: str | None = None) -> models.OpenedClass:
        """Open a class on a published lesson, or on one that comes with Nought. Pupils join with the code. `POST
        /api/v1/classes`
        """
        return self._transport.json(
            {201: models.OpenedClass},
            "POST",
            "/api/v1/classes",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_class(self, class_id: str, *, if_none_match: str | None = None) -> models.ClassTeacher:
        """Get a class: its pupils, the tallies of all questions, and the answers at the step where the class is.
        `GET /api/v1/classes/{class_id}`
        """
        return self._transport.json(
            {200: models.ClassTeacher},
            "GET",
            path_of("/api/v1/classes/{class_id}", class_id=class_id),
            headers={"If-None-Match": if_none_match},
        )

    def follow_class(self, class_id: str) -> EventStream:
        """Follow a class as its teacher. `GET /api/v1/classes/{class_id}/stream`"""
        return self._transport.stream("GET", path_of("/api/v1/classes/{class_id}/stream", class_id=class_id))

    def get_screen(self, class_id: str, *, if_none_match: str | None = None) -> models.ClassScreen:
        """Get a class as the projector shows it: without names, and without a tally until the answers are shown.
        `GET /api/v1/classes/{class_id}/screen`
        """
        return self._transport.json(
            {200: models.ClassScreen},
            "GET",
            path_of("/api/v1/classes/{class_id}/screen", class_id=class_id),
            headers={"If-None-Match": if_none_match},
        )

    def follow_screen(self, class_id: str) -> EventStream:
        """Follow a class as the projector. The event `class` holds what `GET …/screen` does. `GET
        /api/v1/classes/{class_id}/screen/stream`
        """
        return self._transport.stream("GET", path_of("/api/v1/classes/{class_id}/screen/stream", class_id=class_id))

    def get_results(self, class_id: str, *, if_none_match: str | None = None) -> str:
        """Get all answers of a class as a table. After the end it is empty, unless the answers were kept. `GET
        /api/v1/classes/{class_id}/results.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/classes/{class_id}/results.csv", class_id=class_id),
            headers={"If-None-Match": if_none_match},
        )

    def move(
        self,
        class_id: str,
        body: models.Place,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Go to a step. In a led class the pupils follow. `POST /api/v1/classes/{class_id}/position`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/position", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def change_pace(
        self, class_id: str, body: models.Pace, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedAnswer:
        """Lead the pupils, or let them go at their own pace. `POST /api/v1/classes/{class_id}/pace`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/pace", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def show_answers(
        self,
        class_id: str,
        body: models.Place,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Show everybody the right answers of a step, and how often each answer was given. `POST
        /api/v1/classes/{class_id}/reveal`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/reveal", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def mark(
        self, class_id: str, body: models.MarkAnswer, *, idempotency_key: str | None = None
    ) -> models.ClassTeacher:
        """Mark a pupil's free text. A later mark replaces an earlier one. `POST /api/v1/classes/{class_id}/marks`"""
        return self._transport.json(
            {200: models.ClassTeacher},
            "POST",
            path_of("/api/v1/classes/{class_id}/marks", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def remove_pupil(
        self,
        class_id: str,
        pupil: int,
        body: models.ChangePupil,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Remove a pupil, given by its number: it can no longer read and answer, and its answers do not count.
        `POST /api/v1/classes/{class_id}/pupils/{pupil}/remove`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/pupils/{pupil}/remove", class_id=class_id, pupil=pupil),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def return_pupil(
        self,
        class_id: str,
        pupil: int,
        body: models.ChangePupil,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Let a removed pupil back in: its answers count again. `POST
        /api/v1/classes/{class_id}/pupils/{pupil}/return`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/pupils/{pupil}/return", class_id=class_id, pupil=pupil),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def end(
        self,
        class_id: str,
        body: models.EndClass,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """End a class. Nicknames and answers are deleted, unless `keep` is true; the tallies stay. `POST
        /api/v1/classes/{class_id}/end`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/end", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def forget(
        self,
        class_id: str,
        body: models.ForgetPupils,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Delete nicknames and answers that were kept after the end. `POST /api/v1/classes/{class_id}/forget`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/classes/{class_id}/forget", class_id=class_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Clocks(Resource):
    """The clock of a round"""

    def get_clock(self, tournament_id: str) -> models.ClockAnswer:
        """Get the clock of the round, and the time of the server. Count down by both, with your own clock's
        difference. `GET /api/v1/tournaments/{tournament_id}/clock`
        """
        return self._transport.json(
            {200: models.ClockAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/clock", tournament_id=tournament_id),
        )

    def start_clock(
        self,
        tournament_id: str,
        body: models.StartClock,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Start the clock of the last round, with an optional break and warnings. `POST
        /api/v1/tournaments/{tournament_id}/clock`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/clock", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def pause_clock(
        self, tournament_id: str, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedAnswer:
        """Pause the clock. `POST /api/v1/tournaments/{tournament_id}/clock/pause`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/clock/pause", tournament_id=tournament_id),
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def resume_clock(
        self, tournament_id: str, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedAnswer:
        """Let a paused or stopped clock run on, with what was left then. `POST
        /api/v1/tournaments/{tournament_id}/clock/resume`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/clock/resume", tournament_id=tournament_id),
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def stop_clock(
        self, tournament_id: str, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedAnswer:
        """Stop the clock: it is no longer shown. Resuming undoes this. `POST
        /api/v1/tournaments/{tournament_id}/clock/stop`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/clock/stop", tournament_id=tournament_id),
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def add_minutes(
        self,
        tournament_id: str,
        body: models.AddMinutes,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Add minutes to the round, or take some away. `POST /api/v1/tournaments/{tournament_id}/clock/minutes`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/clock/minutes", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class ClubPuzzles(Resource):
    """Problems of a club's deals"""

    def list_club_puzzles(
        self,
        club_id: str,
        *,
        theme: Literal["caps", "draw-trumps", "card", "holder", "trumps", "points", "breach", "settle"] | None = None,
        game: str | None = None,
        skip: int | None = None,
        if_none_match: str | None = None,
    ) -> models.ClubPuzzleList:
        """List the problems of a club's newest deals whose hands everybody may see. Solve them at their deals.
        `GET /api/v1/clubs/{club_id}/puzzles`
        """
        return self._transport.json(
            {200: models.ClubPuzzleList},
            "GET",
            path_of("/api/v1/clubs/{club_id}/puzzles", club_id=club_id),
            query={"theme": theme, "game": game, "skip": skip},
            headers={"If-None-Match": if_none_match},
        )


class ClubRulesets(Resource):
    """A club's own rulesets"""

    def list_rulesets(self, club_id: str, *, if_none_match: str | None = None) -> models.ClubRulesetList:
        """List the club's own rulesets, withdrawn ones too. The ETag is for If-Match. `GET
        /api/v1/clubs/{club_id}/rulesets`
        """
        return self._transport.json(
            {200: models.ClubRulesetList},
            "GET",
            path_of("/api/v1/clubs/{club_id}/rulesets", club_id=club_id),
            headers={"If-None-Match": if_none_match},
        )

    def name_ruleset(
        self,
        club_id: str,
        body: models.NameRuleset,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedRulesetAnswer:
        """Add a ruleset of the club's own, or the next version of one that has this key. `POST
        /api/v1/clubs/{club_id}/rulesets`
        """
        return self._transport.json(
            {201: models.SavedRulesetAnswer},
            "POST",
            path_of("/api/v1/clubs/{club_id}/rulesets", club_id=club_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_ruleset(self, club_id: str, key: str, *, if_none_match: str | None = None) -> models.ClubRulesetAnswer:
        """Get a ruleset of the club's own: the newest version whole, and the changes of every version. `GET
        /api/v1/clubs/{club_id}/rulesets/{key}`
        """
        return self._transport.json(
            {200: models.ClubRulesetAnswer},
            "GET",
            path_of("/api/v1/clubs/{club_id}/rulesets/{key}", club_id=club_id, key=key),
            headers={"If-None-Match": if_none_match},
        )

    def withdraw_ruleset(
        self,
        club_id: str,
        key: str,
        body: models.Why,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Withdraw a ruleset: nothing new is played by it until it is named again. Earlier deals stay as they
        are. `POST /api/v1/clubs/{club_id}/rulesets/{key}/withdraw`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/clubs/{club_id}/rulesets/{key}/withdraw", club_id=club_id, key=key),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_rulebook(
        self, club_id: str, key: str, *, version: int | None = None, if_none_match: str | None = None
    ) -> models.Rulebook:
        """Get the rulebook of a club's ruleset, each sentence with its source. `Accept: text/plain` returns
        text. `GET /api/v1/clubs/{club_id}/rulesets/{key}/rulebook`
        """
        return self._transport.json(
            {200: models.Rulebook},
            "GET",
            path_of("/api/v1/clubs/{club_id}/rulesets/{key}/rulebook", club_id=club_id, key=key),
            query={"version": version},
            headers={"If-None-Match": if_none_match},
        )

    def get_rulebook_text(
        self, club_id: str, key: str, *, version: int | None = None, if_none_match: str | None = None
    ) -> str:
        """Get the rulebook of a club's ruleset, each sentence with its source. `Accept: text/plain` returns
        text. `GET /api/v1/clubs/{club_id}/rulesets/{key}/rulebook`
        """
        return self._transport.text(
            "text/plain",
            "GET",
            path_of("/api/v1/clubs/{club_id}/rulesets/{key}/rulebook", club_id=club_id, key=key),
            query={"version": version},
            headers={"If-None-Match": if_none_match},
        )

    def get_differences(
        self, club_id: str, key: str, other: str, *, version: int | None = None, if_none_match: str | None = None
    ) -> models.Differences:
        """Compare a club's ruleset with another: the newest version of one of its own, or a known one. `GET
        /api/v1/clubs/{club_id}/rulesets/{key}/differences/{other}`
        """
        return self._transport.json(
            {200: models.Differences},
            "GET",
            path_of(
                "/api/v1/clubs/{club_id}/rulesets/{key}/differences/{other}", club_id=club_id, key=key, other=other
            ),
            query={"version": version},
            headers={"If-None-Match": if_none_match},
        )


class Clubs(Resource):
    """Clubs"""

    def list_clubs(self, *, limit: int | None = None, cursor: str | None = None) -> models.ThingPage:
        """List clubs, newest first. `GET /api/v1/clubs`"""
        return self._transport.json(
            {200: models.ThingPage}, "GET", "/api/v1/clubs", query={"limit": limit, "cursor": cursor}
        )

    def open_club(self, body: models.OpenClub, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Add a club. `POST /api/v1/clubs`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/clubs",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_club(self, club_id: str) -> models.Thing:
        """Get a club. `GET /api/v1/clubs/{club_id}`"""
        return self._transport.json({200: models.Thing}, "GET", path_of("/api/v1/clubs/{club_id}", club_id=club_id))

    def rename_club(
        self,
        club_id: str,
        body: models.Rename,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Rename a club. `PATCH /api/v1/clubs/{club_id}`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/clubs/{club_id}", club_id=club_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def set_zone(
        self,
        club_id: str,
        body: models.SetZone,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the time zone of a club's venue. Pages and papers of its tournaments, deals and disputes show
        times in it. `POST /api/v1/clubs/{club_id}/zone`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/clubs/{club_id}/zone", club_id=club_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Confirmations(Resource):
    """Confirmations of results"""

    def confirm(
        self,
        deal_id: str,
        body: models.Confirm,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Confirm the result of a deal for a seat. `POST /api/v1/deals/{deal_id}/confirmations`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/confirmations", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Corrections(Resource):
    """Corrections of the scribe's slips"""

    def amend(
        self, deal_id: str, body: models.Amend, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """Replace the act at a ply by what really happened. The old entry stays visible. `POST
        /api/v1/deals/{deal_id}/amendments`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/amendments", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def insert(
        self, deal_id: str, body: models.Amend, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """Insert a missed act before the one at this ply. `POST /api/v1/deals/{deal_id}/insertions`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/insertions", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def retract(
        self,
        deal_id: str,
        body: models.Retract,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Retract the act at a ply that never happened, with the forced acts after it. `POST
        /api/v1/deals/{deal_id}/retractions`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/retractions", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def preview(self, deal_id: str, body: models.Preview) -> models.Consequences:
        """Preview a correction: which other acts would break a rule, or no longer, and what the deal would pay.
        `POST /api/v1/deals/{deal_id}/corrections/preview`
        """
        return self._transport.json(
            {200: models.Consequences},
            "POST",
            path_of("/api/v1/deals/{deal_id}/corrections/preview", deal_id=deal_id),
            body=body,
        )

    def undo(
        self, deal_id: str, body: models.Why, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """Retract the last act, with the forced acts after it. `POST /api/v1/deals/{deal_id}/undo`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/undo", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class DealPuzzles(Resource):
    """Problems of a deal"""

    def list_deal_puzzles(self, deal_id: str, *, if_none_match: str | None = None) -> models.DealPuzzles:
        """Get the problems of a settled deal, for those who may see all its hands. `GET
        /api/v1/deals/{deal_id}/puzzles`
        """
        return self._transport.json(
            {200: models.DealPuzzles},
            "GET",
            path_of("/api/v1/deals/{deal_id}/puzzles", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )

    def answer_deal_puzzle(self, deal_id: str, puzzle_id: str, body: models.AnswerStep) -> models.LessonMark:
        """Mark an answer to a problem of a deal. Nothing is recorded. An empty answer shows the right ones.
        `POST /api/v1/deals/{deal_id}/puzzles/{puzzle_id}/answers`
        """
        return self._transport.json(
            {200: models.LessonMark},
            "POST",
            path_of("/api/v1/deals/{deal_id}/puzzles/{puzzle_id}/answers", deal_id=deal_id, puzzle_id=puzzle_id),
            body=body,
        )


class Deals(Resource):
    """Deals"""

    def list_deals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        held: str | None = None,
        hand: Literal["any", "maker", "S", "E", "N", "W", "1", "2", "3", "4", "5", "6", "7", "8"] | None = None,
        shape: str | None = None,
        lead: str | None = None,
        bid_from: int | None = None,
        bid_to: int | None = None,
        reason: Literal[
            "caps-right",
            "caps-early",
            "caps-late",
            "caps-missing",
            "caps-trick-lost",
            "caps-external",
            "caps-no-bonus",
            "double-made",
            "double-failed",
            "doubled",
            "redoubled",
            "match",
            "marriages",
            "weis",
            "stoeck",
        ]
        | None = None,
        only_trump: bool | None = None,
        club: str | None = None,
        match: str | None = None,
        table: str | None = None,
        status: Literal["open", "played", "passed_out", "spoilt", "awarded", "abandoned"] | None = None,
        result: Literal["made", "failed", "open", "played", "passed_out", "spoilt", "awarded", "abandoned"]
        | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        bid: str | None = None,
        suit: str | None = None,
        since: date | None = None,
        until: date | None = None,
        caps: bool | None = None,
        irregularities: bool | None = None,
    ) -> models.DealLinePage:
        """List deals, newest first. Everybody may see the list; irregularities are in it once the hands are
        shown. `GET /api/v1/deals`
        """
        return self._transport.json(
            {200: models.DealLinePage},
            "GET",
            "/api/v1/deals",
            query={
                "limit": limit,
                "cursor": cursor,
                "held": held,
                "hand": hand,
                "shape": shape,
                "lead": lead,
                "bid_from": bid_from,
                "bid_to": bid_to,
                "reason": reason,
                "only_trump": only_trump,
                "club": club,
                "match": match,
                "table": table,
                "status": status,
                "result": result,
                "ruleset": ruleset,
                "player": player,
                "bid": bid,
                "suit": suit,
                "since": since,
                "until": until,
                "caps": caps,
                "irregularities": irregularities,
            },
        )

    def open_deal(self, body: models.OpenDeal, *, idempotency_key: str | None = None) -> models.SavedDealAnswer:
        """Open a deal: alone with a ruleset and a dealer, or as the next deal of a match. `POST /api/v1/deals`"""
        return self._transport.json(
            {201: models.SavedDealAnswer},
            "POST",
            "/api/v1/deals",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_deal(self, deal_id: str, *, if_none_match: str | None = None) -> models.DealAnswer:
        """Get a deal as far as the caller may see it. The ETag is for If-Match. `GET /api/v1/deals/{deal_id}`"""
        return self._transport.json(
            {200: models.DealAnswer},
            "GET",
            path_of("/api/v1/deals/{deal_id}", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )

    def abandon_deal(
        self, deal_id: str, body: models.Why, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """Abandon a deal: it does not count. `POST /api/v1/deals/{deal_id}/abandon`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/abandon", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Decks(Resource):
    """Your deck of problems"""

    def get_deck(self, *, if_none_match: str | None = None) -> models.DeckAnswer:
        """Get the deck of your account: its problems, those due first. `GET /api/v1/deck`"""
        return self._transport.json(
            {200: models.DeckAnswer}, "GET", "/api/v1/deck", headers={"If-None-Match": if_none_match}
        )

    def open_deck(self, body: models.DeckNothing, *, idempotency_key: str | None = None) -> models.DeckAnswer:
        """Open your deck. It is empty. `POST /api/v1/deck`"""
        return self._transport.json(
            {200: models.DeckAnswer},
            "POST",
            "/api/v1/deck",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def close_deck(self, body: models.DeckNothing, *, idempotency_key: str | None = None) -> models.DeckAnswer:
        """Close your deck and remove all its problems. `POST /api/v1/deck/close`"""
        return self._transport.json(
            {200: models.DeckAnswer},
            "POST",
            "/api/v1/deck/close",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def add_puzzle(self, body: models.DeckPuzzle, *, idempotency_key: str | None = None) -> models.DeckAnswer:
        """Add a problem to your deck. It is due at once. `POST /api/v1/deck/puzzles`"""
        return self._transport.json(
            {200: models.DeckAnswer},
            "POST",
            "/api/v1/deck/puzzles",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def add_puzzle_of_deal(
        self, deal_id: str, puzzle_id: str, body: models.DeckNothing, *, idempotency_key: str | None = None
    ) -> models.DeckAnswer:
        """Add a problem of a recorded deal to your deck, if you may see all hands of the deal. It is due at
        once. `POST /api/v1/deck/deals/{deal_id}/puzzles/{puzzle_id}`
        """
        return self._transport.json(
            {200: models.DeckAnswer},
            "POST",
            path_of("/api/v1/deck/deals/{deal_id}/puzzles/{puzzle_id}", deal_id=deal_id, puzzle_id=puzzle_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def remove_puzzle(self, body: models.DeckPuzzle, *, idempotency_key: str | None = None) -> models.DeckAnswer:
        """Remove a problem from your deck. `POST /api/v1/deck/puzzles/remove`"""
        return self._transport.json(
            {200: models.DeckAnswer},
            "POST",
            "/api/v1/deck/puzzles/remove",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def review_puzzle(self, body: models.DeckReview, *, idempotency_key: str | None = None) -> models.DeckReviewed:
        """Answer a problem of your deck: the answer is marked, recorded, and the problem is due again later.
        `POST /api/v1/deck/reviews`
        """
        return self._transport.json(
            {200: models.DeckReviewed},
            "POST",
            "/api/v1/deck/reviews",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )


class Desks(Resource):
    """The acts that a scribe may record next"""

    def get_desk(
        self, deal_id: str, *, ply: int | None = None, seat: str | None = None, if_none_match: str | None = None
    ) -> models.Desk:
        """Get what a scribe needs to record the next act: whose turn it is, and which cards and calls there are.
        `GET /api/v1/deals/{deal_id}/desk`
        """
        return self._transport.json(
            {200: models.Desk},
            "GET",
            path_of("/api/v1/deals/{deal_id}/desk", deal_id=deal_id),
            query={"ply": ply, "seat": seat},
            headers={"If-None-Match": if_none_match},
        )

    def list_entries(self, deal_id: str, *, if_none_match: str | None = None) -> models.Entries:
        """List the entries of a deal, ply by ply: as first entered, whether forced, and whether a rule was
        broken. `GET /api/v1/deals/{deal_id}/entries`
        """
        return self._transport.json(
            {200: models.Entries},
            "GET",
            path_of("/api/v1/deals/{deal_id}/entries", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )


class Disclosures(Resource):
    """Cards that are disclosed later"""

    def disclose(
        self,
        deal_id: str,
        body: models.Disclose,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Disclose cards that were recorded as `??`: whole hands batch by batch, or the cards of single plies.
        `POST /api/v1/deals/{deal_id}/disclosures`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/disclosures", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Disputes(Resource):
    """Disputes, rulings and the casebook"""

    def list_disputes(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        club: str | None = None,
        table: str | None = None,
        deal: str | None = None,
        match: str | None = None,
        tournament: str | None = None,
        encounter: str | None = None,
        status: Literal["open", "ruled", "appealed", "final", "withdrawn"] | None = None,
        if_none_match: str | None = None,
    ) -> models.DisputeLinePage:
        """List disputes, newest first: where they are and their status, without the claim. `GET /api/v1/disputes`"""
        return self._transport.json(
            {200: models.DisputeLinePage},
            "GET",
            "/api/v1/disputes",
            query={
                "limit": limit,
                "cursor": cursor,
                "club": club,
                "table": table,
                "deal": deal,
                "match": match,
                "tournament": tournament,
                "encounter": encounter,
                "status": status,
            },
            headers={"If-None-Match": if_none_match},
        )

    def open_dispute(
        self, deal_id: str, body: models.OpenDispute, *, idempotency_key: str | None = None
    ) -> models.SavedAnswer:
        """Open a dispute at a ply. A seat opens it for its side; officials and scribes name the side. `POST
        /api/v1/deals/{deal_id}/disputes`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/disputes", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_dispute(self, dispute_id: str, *, if_none_match: str | None = None) -> models.DisputeAnswer:
        """Get a dispute as far as the caller may see it. If all of it is shown, the ETag is for If-Match. `GET
        /api/v1/disputes/{dispute_id}`
        """
        return self._transport.json(
            {200: models.DisputeAnswer},
            "GET",
            path_of("/api/v1/disputes/{dispute_id}", dispute_id=dispute_id),
            headers={"If-None-Match": if_none_match},
        )

    def word_claim(
        self,
        dispute_id: str,
        body: models.WordClaim,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Change the words of a claim until it is ruled on. A seat changes its own side's claim only. `POST
        /api/v1/disputes/{dispute_id}/claim`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/claim", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def state_fact(
        self,
        dispute_id: str,
        body: models.StateFact,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """State a fact. A side agrees with its own facts; an official may name no side, then both may agree or
        contest. `POST /api/v1/disputes/{dispute_id}/facts`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/facts", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def tick_fact(
        self,
        dispute_id: str,
        number: int,
        body: models.TickFact,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Agree with a fact or contest it, for a side. `POST /api/v1/disputes/{dispute_id}/facts/{number}/ticks`"""
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/facts/{number}/ticks", dispute_id=dispute_id, number=number),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def give_evidence(
        self,
        dispute_id: str,
        body: models.GiveEvidence,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Add evidence: a range of plies, or a text. `POST /api/v1/disputes/{dispute_id}/evidence`"""
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/evidence", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def attach(
        self,
        dispute_id: str,
        body: bytes,
        *,
        content_type: Literal["application/pdf", "image/jpeg", "image/png", "image/webp", "text/plain"],
        name: str,
        side: str | None = None,
        text: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Upload a picture, a PDF or a plain text of up to 2 MiB, as the body. Parties and officials may fetch
        it. `POST /api/v1/disputes/{dispute_id}/files`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/files", dispute_id=dispute_id),
            body=body,
            content_type=content_type,
            query={"name": name, "side": side, "text": text},
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_file(self, dispute_id: str, sha256: str, *, if_none_match: str | None = None) -> bytes:
        """Get an uploaded file. Only parties and officials may, also when the rest is public. `GET
        /api/v1/disputes/{dispute_id}/files/{sha256}`
        """
        return self._transport.data(
            "application/octet-stream",
            "GET",
            path_of("/api/v1/disputes/{dispute_id}/files/{sha256}", dispute_id=dispute_id, sha256=sha256),
            headers={"If-None-Match": if_none_match},
        )

    def withdraw_dispute(
        self,
        dispute_id: str,
        body: models.WithdrawDispute,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Withdraw a claim before it is ruled on, for the side that made it. `POST
        /api/v1/disputes/{dispute_id}/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/withdrawal", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def preview(self, dispute_id: str, body: models.Ruling) -> models.PreviewAnswer:
        """Preview a ruling: what it would change in the deal, the match and the standings. Nothing is recorded.
        `POST /api/v1/disputes/{dispute_id}/ruling/preview`
        """
        return self._transport.json(
            {200: models.PreviewAnswer},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/ruling/preview", dispute_id=dispute_id),
            body=body,
        )

    def sign_ruling(
        self,
        dispute_id: str,
        body: models.SignRuling,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Sign a ruling: clause, remedies, reason. Its remedies are recorded with it. `POST
        /api/v1/disputes/{dispute_id}/ruling`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/ruling", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_ruling(
        self,
        dispute_id: str,
        body: models.WithdrawRuling,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Withdraw a ruling that is not final, with its remedies. `POST
        /api/v1/disputes/{dispute_id}/ruling/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/ruling/withdrawal", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def lodge_appeal(
        self,
        dispute_id: str,
        body: models.LodgeAppeal,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Appeal against a ruling, for a side, before the appeal time ends. The ruling stands until the
        decision. `POST /api/v1/disputes/{dispute_id}/appeal`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/appeal", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def decide_appeal(
        self,
        dispute_id: str,
        body: models.DecideAppeal,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Decide an appeal: uphold the ruling or replace it. The official who ruled cannot decide. `POST
        /api/v1/disputes/{dispute_id}/appeal/decision`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/appeal/decision", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def close_dispute(
        self,
        dispute_id: str,
        body: models.CloseDispute,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDispute:
        """Close a dispute: the ruling is final. Possible once no side may appeal. `POST
        /api/v1/disputes/{dispute_id}/close`
        """
        return self._transport.json(
            {200: models.SavedDispute},
            "POST",
            path_of("/api/v1/disputes/{dispute_id}/close", dispute_id=dispute_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_casebook(
        self,
        *,
        code: str | None = None,
        clause: str | None = None,
        words: str | None = None,
        ruleset: str | None = None,
        skip: int | None = None,
        limit: int | None = None,
        if_none_match: str | None = None,
    ) -> models.Casebook:
        """List final rulings of deals that are over, without names; filter by clause, code, game or words. `GET
        /api/v1/casebook`
        """
        return self._transport.json(
            {200: models.Casebook},
            "GET",
            "/api/v1/casebook",
            query={"code": code, "clause": clause, "words": words, "ruleset": ruleset, "skip": skip, "limit": limit},
            headers={"If-None-Match": if_none_match},
        )


class Encounters(Resource):
    """The tables of a tournament's rounds"""

    def get_encounter(self, encounter_id: str, *, if_none_match: str | None = None) -> models.EncounterAnswer:
        """Get an encounter: seats, result, confirmations. The ETag is for If-Match. `GET
        /api/v1/encounters/{encounter_id}`
        """
        return self._transport.json(
            {200: models.EncounterAnswer},
            "GET",
            path_of("/api/v1/encounters/{encounter_id}", encounter_id=encounter_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_log(self, encounter_id: str, *, if_none_match: str | None = None) -> models.Log:
        """List what happened at the table, in sentences. `GET /api/v1/encounters/{encounter_id}/log`"""
        return self._transport.json(
            {200: models.Log},
            "GET",
            path_of("/api/v1/encounters/{encounter_id}/log", encounter_id=encounter_id),
            headers={"If-None-Match": if_none_match},
        )

    def enter_result(
        self,
        encounter_id: str,
        body: models.EnterResult,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Enter a result by its score sheet. It is provisional until both sides confirm it. `POST
        /api/v1/encounters/{encounter_id}/result`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/result", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def correct_result(
        self,
        encounter_id: str,
        body: models.CorrectResult,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Correct a result, or set it by a ruling (`ruled`). Both sides must confirm it again. `POST
        /api/v1/encounters/{encounter_id}/corrections`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/corrections", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_result(
        self,
        encounter_id: str,
        body: models.WithdrawResult,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw a result that was entered. `POST /api/v1/encounters/{encounter_id}/withdrawal`"""
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def confirm_result(
        self,
        encounter_id: str,
        body: models.ConfirmResult,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Confirm the result for a side. `POST /api/v1/encounters/{encounter_id}/confirmations`"""
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/confirmations", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_confirmation(
        self,
        encounter_id: str,
        body: models.WithdrawConfirmation,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw the confirmations of a result, of both sides and of officials. It is provisional again. `POST
        /api/v1/encounters/{encounter_id}/confirmations/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/confirmations/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def contest_result(
        self,
        encounter_id: str,
        body: models.ContestResult,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Say for a side that the result is wrong. Directors see it at once, and close no round before it is
        settled. `POST /api/v1/encounters/{encounter_id}/contests`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/contests", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def rule_forfeit(
        self,
        encounter_id: str,
        body: models.Forfeit,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Rule that one side or both forfeit. The other side has a walkover. `POST
        /api/v1/encounters/{encounter_id}/forfeit`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/forfeit", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def lift_forfeit(
        self,
        encounter_id: str,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Lift a forfeit: the result that was played counts again. `POST
        /api/v1/encounters/{encounter_id}/forfeit/lift`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/forfeit/lift", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def give_artificial_score(
        self,
        encounter_id: str,
        body: models.GiveArtificialScore,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Give the sides artificial scores for boards that have no result, so that the round can be closed.
        `POST /api/v1/encounters/{encounter_id}/artificial-scores`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/artificial-scores", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_artificial_score(
        self,
        encounter_id: str,
        body: models.WithdrawArtificialScore,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw artificial scores: results that were played count again. `POST
        /api/v1/encounters/{encounter_id}/artificial-scores/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/artificial-scores/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def assign_score(
        self,
        encounter_id: str,
        body: models.AssignScore,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Assign a score to a board: possible results, each with a percentage, for both sides or for each side
        separately. `POST /api/v1/encounters/{encounter_id}/assigned-scores`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/assigned-scores", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_assigned_score(
        self,
        encounter_id: str,
        body: models.WithdrawAssignedScore,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Withdraw the assigned score of a board: a result that was played counts again. `POST
        /api/v1/encounters/{encounter_id}/assigned-scores/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/assigned-scores/withdrawal", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def change_seats(
        self,
        encounter_id: str,
        body: models.ChangeSeats,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Change who sits at the table, as when a substitute comes. `POST /api/v1/encounters/{encounter_id}/seats`"""
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/seats", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def seat_match(
        self, encounter_id: str, body: models.SeatMatch, *, idempotency_key: str | None = None
    ) -> models.SavedAnswer:
        """Open a match for the table. Result and standings follow as its deals are settled. `POST
        /api/v1/encounters/{encounter_id}/match`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/match", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def adopt_match(
        self,
        encounter_id: str,
        body: models.AdoptMatch,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedTable:
        """Adopt a match that is being recorded already: all its deals count here. `POST
        /api/v1/encounters/{encounter_id}/match/adopt`
        """
        return self._transport.json(
            {200: models.SavedTable},
            "POST",
            path_of("/api/v1/encounters/{encounter_id}/match/adopt", encounter_id=encounter_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Entries(Resource):
    """The entries of a tournament"""

    def make_entry(
        self,
        tournament_id: str,
        body: models.MakeEntry,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Add an entry: a pair, a team or a player. Once rounds are drawn, it plays from the next one on. `POST
        /api/v1/tournaments/{tournament_id}/entries`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/entries", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def change_entry(
        self,
        tournament_id: str,
        entry: str,
        body: models.ChangeEntry,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Change the name or the players of an entry. `PATCH /api/v1/tournaments/{tournament_id}/entries/{entry}`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/tournaments/{tournament_id}/entries/{entry}", tournament_id=tournament_id, entry=entry),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_entry(
        self,
        tournament_id: str,
        entry: str,
        body: models.Why,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Withdraw an entry from the next round on. Its results stay. `POST
        /api/v1/tournaments/{tournament_id}/entries/{entry}/withdraw`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/withdraw", tournament_id=tournament_id, entry=entry
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def return_entry(
        self,
        tournament_id: str,
        entry: str,
        body: models.Why,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Bring a withdrawn entry back, from the next round on. `POST
        /api/v1/tournaments/{tournament_id}/entries/{entry}/return`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/return", tournament_id=tournament_id, entry=entry
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def set_starting_score(
        self,
        tournament_id: str,
        entry: str,
        body: models.SetStartingScore,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the score with which an entry begins: a handicap. It replaces the one before, and 0 takes it away.
        `POST /api/v1/tournaments/{tournament_id}/entries/{entry}/starting-score`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/starting-score",
                tournament_id=tournament_id,
                entry=entry,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def set_categories(
        self,
        tournament_id: str,
        entry: str,
        body: models.SetCategories,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the prize categories in which an entry is also ranked, such as juniors. They replace those before.
        `POST /api/v1/tournaments/{tournament_id}/entries/{entry}/categories`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/categories",
                tournament_id=tournament_id,
                entry=entry,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def set_details(
        self,
        tournament_id: str,
        entry: str,
        body: models.SetDetails,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the rating of an entry, and the club or place that it comes from. They replace those before. `POST
        /api/v1/tournaments/{tournament_id}/entries/{entry}/details`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/details", tournament_id=tournament_id, entry=entry
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def request_bye(
        self,
        tournament_id: str,
        entry: str,
        body: models.RequestBye,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Let an entry sit out a round that it asks in advance not to play. `POST
        /api/v1/tournaments/{tournament_id}/entries/{entry}/requested-byes`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/requested-byes",
                tournament_id=tournament_id,
                entry=entry,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_bye_request(
        self,
        tournament_id: str,
        entry: str,
        number: int,
        body: models.Why,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Let an entry play a round after all for which it had asked for a bye. `number` is the round. `POST
        /api/v1/tournaments/{tournament_id}/entries/{entry}/requested-byes/{number}/withdraw`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/entries/{entry}/requested-byes/{number}/withdraw",
                tournament_id=tournament_id,
                entry=entry,
                number=number,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_qualifiers(self, tournament_id: str, body: models.CheckQualifiers) -> models.QualifiersAnswer:
        """Return who would qualify from earlier stages, with their scores. Nothing is recorded. `POST
        /api/v1/tournaments/{tournament_id}/qualifiers/check`
        """
        return self._transport.json(
            {200: models.QualifiersAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/qualifiers/check", tournament_id=tournament_id),
            body=body,
        )

    def enter_qualifiers(
        self,
        tournament_id: str,
        body: models.EnterQualifiers,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Enter the first places of earlier stages that are over, as the next seeds, all winners first. `POST
        /api/v1/tournaments/{tournament_id}/qualifiers`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/qualifiers", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def set_seeds(
        self,
        tournament_id: str,
        body: models.SetSeeds,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the seeding list, the first seed first. `POST /api/v1/tournaments/{tournament_id}/seeds`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/seeds", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class EntryFiles(Resource):
    """The entries of a tournament as a file"""

    def get_entries_csv(self, tournament_id: str, *, if_none_match: str | None = None) -> str:
        """Get the entries as CSV: names and ids of the players, rating, seed, club, categories, first round,
        withdrawal. `GET /api/v1/tournaments/{tournament_id}/entries.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/entries.csv", tournament_id=tournament_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_report_file(
        self,
        tournament_id: str,
        *,
        city: str | None = None,
        federation: str | None = None,
        arbiter: str | None = None,
        deputies: str | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """Get a Swiss or a round robin as FIDE's Tournament Report File (TRF16), for rating and pairing
        programs. `GET /api/v1/tournaments/{tournament_id}/report.trf`
        """
        return self._transport.text(
            "text/plain",
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/report.trf", tournament_id=tournament_id),
            query={"city": city, "federation": federation, "arbiter": arbiter, "deputies": deputies},
            headers={"If-None-Match": if_none_match},
        )

    def check_entries(self, tournament_id: str, body: models.CheckEntryFile) -> models.EntryFileChecked:
        """Check a file of entries: what each line would record, and why a line is refused. Nothing is recorded.
        `POST /api/v1/tournaments/{tournament_id}/entry-files/check`
        """
        return self._transport.json(
            {200: models.EntryFileChecked},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/entry-files/check", tournament_id=tournament_id),
            body=body,
        )

    def import_entries(
        self,
        tournament_id: str,
        body: models.ImportEntryFile,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Record the entries of a file, or none: a line that is refused declines the file. `POST
        /api/v1/tournaments/{tournament_id}/entry-files`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/entry-files", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Events(Resource):
    """Stored facts as NDJSON"""

    def list_events(
        self,
        deal_id: str,
        *,
        viewer: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """List the stored facts of a deal as the viewer may see them. `GET /api/v1/deals/{deal_id}/events`"""
        return self._transport.text(
            "application/x-ndjson",
            "GET",
            path_of("/api/v1/deals/{deal_id}/events", deal_id=deal_id),
            query={"viewer": viewer, "after": after, "limit": limit},
            headers={"If-None-Match": if_none_match},
        )

    def feed(self, *, after: int | None = None, limit: int | None = None) -> str:
        """List all events of the store in the order of their positions. Call it again with `after` to follow it.
        `GET /api/v1/events`
        """
        return self._transport.text(
            "application/x-ndjson", "GET", "/api/v1/events", query={"after": after, "limit": limit}
        )


class Health(Resource):
    """Health checks"""

    def health(self) -> models.Health:
        """Report that the process answers. `GET /health`"""
        return self._transport.json({200: models.Health}, "GET", "/health")

    def ready(self) -> models.Health:
        """Report whether the database takes durable writes and its schema is current; 503 if not. Cached for a
        second. `GET /ready`
        """
        return self._transport.json({200: models.Health}, "GET", "/ready")

    def metrics(self) -> str:
        """Return the figures of this server and its database, for Prometheus. Needs the secret of
        `NOUGHT_METRICS`. `GET /metrics`
        """
        return self._transport.text("text/plain", "GET", "/metrics")


class Imports(Resource):
    """Imports of deals"""

    def list_imports(self, *, limit: int | None = None, cursor: str | None = None) -> models.ImportLinePage:
        """List imports, newest first. A director sees those of its own club. `GET /api/v1/imports`"""
        return self._transport.json(
            {200: models.ImportLinePage}, "GET", "/api/v1/imports", query={"limit": limit, "cursor": cursor}
        )

    def withdraw_import(self, import_id: str, body: models.WithdrawImport) -> models.ImportStepAnswer:
        """Withdraw the deals of an import, up to 100 in one request. `POST /api/v1/imports/{import_id}/withdrawal`"""
        return self._transport.json(
            {200: models.ImportStepAnswer},
            "POST",
            path_of("/api/v1/imports/{import_id}/withdrawal", import_id=import_id),
            body=body,
        )

    def restore_import(self, import_id: str, body: models.WithdrawImport) -> models.ImportStepAnswer:
        """End the withdrawal of an import that was wrong, up to 100 deals in one request, as `withdrawal` does.
        `POST /api/v1/imports/{import_id}/restoration`
        """
        return self._transport.json(
            {200: models.ImportStepAnswer},
            "POST",
            path_of("/api/v1/imports/{import_id}/restoration", import_id=import_id),
            body=body,
        )


class Irregularities(Resource):
    """Breaches the cards do not show"""

    def note(
        self,
        deal_id: str,
        body: models.Irregularity,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Note a breach at a ply, for the arbiter. Only officials see it. `POST
        /api/v1/deals/{deal_id}/irregularities`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/irregularities", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Knowledge(Resource):
    """The knowledge of each seat"""

    def get_knowledge(
        self, deal_id: str, *, seat: str | None = None, until: int | None = None, if_none_match: str | None = None
    ) -> models.Knowledge:
        """Get each card of the pack as a seat knew it after an act: held, seen, shown, inferred or unknown, and
        why. `GET /api/v1/deals/{deal_id}/knowledge`
        """
        return self._transport.json(
            {200: models.Knowledge},
            "GET",
            path_of("/api/v1/deals/{deal_id}/knowledge", deal_id=deal_id),
            query={"seat": seat, "until": until},
            headers={"If-None-Match": if_none_match},
        )


class Lessons(Resource):
    """Lessons"""

    def list_lessons(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        club: str | None = None,
        language: str | None = None,
        mine: bool | None = None,
        if_none_match: str | None = None,
    ) -> models.LessonLinePage:
        """List public lessons, newest first; with `mine` those that the caller's account may edit. `GET
        /api/v1/lessons`
        """
        return self._transport.json(
            {200: models.LessonLinePage},
            "GET",
            "/api/v1/lessons",
            query={"limit": limit, "cursor": cursor, "club": club, "language": language, "mine": mine},
            headers={"If-None-Match": if_none_match},
        )

    def open_lesson(self, body: models.OpenLesson, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Begin a lesson, empty or from a lesson file. It is a draft until it is published. `POST /api/v1/lessons`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/lessons",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_lesson(
        self,
        lesson_id: str,
        *,
        language: str | None = None,
        draft: bool | None = None,
        if_none_match: str | None = None,
    ) -> models.LessonContents:
        """Get the title and the chapters of a published lesson, in a language that it is translated into. `GET
        /api/v1/lessons/{lesson_id}`
        """
        return self._transport.json(
            {200: models.LessonContents},
            "GET",
            path_of("/api/v1/lessons/{lesson_id}", lesson_id=lesson_id),
            query={"language": language, "draft": draft},
            headers={"If-None-Match": if_none_match},
        )

    def edit_head(
        self,
        lesson_id: str,
        body: models.EditHead,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Change title, language and summary of a lesson. `PATCH /api/v1/lessons/{lesson_id}`"""
        return self._transport.json(
            {200: models.SavedPart},
            "PATCH",
            path_of("/api/v1/lessons/{lesson_id}", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_step(
        self,
        lesson_id: str,
        chapter: int,
        step: int,
        *,
        language: str | None = None,
        draft: bool | None = None,
        if_none_match: str | None = None,
    ) -> models.LessonStep:
        """Get a step as its seat sees it: nothing hidden from the seat, and nothing of later steps. `GET
        /api/v1/lessons/{lesson_id}/read/{chapter}/{step}`
        """
        return self._transport.json(
            {200: models.LessonStep},
            "GET",
            path_of(
                "/api/v1/lessons/{lesson_id}/read/{chapter}/{step}", lesson_id=lesson_id, chapter=chapter, step=step
            ),
            query={"language": language, "draft": draft},
            headers={"If-None-Match": if_none_match},
        )

    def answer_step(
        self,
        lesson_id: str,
        chapter: int,
        step: int,
        body: models.AnswerStep,
        *,
        language: str | None = None,
        draft: bool | None = None,
    ) -> models.LessonMark:
        """Mark an answer: right or wrong, with the reasons. Nothing is recorded. An empty answer shows the right
        ones. `POST /api/v1/lessons/{lesson_id}/read/{chapter}/{step}/answers`
        """
        return self._transport.json(
            {200: models.LessonMark},
            "POST",
            path_of(
                "/api/v1/lessons/{lesson_id}/read/{chapter}/{step}/answers",
                lesson_id=lesson_id,
                chapter=chapter,
                step=step,
            ),
            body=body,
            query={"language": language, "draft": draft},
        )

    def get_draft(self, lesson_id: str, *, if_none_match: str | None = None) -> models.LessonDraft:
        """Get a lesson as its authors see it: every part with its revision, and its faults. The ETag is for
        If-Match. `GET /api/v1/lessons/{lesson_id}/draft`
        """
        return self._transport.json(
            {200: models.LessonDraft},
            "GET",
            path_of("/api/v1/lessons/{lesson_id}/draft", lesson_id=lesson_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_file(self, lesson_id: str, *, if_none_match: str | None = None) -> models.LessonFile:
        """Get the draft of a lesson as a lesson file, for its authors. `GET /api/v1/lessons/{lesson_id}/file`"""
        return self._transport.json(
            {200: models.LessonFile},
            "GET",
            path_of("/api/v1/lessons/{lesson_id}/file", lesson_id=lesson_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_history(self, lesson_id: str, *, if_none_match: str | None = None) -> models.LessonHistory:
        """List the edits of a lesson, oldest first, for its authors. `GET /api/v1/lessons/{lesson_id}/history`"""
        return self._transport.json(
            {200: models.LessonHistory},
            "GET",
            path_of("/api/v1/lessons/{lesson_id}/history", lesson_id=lesson_id),
            headers={"If-None-Match": if_none_match},
        )

    def add_chapter(
        self,
        lesson_id: str,
        body: models.EditChapter,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Add a chapter: a recorded deal at a version, a hand file, a worked hand, composed or drawn hands.
        `POST /api/v1/lessons/{lesson_id}/chapters`
        """
        return self._transport.json(
            {201: models.SavedPart},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/chapters", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def edit_chapter(
        self,
        lesson_id: str,
        chapter: int,
        body: models.EditChapter,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Change or move a chapter. `PATCH /api/v1/lessons/{lesson_id}/chapters/{chapter}`"""
        return self._transport.json(
            {200: models.SavedPart},
            "PATCH",
            path_of("/api/v1/lessons/{lesson_id}/chapters/{chapter}", lesson_id=lesson_id, chapter=chapter),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def remove_chapter(
        self,
        lesson_id: str,
        chapter: int,
        body: models.RemovePart,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Remove a chapter with its steps; `undo` brings it back. `POST
        /api/v1/lessons/{lesson_id}/chapters/{chapter}/remove`
        """
        return self._transport.json(
            {200: models.SavedPart},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/chapters/{chapter}/remove", lesson_id=lesson_id, chapter=chapter),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def add_step(
        self,
        lesson_id: str,
        body: models.EditStep,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Add a step. A question must have a right answer at its place. `POST /api/v1/lessons/{lesson_id}/steps`"""
        return self._transport.json(
            {201: models.SavedPart},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/steps", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def edit_step(
        self,
        lesson_id: str,
        step: int,
        body: models.EditStep,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Change or move a step. `PATCH /api/v1/lessons/{lesson_id}/steps/{step}`"""
        return self._transport.json(
            {200: models.SavedPart},
            "PATCH",
            path_of("/api/v1/lessons/{lesson_id}/steps/{step}", lesson_id=lesson_id, step=step),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def remove_step(
        self,
        lesson_id: str,
        step: int,
        body: models.RemovePart,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Remove a step, and with a branch all steps within it; `undo` brings it back. `POST
        /api/v1/lessons/{lesson_id}/steps/{step}/remove`
        """
        return self._transport.json(
            {200: models.SavedPart},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/steps/{step}/remove", lesson_id=lesson_id, step=step),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def translate(
        self,
        lesson_id: str,
        body: models.TranslatePart,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedPart:
        """Translate a part of a lesson; without texts, remove its translation. `POST
        /api/v1/lessons/{lesson_id}/translations`
        """
        return self._transport.json(
            {200: models.SavedPart},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/translations", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def undo(
        self,
        lesson_id: str,
        body: models.UndoEdit,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Undo an edit, if its part was not changed since. An undo can be undone. `POST
        /api/v1/lessons/{lesson_id}/undo`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/undo", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def add_author(
        self,
        lesson_id: str,
        body: models.Author,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Let another account edit the lesson. `POST /api/v1/lessons/{lesson_id}/authors`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/authors", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def remove_author(
        self,
        lesson_id: str,
        body: models.Author,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """End an account's right to edit the lesson. The owner stays an author. `POST
        /api/v1/lessons/{lesson_id}/authors/remove`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/authors/remove", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def publish(
        self,
        lesson_id: str,
        body: models.PublishLesson,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Publish the lesson as it is now. Later edits are a draft until it is published again. `POST
        /api/v1/lessons/{lesson_id}/publish`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/publish", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw(
        self,
        lesson_id: str,
        body: models.RemovePart,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Make the lesson a draft again, which pupils cannot read. `POST /api/v1/lessons/{lesson_id}/withdraw`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/lessons/{lesson_id}/withdraw", lesson_id=lesson_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Log(Resource):
    """Proof that nothing was changed"""

    def get_checkpoint(self, *, if_none_match: str | None = None) -> str:
        """Get the newest checkpoint, a signed note (C2SP). Keep it: all later logs must contain what it signs.
        `GET /api/v1/log/checkpoint`
        """
        return self._transport.text(
            "text/plain", "GET", "/api/v1/log/checkpoint", headers={"If-None-Match": if_none_match}
        )

    def list_checkpoints(
        self, *, limit: int | None = None, before: int | None = None, if_none_match: str | None = None
    ) -> models.CheckpointPage:
        """List checkpoints, the largest first; `before` is the size of the last one that the caller has. `GET
        /api/v1/log/checkpoints`
        """
        return self._transport.json(
            {200: models.CheckpointPage},
            "GET",
            "/api/v1/log/checkpoints",
            query={"limit": limit, "before": before},
            headers={"If-None-Match": if_none_match},
        )

    def get_inclusion(
        self, deal_id: str, *, version: int | None = None, size: int | None = None, if_none_match: str | None = None
    ) -> models.InclusionAnswer:
        """Get the proof that the events of a deal are in the log, under the newest checkpoint or that of a
        `size`. `GET /api/v1/log/inclusion/{deal_id}`
        """
        return self._transport.json(
            {200: models.InclusionAnswer},
            "GET",
            path_of("/api/v1/log/inclusion/{deal_id}", deal_id=deal_id),
            query={"version": version, "size": size},
            headers={"If-None-Match": if_none_match},
        )

    def get_consistency(
        self, *, from_: int, to: int | None = None, if_none_match: str | None = None
    ) -> models.ConsistencyAnswer:
        """Get the proof that a checkpoint grew from an earlier one. `from` and `to` are sizes; default: the
        newest. `GET /api/v1/log/consistency`
        """
        return self._transport.json(
            {200: models.ConsistencyAnswer},
            "GET",
            "/api/v1/log/consistency",
            query={"from": from_, "to": to},
            headers={"If-None-Match": if_none_match},
        )

    def get_key(self, *, if_none_match: str | None = None) -> models.KeysAnswer:
        """List the public keys of the log, newest first, as C2SP writes them; each with its signed handover.
        `GET /api/v1/log/key`
        """
        return self._transport.json(
            {200: models.KeysAnswer}, "GET", "/api/v1/log/key", headers={"If-None-Match": if_none_match}
        )


class Matches(Resource):
    """Matches: deals played in a row"""

    def list_matches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        club: str | None = None,
        table: str | None = None,
        status: Literal["open", "over"] | None = None,
    ) -> models.MatchLinePage:
        """List matches, newest first. `GET /api/v1/matches`"""
        return self._transport.json(
            {200: models.MatchLinePage},
            "GET",
            "/api/v1/matches",
            query={"limit": limit, "cursor": cursor, "club": club, "table": table, "status": status},
        )

    def open_match(self, body: models.OpenMatch, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open a match. A recorder's token opens matches at its table, a director's in its club. `POST
        /api/v1/matches`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/matches",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_match(self, match_id: str) -> models.MatchAnswer:
        """Get a match: its deals in order, what each paid, and the balance. `GET /api/v1/matches/{match_id}`"""
        return self._transport.json(
            {200: models.MatchAnswer}, "GET", path_of("/api/v1/matches/{match_id}", match_id=match_id)
        )

    def end_match(
        self,
        match_id: str,
        body: models.Stamped,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """End a match before the tokens do. The team with more tokens has won. `POST
        /api/v1/matches/{match_id}/end`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/matches/{match_id}/end", match_id=match_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Notes(Resource):
    """Notes on acts, beside the record"""

    def list_notes(
        self, deal_id: str, *, until: int | None = None, if_none_match: str | None = None
    ) -> models.NoteList:
        """List the notes on a deal, for those who may see all hands; with `until`, those up to that ply. `GET
        /api/v1/deals/{deal_id}/notes`
        """
        return self._transport.json(
            {200: models.NoteList},
            "GET",
            path_of("/api/v1/deals/{deal_id}/notes", deal_id=deal_id),
            query={"until": until},
            headers={"If-None-Match": if_none_match},
        )

    def write_note(
        self, deal_id: str, body: models.WriteNote, *, idempotency_key: str | None = None
    ) -> models.SavedAnswer:
        """Add a note. The deal and its version do not change. `POST /api/v1/deals/{deal_id}/notes`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/notes", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def retract_note(self, deal_id: str, number: int, *, idempotency_key: str | None = None) -> None:
        """Remove a note. It is not shown any more. `DELETE /api/v1/deals/{deal_id}/notes/{number}`"""
        return self._transport.nothing(
            "DELETE",
            path_of("/api/v1/deals/{deal_id}/notes/{number}", deal_id=deal_id, number=number),
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )


class Packs(Resource):
    """Packs that anyone can check"""

    def commit_packs(
        self,
        tournament_id: str,
        body: models.CommitPacks,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Deal random packs for some boards, seal them, and publish the commitment. `POST
        /api/v1/tournaments/{tournament_id}/packs`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/packs", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_packs(self, tournament_id: str, number: int, *, if_none_match: str | None = None) -> models.PacksAnswer:
        """Get the commitment to some packs and, once opened, the packs. `nought packs verify` checks them. `GET
        /api/v1/tournaments/{tournament_id}/packs/{number}`
        """
        return self._transport.json(
            {200: models.PacksAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/packs/{number}", tournament_id=tournament_id, number=number),
            headers={"If-None-Match": if_none_match},
        )

    def get_sealed(self, tournament_id: str, number: int, *, if_none_match: str | None = None) -> models.PacksAnswer:
        """Get packs before they are opened, for the director who deals them out or prints them. `GET
        /api/v1/tournaments/{tournament_id}/packs/{number}/sealed`
        """
        return self._transport.json(
            {200: models.PacksAnswer},
            "GET",
            path_of(
                "/api/v1/tournaments/{tournament_id}/packs/{number}/sealed", tournament_id=tournament_id, number=number
            ),
            headers={"If-None-Match": if_none_match},
        )

    def discard_packs(
        self,
        tournament_id: str,
        number: int,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Discard packs that are not played, so that others can be dealt for their boards. The commitment stays
        public. `POST /api/v1/tournaments/{tournament_id}/packs/{number}/discard`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/packs/{number}/discard", tournament_id=tournament_id, number=number
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def open_packs(
        self,
        tournament_id: str,
        number: int,
        body: models.Stamped,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Open the packs to everybody, to check against the commitment. `POST
        /api/v1/tournaments/{tournament_id}/packs/{number}/open`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/packs/{number}/open", tournament_id=tournament_id, number=number
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Pins(Resource):
    """The PINs of seats"""

    def list_pins(self, deal_id: str) -> models.PinList:
        """List the seats that have a PIN: for the deal's match, else for its table, else for this deal alone.
        `GET /api/v1/deals/{deal_id}/pins`
        """
        return self._transport.json(
            {200: models.PinList}, "GET", path_of("/api/v1/deals/{deal_id}/pins", deal_id=deal_id)
        )

    def set_pin(self, deal_id: str, body: models.SetPin) -> None:
        """Set the PIN of a seat, for all deals of the match, else of the table. To change one, send the `old`
        one too. `POST /api/v1/deals/{deal_id}/pins`
        """
        return self._transport.nothing("POST", path_of("/api/v1/deals/{deal_id}/pins", deal_id=deal_id), body=body)

    def clear_pin(self, deal_id: str, seat: str) -> None:
        """Delete the PIN of a seat, so that its player can set another. Officials may, recorders may not.
        `DELETE /api/v1/deals/{deal_id}/pins/{seat}`
        """
        return self._transport.nothing(
            "DELETE", path_of("/api/v1/deals/{deal_id}/pins/{seat}", deal_id=deal_id, seat=seat)
        )


class Players(Resource):
    """Players"""

    def list_players(
        self, *, limit: int | None = None, cursor: str | None = None, club: str | None = None
    ) -> models.ThingPage:
        """List players, newest first. `GET /api/v1/players`"""
        return self._transport.json(
            {200: models.ThingPage}, "GET", "/api/v1/players", query={"limit": limit, "cursor": cursor, "club": club}
        )

    def register_player(self, body: models.OpenInClub, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Add a player; a director's token adds the player to its club. `POST /api/v1/players`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/players",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_player(self, player_id: str) -> models.Thing:
        """Get a player. `GET /api/v1/players/{player_id}`"""
        return self._transport.json(
            {200: models.Thing}, "GET", path_of("/api/v1/players/{player_id}", player_id=player_id)
        )

    def rename_player(
        self,
        player_id: str,
        body: models.Rename,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Rename a player. `PATCH /api/v1/players/{player_id}`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/players/{player_id}", player_id=player_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Practices(Resource):
    """Practice against bots"""

    def open_practice(self, body: models.OpenPractice) -> models.OpenedPractice:
        """Begin a practice deal: a fresh one, a worked hand from a ply on, or from a step of a lesson on. `POST
        /api/v1/practices`
        """
        return self._transport.json({201: models.OpenedPractice}, "POST", "/api/v1/practices", body=body)

    def open_practice_from(self, deal_id: str, body: models.PracticeFrom) -> models.OpenedPractice:
        """Begin a practice deal that goes on from a ply of a recorded deal. `POST
        /api/v1/deals/{deal_id}/practices`
        """
        return self._transport.json(
            {201: models.OpenedPractice},
            "POST",
            path_of("/api/v1/deals/{deal_id}/practices", deal_id=deal_id),
            body=body,
        )

    def get_practice(self, practice_id: str, *, if_none_match: str | None = None) -> models.PracticeDeal:
        """Get a practice deal as the person in its seat sees it, with the acts that the seat may do now. `GET
        /api/v1/practices/{practice_id}`
        """
        return self._transport.json(
            {200: models.PracticeDeal},
            "GET",
            path_of("/api/v1/practices/{practice_id}", practice_id=practice_id),
            headers={"If-None-Match": if_none_match},
        )

    def act(
        self, practice_id: str, body: models.PracticeAct, *, idempotency_key: str | None = None
    ) -> models.PracticeDeal:
        """Do an act of the person in the seat. An act against the rules is refused with the rule and the allowed
        acts. `POST /api/v1/practices/{practice_id}/acts`
        """
        return self._transport.json(
            {200: models.PracticeDeal},
            "POST",
            path_of("/api/v1/practices/{practice_id}/acts", practice_id=practice_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def let_bots_act(self, practice_id: str) -> models.PracticeDeal:
        """Let a bot do the next act, if one is to act or makes a call. Without `bot` in the answer the person is
        to act. `POST /api/v1/practices/{practice_id}/bots`
        """
        return self._transport.json(
            {200: models.PracticeDeal}, "POST", path_of("/api/v1/practices/{practice_id}/bots", practice_id=practice_id)
        )

    def get_hint(self, practice_id: str, *, if_none_match: str | None = None) -> models.PracticeHint:
        """Get the act that the strongest bot would choose for the person, by what the seat knows, and the cards'
        prices. `GET /api/v1/practices/{practice_id}/hint`
        """
        return self._transport.json(
            {200: models.PracticeHint},
            "GET",
            path_of("/api/v1/practices/{practice_id}/hint", practice_id=practice_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_practice_analysis(self, practice_id: str, *, if_none_match: str | None = None) -> models.DealAnalysis:
        """Get what each card was worth with all hands open, once the deal is over. `GET
        /api/v1/practices/{practice_id}/analysis`
        """
        return self._transport.json(
            {200: models.DealAnalysis},
            "GET",
            path_of("/api/v1/practices/{practice_id}/analysis", practice_id=practice_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_practice_caps(self, practice_id: str, *, if_none_match: str | None = None) -> models.CapsReport:
        """Get the verdict on Caps with its reasons, once the deal is over: who could be certain, from when, and
        of what. `GET /api/v1/practices/{practice_id}/caps`
        """
        return self._transport.json(
            {200: models.CapsReport},
            "GET",
            path_of("/api/v1/practices/{practice_id}/caps", practice_id=practice_id),
            headers={"If-None-Match": if_none_match},
        )

    def play_again(self, practice_id: str) -> models.OpenedPractice:
        """Begin the same deal again, in the same seat and from the same ply. `POST
        /api/v1/practices/{practice_id}/again`
        """
        return self._transport.json(
            {201: models.OpenedPractice},
            "POST",
            path_of("/api/v1/practices/{practice_id}/again", practice_id=practice_id),
        )


class Problems(Resource):
    """The codes of problems"""

    def list_kinds(self) -> models.ProblemList:
        """List all codes with their status and, for rules of the game, the clause. `GET /api/v1/problems`"""
        return self._transport.json({200: models.ProblemList}, "GET", "/api/v1/problems")

    def get_kind(self, code: str) -> models.ProblemLine:
        """Get the meaning of a code. The `type` of each problem is this address. `GET /api/v1/problems/{code}`"""
        return self._transport.json({200: models.ProblemLine}, "GET", path_of("/api/v1/problems/{code}", code=code))


class Puzzles(Resource):
    """Problems to solve"""

    def list_puzzles(
        self,
        *,
        theme: Literal["caps", "draw-trumps", "card", "holder", "trumps", "points", "breach", "settle"] | None = None,
        game: str | None = None,
        if_none_match: str | None = None,
    ) -> models.PuzzleList:
        """List the problems of a theme or a game that come with Nought. `GET /api/v1/puzzles`"""
        return self._transport.json(
            {200: models.PuzzleList},
            "GET",
            "/api/v1/puzzles",
            query={"theme": theme, "game": game},
            headers={"If-None-Match": if_none_match},
        )

    def get_puzzle_of_the_day(self, *, if_none_match: str | None = None) -> models.PuzzleAnswer:
        """Get the problem of this day in UTC. For a member of a club it may be of one of the club's deals, with
        its id. `GET /api/v1/puzzles/today`
        """
        return self._transport.json(
            {200: models.PuzzleAnswer}, "GET", "/api/v1/puzzles/today", headers={"If-None-Match": if_none_match}
        )

    def get_puzzle(self, puzzle_id: str, *, if_none_match: str | None = None) -> models.PuzzleAnswer:
        """Get a problem as its seat sees it: nothing hidden from the seat, and nothing of the answer. `GET
        /api/v1/puzzles/{puzzle_id}`
        """
        return self._transport.json(
            {200: models.PuzzleAnswer},
            "GET",
            path_of("/api/v1/puzzles/{puzzle_id}", puzzle_id=puzzle_id),
            headers={"If-None-Match": if_none_match},
        )

    def answer_puzzle(self, puzzle_id: str, body: models.AnswerStep) -> models.LessonMark:
        """Mark an answer: right or wrong, with the reasons. Nothing is recorded. An empty answer shows the right
        ones. `POST /api/v1/puzzles/{puzzle_id}/answers`
        """
        return self._transport.json(
            {200: models.LessonMark},
            "POST",
            path_of("/api/v1/puzzles/{puzzle_id}/answers", puzzle_id=puzzle_id),
            body=body,
        )


class Replays(Resource):
    """Whole deals, ply by ply"""

    def get_replay(
        self, deal_id: str, viewer: str, *, until: int | None = None, if_none_match: str | None = None
    ) -> models.Replay:
        """Get all frames of a deal for one viewer: the first view, then what each act changed (RFC 7396). `GET
        /api/v1/deals/{deal_id}/replays/{viewer}`
        """
        return self._transport.json(
            {200: models.Replay},
            "GET",
            path_of("/api/v1/deals/{deal_id}/replays/{viewer}", deal_id=deal_id, viewer=viewer),
            query={"until": until},
            headers={"If-None-Match": if_none_match},
        )


class RoundResults(Resource):
    """The results of a round from a file"""

    def check_results(self, tournament_id: str, number: int, body: models.CheckResultFile) -> models.ResultFileChecked:
        """Check a file of results: what each line would enter, and why a line is refused. Nothing is recorded.
        `POST /api/v1/tournaments/{tournament_id}/rounds/{number}/results/check`
        """
        return self._transport.json(
            {200: models.ResultFileChecked},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/results/check",
                tournament_id=tournament_id,
                number=number,
            ),
            body=body,
        )

    def enter_results(
        self, tournament_id: str, number: int, body: models.EnterResultFile, *, idempotency_key: str | None = None
    ) -> models.ResultFileEntered:
        """Enter the results of a file. A line that cannot be read is named in the answer, and the others are
        entered. `POST /api/v1/tournaments/{tournament_id}/rounds/{number}/results`
        """
        return self._transport.json(
            {200: models.ResultFileEntered},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/results",
                tournament_id=tournament_id,
                number=number,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )


class Rounds(Resource):
    """The rounds of a tournament"""

    def draw_round(
        self,
        tournament_id: str,
        body: models.DrawRound,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Draw the next round: by the format, each pairing with its reason, or `by_hand`. `POST
        /api/v1/tournaments/{tournament_id}/rounds`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/rounds", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_round(self, tournament_id: str, body: models.CheckRound) -> models.RoundChecked:
        """Check a draw by hand of the next round, or a redraw of the last one: its faults, and whether it is
        declined. `POST /api/v1/tournaments/{tournament_id}/rounds/check`
        """
        return self._transport.json(
            {200: models.RoundChecked},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/rounds/check", tournament_id=tournament_id),
            body=body,
        )

    def get_round(
        self, tournament_id: str, number: int, *, at: datetime | None = None, if_none_match: str | None = None
    ) -> models.RoundAnswer:
        """Get a round: the pairings and their reasons, the byes, and the result of each table, now or at a
        moment. `GET /api/v1/tournaments/{tournament_id}/rounds/{number}`
        """
        return self._transport.json(
            {200: models.RoundAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/rounds/{number}", tournament_id=tournament_id, number=number),
            query={"at": at},
            headers={"If-None-Match": if_none_match},
        )

    def redraw_round(
        self,
        tournament_id: str,
        number: int,
        body: models.RedrawRound,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Redraw the last round, before anything is recorded at its tables. The first draw stays in the log.
        `POST /api/v1/tournaments/{tournament_id}/rounds/{number}/redraw`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/redraw", tournament_id=tournament_id, number=number
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_draw(
        self,
        tournament_id: str,
        number: int,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Withdraw the draw of the last round, before anything is recorded at its tables. It can be drawn again.
        `POST /api/v1/tournaments/{tournament_id}/rounds/{number}/withdrawal`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/withdrawal",
                tournament_id=tournament_id,
                number=number,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def close_round(
        self,
        tournament_id: str,
        number: int,
        body: models.Stamped,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Close a round: its results stand, confirmed or not. Every table must have a result. `POST
        /api/v1/tournaments/{tournament_id}/rounds/{number}/close`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/close", tournament_id=tournament_id, number=number
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def reopen_round(
        self,
        tournament_id: str,
        number: int,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Reopen a closed round, so that results can be entered again. `POST
        /api/v1/tournaments/{tournament_id}/rounds/{number}/reopen`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/rounds/{number}/reopen", tournament_id=tournament_id, number=number
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Rulesets(Resource):
    """The known rulesets"""

    def list_rulesets(self) -> models.RulesetList:
        """List all known rulesets. `GET /api/v1/rulesets`"""
        return self._transport.json({200: models.RulesetList}, "GET", "/api/v1/rulesets")

    def get_ruleset(self, key: str, *, if_none_match: str | None = None) -> models.Ruleset:
        """Get a ruleset with all its parameters. Each deal stores its own copy, so a replay never changes. `GET
        /api/v1/rulesets/{key}`
        """
        return self._transport.json(
            {200: models.Ruleset},
            "GET",
            path_of("/api/v1/rulesets/{key}", key=key),
            headers={"If-None-Match": if_none_match},
        )

    def get_rulebook(self, key: str, *, if_none_match: str | None = None) -> models.Rulebook:
        """Get the rulebook of a ruleset, in the order of play, each sentence with its source. `GET
        /api/v1/rulesets/{key}/rulebook`
        """
        return self._transport.json(
            {200: models.Rulebook},
            "GET",
            path_of("/api/v1/rulesets/{key}/rulebook", key=key),
            headers={"If-None-Match": if_none_match},
        )

    def get_rulebook_text(self, key: str, *, if_none_match: str | None = None) -> str:
        """Get the rulebook of a ruleset, in the order of play, each sentence with its source. `GET
        /api/v1/rulesets/{key}/rulebook`
        """
        return self._transport.text(
            "text/plain",
            "GET",
            path_of("/api/v1/rulesets/{key}/rulebook", key=key),
            headers={"If-None-Match": if_none_match},
        )

    def get_differences(self, key: str, other: str, *, if_none_match: str | None = None) -> models.Differences:
        """Compare two rulesets: their parameters, and the chapters of their rulebooks. `GET
        /api/v1/rulesets/{key}/differences/{other}`
        """
        return self._transport.json(
            {200: models.Differences},
            "GET",
            path_of("/api/v1/rulesets/{key}/differences/{other}", key=key, other=other),
            headers={"If-None-Match": if_none_match},
        )


class Rulings(Resource):
    """Rulings of an arbiter"""

    def rule_caps(
        self,
        deal_id: str,
        body: models.RuleCaps,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Rule on a Caps call: `right`, `early`, `late`, or `missing` if it was owed and never made. `POST
        /api/v1/deals/{deal_id}/rulings/caps`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/rulings/caps", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def rule_violation(
        self,
        deal_id: str,
        body: models.RuleViolation,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Rule that a seat broke a rule. The ruleset decides the consequence. `POST
        /api/v1/deals/{deal_id}/rulings/violation`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/rulings/violation", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def lift_ruling(
        self,
        deal_id: str,
        body: models.LiftRuling,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Lift a ruling and its effect on the result. The record keeps both. `POST
        /api/v1/deals/{deal_id}/rulings/lift`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/rulings/lift", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Seals(Resource):
    """Sealed cards"""

    def list_seals(self, deal_id: str, *, if_none_match: str | None = None) -> models.SealsAnswer:
        """List the seals of a deal: the digest and, once open, card and salt. A seat always sees its own. `GET
        /api/v1/deals/{deal_id}/seals`
        """
        return self._transport.json(
            {200: models.SealsAnswer},
            "GET",
            path_of("/api/v1/deals/{deal_id}/seals", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )

    def seal_indicator(
        self,
        deal_id: str,
        body: models.SealIndicator,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Lay the trump indicator as a sealed card, with the trump maker's own token. `POST
        /api/v1/deals/{deal_id}/seals`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/seals", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def open_seals(
        self,
        deal_id: str,
        body: models.Stamped,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedDealAnswer:
        """Open the seals of a seat's own token, or all for officials, once the indicator is shown or the deal is
        over. `POST /api/v1/deals/{deal_id}/seals/open`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/seals/open", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Sections(Resource):
    """Parallel sections"""

    def check_sections(self, body: models.CheckSections) -> models.SectionsChecked:
        """Get the sections that a list of entries would be divided into. Nothing is recorded. `POST
        /api/v1/tournaments/sections/check`
        """
        return self._transport.json(
            {200: models.SectionsChecked}, "POST", "/api/v1/tournaments/sections/check", body=body
        )

    def open_sections(self, body: models.OpenSections, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open parallel sections: tournaments with the same terms, each with a part of one list of entries.
        `POST /api/v1/tournaments/sections`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/tournaments/sections",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def list_sections(self, tournament_id: str, *, if_none_match: str | None = None) -> models.SectionsAnswer:
        """List the parallel sections that were opened together with a tournament, itself included. `GET
        /api/v1/tournaments/{tournament_id}/sections`
        """
        return self._transport.json(
            {200: models.SectionsAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/sections", tournament_id=tournament_id),
            headers={"If-None-Match": if_none_match},
        )


class Series(Resource):
    """Evenings of a club that count together"""

    def list_series(
        self, *, limit: int | None = None, cursor: str | None = None, club: str | None = None
    ) -> models.SeriesLinePage:
        """List series, newest first. `GET /api/v1/series`"""
        return self._transport.json(
            {200: models.SeriesLinePage},
            "GET",
            "/api/v1/series",
            query={"limit": limit, "cursor": cursor, "club": club},
        )

    def open_series(self, body: models.OpenSeries, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open a series of a club; a director's token opens it in its club. `POST /api/v1/series`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/series",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_series(self, series_id: str, *, if_none_match: str | None = None) -> models.SeriesAnswer:
        """Get a series: terms, evenings, and the standings with every term of every sum. `GET
        /api/v1/series/{series_id}`
        """
        return self._transport.json(
            {200: models.SeriesAnswer},
            "GET",
            path_of("/api/v1/series/{series_id}", series_id=series_id),
            headers={"If-None-Match": if_none_match},
        )

    def rename_series(
        self,
        series_id: str,
        body: models.Rename,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Rename a series. `PATCH /api/v1/series/{series_id}`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/series/{series_id}", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_series_ledger(self, series_id: str, *, if_none_match: str | None = None) -> str:
        """Get the ledger as CSV: a line for each player, a column for each evening; what does not count is in
        brackets. `GET /api/v1/series/{series_id}/ledger.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/series/{series_id}/ledger.csv", series_id=series_id),
            headers={"If-None-Match": if_none_match},
        )

    def change_series_terms(
        self,
        series_id: str,
        body: models.ChangeSeriesTerms,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Change the terms of a series, for all its evenings. Terms that are left out have their defaults. `POST
        /api/v1/series/{series_id}/terms`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/terms", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_series(self, series_id: str, body: models.CheckSeries) -> models.SeriesAnswer:
        """Get the series as it would be with other terms, or without an evening. Nothing is recorded. `POST
        /api/v1/series/{series_id}/check`
        """
        return self._transport.json(
            {200: models.SeriesAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/check", series_id=series_id),
            body=body,
        )

    def get_series_log(self, series_id: str, *, if_none_match: str | None = None) -> models.SeriesLog:
        """List what happened in the series, in sentences, oldest first. `GET /api/v1/series/{series_id}/log`"""
        return self._transport.json(
            {200: models.SeriesLog},
            "GET",
            path_of("/api/v1/series/{series_id}/log", series_id=series_id),
            headers={"If-None-Match": if_none_match},
        )

    def end_series(
        self,
        series_id: str,
        body: models.EndSeries,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Announce the final result: the standings as they are. All evenings must be over. `POST
        /api/v1/series/{series_id}/end`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/end", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def reopen_series(
        self, series_id: str, body: models.Why, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedAnswer:
        """Take the final result back, to change the series or to announce the result anew. `POST
        /api/v1/series/{series_id}/reopen`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/reopen", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def check_sheets(self, series_id: str, body: models.CheckScoreFile) -> models.ScoreFileChecked:
        """Check a club's own score sheet: what each row would record, and why a row is refused. Nothing is
        recorded. `POST /api/v1/series/{series_id}/sheets/check`
        """
        return self._transport.json(
            {200: models.ScoreFileChecked},
            "POST",
            path_of("/api/v1/series/{series_id}/sheets/check", series_id=series_id),
            body=body,
        )

    def record_sheets(
        self,
        series_id: str,
        body: models.RecordScoreFile,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Record the evenings of a club's own score sheet, or none: a row that is refused declines the file.
        `POST /api/v1/series/{series_id}/sheets`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/sheets", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def add_evening(
        self,
        series_id: str,
        body: models.AddEvening,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Add a tournament, a match or a slate of the club as the last evening. `POST
        /api/v1/series/{series_id}/evenings`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/evenings", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def remove_evening(
        self,
        series_id: str,
        body: models.RemoveEvening,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Remove an evening. It can be added again. `POST /api/v1/series/{series_id}/evenings/remove`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/series/{series_id}/evenings/remove", series_id=series_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Shuffles(Resource):
    """The shuffle and the deal"""

    def get_shuffle(self, deal_id: str, *, if_none_match: str | None = None) -> models.Shuffle:
        """Get how much order of the previous deal's cards is left in this one, and how the cards were dealt.
        `GET /api/v1/deals/{deal_id}/shuffle`
        """
        return self._transport.json(
            {200: models.Shuffle},
            "GET",
            path_of("/api/v1/deals/{deal_id}/shuffle", deal_id=deal_id),
            headers={"If-None-Match": if_none_match},
        )


class Slates(Resource):
    """Scores of Schieber and Coiffeur"""

    def list_slates(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        club: str | None = None,
        table: str | None = None,
        game: str | None = None,
        status: Literal["open", "over", "void"] | None = None,
    ) -> models.SlateLinePage:
        """List slates, newest first. Those that were opened by mistake have the status `void`. `GET
        /api/v1/slates`
        """
        return self._transport.json(
            {200: models.SlateLinePage},
            "GET",
            "/api/v1/slates",
            query={"limit": limit, "cursor": cursor, "club": club, "table": table, "game": game, "status": status},
        )

    def open_slate(self, body: models.OpenSlate, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open a slate. A recorder's token opens slates at its table or in its club, a director's in its club.
        `POST /api/v1/slates`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/slates",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_slate(self, slate_id: str, *, if_none_match: str | None = None) -> models.SlateAnswer:
        """Get a slate: its lines, totals and winners, what is left to play, and every fact that was stored. `GET
        /api/v1/slates/{slate_id}`
        """
        return self._transport.json(
            {200: models.SlateAnswer},
            "GET",
            path_of("/api/v1/slates/{slate_id}", slate_id=slate_id),
            headers={"If-None-Match": if_none_match},
        )

    def get_slate_as_csv(self, slate_id: str, *, if_none_match: str | None = None) -> str:
        """Get the lines of a slate as CSV, with what each added and the totals after it. `GET
        /api/v1/slates/{slate_id}/lines.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/slates/{slate_id}/lines.csv", slate_id=slate_id),
            headers={"If-None-Match": if_none_match},
        )

    def write_line(
        self,
        slate_id: str,
        body: models.WriteLine,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Write the line of a deal: one number, the points of one team. The other team of a Schieber has the
        rest. `POST /api/v1/slates/{slate_id}/lines`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/lines", slate_id=slate_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def correct_line(
        self,
        slate_id: str,
        number: int,
        body: models.CorrectLine,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Correct a line: send the whole line as it should be. The line before stays in the history. `POST
        /api/v1/slates/{slate_id}/lines/{number}/corrections`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/lines/{number}/corrections", slate_id=slate_id, number=number),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def remove_line(
        self,
        slate_id: str,
        number: int,
        body: models.RemoveLine,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Remove a line. It stays in the history, and can be written again. `POST
        /api/v1/slates/{slate_id}/lines/{number}/remove`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/lines/{number}/remove", slate_id=slate_id, number=number),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def change_slate_terms(
        self,
        slate_id: str,
        body: models.ChangeSlateTerms,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Change the terms, for all lines. Terms that are left out have their defaults. `POST
        /api/v1/slates/{slate_id}/terms`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/terms", slate_id=slate_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def name_teams(
        self,
        slate_id: str,
        body: models.NameTeams,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Give the teams other names or players. `POST /api/v1/slates/{slate_id}/teams`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/teams", slate_id=slate_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def stop_slate(
        self,
        slate_id: str,
        body: models.StopSlate,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Stop a game before its end: the team with most points has won. With `void` the slate counts nowhere.
        `POST /api/v1/slates/{slate_id}/stop`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/stop", slate_id=slate_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def reopen_slate(
        self,
        slate_id: str,
        body: models.ReopenSlate,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Undo a stop. `POST /api/v1/slates/{slate_id}/reopen`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/slates/{slate_id}/reopen", slate_id=slate_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def preview_slate(self, slate_id: str, body: models.PreviewSlate) -> models.SlateScore:
        """Get the score as it would be after a change. Nothing is recorded. `POST
        /api/v1/slates/{slate_id}/preview`
        """
        return self._transport.json(
            {200: models.SlateScore}, "POST", path_of("/api/v1/slates/{slate_id}/preview", slate_id=slate_id), body=body
        )


class Standings(Resource):
    """Standings, with reasons"""

    def get_standings(
        self,
        tournament_id: str,
        *,
        at: datetime | None = None,
        round: int | None = None,
        if_none_match: str | None = None,
    ) -> models.StandingsAnswer:
        """Get the standings: now, after a round, or at a moment. `Accept: text/csv` returns a table. `GET
        /api/v1/tournaments/{tournament_id}/standings`
        """
        return self._transport.json(
            {200: models.StandingsAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/standings", tournament_id=tournament_id),
            query={"at": at, "round": round},
            headers={"If-None-Match": if_none_match},
        )

    def get_standings_csv(
        self,
        tournament_id: str,
        *,
        at: datetime | None = None,
        round: int | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """Get the standings: now, after a round, or at a moment. `Accept: text/csv` returns a table. `GET
        /api/v1/tournaments/{tournament_id}/standings`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/standings", tournament_id=tournament_id),
            query={"at": at, "round": round},
            headers={"If-None-Match": if_none_match},
        )

    def get_standing(
        self,
        tournament_id: str,
        entry: str,
        *,
        at: datetime | None = None,
        round: int | None = None,
        if_none_match: str | None = None,
    ) -> models.Explained:
        """Explain the place of an entry step by step: its rounds, what counts, and the tie-breaks used. `GET
        /api/v1/tournaments/{tournament_id}/standings/{entry}`
        """
        return self._transport.json(
            {200: models.Explained},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/standings/{entry}", tournament_id=tournament_id, entry=entry),
            query={"at": at, "round": round},
            headers={"If-None-Match": if_none_match},
        )


class Streams(Resource):
    """Deals and tables while they happen"""

    def follow_deal(self, deal_id: str, viewer: str, *, last_event_id: str | None = None) -> EventStream:
        """Follow a deal as a viewer until it is over. `GET /api/v1/deals/{deal_id}/stream/{viewer}`"""
        return self._transport.stream(
            "GET",
            path_of("/api/v1/deals/{deal_id}/stream/{viewer}", deal_id=deal_id, viewer=viewer),
            headers={"Last-Event-ID": last_event_id},
        )

    def follow_table(
        self, table_id: str, *, viewer: str | None = None, last_event_id: str | None = None
    ) -> EventStream:
        """Follow a table from deal to deal, as `viewer` or else as the caller's own viewer. `GET
        /api/v1/tables/{table_id}/stream`
        """
        return self._transport.stream(
            "GET",
            path_of("/api/v1/tables/{table_id}/stream", table_id=table_id),
            query={"viewer": viewer},
            headers={"Last-Event-ID": last_event_id},
        )

    def get_now(self, table_id: str, *, viewer: str | None = None, if_none_match: str | None = None) -> models.Standing:
        """Get the newest deal of a table as it stands, as in the stream's event `deal`. `GET
        /api/v1/tables/{table_id}/now`
        """
        return self._transport.json(
            {200: models.Standing},
            "GET",
            path_of("/api/v1/tables/{table_id}/now", table_id=table_id),
            query={"viewer": viewer},
            headers={"If-None-Match": if_none_match},
        )


class Tables(Resource):
    """Tables"""

    def list_tables(
        self, *, limit: int | None = None, cursor: str | None = None, club: str | None = None
    ) -> models.ThingPage:
        """List tables, newest first. `GET /api/v1/tables`"""
        return self._transport.json(
            {200: models.ThingPage}, "GET", "/api/v1/tables", query={"limit": limit, "cursor": cursor, "club": club}
        )

    def open_table(self, body: models.OpenInClub, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Add a table; a director's token adds it to its club. `POST /api/v1/tables`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/tables",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_table(self, table_id: str) -> models.Thing:
        """Get a table. `GET /api/v1/tables/{table_id}`"""
        return self._transport.json({200: models.Thing}, "GET", path_of("/api/v1/tables/{table_id}", table_id=table_id))

    def rename_table(
        self,
        table_id: str,
        body: models.Rename,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Rename a table. `PATCH /api/v1/tables/{table_id}`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/tables/{table_id}", table_id=table_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def delay_broadcast(
        self,
        table_id: str,
        body: models.DelayBroadcast,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Set the broadcast delay of a table in seconds. It holds for every route. `POST
        /api/v1/tables/{table_id}/delay`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tables/{table_id}/delay", table_id=table_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Timelines(Resource):
    """The acts of a deal, in order"""

    def get_timeline(
        self, deal_id: str, *, viewer: str | None = None, if_none_match: str | None = None
    ) -> models.Timeline:
        """Get every act of a deal as the viewer saw it, with corrections, rulings and the settlement. `GET
        /api/v1/deals/{deal_id}/timeline`
        """
        return self._transport.json(
            {200: models.Timeline},
            "GET",
            path_of("/api/v1/deals/{deal_id}/timeline", deal_id=deal_id),
            query={"viewer": viewer},
            headers={"If-None-Match": if_none_match},
        )


class Tokens(Resource):
    """Tokens for programs"""

    def list_tokens(self, *, limit: int | None = None, cursor: str | None = None) -> models.TokenAnswerPage:
        """List tokens, newest first, also ended ones; for a director those of its club. `GET /api/v1/tokens`"""
        return self._transport.json(
            {200: models.TokenAnswerPage}, "GET", "/api/v1/tokens", query={"limit": limit, "cursor": cursor}
        )

    def issue(self, body: models.IssueToken) -> models.IssuedToken:
        """Issue a token. The secret is shown only once. A director issues tokens within its club. `POST
        /api/v1/tokens`
        """
        return self._transport.json({201: models.IssuedToken}, "POST", "/api/v1/tokens", body=body)

    def revoke(self, token_id: str) -> None:
        """Revoke a token. Harmless if it has ended. `DELETE /api/v1/tokens/{token_id}`"""
        return self._transport.nothing("DELETE", path_of("/api/v1/tokens/{token_id}", token_id=token_id))

    def who_am_i(self) -> models.WhoAmI:
        """Get the caller's own role, subject and scope. `GET /api/v1/tokens/me`"""
        return self._transport.json({200: models.WhoAmI}, "GET", "/api/v1/tokens/me")


class Tournaments(Resource):
    """From the first entry to the prize-giving"""

    def list_tournaments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        club: str | None = None,
        status: Literal["entries", "playing", "over"] | None = None,
        format: str | None = None,
    ) -> models.TournamentLinePage:
        """List tournaments, newest first. `GET /api/v1/tournaments`"""
        return self._transport.json(
            {200: models.TournamentLinePage},
            "GET",
            "/api/v1/tournaments",
            query={"limit": limit, "cursor": cursor, "club": club, "status": status, "format": format},
        )

    def open_tournament(self, body: models.OpenTournament, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open a tournament; a director's token opens it in its club. `POST /api/v1/tournaments`"""
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/tournaments",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def open_rotating_four(self, body: models.OpenFour, *, idempotency_key: str | None = None) -> models.SavedAnswer:
        """Open a rotating four in one step: four players enter, and the first set is drawn by lot. `POST
        /api/v1/tournaments/four`
        """
        return self._transport.json(
            {201: models.SavedAnswer},
            "POST",
            "/api/v1/tournaments/four",
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def get_tournament(
        self,
        tournament_id: str,
        *,
        at: datetime | None = None,
        version: int | None = None,
        if_none_match: str | None = None,
    ) -> models.TournamentAnswer:
        """Get a tournament: terms, entries, rounds, rulings, and the final result. The ETag is for If-Match.
        `GET /api/v1/tournaments/{tournament_id}`
        """
        return self._transport.json(
            {200: models.TournamentAnswer},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}", tournament_id=tournament_id),
            query={"at": at, "version": version},
            headers={"If-None-Match": if_none_match},
        )

    def rename_tournament(
        self,
        tournament_id: str,
        body: models.RenameTournament,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Give the tournament another name. The log keeps the earlier one. `PATCH
        /api/v1/tournaments/{tournament_id}`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "PATCH",
            path_of("/api/v1/tournaments/{tournament_id}", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def get_log(
        self,
        tournament_id: str,
        *,
        at: datetime | None = None,
        round: int | None = None,
        table: int | None = None,
        kind: Literal[
            "tournament", "entries", "rounds", "results", "rulings", "disputes", "deals", "lots", "clock", "webhooks"
        ]
        | None = None,
        person: str | None = None,
        if_none_match: str | None = None,
    ) -> models.Log:
        """List what happened in the tournament and at its tables, in sentences, oldest first. `GET
        /api/v1/tournaments/{tournament_id}/log`
        """
        return self._transport.json(
            {200: models.Log},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/log", tournament_id=tournament_id),
            query={"at": at, "round": round, "table": table, "kind": kind, "person": person},
            headers={"If-None-Match": if_none_match},
        )

    def get_log_csv(
        self,
        tournament_id: str,
        *,
        at: datetime | None = None,
        round: int | None = None,
        table: int | None = None,
        kind: Literal[
            "tournament", "entries", "rounds", "results", "rulings", "disputes", "deals", "lots", "clock", "webhooks"
        ]
        | None = None,
        person: str | None = None,
        if_none_match: str | None = None,
    ) -> str:
        """Get the log as CSV: time, round, table, kind, person, sentence and topic. `GET
        /api/v1/tournaments/{tournament_id}/log.csv`
        """
        return self._transport.text(
            "text/csv",
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/log.csv", tournament_id=tournament_id),
            query={"at": at, "round": round, "table": table, "kind": kind, "person": person},
            headers={"If-None-Match": if_none_match},
        )

    def change_terms(
        self,
        tournament_id: str,
        body: models.ChangeTerms,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Change the terms. The format cannot change once a round is drawn. `POST
        /api/v1/tournaments/{tournament_id}/terms`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/terms", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def name_tables(
        self,
        tournament_id: str,
        body: models.NameTables,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Assign tables of the club to the table numbers of the draw. `POST
        /api/v1/tournaments/{tournament_id}/tables`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/tables", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def draw_lots(
        self,
        tournament_id: str,
        body: models.DrawLots,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Draw all entries by random lot, so that anyone can check it afterwards. `POST
        /api/v1/tournaments/{tournament_id}/lots`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/lots", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def promise_lots(
        self,
        tournament_id: str,
        body: models.DrawLots,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Draw random lots among the present entries and seal them. Only the commitment is published until they
        open. `POST /api/v1/tournaments/{tournament_id}/lots/promises`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/lots/promises", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def preview_command(self, tournament_id: str, body: models.PreviewCommand) -> models.TournamentPreview:
        """Preview a command to the tournament or one of its tables: what it would record and change. Nothing is
        recorded. `POST /api/v1/tournaments/{tournament_id}/preview`
        """
        return self._transport.json(
            {200: models.TournamentPreview},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/preview", tournament_id=tournament_id),
            body=body,
        )

    def adjust(
        self,
        tournament_id: str,
        body: models.Adjust,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Adjust an entry's score by a ruling. The ruling's number is the version in the answer. `POST
        /api/v1/tournaments/{tournament_id}/adjustments`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/adjustments", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def withdraw_adjustment(
        self,
        tournament_id: str,
        number: int,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Withdraw a score adjustment. `POST /api/v1/tournaments/{tournament_id}/adjustments/{number}/withdraw`"""
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/adjustments/{number}/withdraw",
                tournament_id=tournament_id,
                number=number,
            ),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def end_tournament(
        self,
        tournament_id: str,
        body: models.End,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """End a tournament: the present standings are the final result. Every round must be closed. `POST
        /api/v1/tournaments/{tournament_id}/end`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/end", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def cancel_tournament(
        self,
        tournament_id: str,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Cancel a tournament: it is over without a result. Reopening it undoes this. `POST
        /api/v1/tournaments/{tournament_id}/cancel`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/cancel", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def reopen_tournament(
        self,
        tournament_id: str,
        body: models.Because,
        *,
        idempotency_key: str | None = None,
        if_match: str | int | None = None,
    ) -> models.SavedAnswer:
        """Reopen a tournament, to go on or to announce another result. The first result stays in the log. `POST
        /api/v1/tournaments/{tournament_id}/reopen`
        """
        return self._transport.json(
            {200: models.SavedAnswer},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/reopen", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Views(Resource):
    """Views of a deal by each viewer"""

    def get_view(
        self, deal_id: str, viewer: str, *, ply: int | None = None, if_none_match: str | None = None
    ) -> models.View:
        """Get what a viewer knows after a ply: a seat, `public`, `scribe` or `arbiter`. `GET
        /api/v1/deals/{deal_id}/views/{viewer}`
        """
        return self._transport.json(
            {200: models.View},
            "GET",
            path_of("/api/v1/deals/{deal_id}/views/{viewer}", deal_id=deal_id, viewer=viewer),
            query={"ply": ply},
            headers={"If-None-Match": if_none_match},
        )

    def get_views(self, deal_id: str, *, ply: int | None = None, if_none_match: str | None = None) -> models.Views:
        """Get the views of all seats after a ply, for those who may see all hands. `GET
        /api/v1/deals/{deal_id}/views`
        """
        return self._transport.json(
            {200: models.Views},
            "GET",
            path_of("/api/v1/deals/{deal_id}/views", deal_id=deal_id),
            query={"ply": ply},
            headers={"If-None-Match": if_none_match},
        )


class Webhooks(Resource):
    """Messages of a tournament to other servers"""

    def list_webhooks(self, tournament_id: str) -> models.WebhookList:
        """List the webhooks of a tournament, the oldest first, also those that ended, with their last answers.
        `GET /api/v1/tournaments/{tournament_id}/webhooks`
        """
        return self._transport.json(
            {200: models.WebhookList},
            "GET",
            path_of("/api/v1/tournaments/{tournament_id}/webhooks", tournament_id=tournament_id),
        )

    def add_webhook(
        self, tournament_id: str, body: models.AddWebhook, *, idempotency_key: str | None = None
    ) -> models.AddedWebhook:
        """Add a webhook: a message for each result, round and ruling from now on. `POST
        /api/v1/tournaments/{tournament_id}/webhooks`
        """
        return self._transport.json(
            {201: models.AddedWebhook},
            "POST",
            path_of("/api/v1/tournaments/{tournament_id}/webhooks", tournament_id=tournament_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            keyed=True,
        )

    def replay_webhook(self, tournament_id: str, webhook_id: str, body: models.ReplayWebhook) -> models.WebhookAnswer:
        """Send messages once more, in order and with the same ids. Harmless when called again. `POST
        /api/v1/tournaments/{tournament_id}/webhooks/{webhook_id}/replay`
        """
        return self._transport.json(
            {200: models.WebhookAnswer},
            "POST",
            path_of(
                "/api/v1/tournaments/{tournament_id}/webhooks/{webhook_id}/replay",
                tournament_id=tournament_id,
                webhook_id=webhook_id,
            ),
            body=body,
        )

    def end_webhook(self, tournament_id: str, webhook_id: str) -> None:
        """End a webhook. Harmless if it has ended. `DELETE
        /api/v1/tournaments/{tournament_id}/webhooks/{webhook_id}`
        """
        return self._transport.nothing(
            "DELETE",
            path_of(
                "/api/v1/tournaments/{tournament_id}/webhooks/{webhook_id}",
                tournament_id=tournament_id,
                webhook_id=webhook_id,
            ),
        )


class WhatIf(Resource):
    """A deal under another ruleset"""

    def get_what_if(self, deal_id: str, *, ruleset: str, if_none_match: str | None = None) -> models.WhatIf:
        """Compare a deal under another ruleset: which acts break a rule there, which no longer do, and the
        settlement. `GET /api/v1/deals/{deal_id}/what-if`
        """
        return self._transport.json(
            {200: models.WhatIf},
            "GET",
            path_of("/api/v1/deals/{deal_id}/what-if", deal_id=deal_id),
            query={"ruleset": ruleset},
            headers={"If-None-Match": if_none_match},
        )


class Withdrawals(Resource):
    """Deals that were opened by mistake"""

    def withdraw(
        self, deal_id: str, body: models.Why, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """Withdraw a deal that was opened or imported by mistake. `POST /api/v1/deals/{deal_id}/withdrawal`"""
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/withdrawal", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )

    def restore(
        self, deal_id: str, body: models.Why, *, idempotency_key: str | None = None, if_match: str | int | None = None
    ) -> models.SavedDealAnswer:
        """End a withdrawal that was wrong: the deal is in lists, its match and its tournament again. `POST
        /api/v1/deals/{deal_id}/restoration`
        """
        return self._transport.json(
            {200: models.SavedDealAnswer},
            "POST",
            path_of("/api/v1/deals/{deal_id}/restoration", deal_id=deal_id),
            body=body,
            headers={"Idempotency-Key": idempotency_key, "If-Match": version_tag(if_match)},
            keyed=True,
        )


class Resources:
    """All resources, by name."""

    def __init__(self, transport: Transport) -> None:
        self.actions = Actions(transport)
        self.analyses = Analyses(transport)
        self.archives = Archives(transport)
        self.audits = Audits(transport)
        self.avoidances = Avoidances(transport)
        self.board_faults = BoardFaults(transport)
        self.boards = Boards(transport)
        self.bundles = Bundles(transport)
        self.card_play = CardPlay(transport)
        self.class_pupils = ClassPupils(transport)
        self.classes = Classes(transport)
        self.clocks = Clocks(transport)
        self.club_puzzles = ClubPuzzles(transport)
        self.club_rulesets = ClubRulesets(transport)
        self.clubs = Clubs(transport)
        self.confirmations = Confirmations(transport)
        self.corrections = Corrections(transport)
        self.deal_puzzles = DealPuzzles(transport)
        self.deals = Deals(transport)
        self.decks = Decks(transport)
        self.desks = Desks(transport)
        self.disclosures = Disclosures(transport)
        self.disputes = Disputes(transport)
        self.encounters = Encounters(transport)
        self.entries = Entries(transport)
        self.entry_files = EntryFiles(transport)
        self.events = Events(transport)
        self.health = Health(transport)
        self.imports = Imports(transport)
        self.irregularities = Irregularities(transport)
        self.knowledge = Knowledge(transport)
        self.lessons = Lessons(transport)
        self.log = Log(transport)
        self.matches = Matches(transport)
        self.notes = Notes(transport)
        self.packs = Packs(transport)
        self.pins = Pins(transport)
        self.players = Players(transport)
        self.practices = Practices(transport)
        self.problems = Problems(transport)
        self.puzzles = Puzzles(transport)
        self.replays = Replays(transport)
        self.round_results = RoundResults(transport)
        self.rounds = Rounds(transport)
        self.rulesets = Rulesets(transport)
        self.rulings = Rulings(transport)
        self.seals = Seals(transport)
        self.sections = Sections(transport)
        self.series = Series(transport)
        self.shuffles = Shuffles(transport)
        self.slates = Slates(transport)
        self.standings = Standings(transport)
        self.streams = Streams(transport)
        self.tables = Tables(transport)
        self.timelines = Timelines(transport)
        self.tokens = Tokens(transport)
        self.tournaments = Tournaments(transport)
        self.views = Views(transport)
        self.webhooks = Webhooks(transport)
        self.what_if = WhatIf(transport)
        self.withdrawals = Withdrawals(transport)
