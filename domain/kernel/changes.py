"""Commands to one aggregate: methods that only decide. `change` makes the request, reads the aggregate and saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar
from uuid import UUID

from domain.engine.facts import Fact
from domain.kernel.aggregate import Aggregate
from domain.kernel.commands import request

if TYPE_CHECKING:
    from domain.kernel.commands import Request, Saved
    from domain.kernel.repository import Repository

A = TypeVar("A", bound=Aggregate)
D = TypeVar("D")
P = ParamSpec("P")
Decided: TypeAlias = Fact | Iterable[Fact]
"""The decision of a command: the fact or the facts that are added to the aggregate."""
Content: TypeAlias = Callable[..., Iterable[Any]]
"""Makes the content of a request from the arguments of its command, in the order of the parameters."""


class Service(Protocol):
    """An object with commands."""

    _repository: Repository


S = TypeVar("S", bound=Service)


def change(
    kind: type[A], words: str, content: Content | None = None
) -> Callable[[Callable[Concatenate[S, A, P], Decided]], Callable[Concatenate[S, UUID, P], Saved]]:
    """Make a command to an aggregate of a kind out of the method that decides it.

    The command takes the id of the aggregate where the method takes the aggregate, and the same arguments after it.
    ``words`` and the arguments, in the order of the method's parameters, are the content of the request, by which a
    repeated command is recognised. So the words, the order and the defaults are permanent; the method's name is not.

    ``content``: for a command whose content is not its arguments as they are, such as a list that is sorted first, or
    a parameter that was added later and counts only if it is given.
    """

    def save(service: S, sent: Request, identity: UUID, decide: Callable[[A], Decided]) -> Saved:
        return service._repository.change(sent, kind, identity, decide)

    return make_command(kind.KIND, words, content, save)


def make_command(
    kind: str, words: str, content: Content | None, save: Callable[[S, Request, UUID, Callable[[A], D]], Saved]
) -> Callable[[Callable[Concatenate[S, A, P], D]], Callable[Concatenate[S, UUID, P], Saved]]:
    """Make a command as `change` does, whose decision ``save`` takes to the store."""

    def declare(decide: Callable[Concatenate[S, A, P], D]) -> Callable[Concatenate[S, UUID, P], Saved]:
        declared = signature(decide)
        service, aggregate, *rest = declared.parameters.values()
        names = [each.name for each in rest if each.kind is not Parameter.VAR_KEYWORD]

        @wraps(decide)
        def run(self: S, identity: UUID, /, *args: P.args, **kwargs: P.kwargs) -> Saved:
            bound = declared.bind(self, None, *args, **kwargs)
            bound.apply_defaults()
            given = [bound.arguments[name] for name in names]
            parts = [_plain(value) for value in (content(*given) if content else given)]
            sent: Any = {name: value for name, value in kwargs.items() if name not in names}
            return save(
                self,
                request(f"{kind} {identity}", sent, words, *parts),
                identity,
                lambda aggregate: decide(self, aggregate, *args, **kwargs),
            )

        identity = aggregate.replace(name=f"{aggregate.name}_id", annotation="UUID")
        run.__signature__ = declared.replace(  # type: ignore[attr-defined]
            parameters=[service, identity, *rest], return_annotation="Saved"
        )
        return run

    return declare


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, UUID | Fraction) else dict(value) if isinstance(value, Mapping) else value
