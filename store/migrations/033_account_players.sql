-- The registered players whom an account is: at most one in a club, and a player belongs to one account. A row goes when
-- the player leaves the club's book with the account or is forgotten; the player and the results stay.
CREATE TABLE account_players (
    account_id uuid NOT NULL REFERENCES accounts,
    club_id uuid NOT NULL,
    player_id uuid NOT NULL UNIQUE,
    linked_at timestamptz NOT NULL DEFAULT now(),
    admitted_by uuid REFERENCES accounts,
    PRIMARY KEY (account_id, club_id)
);
COMMENT ON COLUMN account_players.admitted_by IS 'the account of the official who let the person in; null if it has none';
CREATE INDEX account_players_by_club ON account_players (club_id);
GRANT SELECT, INSERT, DELETE ON account_players TO {app};

-- Ends an account for good: its id stays, since others refer to it.
CREATE FUNCTION forget_account(account uuid, former text) RETURNS void
LANGUAGE sql SET search_path = {schema}, pg_temp AS $$
    UPDATE accounts SET login = 'former ' || id, name = former, password_hash = NULL, vouched_by = '{{}}',
        disabled_at = coalesce(disabled_at, now()) WHERE id = account;
    UPDATE tokens SET subject = former, label = '', revoked_at = coalesce(revoked_at, now()) WHERE account_id = account;
    UPDATE sign_in_links SET used_at = coalesce(used_at, now()) WHERE account_id = account;
    DELETE FROM devices WHERE account_id = account;
$$;
REVOKE ALL ON FUNCTION forget_account FROM PUBLIC;

-- A registered player who is forgotten is no account's any more. The account of a player of no other club ends with it.
CREATE FUNCTION forget_account_of_player() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    unlinked uuid;
BEGIN
    DELETE FROM account_players AS p USING events AS e
        WHERE e.originator_id = new.removed_by AND e.originator_version = new.removed_at
        AND p.player_id::text = convert_from(e.state, 'UTF8')::jsonb -> 'fact' ->> 'player'
        RETURNING p.account_id INTO unlinked;
    IF EXISTS (SELECT FROM accounts WHERE id = unlinked AND role = 'player')
        AND NOT EXISTS (SELECT FROM account_players WHERE account_id = unlinked)
    THEN
        PERFORM forget_account(unlinked, new.former);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER account_of_player AFTER INSERT ON unfinished_removals
    FOR EACH ROW EXECUTE FUNCTION forget_account_of_player();
