-- What two nodes that agree on one history need: twins by name, and one claim for all types.

-- One object under two names (R23): an app saved it on both nodes. The lower dot holds the row, and the
-- other is its alias. A row here is a stretch of aliases of one stream, whose hosts are as many of one
-- stream, too.
CREATE TABLE alias (
  type INTEGER NOT NULL REFERENCES type,
  incarnation INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  host_type INTEGER NOT NULL REFERENCES type,
  host_incarnation INTEGER NOT NULL,
  -- The host of the first alias; the second alias has the next, and so on.
  host_first INTEGER NOT NULL,
  PRIMARY KEY (type, incarnation, last)
) STRICT, WITHOUT ROWID;

-- From which end date on a store claims to know everything that has no record "sync" yet (K of R1): the
-- latest that any type of it claimed while types did so one by one.
ALTER TABLE store ADD COLUMN known_from REAL NOT NULL DEFAULT -63113904000;
UPDATE store SET known_from =
  max(known_from, cutoff, (SELECT coalesce(max(coalesce(known_from, 9e999)), -9e999) FROM type));
ALTER TABLE type DROP COLUMN known_from;

-- What pruning asks for: the groups that end on either side of a date.
CREATE INDEX member_by_end ON member (group_end);
