"""Faults to be planted in the product, one at a time: each must be found, or the simulation looks at too little.

A fault replaces a piece of the text of one function of the product, in this process only.
"""

from __future__ import annotations

import inspect
import textwrap
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from simulation.plan import FAIL_TWICE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from simulation.plan import Plan


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault of one function: ``before`` in its text becomes ``after``."""

    name: str
    """The fault, in a few words."""
    module: str
    function: str
    """Its name in the module, as in ``Hub._poll``."""
    before: str
    """As in the function's own text, without the indentation of its class."""
    after: str
    needs: str = ""
    """The kind of fault of an evening without which nothing can notice it; empty if it needs none."""
    forgets: bool = False
    """Whether it needs an evening in which somebody is forgotten."""

    def can_show_in(self, plan: Plan) -> bool:
        """Return whether an evening has what this fault needs to be noticed."""
        if self.forgets and not plan.forgets:
            return False
        return not self.needs or any(each.kind == self.needs for each in plan.faults)


FAULTS: Final = (
    PlantedFault(
        "no key of a command is looked up",
        "domain.kernel.repository", "Repository.earlier_answer",
        "if not request.key:\n", "if True:\n",
    ),
    PlantedFault(
        "the key of a command is not stored",
        "domain.kernel.repository", "Repository._save",
        "if request.key:\n        outcome", "if False:\n        outcome",
    ),
    PlantedFault(
        "a lost race counts as saved",
        "domain.kernel.repository", "Repository.save_until_done",
        "except IntegrityError:\n",
        "except IntegrityError:\n                return Saved(draft[0].id, draft[0].version, draft[0].read + 1, ())\n",
    ),
    PlantedFault(
        "a save without a key whose answer was lost is decided again",
        "store.events.event_recorder", "EventRecorder.insert_events",
        "if lost and", "if False and",
    ),
    PlantedFault(
        "the lines of standings are written once and not again",
        "domain.kernel.repository", "Repository.write",
        "for each in draft if (ranking := each.ranking())",
        "for each in draft if not each.read and (ranking := each.ranking())",
    ),
    PlantedFault(
        "a settled deal is not counted in its match",
        "domain.record.commands", "Deals.change",
        "if deal.record.abandoned != abandoned or deal.record.settlement != settled:", "if False:",
    ),
    PlantedFault(
        "a correction is acknowledged and not recorded",
        "domain.record.commands", "Deals.amend",
        "return deal.record.amend(ply, now, why)", "return []",
    ),
    PlantedFault(
        "a lost connection counts as a commit",
        "store.events.event_recorder", "EventRecorder.insert_events",
        "lost += 1", "return []",
    ),
    PlantedFault(
        "the rows of read models are left out when a save is tried again",
        "store.events.event_recorder", "EventRecorder.insert_events",
        "self.save_once(save, also)",
        "self.save_once(save, None if lost else also)",
    ),
    PlantedFault(
        "the key of a command is not written into its events",
        "domain.kernel.mapper", "FactMapper.to_stored_event",
        "key=domain_event.key", "key=''",
    ),
    PlantedFault(
        "the follower moves on past events that it was not given",
        "store.events.follower", "advance",
        "notifications[-1].id)", "recorder.max_notification_id())",
    ),
    PlantedFault(
        "the follower is given its last event again",
        "store.events.follower", "advance",
        "inclusive_of_start=False", "inclusive_of_start=True",
    ),
    PlantedFault(
        "the follower ends with the first error",
        "store.events.follower", "supervise",
        "        stop.wait(pause)", "        return",
    ),
    PlantedFault(
        "leaves are added in the order of the ids of streams, not of positions",
        "api.proof.keeper", "_leaves",
        "enumerate(events, last", "enumerate(sorted(events, key=lambda event: event.id), last",
    ),
    PlantedFault(
        "the keeper leaves out an event between two steps",
        "api.proof.keeper", "LogKeeper.add_leaves",
        "growth.next_events(last.position, limit)", "growth.next_events(last.position + (1 << 16), limit)",
    ),
    PlantedFault(
        "the head is signed only after a settled deal",
        "api.proof.background", "Background._step",
        "time.monotonic() - self._signed_at < CHECKPOINT_SECONDS", "True",
    ),
    PlantedFault(
        "a checkpoint is signed over the tree before the last leaf",
        "api.proof.keeper", "LogKeeper._signed_head",
        "head(nodes, size)), len", "head(nodes, max(1, size - 1))), len",
    ),
    PlantedFault(
        "a delayed viewer is shown everything at once",
        "api.live.hub", "DealSource.by",
        "if not delay:", "if True:",
    ),
    PlantedFault(
        "the hub skips an event of a deal that grew by more than one",
        "api.live.hub", "DealSource.read",
        "self.events += new", "self.events += new[-1:]",
    ),
    PlantedFault(
        "a new channel begins with what is still delayed",
        "api.live.hub", "Hub.channel",
        "channel.begin(source.events[:count])", "channel.begin(source.events)",
    ),
    PlantedFault(
        "versions of a viewer count what it does not notice",
        "api.live.channel", "Channel._notices",
        "return self.viewer in OFFICIALS or hide(event.fact, self.viewer) is not None", "return True",
    ),
    PlantedFault(
        "a viewer is sent the message again that it has",
        "api.live.channel", "Channel.since",
        "later.version > version", "later.version >= version",
    ),
    PlantedFault(
        "a view is folded from whole acts",
        "replay.views", "Viewpoint.follow",
        "seen = hide_act(act, self.viewer)", "seen = act",
    ),
    PlantedFault(
        "the line of a deal in the catalogue stays as it was when the deal is settled",
        "domain.record.aggregate", "Deal.take",
        "self.unlisted = True", "self.unlisted = bool(broke)",
    ),
    PlantedFault(
        "a command that a restarted leader shows is acknowledged again before a replica has it",
        "domain.kernel.repository", "Repository.earlier_answer",
        "if not self._memory.confirm_command(scope, request.key):", "if False:",
        needs=FAIL_TWICE,
    ),
    PlantedFault(
        "the key of a command that a new leader lacks belongs to another command",
        "domain.record.commands", "Deals.execute",
        "deal = self.get(deal_id)  #", "#",
        needs=FAIL_TWICE,
    ),
    PlantedFault(
        "a save that is tried again does not look for the event before its own",
        "store.events.event_recorder", "EventRecorder.insert_events",
        "if lost:\n", "if False:\n",
        needs=FAIL_TWICE,
    ),
    PlantedFault(
        "a process does not notice that texts were removed",
        "store.events.texts", "Texts._notice_removals",
        "if number != self._removals:", "if False:", forgets=True,
    ),
    PlantedFault(
        "the names that were written last are remembered beyond a removal",
        "store.events.texts", "Texts.clear",
        "self._opened, self._names, self._rows = {}, {}, {}", "self._opened, self._rows = {}, {}", forgets=True,
    ),
    PlantedFault(
        "a removal is recorded and not carried out",
        "domain.kernel.repository", "Repository.write",
        "removals = [each.removal for each in draft if each.removal]", "removals = []", forgets=True,
    ),
    PlantedFault(
        "texts in which a person is named stay when the person is forgotten",
        "store.tables.people.removals", "TextsOfPeople.find",
        "digests = [*(digest for digest, _, _ in names), *known]",
        "digests = [digest for digest, _, _ in names]", forgets=True,
    ),
    PlantedFault(
        "a name is not looked for in events that nobody has read yet",
        "store.tables.named_streams", "NamedStreams.find",
        "[*with_names, *lately]", "with_names", forgets=True,
    ),
    PlantedFault(
        "the reader of names in streams moves on past the next two transactions",
        "store.tables.named_streams", "NamedStreams.read_on",
        "read[-1][-1]", "read[-1][-1] + (2 << 16)", forgets=True,
    ),
    PlantedFault(
        "a removal is not added to the list beside the keys",
        "api.people.forgetting", "Forgetter._complete",
        "earlier_removals.note(self.ledger, self.keys)", "pass", forgets=True,
    ),
    PlantedFault(
        "lists are not made anew once every process has noticed a removal",
        "api.people.forgetting", "Forgetter.list_later",
        "self._list_again(sorted({*streams, *self.texts.lists.with_removed_names(streams)}))", "pass", forgets=True,
    ),
    PlantedFault(
        "the names of persons whose lists are made anew are kept",
        "api.people.forgetting", "Forgetter.list_on",
        "lists.finish()", "pass", forgets=True,
    ),
)  # fmt: skip


@contextmanager
def planted(fault: PlantedFault) -> Iterator[None]:
    """Plant a fault while the context lasts. Raises ``LookupError`` if the product has no such text any more."""
    module = import_module(fault.module)
    *path, name = fault.function.split(".")
    owner: Any = attrgetter(".".join(path))(module) if path else module
    original = inspect.getattr_static(owner, name)
    source = textwrap.dedent(inspect.getsource(getattr(owner, name)))
    if source.count(fault.before) != 1:
        raise LookupError(f"{fault.module}:{fault.function} does not have {fault.before!r} once")
    setattr(owner, name, _compile(source.replace(fault.before, fault.after), name, module, owner))
    try:
        yield
    finally:
        setattr(owner, name, original)


def _compile(source: str, name: str, module: ModuleType, owner: Any) -> Any:
    """Return the function of a text, as if it stood in the module. A method finds its class for `super`."""
    body = textwrap.indent(source, "    ")
    text = f"from __future__ import annotations\ndef make(__class__):\n{body}\n    return {name}\n"
    made: dict[str, Any] = {}
    exec(compile(text, f"planted {name}", "exec"), vars(module), made)  # noqa: S102
    return made["make"](owner)
