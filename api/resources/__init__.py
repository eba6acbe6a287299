"""The resources of the API, one module each. Each route declares beside it its answers and who may use it."""
