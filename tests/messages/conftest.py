from tests.http.test_delay import stored
from tests.messages.push_server import push_server
from tests.signing.conftest import app, house, people
from tests.signing.test_links import received
from tests.store.conftest import server, settings

__all__ = ["app", "house", "people", "push_server", "received", "server", "settings", "stored"]
