"""The error of a broken invariant."""


class Violation(Exception):
    """Raised when an invariant does not hold."""
