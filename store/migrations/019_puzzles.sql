-- The problems of recorded deals. They are computed from the events, as the analyses are, and can be computed again.
ALTER TABLE analyses ADD COLUMN mined integer NOT NULL DEFAULT 0;
ALTER TABLE analyses ADD COLUMN mine_attempts integer NOT NULL DEFAULT 0;
ALTER TABLE analyses ADD COLUMN mined_at timestamptz;
COMMENT ON COLUMN analyses.mined IS 'the method by which the puzzles of this version were mined; 0 if they were not';
COMMENT ON COLUMN analyses.mined_at IS 'when they were mined for the first time';
CREATE INDEX analyses_not_mined ON analyses (kernel, mined, requested DESC, number) WHERE state <> 'waiting';
GRANT UPDATE (mined, mine_attempts, mined_at) ON analyses TO {app};

-- At most one row for each theme of a version of a deal.
CREATE TABLE puzzles (
    deal_id uuid NOT NULL,
    version bigint NOT NULL,
    kernel text NOT NULL,
    theme text NOT NULL,
    puzzle_id uuid NOT NULL,
    level integer NOT NULL,
    game text NOT NULL,
    ruleset text NOT NULL,
    viewer text NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (deal_id, version, kernel, theme),
    FOREIGN KEY (deal_id, version, kernel) REFERENCES analyses ON DELETE CASCADE
);
COMMENT ON COLUMN puzzles.content IS 'the whole problem as one line of JSON, with its answers';
GRANT SELECT, INSERT, DELETE ON puzzles TO {app};
