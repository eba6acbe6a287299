-- The addresses of a class: those of its pupils, and the one from which its teacher opened it or led it last. Its code
-- is not refused there, however many wrong codes somebody at the same address typed.
ALTER TABLE classes ADD COLUMN address_hash bytea;
COMMENT ON COLUMN classes.address_hash IS 'SHA-256 of the class and the teacher''s address';
GRANT UPDATE (address_hash) ON classes TO {app};
ALTER TABLE class_pupils ADD COLUMN address_hash bytea;
COMMENT ON COLUMN class_pupils.address_hash IS 'SHA-256 of the class and the address from which the pupil joined';
