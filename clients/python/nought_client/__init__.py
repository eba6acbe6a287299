"""A typed client for the API of Nought.

`Client` has one group of methods for each resource of the API, and one method for each route. `models` has the
shapes of all bodies. Errors are exceptions with the problem that the server sent (RFC 9457).
"""

from nought_client.client import Client, NotModified, ProblemError, UnexpectedAnswer, iterate
from nought_client.models import Problem
from nought_client.transport import EventStream, etag_of

__all__ = [
    "Client",
    "EventStream",
    "NotModified",
    "Problem",
    "ProblemError",
    "UnexpectedAnswer",
    "etag_of",
    "iterate",
]
