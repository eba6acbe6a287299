-- Whether Caps was owed, called in time, early or late in a deal, as the audit says. It is computed from the events with
-- the puzzles of the deal, and can be computed again.
ALTER TABLE analyses ADD COLUMN caps jsonb;
COMMENT ON COLUMN analyses.caps IS 'the verdict on Caps, the seat and the ply; null if there is none, or it is not known yet';
GRANT UPDATE (caps) ON analyses TO {app};
