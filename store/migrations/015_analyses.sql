-- What each card of a deal was worth. Everything here is computed from the events, and can be computed again.

-- One row for each version of a deal and each kernel: first the work that waits, then the answer.
CREATE TABLE analyses (
    deal_id uuid NOT NULL,
    version bigint NOT NULL,
    kernel text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
    requested boolean NOT NULL DEFAULT false,
    worker integer,
    attempts integer NOT NULL DEFAULT 0,
    cards integer NOT NULL DEFAULT 0,
    cards_done integer NOT NULL DEFAULT 0,
    answer json,
    reason text,
    PRIMARY KEY (deal_id, version, kernel),
    CHECK ((state = 'done') = (answer IS NOT NULL))
);
COMMENT ON COLUMN analyses.requested IS 'a reader waits for it, so it comes before the others';
COMMENT ON COLUMN analyses.worker IS 'who computes it: the number of the advisory lock that the worker''s session holds';
COMMENT ON COLUMN analyses.reason IS 'why there is no answer';
CREATE INDEX analyses_waiting ON analyses (kernel, requested DESC, number) WHERE state = 'waiting';

GRANT SELECT, INSERT, DELETE ON analyses TO {app};
GRANT UPDATE (state, requested, worker, attempts, cards, cards_done, answer, reason) ON analyses TO {app};
