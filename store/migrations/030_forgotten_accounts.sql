-- Who is forgotten in a club loses the account of that name there, and the nickname in its classes. The account's row
-- stays, without login, name and password, since others refer to its id.
CREATE FUNCTION forget_accounts(names text[], former text, of_club uuid) RETURNS void
LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    of_person uuid[] := ARRAY(
        SELECT id FROM accounts WHERE name = ANY (names) AND scope->>'club' = of_club::text ORDER BY id
    );
BEGIN
    UPDATE accounts SET login = 'former ' || id, name = former, password_hash = NULL, vouched_by = '{{}}',
        disabled_at = coalesce(disabled_at, now()) WHERE id = ANY (of_person);
    UPDATE accounts SET created_by = former WHERE created_by = ANY (names) AND scope->>'club' = of_club::text;
    WITH RECURSIVE ending (id) AS (
        SELECT id FROM tokens WHERE account_id = ANY (of_person) OR issued_by_account = ANY (of_person)
        UNION SELECT t.id FROM tokens AS t JOIN ending ON t.issued_by_token = ending.id
    )
    UPDATE tokens AS t SET revoked_at = coalesce(revoked_at, now()) FROM ending WHERE t.id = ending.id;
    UPDATE tokens SET subject = former, label = '' WHERE account_id = ANY (of_person);
    UPDATE sign_in_links SET used_at = coalesce(used_at, now())
        WHERE account_id = ANY (of_person) OR issued_by_account = ANY (of_person);
    UPDATE invitations SET issued_by = former, revoked_at = coalesce(revoked_at, now())
        WHERE issued_by_account = ANY (of_person);
    DELETE FROM devices WHERE account_id = ANY (of_person);
    UPDATE class_pupils AS p SET nickname = former || ' ' || p.pupil FROM events AS e
        WHERE e.originator_id = p.class_id AND e.originator_version = 1 AND e.club = of_club
        AND lower(p.nickname) IN (SELECT lower(name) FROM unnest(names) AS name);
END $$;
REVOKE ALL ON FUNCTION forget_accounts FROM PUBLIC;

CREATE OR REPLACE FUNCTION forget_in_tables(
    names text[], former text, of_club uuid, streams uuid[], removed_by uuid, removed_at bigint
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM events WHERE originator_id = removed_by AND originator_version = removed_at
        AND topic IN ('nought.Removal.PersonForgotten', 'nought.Removal.TextRemoved')
        AND xmin = pg_current_xact_id()::xid
    ) THEN
        RAISE EXCEPTION 'nothing is replaced in the lists until an event records the removal'
            USING ERRCODE = 'restrict_violation';
    END IF;
    INSERT INTO unlisted (stream, number)
        SELECT DISTINCT stream, r.number FROM unnest(streams || removed_by) AS stream, removals AS r ORDER BY stream
        ON CONFLICT (stream) DO UPDATE SET number = excluded.number, since = excluded.since;
    IF former <> '' THEN
        PERFORM forget_accounts(names, former, of_club);
    END IF;
    PERFORM forget_in_tables(names, former, of_club, streams);
END $$;
