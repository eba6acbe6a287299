"""Traces of requests by OpenTelemetry: from the front through the view, another process and a job to Postgres.

It is off until its standard variables are set, and then needs the extra [otel] (docs/operating.md). Only `telemetry`
and `statements` import the library, and only if it is on; everything else uses the `Tracing` of `interface`, which
keeps nothing.

A span holds the template of a route, the name of a view, the status, the kind of a statement and its table, the name of
an error's class, and times. It never holds a path with ids, a query, a header, a parameter of a statement, or the text
of an error, since any of them may quote a name or a card.
"""
