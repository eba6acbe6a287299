"""The imports of deals: list them, withdraw all deals of one, and end such a withdrawal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.front.kinds import heavy
from api.languages import reader
from api.lists import page
from api.permissions import OFFICE, allow, own_club
from api.services import ledger
from replay.words.values import translate
from schemas.answers import ImportPage, ImportStepAnswer
from schemas.base import PageQuery
from schemas.commands import WithdrawImport

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.import_commands import ImportStep

blp = Blueprint("imports", __name__, url_prefix="/api/v1/imports", description="Imports of deals")


@blp.get("")
@blp.arguments(PageQuery, location="query")
@blp.response(200, ImportPage)
@blp.reads(OFFICE)
def list_imports(query: dict[str, Any]) -> dict[str, Any]:
    """List imports, newest first. A director sees those of its own club."""
    club = own_club()
    return page("import", query, **({"club": club} if club else {}))


@blp.post("/<uuid:import_id>/withdrawal")
@allow(OFFICE, within="import_id")
@blp.arguments(WithdrawImport)
@blp.response(200, ImportStepAnswer)
@blp.problems(401, 403, 404, 422)
@heavy
def withdraw_import(params: dict[str, Any], import_id: UUID) -> dict[str, Any]:
    """Withdraw the deals of an import, up to 100 in one request.

    Send the request again with `after` as the answer's `next` says, until `next` is absent. A repeated request changes
    nothing more, so it needs no key. Deals that were withdrawn before stay as they are.
    """
    sent = commands.metadata(params)
    step = ledger().imports.withdraw(import_id, params["why"], sent["by"], sent["at"], params["after"])
    return _answer(step)


@blp.post("/<uuid:import_id>/restoration")
@allow(OFFICE, within="import_id")
@blp.arguments(WithdrawImport)
@blp.response(200, ImportStepAnswer)
@blp.problems(401, 403, 404, 422)
@heavy
def restore_import(params: dict[str, Any], import_id: UUID) -> dict[str, Any]:
    """End the withdrawal of an import that was wrong, up to 100 deals in one request, as `withdrawal` does.

    Deals that were withdrawn alone stay withdrawn.
    """
    sent = commands.metadata(params)
    step = ledger().imports.restore(import_id, params["why"], sent["by"], sent["at"], params["after"])
    return _answer(step)


def _answer(step: ImportStep) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "changed": step.changed,
        "refused": [
            {"id": deal, "code": error.code, "detail": translate(reader(), error.sentence)[:1000]}
            for deal, error in step.refused.items()
        ],
        "deals": step.deals,
    }
    if step.next is not None:
        answer["next"] = step.next
    return answer
