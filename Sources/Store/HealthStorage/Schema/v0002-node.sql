-- What a node knows for itself: records that never leave it, and what was decided on it.

-- The log position of the last erasure of all history, 0 where there was none: whoever read before it
-- starts over.
ALTER TABLE store ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;

-- Records of this node alone, each whole and of a form that its owner knows: the trust in peers, say.
-- They are not in the log, no peer gets them, and erasing all history leaves them.
CREATE TABLE node_record (
  key TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was decided and what became of it, for people to read: the latest 10,000 entries, without
-- health values, codes or keys.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  -- When, by the node's clock; seconds since 2001-01-01 UTC.
  at REAL NOT NULL,
  event TEXT NOT NULL,
  -- Whom it concerns, as its id or its bundle identifier.
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
