-- Files that were handed in as evidence. Their hash stands in the event, and they are written with it; like the events
-- they are never changed or removed.
CREATE TABLE attachments (
    dispute_id uuid NOT NULL,
    sha256 bytea NOT NULL,
    media_type text NOT NULL,
    body bytea NOT NULL,
    attached_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (dispute_id, sha256)
);

-- A dispute's line in the catalogue is kept as those of deals, matches and tournaments are.
DROP TRIGGER lines_are_kept ON catalogue;
CREATE TRIGGER lines_are_kept AFTER UPDATE ON catalogue
    FOR EACH ROW WHEN (
        old.kind IN ('deal', 'match', 'tournament', 'dispute')
        AND (old.title, old.data) IS DISTINCT FROM (new.title, new.data)
    ) EXECUTE FUNCTION keep_line();

-- Which deals, tables and tournaments have disputes, and the casebook.
CREATE INDEX catalogue_disputes ON catalogue ((data->>'deal')) WHERE kind = 'dispute';
CREATE INDEX catalogue_disputes_of_tournament ON catalogue ((data->>'tournament')) WHERE kind = 'dispute';
CREATE INDEX catalogue_cases ON catalogue (created_at DESC, id) WHERE kind = 'dispute' AND data ? 'case';

GRANT SELECT, INSERT ON attachments TO {app};
