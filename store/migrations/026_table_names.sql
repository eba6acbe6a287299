-- The names of a club's tables, without accents and case, from the time of this migration on: of two saves that give the
-- same name at the same moment one fails. Names from before are compared in the catalogue alone.
CREATE TABLE table_names (
    table_id uuid PRIMARY KEY,
    club_id uuid NOT NULL,
    name text NOT NULL,
    CONSTRAINT one_table_of_a_name UNIQUE (club_id, name)
);
GRANT SELECT, INSERT, UPDATE ON table_names TO {app};
