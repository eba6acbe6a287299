"""The resources of the API, one module each. What a route may answer, and to whom, is declared beside it."""
