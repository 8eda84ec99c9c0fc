-- What lets a small commit write one row.

-- Blocks from this number on are loose: their rows are all that was written of the commits that made them.
-- Their segments, what finds their UUIDs, their part of the vector and the head of the log are worked out
-- from them when the store is opened.
ALTER TABLE store ADD COLUMN loose_from INTEGER NOT NULL DEFAULT 1;
UPDATE store SET loose_from = (SELECT coalesce(max(id), 0) + 1 FROM block);

-- Of a block that was written loose, its type, and the head of the log after the commit; NULL for others.
ALTER TABLE block ADD COLUMN type INTEGER REFERENCES type;
ALTER TABLE block ADD COLUMN head INTEGER;
