-- Leaves are looked up by stream only. An index without the version is an eighth as large, since Postgres stores a key
-- once for all rows that have it. That no event has two leaves follows from how leaves are added, under a lock and in the
-- order of positions; `nought verify log` reports a second one.
CREATE INDEX log_leaves_by_stream ON log_leaves (originator_id);
ALTER TABLE log_leaves DROP CONSTRAINT log_leaves_originator_id_originator_version_key;
