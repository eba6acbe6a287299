-- A file that was given as evidence can be removed with the texts of its event: its bytes go, its hash stays. Both stand
-- in the event of the removal, without which the row does not change.
ALTER TABLE attachments ALTER COLUMN body DROP NOT NULL;
ALTER TABLE attachments ADD COLUMN removed_by uuid, ADD COLUMN removed_at bigint;
ALTER TABLE attachments ADD CHECK ((body IS NULL) = (removed_by IS NOT NULL AND removed_at IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN attachments.removed_by IS 'the stream of the event that recorded the removal; removed_at: its version';

CREATE FUNCTION refuse_change_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' THEN
        IF old.body IS NOT NULL AND new.body IS NULL
            AND (new.dispute_id, new.sha256, new.media_type, new.attached_at)
                = (old.dispute_id, old.sha256, old.media_type, old.attached_at)
            AND EXISTS (
                SELECT FROM {schema}.events
                WHERE originator_id = new.removed_by AND originator_version = new.removed_at
                AND topic = 'nought.Removal.TextRemoved' AND xmin = pg_current_xact_id()::xid
            )
        THEN
            RETURN new;
        END IF;
    END IF;
    RAISE EXCEPTION '% of %.% refused: a file stays as it is until an event records its removal',
        tg_op, tg_table_schema, tg_table_name USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER rows_are_immutable ON attachments;
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON attachments
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_file();
ALTER TABLE attachments ENABLE ALWAYS TRIGGER rows_are_immutable;

-- Removes the bytes of files of a dispute. The event that records it must be written in the same transaction.
CREATE FUNCTION remove_files(dispute uuid, hashes bytea[], stream uuid, version bigint) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    WITH removed AS (
        UPDATE attachments SET body = NULL, removed_by = stream, removed_at = version
        WHERE dispute_id = dispute AND sha256 = ANY (hashes) AND body IS NOT NULL RETURNING 1
    )
    SELECT count(*) FROM removed
$$;
REVOKE ALL ON FUNCTION remove_files FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_files TO {app};
