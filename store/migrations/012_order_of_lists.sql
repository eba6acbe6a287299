-- Lists are ordered by when a thing began, as its sender says, but never later than it was first listed: what was
-- dated far into the future does not stand before everything that comes after it.
ALTER TABLE catalogue ADD COLUMN sorted_at timestamptz NOT NULL GENERATED ALWAYS AS (least(created_at, listed_at)) STORED;
DROP INDEX catalogue_by_kind, catalogue_by_club, catalogue_by_parent, catalogue_at_table, catalogue_cases;
CREATE INDEX catalogue_by_kind ON catalogue (kind, sorted_at DESC, id);
CREATE INDEX catalogue_by_club ON catalogue (club_id, kind, sorted_at DESC, id) WHERE club_id IS NOT NULL;
CREATE INDEX catalogue_by_parent ON catalogue (parent_id, kind, sorted_at DESC, id) WHERE parent_id IS NOT NULL;
CREATE INDEX catalogue_at_table ON catalogue ((data->>'table'), sorted_at DESC, id) WHERE kind = 'deal';
CREATE INDEX catalogue_cases ON catalogue (sorted_at DESC, id) WHERE kind = 'dispute' AND data ? 'case';
