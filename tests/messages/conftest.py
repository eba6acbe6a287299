from tests.http.test_delay import stored
from tests.messages.push_server import push_server
from tests.signing.conftest import app, house, people
from tests.signing.test_links import received

__all__ = ["app", "house", "people", "push_server", "received", "stored"]
