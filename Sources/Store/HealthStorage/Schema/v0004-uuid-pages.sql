-- What look-ups of foreign UUIDs need to read little.

-- What the last two bytes of a page's entries say: 0 the row, as they did before; 1 the block, and more of
-- the hash than there was room for beside a row.
ALTER TABLE uuid_page ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
