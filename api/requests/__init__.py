"""The reading and answering of requests, whatever they are about."""
