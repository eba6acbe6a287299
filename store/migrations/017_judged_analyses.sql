-- After the prices of a deal, a second and longer work: what the seats of its costly cards could know.
ALTER TABLE analyses ADD COLUMN judged boolean NOT NULL DEFAULT false;
ALTER TABLE analyses ADD COLUMN judge_attempts integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN analyses.judged IS 'whether the answer says of each costly card if its seat could know a better one';
CREATE INDEX analyses_not_judged ON analyses (kernel, requested DESC, number) WHERE state = 'done' AND NOT judged;
GRANT UPDATE (judged, judge_attempts) ON analyses TO {app};
