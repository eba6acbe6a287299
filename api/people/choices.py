"""Commands that change what others see of a club or of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import commands
from api.services import services

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any
    from uuid import UUID

    from api.changes import Run
    from domain.kernel.commands import Saved, SentTo


def choose_at(prefix: str) -> Run:
    """Return a function that runs such a command to a thing below a prefix. This process notices the choice at once."""

    def run(identity: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> commands.Answer:
        answer = commands.answer(commands.run(params, command), f"{prefix}/{identity}", 200)
        services().sights.notice()
        return answer

    return run
