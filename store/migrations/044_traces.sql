-- The request that asked for an analysis, so that its trace goes on in the job (docs/operating.md); null if none did, or if
-- tracing was off: random numbers, as W3C Trace Context writes them.
ALTER TABLE analyses ADD COLUMN traceparent text;
COMMENT ON COLUMN analyses.traceparent IS 'the trace of the request that asked for it; null if it was not traced';
GRANT UPDATE (traceparent) ON analyses TO {app};
