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
    from domain.kernel.commands import Saved
    from domain.kernel.repository import Repository

A = TypeVar("A", bound=Aggregate)
P = ParamSpec("P")
Decided: TypeAlias = Fact | Iterable[Fact]
"""The decision of a command: the fact or the facts that are added to the aggregate."""


class Service(Protocol):
    """An object with commands."""

    _repository: Repository


S = TypeVar("S", bound=Service)


def change(
    kind: type[A], words: str
) -> Callable[[Callable[Concatenate[S, A, P], Decided]], Callable[Concatenate[S, UUID, P], Saved]]:
    """Make a command to an aggregate of a kind out of the method that decides it.

    The command takes the id of the aggregate where the method takes the aggregate, and the same arguments after it.
    ``words`` and the arguments, in the order of the method's parameters, are the content of the request, by which a
    repeated command is recognised. So the words, the order and the defaults are permanent; the method's name is not.
    """

    def declare(decide: Callable[Concatenate[S, A, P], Decided]) -> Callable[Concatenate[S, UUID, P], Saved]:
        declared = signature(decide)
        _, aggregate, *rest = declared.parameters.values()
        names = [each.name for each in rest if each.kind is not Parameter.VAR_KEYWORD]

        @wraps(decide)
        def command(self: S, identity: UUID, /, *args: P.args, **kwargs: P.kwargs) -> Saved:
            bound = declared.bind(self, None, *args, **kwargs)
            bound.apply_defaults()
            content = [_plain(bound.arguments[name]) for name in names]
            sent: Any = {name: value for name, value in kwargs.items() if name not in names}
            return self._repository.change(
                request(f"{kind.KIND} {identity}", sent, words, *content),
                kind,
                identity,
                lambda aggregate: decide(self, aggregate, *args, **kwargs),
            )

        identity = aggregate.replace(name=f"{aggregate.name}_id", annotation="UUID")
        command.__signature__ = declared.replace(  # type: ignore[attr-defined]
            parameters=[next(iter(declared.parameters.values())), identity, *rest], return_annotation="Saved"
        )
        return command

    return declare


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, UUID | Fraction) else dict(value) if isinstance(value, Mapping) else value
