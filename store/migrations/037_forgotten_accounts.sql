-- An official who is forgotten loses all that lets the account in, as a player does: passkeys, addresses, accounts at an
-- issuer, requests to join, and the players whom the account was.
CREATE OR REPLACE FUNCTION forget_accounts(names text[], former text, of_club uuid) RETURNS void
LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    of_person uuid[] := ARRAY(
        SELECT id FROM accounts WHERE name = ANY (names) AND scope->>'club' = of_club::text ORDER BY id
    );
BEGIN
    DELETE FROM account_players WHERE account_id = ANY (of_person);
    PERFORM forget_account(account, former) FROM unnest(of_person) AS account;
    UPDATE accounts SET created_by = former WHERE created_by = ANY (names) AND scope->>'club' = of_club::text;
    WITH RECURSIVE ending (id) AS (
        SELECT id FROM tokens WHERE account_id = ANY (of_person) OR issued_by_account = ANY (of_person)
        UNION SELECT t.id FROM tokens AS t JOIN ending ON t.issued_by_token = ending.id
    )
    UPDATE tokens AS t SET revoked_at = coalesce(revoked_at, now()) FROM ending WHERE t.id = ending.id;
    UPDATE sign_in_links SET used_at = coalesce(used_at, now()) WHERE issued_by_account = ANY (of_person);
    UPDATE invitations SET issued_by = former, revoked_at = coalesce(revoked_at, now())
        WHERE issued_by_account = ANY (of_person);
    DELETE FROM player_invitations WHERE issued_by_account = ANY (of_person);
    UPDATE class_pupils AS p SET nickname = former || ' ' || p.pupil FROM events AS e
        WHERE e.originator_id = p.class_id AND e.originator_version = 1 AND e.club = of_club
        AND lower(p.nickname) IN (SELECT lower(name) FROM unnest(names) AS name);
END $$;

-- Whoever links or invites a player, and whoever forgets one, takes turns: nobody becomes a player who was forgotten in
-- the same moment. Transactions take this lock before they touch rows of the player.
CREATE FUNCTION lock_player(player uuid, to_forget boolean) RETURNS void
LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    key bigint := hashtextextended('nought player ' || player, 0);
BEGIN
    IF to_forget THEN
        PERFORM pg_advisory_xact_lock(key);
    ELSE
        PERFORM pg_advisory_xact_lock_shared(key);
    END IF;
END $$;

CREATE FUNCTION leave_out_forgotten_player() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    PERFORM lock_player(new.player_id, false);
    IF EXISTS (SELECT FROM texts WHERE owner = new.player_id AND letter = 'o' AND person IS NOT NULL) THEN
        RETURN NULL;
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER only_players_of_now BEFORE INSERT ON account_players
    FOR EACH ROW EXECUTE FUNCTION leave_out_forgotten_player();
CREATE TRIGGER only_players_of_now BEFORE INSERT ON player_invitations
    FOR EACH ROW EXECUTE FUNCTION leave_out_forgotten_player();

CREATE OR REPLACE FUNCTION forget_account_of_player() RETURNS trigger
LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    of_player uuid := (
        SELECT nullif(convert_from(state, 'UTF8')::jsonb -> 'fact' ->> 'player', '')::uuid FROM events
        WHERE originator_id = new.removed_by AND originator_version = new.removed_at
    );
    concerned uuid[];
BEGIN
    IF of_player IS NOT NULL THEN
        PERFORM lock_player(of_player, true);
    END IF;
    WITH unlinked AS (
        DELETE FROM account_players WHERE player_id = of_player RETURNING account_id
    ), withdrawn AS (
        DELETE FROM join_requests WHERE club_id = new.club AND (name = ANY (new.names) OR player_id = of_player)
        RETURNING account_id
    )
    SELECT array_agg(account_id) INTO concerned FROM (TABLE unlinked UNION TABLE withdrawn) AS found;
    DELETE FROM player_invitations WHERE player_id = of_player;
    DELETE FROM mail_links WHERE name = ANY (new.names);
    PERFORM forget_account(a.id, new.former) FROM accounts AS a
        WHERE a.id = ANY (concerned) AND a.role = 'player'
        AND NOT EXISTS (SELECT FROM account_players AS p WHERE p.account_id = a.id)
        AND NOT EXISTS (SELECT FROM join_requests AS r WHERE r.account_id = a.id);
    RETURN NULL;
END $$;

CREATE INDEX join_requests_by_club ON join_requests (club_id, sent_at, id);
