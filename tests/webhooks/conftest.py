from tests.http.conftest import app, house, people

__all__ = ["app", "house", "people"]
