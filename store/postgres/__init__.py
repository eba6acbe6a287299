"""Postgres itself: connections, hosts, replicas, the embedded server, backups, monitoring."""
