-- Notes and lines of cards that an account keeps for itself beside deals. They are no events: nobody else reads them, and
-- what their owner deletes is gone.
CREATE TABLE own_notes (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id uuid NOT NULL REFERENCES accounts,
    deal_id uuid NOT NULL,
    club_id uuid,
    ply integer NOT NULL,
    cards text[] NOT NULL,
    text text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN own_notes.ply IS 'the act that it is about, or after which the line begins; -1 for the deal as a whole';
COMMENT ON COLUMN own_notes.cards IS 'the cards of a line; empty for a note';
CREATE INDEX own_notes_by_account ON own_notes (account_id, written_at, id);
CREATE INDEX own_notes_by_deal ON own_notes (deal_id, account_id);
CREATE INDEX own_notes_by_club ON own_notes (club_id);
GRANT SELECT, INSERT, DELETE ON own_notes TO {app};

-- With an account that is forgotten goes what it keeps for itself.
CREATE FUNCTION forget_own_notes() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    DELETE FROM own_notes WHERE account_id = new.id;
    RETURN NULL;
END $$;
CREATE TRIGGER notes_of_account AFTER UPDATE OF login ON accounts
    FOR EACH ROW WHEN (new.login LIKE 'former %') EXECUTE FUNCTION forget_own_notes();

-- Somebody who is forgotten in a club and keeps the account, since it plays in another one, keeps no note on the deals of
-- the club. In the notes of others stands what stands for the person. The trigger comes before account_of_player, which
-- takes the player from the account. It locks in the order of all others: the player, the account, the rows.
CREATE FUNCTION forget_in_own_notes() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
DECLARE
    of_player uuid := (
        SELECT nullif(convert_from(state, 'UTF8')::jsonb -> 'fact' ->> 'player', '')::uuid FROM events
        WHERE originator_id = new.removed_by AND originator_version = new.removed_at
    );
    linked uuid;
    name text;
    plain text;
BEGIN
    IF of_player IS NOT NULL THEN
        PERFORM lock_player(of_player, true);
        SELECT a.id INTO linked FROM accounts AS a JOIN account_players AS p ON p.account_id = a.id
            WHERE p.player_id = of_player FOR NO KEY UPDATE OF a;
        DELETE FROM own_notes WHERE account_id = linked AND club_id = new.club;
    END IF;
    FOREACH name IN ARRAY new.names LOOP
        plain := '(?<![[:alnum:]])' || regexp_replace(name, '([][\\.^$*+?(){{}}|])', '\\\1', 'g') || '(?![[:alnum:]])';
        UPDATE own_notes AS n SET text = regexp_replace(n.text, plain, new.former, 'gi')
            WHERE n.club_id IS NOT DISTINCT FROM new.club AND n.text ~* plain;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER a_note_of_player AFTER INSERT ON unfinished_removals
    FOR EACH ROW EXECUTE FUNCTION forget_in_own_notes();
