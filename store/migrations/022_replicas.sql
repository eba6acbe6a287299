-- Reads on replicas (store/replicas.py).

-- The terms of leaders. A row is written at the leader of that term, so a replica that has the row follows that leader
-- or a later one, and not the history of a former one.
CREATE TABLE terms (
    system bigint NOT NULL,
    timeline integer NOT NULL,
    PRIMARY KEY (system, timeline)
);

-- The key with which servers seal the positions that they give to clients: a position tells how much was written in the
-- whole book, so nobody else may read it.
CREATE TABLE position_key (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    key bytea NOT NULL
);
INSERT INTO position_key (key) SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

GRANT SELECT, INSERT ON terms TO {app};
GRANT SELECT ON position_key TO {app};
