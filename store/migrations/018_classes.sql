-- Classes: the pupils of a class and their answers. They are personal, so they are no events: they are deleted when the
-- class ends, unless the teacher keeps them.

-- A class and the code that lets pupils join. The row stays after the end, so that a phone is told that the class is
-- over; its code may be given to another class then.
CREATE TABLE classes (
    id uuid PRIMARY KEY,
    code text NOT NULL,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ending', 'ended')),
    keep boolean NOT NULL DEFAULT false,
    active_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN classes.state IS 'ending: no answer is taken any more, and the end is not in the events yet';
COMMENT ON COLUMN classes.keep IS 'the teacher keeps nicknames and answers after the end';
COMMENT ON COLUMN classes.active_at IS 'the last command of the teacher; pupils and answers have times of their own';
CREATE UNIQUE INDEX classes_by_code ON classes (code) WHERE state <> 'ended';
CREATE INDEX classes_of_code ON classes (code, active_at);

CREATE TABLE class_pupils (
    class_id uuid NOT NULL REFERENCES classes,
    pupil integer NOT NULL,
    nickname text NOT NULL,
    secret_hash bytea NOT NULL,
    chapter integer,
    step integer,
    joined_at timestamptz NOT NULL DEFAULT now(),
    changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (class_id, pupil)
);
COMMENT ON COLUMN class_pupils.secret_hash IS 'SHA-256 of the secret in the pupil''s browser';
COMMENT ON COLUMN class_pupils.chapter IS 'the step that the pupil read last';
COMMENT ON COLUMN class_pupils.changed IS 'the transaction that wrote the row last: a reader asks for rows of newer ones';
CREATE UNIQUE INDEX class_pupils_by_nickname ON class_pupils (class_id, lower(nickname));
CREATE UNIQUE INDEX class_pupils_by_secret ON class_pupils (secret_hash);
CREATE INDEX class_pupils_changed ON class_pupils (class_id, changed);

-- The first answer of a pupil to a question. Sent again, it is the same row.
CREATE TABLE class_answers (
    class_id uuid NOT NULL,
    pupil integer NOT NULL,
    chapter integer NOT NULL,
    step integer NOT NULL,
    answer text NOT NULL,
    is_right boolean,
    is_late boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (class_id, pupil, chapter, step),
    FOREIGN KEY (class_id, pupil) REFERENCES class_pupils
);
COMMENT ON COLUMN class_answers.is_right IS 'null until the teacher marks it';
COMMENT ON COLUMN class_answers.is_late IS 'it arrived after the right answers were shown';
CREATE INDEX class_answers_changed ON class_answers (class_id, changed);

GRANT SELECT, INSERT ON classes, class_pupils, class_answers TO {app};
GRANT DELETE ON class_pupils, class_answers TO {app};
GRANT UPDATE (state, keep, active_at) ON classes TO {app};
GRANT UPDATE (chapter, step, changed) ON class_pupils TO {app};
GRANT UPDATE (is_right, changed) ON class_answers TO {app};
