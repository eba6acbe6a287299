-- A note or a line may be shown to the club of its deal. It is shown as the player who its writer was then, as long as the
-- account is that player without a break; an official's, until the account is disabled. So a note of somebody who leaves
-- the club is private again, whatever removes the row in account_players, and no lock is needed for it.
ALTER TABLE own_notes ADD COLUMN shown_at timestamptz, ADD COLUMN shown_as uuid, ADD COLUMN taken_back_at timestamptz;
COMMENT ON COLUMN own_notes.shown_at IS 'when its writer showed it to the club; null if it is private';
COMMENT ON COLUMN own_notes.shown_as IS 'the registered player whom its writer was then; null for an official';
COMMENT ON COLUMN own_notes.taken_back_at IS 'when an official of the club made it private again; null otherwise';
GRANT UPDATE (shown_at, shown_as, taken_back_at) ON own_notes TO {app};

-- Whoever loses the office shows nothing any more, also if the account is enabled again.
CREATE FUNCTION end_notes_for_clubs() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    UPDATE own_notes SET shown_at = NULL, shown_as = NULL WHERE account_id = new.id AND shown_at IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER notes_for_clubs_of_account AFTER UPDATE OF disabled_at ON accounts
    FOR EACH ROW WHEN (new.disabled_at IS NOT NULL) EXECUTE FUNCTION end_notes_for_clubs();
