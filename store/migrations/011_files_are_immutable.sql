-- Files handed in as evidence are never changed or removed, as the events that have their hashes.
CREATE TRIGGER rows_are_immutable BEFORE UPDATE OR DELETE ON attachments
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_is_immutable BEFORE TRUNCATE ON attachments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE attachments ENABLE ALWAYS TRIGGER rows_are_immutable;
ALTER TABLE attachments ENABLE ALWAYS TRIGGER table_is_immutable;
