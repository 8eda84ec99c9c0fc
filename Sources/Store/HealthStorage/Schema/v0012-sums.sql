-- What tells damage of the small tables from what was written: a checksum of the other columns of each row. They are
-- written by the step that comes with this script, as SQL has no hash. That of the store is of what has none yet: all but
-- the number of the row and the garbage.
ALTER TABLE store ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE type ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE epoch ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE app_grant ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alias ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dead_span ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dead_uuid ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sample_owner ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uuid_base ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE namesake ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
