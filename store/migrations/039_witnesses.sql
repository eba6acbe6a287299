-- Witnesses of logs (docs/trust.md): what others cosigned of this log, and what this server saw of the logs of others.
CREATE TABLE log_cosignatures (
    size bigint NOT NULL,
    witness text NOT NULL,
    line text NOT NULL,
    signed_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (size, witness)
);
COMMENT ON COLUMN log_cosignatures.witness IS 'the verifier key of the witness';
COMMENT ON COLUMN log_cosignatures.signed_at IS 'by the clock of the witness; it is covered by the signature';
CREATE INDEX log_cosignatures_by_witness ON log_cosignatures (witness, size);

CREATE TABLE witnessed_logs (
    origin text PRIMARY KEY,
    size bigint NOT NULL,
    note text NOT NULL,
    signed_at timestamptz NOT NULL
);
COMMENT ON COLUMN witnessed_logs.signed_at IS 'when it was last cosigned; a witness never signs an earlier time';

-- Checkpoints that a known log signed and that were not shown to continue what was witnessed of it. Two of one size with
-- different heads prove that it forked; otherwise the log may still show that one continues the other, and the row goes.
CREATE TABLE witness_conflicts (
    origin text NOT NULL,
    size bigint NOT NULL,
    witnessed text NOT NULL,
    sent text NOT NULL,
    is_proof boolean NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (origin, size, sent)
);

GRANT SELECT, INSERT ON log_cosignatures TO {app};
GRANT SELECT, INSERT, DELETE ON witness_conflicts TO {app};
GRANT SELECT, INSERT, UPDATE ON witnessed_logs TO {app};
