-- The numbers of the deals of a club, and of each player in them, by day and by month (api/statistics): they are added up
-- instead of the deals. Everything here is computed from the catalogue and the analyses, and can be computed again.
CREATE TABLE statistics (
    club_id uuid NOT NULL,
    name text NOT NULL,
    span text NOT NULL CHECK (span IN ('day', 'month')),
    begins date NOT NULL,
    kernel text NOT NULL,
    changed_at timestamptz NOT NULL,
    numbers json NOT NULL,
    PRIMARY KEY (club_id, name, span, begins)
);
COMMENT ON COLUMN statistics.name IS 'whose numbers they are, as the deals name the player; empty for those of the club';
COMMENT ON COLUMN statistics.begins IS 'the day in UTC of the time by which lists are sorted, or the first of the month';
COMMENT ON COLUMN statistics.kernel IS 'the kernel whose analyses are counted';
COMMENT ON COLUMN statistics.changed_at IS 'when a deal of the day, or its analysis, was last written: a late reader waits';
CREATE INDEX statistics_by_day ON statistics (club_id, begins, span);
CREATE INDEX statistics_by_change ON statistics (club_id, changed_at) WHERE name = '' AND span = 'day';
CREATE INDEX statistics_by_kernel ON statistics (kernel, club_id, begins) WHERE name = '' AND span = 'day';
GRANT SELECT, INSERT, DELETE ON statistics TO {app};

-- The days whose numbers are to be computed anew: a row for each transaction that has changed something. Whoever computes
-- removes only the rows that it saw before it read the deals, so no change is lost, and writers do not wait for each other.
CREATE TABLE stale_days (
    club_id uuid NOT NULL,
    day date NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, day, transaction)
);
GRANT SELECT, INSERT, DELETE ON stale_days TO {app};

CREATE FUNCTION day_is_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.club_id IS NOT NULL THEN
        INSERT INTO {schema}.stale_days (club_id, day) VALUES (new.club_id, (new.sorted_at AT TIME ZONE 'UTC')::date)
            ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER new_deal_is_to_be_counted AFTER INSERT ON catalogue
    FOR EACH ROW WHEN (new.kind = 'deal') EXECUTE FUNCTION day_is_stale();
CREATE TRIGGER deal_is_to_be_counted_anew AFTER UPDATE ON catalogue
    FOR EACH ROW WHEN ('deal' IN (old.kind, new.kind) AND (old.kind, old.data) IS DISTINCT FROM (new.kind, new.data))
    EXECUTE FUNCTION day_is_stale();

CREATE FUNCTION day_of_analysis_is_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {schema}.stale_days (club_id, day)
        SELECT club_id, (sorted_at AT TIME ZONE 'UTC')::date FROM {schema}.catalogue
        WHERE id = new.deal_id AND kind = 'deal' AND club_id IS NOT NULL
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER analysis_is_to_be_counted AFTER UPDATE OF state ON analyses
    FOR EACH ROW WHEN (new.state = 'done' AND old.state <> 'done') EXECUTE FUNCTION day_of_analysis_is_stale();

-- With a name or a text that is removed go the numbers of the days in whose lists it still stands.
CREATE FUNCTION days_of_lists_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH days AS (
        SELECT DISTINCT c.club_id, (c.sorted_at AT TIME ZONE 'UTC')::date AS day
        FROM noted AS n JOIN {schema}.catalogue AS c ON c.id = n.stream
        WHERE n.removals <> '{{}}' AND c.kind IN ('deal', 'withdrawn') AND c.club_id IS NOT NULL
    ), gone AS (
        DELETE FROM {schema}.statistics AS s USING days AS d
        WHERE s.club_id = d.club_id AND s.begins IN (d.day, date_trunc('month', d.day::timestamp)::date)
        AND (s.span = 'month' OR s.begins = d.day)
    )
    INSERT INTO {schema}.stale_days (club_id, day) SELECT club_id, day FROM days ORDER BY club_id, day
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER days_of_new_lists AFTER INSERT ON unlisted
    REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION days_of_lists_are_stale();
CREATE TRIGGER days_of_lists AFTER UPDATE ON unlisted
    REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION days_of_lists_are_stale();

INSERT INTO stale_days (club_id, day)
    SELECT DISTINCT club_id, (sorted_at AT TIME ZONE 'UTC')::date FROM catalogue
    WHERE kind = 'deal' AND club_id IS NOT NULL;
